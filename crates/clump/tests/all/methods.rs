//! What every method owes its users, whichever kind it is and whatever it promises: one suite over all of them.

use std::num::NonZeroUsize;
use std::path::Path;

use clump::core::anonymize::AnonymizeError;
use clump::core::taxonomy::PricedIn;
use clump::io::release::ReleaseLayout;
use clump::io::{Items, Unit};
use clump::report::Certificate;
use clump::{Job, JobError, KeySource, Keys, Method, MethodName, ReleaseFile, RunError, Stated, run};

use crate::common::{Desk, HEADER, example, on_transactions, promise, with_share, with_tree};

/// Some owners with tastes: a few words that many ask, and one of their own.
fn tastes() -> Desk {
    let common = ["dog", "cat", "car", "guitar", "bread", "train"];
    let rare = ["oboe", "lizard", "tractor", "ferry", "rye", "parrot"];
    Desk::with_queries(24, |owner| {
        let word = |offset: usize| common[(owner + offset) % common.len()];
        vec![
            format!("{} {}", word(0), word(1)),
            word(owner % 3).to_owned(),
            rare[owner % rare.len()].to_owned(),
        ]
    })
}

#[test]
fn every_promise_is_verified_stated_and_checked_again_from_the_file() {
    let desk = Desk::new(&example());
    for method in MethodName::ALL {
        let outcome = desk.run(method).unwrap();
        let promise = promise(&desk, method);
        let published = outcome.published.unwrap();
        assert_eq!(outcome.checked.holds, !promise.is_nothing(), "{method:?}");
        assert_eq!(published.report.promise.holds(), !promise.is_nothing(), "{method:?}");
        // Every published row generalizes its transaction.
        if on_transactions(method) {
            let originals = outcome.checked.originals.unwrap();
            assert_eq!((originals.not_generalized, originals.unaccounted), (0, 0), "{method:?}");
            assert!(
                outcome.checked.properties.iter().all(|property| property.owners.as_ref().unwrap().holds)
            );
        }

        let certificate: Certificate =
            serde_json::from_str(&desk.read("release.tsv.certificate.json")).unwrap();
        assert_eq!(certificate.promise.promise(), promise);
        for certified in certificate.promise.properties() {
            assert_eq!(certified.meaning, certified.property.sentence());
            assert!(method.facts().properties.contains(&certified.property.name()), "{method:?}");
        }
        assert_eq!(certificate.method, method.word());
        assert!(!certificate.not_covered.is_empty());
        assert_eq!(certificate.not_covered[0].contains("Nothing is promised"), promise.is_nothing());

        let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
        let checked = release.check(Stated::default()).unwrap();
        assert_eq!(checked.holds, !promise.is_nothing(), "{method:?}");
        assert_eq!(checked.certified, Some(true));
    }
}

#[test]
fn threads_and_the_order_of_lines_change_no_byte() {
    let log = example();
    let mut lines: Vec<&str> = log.lines().skip(1).collect();
    let desk = Desk::new(&log);
    let release = |method, threads| {
        run(&desk.job(method).threads(NonZeroUsize::new(threads).unwrap()), &()).unwrap();
        (desk.read("release.tsv"), desk.read("release.tsv.certificate.json"))
    };
    let before: Vec<_> = MethodName::ALL.into_iter().map(|method| release(method, 1)).collect();
    for (method, before) in MethodName::ALL.into_iter().zip(&before) {
        assert!(release(method, 4) == *before, "{method:?}");
    }
    // Lines of one owner keep their order, and with it what a session is; owners change places. Searches and ties may
    // then find other rows, but lines of a log stay the same lines.
    lines.sort_by_key(|line| line.split('\t').next().map(|owner| owner.chars().rev().collect::<String>()));
    desk.write("log.tsv", &format!("{HEADER}{}\n", lines.join("\n")));
    for (method, before) in MethodName::ALL.into_iter().zip(before) {
        if !on_transactions(method) {
            assert!(release(method, 2).0 == before.0, "{method:?}");
        }
    }
}

