//! How many lines of a query log are read and mapped in a second: writes a synthetic log of a million lines to the
//! temporary directory, reads it five times and tells the best.
//!
//! `cargo run --release -p clump-io --example read_speed -- [lines]`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement is there to be printed")]

use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, Layout, Matching, ReadOptions, Unit, parse_gap, read_log};
use clump_wordnet::WordNet;

/// Marsaglia's xorshift: the same log on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// Small numbers often, large ones seldom, as words in queries are: each power of two as likely as the next.
    fn skewed(&mut self, limit: u64) -> u64 {
        let bits = self.below(u64::from(limit.ilog2()) + 1);
        self.below(1 << (bits + 1)) % limit
    }
}

/// Queries of 1 to 5 tokens: 20 % stop words, 20 % unknown, 5 % addresses, the rest lemmas of one or more words.
fn log(lines: u64) -> String {
    const STOPS: [&str; 8] = ["the", "of", "in", "and", "for", "to", "how", "www"];
    let wordnet = WordNet::load();
    let mut lemmas: Vec<&str> = wordnet.lemmas().map(|(lemma, _)| lemma).collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for index in (1..lemmas.len()).rev() {
        lemmas.swap(index, random.below(index as u64 + 1) as usize);
    }
    let mut text = String::from("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n");
    let mut owner = 1;
    for line in 0..lines {
        owner += u64::from(random.below(20) == 0);
        write!(text, "{owner}\t").unwrap();
        for word in 0..1 + random.below(5) {
            if word > 0 {
                text.push(' ');
            }
            match random.below(20) {
                0..4 => text.push_str(STOPS[random.below(8) as usize]),
                4..8 => write!(text, "zz{}", random.skewed(1_000_000)).unwrap(),
                8 => write!(text, "www.{}.com", lemmas[random.skewed(lemmas.len() as u64) as usize]).unwrap(),
                _ => text.push_str(lemmas[random.skewed(lemmas.len() as u64) as usize]),
            }
        }
        let (day, hour, minute) = (1 + line % 28, random.below(24), random.below(60));
        write!(text, "\t2006-03-{day:02} {hour:02}:{minute:02}:00").unwrap();
        text.push_str(if random.below(2) == 0 { "\t1\thttp://www.example.com\n" } else { "\t\t\n" });
    }
    text
}

fn main() {
    let lines = std::env::args().nth(1).map_or(1_000_000, |lines| lines.parse().unwrap());
    let path = std::env::temp_dir().join(format!("clump-read-speed-{}.tsv", std::process::id()));
    fs::write(&path, log(lines)).unwrap();
    let inputs = [Input::from(path.as_path())];
    let session = Unit::Session { gap: parse_gap("30m").unwrap() };
    for (name, matching, unit) in [
        ("full, owner", Matching::Full, Unit::Owner),
        ("full, session", Matching::Full, session),
        ("paper, owner", Matching::Paper, Unit::Owner),
    ] {
        let options = ReadOptions { layout: Some(Layout::Aol), matching, unit, ..ReadOptions::default() };
        let best = (0..5).map(|_| {
            let start = Instant::now();
            let log = read_log(&inputs, &options, &TaxonomySource::WordNet, &()).unwrap();
            (start.elapsed(), log.counts)
        });
        let (time, counts) = best.min_by_key(|(time, _)| *time).unwrap();
        let words = counts.words;
        println!(
            "{name}: {time:.0?}, {:.2} million lines a second; {} tokens, {} mapped, {} phrases, {} unknown, {} owners",
            lines as f64 / time.as_secs_f64() / 1e6,
            words.tokens,
            words.mapped,
            words.phrases,
            words.unknown,
            counts.owners,
        );
    }
    let load = Instant::now();
    drop(WordNet::from_artifact(WordNet::artifact()));
    println!("of which loading WordNet: {:.0?}", load.elapsed());
    fs::remove_file(path).unwrap();
}
