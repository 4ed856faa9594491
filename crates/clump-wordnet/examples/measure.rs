//! What loading and looking up cost. With a file of one query per line, also what a longest match over it costs, and by
//! what its words get their places.
//!
//! ```text
//! cargo run --release -p clump-wordnet --example measure -- [QUERIES]
//! ```
#![allow(clippy::print_stdout, reason = "a program speaks to its user")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use clump_wordnet::{Link, WordNet, function_word_in, is_stop_word};

const ROUNDS: usize = 25;

fn main() -> io::Result<()> {
    let load = best_of(ROUNDS, || drop(black_box(WordNet::from_artifact(WordNet::artifact()))));
    println!("load            {:8.2} ms", load.as_secs_f64() * 1e3);

    let wordnet = WordNet::load();
    println!("nodes           {:8}", wordnet.taxonomy().len());
    println!("lemmas          {:8}", wordnet.lemmas().len());
    println!("single words    {:8}", wordnet.words().count());
    println!("linked words    {:8}", wordnet.linked_words().count());

    // In an order that has nothing to do with where the words stand in memory.
    let mut words: Vec<String> = wordnet.words().map(|(word, _)| word.to_owned()).collect();
    words.sort_by_cached_key(|word| word.bytes().rev().collect::<Vec<u8>>());
    let unknown: Vec<String> = words.iter().map(|word| format!("{word}q")).collect();
    let plurals: Vec<String> = words.iter().map(|word| format!("{word}s")).collect();
    time("exact, known", &words, |word| wordnet.exact(word).is_some());
    time("exact, unknown", &unknown, |word| wordnet.exact(word).is_some());
    time("noun, plural", &plurals, |word| wordnet.noun(word).is_some());
    time("noun, unknown", &unknown, |word| wordnet.noun(word).is_some());
    time("longest_phrase", &words, |word| wordnet.longest_phrase(word) > 1);
    time("linked, unknown", &unknown, |word| wordnet.linked(word).is_some());
    let linked: Vec<String> = wordnet.linked_words().map(|(word, _)| word.to_owned()).collect();
    let forms: Vec<String> = linked.iter().map(|word| format!("{word}ing")).collect();
    time("linked, known", &linked, |word| wordnet.linked(word).is_some());
    time("linked, form", &forms, |word| wordnet.linked(word).is_some());
    time("web_sense", &words, |word| wordnet.web_sense(word).is_some());
    time("is_stop_word", &words, is_stop_word);
    time("function_word", &words, |word| !function_word_in(word).is_empty());

    if let Some(path) = env::args_os().nth(1) {
        let queries = fs::read_to_string(path)?.to_lowercase();
        let queries: Vec<Vec<&str>> = queries
            .lines()
            .map(|query| query.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect())
            .collect();
        let mut found = Found::default();
        let spent = best_of(ROUNDS, || {
            found = queries.iter().fold(Found::default(), |sum, query| longest(wordnet, query, sum))
        });
        println!("\nqueries         {:8}", queries.len());
        println!("words           {:8}", found.words);
        println!("  in a noun     {:7.1} %", 100.0 * found.matched as f64 / found.words as f64);
        println!("phrases tried   {:8.3} a word", found.tried as f64 / found.words as f64);
        println!("longest match   {:8.0} ns a word", spent.as_nanos() as f64 / found.words as f64);
        places(wordnet, &queries);
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Found {
    words: usize,
    matched: usize,
    /// Phrases of two words or more that were looked up.
    tried: usize,
}

/// The longest noun at each word that is not yet part of one.
fn longest(wordnet: &WordNet, query: &[&str], mut found: Found) -> Found {
    found.words += query.len();
    let mut start = 0;
    while start < query.len() {
        let most = wordnet.longest_phrase(query[start]).min(query.len() - start);
        let matched = (1..=most).rev().find(|&count| {
            if count == 1 {
                return wordnet.noun(query[start]).is_some();
            }
            found.tried += 1;
            wordnet.noun(&query[start..start + count].join(" ")).is_some()
        });
        found.matched += matched.unwrap_or(0);
        start += matched.unwrap_or(1);
    }
    found
}

/// By what each word gets its place, for words that are no stop words: a sense of the web, a noun, a link, or nothing.
fn places(wordnet: &WordNet, queries: &[Vec<&str>]) {
    let words: Vec<&str> = queries.iter().flatten().copied().filter(|word| !is_stop_word(word)).collect();
    let (mut web, mut noun, mut links) = (0, 0, [0; Link::ALL.len()]);
    for word in &words {
        if wordnet.web_sense(word).is_some() {
            web += 1;
        } else if wordnet.noun(word).is_some() {
            noun += 1;
        } else if let Some(linked) = wordnet.linked(word) {
            links[linked.link as usize] += 1;
        }
    }
    let share = |name: &str, count: usize| {
        println!("  {name:13} {:7.1} %", 100.0 * count as f64 / words.len() as f64)
    };
    println!("\nno stop words   {:8}", words.len());
    share("sense of web", web);
    share("noun", noun);
    share("linked", links.iter().sum());
    for (link, count) in Link::ALL.into_iter().zip(links) {
        share(&format!("  {link:?}"), count);
    }
}

fn time(name: &str, words: &[String], look_up: impl Fn(&str) -> bool) {
    let mut hits = 0;
    let spent = best_of(ROUNDS, || hits = words.iter().filter(|word| look_up(black_box(word))).count());
    println!(
        "{name:15} {:8.1} ns    {:5.1} % yes",
        spent.as_nanos() as f64 / words.len() as f64,
        100.0 * hits as f64 / words.len() as f64
    );
}

fn best_of(rounds: usize, mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(|_| once(&mut work)).min().unwrap_or_default()
}
