//! Releases of random logs with a list of what is never published: each is verified in full, against audit and input, and its
//! certificate is right.
//!
//! `CLUMP_NEVER=300 cargo test -p clump-anon --all-features --test all never -- --nocapture` makes so many logs.

use clump::core::facts::FactKind;
use clump::{Counts, Data, Job, MethodName, Outcome, ReleaseFile, Stated, run};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{self, Desk, on_transactions};

/// How many logs by default.
const SHORT: usize = 6;

const WORDS: [&str; 8] = ["guitar", "violin", "trumpet", "poodle", "spaniel", "terrier", "bread", "cheese"];

/// A log of queries of one to three words, with a tree of them, and a list of one or two.
fn random_desk(random: &mut ChaCha8Rng) -> Desk {
    let owners = random.random_range(15..40);
    let mut queries = |_| {
        let mut query = || -> String {
            let words = random.random_range(1..=3);
            let words: Vec<&str> = (0..words).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
            words.join(" ")
        };
        (0..3).map(|_| query()).collect::<Vec<String>>()
    };
    let all: Vec<Vec<String>> = (0..owners).map(&mut queries).collect();
    let desk = Desk::with_queries(owners, |owner| all[owner].clone());
    desk.write_tree(&WORDS);
    let listed = random.random_range(1..=2);
    let listed: Vec<&str> = (0..listed).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
    desk.write("never.txt", &listed.join("\n"));
    desk
}

/// Whether the list took something away.
fn has_removed(outcome: &Outcome) -> bool {
    let report = &outcome.published.as_ref().unwrap().report;
    let words = report.figures.words().is_some_and(|words| words.words_dropped > 0);
    words || report.figures.tables().iter().any(|facts| !facts.excluded.is_empty())
}

/// The verdict on the release of `job`, with everything that the publisher has.
fn verify(desk: &Desk, job: &Job) -> clump::Checked {
    let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
    let mut source = Job::anonymize(desk.path("log.tsv"));
    source.taxonomy = job.taxonomy.clone();
    let stated = || Stated { never: Some(desk.path("never.txt")), ..Stated::default() };
    if release.is_of_facts() {
        return release.check_facts_against(stated(), &source, &()).unwrap();
    }
    let audit = desk.path("audit.tsv");
    let source = release.reading(source).unwrap().never(desk.path("never.txt"));
    let data = Data::read(&source, &()).unwrap();
    release.with_source(source).check_against(stated(), &audit, &data).unwrap()
}

#[test]
fn honest_releases_with_a_list_are_verified_in_full() {
    let logs = std::env::var("CLUMP_NEVER").map_or(SHORT, |number| number.parse().unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let (mut releases, mut with_removal) = (0, 0);
    for _ in 0..logs {
        let desk = random_desk(&mut random);
        let of_rows = MethodName::ALL.into_iter().filter(|&method| on_transactions(method));
        let of_rows = of_rows.filter(|&method| {
            !matches!(method, MethodName::Apply | MethodName::Coherence)
                && !common::promise(&desk, method).is_nothing()
        });
        let mut jobs: Vec<Job> = of_rows
            .map(|method| {
                let mut job = common::with_tree(desk.job(method), &desk.path("tree.csv"));
                // A list may drop more than half of the words of so small a log.
                job.words.accept_loss = true;
                job.audit(desk.path("audit.tsv"))
            })
            .collect();
        jobs.push(desk.job(MethodName::Counts).method(Counts::of([FactKind::Word])));
        jobs.push(desk.job(MethodName::Counts));
        for job in jobs {
            let name = job.method.name();
            let outcome = run(&job.clone().never(desk.path("never.txt")), &()).unwrap();
            assert!(outcome.published.is_some(), "{name:?}: {:?}", outcome.checked);
            releases += 1;
            with_removal += usize::from(has_removed(&outcome));
            let checked = verify(&desk, &job);
            assert_eq!(checked.wrong_in_certificate, [""; 0], "{name:?}");
            assert!(checked.holds && checked.certified == Some(true), "{name:?}: {checked:?}");
        }
    }
    println!("{releases} releases verified; the list removed something from {with_removal}");
    assert!(with_removal > releases / 2, "{with_removal} of {releases}");
}
