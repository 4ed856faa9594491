//! A log in which the words of a branch are followed by clicks on the hosts of that branch. A tree with these branches must
//! score high, and the same tree with its words shuffled near 0.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::clicks::Vector;
use super::*;

const BRANCHES: usize = 12;
const WORDS: usize = 8;

fn word(branch: usize, word: usize) -> String {
    format!("w{branch}q{word}")
}

/// 600 people with three queries each on one branch. Four clicks of five lead to a host of the branch, the fifth anywhere.
fn write_log(path: &Path) {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut log = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned();
    for owner in 0..600 {
        let branch = random.random_range(0..BRANCHES);
        for minute in 0..3 {
            let asked = word(branch, random.random_range(0..WORDS));
            let clicked = if random.random_bool(0.8) { branch } else { random.random_range(0..BRANCHES) };
            let host = random.random_range(0..4);
            writeln!(
                log,
                "{owner}\t{asked}\t2006-03-01 10:0{minute}:00\t1\thttp://www.h{clicked}x{host}.example/a"
            )
            .unwrap();
        }
    }
    std::fs::write(path, log).unwrap();
}

fn write_tree(path: &Path) {
    let mut tree = String::new();
    for branch in 0..BRANCHES {
        writeln!(tree, "<b{branch}>\t<all>").unwrap();
        (0..WORDS).for_each(|number| writeln!(tree, "{}\t<b{branch}>", word(branch, number)).unwrap());
    }
    std::fs::write(path, tree).unwrap();
}

#[test]
fn a_tree_that_means_something_scores_and_a_shuffled_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let (log, tree) = (folder.path().join("log.tsv"), folder.path().join("tree.tsv"));
    write_log(&log);
    write_tree(&tree);
    let source = tree.to_str().unwrap();
    let clicks = Clicks::read(&log, 5, source).unwrap();
    let tree = Tree::read(&log, 5, source).unwrap();
    let above_chance = |tree: Tree| {
        let meaning = Meaning::new(&Judgment::new(tree, 5).unwrap(), &clicks);
        meaning.above_chance().unwrap_or_else(|| panic!("{meaning}"))
    };
    for seed in 0..5 {
        let by_chance = above_chance(tree.shuffled(seed));
        assert!(by_chance.abs() < 0.06, "{by_chance}");
    }
    let meaning = above_chance(tree);
    assert!(meaning > 0.5, "{meaning}");
}

#[test]
fn a_tree_without_nodes_has_nothing_to_judge() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.tsv");
    write_log(&log);
    let clicks = Clicks::read(&log, 5, "flat").unwrap();
    let flat = Judgment::new(Tree::read(&log, 5, "flat").unwrap(), 5).unwrap();
    assert_eq!(Meaning::new(&flat, &clicks).above_chance(), None);
}

#[test]
fn clicks_of_one_owner_on_one_host_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.tsv");
    let mut lines = vec!["AnonID\tQuery\tQueryTime\tItemRank\tClickURL".to_owned()];
    for owner in 1..=4 {
        let mut line =
            |query: &str, url: &str| lines.push(format!("{owner}\t{query}\t2006-03-01 10:00:00\t1\t{url}"));
        line("tea", "http://www.pot.example/a");
        line("tea", "https://pot.example/b?c");
        line("gin", "http://bar.example");
        // Clicked by all of one half alone.
        if owner % 2 == 1 {
            line("rum", "http://bar.example");
        }
        line("milk", "");
    }
    std::fs::write(&log, lines.join("\n") + "\n").unwrap();
    let clicks = Clicks::read(&log, 2, "flat").unwrap();
    let found: Vec<(&str, usize)> =
        clicks.words.iter().map(|clicked| (clicked.word.as_str(), clicked.clicks)).collect();
    assert_eq!((clicks.hosts, found), (2, vec![("gin", 4), ("tea", 4)]));
    let [gin, tea] = [0, 1].map(|word| &clicks.words[word].vectors);
    let (bar, pot) = (Vector(vec![(0, 1.0)]), Vector(vec![(1, 1.0)]));
    assert_eq!((gin, tea), (&[bar.clone(), bar], &[pot.clone(), pot]));
    assert_eq!((gin[0].dot(&tea[1]), gin[0].dot(&gin[1])), (0.0, 1.0));
}

/// Two words of one query share its clicks, and these must not make them alike.
#[test]
fn words_of_one_query_are_not_alike_for_that() {
    let clicks: BTreeSet<(&str, &str, u32)> =
        [("a", "x", 0), ("b", "x", 0), ("a", "y", 1), ("b", "z", 1), ("c", "z", 0), ("c", "x", 3)].into();
    let clicks = Clicks::new(&clicks);
    let vector = |word: &str, half: usize| {
        let found = clicks.words.iter().find(|clicked| clicked.word == word);
        found.map(|clicked| clicked.vectors[half].clone()).unwrap()
    };
    assert!(
        (vector("a", 0).dot(&vector("b", 0)) - 1.0).abs() < 1e-12,
        "in the half that asked them together"
    );
    assert_eq!(vector("a", 0).dot(&vector("b", 1)), 0.0);
}

#[test]
fn every_tree_is_told_with_its_control() {
    let folder = tempfile::tempdir().unwrap();
    let (log, tree) = (folder.path().join("log.tsv"), folder.path().join("tree.tsv"));
    write_log(&log);
    write_tree(&tree);
    let mut out = Vec::new();
    let trees = ["flat".to_owned(), tree.to_str().unwrap().to_owned()];
    judge(&log, 5, &trees, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    for tree in &trees {
        for name in [tree.clone(), format!("{tree} shuffled")] {
            let lines = text.lines().filter(|line| line.starts_with(&format!("{name}: "))).count();
            assert_eq!(lines, 2, "{name}: counts and meaning\n{text}");
        }
    }
}
