//! Parameters and job files that are refused before any work is done.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, refusals_of};

#[test]
fn numbers_and_names_out_of_their_ranges() {
    let flags = [
        "--k 0",
        "--k 1",
        "",
        "--k five",
        "--k -3",
        "--k 6",
        "--k 2 --method clump --r 0",
        "--k 2 --threads 0",
        "--k 2 --threads 100000",
        "--k 2 --from excel",
        "--k 2 --layout columns",
        "--k 2 --zeta 1",
        "--k 2 --r 5",
        "--k 2 --method clump --effort fast",
    ];
    let run = "anonymize baskets.txt --taxonomy food.csv --output release.tsv";
    assert_snapshot!(Desk::with_food().refusals(run, flags));
}

#[test]
fn inputs_outputs_and_pauses_that_are_missing_or_do_not_fit() {
    let flags = [
        "--k 5 --output release.tsv",
        "baskets.txt --k 2",
        "baskets.txt --k 2 --json --audit audit.tsv",
        "baskets.txt --k 2 --json --output -",
        "log.tsv --k 2 --unit session --gap soon --output release.tsv",
    ];
    assert_snapshot!(Desk::with_food().refusals("anonymize --taxonomy food.csv", flags));
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
        assert!(told.contains("hint: use `--temp` to name a writable folder"), "{told}");
        let output = desk.command(&format!("anonymize {run}")).env("TMPDIR", "/nowhere").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("error: /nowhere: temporary files cannot be written there\n"), "{told}");
    }
}

#[test]
fn job_files_that_are_none() {
    let job = |line: &str| format!("input = [\"baskets.txt\"]\n{line}\n");
    let run = "anonymize --config FILE --output release.tsv";
    assert_snapshot!(refusals_of(
        run,
        [("job.toml", job("kay = 5"), ""), ("job.toml", job("k = \"five\""), "")]
    ));
    assert_snapshot!(Desk::with_food().refused(&run.replace("FILE", "job.toml")), @"
    error: job.toml: cannot be read (No such file or directory (os error 2))

    hint: check the path given to `--config`
    ");
    // Most likely the log itself, given to the wrong flag: none of it may be told.
    let desk = Desk::with_food();
    desk.file("queries.tsv", format!("142\t{SECRET}\t2006-03-01 07:17:12\n"));
    desk.refused(&run.replace("FILE", "queries.tsv")).says("queries.tsv: line 1");
}
