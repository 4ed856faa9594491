//! Words as they were typed, from the command line.

use insta::assert_snapshot;

use crate::desk::{Desk, log};

fn released(queries: &[&str], flags: &str) -> (Desk, String) {
    let desk = Desk::new();
    desk.file("log.tsv", log((1..).zip(queries.iter().copied()))).file("overrides.tsv", "java\tcoffee\n");
    desk.clump(&format!(
        "anonymize log.tsv --method nearest --k 2 --output release.tsv --audit audit.tsv {flags}"
    ))
    .ok();
    let release = desk.text("release.tsv");
    (desk, release)
}

#[test]
fn what_is_shared_is_published_as_typed_and_what_is_not_as_a_node() {
    let (desk, _) = released(&["cars ebay", "cars ebay", "automobile 2006", "car 2007"], "");
    assert_eq!(desk.rows("release.tsv"), ["2 * 2 <car>|<year in digits>", "2 * 2 cars|ebay"]);
    desk.clump("verify release.tsv").ok();
    desk.clump("verify release.tsv --audit audit.tsv --input log.tsv").ok();
}

#[test]
fn the_publisher_has_the_last_word() {
    let queries = ["java", "java", "coffee", "espresso"];
    let (desk, release) = released(&queries, "--overrides overrides.tsv");
    assert!(release.contains("2\tjava\n") && release.contains("2\t<coffee>\n"), "{release}");
    let certificate = desk.text("release.tsv.certificate.json");
    assert!(certificate.contains("\"overrides\": true"), "{certificate}");
    desk.clump("verify release.tsv").ok();
    desk.clump("verify release.tsv --audit audit.tsv --input log.tsv --overrides overrides.tsv").ok();
}

#[test]
fn senses_are_the_papers_way() {
    let (desk, release) = released(&["cars", "car", "automobile ebay", "auto"], "--items senses");
    assert_eq!(desk.rows("release.tsv"), ["4 * 4 <car>"]);
    desk.clump("verify release.tsv --audit audit.tsv --input log.tsv --items senses").ok();
    assert_snapshot!(desk.refused("anonymize log.tsv --k 2 --items words --matching paper --output r.tsv"), @"
    error: the paper's rule of matching finds senses, and the items were to be words as typed

    hint: leave `--items` or `--matching` out
    ");
    desk.file("job.toml", "items = [\"senses\"]\nk = 2\n");
    desk.clump("anonymize log.tsv --config job.toml --output of-a-job.tsv --method nearest").ok();
    assert_eq!(desk.text("of-a-job.tsv"), release);
}

#[test]
fn items_are_columns_too() {
    let desk = Desk::new();
    desk.file("sales.csv", "who,what\n1,car\n2,cars\n3,car\n4,cars\n");
    let line = "anonymize sales.csv --owner who --items what,senses --k 2 --output release.tsv";
    desk.clump(line).ok();
    assert_eq!(desk.text("release.tsv").lines().nth(1), Some("4\t<car>"));
}