#[test]
fn keyed_methods_take_a_fresh_key_unless_they_are_seeded() {
    let desk = tastes();
    for method in MethodName::ALL.into_iter().filter(|method| method.has_parameter("key")) {
        let release = |seed| {
            run(&desk.job(method).method(Method::seeded(method, seed)), &()).unwrap();
            (desk.read("release.tsv"), desk.read("release.tsv.certificate.json"))
        };
        assert_eq!(release(Some(1)), release(Some(1)), "{method:?}");
        assert_ne!(release(Some(1)).0, release(Some(2)).0, "{method:?}");
        assert_ne!(release(None).0, release(None).0, "{method:?}");
        assert!(release(Some(7_654_321)).1.contains("whoever guesses it can undo"));
        assert!(!release(Some(7_654_321)).1.contains("7654321"), "the seed is the key");
        assert!(release(None).1.contains("forgotten"));
        desk.write("key", &"5c".repeat(32));
        let linked = keyed(desk.job(method), &desk.path("key"));
        run(&linked, &()).unwrap();
        let certificate = desk.read("release.tsv.certificate.json");
        assert!(certificate.contains("a file of the publisher") && !certificate.contains("5c5c"));
    }
}

#[test]
fn more_than_there_are_owners_is_an_error_that_leaves_nothing() {
    let desk = tastes();
    for method in MethodName::ALL.into_iter().filter(|method| method.has_k()) {
        let outcome = run(&desk.job(method).k(25), &());
        let too_few = AnonymizeError::TooFewOwners { owners: 24, k: 25 };
        assert!(
            matches!(outcome, Err(RunError::Anonymize { reason, .. }) if reason == too_few),
            "{method:?}"
        );
        assert_eq!(desk.files(), ["log.tsv"]);
    }
    let desk = Desk::new(&format!("{HEADER}owner\tdog\t2006-03-01 07:17:12\t1\thttp://example.org\n"));
    for method in MethodName::ALL {
        match desk.run(method) {
            Err(RunError::Anonymize { reason: AnonymizeError::TooFewOwners { .. }, .. }) => {
                assert!(method.has_k(), "{method:?}");
            }
            outcome => assert!(!method.has_k() && outcome.unwrap().published.is_some(), "{method:?}"),
        }
    }
}

#[test]
fn owners_without_a_known_item_are_counted_and_their_lines_kept() {
    // Every fourth owner asks nothing that the taxonomy knows, or nothing at all; `dog` is an inner node of WordNet. Where
    // items are senses, such an owner has none.
    let desk = Desk::with_queries(24, |owner| match owner % 4 {
        0 => vec!["xyzzy qwrtz".to_owned(), String::new()],
        _ => vec!["dog".to_owned(), "poodle".to_owned(), "xyzzy guitar".to_owned()],
    });
    for method in MethodName::ALL {
        // All rows are equal, so whatever is in one of them is certain.
        let outcome = run(&with_share(desk.job(method), "1").items(Items::Senses), &()).unwrap();
        assert_eq!(outcome.checked.holds, !promise(&desk, method).is_nothing(), "{method:?}");
        let counts = outcome.read.counts;
        if on_transactions(method) {
            assert_eq!((counts.owners, counts.empty_owners), (18, 6))
        } else {
            assert_eq!((counts.owners, counts.lines), (24, 66))
        }
    }
}

/// Nine owners cannot be in two groups of five, but each of their queries can.
#[test]
fn owners_of_many_rows_are_in_many_groups() {
    let desk = Desk::with_queries(9, |_| ["guitar", "poodle", "bread"].map(str::to_owned).to_vec());
    let job = desk.job(MethodName::Nearest).k(5).unit(Unit::Query);
    let report = run(&job, &()).unwrap().published.unwrap().report;
    let clump::report::Figures::Rows { measures, .. } = report.figures else { panic!("rows") };
    assert_eq!((measures.groups, measures.items_suppressed), (3, 0));
}

#[test]
fn equal_rows_lose_nothing() {
    let desk = Desk::with_queries(9, |_| vec!["guitar".to_owned(), "rye bread".to_owned()]);
    for method in MethodName::ALL.into_iter().filter(|&method| on_transactions(method)) {
        // Whoever is in nine rows of nine with a sensitive item has it for certain.
        let job = match method {
            MethodName::Coherence => with_share(desk.job(method), "1").sensitive(["share:0.5"]),
            _ => desk.job(method),
        };
        let published = run(&job, &()).unwrap().published.unwrap();
        assert_eq!(published.report.figures.measures().unwrap().loss, 0.0, "{method:?}");
    }
    desk.run(MethodName::DropRare).unwrap();
    assert_eq!(desk.read("release.tsv").lines().count(), 1 + 18);
}

