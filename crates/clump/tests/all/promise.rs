//! A method that does not keep its promise leaves nothing behind, whatever it claims.

use clump::core::anonymize::{AnonymizeError, Anonymizer, Method};
use clump::core::progress::Progress;
use clump::core::promise::{Certainty, KAnonymity, Promise, PropertyName};
use clump::core::release::Release;
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::transactions::{Bags, Transactions};
use clump::core::verify::Reason;
use clump::io::release::{ReleaseFormat, ReleaseLayout};
use clump::{AnyMethod, Job, run_with};

/// Publishes everything as it is.
#[derive(Debug)]
struct Candid;

/// Publishes one item that nobody has for everybody.
#[derive(Debug)]
struct Inventive;

/// k times the same owner instead of k owners.
#[derive(Debug)]
struct Repetitive;

/// Publishes all rows as one empty row, and promises besides that at most half of its owners have a dog.
#[derive(Debug)]
struct Silent;

macro_rules! liar {
    ($name:ident, $promise:expr, $anonymize:expr) => {
        impl Method for $name {
            fn name(&self) -> &'static str {
                "liar"
            }

            fn promise(&self) -> Promise {
                $promise
            }
        }

        impl Anonymizer for $name {
            fn anonymize(
                &self,
                transactions: &Transactions,
                taxonomy: &Taxonomy,
                _: &dyn Progress,
            ) -> Result<Release, AnonymizeError> {
                let anonymize: fn(&Transactions, &Taxonomy) -> Release = $anonymize;
                Ok(anonymize(transactions, taxonomy))
            }
        }
    };
}

liar!(Candid, two(), |transactions, _| {
    Release::new(transactions.bags().clone(), (0..transactions.len() as u32).collect())
});

liar!(Inventive, two(), |transactions, taxonomy| {
    let bag = [Node(taxonomy.len() as u32 - 1), Node(taxonomy.len() as u32 - 1)];
    Release::new(Bags::from_iter([bag]), vec![0; transactions.len()])
});

liar!(Repetitive, two(), |transactions, _| {
    let owners = (0..transactions.len()).map(|row| transactions.owner(row)).collect();
    Release::new((0..transactions.owners()).map(|_| [] as [Node; 0]).collect(), owners)
});

liar!(Silent, two().and(half_of_the_dogs()).unwrap(), |transactions, _| {
    Release::new(Bags::from_iter([[] as [Node; 0]]), vec![0; transactions.len()])
});

fn two() -> Promise {
    KAnonymity { k: 2 }.into()
}

fn half_of_the_dogs() -> Certainty {
    Certainty::new("0.5".parse().unwrap(), ["dog".to_owned()]).unwrap()
}

fn leaves_nothing(method: impl Anonymizer + 'static, log: &str, job: Job) {
    let method = AnyMethod::Transactions(Box::new(method));
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("log.tsv");
    std::fs::write(&input, log).unwrap();
    let layouts = [ReleaseLayout::Rows, ReleaseLayout::Groups];
    for (layout, to) in layouts.into_iter().flat_map(|layout| ReleaseFormat::ALL.map(|to| (layout, to))) {
        let mut job = job
            .clone()
            .and(&input)
            .layout(layout)
            .output(folder.path().join("release.tsv"))
            .report(folder.path().join("report.json"))
            .audit(folder.path().join("audit.tsv"));
        job.output.format = Some(to);
        let outcome = run_with(&method, &job, &()).unwrap();
        assert!(!outcome.checked.holds, "{layout:?} {to:?}");
        assert!(outcome.published.is_none());
        let left: Vec<_> =
            folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["log.tsv"]);
    }
}

const LOG: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n\
    1\tdog\t2006-03-01 07:17:12\t\t\n2\tcat\t2006-03-01 07:17:12\t\t\n3\tbird\t2006-03-01 07:17:12\t\t\n";

#[test]
fn originals_are_not_a_release() {
    leaves_nothing(Candid, LOG, Job::default());
}

#[test]
fn identical_rows_that_do_not_generalize_are_not_a_release() {
    leaves_nothing(Inventive, LOG, Job::default());
}

#[test]
fn two_queries_of_one_owner_are_not_two_owners() {
    let log = "AnonID\tQuery\tQueryTime\n1\tdog\t2006-03-01 07:17:12\n1\tcat\t2006-03-01 09:17:12\n";
    leaves_nothing(Repetitive, log, Job::default().unit(clump::io::Unit::Query));
}

/// Each property is checked on its own: k-anonymity holds, and the release is not published all the same.
#[test]
fn every_property_of_a_promise_must_hold() {
    let log = |words: &[&str]| {
        let lines = words.iter().enumerate();
        let lines = lines.map(|(owner, word)| format!("{owner}\t{word}\t2006-03-01 07:17:12\n"));
        "AnonID\tQuery\tQueryTime\n".to_owned() + &lines.collect::<String>()
    };
    leaves_nothing(Silent, &log(&["poodle", "dog", "cat"]), Job::default());

    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let input = folder.path().join("log.tsv");
        std::fs::write(&input, log(words)).unwrap();
        let job = Job::anonymize(&input).output(folder.path().join("release.tsv"));
        run_with(&AnyMethod::Transactions(Box::new(Silent)), &job, &()).unwrap()
    };
    let outcome = run(&["poodle", "dog", "cat"]);
    let [groups, certainty] = outcome.checked.properties.as_slice() else { panic!("two properties") };
    assert!(groups.holds() && !certainty.holds());
    let broken: Vec<_> = outcome.checked.broken().map(|broken| broken.property.name()).collect();
    assert_eq!(broken, [PropertyName::Certainty]);
    let reason = certainty.owners.as_ref().unwrap().first.as_ref().unwrap().reason;
    assert_eq!(reason, Reason::TooCertain { holders: 2, of: 3 });

    // Half of the owners are not more than half.
    let outcome = run(&["poodle", "dog", "cat", "bird"]);
    assert!(outcome.checked.holds);
    let promise = outcome.published.unwrap().report.promise;
    assert_eq!(promise.promise(), two().and(half_of_the_dogs()).unwrap());
    assert!(promise.holds());
}
