//! `clump verify`: yes is status 0, no is status 1, and what cannot be checked is status 2.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

const ALONE: &str = "verify release.tsv";
const STATED: &str = "verify release.tsv --promise k-anonymity --k 2";
const WITH_ORIGINALS: &str = "verify release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv";
const CERTIFICATE: &str = "release.tsv.certificate.json";

/// What a file only states is not counted: the word for it is another one, for people and for programs.
#[test]
fn what_a_release_states_is_consistent_and_holds_once_it_was_counted() {
    let desk = Desk::with_release("--layout groups");
    assert_snapshot!(desk.clump(ALONE), @"
    status: 0, stderr:
    Consistent 2-anonymity: every row states at least 2 owners; 5 owners in 2 groups
              the certificate matches this file
              not checked in the certificate: version, owner_is, parameters, taxonomy
              the numbers of owners are those in the file: to count them, pass --audit and --input
              an owner of several groups is counted in each of them
    ");
    let strength = |line: &str, status: i32| {
        let json = desk.clump(&format!("{line} --json")).ends(status).json();
        assert_eq!(json["unbroken"], status == 0, "{json}");
        [&json["strength"], &json["properties"][0]["strength"]].map(|word| word.as_str().unwrap().to_owned())
    };
    assert_eq!(strength(ALONE, 0), ["consistent"; 2]);
    assert_eq!(strength(WITH_ORIGINALS, 0), ["holds"; 2]);
    assert_eq!(strength("verify release.tsv --promise k-anonymity --k 3", 1), ["broken"; 2]);
    // Numbers that nobody counted can be made up, and a new certificate with them.
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output rows.tsv").ok();
    assert_eq!(strength("verify rows.tsv", 0), ["holds"; 2]);
    // Another release under the name and the certificate of the first.
    desk.edit("release.tsv", "2\t", "9\t");
    assert_eq!(strength(STATED, 1), ["broken", "consistent"]);
}

#[test]
fn a_release_with_its_originals_holds() {
    let run = |flags: &str| Desk::with_release(flags).clump(WITH_ORIGINALS).to_string();
    assert_snapshot!(run(""), @"
    status: 0, stderr:
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate matches this file
              not checked in the certificate: version, parameters
              every row generalizes its transaction
    ");
    for flags in ["--layout groups", "--to jsonl --keep-root"] {
        assert_eq!(run(flags), run(""), "{flags}");
    }
    assert_snapshot!("verdicts_as_json", Desk::with_release("").clump(&format!("{WITH_ORIGINALS} --json")));
}

#[test]
fn a_group_that_states_other_numbers_of_owners_does_not_hold() {
    let desk = Desk::with_release("--layout groups");
    let release = desk.text("release.tsv");
    desk.edit("release.tsv", "2\t", "1\t");
    assert_snapshot!(desk.without_trace(ALONE, 1), @"
    status: 1, stderr:
    Broken    2-anonymity: 4 owners, 2 groups; the smallest has 1 owner, as the release states
              violated by 1 set, first by row 2: 1 where 2 must be
              do not publish it: make it again from the originals, or promise only the k that it has
    Broken    the certificate does not match this file: the release was changed
              the numbers of owners are those in the file: to count them, pass --audit and --input
              an owner of several groups is counted in each of them
    ");
    desk.file("release.tsv", release.replace("2\t", "9\t"));
    desk.rebind("audit.tsv", "release.tsv");
    desk.without_trace(WITH_ORIGINALS, 1)
        .says("not matching the transactions and owners of the audit: 1 row");
    desk.file("release.tsv", release.replace("2\t", &format!("{SECRET}\t")));
    assert_snapshot!(desk.refused(ALONE), @"
    error: release.tsv: line 3: the row has no number `owners_in_group`

    hint: check the path: every row of a release has `items` and `owners_in_group`, the number of owners who share it
    ");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let desk = Desk::with_release("");
    let flags = [
        "release.tsv --audit audit.tsv",
        "release.tsv --input log.tsv",
        "nowhere.tsv --k 2",
        "release.tsv --k 0",
        "release.tsv --k 2 --m 3",
        "release.tsv --promise km-anonymity --k 2 --m 2 --h 0.1",
        "release.tsv --rewritten",
        "- --k 2",
    ];
    assert_snapshot!(desk.refusals("verify", flags));
    desk.refused("verify release.tsv --k 1");
    desk.remove(CERTIFICATE);
    std::fs::create_dir(desk.path(CERTIFICATE)).unwrap();
    assert_snapshot!("a_certificate_that_cannot_be_read", desk.refused(ALONE));
    std::fs::remove_dir(desk.path(CERTIFICATE)).unwrap();
    desk.file(CERTIFICATE, SECRET);
    assert_snapshot!("a_certificate_that_is_not_json", desk.refused(ALONE));
}

/// What the release does not bear out is named by its field.
#[test]
fn a_certificate_that_was_altered_is_broken() {
    let desk = Desk::with_release("");
    desk.edit(CERTIFICATE, "\"groups\": 2", "\"groups\": 1");
    assert_snapshot!(desk.clump(ALONE), @"
    status: 1, stderr:
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate matches this file
              not checked in the certificate: version, owner_is, parameters, taxonomy
    Broken    the certificate: these fields are wrong for this release: groups
              every row states how many owners share it: at least 2
              rows were counted: to count owners, pass --audit and --input
    ");
    // A key that nobody knows may be a value.
    desk.edit(CERTIFICATE, "\"groups\": 1", &format!("\"groups\": 2,\n  \"{SECRET}\": 2"));
    desk.without_trace(ALONE, 1).says("these fields are wrong for this release: unknown key");
}

/// Whoever says what to check need not believe the certificate.
#[test]
fn a_stated_promise_is_checked_whatever_the_certificate_says() {
    let desk = Desk::with_release("");
    let certificate = desk.text(CERTIFICATE);
    desk.file(CERTIFICATE, "not a certificate");
    desk.clump(STATED).ok();
    desk.clump(ALONE).ends(2);
    desk.file(CERTIFICATE, certificate.replace("\"k\": 2", "\"k\": 3"));
    desk.clump(ALONE).ends(1).says("Broken");
    desk.clump(STATED).ok().says("Holds");
}

/// Files that hold the same rows in other bytes or in another order: either can mark a row.
#[test]
fn a_file_of_another_form_is_refused() {
    let desk = Desk::with_release("");
    let release = desk.text("release.tsv");
    desk.file("release.tsv", release.replace("3\t<fruit>|<meat>\n", "3\t<fruit>|<meat>\r\n"));
    assert_snapshot!(desk.without_trace(ALONE, 1), @"
    status: 1, stderr:
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
    Broken    the certificate does not match this file: the release was changed
              every row states how many owners share it: at least 2
              rows were counted: to count owners, pass --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: line 2 has other bytes
              take the original file; if another program saved it again, state the promise with --promise, and add --rewritten
    ");
    desk.refused(WITH_ORIGINALS).says("audit.tsv is not the audit of release.tsv");
    assert_eq!(desk.without_trace(STATED, 1).to_string(), desk.clump(ALONE).to_string());
    assert_snapshot!(desk.without_trace(&format!("{STATED} --rewritten"), 0), @"
    status: 0, stderr:
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate does not match this file: another program saved it again
              every row states how many owners share it: at least 2
              rows were counted: to count owners, pass --audit and --input
    Rewritten another program wrote this file: line 2 has other bytes
              its order and encoding may mark rows; clump did not check that
    ");
}

/// Another version may write other bytes: that is told, and decides nothing.
#[test]
fn a_release_of_another_version_is_told() {
    let desk = Desk::with_release("");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    desk.edit(CERTIFICATE, &version, "\"version\": \"0.0.9\"");
    desk.clump(ALONE).ok();
    desk.file("release.tsv", format!("\u{feff}{}", desk.text("release.tsv")));
    assert_snapshot!(desk.without_trace(ALONE, 1).told("Refused"), @"
    Refused   not in the form that clump writes, so order or encoding may mark rows: line 1 has other bytes
              the certificate is of clump 0.0.9: check it with that version
    ");
}

/// The certificate says that there was a list; who checks without it is told to pass it.
#[test]
fn a_check_without_the_list_of_the_run_asks_for_it() {
    let desk = Desk::with_food();
    let rows: String =
        (0..6).map(|owner| format!("u{owner},apple\nu{owner},milk\nu{owner},beef\n")).collect();
    desk.file("in.csv", format!("user,item\n{rows}u7,beef\n")).file("never.txt", "beef\n");
    let how = "--owner user --items item --taxonomy food.csv";
    let files = "--output r.tsv --audit r.audit";
    desk.clump(&format!("anonymize in.csv {how} --k 3 --method nearest --never never.txt {files}")).ok();
    let verify = format!("verify r.tsv --audit r.audit --input in.csv {how}");
    desk.refused(&verify).says("hint: pass the list of excluded words with `--never");
    desk.clump(&format!("{verify} --never never.txt")).ok();
}
