//! Owners who were published before (`--ledger`).

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// Lines `owner,item` of baskets, one for each item.
fn table(baskets: &[(&str, &[&str])]) -> String {
    let mut table = "who,item\n".to_owned();
    for (owner, items) in baskets {
        items.iter().for_each(|item| table += &format!("{SECRET}{owner},{item}\n"));
    }
    table
}

/// Six who bought alike two by two, and the files of later releases.
fn desk() -> Desk {
    let desk = Desk::with_food();
    let like: [(&str, &[&str]); 6] = [
        ("a", &["apple", "milk"]),
        ("b", &["apple", "milk"]),
        ("c", &["beef"]),
        ("d", &["beef"]),
        ("e", &["banana"]),
        ("f", &["banana"]),
    ];
    // The same people, who bought otherwise.
    let later: [(&str, &[&str]); 6] = [
        ("a", &["beef"]),
        ("b", &["apple", "milk"]),
        ("c", &["beef"]),
        ("d", &["banana"]),
        ("e", &["banana"]),
        ("f", &["apple", "milk"]),
    ];
    desk.file("first.csv", table(&like));
    desk.file("second.csv", table(&later));
    desk.file("new.csv", table(&[&later[..], &[("g", &["beef"]), ("h", &["beef"])]].concat()));
    desk.file("without-a.csv", table(&later[1..]));
    desk
}

const RUN: &str = "--owner who --taxonomy food.csv --k 2 --method nearest";

fn published() -> Desk {
    let desk = desk();
    desk.clump(&format!("anonymize first.csv {RUN} --ledger ledger.json -o first.tsv --audit first.audit"))
        .ok();
    desk
}

