//! Token-based hashing hides words from those who know nothing, and not from those who have a log of their own.

use clump_core::log::{LOG_COLUMNS, Line, QueryLog, Table};
use clump_core::promise::Promise;
use clump_core::rewrite::Rewriter;
use clump_core::{anonymize::Method, names::Names};
use clump_log::attack::{Guess, Guesses, Inverted, attack, held_out, score};
use clump_log::hash::Hash;
use clump_log::{Key, words};

fn number(names: &mut Names, text: &str) -> u32 {
    let known = names.iter().position(|name| name == text);
    known.map_or_else(|| names.push(text), |known| known as u32)
}

/// A log of lines with owner, query, time and address.
fn log<'a>(lines: impl IntoIterator<Item = [&'a str; 4]>) -> QueryLog {
    let mut log = QueryLog { texts: [""].into_iter().collect(), ..QueryLog::default() };
    for [owner, query, time, url] in lines {
        let line = Line {
            owner: number(&mut log.owners, owner),
            query: number(&mut log.queries, query),
            time: number(&mut log.texts, time),
            seconds: None,
            rank: number(&mut log.texts, if url.is_empty() { "" } else { "1" }),
            url: number(&mut log.texts, url),
        };
        log.lines.push(line);
    }
    log
}

fn hashed(log: &QueryLog, seed: u64) -> Table {
    Hash::new(Key::from_seed(seed)).rewrite(log, None, &()).expect("hashing cannot fail").table
}

fn rows(table: &Table) -> Vec<Vec<&str>> {
    (0..table.len()).map(|row| table.row(row).collect()).collect()
}

/// The table as whoever downloads it reads it.
fn read_back(table: &Table) -> QueryLog {
    log(rows(table).into_iter().map(|row| [row[0], row[1], row[2], row[4]]))
}

#[test]
fn equal_words_become_equal_tokens_in_the_same_order() {
    let log = log([["ann", "Dog  food", "t1", ""], ["bob", "food, dog", "t2", ""]]);
    let hash = Hash::new(Key::from_seed(1));
    let [dog, food] = ["dog", "food"].map(|word| hash.word(word));
    let table = hashed(&log, 1);
    let queries: Vec<&str> = rows(&table).iter().map(|row| row[1]).collect();
    assert_eq!(queries, [format!("{dog} {food}"), format!("{food} {dog}")]);
    assert_ne!(dog, food);
    assert_ne!(dog, Hash::new(Key::from_seed(2)).word("dog"));
    assert_eq!(hash.name(), "hash");
    assert_eq!(hash.promise(), Promise::nothing());
}

#[test]
fn only_times_and_ranks_are_left() {
    let log = log([
        ["ann", "dog food", "2006-03-01 07:17:12", "http://dog.example"],
        ["ann", "--", "2006-03-01 07:18:00", ""],
        ["bob", "ann", "2006-03-02 10:00:00", "http://dog.example"],
    ]);
    let table = hashed(&log, 1);
    assert_eq!(table.header(), LOG_COLUMNS);
    let rows = rows(&table);
    for (row, line) in rows.iter().zip(&log.lines) {
        assert_eq!(row[2], log.text(line.time));
        assert_eq!(row[3], log.text(line.rank));
        for cell in [row[0], row[1], row[4]] {
            for secret in ["ann", "bob", "dog", "food", "http", "example"] {
                assert!(!cell.contains(secret));
            }
        }
    }
    // The same owner and the same address, and the word `ann` is not the owner.
    assert_eq!(rows[0][0], rows[1][0]);
    assert_eq!(rows[0][4], rows[2][4]);
    assert_ne!(rows[2][1], rows[0][0]);
    // A query without words and a line without a click stay what they are.
    assert_eq!((rows[1][1], rows[1][4]), ("", ""));
}

#[test]
fn a_log_without_lines_and_a_log_of_one_line() {
    assert!(hashed(&log([]), 1).is_empty());
    assert_eq!(held_out(&log([]), Key::from_seed(1)), Inverted::default());
    let one = log([["ann", "dog", "t", ""]]);
    assert_eq!(hashed(&one, 1).len(), 1);
    // Only one half has a line: there is nothing to read, or nothing to read it with.
    assert_eq!(held_out(&one, Key::from_seed(1)).with_cooccurrence.right, 0);
    assert_eq!(attack(&one, &log([])), Guesses::default());
}

