//! `clump apply`: an earlier release, and new rows.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// The baskets of the first year, and those of the second.
const FIRST: &str = "apple beef\napple beef chicken\norange chicken\nbanana beef\nmilk\nbutter milk\n";
const SECOND: &str = "apple beef milk\napple beef\nbanana chicken\norange beef\ncheese milk\nbutter\napple\n";

const APPLY: &str = "apply first.tsv second.txt --earlier-owners none --taxonomy food.csv";

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
    assert_eq!(desk.rows("first.tsv"), ["2 * 2 <fruit>|<meat>", "2 * 2 apple|beef", "2 * 2 milk"]);
    assert_snapshot!(desk.clump(&format!("{APPLY} --output second.tsv")));
    assert_eq!(desk.rows("second.tsv"), ["3 * 3", "2 * 2 <fruit>|<meat>", "2 * 2 apple|beef"]);
    let certificate = desk.certificate("second.tsv");
    let earlier = desk.certificate("first.tsv");
    assert_eq!(certificate["method"], "apply");
    assert_eq!(certificate["promise"][0]["k"], 2);
    assert_eq!(certificate["parameters"]["earlier"], earlier["release"]["blake3"]);
    assert!(!certificate.to_string().contains("first.tsv"), "no name of a file is published");
    desk.clump("verify second.tsv")
        .ok()
        .says("Holds     2-anonymity: 7 rows, 3 groups; the smallest has 2 rows");
}

