//! `clump apply`: an earlier release, and new rows.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// The baskets of the first year, and those of the second.
const FIRST: &str = "apple beef\napple beef chicken\norange chicken\nbanana beef\nmilk\nbutter milk\n";
const SECOND: &str = "apple beef milk\napple beef\nbanana chicken\norange beef\ncheese milk\nbutter\napple\n";

/// A release of the first year, and the baskets of the second.
fn desk() -> Desk {
    let desk = Desk::with_food();
    desk.file("first.txt", FIRST).file("second.txt", SECOND);
    desk.clump("anonymize first.txt --taxonomy food.csv --k 2 --output first.tsv").ok();
    desk
}

/// A log of owners `{name}0`, `{name}1`, ... who ask for `queries`, two minutes apart.
fn log(name: &str, queries: &[&str]) -> String {
    let mut log = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned();
    for (owner, line) in queries.iter().enumerate() {
        for (minute, query) in line.split(',').enumerate() {
            log.push_str(&format!("{name}{owner}\t{query}\t2006-03-01 07:{:02}:12\t\t\n", 2 * minute));
        }
    }
    log
}

/// A release of a first log with its audit, and a second log.
fn desk_of_logs(settings: &str) -> Desk {
    let desk = Desk::with_food();
    desk.file("first.log", log("old", &["apple,beef", "apple,chicken", "milk", "butter"]));
    desk.file("second.log", log("new", &["apple,beef milk", "apple,meat", "cheese", "milk"]));
    let run = "anonymize first.log --from aol --method nearest --taxonomy food.csv --k 2 --audit first.audit --output first.tsv";
    desk.clump(&format!("{run} {settings}")).ok();
    desk
}

