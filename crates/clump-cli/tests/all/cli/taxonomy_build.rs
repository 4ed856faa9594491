//! `clump taxonomy build`: a tree from the data, and a release made with it.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// Twenty owners who buy breakfast, twenty who buy tools, and four with something of their own.
fn shop() -> Desk {
    let desk = Desk::new();
    let mut baskets = String::new();
    for _ in 0..20 {
        baskets += "milk,bread,egg,jam\nnail,hammer,saw,glue\n";
    }
    baskets += &format!("milk,{SECRET}\nbread,{SECRET},{SECRET} too\nnail,{SECRET}\nglue,{SECRET}\n");
    desk.file("shop.csv", baskets);
    desk
}

#[test]
fn a_tree_is_built_and_used() {
    let desk = shop();
    assert_snapshot!(desk.clump("taxonomy build shop.csv --k 5 --output tree.tsv"));
    assert_snapshot!("tree", desk.text("tree.tsv"));
    assert_eq!(desk.mode("tree.tsv") & 0o044, 0o044);
    assert_snapshot!(desk.clump("taxonomy check --taxonomy tree.tsv"), @"
    status: 0, stderr:
    Note      uneven depth, leaves by level: 1 at 2, 8 at 4
              allowed: losses count the leaves below a node, not its level, and rows need no padding
    One tree: 16 nodes, 9 leaves, 4 levels
    ");
    assert_snapshot!(
        desk.clump("anonymize shop.csv --taxonomy tree.tsv --unknown as:other --k 5 --output release.tsv")
    );
}

#[test]
fn names_of_fewer_than_k_owners_stand_nowhere() {
    let desk = shop();
    // Four owners have it.
    for (k, told) in [(5, false), (4, true), (30, false)] {
        let run = desk.clump(&format!("taxonomy build shop.csv --k {k} --output tree{k}.tsv --json"));
        assert!(!run.stderr.contains(SECRET) && !run.stdout.contains(SECRET));
        let tree = if desk.exists(&format!("tree{k}.tsv")) {
            desk.text(&format!("tree{k}.tsv"))
        } else {
            String::new()
        };
        assert_eq!(tree.contains(SECRET), told, "k = {k}");
        assert!(!tree.contains("too"), "one owner has it");
    }
}

#[test]
fn the_same_bytes_for_any_order_and_threads() {
    let desk = shop();
    let mut lines: Vec<String> = desk.text("shop.csv").lines().map(str::to_owned).collect();
    lines.reverse();
    desk.file("reversed.csv", lines.join("\n"));
    desk.clump("taxonomy build shop.csv --k 4 --output a.tsv --threads 1");
    desk.clump("taxonomy build reversed.csv --k 4 --output b.tsv --threads 3");
    assert_eq!(desk.text("a.tsv"), desk.text("b.tsv"));
}
