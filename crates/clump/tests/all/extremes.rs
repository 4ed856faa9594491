//! Numbers that overflow elsewhere: the answers are right, and come soon.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clump::core::anonymize::AnonymizeError;
use clump::io::Repeats;
use clump::{Job, MethodName, Outcome, RunError, run};

const METHODS: [MethodName; 4] =
    [MethodName::Nearest, MethodName::Clump, MethodName::Partition, MethodName::Apriori];

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn job(input: &Path, taxonomy: &str, k: usize) -> Job {
    Job::anonymize(input).taxonomy(taxonomy).k(k)
}

fn verified(job: &Job) -> Outcome {
    let outcome = run(job, &()).unwrap();
    assert!(outcome.checked.holds, "{:?}", job.method);
    outcome
}

#[test]
fn an_item_may_occur_more_than_65_535_times_in_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let row = |times: usize| "a ".repeat(times) + "b\n";
    let input = write(folder.path(), "many.dat", &[70_000, 70_001, 80_000].map(row).concat());
    for method in [MethodName::Nearest, MethodName::Clump] {
        let mut job = job(&input, "flat", 3).method(method);
        job.input.repeats = Repeats::Keep;
        let outcome = verified(&job);
        let published = outcome.published.unwrap();
        let measures = published.report.figures.measures().unwrap();
        // Every row is published as 70,000 a and one b.
        assert_eq!((measures.items, measures.items_suppressed), (220_004, 10_001));
        assert_eq!(measures.mean_length, 70_001.0);
    }
}

#[test]
fn a_taxonomy_may_be_100_000_levels_deep() {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = String::from("n0\t\n");
    for level in 1..=100_000 {
        writeln!(tree, "n{level}\tn{}\nl{level}\tn{}", level - 1, level - 1).unwrap();
    }
    let tree = write(folder.path(), "deep.tsv", &tree);
    let rows: String =
        (1..=20).map(|row| format!("l{} l{}\n", 4_999 * row, (7_919 * row) % 100_000 + 1)).collect();
    let input = write(folder.path(), "deep.dat", &rows);
    for method in METHODS {
        verified(&job(&input, tree.to_str().unwrap(), 5).method(method));
    }
}

#[test]
fn a_taxonomy_may_have_a_million_nodes_and_a_row_as_many_items() {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = String::from("*\t\n");
    let mut long = String::new();
    for group in 0..1_000 {
        writeln!(tree, "g{group}\t*").unwrap();
    }
    for item in 0..999_000 {
        writeln!(tree, "i{item}\tg{}", item % 1_000).unwrap();
        write!(long, "i{item} ").unwrap();
    }
    long.push('\n');
    for row in 0..2_000 {
        writeln!(long, "i{} i{}", row % 7, row * 31 % 999_000).unwrap();
    }
    let tree = write(folder.path(), "wide.tsv", &tree);
    let input = write(folder.path(), "long.dat", &long);
    for method in METHODS {
        verified(&job(&input, tree.to_str().unwrap(), 5).method(method));
    }
}

#[test]
fn a_k_of_a_billion_is_too_many_owners_and_no_overflow() {
    let folder = tempfile::tempdir().unwrap();
    let input = write(folder.path(), "few.dat", "a b\na c\nb c\n");
    for method in METHODS {
        for k in [1_000_000_000, usize::MAX] {
            let error = run(&job(&input, "flat", k).method(method), &()).unwrap_err();
            assert!(
                matches!(error, RunError::Anonymize { reason: AnonymizeError::TooFewOwners { .. }, .. }),
                "{method:?}: {error}"
            );
        }
    }
}
