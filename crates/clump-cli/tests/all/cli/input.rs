//! Inputs that cannot be read. Each message names file and line and says what to do; no value of the data is told.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture, refusals_of};

const HEADER: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n";

/// A good line, before the bad one.
const GOOD: &str = "7\torange\t2006-03-01 07:17:12\t\t\n";

const FLAGS: &str = "--taxonomy food.csv --k 2 --output release.tsv";

fn refused<C: AsRef<[u8]>, const N: usize>(files: [(&str, C, &str); N]) -> String {
    refusals_of(&format!("anonymize FILE {FLAGS}"), files)
}

#[test]
fn files_that_are_no_text_of_data() {
    assert_snapshot!(refused([
        ("empty.txt", String::new(), ""),
        ("header.tsv", HEADER.to_owned(), ""),
        ("picture.txt", format!("beef\n{SECRET}\0\x01\x02"), ""),
        ("log", format!("8\t{SECRET}\t2006-03-01 07:17:12\n"), ""),
        ("baskets.csv", format!("beef,milk\nbeef,\"{SECRET}\n"), ""),
    ]));
}

#[test]
fn compressed_files_that_are_damaged() {
    let [gzip, zstd] = ["baskets.txt.gz", "baskets.txt.zst"].map(fixture);
    let mut changed = gzip.clone();
    // Within the checksum, behind all of the text.
    let at = changed.len() - 6;
    changed[at] ^= 0xff;
    assert_snapshot!(refused([
        ("baskets.txt.gz", &gzip[..gzip.len() / 2], ""),
        ("baskets.txt.gz", &changed[..], ""),
        ("baskets.txt.zst", &zstd[..zstd.len() / 2], ""),
    ]));
}

#[test]
fn paths_that_are_no_file_or_not_of_one_layout() {
    let desk = Desk::with_food();
    std::fs::create_dir(desk.path("logs")).unwrap();
    desk.file("baskets.csv", format!("{SECRET},beef\n"));
    let inputs = ["nowhere.tsv", "logs", "log.tsv baskets.csv"];
    assert_snapshot!(desk.refusals(&format!("anonymize {FLAGS}"), inputs));
}

#[test]
fn the_offending_line_is_shown_only_when_asked_for() {
    let desk = Desk::with_food();
    desk.file("log.tsv", format!("{HEADER}{GOOD}8\t{SECRET}\n"));
    let line = format!("anonymize log.tsv {FLAGS}");
    desk.refused(&line);
    assert_snapshot!(desk.clump(&format!("{line} --show-values")), @"
    error: log.tsv: line 3: expected 3 to 5 columns separated by tabs, found 2
      line: 8	zzsecretzz

    hint: use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is not a log
    ");
}

#[test]
fn spreadsheets() {
    let zip = format!("PK\x03\x04{SECRET}");
    let run = "anonymize FILE --owner user --taxonomy food.csv --k 2 --output r.jsonl";
    assert_snapshot!(refusals_of(
        run,
        [
            ("t.xlsx", zip.as_bytes(), ""),
            ("t", zip.as_bytes(), ""),
            ("t.ods", SECRET.as_bytes(), ""),
            ("t.csv", &b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], ""),
        ]
    ));
}
