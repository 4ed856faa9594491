//! Parameters and job files that are refused before any work is done.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

fn refused(flags: &str) -> String {
    Desk::with_food()
        .refused(&format!("anonymize baskets.txt --taxonomy food.csv --output release.tsv {flags}"))
        .to_string()
}

#[test]
fn k_of_zero() {
    assert_snapshot!(refused("--k 0"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k must be at least 2, not 0: a group of one owner hides nobody

    hint: `--k 5` to `--k 10` is usual; larger hides better and loses more
    ");
}

#[test]
fn k_of_one() {
    assert_snapshot!(refused("--k 1"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k must be at least 2, not 1: a group of one owner hides nobody

    hint: `--k 5` to `--k 10` is usual; larger hides better and loses more
    ");
}

#[test]
fn k_that_is_missing() {
    assert_snapshot!(refused(""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k is not given

    hint: say how many owners the promise speaks of, for example `--k 5`
    ");
}

#[test]
fn k_that_is_no_number() {
    assert_snapshot!(refused("--k five"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'five' for '--k <K>': not a whole number

    For more information, try '--help'.
    ");
}

#[test]
fn k_that_is_negative() {
    assert_snapshot!(refused("--k -3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '-3' for '--k <K>': not a whole number

    For more information, try '--help'.
    ");
}

#[test]
fn k_above_the_number_of_owners() {
    assert_snapshot!(refused("--k 6"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 5 owners cannot be 6-anonymous

    hint: lower `--k`, or publish together with more owners
    ");
}

#[test]
fn k_above_the_number_of_owners_with_a_known_item() {
    let desk = Desk::with_food();
    desk.file("log.txt", format!("beef\nmilk\n{SECRET}\n"));
    assert_snapshot!(desk.refused("anonymize log.txt --taxonomy food.csv --k 3 --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 2 owners cannot be 3-anonymous
      cause: 1 of 3 owners have no item of the taxonomy (1 distinct words are not in it)

    hint: lower `--k`, or list the unknown words with `clump inspect INPUT --unknown-words`
    ");
}

#[test]
fn r_of_zero() {
    assert_snapshot!(refused("--k 2 --method clump --r 0"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: r must be at least 1: it is the number of open groups that are tried

    hint: leave `--r` out for the paper's 10
    ");
}

#[test]
fn threads_of_zero() {
    assert_snapshot!(refused("--k 2 --threads 0"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '0' for '--threads <N>': not a whole number from 1

    For more information, try '--help'.
    ");
}

#[test]
fn more_threads_than_are_of_use() {
    assert_snapshot!(refused("--k 2 --threads 100000"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 100000 threads are asked for, and a job may have 1024

    hint: lower `--threads`, or leave it out: all cores are used, and more threads than cores are no faster
    ");
}

#[test]
fn a_folder_for_temporary_files_that_takes_none_is_found_before_anything_is_read() {
    let desk = Desk::with_food();
    // Reading it would be an error of its own.
    desk.file("broken.tsv", [0; 64]);
    let runs = [
        "broken.tsv --taxonomy food.csv --k 2 --output release.tsv",
        "broken.tsv --method counts --fact query --k 2 --output release.tsv",
        "broken.tsv --method hash --output release.tsv",
    ];
    for run in runs {
        let told = desk.refused(&format!("anonymize {run} --temp nowhere")).stderr;
        assert!(told.starts_with("error: nowhere: temporary files cannot be written there\n"), "{told}");
        assert!(told.contains("hint: name a folder that takes files"), "{told}");
        let output = desk.command(&format!("anonymize {run}")).env("TMPDIR", "/nowhere").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("error: /nowhere: temporary files cannot be written there\n"), "{told}");
    }
}

#[test]
fn a_layout_of_the_input_that_does_not_exist() {
    assert_snapshot!(refused("--k 2 --from excel"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'excel' for '--from <LAYOUT>'
      [possible values: aol, basket, csv, tsv, jsonl, parquet, arrow]

    For more information, try '--help'.
    ");
}

#[test]
fn a_layout_of_the_release_that_does_not_exist() {
    assert_snapshot!(refused("--k 2 --layout columns"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'columns' for '--layout <LAYOUT>'
      [possible values: rows, groups]

    For more information, try '--help'.
    ");
}

#[test]
fn a_flag_that_does_not_exist() {
    assert_snapshot!(refused("--k 2 --zeta 1"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: unexpected argument '--zeta' found

      tip: a similar argument exists: '--delta'

    Usage: clump anonymize --taxonomy <NAME|FILE> --output <FILE> --k <K> <INPUT>...

    For more information, try '--help'.
    ");
}

#[test]
fn a_gap_that_is_no_pause() {
    let desk = Desk::with_food();
    let line = "anonymize log.tsv --taxonomy food.csv --k 2 --unit session --gap soon --output release.tsv";
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `gap` is not a pause
      cause: not a duration: expected hours, minutes and seconds like `30m`, `90s` or `2h30m`

    hint: `--gap 30m` is usual
    ");
}

#[test]
fn no_input() {
    assert_snapshot!(Desk::new().refused("anonymize --k 5 --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no input was given

    hint: name a log, for example `clump anonymize log.tsv --k 5 --output release.tsv`
    ");
}

#[test]
fn no_output() {
    assert_snapshot!(Desk::with_food().refused("anonymize baskets.txt --taxonomy food.csv --k 2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no output was given

    hint: name the release with `--output release.tsv`, or pass `--json` to see only the measures
    ");
}

#[test]
fn an_audit_without_a_release() {
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --json --audit audit.tsv";
    assert_snapshot!(Desk::with_food().refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: an audit belongs to a release, and there is none

    hint: add `--output release.tsv`
    ");
}

#[test]
fn release_and_measures_both_on_standard_output() {
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --json --output -";
    assert_snapshot!(Desk::with_food().refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the release and --json both want standard output

    hint: write the release to a file
    ");
}

#[test]
fn a_job_file_with_an_unknown_key() {
    let desk = Desk::with_food();
    desk.file("job.toml", "input = [\"baskets.txt\"]\nkay = 5\n");
    assert_snapshot!(desk.refused("anonymize --config job.toml --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: job.toml: line 2: not a key of a job

    hint: a job is TOML, and its keys are the names of the flags of `clump help anonymize`
    ");
}

#[test]
fn a_job_file_with_a_value_that_does_not_fit() {
    let desk = Desk::with_food();
    desk.file("job.toml", "input = [\"baskets.txt\"]\nk = \"five\"\n");
    assert_snapshot!(desk.refused("anonymize --config job.toml --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: job.toml: line 2: expected a whole number

    hint: a job is TOML, and its keys are the names of the flags of `clump help anonymize`
    ");
}

#[test]
fn a_job_file_that_is_not_toml() {
    // Most likely the log itself, given to the wrong flag: none of it may be told.
    let desk = Desk::with_food();
    desk.file("queries.tsv", format!("142\t{SECRET}\t2006-03-01 07:17:12\n"));
    let run = desk.refused("anonymize --config queries.tsv --k 2 --output release.tsv");
    assert!(run.stderr.contains("queries.tsv") && run.stderr.contains("line 1"), "{run}");
}

#[test]
fn a_job_file_that_is_missing() {
    assert_snapshot!(Desk::with_food().refused("anonymize --config job.toml --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: job.toml: cannot be read (No such file or directory (os error 2))

    hint: check the path given to `--config`
    ");
}

#[test]
fn a_flag_of_another_method() {
    assert_snapshot!(refused("--k 2 --r 5"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `r` is not a key of the method nearest

    hint: leave it out, or choose the method that reads it: `--method clump`
    ");
    assert_snapshot!(refused("--k 2 --method clump --effort fast"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `effort` is not a key of the method clump

    hint: leave it out, or choose the method that reads it: `--method nearest`
    ");
}
