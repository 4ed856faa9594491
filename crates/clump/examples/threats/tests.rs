//! The table of `docs/explanation/threats.md` is what this program prints.

use std::path::PathBuf;

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
