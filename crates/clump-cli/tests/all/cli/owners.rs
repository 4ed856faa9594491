//! Whose row it is: a table must be told, a header is no basket, one person is one owner, and the certificate says what an
//! owner is.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

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
fn a_first_line_that_may_be_a_row_is_not_shown() {
    let rows = "zoe,hiv\nbob,flu\nbob,tea\ncid,gin\n";
    let desk = desk("t.csv", rows);
    desk.file("t.tsv", rows.replace(',', "\t"));
    desk.file("t.txt", rows.replace(',', " "));
    desk.file("t.jsonl", "{\"zoe\":\"hiv\"}\n{\"bob\":\"flu\"}\n");
    let flags =
        ["", "--owner user", "--items item --owner-per-row", "--owner-per-row", "--query q --owner-per-row"];
    for file in ["t.csv --from csv", "t.tsv --from tsv", "t.csv", "t.txt", "t.jsonl"] {
        for flags in flags {
            for verb in [format!("anonymize {file} {COMMON}"), format!("inspect {file} --taxonomy food.csv")]
            {
                let told = desk.clump(&format!("{verb} {flags}")).to_string();
                assert!(!told.contains("zoe") && !told.contains("hiv"), "{verb} {flags}: {told}");
            }
        }
    }
    assert_snapshot!(desk.refused(&format!("anonymize t.csv --from csv --owner user {COMMON}")), @"
    error: t.csv: none of its columns is called `user`; they are not listed, because their 2 names may be values of the data

    hint: check `--owner`; if the first line of the file is a row, add a line with the column names above it
    ");
}

#[test]
fn a_header_is_no_basket() {
    let desk = desk("log.csv", table("customer_id,item"));
    desk.file("log.txt", table("wer,was").replace(',', "\t"));
    desk.file("log.dat", table("customer_id,item").replace(',', " "));
    assert_snapshot!(desk.refusals(&format!("anonymize {COMMON}"), ["log.csv", "log.txt", "log.dat"]));
    let piped = desk.clump_reading(table("customer_id,item"), &format!("anonymize - {COMMON}"));
    assert_eq!(
        piped.stderr,
        desk.refused(&format!("anonymize log.csv {COMMON}")).stderr.replace("log.csv", "standard input")
    );
    let log = format!("AnonID,Query\n7,{SECRET}\n");
    let stated = desk.clump_reading(log, &format!("anonymize - --from csv {COMMON}"));
    assert_snapshot!("a_table_from_a_pipe", stated);
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
        "apply release.tsv log.csv --earlier-owners none --taxonomy food.csv --output second.tsv",
        "taxonomy build log.csv --k 2 --output tree.tsv",
        "taxonomy check log.csv --taxonomy food.csv",
        "anonymize log.csv --method drop-ids --output lines.tsv",
    ] {
        desk.refused(line).says("looks like a table").says("--from csv --owner user_id --items item");
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
        desk.clump(&format!("anonymize {input} {flags} {page} --force")).ok().says(&format!("({owner})"));
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
    let runs =
        ["log.csv --owner user", "baskets.txt --spelling fold", "log.csv --owner-per-row --spelling fold"];
    assert_snapshot!(desk.refusals(&format!("anonymize {COMMON}"), runs));
    let owners = |flag: &str| {
        desk.clump(&format!("{run} {flag} --audit audit.tsv --force")).ok();
        assert_eq!(desk.certificate("release.tsv")["parameters"]["spelling"], flag["--spelling ".len()..]);
        desk.text("audit.tsv").lines().count() - 2
    };
    assert_eq!([owners("--spelling as-they-are"), owners("--spelling fold")], [6, 3]);
}

#[test]
fn a_known_owner_is_known_in_any_spelling() {
    let desk = desk("first.csv", "user,item\nanna,beef\notto,beef\n");
    desk.file("second.csv", "user,item\nAnna,beef\nberta,beef\n");
    desk.clump(&format!("anonymize first.csv --owner user {COMMON} --audit audit.tsv")).ok();
    let apply = "apply release.tsv second.csv --owner user --taxonomy food.csv --earlier-owners audit.tsv --output b.tsv";
    desk.refused(apply).says("1 of 2 owners is in the earlier release too");
    desk.clump(&format!("{apply} --spelling as-they-are")).ok();
}