#[test]
fn k_can_be_raised_and_not_lowered() {
    let desk = desk();
    let run = desk.clump(&format!("{APPLY} --k 4 --output -")).ok();
    assert_eq!(run.rows(), ["7 * 7"]);
    assert_snapshot!(run.told("Applied Verified Caution"), @"
    Verified  4-anonymity: every published row is shared by at least 7 owners
    Caution   nothing is published: lower `--k`, name a taxonomy whose categories people share, or choose another method (`clump methods`)
    Applied   0 of 3 rows of the earlier release; 7 new rows fit none that k owners share
    ");
    assert_snapshot!(desk.refused(&format!("{APPLY} --k 1 --output -")), @"
    error: k is 1, but the earlier release has 2

    hint: leave `--k` out, or set it to more than 2: a smaller k would weaken the promise
    ");
}

#[test]
fn labels_of_a_cut_are_applied_item_by_item() {
    let desk = Desk::with_food();
    desk.file("first.txt", FIRST).file("second.txt", SECOND);
    let run = "anonymize first.txt --taxonomy food.csv --method apriori --k 2 --m 2 --output first.tsv";
    desk.clump(run).ok();
    assert_eq!(desk.rows("first.tsv"), ["2 * 2 <dairy>", "4 * 4 <fruit>|<meat>"]);
    let run = desk.clump(&format!("{APPLY} --output second.tsv")).ok();
    assert_snapshot!(run.told("Earlier Words Items Kept Loss Recoded Applied Verified Sample"), @"
    Earlier   2^2-anonymity of apriori holds
    Verified  2^2-anonymity: 3 sets, each in the rows of at least 4 owners
    Items     13, each once per owner: 0 as recorded (0 %), 9 generalized (69.2 %), 4 gone (30.8 %: 4 suppressed)
    Kept      37.4 % of the information in items, 32.7 % of the links between items
    Loss      46.2 % by the paper's measure (GGD), of 13 items that were grouped
    Recoded   7 rows of 7 owners with apply in [TIME] s
    Applied   2 of 3 labels of the earlier release; 1 suppressed to keep the promise; 2 new rows left empty
    Sample    3 of 3 distinct rows: this is what readers get
        2 owners  (nothing: an empty row)
         1 owner  <fruit>
        4 owners  <fruit>, <meat>
    ");
    assert_eq!(desk.rows("second.tsv"), ["2 * 2", "1 * 1 <fruit>", "4 * 4 <fruit>|<meat>"]);
    desk.refused(&format!("{APPLY} --floor --output -")).says("`floor` is not a key of the method apply");
}

#[test]
fn what_is_sensitive_is_what_the_certificate_says() {
    let desk = Desk::with_food();
    desk.file("first.txt", FIRST).file("second.txt", SECOND).file("sensitive.txt", "milk\n");
    let run = "anonymize first.txt --taxonomy food.csv --method coherence --sensitive file:sensitive.txt --h 0.5 --k 2 --p 1";
    desk.clump(&format!("{run} --output first.tsv")).ok();
    let run = desk.clump(&format!("{APPLY} --output second.tsv")).ok();
    assert_snapshot!(run.told("Earlier Applied Sensitive Verified"), @"
    Earlier   (0.5, 2, 1)-coherence of coherence holds
    Verified  (0.5, 2, 1)-coherence: 2 sets, each in the rows of at least 3 owners
    Applied   3 of 4 labels of the earlier release; 1 suppressed to keep the promise; 2 new rows left empty
    Sensitive 1 item of the data
    ");
    assert_eq!(
        desk.rows("second.tsv"),
        ["2 * 2", "1 * 1 apple", "1 * 1 apple|beef", "1 * 1 apple|beef|milk", "1 * 1 beef", "1 * 1 milk"]
    );
    let certificate = desk.certificate("second.tsv");
    assert_eq!(certificate["sensitive_items"], serde_json::json!(["milk"]));
}

#[test]
fn owners_who_are_in_both_are_refused_or_left_out() {
    let desk = desk_of_logs("");
    let mut both = log("new", &["apple,beef", "apple,meat", "cheese", "milk"]);
    both.push_str(&format!("old1\tapple {SECRET}\t2006-03-01 07:00:00\t\t\n"));
    desk.file("both.log", both);
    let line = "apply first.tsv both.log --from aol --taxonomy food.csv --earlier-owners first.audit";
    assert_snapshot!(desk.refused(&format!("{line} --output second.tsv")), @"
    error: 1 of 5 owners is in the earlier release too

    hint: leave them out with `--earlier-owners drop:FILE`: two releases about the same people can be combined
    ");
    let dropping = line.replace("first.audit", "drop:first.audit --audit second.audit --output second.tsv");
    assert_snapshot!(desk.clump(&dropping).ok().told("Read Mapped Dropped Grouped Applied"), @"
    Read      7 lines: 7 queries of 5 owners (column AnonID), 1 dropped
    Mapped    7 of 8 words to the taxonomy; 1 unknown (1 distinct)
    Dropped   1 owner of the earlier release
    Grouped   4 owners into 2 groups of 2 with apply in [TIME] s
    Applied   2 of 2 rows of the earlier release
    ");
    assert_eq!(desk.rows("second.tsv"), ["2 * 2 <dairy>", "2 * 2 <meat>|apple"]);
    assert!(!desk.text("second.audit").contains("old1"));
    // Nobody is new.
    let line = "apply first.tsv first.log --from aol --taxonomy food.csv --earlier-owners drop:first.audit";
    assert_snapshot!(desk.refused(&format!("{line} --output -")), @"
    error: 4 of 4 owners are in the earlier release too

    hint: use data of other people: two releases about the same people can be combined
    ");
    // Everybody is.
    let line = "apply first.tsv second.log --from aol --taxonomy food.csv --earlier-owners first.audit";
    assert!(!desk.clump(&format!("{line} --output -")).ok().stderr.contains("Unchecked"));
}

#[test]
fn whether_owners_are_new_is_shown_or_vouched_for() {
    let desk = desk_of_logs("");
    let line = "apply first.tsv second.log --from aol --taxonomy food.csv";
    assert_snapshot!(desk.refused(&format!("{line} --output second.tsv")), @"
    error: clump cannot tell whether owners are also in the earlier release

    hint: name the audit of the earlier release with `--earlier-owners FILE`, or use `--earlier-owners none` if you know that all owners are new
    ");
    desk.clump(&format!("{line} --earlier-owners none --output vouched.tsv")).ok();
    desk.clump(&format!("{line} --earlier-owners first.audit --output shown.tsv")).ok();
    assert_eq!(desk.text("vouched.tsv"), desk.text("shown.tsv"));
    let unchecked = "That no owner is in the earlier release too was not checked";
    assert!(desk.text("vouched.tsv.certificate.json").contains(unchecked));
    assert!(!desk.text("shown.tsv.certificate.json").contains(unchecked));
}

#[test]
fn inputs_are_never_replaced_and_the_page_shows_the_run() {
    let desk = desk_of_logs("");
    let line = "apply first.tsv second.log --earlier-owners none --from aol --taxonomy food.csv --force";
    for output in ["first.tsv", "first.tsv.certificate.json", "second.log"] {
        desk.refused(&format!("{line} --to tsv --output {output}")).says("is an input of this run");
    }
    let line =
        "apply first.tsv second.log --from aol --taxonomy food.csv --force --earlier-owners first.audit";
    desk.refused(&format!("{line} --audit first.audit --output second.tsv")).says("is an input of this run");
    desk.clump(&format!("{line} --output second.tsv --report report.json --page page.html")).ok();
    assert!(desk.text("page.html").contains("apply"));
    let report = desk.json("report.json");
    assert_eq!(report["applied"]["applied"], "rows");
    assert_eq!(report["job"]["earlier"], "first.tsv");
}
