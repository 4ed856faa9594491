//! The table of `docs/explanation/threats.md` is what this program prints, and attacks that should fail do.

use std::path::PathBuf;

use clump::io::Unit;

use super::*;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

#[test]
fn the_table_in_the_documentation_is_what_is_printed() {
    let table = table(&at("examples/queries.tsv"), 5, "illness").unwrap();
    let page = std::fs::read_to_string(at("docs/explanation/threats.md")).unwrap();
    assert!(page.contains(&table), "docs/explanation/threats.md should have\n{table}");
}

#[test]
fn an_attacker_who_knows_nobody_is_right_less_often() {
    let data = read(&at("examples/queries.tsv"), Unit::Owner, 5).unwrap();
    let found = two_releases::downcoding_of_half(&data, 5, 0.0).unwrap();
    let right = |claims: clump::core::risk::Claims| share(claims.there, claims.named);
    assert!(found.by_minimality.named > 0, "{found:?}");
    assert!(right(found.by_minimality) > right(found.control), "{found:?}");
}
