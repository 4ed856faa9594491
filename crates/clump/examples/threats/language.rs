//! An attack on pseudonyms: two releases give the same owners other names, and words link them again.
//!
//! The attacker has a model of how often words are used, from other people. Each owner of the first release is a model of his own:
//! half of his words, half of everybody's. Queries of the second are given to the owner under whom they are likeliest, compared with
//! everybody's.

use std::collections::BTreeMap;
use std::path::Path;

use clump::core::log::QueryLog;
use clump::io::{Input, Layout, ReadOptions, read_lines};
use clump::log::words;

use crate::{Figure, Tried, share};

type Words = BTreeMap<String, usize>;

/// How often each word was asked by each owner for whom `is_in` holds, in the lines that `is_line` takes.
fn words_of(log: &QueryLog, owner: u32, is_line: impl Fn(usize) -> bool) -> Words {
    let mut found = Words::new();
    let lines = log.lines.iter().filter(|line| line.owner == owner).enumerate();
    for (_, line) in lines.filter(|&(number, _)| is_line(number)) {
        words(log.query(line)).for_each(|word| *found.entry(word).or_default() += 1);
    }
    found
}

/// A third of the owners is the reference. Of the others the first release has every other line under one name, and the second the
/// rest under another.
pub fn pseudonyms(path: &Path) -> Tried<Figure> {
    let options = ReadOptions { layout: Some(Layout::Aol), ..ReadOptions::default() };
    let log = read_lines(&[Input::from(path)], &options, &())?.log;
    let owners = log.owners.len() as u32;
    let mut usual = Words::new();
    for owner in (0..owners).filter(|owner| owner % 3 == 0) {
        words_of(&log, owner, |_| true)
            .into_iter()
            .for_each(|(word, times)| *usual.entry(word).or_default() += times);
    }
    let all: usize = usual.values().sum();
    // A word that nobody of the reference used has half an occurrence.
    let chance = |word: &str| usual.get(word).map_or(0.5, |&times| times as f64) / (all as f64 + 0.5);
    let halves = |half: usize| -> Vec<(u32, Words)> {
        let owners = (0..owners).filter(|owner| owner % 3 != 0);
        let halves = owners.map(|owner| (owner, words_of(&log, owner, |number| number % 2 == half)));
        halves.filter(|(_, words)| !words.is_empty()).collect()
    };
    let [first, second] = [0, 1].map(halves);
    let rating = |own: &Words, other: &Words| -> f64 {
        let length: usize = own.values().sum();
        let word = |(word, &times): (&String, &usize)| {
            let share = own.get(word).map_or(0.0, |&times| times as f64 / length as f64);
            times as f64 * (0.5 * share / chance(word) + 0.5).ln()
        };
        other.iter().map(word).sum()
    };
    let linked = second.iter().filter(|(owner, other)| {
        let rated = first.iter().map(|(candidate, own)| (rating(own, other), candidate));
        rated.max_by(|a, b| a.0.total_cmp(&b.0)).is_some_and(|(_, candidate)| candidate == owner)
    });
    Ok(Figure {
        attack: "language model",
        counted: "pseudonyms of one release whose owner is found in another, by words",
        shares: vec![
            ("hash-ids", share(linked.count(), second.len())),
            ("by chance", 1.0 / first.len().max(1) as f64),
        ],
    })
}