#[test]
fn one_giant_row_among_small_ones() {
    // Ten thousand words in ten lines; the others have two of them.
    let word = |number: usize| format!("w{number:05}");
    let desk = Desk::with_queries(30, |owner| match owner {
        7 => (0..10)
            .map(|line| (0..1_000).map(|n| word(line * 1_000 + n)).collect::<Vec<_>>().join(" "))
            .collect(),
        _ => vec![word(owner % 4), word(owner % 5)],
    });
    let edges = (0..10_000).map(|number| format!("{},g{}\n", word(number), number / 100));
    let groups = (0..100).map(|number| format!("g{number},all\n"));
    desk.write("taxonomy.csv", &edges.chain(groups).collect::<String>());
    for method in MethodName::ALL {
        let job = desk.job(method);
        let job = if on_transactions(method) || method == MethodName::Split {
            with_tree(job, &desk.path("taxonomy.csv"))
        } else {
            job
        };
        let outcome = run(&job, &()).unwrap();
        assert_eq!(outcome.checked.holds, !promise(&desk, method).is_nothing(), "{method:?}");
    }
}

#[test]
fn releases_of_rows_show_no_owner_and_no_time() {
    let desk = tastes();
    for method in MethodName::ALL.into_iter().filter(|&method| on_transactions(method)) {
        desk.run(method).unwrap();
        let release = desk.read("release.tsv") + &desk.read("release.tsv.certificate.json");
        assert!(!release.contains("owner0") && !release.contains("07:"), "{method:?}");
    }
}

#[test]
fn keys_of_other_methods_are_refused() {
    let desk = tastes();
    let stray = |keys: &str| match Job::try_from(serde_json::from_str::<Keys>(keys).unwrap()) {
        Err(JobError::StrayKey { key, .. }) => key,
        other => panic!("not refused: {other:?}"),
    };
    assert_eq!(stray(r#"{ "m": 3 }"#), "m");
    assert_eq!(stray(r#"{ "method": "partition", "r": 3 }"#), "r");
    // Also where it says what is the default.
    assert_eq!(stray(r#"{ "method": "partition", "r": 10 }"#), "r");
    assert_eq!(stray(r#"{ "method": "apriori", "floor": true }"#), "floor");
    assert_eq!(stray(r#"{ "method": "hash", "audit": "a" }"#), "audit");
    assert_eq!(stray(r#"{ "method": "clump", "key": "a" }"#), "key");
    // Whoever asks for k owners of a method that promises nothing is told so, not stopped.
    assert!(run(&desk.job(MethodName::DropIds).k(5), &()).is_ok());
}

#[test]
fn a_job_is_read_again_as_it_was_written() {
    let desk = tastes();
    for method in MethodName::ALL.into_iter().chain([MethodName::Apply]) {
        let job = desk.job(method);
        let written = serde_json::to_string(&job).unwrap();
        assert_eq!(serde_json::from_str::<Job>(&written).unwrap(), job, "{written}");
    }
    let in_bits = desk.job(MethodName::Nearest).cost(PricedIn::Bits);
    assert_eq!(serde_json::from_str::<Job>(&serde_json::to_string(&in_bits).unwrap()).unwrap(), in_bits);
    let job = Job::anonymize("a.csv").and("b.csv").owner("user").unit(Unit::Query).k(5);
    let job = job.taxonomy("tree.csv").scope(clump::Scope::Full).report("r.json").layout(ReleaseLayout::Rows);
    assert_eq!(serde_json::from_str::<Job>(&serde_json::to_string(&job).unwrap()).unwrap(), job);
    // What is left open is still open.
    let job = Job::anonymize("log.tsv").k(5);
    assert_eq!(serde_json::from_str::<Job>(&serde_json::to_string(&job).unwrap()).unwrap(), job);
}

/// The keyed method of `job` with the key in a file.
fn keyed(job: Job, key: &Path) -> Job {
    let key = KeySource::File(key.to_owned());
    match job.method.name() {
        MethodName::Hash => job.method(clump::Hash::default().key(key)),
        MethodName::Share => job.method(clump::Share::default().key(key)),
        MethodName::Split => job.method(clump::Split::default().key(key)),
        MethodName::HashQueries => job.method(clump::HashQueries::default().key(key)),
        MethodName::HashIds => job.method(clump::HashIds::default().key(key)),
        MethodName::ShortSessions => job.method(clump::ShortSessions::default().key(key)),
        other => panic!("{other:?} has no key"),
    }
}
