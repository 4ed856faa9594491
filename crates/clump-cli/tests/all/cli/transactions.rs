//! `--transaction COLUMN`: baskets and visits are rows, and k counts the people who have them.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, refusals_of};

/// One owner with twelve baskets, four with one or two; the rows of a basket are scattered.
fn desk() -> Desk {
    let desk = Desk::with_food();
    let mut first = String::from("user,basket,item\n");
    let mut second = String::new();
    for basket in 0..12 {
        first += &format!("u0,b{basket},beef\n");
        second += &format!("u0,b{basket},{}\n", ["milk", "cheese", "orange"][basket % 3]);
    }
    for user in 1..5 {
        first += &format!("u{user},c{user},beef\n");
        second += &format!("u{user},c{user},milk\nu{user},d{},{}\n", user % 2, ["apple", "orange"][user % 2]);
    }
    desk.file("baskets.csv", first + &second);
    desk
}

const HOW: &str = "--owner user --transaction basket --taxonomy food.csv";

#[test]
fn the_certificate_says_what_a_row_is() {
    let desk = desk();
    desk.clump(&format!("anonymize baskets.csv {HOW} --k 2 --layout rows --output release.jsonl")).ok();
    assert_eq!(desk.certificate("release.jsonl")["parameters"]["unit"], "transaction");
    // Applied to new people, rows are baskets again, or it is refused.
    let new = desk.text("baskets.csv").replace("\nu", "\nnew");
    desk.file("new.csv", new);
    let apply = "apply release.jsonl new.csv --taxonomy food.csv --owner user --earlier-owners none --output new.jsonl";
    desk.clump(&format!("{apply} --transaction basket")).ok();
    let differs = "`unit` differs from the earlier release";
    desk.refused(&format!("{apply} --unit owner --force")).says(differs);
    desk.clump("anonymize baskets.csv --owner user --taxonomy food.csv --k 2 --output owners.jsonl").ok();
    desk.refused(&format!("{} --transaction basket --force", apply.replace("release", "owners")))
        .says(differs);
}

#[test]
fn what_is_wrong_is_told_with_a_remedy() {
    let table = format!("user,basket,item\na,1,beef\na,,{SECRET}\n");
    let alone = "user,item\na,beef\n";
    assert_snapshot!(refusals_of(
        "anonymize FILE --taxonomy food.csv --k 2 --output release.jsonl --owner user",
        [
            ("t.csv", table.as_str(), "--transaction basket"),
            ("t.csv", alone, "--transaction basket"),
            ("t.csv", alone, "--unit transaction"),
            ("t.csv", table.as_str(), "--transaction basket --unit session"),
        ]
    ));
    let lines = "anonymize baskets.csv --owner user --transaction basket --query item --method hash-ids";
    desk()
        .refused(&format!("{lines} --output r.tsv"))
        .says("`transaction` is not a key of the method hash-ids");
}
