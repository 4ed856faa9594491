//! What every release owes its readers, for releases that apply an earlier one: made by each method on rows, applied to
//! other owners, verified, and broken again.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use clump::core::promise::{KAnonymity, KmAnonymity, Property, PropertyName};
use clump::io::Unit;
use clump::io::taxonomy::TaxonomySource;
use clump::report::Certificate;
use clump::{
    Apply, ApplyError, EarlierOwners, EarlierRelease, Job, MethodName, Outcome, ReleaseFile, RunError,
    Stated, run,
};

use crate::common::{Desk, HEADER, on_transactions, with_share};

const WORDS: [&str; 8] = ["guitar", "violin", "trumpet", "poodle", "spaniel", "terrier", "bread", "cheese"];

/// A desk with the release of each method of a first log, and a second log of other owners.
fn desk() -> Desk {
    let queries = |owner: usize| {
        let word = |number: usize| WORDS[number % WORDS.len()].to_owned();
        vec![word(owner), word(owner / 2), format!("{} {}", word(owner / 7), word(owner / 3))]
    };
    let desk = Desk::with_queries(40, queries);
    let mut log = HEADER.to_owned();
    for owner in 0..30 {
        for query in queries(owner * 3 + 1) {
            log.push_str(&format!("newcomer{owner:03}\t{query}\t2006-05-01 07:00:12\t\t\n"));
        }
    }
    desk.write("new.tsv", &log);
    desk
}

/// The methods that publish rows.
fn methods() -> impl Iterator<Item = MethodName> {
    let has_whole_rows = |&method: &MethodName| on_transactions(method) && method != MethodName::Pieces;
    MethodName::ALL.into_iter().filter(has_whole_rows)
}

/// Makes the earlier release of `method`.
fn make_earlier(desk: &Desk, method: MethodName) -> EarlierRelease {
    let job = desk.job(method).output(desk.path("earlier.tsv"));
    // At the default share no public item would be left, and nothing to apply.
    let job = with_share(job, "0.9");
    assert!(run(&job, &()).unwrap().checked.holds, "{method:?}");
    EarlierRelease::read(&desk.path("earlier.tsv"), None).unwrap()
}

/// The job that applies the earlier release to the second log.
fn job(desk: &Desk) -> Job {
    let method = Apply::default().earlier(desk.path("earlier.tsv")).earlier_owners(EarlierOwners::None);
    Job::anonymize(desk.path("new.tsv")).method(method).k(3).output(desk.path("release.tsv")).force()
}

fn apply(desk: &Desk, method: MethodName) -> Outcome {
    make_earlier(desk, method).apply(&job(desk), &()).unwrap()
}

/// The distinct rows of a file; labels are sorted in each.
fn rows(text: &str) -> BTreeSet<Vec<&str>> {
    let items = text.lines().skip(1).map(|line| line.split_once('\t').unwrap().1);
    items.map(|items| items.split('|').collect()).collect()
}

#[test]
fn each_promise_is_kept_for_new_rows_and_nothing_is_published_that_was_not_before() {
    let desk = desk();
    for method in methods() {
        let outcome = apply(&desk, method);
        let originals = outcome.checked.originals.clone().unwrap();
        assert!(outcome.checked.holds && outcome.published.is_some(), "{method:?}");
        assert_eq!((originals.not_generalized, originals.unaccounted), (0, 0), "{method:?}");
        let read = |name: &str| -> Certificate { serde_json::from_str(&desk.read(name)).unwrap() };
        let (earlier, new) = (read("earlier.tsv.certificate.json"), read("release.tsv.certificate.json"));
        assert_eq!(earlier.promise.promise(), new.promise.promise(), "{method:?}");
        assert_eq!(new.method, "apply");
        assert_eq!(new.parameters["earlier"], earlier.release.blake3);
        assert_eq!(new.taxonomy, earlier.taxonomy);
        let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
        assert!(release.check(Stated::default()).unwrap().holds, "{method:?}");

        let (earlier, new) = (desk.read("earlier.tsv"), desk.read("release.tsv"));
        let (earlier, new) = (rows(&earlier), rows(&new));
        if matches!(method, MethodName::Nearest | MethodName::Clump | MethodName::Partition) {
            assert!(new.iter().all(|row| *row == [""] || earlier.contains(row)), "{method:?}");
        }
        let labels: BTreeSet<&str> = earlier.into_iter().flatten().chain([""]).collect();
        assert!(new.iter().flatten().all(|label| labels.contains(label)), "{method:?}");
    }
}

#[test]
fn threads_and_the_order_of_owners_change_no_byte() {
    let desk = desk();
    for method in methods() {
        let earlier = make_earlier(&desk, method);
        let release = |threads| {
            earlier.apply(&job(&desk).threads(NonZeroUsize::new(threads).unwrap()), &()).unwrap();
            (desk.read("release.tsv"), desk.read("release.tsv.certificate.json"))
        };
        assert!(release(1) == release(4), "{method:?}");
        // A job that names the earlier release does the same.
        let before = release(2);
        run(&job(&desk), &()).unwrap();
        assert!(before.0 == desk.read("release.tsv"), "{method:?}");
    }
}

