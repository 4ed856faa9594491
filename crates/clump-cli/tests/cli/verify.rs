//! `clump verify`: yes is status 0, no is status 1, and what cannot be checked is status 2.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// A desk with `release.tsv`, its certificate and `audit.tsv`.
fn released(flags: &str) -> Desk {
    let desk = Desk::with_food();
    desk.clump(&format!(
        "anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv {flags}"
    ))
    .ok();
    desk
}

const WITH_ORIGINALS: &str = "verify release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv";

#[test]
fn a_release_alone_holds() {
    assert_snapshot!(released("").clump("verify release.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about these very bytes
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn a_release_with_its_originals_holds() {
    assert_snapshot!(released("").clump(WITH_ORIGINALS), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
    assert_snapshot!(released("--layout groups").clump(WITH_ORIGINALS), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
    assert_snapshot!(released("--to jsonl --keep-root").clump(WITH_ORIGINALS), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
}

#[test]
fn verdicts_as_json() {
    assert_snapshot!(released("").clump(&format!("{WITH_ORIGINALS} --json")));
}

#[test]
fn a_larger_k_than_promised_does_not_hold() {
    assert_snapshot!(released("").without_trace("verify release.tsv --k 3", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    3-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              violated by 1 set, first by rows 4, 5: 2 where 3 must be
              do not publish it: make it again from the originals, or promise only the k that it has
              the certificate beside it is about these very bytes
              the numbers of owners that it states do not hold: 1 set, first rows 4, 5: 2 where 3 must be
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn a_release_without_certificate_is_checked_with_k() {
    let desk = released("");
    std::fs::remove_file(desk.path("release.tsv.certificate.json")).unwrap();
    assert_snapshot!(desk.refused("verify release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what the release promises is not given

    hint: say it with `--promise`, for example `--promise k-anonymity --k 5`
    ");
    assert_snapshot!(desk.clump("verify release.tsv --k 2"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              there is no certificate beside it
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn every_changed_row_is_noticed() {
    let desk = released("");
    let release = desk.text("release.tsv");
    let other = format!("1\t{SECRET}");
    for changed in 1..release.lines().count() {
        let rows: Vec<&str> = release
            .lines()
            .enumerate()
            .map(|(row, line)| if row == changed { other.as_str() } else { line })
            .collect();
        desk.file("release.tsv", rows.join("\n") + "\n");
        desk.rebind("audit.tsv", "release.tsv");
        desk.without_trace("verify release.tsv", 1);
        desk.without_trace(WITH_ORIGINALS, 1);
    }
    assert_snapshot!(desk.without_trace("verify release.tsv", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 3 groups; the smallest has 1 row
              violated by 2 sets, first by row 4: 1 where 2 must be
              do not publish it: make it again from the originals, or promise only the k that it has
              the certificate beside it is about other bytes: the release was changed
              the numbers of owners that it states do not hold: 2 sets, first row 4: 2 owners stated for 1 row; are these groups (`--layout groups`)?
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    assert_snapshot!(desk.without_trace(WITH_ORIGINALS, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 3 groups; the smallest has 1 owner
              violated by 2 sets, first by row 4: 1 where 2 must be
              do not publish it: make it again from the originals, or promise only the k that it has
              the certificate beside it is about other bytes: the release was changed
              the numbers of owners that it states do not hold: 2 sets, first row 4: 2 owners stated for 1 row; are these groups (`--layout groups`)?
              not generalizing their transaction: 1 row
              not standing for the transactions and owners that the audit names: 1 row
    ");
}

#[test]
fn a_whole_group_that_was_changed_is_noticed_with_the_originals() {
    let desk = released("");
    desk.file("release.tsv", desk.text("release.tsv").replace("chicken", "butter"));
    desk.rebind("audit.tsv", "release.tsv");
    assert_snapshot!(desk.without_trace(WITH_ORIGINALS, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate beside it is about other bytes: the release was changed
              not generalizing their transaction: 1 row
    ");
}

#[test]
fn a_certificate_of_other_bytes_is_noticed_without_the_originals() {
    let desk = released("");
    desk.file("release.tsv", desk.text("release.tsv").replace("chicken", "butter"));
    let run = desk.without_trace("verify release.tsv", 1);
    assert!(run.stderr.contains("certificate"), "{run}");
}

#[test]
fn a_group_that_states_too_few_owners_does_not_hold() {
    let desk = released("--layout groups");
    desk.file("release.tsv", desk.text("release.tsv").replace("2\t", "1\t"));
    assert_snapshot!(desk.without_trace("verify release.tsv", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 4 owners, 2 groups; the smallest has 1 owner, as the release states
              violated by 1 set, first by row 2: 1 where 2 must be
              do not publish it: make it again from the originals, or promise only the k that it has
              the certificate beside it is about other bytes: the release was changed
              owners of several groups are counted in each: exact where every owner has one row
    ");
}

#[test]
fn a_group_that_states_too_many_owners_does_not_hold() {
    let desk = released("--layout groups");
    desk.file("release.tsv", desk.text("release.tsv").replace("2\t", "9\t"));
    desk.rebind("audit.tsv", "release.tsv");
    assert_snapshot!(desk.without_trace(WITH_ORIGINALS, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 owners
              the certificate beside it is about other bytes: the release was changed
              every row generalizes its transaction
              not standing for the transactions and owners that the audit names: 1 row
    ");
}

#[test]
fn a_group_without_its_number_of_owners() {
    let desk = released("--layout groups");
    desk.file("release.tsv", desk.text("release.tsv").replace("2\t", &format!("{SECRET}\t")));
    assert_snapshot!(desk.refused("verify release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv: line 3: the row has no number `owners_in_group`

    hint: every row has `items` and `owners_in_group`, how many owners share it
    ");
}

#[test]
fn sessions_show_k_owners_only_with_the_audit() {
    let desk = Desk::with_food();
    let how = "--taxonomy food.csv --unit session";
    desk.clump(&format!(
        "anonymize log.tsv {how} --k 2 --output release.tsv --audit audit.tsv --method nearest"
    ))
    .ok();
    assert_snapshot!(desk.clump("verify release.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 8 owners, 4 groups; the smallest has 2 owners, as the release states
              the certificate beside it is about these very bytes
              owners of several groups are counted in each: exact where every owner has one row
    ");
    assert_snapshot!(desk.clump(&format!("verify release.tsv --audit audit.tsv --input log.tsv {how}")), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 8 rows, 4 groups; the smallest has 2 owners
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
}

#[test]
fn rows_of_one_owner_are_found_out_by_the_audit() {
    // Identical rows, but of the same owner: alone it looks 2-anonymous.
    let desk = Desk::with_food();
    desk.file(
        "one.tsv",
        "AnonID\tQuery\tQueryTime\n7\tbeef\t2006-03-01 07:17:12\n7\tbeef\t2006-03-01 07:18:12\n",
    );
    desk.file("release.tsv", "owners_in_group\titems\n2\tbeef\n2\tbeef\n");
    desk.file("audit.tsv", "#release=\trows=2\tentries=2\nowner\trow\n7\t1\n7\t2\n");
    desk.rebind("audit.tsv", "release.tsv");
    desk.clump("verify release.tsv --k 2").ok();
    let line = "verify release.tsv --k 2 --audit audit.tsv --input one.tsv --taxonomy food.csv --unit query";
    assert_snapshot!(desk.without_trace(line, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 1 row, 1 group; the smallest has 1 owner
              violated by 1 set, first by rows 1, 2: 1 where 2 must be
              do not publish it: make it again from the originals, or promise only the k that it has
              there is no certificate beside it
              every row generalizes its transaction
              not standing for the transactions and owners that the audit names: 2 rows
    ");
}

#[test]
fn the_audit_of_another_release() {
    let desk = released("");
    // Of the same data at another k.
    let line = "anonymize baskets.txt --taxonomy food.csv --k 3 --output others.tsv --audit others.audit";
    desk.clump(line).ok();
    let line = WITH_ORIGINALS.replace("audit.tsv", "others.audit");
    assert_snapshot!(desk.refused(&line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: others.audit is the audit of another release than release.tsv

    hint: pass the file that was written with this very release, and the release as it was written
    ");
    let line = "measure baskets.txt release.tsv --audit others.audit --taxonomy food.csv";
    assert!(
        desk.refused(line).stderr.contains("others.audit is the audit of another release than release.tsv")
    );
}

#[test]
fn an_audit_that_does_not_fit() {
    let desk = released("");
    let bound = desk.text("audit.tsv").lines().next().unwrap().to_owned();
    let (bound, _) = bound.rsplit_once('=').unwrap();
    let entries = |entries: &str| {
        let number = entries.lines().count();
        desk.file("audit.tsv", format!("{bound}={number}\nowner\trow\n{entries}"));
    };
    entries(&format!("1\t1\n{SECRET}\t2\n"));
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 4: the input has no such owner

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    entries("1\t1\n2\t99\n");
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 4: the release has no such row

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    entries("1\t1\n2\t1\n");
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 4: the row is another owner's already

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    entries("1\t1\n");
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 4: the audit ends before every transaction has its row

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
}

#[test]
fn an_audit_that_is_none() {
    let desk = released("");
    desk.file("audit.tsv", format!("{SECRET}\n"));
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 1: expected which release this is the audit of

    hint: pass the file that `clump anonymize --audit` wrote with this release
    ");
    desk.file("audit.tsv", format!("#release=00\trows=1\tentries=1\nowner\trow\n1\t{SECRET}\n"));
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 3: expected an owner and a row number from 1, separated by a tab

    hint: pass the file that `clump anonymize --audit` wrote with this release
    ");
}

#[test]
fn an_audit_without_the_input() {
    assert_snapshot!(released("").refused("verify release.tsv --audit audit.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the following required arguments were not provided:
      --input <FILE>

    Usage: clump verify --input <FILE> --audit <FILE> <RELEASE>

    For more information, try '--help'.
    ");
}

#[test]
fn an_input_without_the_audit() {
    assert_snapshot!(released("").refused("verify release.tsv --input log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: which row is whose, only the audit tells

    hint: add `--audit FILE`; only a table of facts is checked against its input alone
    ");
}

/// Counts, sentences and keys that the release does not bear out are named by their fields, never by value.
#[test]
fn a_certificate_that_was_altered_is_broken() {
    let altered = |from: &str, to: &str| {
        let desk = released("");
        let certificate = desk.text("release.tsv.certificate.json");
        assert!(certificate.contains(from), "{certificate}");
        desk.file("release.tsv.certificate.json", certificate.replacen(from, to, 1));
        desk.clump("verify release.tsv")
    };
    assert_snapshot!(altered("\"groups\": 2", "\"groups\": 1"), @"
    status: 1
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about these very bytes
    Broken    the certificate: what it says is not so of this release: groups
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    assert_snapshot!(altered("at least 2 owners", "at least 9 owners"), @"
    status: 1
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about these very bytes
    Broken    the certificate: what it says is not so of this release: meaning
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    assert_snapshot!(altered("\"groups\": 2", &format!("\"groups\": 2,\n  \"{SECRET}\": 2")), @"
    status: 1
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about these very bytes
    Broken    the certificate: what it says is not so of this release: unknown key
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn a_certificate_that_cannot_be_read() {
    let desk = released("");
    std::fs::remove_file(desk.path("release.tsv.certificate.json")).unwrap();
    std::fs::create_dir(desk.path("release.tsv.certificate.json")).unwrap();
    assert_snapshot!(desk.clump("verify release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv.certificate.json cannot be read
      cause: Is a directory (os error 21)

    hint: check that it is a file, and its permissions
    ");
}

#[test]
fn a_certificate_that_is_not_json() {
    let desk = released("");
    desk.file("release.tsv.certificate.json", SECRET);
    assert_snapshot!(desk.refused("verify release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv.certificate.json is not a certificate that this version writes: line 1

    hint: remove it, and pass `--k` and `--layout` instead
    ");
}

#[test]
fn a_release_that_does_not_exist() {
    assert_snapshot!(Desk::new().refused("verify nowhere.tsv --k 2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.tsv: there is no such file

    hint: check the path
    ");
}

#[test]
fn an_empty_release_promises_nothing() {
    let desk = Desk::new();
    desk.file("release.tsv", "owners_in_group\titems\n");
    assert_snapshot!(desk.without_trace("verify release.tsv --k 2", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: the release is empty: nobody is hidden in it
              there is no certificate beside it
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn k_below_two_is_no_promise() {
    let desk = released("");
    desk.refused("verify release.tsv --k 0");
    desk.refused("verify release.tsv --k 1");
}

#[test]
fn numbers_that_a_promise_does_not_know_are_refused() {
    let desk = released("");
    assert_snapshot!(desk.refused("verify release.tsv --k 2 --m 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `m` is no number of that promise

    hint: say `--promise km-anonymity`, or leave `--m` out
    ");
    assert_snapshot!(desk.refused("verify release.tsv --promise km-anonymity --k 2 --m 2 --h 0.1"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `h` is no number of that promise

    hint: say `--promise coherence`, or leave `--h` out
    ");
}

/// Whoever says what to check need not believe the certificate.
#[test]
fn a_stated_promise_is_checked_whatever_the_certificate_says() {
    let desk = released("");
    desk.file("release.tsv.certificate.json", "not a certificate");
    assert_eq!(desk.clump("verify release.tsv --promise k-anonymity --k 2").status, 0);
    assert_eq!(desk.clump("verify release.tsv").status, 2);
    let desk = released("");
    let certificate = desk.text("release.tsv.certificate.json");
    desk.file("release.tsv.certificate.json", certificate.replace("\"k\": 2", "\"k\": 3"));
    let believed = desk.clump("verify release.tsv");
    assert!(believed.status == 1 && believed.stderr.contains("Broken"), "{believed}");
    let stated = desk.clump("verify release.tsv --promise k-anonymity --k 2");
    assert!(stated.status == 0 && stated.stderr.contains("Holds"), "{stated}");
}

/// Files that hold the same rows in other bytes or in another order: either can mark a row.
#[test]
fn a_file_of_another_form_is_refused() {
    let desk = released("");
    let release = desk.text("release.tsv");
    desk.file("release.tsv", release.replace("3\t<fruit>|<meat>\n", "3\t<fruit>|<meat>\r\n"));
    assert_snapshot!(desk.without_trace("verify release.tsv", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: line 2 has other bytes
              take the original file; if another program saved it again, state the promise with --promise, and add --rewritten
    ");
    assert_snapshot!(desk.refused(WITH_ORIGINALS), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv is the audit of another release than release.tsv

    hint: pass the file that was written with this very release, and the release as it was written
    ");
    assert_snapshot!(desk.without_trace("verify release.tsv --promise k-anonymity --k 2", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: line 2 has other bytes
              take the original file; if another program saved it again, state the promise with --promise, and add --rewritten
    ");
    assert_snapshot!(desk.without_trace("verify release.tsv --promise k-anonymity --k 2 --rewritten", 0), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Rewritten not in the form that clump writes: line 2 has other bytes
              its order and encoding may mark rows, which nobody checked
    ");
    let mut lines: Vec<&str> = release.lines().collect();
    lines.swap(1, 5);
    desk.file("release.tsv", lines.join("\n") + "\n");
    assert_snapshot!(desk.without_trace("verify release.tsv --promise k-anonymity --k 2", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: row 2 belongs before the one above it
              take the original file; if another program saved it again, state the promise with --promise, and add --rewritten
    ");
    desk.file("release.tsv", release.replace("<fruit>|<meat>", "<meat>|<fruit>"));
    assert_snapshot!(desk.without_trace("verify release.tsv --promise k-anonymity --k 2", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: the items of row 1 are not sorted
              take the original file; if another program saved it again, state the promise with --promise, and add --rewritten
    ");
}

#[test]
fn rewritten_needs_a_promise_that_is_stated() {
    assert_snapshot!(released("").refused("verify release.tsv --rewritten"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the following required arguments were not provided:
      --promise <PROPERTY>

    Usage: clump verify --promise <PROPERTY> --rewritten <RELEASE>

    For more information, try '--help'.
    ");
}

/// Another version may write other bytes: that is told, and decides nothing.
#[test]
fn a_release_of_another_version_is_told() {
    let desk = released("");
    let certificate = desk.text("release.tsv.certificate.json");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(certificate.contains(&version));
    desk.file("release.tsv.certificate.json", certificate.replace(&version, "\"version\": \"0.0.9\""));
    desk.clump("verify release.tsv").ok();
    desk.file("release.tsv", format!("\u{feff}{}", desk.text("release.tsv")));
    assert_snapshot!(desk.without_trace("verify release.tsv", 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    2-anonymity: 5 rows, 2 groups; the smallest has 2 rows
              the certificate beside it is about other bytes: the release was changed
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    Refused   not in the form that clump writes, so order or encoding may mark rows: line 1 has other bytes
              the certificate is of clump 0.0.9: check it with that version
    ");
}

/// A release that comes through a pipe cannot be read twice.
#[test]
fn standard_input_is_not_verified() {
    let release = "owners_in_group\titems\n2\tbeef\n2\tbeef\n";
    assert_snapshot!(Desk::new().clump_reading(release, "verify - --k 2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: standard input: what is verified cannot be read from there

    hint: write it to a file, and name that
    ");
}