#[test]
fn company_tells_apart_what_frequency_cannot() {
    // `red` and `blue` are used by as many owners, in the same places. Only their company differs.
    let owners: Vec<String> = (0..120).map(|owner| format!("owner {owner}")).collect();
    let mut lines = Vec::new();
    for (owner, name) in owners.iter().map(String::as_str).enumerate() {
        lines.push([name, if owner < 80 { "car" } else { "boat" }, "", ""]);
        if owner < 20 {
            lines.push([name, "red car", "", ""]);
        } else if owner >= 100 {
            lines.push([name, "blue boat", "", ""]);
        }
    }
    let reference = log(lines);
    for seed in 0..8 {
        let hash = Hash::new(Key::from_seed(seed));
        let guesses = attack(&read_back(&hashed(&reference, seed)), &reference);
        let score = |word: &str| {
            guesses.by_frequency.iter().find(|guess| guess.word == word).expect("all words are guessed").score
        };
        assert_eq!(score("red"), score("blue"));
        assert_eq!(guesses.with_cooccurrence.len(), 4);
        for Guess { token, word, .. } in &guesses.with_cooccurrence {
            assert_eq!(*token, hash.word(word), "{word} under key {seed}");
        }
    }
}

#[test]
fn the_score_counts_occurrences() {
    let release = log([["a", "x y", "1", ""], ["a", "x y", "2", ""], ["b", "x z x", "3", ""]]);
    let guess =
        |token: &str, word: &str| Guess { token: token.to_owned(), word: word.to_owned(), score: 0.0 };
    let guesses = Guesses {
        by_frequency: vec![guess("y", "Y")],
        with_cooccurrence: vec![guess("x", "X"), guess("y", "Z"), guess("z", "Z")],
    };
    let inverted = score(&guesses, &release, |token, word| token.to_uppercase() == word);
    assert_eq!((inverted.tokens, inverted.mass), (3, 7));
    let first = inverted.by_frequency;
    assert_eq!((first.guessed, first.right, first.share), (1, 1, 2.0 / 7.0));
    let second = inverted.with_cooccurrence;
    assert_eq!((second.guessed, second.right, second.share), (3, 2, 5.0 / 7.0));
}

/// Numbers that look random: SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) % bound as u64) as usize
    }

    /// Zipf: number i with a probability as 1 / (i + 1).
    fn zipf(&mut self, words: usize) -> usize {
        let uniform = self.below(1 << 30) as f64 / f64::from(1 << 30);
        ((words as f64 + 1.0).powf(uniform) - 1.0) as usize
    }
}

/// Owners with ten queries of two words: one by Zipf's law, and most often one of the three that belong to it.
fn zipf_log(owners: usize, vocabulary: usize) -> QueryLog {
    let mut chance = Chance(7);
    let friends: Vec<[usize; 3]> =
        (0..vocabulary).map(|_| [0; 3].map(|_: i32| chance.below(vocabulary))).collect();
    let queries: Vec<(String, String)> = (0..owners * 10)
        .map(|line| {
            let first = chance.zipf(vocabulary);
            let friend =
                if chance.below(5) > 0 { friends[first][chance.below(3)] } else { chance.zipf(vocabulary) };
            (format!("owner{}", line / 10), format!("word{first} word{friend}"))
        })
        .collect();
    log(queries.iter().map(|(owner, query)| [owner.as_str(), query.as_str(), "", ""]))
}

#[test]
fn most_of_a_log_with_zipf_words_is_read() {
    let inverted = held_out(&zipf_log(1_500, 300), Key::from_seed(3));
    assert!(inverted.with_cooccurrence.share > 0.9, "{inverted:?}");
    assert!(inverted.by_frequency.share < inverted.with_cooccurrence.share, "{inverted:?}");
}

#[test]
fn neither_threads_nor_the_key_nor_the_order_of_lines_change_what_is_read() {
    let log = zipf_log(300, 100);
    let run = |threads, seed| {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| held_out(&log, Key::from_seed(seed)))
    };
    assert_eq!(run(1, 3), run(4, 3));
    // Tokens of another key are ranked differently where frequencies are equal.
    let [one, other] = [run(1, 3), run(1, 4)].map(|inverted| inverted.with_cooccurrence.share);
    assert!((one - other).abs() < 0.1, "{one} {other}");

    let reference = zipf_log(200, 100);
    let release = read_back(&hashed(&log, 3));
    let mut backwards = release.clone();
    backwards.lines.reverse();
    assert_eq!(attack(&release, &reference), attack(&backwards, &reference));
}

#[test]
fn the_words_of_a_hashed_query_are_its_tokens() {
    let table = hashed(&log([["ann", "Dog \"food\"", "", ""]]), 1);
    let row: Vec<&str> = table.row(0).collect();
    let tokens: Vec<String> = words(row[1]).collect();
    assert_eq!(tokens, ["dog", "food"].map(|word| Hash::new(Key::from_seed(1)).word(word)));
}