#[test]
fn a_broken_copy_is_told() {
    let desk = desk();
    for method in methods() {
        apply(&desk, method);
        let release = desk.read("release.tsv");
        let property = make_earlier(&desk, method).checked().properties[0].property.clone();
        let stated = match property {
            Property::KAnonymity(KAnonymity { k }) => Stated { k: Some(k), ..Stated::default() },
            Property::KmAnonymity(KmAnonymity { k, m }) => {
                Stated { k: Some(k), m: Some(m), ..Stated::default() }
            }
            _ => continue,
        };
        let stated = Stated { promise: Some(vec![property.name()]), rewritten: true, ..stated };
        let check = |text: &str| {
            desk.write("broken.tsv", text);
            let release =
                ReleaseFile::read(&desk.path("broken.tsv"), stated.promise.as_deref(), None, None).unwrap();
            release.check(stated.clone()).unwrap().holds
        };
        assert!(check(&release), "{method:?}");
        assert!(!check(&(release.clone() + "1\txylophone\n")), "{method:?}");
        // The release itself, changed, is no earlier release any more.
        desk.write("earlier.tsv", &(desk.read("earlier.tsv") + "1\txylophone\n"));
        let changed = EarlierRelease::read(&desk.path("earlier.tsv"), None).unwrap();
        assert!(!changed.checked().holds);
        let refused = changed.apply(&job(&desk), &());
        assert!(matches!(refused, Err(RunError::Apply(ApplyError::Broken { .. }))), "{refused:?}");
    }
}

#[test]
fn a_job_that_does_not_fit_is_refused() {
    let desk = desk();
    let earlier = make_earlier(&desk, MethodName::Nearest);
    let refused = |job: Job| match earlier.apply(&job, &()) {
        Err(RunError::Apply(error)) => error,
        other => panic!("not refused: {other:?}"),
    };
    assert!(matches!(refused(job(&desk).k(2)), ApplyError::LowerK { k: 2, earlier: 3 }));
    assert!(matches!(refused(job(&desk).unit(Unit::Query)), ApplyError::OtherSetting { key: "unit", .. }));
    let flat = TaxonomySource::Flat;
    assert!(matches!(refused(job(&desk).taxonomy(flat)), ApplyError::OtherTaxonomy { .. }));
    let many = refused(job(&desk).k(1_000));
    assert!(matches!(many, ApplyError::TooFewNew { owners: 30, k: 1_000 }));
    let nothing = run(&job(&desk).method(MethodName::Apply), &());
    assert!(matches!(nothing, Err(RunError::Apply(ApplyError::NoEarlier))));
}

/// What is promised beside k-anonymity is promised of the new rows too, and checked on them.
#[test]
fn a_cap_is_taken_over_and_kept_or_nothing_is_published() {
    let desk = desk();
    let certainty = "0.9".parse().unwrap();
    let earlier = desk.job(MethodName::Nearest).output(desk.path("earlier.tsv")).k(20);
    let earlier = earlier.certainty(certainty).sensitive(["cheese"]);
    assert!(run(&earlier, &()).unwrap().published.is_some());
    let earlier = EarlierRelease::read(&desk.path("earlier.tsv"), None).unwrap();
    let job = job(&desk).k(20).certainty(certainty);
    let outcome = earlier.apply(&job, &()).unwrap();
    assert!(outcome.checked.holds && outcome.published.is_some(), "{:?}", outcome.checked);
    assert_eq!(outcome.checked.promise(), earlier.checked().promise());
    let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
    let checked = release.check(Stated::default()).unwrap();
    assert!(checked.holds && checked.properties.len() == 2, "{checked:?}");

    // A run that does not say so would state another setting in its certificate.
    let mut uncapped = job.clone();
    uncapped.guards.certainty.most = None;
    let silent = earlier.apply(&uncapped, &());
    assert!(
        matches!(silent, Err(RunError::Apply(ApplyError::OtherSetting { key: "certainty", .. }))),
        "{silent:?}"
    );

    // New owners who all have it.
    let lines = (0..30).map(|owner| format!("newcomer{owner:03}\tcheese violin\t2006-05-01 07:00:12\t\t\n"));
    desk.write("new.tsv", &(HEADER.to_owned() + &lines.collect::<String>()));
    let outcome = earlier.apply(&job, &()).unwrap();
    assert!(outcome.published.is_none());
    let broken: Vec<_> = outcome.checked.broken().map(|broken| broken.property.name()).collect();
    assert_eq!(broken, [PropertyName::Certainty]);
}
