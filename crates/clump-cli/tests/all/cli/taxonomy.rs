//! `clump taxonomy`, and files that are not one tree.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture, refusals_of};

#[test]
fn a_reader_that_stops_early_is_a_good_end() {
    let desk = Desk::new();
    let mut child = desk.command("taxonomy export").spawn().unwrap();
    // `| head -1`: WordNet is far larger than a pipe, so the writer is still at it when the pipe is dropped.
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(first, "entity\t\n");
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
}

#[test]
fn taxonomies_that_are_not_there_or_cannot_be_looked_at() {
    let desk = Desk::with_food();
    std::fs::create_dir(desk.path("words")).unwrap();
    desk.file("wine.csv", format!("red {SECRET},wine\nwhite {SECRET},wine\n"));
    let flags = [
        "show gravel --taxonomy food.csv",
        "check --taxonomy flat",
        "check --repair root",
        "check --taxonomy words",
        "check --taxonomy nowhere.csv",
        "export --taxonomy wine.csv --to amnesia --output wine.txt",
        "export --taxonomy wine.csv --to wordnet",
        "export --taxonomy food.csv --to json --output wine.csv",
    ];
    assert_snapshot!(desk.refusals("taxonomy", flags));
}

/// `check` and `anonymize` must say the same.
#[test]
fn files_that_cannot_be_read_as_a_taxonomy() {
    let files = [
        ("tree.csv", format!("beef,food\n{SECRET},meat,food\n"), ""),
        ("tree.csv", format!("food\n    {SECRET}\n  milk\n"), ""),
        ("tree.csv", format!("{SECRET}\nbeef\n"), ""),
        ("tree.csv", "beef,food\n".to_owned(), "--taxonomy-format excel"),
        ("tree.csv", "# nothing\n".to_owned(), ""),
    ];
    let check = refusals_of("taxonomy check --taxonomy FILE", files.clone());
    let run = "anonymize baskets.txt --taxonomy FILE --k 2 --output release.tsv";
    assert_eq!(check, refusals_of(run, files));
    assert_snapshot!(check);
}

/// Everything at once: all of it is told, and the repairs that are told make a tree.
const DIRTY: &str = "apple,fruit\napple,fruit\nfruit,food\nmilk,food\nmilk,fruit\nc,d\nd,c\n,x\ne,s\n";
const REPAIRS: &str = "drop-empty,drop-repeats,first-parent,drop-cycles,root";

#[test]
fn every_defect_is_explained_and_the_repairs_make_a_tree() {
    let desk = Desk::with_food();
    desk.file("dirty.csv", DIRTY);
    let check = desk.clump("taxonomy check --taxonomy dirty.csv --json");
    assert!(check.stderr.contains(&format!("--repair {REPAIRS}`")), "{check}");
    assert_snapshot!(check);
    assert_snapshot!(desk.clump(&format!("taxonomy check --taxonomy dirty.csv --repair {REPAIRS}")).ok());
    assert_snapshot!(desk.clump(&format!("taxonomy export --taxonomy dirty.csv --repair {REPAIRS}")).ok());
}

#[test]
fn repairs_are_said_and_reported_by_every_run() {
    let desk = Desk::with_food();
    let food = String::from_utf8(fixture("food.csv")).unwrap();
    desk.file("dirty.csv", format!("{food}{}\n", food.lines().last().unwrap()));
    let run = desk.clump("anonymize baskets.txt --taxonomy dirty.csv --repair drop-repeats --k 2 --output r.tsv --report r.json");
    assert!(run.ok().stderr.contains("Repaired  taxonomy: 1 repeated row left out"));
    let report = desk.json("r.json");
    assert_eq!(report["read"]["repaired"]["repeats_dropped"], 1);
    assert_eq!(report["job"]["repair"][0], "drop-repeats");
}

#[test]
fn what_the_data_have_and_the_tree_has_not() {
    let desk = Desk::with_food();
    desk.file("more.txt", format!("apple {SECRET} fruit\n{SECRET} milk kiwi\n"));
    let line = "taxonomy check more.txt --from basket --separator space --taxonomy food.csv";
    assert_snapshot!(desk.without_trace(line, 1), @"
    status: 1, stderr:
    Defect    an item of the data is not in the tree: it is left out of releases
              2 items that occur 3 times
              `--repair add-leaves` makes them leaves below the root (items of baskets only)
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
    desk.clump(&format!("--show-values {line}")).says(&format!("{SECRET}\t2"));
    assert_snapshot!(desk.clump(&format!("{line} --repair add-leaves")).ok(), @"
    status: 0, stderr:
    Repaired  2 items added as leaves
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
    let flags = "--from basket --separator space --taxonomy food.csv --repair add-leaves --k 2";
    let run = desk.clump(&format!("anonymize more.txt {flags} --output r.tsv")).ok();
    assert_snapshot!(run.told("Mapped Repaired Sample"), @"
    Mapped    6 of 6 items to the taxonomy
    Repaired  taxonomy: 2 items added as leaves
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  zzsecretzz
    ");
    // Its hash could be guessed item by item, so it is not published.
    assert_eq!(desk.certificate("r.tsv")["taxonomy"]["blake3"], serde_json::Value::Null);
}

#[test]
fn an_export_in_each_format_is_the_same_taxonomy_again() {
    let desk = Desk::with_food();
    let plain = desk.clump("taxonomy export --taxonomy food.csv").ok().stdout;
    let mut all = String::new();
    for format in ["edges", "arx", "paths", "amnesia", "json", "outline", "skos"] {
        desk.clump(&format!("taxonomy export --taxonomy food.csv --to {format} --output {format}.txt")).ok();
        let again = desk.clump(&format!("taxonomy export --taxonomy {format}.txt")).ok().stdout;
        assert_eq!(again, plain, "{format}");
        all += &format!("--- {format}\n{}", desk.text(&format!("{format}.txt")));
    }
    assert_snapshot!(all);
}
