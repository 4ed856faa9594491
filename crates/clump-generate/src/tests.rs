//! Tests that read the generated log as clump reads logs.

use std::collections::BTreeSet;

use clump_core::inspect::TaxonomySize;
use clump_core::measure::density;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_wordnet::{WordNet, is_stop_word};

use super::*;

fn log(owners: usize, seed: u64) -> (String, Generated) {
    let mut out = Vec::new();
    let generated = generate(&GenerateParameters::new(owners, seed), WordNet::load(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), generated)
}

/// The columns of each line without the header.
fn rows(log: &str) -> impl Iterator<Item = Vec<&str>> {
    log.lines().skip(1).map(|line| line.split('\t').collect())
}

/// The transactions of the log with one exact look-up for each word, and the taxonomy pruned to them.
fn transactions(log: &str, wordnet: &WordNet) -> (Transactions, Taxonomy) {
    let mut owners: Vec<(&str, BTreeSet<Node>)> = Vec::new();
    for row in rows(log) {
        if owners.last().is_none_or(|(id, _)| *id != row[0]) {
            owners.push((row[0], BTreeSet::new()));
        }
        let (_, items) = owners.last_mut().unwrap();
        items.extend(row[1].split(' ').map(|word| wordnet.exact(word).expect("every word is a noun")));
    }
    let mut transactions = Transactions::one_per_owner(owners.into_iter().map(|(_, items)| items));
    let taxonomy = transactions.prune(wordnet.taxonomy());
    (transactions, taxonomy)
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_another_log() {
    let (first, generated) = log(300, 7);
    assert_eq!(log(300, 7), (first.clone(), generated));
    assert_ne!(log(300, 8).0, first);
    assert_eq!(generated.bytes, first.len());
    assert_eq!(generated.lines, rows(&first).count());
}

/// A hash that does not change with library versions (FNV-1a).
fn fnv(log: &str) -> u64 {
    log.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Benchmarks of different versions must measure the same log.
#[test]
fn a_seed_gives_the_bytes_it_always_gave() {
    assert_eq!(
        [fnv(&log(300, 7).0), fnv(&log(50, 0).0)],
        [7_818_811_303_002_188_519, 3_983_186_348_631_097_037]
    );
}

#[test]
fn unknown_words_have_the_share_that_is_asked_for() {
    let wordnet = WordNet::load();
    for share in [0.1, 0.3, 0.6] {
        let parameters = GenerateParameters { unknown: share, ..GenerateParameters::new(2_000, 6) };
        let make = || {
            let mut out = Vec::new();
            let generated = generate(&parameters, wordnet, &mut out).unwrap();
            (String::from_utf8(out).unwrap(), generated)
        };
        let (log, generated) = make();
        assert_eq!(make(), (log.clone(), generated), "the same parameters give the same bytes");

        let (mut words, mut unknown, mut nouns) = (0, 0, BTreeSet::new());
        for row in rows(&log) {
            assert_eq!(row.len(), 5);
            for word in row[1].split(' ') {
                assert!(!word.is_empty());
                words += 1;
                match wordnet.exact(word) {
                    Some(node) => drop(nouns.insert((row[0].to_owned(), node))),
                    None => unknown += 1,
                }
            }
        }
        let found = f64::from(unknown) / f64::from(words);
        assert!((found - share).abs() < 0.01, "{found} and not {share}");
        assert_eq!(nouns.len(), generated.items, "they are not among the nouns");
    }
}

#[test]
fn unknown_words_do_not_change_how_nouns_are_read() {
    let wordnet = WordNet::load();
    let parameters = GenerateParameters { unknown: 0.4, ..GenerateParameters::new(500, 8) };
    let mut out = Vec::new();
    generate(&parameters, wordnet, &mut out).unwrap();
    for row in rows(&String::from_utf8(out).unwrap()) {
        let words: Vec<&str> = row[1].split(' ').collect();
        assert!(
            words.len() == 1 || words.iter().all(|word| !word.contains('.')),
            "addresses stand alone: {words:?}"
        );
        for (start, end) in
            (0..words.len()).flat_map(|start| (start + 2..=words.len()).map(move |end| (start, end)))
        {
            assert_eq!(wordnet.noun(&words[start..end].join(" ")), None);
        }
    }
}

#[test]
fn a_log_without_owners_is_a_header() {
    assert_eq!(log(0, 1).0, "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n");
}

#[test]
fn the_figures_of_section_v_1_come_out() {
    let (log, generated) = log(53_058, 1);
    let (transactions, taxonomy) = transactions(&log, WordNet::load());
    assert_eq!(transactions.len(), 53_058);
    assert_eq!(transactions.items(), generated.items);
    assert!((generated.items as f64 / 53_058.0 / 20.93 - 1.0).abs() < 0.02, "{}", generated.items);

    let mut lengths = transactions.bags().iter().map(<[Node]>::len);
    let (mut items, mut rows) = (0, 0);
    for (first, percent) in
        [(1_000, 0.28), (10_000, 0.25), (20_000, 0.20), (30_000, 0.16), (40_000, 0.14), (53_058, 0.11)]
    {
        items += lengths.by_ref().take(first - rows).sum::<usize>();
        rows = first;
        let found = density(items, rows, &taxonomy) * 100.0;
        assert!((found / percent - 1.0).abs() < 0.1, "{found} % for the first {first}");
    }

    let size = TaxonomySize::of(&taxonomy);
    assert!((size.nodes as f64 / 25_645.0 - 1.0).abs() < 0.05, "{size:?}");
    assert!((size.leaves as f64 / 19_027.0 - 1.0).abs() < 0.05, "{size:?}");
    assert!(size.levels <= 19, "{size:?}");
}

#[test]
fn lines_are_sorted_by_owner_and_time() {
    let (log, generated) = log(2_000, 3);
    let keys: Vec<(u64, &str)> = rows(&log).map(|row| (row[0].parse().unwrap(), row[2])).collect();
    assert!(keys.is_sorted());
    assert!(keys.iter().all(|(_, time)| ("2006-03-01".."2006-06-01").contains(time)));
    assert_eq!(keys.chunk_by(|a, b| a.0 == b.0).count(), generated.owners);
}

#[test]
fn queries_have_one_to_four_words_and_about_half_the_lines_a_click() {
    let (log, generated) = log(2_000, 4);
    let mut clicks = 0;
    for row in rows(&log) {
        assert_eq!(row.len(), 5);
        assert!((1..=4).contains(&row[1].split(' ').count()));
        assert_eq!(row[3].is_empty(), row[4].is_empty());
        assert!(row[4].is_empty() || row[4].ends_with(".example"));
        clicks += usize::from(!row[3].is_empty());
    }
    assert!((clicks as f64 / generated.lines as f64 - 0.5).abs() < 0.02, "{clicks}");
}

/// Matching with phrases, plurals and the stop list finds the same words as exact look-up.
#[test]
fn full_matching_reads_the_same_nouns_as_exact_look_up() {
    let wordnet = WordNet::load();
    let (log, _) = log(2_000, 5);
    for row in rows(&log) {
        let words: Vec<&str> = row[1].split(' ').collect();
        for (start, word) in words.iter().enumerate() {
            assert!(!is_stop_word(word));
            assert_eq!(wordnet.noun(word), wordnet.exact(word));
            for end in start + 2..=words.len() {
                assert_eq!(wordnet.noun(&words[start..end].join(" ")), None);
            }
        }
    }
}