#[test]
fn new_rows_become_earlier_rows() {
    let desk = desk();
    assert_snapshot!(desk.text("first.tsv"), @"
    owners_in_group	items
    2	<fruit>|<meat>
    2	<fruit>|<meat>
    2	apple|beef
    2	apple|beef
    2	milk
    2	milk
    ");
    assert_snapshot!(desk.clump("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --output second.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Earlier   2-anonymity of nearest holds
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      7 lines, 7 baskets
    Owners    each line counted as one owner: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 4 as typed (30.8 %), 4 generalized (30.8 %), 5 gone (38.5 %: 5 suppressed)
    Kept      39.9 % of the information in words, 38.8 % of that in words of a row together, in bits
    Loss      45.1 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   7 owners into 3 groups of 2 to 3 with apply in [TIME] s
    Applied   2 of 3 rows of the earlier release; 3 new rows fit none that k owners share
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        3 owners  (nothing: an empty row)
        2 owners  <fruit>, <meat>
        2 owners  apple, beef
    Wrote     second.tsv, second.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("second.tsv"), @"
    owners_in_group	items
    3	
    3	
    3	
    2	<fruit>|<meat>
    2	<fruit>|<meat>
    2	apple|beef
    2	apple|beef
    ");
    let certificate: serde_json::Value =
        serde_json::from_str(&desk.text("second.tsv.certificate.json")).unwrap();
    let earlier: serde_json::Value = serde_json::from_str(&desk.text("first.tsv.certificate.json")).unwrap();
    assert_eq!(certificate["method"], "apply");
    assert_eq!(certificate["promise"][0]["k"], 2);
    assert_eq!(certificate["parameters"]["earlier"], earlier["release"]["blake3"]);
    assert!(
        !desk.text("second.tsv.certificate.json").contains("first.tsv"),
        "no name of a file is published"
    );
    assert_snapshot!(desk.clump("verify second.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 7 rows, 3 groups; the smallest has 2 rows
              the certificate beside it is about these very bytes
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
}

#[test]
fn what_was_applied_can_be_applied_again() {
    let desk = desk();
    desk.clump("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --output second.tsv").ok();
    desk.file("third.txt", "apple beef\napple beef\nbutter\nmilk\n");
    desk.clump("apply second.tsv third.txt --new-owners-only --taxonomy food.csv --output third.jsonl --layout groups").ok();
    assert_snapshot!(desk.text("third.jsonl"), @r#"
    {"items":[],"owners_in_group":2}
    {"items":["<fruit>","<meat>"],"owners_in_group":2}
    "#);
    desk.clump("apply third.jsonl third.txt --new-owners-only --taxonomy food.csv --output fourth.jsonl --layout groups").ok();
    assert_eq!(desk.text("fourth.jsonl"), desk.text("third.jsonl"));
}

#[test]
fn k_can_be_raised_and_not_lowered() {
    let desk = desk();
    assert_snapshot!(desk.clump("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --k 4 --output -"), @"
    status: 0
    ---stdout---
    owners_in_group	items
    7	
    7	
    7	
    7	
    7	
    7	
    7	
    ---stderr---
    Earlier   2-anonymity of nearest holds
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      7 lines, 7 baskets
    Owners    each line counted as one owner: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 0 as typed (0 %), 0 generalized (0 %), 13 gone (100 %: 13 suppressed)
    Kept      0 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      100 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   7 owners into 1 group of 7 with apply in [TIME] s
    Applied   0 of 3 rows of the earlier release; 7 new rows fit none that k owners share
    Verified  4-anonymity: every published row stands for at least 7 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        7 owners  (nothing: an empty row)
    Wrote     7 rows to standard output, without a certificate
    ");
    assert_snapshot!(desk.refused("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --k 1 --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k is 1, but the earlier release has 2

    hint: leave `--k` out, or ask for more than 2: less would be promised
    ");
}

#[test]
fn labels_of_a_cut_are_applied_item_by_item() {
    let desk = Desk::with_food();
    desk.file("first.txt", FIRST).file("second.txt", SECOND);
    let run = "anonymize first.txt --taxonomy food.csv --method apriori --k 2 --m 2 --output first.tsv";
    desk.clump(run).ok();
    assert_snapshot!(desk.text("first.tsv"), @"
    owners_in_group	items
    2	<dairy>
    2	<dairy>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    ");
    assert_snapshot!(desk.clump("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --output second.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Earlier   2^2-anonymity of apriori holds
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      7 lines, 7 baskets
    Owners    each line counted as one owner: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 0 as typed (0 %), 9 generalized (69.2 %), 4 gone (30.8 %: 4 suppressed)
    Kept      37.4 % of the information in words, 32.7 % of that in words of a row together, in bits
    Loss      46.2 % by the paper's measure (GGD), of 13 items that were grouped
    Recoded   7 rows of 7 owners with apply in [TIME] s
    Applied   2 of 3 labels of the earlier release; 1 suppressed to keep the promise; 2 new rows left empty
    Verified  2^2-anonymity: 3 sets, each in the rows of at least 4 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        2 owners  (nothing: an empty row)
         1 owner  <fruit>
        4 owners  <fruit>, <meat>
    Wrote     second.tsv, second.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("second.tsv"), @"
    owners_in_group	items
    2	
    2	
    1	<fruit>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    4	<fruit>|<meat>
    ");
    assert_snapshot!(desk.refused("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --floor --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `floor` is not a key of the method apply

    hint: leave it out: apply does not work that way
    ");
}

#[test]
fn what_is_sensitive_is_what_the_certificate_says() {
    let desk = Desk::with_food();
    desk.file("first.txt", FIRST).file("second.txt", SECOND).file("sensitive.txt", "milk\n");
    let run = "anonymize first.txt --taxonomy food.csv --method coherence --sensitive file:sensitive.txt --h 0.5 --k 2 --p 1";
    desk.clump(&format!("{run} --output first.tsv")).ok();
    assert_snapshot!(desk.clump("apply first.tsv second.txt --new-owners-only --taxonomy food.csv --output second.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Earlier   (0.5, 2, 1)-coherence of coherence holds
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      7 lines, 7 baskets
    Owners    each line counted as one owner: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 8 as typed (61.5 %), 0 generalized (0 %), 5 gone (38.5 %: 5 suppressed)
    Kept      49.4 % of the information in words, 48.0 % of that in words of a row together, in bits
    Loss      38.5 % by the paper's measure (GGD), of 13 items that were grouped
    Recoded   7 rows of 7 owners with apply in [TIME] s
    Applied   3 of 4 labels of the earlier release; 1 suppressed to keep the promise; 2 new rows left empty
    Sensitive 1 item of the data
    Verified  (0.5, 2, 1)-coherence: 2 sets, each in the rows of at least 3 owners
    Took      [TIMES]
    Sample    6 of 6 distinct rows: this is what readers get
        2 owners  (nothing: an empty row)
         1 owner  apple
         1 owner  apple, beef
         1 owner  apple, beef, milk
         1 owner  beef
         1 owner  milk
    Wrote     second.tsv, second.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("second.tsv"), @"
    owners_in_group	items
    2	
    2	
    1	apple
    1	apple|beef
    1	apple|beef|milk
    1	beef
    1	milk
    ");
    let certificate: serde_json::Value =
        serde_json::from_str(&desk.text("second.tsv.certificate.json")).unwrap();
    assert_eq!(certificate["sensitive_items"], serde_json::json!(["milk"]));
}

#[test]
fn another_taxonomy_is_refused() {
    let desk = desk();
    assert_snapshot!(desk.refused("apply first.tsv second.txt --new-owners-only --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the taxonomy is not the one of the earlier release

    hint: pass the file that it was made with: `--taxonomy FILE`
    ");
    desk.file("other.csv", "apple,fruit\nbeef,meat\nfruit,food\nmeat,food\n");
    assert_snapshot!(desk.refused("apply first.tsv second.txt --new-owners-only --taxonomy other.csv --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the taxonomy is not the one of the earlier release

    hint: pass the file that it was made with: `--taxonomy FILE`
    ");
    desk.clump("anonymize first.txt --taxonomy flat --k 2 --output flat.tsv").ok();
    assert_snapshot!(desk.refused("apply flat.tsv second.txt --new-owners-only --taxonomy food.csv --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the taxonomy is not the one of the earlier release

    hint: it was made with `--taxonomy flat`
    ");
    // A taxonomy that needs no file need not be named again.
    assert_snapshot!(desk.clump("apply flat.tsv second.txt --new-owners-only --output -"), @"
    status: 0
    ---stdout---
    owners_in_group	items
    3	
    3	
    3	
    2	beef
    2	beef
    2	milk
    2	milk
    ---stderr---
    Earlier   2-anonymity of nearest holds
    Settings  of the earlier release: taxonomy flat
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      7 lines, 7 baskets
    Owners    each line counted as one owner: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 4 as typed (30.8 %), 0 generalized (0 %), 9 gone (69.2 %: 9 suppressed)
    Kept      26.3 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      69.2 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   7 owners into 3 groups of 2 to 3 with apply in [TIME] s
    Applied   2 of 3 rows of the earlier release; 3 new rows fit none that k owners share
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        3 owners  (nothing: an empty row)
        2 owners  beef
        2 owners  milk
    Wrote     7 rows to standard output, without a certificate
    ");
}

#[test]
fn too_few_new_owners_are_refused() {
    let desk = desk();
    desk.file("one.txt", format!("apple {SECRET}\n"));
    assert_snapshot!(desk.refused("apply first.tsv one.txt --new-owners-only --taxonomy food.csv --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 1 new owner cannot be 2-anonymous

    hint: wait for more new owners, or anonymize the old and the new rows together
    ");
}

#[test]
fn an_earlier_release_that_was_changed_is_not_applied() {
    let desk = desk();
    desk.file("first.tsv", desk.text("first.tsv") + "1\t" + SECRET + "\n");
    let line = "apply first.tsv second.txt --new-owners-only --taxonomy food.csv --output second.tsv";
    assert_snapshot!(desk.without_trace(line, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Applied   nothing: first.tsv breaks its promise, or is not the file of its certificate
              `clump verify first.tsv` says what is wrong with it
    ");
}

#[test]
fn an_earlier_release_without_a_certificate_or_without_rows_is_refused() {
    let desk = desk_of_logs("");
    let line = |earlier: &str| {
        format!("apply {earlier} second.log --new-owners-only --from aol --taxonomy food.csv --output -")
    };
    desk.file("bare.tsv", desk.text("first.tsv"));
    assert_snapshot!(desk.refused(&line("bare.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: bare.tsv has no certificate beside it

    hint: put bare.tsv.certificate.json there: it says what is promised and how words became items
    ");
    assert_snapshot!(desk.refused(&line("nowhere.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.tsv: there is no such file

    hint: check the path
    ");
    desk.clump("anonymize first.log --from aol --method drop-rare --k 2 --output lines.tsv").ok();
    assert_snapshot!(desk.refused(&line("lines.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: lines.tsv is no release of whole rows: there is no generalization in it to apply

    hint: run its method on the new lines with `clump anonymize`
    ");
    assert_snapshot!(desk.refused("apply first.tsv --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no input was given

    hint: name it after the release: `clump apply release.tsv new.tsv --output release-2.tsv`
    ");
}

#[test]
fn owners_who_are_in_both_are_refused_or_left_out() {
    let desk = desk_of_logs("");
    let mut both = log("new", &["apple,beef", "apple,meat", "cheese", "milk"]);
    both.push_str(&format!("old1\tapple {SECRET}\t2006-03-01 07:00:00\t\t\n"));
    desk.file("both.log", both);
    let line = "apply first.tsv both.log --from aol --taxonomy food.csv --earlier-audit first.audit";
    assert_snapshot!(desk.refused(&format!("{line} --output second.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 1 of 5 owners is in the earlier release too

    hint: two releases of the same people can be combined: leave them out with `--drop-known-owners`
    ");
    let dropping = format!("{line} --drop-known-owners --audit second.audit --output second.tsv");
    assert_snapshot!(desk.clump(&dropping), @"
    status: 0
    ---stdout---
    ---stderr---
    Earlier   2-anonymity of nearest holds
    Read      7 lines, 7 queries of 5 owners
    Owners    column AnonID: 5 read, 1 dropped
    Mapped    7 of 8 words to the taxonomy; 0 stop words, 1 unknown (1 distinct)
    Dropped   1 owner of the earlier release
    Words     8 read in all rows: 2 as typed (25.0 %), 4 generalized (50.0 %), 2 gone (25.0 %: 1 not in the taxonomy, 1 left out as asked)
    Kept      54.5 % of the information in words, 30.8 % of that in words of a row together, in bits
    Loss      16.7 % by the paper's measure (GGD), of 6 items that were grouped
    Grouped   4 owners into 2 groups of 2 with apply in [TIME] s
    Applied   2 of 2 rows of the earlier release
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <dairy>
        2 owners  <meat>, apple
    Wrote     second.tsv, second.tsv.certificate.json
    Private   second.audit
    ");
    assert_snapshot!(desk.text("second.tsv"), @"
    owners_in_group	items
    2	<dairy>
    2	<dairy>
    2	<meat>|apple
    2	<meat>|apple
    ");
    assert!(!desk.text("second.audit").contains("old1"));
    // Nobody is new.
    let line = "apply first.tsv first.log --from aol --taxonomy food.csv --earlier-audit first.audit";
    assert_snapshot!(desk.refused(&format!("{line} --drop-known-owners --output -")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 4 of 4 owners are in the earlier release too

    hint: nobody is new: two releases of the same people can be combined
    ");
    // Everybody is.
    let line = "apply first.tsv second.log --from aol --taxonomy food.csv --earlier-audit first.audit";
    assert!(!desk.clump(&format!("{line} --output -")).ok().stderr.contains("Unchecked"));
}

#[test]
fn whether_owners_are_new_is_shown_or_vouched_for() {
    let desk = desk_of_logs("");
    let line = "apply first.tsv second.log --from aol --taxonomy food.csv";
    assert_snapshot!(desk.refused(&format!("{line} --output second.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: whether owners are in the earlier release too is not known

    hint: name the audit of the earlier release with `--earlier-audit`, or say `--new-owners-only` if you know that all are new
    ");
    desk.clump(&format!("{line} --new-owners-only --output vouched.tsv")).ok();
    desk.clump(&format!("{line} --earlier-audit first.audit --output shown.tsv")).ok();
    assert_eq!(desk.text("vouched.tsv"), desk.text("shown.tsv"));
    let unchecked = "That no owner is in the earlier release too was not checked";
    assert!(desk.text("vouched.tsv.certificate.json").contains(unchecked));
    assert!(!desk.text("shown.tsv.certificate.json").contains(unchecked));
    let both = desk.clump(&format!("{line} --earlier-audit first.audit --new-owners-only --output x.tsv"));
    assert_eq!(both.status, 2, "{both}");
}

#[test]
fn the_audit_must_be_that_of_the_earlier_release() {
    let desk = desk_of_logs("");
    // The same owners in a release of another k: its audit would do, but nobody can know.
    desk.clump("anonymize first.log --from aol --taxonomy food.csv --k 3 --output k3.tsv --audit k3.audit --method nearest")
        .ok();
    let line = "apply first.tsv second.log --from aol --taxonomy food.csv --output second.tsv";
    assert_snapshot!(desk.refused(&format!("{line} --earlier-audit k3.audit")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k3.audit is the audit of another release than first.tsv

    hint: pass the file that was written with this very release, and the release as it was written
    ");
    // Cut short, it would call the owners new that it lacks.
    let audit = desk.text("first.audit");
    let (cut, _) = audit.trim_end().rsplit_once('\n').unwrap();
    desk.file("cut.audit", format!("{cut}\n"));
    assert_snapshot!(desk.refused(&format!("{line} --earlier-audit cut.audit")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: cut.audit: line 5: the audit ends here, and has another number of entries than its first line says

    hint: pass the file that `clump anonymize --audit` wrote with this release
    ");
}

#[test]
fn baskets_have_no_names_to_look_up() {
    let desk = desk();
    let line = "anonymize first.txt --taxonomy food.csv --k 2 --output first.tsv --audit first.audit --force";
    desk.clump(line).ok();
    let line = "apply first.tsv second.txt --taxonomy food.csv --earlier-audit first.audit --output -";
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets do not name their owners, so none can be looked up in first.audit

    hint: say `--new-owners-only` instead of `--earlier-audit` if you know that all owners are new
    ");
    let line = "apply first.tsv second.txt --taxonomy food.csv --drop-known-owners --output -";
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `drop-known-owners` has no effect here

    hint: leave it out, or name the audit with `--earlier-audit`
    ");
}

#[test]
fn settings_come_from_the_earlier_release() {
    let desk = desk_of_logs("--unit query --keep-root --scope full");
    let line = "apply first.tsv second.log --new-owners-only --from aol --taxonomy food.csv --output second.tsv --force";
    assert_snapshot!(desk.clump(line), @"
    status: 0
    ---stdout---
    ---stderr---
    Earlier   2-anonymity of nearest holds
    Settings  of the earlier release: unit query, keep-root, scope full
    Unchecked whether owners are in the earlier release too: the certificate says so
    Read      6 lines, 6 queries of 4 owners
    Owners    column AnonID: 4 read, 0 dropped
    Mapped    7 of 7 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     7 read in all rows: 2 as typed (28.6 %), 4 generalized (57.1 %), 1 gone (14.3 %: 1 suppressed)
    Kept      61.8 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      28.6 % by the paper's measure (GGD), of 7 items that were grouped
    Grouped   4 owners into 3 groups of 2 with apply in [TIME] s
    Applied   3 of 3 rows of the earlier release
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        2 owners  <dairy>
        2 owners  <meat>
        2 owners  apple
    Wrote     second.tsv, second.tsv.certificate.json
    ");
    assert_snapshot!(desk.refused(&format!("{line} --unit owner")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `unit` differs from the earlier release, which has `query`

    hint: leave `--unit` out: it is taken from the earlier release
    ");
    assert_snapshot!(desk.refused(&format!("{line} --keep-repeats")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `keep-repeats` differs from the earlier release, which has `false`

    hint: leave `--keep-repeats` out: it is taken from the earlier release
    ");
    desk.clump(&format!("{line} --unit query --scope pruned")).ok();
    desk.file("job.toml", "method = \"nearest\"\ninput = \"second.log\"\n");
    assert_snapshot!(desk.refused("apply first.tsv --config job.toml --taxonomy food.csv --output -"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `method` is not a key of the method apply

    hint: leave it out: apply does not work that way
    ");
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let desk = desk();
    for (threads, name) in [(1, "one.tsv"), (3, "three.tsv")] {
        let line = "apply first.tsv second.txt --new-owners-only --taxonomy food.csv";
        desk.clump(&format!("{line} --threads {threads} --output {name}")).ok();
    }
    assert_eq!(desk.text("one.tsv"), desk.text("three.tsv"));
    assert_eq!(desk.text("one.tsv.certificate.json"), desk.text("three.tsv.certificate.json"));
}

#[test]
fn inputs_are_never_replaced_and_the_page_shows_the_run() {
    let desk = desk_of_logs("");
    let line = "apply first.tsv second.log --new-owners-only --from aol --taxonomy food.csv --force";
    for output in ["first.tsv", "first.tsv.certificate.json", "second.log"] {
        assert!(
            desk.refused(&format!("{line} --to tsv --output {output}"))
                .stderr
                .contains("is an input of this run")
        );
    }
    let line =
        "apply first.tsv second.log --from aol --taxonomy food.csv --force --earlier-audit first.audit";
    let more = "--audit first.audit --output second.tsv";
    assert!(desk.refused(&format!("{line} {more}")).stderr.contains("is an input of this run"));
    desk.clump(&format!("{line} --output second.tsv --report report.json --page page.html")).ok();
    assert!(desk.text("page.html").contains("apply"));
    let report: serde_json::Value = serde_json::from_str(&desk.text("report.json")).unwrap();
    assert_eq!(report["applied"]["applied"], "rows");
    assert_eq!(report["job"]["earlier"], "first.tsv");
}
