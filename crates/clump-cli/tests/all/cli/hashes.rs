//! The bytes of releases: of every method, format, layout and unit. A change of the inside leaves them as they are; a
//! change of a release shows here, and stands in CHANGELOG under Breaking.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::desk::{Desk, fixture};

/// The example log, as every clone has it.
const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queries.tsv");

const FORMATS: [&str; 7] = ["r.tsv", "r.csv", "r.jsonl", "r.parquet", "r.arrow", "r.csv.gz", "r.jsonl.zst"];

/// One line for each run: the first half of the hash of its release, and what was asked for.
fn hashes(runs: impl IntoIterator<Item = (String, &'static str)>) -> String {
    let desk = Desk::with_food();
    for name in ["baskets.parquet", "baskets.arrow"] {
        desk.file(name, fixture(name));
    }
    let mut all = String::new();
    for (flags, name) in runs {
        desk.clump(&format!("anonymize {flags} --output {name} --force")).ok();
        let hash = blake3::hash(&std::fs::read(desk.path(name)).unwrap()).to_hex();
        writeln!(all, "{} {} {name}", &hash[..32], flags.replace(LOG, "LOG")).unwrap();
    }
    all
}

#[test]
fn of_methods_on_transactions() {
    let methods = [
        "nearest",
        "nearest --effort fast",
        "nearest --form sets",
        "pieces",
        "pieces --links 1",
        "clump",
        "clump --r 3 --order ascending",
        "clump --order random --seed 3",
        "clump --lcg printed",
        "partition",
        "partition --publish lcg",
        "apriori --m 1",
        "apriori --recoding local --parts 4",
        "apriori --recoding vertical --parts 4",
        "coherence --p 1 --h 0.8 --sensitive illness",
    ];
    let units = ["owner", "session --gap 1h", "query"];
    let runs = methods.iter().flat_map(|method| {
        units.iter().map(move |unit| (format!("{LOG} --k 5 --method {method} --unit {unit}"), "r.csv"))
    });
    assert_snapshot!(hashes(runs));
}

#[test]
fn of_formats_and_layouts() {
    let sources = [
        format!("{LOG} --effort fast --k 4"),
        format!("{LOG} --effort fast --k 4 --items senses"),
        format!("{LOG} --effort fast --k 4 --matching paper"),
        "baskets.txt --taxonomy food.csv --k 2".to_owned(),
        "log.tsv --method nearest --taxonomy food.csv --k 2 --unit session".to_owned(),
        "log.tsv --method nearest --taxonomy food.csv --k 2 --unit query --keep-repeats --scope full"
            .to_owned(),
        "log.tsv --taxonomy food.csv --k 2".to_owned(),
        "baskets.txt --taxonomy flat --k 2 --keep-root".to_owned(),
        "baskets.parquet --owner-per-row --taxonomy food.csv --k 2".to_owned(),
        "baskets.arrow --owner-per-row --taxonomy food.csv --k 2 --method clump".to_owned(),
    ];
    let runs = sources.iter().flat_map(|source| {
        ["rows", "groups"].into_iter().flat_map(move |layout| {
            FORMATS.into_iter().map(move |name| (format!("{source} --layout {layout}"), name))
        })
    });
    assert_snapshot!(hashes(runs));
}

#[test]
fn of_methods_on_lines() {
    let methods = [
        "hash --seed 7",
        "share --k 3 --seed 7",
        "split --seed 7",
        "split --interests similar --seed 7",
        "drop-all",
        "hash-queries --seed 7",
        "drop-ids",
        "scrub",
        "hash-ids --seed 7",
        "short-sessions --period 12h --seed 7",
        "drop-rare --k 3",
        "drop-rare --k 3 --link-owners",
    ];
    let runs = methods.iter().flat_map(|method| {
        ["r.tsv", "r.tsv.zst"].into_iter().map(move |name| (format!("{LOG} --method {method}"), name))
    });
    assert_snapshot!(hashes(runs));
}
