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
    entity > physical entity > object > whole.n.02 > living thing > organism > animal > chordate > vertebrate > mammal > placental > carnivore > canine.n.02 > dog > poodle
    level 15, 4 leaves, LM 0.000046, 5 nodes at or below
      toy poodle (1 leaf)
      miniature poodle (1 leaf)
      standard poodle (1 leaf)
      large poodle (1 leaf)
    ---stderr---
    ");
    assert_snapshot!(desk.clump("taxonomy check"), @"
    status: 0
    ---stdout---
    ---stderr---
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

/// A run on a taxonomy file that is no tree; `check` and `anonymize` must say the same.
fn not_a_tree(content: &str, flags: &str) -> String {
    let desk = Desk::with_food();
    desk.file("tree.csv", content);
    let check = desk.refused(&format!("taxonomy check --taxonomy tree.csv {flags}"));
    let line = format!("anonymize baskets.txt --taxonomy tree.csv --k 2 --output release.tsv {flags}");
    assert_eq!(desk.refused(&line).stderr, check.stderr);
    check.to_string()
}

#[test]
fn a_cycle() {
    assert_snapshot!(not_a_tree(&format!("beef,food\n{SECRET},b\nb,c\nc,{SECRET}\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 2: the node is its own ancestor (a cycle of 3 nodes)

    hint: correct the line; in rows and paths `--repeated qualify` names the later one `parent/name`
    ");
}

#[test]
fn two_roots() {
    assert_snapshot!(not_a_tree(&format!("beef,food\nmilk,{SECRET}\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 2: a second root; the first is on line 1 (2 in all)

    hint: put all of them below one root, for example `*`
    ");
}

#[test]
fn two_parents() {
    assert_snapshot!(not_a_tree(&format!("meat,food\ndairy,food\n{SECRET},meat\n{SECRET},dairy\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 4: the node has another parent on line 3

    hint: use `--repeated qualify` to name the later one `parent/name`, and have such names counted
    ");
}

#[test]
fn a_repeated_name() {
    assert_snapshot!(not_a_tree(&format!("beef,food\n{SECRET},food\n{SECRET},food\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 3: the node was already given on line 2

    hint: remove one of the two lines
    ");
}

#[test]
fn an_unknown_parent() {
    assert_snapshot!(not_a_tree(&format!("food,\nbeef,food\nmilk,{SECRET}\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: line 3: the parent is given nowhere (the root is on line 1)

    hint: add a line for the parent, or remove the line of the root
    ");
}

#[test]
fn an_edge_of_three_columns() {
    assert_snapshot!(not_a_tree(&format!("beef,food\n{SECRET},meat,food\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: line 2: expected child and parent separated by a comma or a tab, found 3 columns

    hint: put names that hold commas in double quotes, or state `--taxonomy-format arx` or `paths`
    ");
}

#[test]
fn no_format_that_can_be_told() {
    assert_snapshot!(not_a_tree(&format!("{SECRET}\nbeef\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: the format of the taxonomy cannot be told from its lines

    hint: say what it is with `--taxonomy-format edges`, `arx` or `paths`
    ");
}

#[test]
fn a_format_that_does_not_exist() {
    assert_snapshot!(not_a_tree("beef,food\n", "--taxonomy-format excel"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'excel' for '--taxonomy-format <FORMAT>'
      [possible values: edges, arx, paths]

    For more information, try '--help'.
    ");
}

#[test]
fn an_empty_taxonomy() {
    assert_snapshot!(not_a_tree("# nothing\n", ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: tree.csv: is not a taxonomy
      cause: the taxonomy has no nodes

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