#[test]
fn a_second_release_keeps_those_together_who_were_published_together() {
    let desk = published();
    desk.clump(&format!("anonymize second.csv {RUN} -o alone.tsv --audit alone.audit")).ok();
    let files = "-o second.tsv --audit second.audit";
    let with = desk.clump(&format!("anonymize second.csv {RUN} --ledger ledger.json {files}")).ok();
    assert_snapshot!(with.told("Grouped Ledger Verified Wrote Private"), @"
    Verified  2-anonymity: every published row is shared by at least 2 owners
    Verified  2 candidates over all releases of its ledger: every owner is among at least 2 owners
    Grouped   6 owners into 2 groups of 2 to 4 with nearest in [TIME] s
    Ledger    2 releases in it now; 6 of 6 owners were published before
    Wrote     second.tsv, second.tsv.certificate.json, ledger.json
    Private   second.audit, this summary
    ");
    // Alone, everybody is with somebody else than before.
    assert_ne!(desk.text("alone.tsv"), desk.text("second.tsv"));
    for release in ["first", "second"] {
        let line = format!(
            "verify {release}.tsv --audit {release}.audit --input {release}.csv --owner who --taxonomy food.csv --ledger ledger.json"
        );
        desk.clump(&line).ok().says("none with fewer than 2");
    }
}

#[test]
fn a_ledger_is_private_and_names_nobody() {
    let desk = published();
    assert_eq!(desk.mode("ledger.json"), 0o600);
    let ledger = desk.text("ledger.json");
    for told in [SECRET, "apple", "milk", "fruit", "first", "who"] {
        assert!(!ledger.contains(told), "{told}");
    }
    let certificate = desk.text("first.tsv.certificate.json");
    assert!(certificate.contains("composition") && !certificate.contains("ledger.json"));
}

#[test]
fn without_the_ledger_a_release_shows_only_that_nothing_contradicts_it() {
    let desk = published();
    desk.clump("verify first.tsv")
        .ok()
        .says("Holds     2-anonymity: 6 rows, 3 groups; the smallest has 2 rows")
        .says("Consistent 2 candidates over all releases of its ledger: no row has fewer owners");
    let line = "verify first.tsv --audit first.audit --input first.csv --owner who --taxonomy food.csv";
    desk.clump(line).ok().says("Consistent 2 candidates");
}

#[test]
fn the_ledger_of_other_releases_proves_nothing() {
    let desk = published();
    desk.clump(&format!("anonymize second.csv {RUN} --ledger other.json -o second.tsv --audit second.audit"))
        .ok();
    let verify = "verify second.tsv --audit second.audit --input second.csv --owner who --taxonomy food.csv";
    assert_snapshot!(desk.refused(&format!("{verify} --ledger ledger.json")), @"
    error: ledger.json does not have this release with the groups of the audit

    hint: name the ledger, the audit and the release of one run
    ");
    desk.refused(&format!("{verify} --ledger none.json"));
    desk.refused(&format!("{verify} --ledger second.csv"));
}

#[test]
fn a_ledger_that_was_changed_or_has_a_second_name_is_refused() {
    let desk = published();
    let ledger = desk.text("ledger.json");
    let at = ledger.find("\"key\":\"").unwrap() + 7;
    let other = if ledger.as_bytes()[at] == b'0' { "1" } else { "0" };
    desk.file("changed.json", format!("{}{other}{}", &ledger[..at], &ledger[at + 1..]));
    std::fs::hard_link(desk.path("ledger.json"), desk.path("link.json")).unwrap();
    let line = |ledger: &str| format!("anonymize second.csv {RUN} --ledger {ledger} -o second.tsv");
    let run = format!("anonymize second.csv {RUN} -o second.tsv --ledger");
    assert_snapshot!(desk.refusals(&run, ["changed.json", "link.json"]));
    desk.refused(&line("ledger.json"));
    let verify = "verify first.tsv --audit first.audit --input first.csv --owner who --taxonomy food.csv";
    for ledger in ["changed.json", "link.json"] {
        desk.refused(&format!("{verify} --ledger {ledger}"));
    }
    desk.remove("link.json");
    desk.clump(&line("ledger.json")).ok();
}

/// Six share `<fruit>`; one leaves, and the others share `apple`. So the one who left had another fruit.
#[test]
fn a_difference_that_tells_what_few_owners_have_is_cautioned_against() {
    let desk = Desk::with_food();
    let stay: Vec<String> = (0..5).map(|owner| format!("stays{owner}")).collect();
    let mut baskets: Vec<(&str, &[&str])> =
        stay.iter().map(|owner| (owner.as_str(), &["apple", "milk"] as &[&str])).collect();
    desk.file("second.csv", table(&baskets));
    baskets.push(("leaves", &["banana", "milk"]));
    desk.file("first.csv", table(&baskets));
    let run = "--owner who --taxonomy food.csv --k 5 --method nearest --ledger ledger.json";
    let first = desk.clump(&format!("anonymize first.csv {run} -o first.tsv")).ok();
    assert!(!first.stderr.contains("Caution"), "{first}");
    let second = desk.clump(&format!("anonymize second.csv {run} -o second.tsv --report second.json")).ok();
    assert!(desk.text("first.tsv").contains("6\t<fruit>|milk"), "{}", desk.text("first.tsv"));
    assert!(desk.text("second.tsv").contains("5\tapple|milk"), "{}", desk.text("second.tsv"));
    assert!(second.stderr.contains("5 candidates over all releases"), "{second}");
    assert!(second.stderr.contains("Caution   1 owner came or left with too few others"), "{second}");
    assert!(desk.text("second.json").contains("\"owners_told_apart\": 1"));
    desk.clump(&format!("anonymize second.csv {run} -o again.tsv --audit audit.tsv")).ok();
    let verify = "verify again.tsv --ledger ledger.json --audit audit.tsv --input second.csv --owner who --taxonomy food.csv";
    let verified = desk.clump(verify).ok();
    assert!(verified.stderr.contains("Caution   1 owner came or left with too few others"), "{verified}");
    assert!(desk.text("second.tsv.certificate.json").contains("Owners who come or leave between releases"));
}

#[test]
fn a_run_with_an_owner_of_too_few_candidates_is_refused() {
    let desk = published();
    let line = format!("anonymize without-a.csv {RUN} --ledger ledger.json -o second.tsv");
    assert_snapshot!(desk.refused(&line), @"
    error: 1 owner of 5 cannot be published with 2 candidates over all releases of the ledger

    hint: lower `--k` if earlier releases promised less, or publish when more owners of their earlier groups are in the data
    ");
}

#[test]
fn what_a_ledger_cannot_keep_is_refused() {
    let desk = published();
    desk.file("mine.txt", "apple milk\napple\nbeef\n").file("broken.json", "{}");
    desk.clump(&format!(
        "anonymize first.csv {} --ledger three.json -o three.tsv",
        RUN.replace("--k 2", "--k 3")
    ))
    .ok();
    let first = "first.csv --owner who --taxonomy food.csv --k 2";
    desk.refuses(
        "anonymize -o r.tsv",
        [
            (format!("{first} --ledger three.json"), "promised 3"),
            ("mine.txt --taxonomy food.csv --k 2 --ledger ledger.json".to_owned(), "owners have no names"),
            (format!("{first} --ledger broken.json"), "is not a ledger"),
            (format!("{first} --ledger first.csv"), "is an input"),
            (
                format!("{first} --ledger ledger.json --spelling as-they-are"),
                "identifies owners in another way",
            ),
            (format!("{first} --ledger ledger.json --method pieces"), "not a key of the method pieces"),
            (
                "log.tsv --taxonomy food.csv --unit query --k 2 --method nearest --ledger ledger.json"
                    .to_owned(),
                "one row for each owner",
            ),
            ("log.tsv --method counts --k 2 --ledger ledger.json".to_owned(), "`ledger` has no effect here"),
        ],
    );
    desk.refused(&format!("anonymize {first} --ledger ledger.json -o ledger.json --to tsv --force"))
        .says("two outputs");
}

#[test]
fn what_noise_spends_adds_up_to_the_budget() {
    let desk = Desk::with_food();
    let line = "anonymize log.tsv --method counts --k 2 --delta 1e-5 --per-owner 2 --ledger ledger.json";
    desk.clump(&format!("{line} --epsilon 1 --budget 3 -o 1.csv"))
        .ok()
        .says("Ledger    epsilon 1 of 3 and delta 0.00001 are spent, by 1 table");
    desk.clump(&format!("{line} --epsilon 2 -o 2.csv")).ok().says("epsilon 3 of 3");
    assert_snapshot!(desk.refusals(line, ["--epsilon 0.1 -o 3.csv", "--epsilon 0.1 --budget 9 -o 3.csv"]));
    let without = line.replace("--ledger ledger.json", "");
    desk.refused(&format!("{without} --epsilon 1 --budget 3 -o 3.csv")).says("`budget` has no effect here");
    // What is only looked at spends too, and what was refused spent nothing.
    desk.clump(&line.replace("ledger.json", "other.json").replace("--k 2", "--k 2 --epsilon 1 --json")).ok();
    assert_eq!(desk.text("other.json").matches("epsilon").count(), 1);
    assert_eq!(desk.text("ledger.json").matches("epsilon").count(), 2);
}
