//! Whose row it is: a table must be told, a header is no basket, one person is one owner, and the certificate says what an
//! owner is.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture};

/// Sixty rows of twelve people, under a header.
fn table(header: &str) -> String {
    let rows: String =
        (0..60).map(|row| format!("{},{}\n", 100 + row % 12, ["beef", "milk", "apple"][row % 3])).collect();
    format!("{header}\n{rows}")
}

const COMMON: &str = "--taxonomy food.csv --k 2 --output release.tsv";

fn desk(name: &str, content: impl AsRef<[u8]>) -> Desk {
    let desk = Desk::with_food();
    desk.file(name, content);
    desk
}

#[test]
fn a_table_of_which_nobody_said_whose_rows_it_has() {
    let desk = desk("log.csv", table("user_id,item"));
    desk.file("baskets.parquet", fixture("baskets.parquet"));
    assert_snapshot!(desk.refused(&format!("anonymize log.csv --from csv {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.csv: nothing says who the owner of a row is
      cause: its columns are `user_id`, `item`; the owner is likely `user_id`: 12 distinct values in 60 rows

    hint: add `--owner user_id --items item`, or `--owner-per-row` if no two rows are of one person
    ");
    assert_snapshot!(desk.refused(&format!("anonymize baskets.parquet {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.parquet: nothing says who the owner of a row is
      cause: its columns are `visit`, `owner`, `items`; the owner is likely `owner`: 5 distinct values in 5 rows

    hint: add `--owner owner --items items`, or `--owner-per-row` if no two rows are of one person
    ");
    desk.file("some.csv", "a,b\nx,1\nx,2\ny,3\n");
    assert_snapshot!(desk.refused(&format!("anonymize some.csv --from csv --items b {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: some.csv: nothing says who the owner of a row is
      cause: its columns are `a`, `b`

    hint: name the column with `--owner COLUMN`, or say `--owner-per-row` if no two rows are of one person
    ");
    assert_snapshot!(desk.refused(&format!("anonymize log.csv --owner user_id --owner-per-row {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `owner` and `owner-per-row` cannot both be given

    hint: name the column of the owner, or say that each row is one owner
    ");
}

#[test]
fn a_header_is_no_basket() {
    let desk = desk("log.csv", table("customer_id,item"));
    desk.file("log.txt", table("wer,was").replace(',', "\t"));
    desk.file("log.dat", table("customer_id,item").replace(',', " "));
    assert_snapshot!(desk.refused(&format!("anonymize log.csv {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.csv: looks like a table, and is not read as baskets unless that is said
      cause: its columns are `customer_id`, `item`; the owner is likely `customer_id`: 12 distinct values in 60 rows

    hint: add `--from csv --owner customer_id --items item`, or `--from basket` if its first line is no header: then each line is one owner, and all of it is items
    ");
    assert_snapshot!(desk.refused(&format!("anonymize log.txt {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.txt: looks like a table, and is not read as baskets unless that is said
      cause: its columns are `wer`, `was`; the owner is likely `wer`: 12 distinct values in 60 rows

    hint: add `--from tsv --owner wer --items was`, or `--from basket` if its first line is no header: then each line is one owner, and all of it is items
    ");
    assert_snapshot!(desk.refused(&format!("anonymize log.dat {COMMON}")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.dat: looks like a table, and is not read as baskets unless that is said
      cause: its columns are `customer_id`, `item`; the owner is likely `customer_id`: 12 distinct values in 60 rows

    hint: separate its columns by commas and add `--from csv --owner customer_id --items item`; or add `--from basket` if its first line is no header: then each line is one owner, and all of it is items
    ");
    let piped = desk.clump_reading(table("customer_id,item"), &format!("anonymize - {COMMON}"));
    assert_snapshot!(piped, @"
    status: 2
    ---stdout---
    ---stderr---
    error: standard input: looks like a table, and is not read as baskets unless that is said
      cause: its columns are `customer_id`, `item`; the owner is likely `customer_id`: 12 distinct values in 60 rows

    hint: add `--from csv --owner customer_id --items item`, or `--from basket` if its first line is no header: then each line is one owner, and all of it is items
    ");
    let log = format!("AnonID,Query\n7,{SECRET}\n");
    let stated = desk.clump_reading(log, &format!("anonymize - --from csv {COMMON}"));
    assert_snapshot!(stated, @"
    status: 2
    ---stdout---
    ---stderr---
    error: standard input: nothing says who the owner of a row is
      cause: its columns are `AnonID`, `Query`; the owner is likely `AnonID`: 1 distinct value in 1 row

    hint: add `--owner AnonID --query Query`, or `--owner-per-row` if no two rows are of one person
    ");
}

#[test]
fn every_command_that_reads_a_log_asks() {
    let desk = desk("log.csv", table("user_id,item"));
    desk.clump(&format!("anonymize baskets.txt {COMMON} --audit audit.tsv")).ok();
    for line in [
        "inspect log.csv --taxonomy food.csv",
        "floor log.csv --taxonomy food.csv --k 2",
        "compare log.csv --taxonomy food.csv --k 2 --output folder",
        "measure release.tsv --input log.csv --audit audit.tsv --taxonomy food.csv",
        "verify release.tsv --input log.csv --audit audit.tsv --taxonomy food.csv",
        "apply release.tsv log.csv --new-owners-only --taxonomy food.csv --output second.tsv",
        "taxonomy build log.csv --k 2 --output tree.tsv",
        "taxonomy check log.csv --taxonomy food.csv",
        "anonymize log.csv --method drop-ids --output lines.tsv",
    ] {
        let run = desk.refused(line).to_string();
        assert!(run.contains("looks like a table"), "{line}\n{run}");
        assert!(run.contains("--from csv --owner user_id --items item"), "{line}\n{run}");
    }
}

#[test]
fn the_certificate_says_what_an_owner_is() {
    let desk = desk("log.csv", table("user_id,item"));
    for (input, owner) in [
        ("log.csv --owner user_id", "column user_id"),
        ("log.csv --owner-per-row", "each row counted as one owner"),
        ("log.csv --from basket --accept-loss", "each line counted as one owner"),
        ("log.tsv", "column AnonID"),
        ("log.tsv --method hash --seed 1", "column AnonID"),
    ] {
        let flags = if input.contains("hash") { "--output release.tsv" } else { COMMON };
        let page = if input.contains("hash") { "" } else { "--page page.html" };
        let run = desk.clump(&format!("anonymize {input} {flags} {page} --force")).ok();
        assert!(run.stderr.contains(&format!("\nOwners    {owner}: ")), "{input}\n{run}");
        let certificate = desk.text("release.tsv.certificate.json");
        assert!(certificate.contains(&format!("\"owner_is\": \"{owner}\"")), "{input}\n{certificate}");
        if !page.is_empty() {
            assert!(
                desk.text("page.html").contains(&format!("<dt>An owner is</dt><dd>{owner}</dd>")),
                "{input}"
            );
        }
        let verified = desk.clump("verify release.tsv");
        assert_eq!(verified.status, i32::from(input.contains("hash")), "{input}\n{verified}");
    }
}

#[test]
fn one_person_under_two_spellings() {
    let desk = desk("log.csv", "user,item\nAnna,beef\nanna,milk\nOtto,beef\n7,milk\n07,beef\n7.0,milk\n");
    let run = format!("anonymize log.csv --owner user {COMMON}");
    assert_snapshot!(desk.refused(&run), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 5 owners differ only in spelling (case, Unicode form, spaces, the form of a number): they may be 2 people

    hint: use `--fold-owners` if they are the same people, or `--owners-as-they-are` if they are different ones
    ");
    assert_snapshot!(desk.refused(&format!("{run} --fold-owners --owners-as-they-are")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `owners-as-they-are` and `fold-owners` cannot both be given

    hint: leave one of them out
    ");
    assert_snapshot!(desk.refused(&format!("anonymize baskets.txt {COMMON} --fold-owners")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt: each line of a basket file is one owner, so there is nothing to be spelled

    hint: leave out `--fold-owners` and `--owners-as-they-are`
    ");
    assert_snapshot!(desk.refused(&format!("anonymize log.csv --owner-per-row {COMMON} --fold-owners")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `fold-owners` has no effect here

    hint: leave it out: a row that is an owner has no name
    ");
    let owners = |flag: &str| {
        let run = desk.clump(&format!("{run} {flag} --audit audit.tsv --force")).ok();
        assert!(
            desk.text("release.tsv.certificate.json").contains(&format!("\"{}\": true", &flag[2..])),
            "{run}"
        );
        desk.text("audit.tsv").lines().count() - 2
    };
    assert_eq!([owners("--owners-as-they-are"), owners("--fold-owners")], [6, 3]);
}

#[test]
fn nobody_is_no_owner() {
    let desk = desk("log.csv", "user,item\nanna,beef\nNULL,milk\notto,beef\n");
    let run = format!("anonymize log.csv --owner user {COMMON}");
    assert_snapshot!(desk.refused(&run), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.csv: line 3: the owner is a word for nothing, such as NULL or NaN

    hint: remove these rows, or use `--skip-bad-lines` to leave such lines out and count them; `--owners-as-they-are` if somebody is called so
    ");
    let skipped = desk.clump(&format!("{run} --skip-bad-lines")).ok();
    assert!(skipped.stderr.contains("Dropped   1 malformed line\n"), "{skipped}");
    desk.clump(&format!("{run} --owners-as-they-are --force")).ok();
}

#[test]
fn a_known_owner_is_known_in_any_spelling() {
    let desk = desk("first.csv", "user,item\nanna,beef\notto,beef\n");
    desk.file("second.csv", "user,item\nAnna,beef\nberta,beef\n");
    desk.clump(&format!("anonymize first.csv --owner user {COMMON} --audit audit.tsv")).ok();
    let apply = "apply release.tsv second.csv --owner user --taxonomy food.csv --earlier-audit audit.tsv --output b.tsv";
    assert_snapshot!(desk.refused(apply), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 1 of 2 owners is in the earlier release too

    hint: two releases of the same people can be combined: leave them out with `--drop-known-owners`
    ");
    desk.clump(&format!("{apply} --owners-as-they-are")).ok();
}
