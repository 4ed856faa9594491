//! One word, `--sensitive`, for what nobody should learn: lists that are missing, match nothing or cover everything are
//! refused by those who make a release and by those who read it.

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
