//! One word, `--sensitive`, for what nobody should learn: lists that are missing, match nothing or cover everything are
//! refused by those who make a release and by those who read it.

use insta::assert_snapshot;

use crate::desk::Desk;

const COHERENCE: &str = "anonymize many.txt --taxonomy food.csv --method coherence --k 2 --h 0.5 --p 1";

/// Baskets in which fruit and dairy are common, and no meat is certain.
fn desk() -> Desk {
    let desk = Desk::with_food();
    desk.file("many.txt", "apple beef\napple chicken\napple milk\napple\nmilk beef\nmilk\nmilk\n");
    desk
}

/// A release in which `beef` is sensitive.
fn released() -> Desk {
    let desk = desk();
    desk.clump(&format!("{COHERENCE} --sensitive beef --output r.tsv")).ok();
    desk
}

#[test]
fn a_list_that_is_missing_or_empty_is_refused() {
    let desk = desk();
    desk.file("empty.txt", "\n \n");
    assert_snapshot!(
        desk.refusals(COHERENCE, ["--output r.tsv", "--output r.tsv --sensitive file:empty.txt"])
    );
}

#[test]
fn a_list_that_matches_nothing_is_refused() {
    let desk = desk();
    desk.file("list.txt", "beaf\n");
    for list in ["beaf", "file:list.txt", "list.txt"] {
        let line = format!("{COHERENCE} --sensitive {list} --output r.tsv");
        desk.refused(&line).says("no item of the data is sensitive");
    }
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --sensitive beaf --report report.json";
    desk.refused(line).says("no item of the data is at or below");
}

#[test]
fn a_list_that_covers_everything_is_refused() {
    let desk = desk();
    assert_snapshot!(desk.refused(&format!("{COHERENCE} --sensitive food --output r.tsv")), @"
    error: every item of the data is sensitive: none is public, so nothing is protected

    hint: name fewer items as sensitive: the promise is about readers who know public items
    ");
    let line = format!("{COHERENCE} --sensitive share:1 --output r.tsv");
    desk.refused(&line).says("every item of the data is sensitive");
}

#[test]
fn names_that_match_nothing_beside_others_are_counted_aloud() {
    let desk = desk();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output k.tsv --audit audit.tsv").ok();
    let counted = "not among them, or misspelt: 1 name";
    for line in [
        format!("{COHERENCE} --sensitive beef --sensitive beaf --output r.tsv"),
        "anonymize baskets.txt --taxonomy food.csv --k 2 --sensitive meat --sensitive beaf --report report.json"
            .to_owned(),
        "measure baskets.txt k.tsv --audit audit.tsv --taxonomy food.csv --sensitive meat --sensitive beaf"
            .to_owned(),
    ] {
        desk.clump(&line).ok().says(counted);
    }
    desk.clump("verify r.tsv --sensitive beef --sensitive beaf").ok().says(counted);
}

#[test]
fn a_node_stands_for_everything_below_it() {
    let desk = desk();
    desk.clump(&format!("{COHERENCE} --sensitive meat --output r.tsv")).ok();
    let certificate = desk.certificate("r.tsv");
    desk.clump(&format!("{COHERENCE} --sensitive below:meat --output again.tsv"))
        .ok()
        .says("Sensitive 2 items of the data");
    assert_eq!(certificate["sensitive_items"], serde_json::json!(["beef", "chicken"]));
    assert_eq!(desk.text("r.tsv"), desk.text("again.tsv"));
}

#[test]
fn verify_refuses_a_claim_that_is_about_nothing() {
    let desk = released();
    desk.clump("verify r.tsv")
        .ok()
        .says("Holds     (0.5, 2, 1)-coherence: 7 rows, 2 sets of items; the smallest has 4 rows")
        .says("sensitive: 1 item of the release");
    let stated = "verify r.tsv --promise coherence --k 2 --h 0.9 --p 1";
    let labels: std::collections::BTreeSet<String> =
        desk.text("r.tsv").lines().skip(1).flat_map(|line| line[2..].split('|')).map(str::to_owned).collect();
    desk.file("all.txt", labels.into_iter().collect::<Vec<_>>().join("\n"));
    assert_snapshot!(
        desk.refusals(stated, ["--sensitive beaf", "--sensitive below:meat", "--sensitive file:all.txt"])
    );
    desk.remove("r.tsv.certificate.json");
    desk.refused(stated).says("no sensitive node is given");
}

#[test]
fn verify_believes_no_certificate_that_names_nothing_sensitive() {
    let desk = released();
    let certificate = desk.text("r.tsv.certificate.json");
    let list = "\"sensitive_items\": [\n    \"beef\"\n  ],\n";
    assert!(certificate.contains(list), "{certificate}");
    desk.file("r.tsv.certificate.json", certificate.replace(list, ""));
    assert_ne!(desk.clump("verify r.tsv").status, 0);
    desk.file("r.tsv.certificate.json", certificate.replace("\"beef\"", "\"venison\""));
    assert_ne!(desk.clump("verify r.tsv").status, 0);
}
