//! `clump taxonomy`, and files that are not one tree.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture, refusals_of};

#[test]
fn show_tells_path_size_and_children() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump("taxonomy show --taxonomy food.csv"), @"
    status: 0, stdout:
    food
    level 1, 8 leaves, LM 1.000000, 12 nodes at or below
      fruit (3 leaves)
      meat (2 leaves)
      dairy (3 leaves)
    ");
    assert_snapshot!(desk.clump("taxonomy show fruit --taxonomy food.csv"), @"
    status: 0, stdout:
    food > fruit
    level 2, 3 leaves, LM 0.285714, 4 nodes at or below
      apple (1 leaf)
      orange (1 leaf)
      banana (1 leaf)
    ");
}

#[test]
fn wordnet_is_built_in() {
    let desk = Desk::new();
    assert_snapshot!(desk.clump("taxonomy show poodle"), @"
    status: 0, stdout:
    <entity> > <physical entity> > <object> > <whole.n.02> > <living thing> > <organism> > <animal> > <chordate> > <vertebrate> > <mammal> > <placental> > <carnivore> > <canine.n.02> > <dog> > <poodle>
    level 15, 4 leaves, LM 0.000046, 5 nodes at or below
      <toy poodle> (1 leaf)
      <miniature poodle> (1 leaf)
      <standard poodle> (1 leaf)
      <large poodle> (1 leaf)
    ");
    assert_snapshot!(desk.clump("taxonomy check"), @"
    status: 0, stderr:
    Note      uneven depth, leaves by level: 10 at 3, 83 at 4, 898 at 5, 3,252 at 6, 6,316 at 7, 12,527 at 8, 11,002 at 9, 11,368 at 10, 8,847 at 11, 4,945 at 12, 2,648 at 13, 1,314 at 14, 809 at 15, 485 at 16, 377 at 17, 207 at 18, 40 at 19, 1 at 20
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    Note      6,159 nodes have a single child, at most 4 in a row
              allowed: to publish such a node or its child loses the same
    One tree: 81,999 nodes, 65,129 leaves, 20 levels
    ");
}

#[test]
fn check_says_that_it_is_one_tree() {
    assert_snapshot!(Desk::with_food().clump("taxonomy check --taxonomy food.csv"), @"
    status: 0, stderr:
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
}

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

/// `check` explains a file that is no tree, `anonymize` refuses it, and neither names a value.
#[test]
fn files_that_are_no_tree() {
    let mut said = String::new();
    for (name, content) in [
        ("a cycle", format!("beef,food\n{SECRET},b\nb,c\nc,{SECRET}\n")),
        ("two roots", format!("beef,food\nmilk,{SECRET}\n")),
        ("two parents", format!("meat,food\ndairy,food\n{SECRET},meat\n{SECRET},dairy\n")),
        ("one name in two branches", format!("{SECRET};meat;food\nbeef;meat;food\n{SECRET};dairy;food\n")),
        ("a repeated row", format!("beef,food\n{SECRET},food\n{SECRET},food\n")),
        ("an unknown parent", format!("food,\nbeef,food\nmilk,{SECRET}\n")),
        (
            "a label that no release can carry",
            format!("{{\"name\": \"{SECRET}\",\n\"children\": [\"a\\tb\"]}}\n"),
        ),
    ] {
        let desk = Desk::with_food();
        desk.file("tree.csv", content);
        let check = desk.without_trace("taxonomy check --taxonomy tree.csv", 1);
        let run = desk.refused("anonymize baskets.txt --taxonomy tree.csv --k 2 --output release.tsv");
        said += &format!("> {name}\n{check}===\n{run}");
    }
    assert_snapshot!(said);
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
