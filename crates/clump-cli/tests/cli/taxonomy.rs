//! `clump taxonomy`, and files that are not one tree.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

#[test]
fn show_tells_path_size_and_children() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump("taxonomy show --taxonomy food.csv"), @"
    status: 0
    ---stdout---
    food
    level 1, 8 leaves, LM 1.000000, 12 nodes at or below
      fruit (3 leaves)
      meat (2 leaves)
      dairy (3 leaves)
    ---stderr---
    ");
    assert_snapshot!(desk.clump("taxonomy show fruit --taxonomy food.csv"), @"
    status: 0
    ---stdout---
    food > fruit
    level 2, 3 leaves, LM 0.285714, 4 nodes at or below
      apple (1 leaf)
      orange (1 leaf)
      banana (1 leaf)
    ---stderr---
    ");
}

#[test]
fn show_of_a_node_that_does_not_exist() {
    assert_snapshot!(Desk::with_food().refused("taxonomy show gravel --taxonomy food.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the taxonomy has no such node

    hint: list its nodes with `clump taxonomy export`
    ");
}

#[test]
fn wordnet_is_built_in() {
    let desk = Desk::new();
    assert_snapshot!(desk.clump("taxonomy show poodle"), @"
    status: 0
    ---stdout---
    <entity> > <physical entity> > <object> > <whole.n.02> > <living thing> > <organism> > <animal> > <chordate> > <vertebrate> > <mammal> > <placental> > <carnivore> > <canine.n.02> > <dog> > <poodle>
    level 15, 4 leaves, LM 0.000046, 5 nodes at or below
      <toy poodle> (1 leaf)
      <miniature poodle> (1 leaf)
      <standard poodle> (1 leaf)
      <large poodle> (1 leaf)
    ---stderr---
    ");
    assert_snapshot!(desk.clump("taxonomy check"), @"
    status: 0
    ---stdout---
    ---stderr---
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
    status: 0
    ---stdout---
    ---stderr---
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
}

#[test]
fn an_export_is_a_taxonomy_again() {
    let desk = Desk::with_food();
    let exported = desk.clump("taxonomy export --taxonomy food.csv");
    assert_snapshot!(exported, @"
    status: 0
    ---stdout---
    food	
    fruit	food
    apple	fruit
    orange	fruit
    banana	fruit
    meat	food
    chicken	meat
    beef	meat
    dairy	food
    milk	dairy
    butter	dairy
    cheese	dairy
    ---stderr---
    ");
    desk.file("again.tsv", &exported.stdout);
    assert_eq!(desk.clump("taxonomy export --taxonomy again.tsv").ok().stdout, exported.stdout);
}

#[test]
fn all_formats_of_one_tree_give_the_same_tree() {
    let desk = Desk::new();
    desk.file("edges.csv", "fruit,food\nbeef,food\napple,fruit\n");
    desk.file("rows.csv", "apple;fruit;food\nbeef;beef;food\n");
    desk.file("paths.txt", "food > fruit > apple\nfood > beef\n");
    let export = |name| desk.clump(&format!("taxonomy export --taxonomy {name}")).ok().stdout;
    assert_snapshot!(export("edges.csv"), @"
    food	
    fruit	food
    apple	fruit
    beef	food
    ");
    assert_eq!(export("rows.csv"), export("edges.csv"));
    assert_eq!(export("paths.txt"), export("edges.csv"));
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
fn a_tree_made_from_data_cannot_be_shown_without_it() {
    assert_snapshot!(Desk::new().refused("taxonomy check --taxonomy flat"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: that taxonomy is made from the items of the data

    hint: look at it with `clump inspect INPUT --taxonomy flat` or `prefix`
    ");
}

/// A run on a taxonomy file that cannot be read; `check` and `anonymize` must say the same.
fn unreadable(content: &str, flags: &str) -> String {
    let desk = Desk::with_food();
    desk.file("tree.csv", content);
    let check = desk.refused(&format!("taxonomy check --taxonomy tree.csv {flags}"));
    let line = format!("anonymize baskets.txt --taxonomy tree.csv --k 2 --output release.tsv {flags}");
    assert_eq!(desk.refused(&line).stderr, check.stderr);
    check.to_string()
}

/// Runs on a taxonomy file that is no tree: `check` explains, `anonymize` refuses, and neither names a value.
fn not_a_tree(content: &str) -> String {
    let desk = Desk::with_food();
    desk.file("tree.csv", content);
    let check = desk.without_trace("taxonomy check --taxonomy tree.csv", 1);
    let run = desk.refused("anonymize baskets.txt --taxonomy tree.csv --k 2 --output release.tsv");
    format!("{check}===\n{run}")
}

#[test]
fn a_cycle() {
    assert_snapshot!(not_a_tree(&format!("beef,food\n{SECRET},b\nb,c\nc,{SECRET}\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a node is its own ancestor
              1 time: line 2 (3 nodes)
              `--repair drop-cycles` leaves out the row of each cycle that was given last
    Defect    a root besides the first: what is below two roots has no common ancestor
              1 time: line 3 (first on 1)
              `--repair root` puts them below one root
    Note      uneven depth, leaves by level: 1 at 3, 1 at 4
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    Note      3 nodes have a single child, at most 2 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree as it stands; with `--repair drop-cycles,root`: 6 nodes, 2 leaves, 4 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 2 (3 nodes): a node is its own ancestor

    hint: `--repair drop-cycles` leaves out the row of each cycle that was given last. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn two_roots() {
    assert_snapshot!(not_a_tree(&format!("beef,food\nmilk,{SECRET}\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a root besides the first: what is below two roots has no common ancestor
              1 time: line 2 (first on 1)
              `--repair root` puts them below one root
    Note      2 nodes have a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree as it stands; with `--repair root`: 5 nodes, 2 leaves, 3 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 2 (first on 1): a root besides the first: what is below two roots has no common ancestor

    hint: `--repair root` puts them below one root. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn two_parents() {
    assert_snapshot!(not_a_tree(&format!("meat,food\ndairy,food\n{SECRET},meat\n{SECRET},dairy\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a node has another parent: it could be generalized in two ways
              1 time: line 4 (first on 3)
              `--repair first-parent` keeps the first place only, with all that is below the others
              `--repair qualify` calls each later place `parent/name`
    Note      uneven depth, leaves by level: 1 at 2, 1 at 3
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    Note      1 node has a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree as it stands; with `--repair first-parent`: 4 nodes, 2 leaves, 3 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 4 (first on 3): a node has another parent: it could be generalized in two ways

    hint: `--repair first-parent` keeps the first place only, with all that is below the others; `--repair qualify` calls each later place `parent/name`. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn one_name_in_two_branches() {
    assert_snapshot!(not_a_tree(&format!("{SECRET};meat;food\nbeef;meat;food\n{SECRET};dairy;food\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a name stands in another place already: an item of that name could be either
              1 time: line 3 (first on 1)
              `--repair qualify` calls each later place `parent/name`
              `--repair first-parent` keeps the first place only, with all that is below the others
    Note      1 node has a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree as it stands; with `--repair qualify`: 6 nodes, 3 leaves, 3 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 3 (first on 1): a name stands in another place already: an item of that name could be either

    hint: `--repair qualify` calls each later place `parent/name`; `--repair first-parent` keeps the first place only, with all that is below the others. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn a_repeated_row() {
    assert_snapshot!(not_a_tree(&format!("beef,food\n{SECRET},food\n{SECRET},food\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a row was given before
              1 time: line 3 (first on 2)
              `--repair drop-repeats` leaves later ones out
    Not one tree as it stands; with `--repair drop-repeats`: 3 nodes, 2 leaves, 2 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 3 (first on 2): a row was given before

    hint: `--repair drop-repeats` leaves later ones out. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn an_unknown_parent() {
    assert_snapshot!(not_a_tree(&format!("food,\nbeef,food\nmilk,{SECRET}\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a parent is given nowhere, although the root is declared
              1 time: line 3
              `--repair root` puts them below one root
    Note      uneven depth, leaves by level: 1 at 2, 1 at 3
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    Note      1 node has a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree as it stands; with `--repair root`: 4 nodes, 2 leaves, 3 levels
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 3: a parent is given nowhere, although the root is declared

    hint: `--repair root` puts them below one root. `clump taxonomy check` lists everything that is to be repaired
    ");
}

#[test]
fn a_name_that_no_release_can_carry() {
    assert_snapshot!(not_a_tree(&format!("{{\"name\": \"{SECRET}\",\n\"children\": [\"a\\tb\"]}}\n")), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    a name holds a tab or a line break, which a release cannot carry
              1 time: line 2
              no repair: correct the file
    Note      1 node has a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    Not one tree, and no repair makes it one
    ===
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 2: a name holds a tab or a line break, which a release cannot carry

    hint: correct the line. `clump taxonomy check` lists everything that is to be repaired
    ");
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
    assert_snapshot!(desk.clump(&format!("taxonomy check --taxonomy dirty.csv --repair {REPAIRS}")).ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Defect    a row names no node
              1 time: line 8
              repaired: `--repair drop-empty` leaves them out
    Defect    a row was given before
              1 time: line 2 (first on 1)
              repaired: `--repair drop-repeats` leaves later ones out
    Defect    a node has another parent: it could be generalized in two ways
              1 time: line 5 (first on 4)
              repaired: `--repair first-parent` keeps the first place only, with all that is below the others
    Defect    a node is its own ancestor
              1 time: line 6 (2 nodes)
              repaired: `--repair drop-cycles` leaves out the row of each cycle that was given last
    Defect    a root besides the first: what is below two roots has no common ancestor
              2 times: lines 6 (first on 3), 9 (first on 3)
              repaired: `--repair root` puts them below one root
    Repaired  taxonomy: 1 further place left out, 3 roots put below another, 1 repeated row left out, 1 cycle cut, 1 row without a name left out
    Note      uneven depth, leaves by level: 3 at 3, 1 at 4
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    Note      3 nodes have a single child, at most 1 in a row
              allowed: to publish such a node or its child loses the same
    One tree: 9 nodes, 4 leaves, 4 levels
    ");
    assert_snapshot!(desk.clump(&format!("taxonomy export --taxonomy dirty.csv --repair {REPAIRS}")).ok(), @"
    status: 0
    ---stdout---
    *	
    food	*
    fruit	food
    apple	fruit
    milk	food
    d	*
    c	d
    s	*
    e	s
    ---stderr---
    Repaired  taxonomy: 1 further place left out, 3 roots put below another, 1 repeated row left out, 1 cycle cut, 1 row without a name left out
    ");
}

#[test]
fn repairs_are_said_and_reported_by_every_run() {
    let desk = Desk::with_food();
    let food = String::from_utf8(crate::desk::fixture("food.csv")).unwrap();
    desk.file("dirty.csv", format!("{food}{}\n", food.lines().last().unwrap()));
    let run = desk.clump("anonymize baskets.txt --taxonomy dirty.csv --repair drop-repeats --k 2 --output r.tsv --report r.json");
    assert!(run.ok().stderr.contains("Repaired  taxonomy: 1 repeated row left out"));
    let report: serde_json::Value = serde_json::from_str(&desk.text("r.json")).unwrap();
    assert_eq!(report["read"]["repaired"]["repeats_dropped"], 1);
    assert_eq!(report["job"]["repair"][0], "drop-repeats");
}

#[test]
fn what_the_data_have_and_the_tree_has_not() {
    let desk = Desk::with_food();
    desk.file("more.txt", format!("apple {SECRET} fruit\n{SECRET} milk kiwi\n"));
    let line = "taxonomy check more.txt --from basket --separator space --taxonomy food.csv";
    assert_snapshot!(desk.without_trace(line, 1), @"
    status: 1
    ---stdout---
    ---stderr---
    Defect    an item of the data is not in the tree: it is left out of releases
              2 items that occur 3 times
              `--repair add-leaves` makes them leaves below the root (items of baskets only)
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
    let shown = desk.clump(&format!("--show-values {line}"));
    assert!(shown.stderr.contains(&format!("{SECRET}\t2")), "{shown}");
    assert_snapshot!(desk.clump(&format!("{line} --repair add-leaves")).ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Repaired  2 items added as leaves
    One tree: 12 nodes, 8 leaves, 3 levels
    ");
    let flags =
        "--from basket --separator space --taxonomy food.csv --repair add-leaves --k 2 --output r.tsv";
    assert_snapshot!(desk.clump(&format!("anonymize more.txt {flags}")).ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      2 lines, 2 baskets
    Owners    each line counted as one owner: 2 read, 0 dropped
    Mapped    6 of 6 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Repaired  taxonomy: 2 items added as leaves
    Words     6 read in all rows: 2 as typed (33.3 %), 0 generalized (0 %), 4 gone (66.7 %: 4 suppressed)
    Kept      23.5 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      66.7 % by the paper's measure (GGD), of 6 items that were grouped
    Grouped   2 owners into 1 group of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  zzsecretzz
    Wrote     r.tsv, r.tsv.certificate.json
    ");
    // Its hash could be guessed item by item, so it is not published.
    let certificate: serde_json::Value = serde_json::from_str(&desk.text("r.tsv.certificate.json")).unwrap();
    assert_eq!(certificate["taxonomy"]["blake3"], serde_json::Value::Null);
}

#[test]
fn a_repair_of_a_tree_that_is_built_in_has_no_effect() {
    assert_snapshot!(Desk::new().refused("taxonomy check --repair root"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `repair` has no effect here

    hint: leave it out: it is about a taxonomy in a file
    ");
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
    assert_snapshot!(desk.refused("taxonomy export --taxonomy food.csv --to json --output json.txt"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: json.txt exists already

    hint: choose another name, or pass `--force` to replace it
    ");
}

#[test]
fn an_export_that_cannot_be_read_back_is_refused() {
    let desk = Desk::with_food();
    desk.file("wine.csv", format!("red {SECRET},wine\nwhite {SECRET},wine\n"));
    assert_snapshot!(desk.refused("taxonomy export --taxonomy wine.csv --to amnesia --output wine.txt"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 2 of 3 names do not fit the format amnesia: a name holds a blank, which separates names there

    hint: `--to edges`, `json` and `skos` carry every tree
    ");
    assert_snapshot!(desk.refused("taxonomy export --taxonomy wine.csv --to wordnet"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: a taxonomy cannot be written as a WordNet database

    hint: its nodes are called by English words and senses, and names that differ in case only would be one word; use `--to skos` for thesaurus tools
    ");
}

#[test]
fn a_directory_that_holds_no_database() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("words")).unwrap();
    assert_snapshot!(desk.refused("taxonomy check --taxonomy words"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: words: there are no files data.noun and index.noun in it

    hint: name the directory that has them, for example /usr/share/wordnet, or a taxonomy file
    ");
}

#[test]
fn an_edge_of_three_columns() {
    assert_snapshot!(unreadable(&format!("beef,food\n{SECRET},meat,food\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: line 2: expected child and parent separated by a comma or a tab, found 3 columns

    hint: put names that hold commas in double quotes, or state `--taxonomy-format arx` or `paths`
    ");
}

#[test]
fn an_outline_between_two_levels() {
    assert_snapshot!(unreadable(&format!("food\n    {SECRET}\n  milk\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: line 3: the line begins further to the left than its siblings, and no line above begins there

    hint: indent children by tabs or by spaces, one way in the whole file, or state another `--taxonomy-format`
    ");
}

#[test]
fn no_format_that_can_be_told() {
    assert_snapshot!(unreadable(&format!("{SECRET}\nbeef\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: the format of the taxonomy cannot be told from its lines

    hint: say what it is with `--taxonomy-format`: edges, arx, paths, amnesia, json, outline, skos, wordnet
    ");
}

#[test]
fn a_format_that_does_not_exist() {
    assert_snapshot!(unreadable("beef,food\n", "--taxonomy-format excel"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'excel' for '--taxonomy-format <FORMAT>'
      [possible values: edges, arx, paths, amnesia, json, outline, skos, wordnet]

    For more information, try '--help'.
    ");
}

#[test]
fn an_empty_taxonomy() {
    assert_snapshot!(unreadable("# nothing\n", ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: the taxonomy has no nodes

    hint: check the path given to `--taxonomy`
    ");
}

#[test]
fn a_taxonomy_that_does_not_exist() {
    assert_snapshot!(Desk::new().refused("taxonomy check --taxonomy nowhere.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.csv: there is no such file

    hint: check the path
    ");
}
