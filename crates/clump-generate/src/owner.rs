//! Generates the queries of an owner. An owner has a few interests, and most queries are about one of them.
//! An interest is a node of WordNet with some hundreds of words below it. It is an ancestor of a word drawn
//! by popularity, so most owners are interested in popular subjects.

use std::ops::Range;

use super::chance::Chance;
use super::unknown::{Kind, Unknown};
use super::vocabulary::Vocabulary;

/// Share of queries with words of an interest; the others have any words.
const FROM_INTERESTS: f64 = 0.7;

/// Of ten owners, the numbers of owners with one, two, three and four interests.
const INTERESTS: [u64; 4] = [3, 3, 2, 2];

/// An interest is the lowest node with at least one of these numbers of words, drawn at random.
const BREADTHS: [u32; 5] = [100, 200, 400, 800, 1_600];

/// Of twenty queries, the numbers of queries with one, two, three and four words.
const QUERY_WORDS: [u64; 4] = [6, 7, 5, 2];

/// Share of unknown words that come before the nouns of their query; the others come after them.
const BEFORE: f64 = 0.5;

/// An owner asks at most one eighth of the words of the vocabulary. With more, new words would be hard to
/// draw.
const LEAST_PART: usize = 8;

/// Generates the queries of one owner at a time, and reuses its memory for the next.
pub(super) struct Asker<'a> {
    vocabulary: &'a Vocabulary<'a>,
    interests: Vec<Range<u32>>,
    /// For each word, the number of the last owner who asked it, from 1; 0 for none.
    last_asked: Vec<u32>,
    owner: u32,
    /// Texts of all queries of the owner, one after the other. `queries` has the end of each.
    text: String,
    queries: Vec<Query>,
    unknown: Option<Unknown<'a>>,
}

/// A query: the end of its text in bytes, and the number of its last word.
#[derive(Clone, Copy)]
struct Query {
    end: usize,
    last_word: u32,
}

impl<'a> Asker<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary<'a>, unknown: Option<Unknown<'a>>) -> Asker<'a> {
        Asker {
            vocabulary,
            interests: Vec::new(),
            last_asked: vec![0; vocabulary.len()],
            owner: 0,
            text: String::new(),
            queries: Vec::new(),
            unknown,
        }
    }

    /// Generates the queries of a new owner, with `length` distinct nouns and some repeated ones. Returns the
    /// number of distinct nouns. It is below `length` only if an eighth of the vocabulary is.
    pub(super) fn ask(&mut self, length: usize, chance: &mut Chance) -> usize {
        let length = length.min(self.vocabulary.len() / LEAST_PART);
        self.owner = self.owner.checked_add(1).expect("fewer than 2^32 owners");
        self.text.clear();
        self.queries.clear();
        self.interests.clear();
        for _ in 0..=chance.index(&INTERESTS) {
            self.interests.push(interest(self.vocabulary, chance));
        }
        let mut asked = 0;
        while asked < length {
            asked += self.query(length - asked, chance);
        }
        asked
    }

    /// Adds a query with at most `new` nouns that the owner has not asked yet. Returns the number of these.
    fn query(&mut self, new: usize, chance: &mut Chance) -> usize {
        let topic = if chance.happens(FROM_INTERESTS) {
            self.interests[chance.below(self.interests.len() as u64) as usize].clone()
        } else {
            self.vocabulary.all()
        };
        let mut words = [(0, 0); QUERY_WORDS.len()];
        let (mut count, mut asked) = (0, 0);
        for _ in 0..=chance.index(&QUERY_WORDS) {
            let word = self.vocabulary.draw(&topic, chance);
            let is_new = self.last_asked[word as usize] != self.owner;
            if words[..count].iter().any(|&(before, _)| before == word) || (is_new && asked == new) {
                continue;
            }
            let end = self.text.len();
            if count > 0 {
                self.text.push(' ');
            }
            words[count] = (word, self.text.len());
            self.text.push_str(self.vocabulary.word(word));
            if self.ends_in_phrase(&words[..=count]) {
                self.text.truncate(end);
                continue;
            }
            self.last_asked[word as usize] = self.owner;
            asked += usize::from(is_new);
            count += 1;
        }
        self.end_query(&words[..count], chance);
        asked
    }

    /// Ends a query. `words` are its words as pairs of number and start in the text. Adds unknown words
    /// before or after them, and web addresses as further queries.
    fn end_query(&mut self, words: &[(u32, usize)], chance: &mut Chance) {
        let ((_, start), (last_word, _)) = (words[0], words[words.len() - 1]);
        let mut addresses = Vec::new();
        if let Some(unknown) = &self.unknown {
            for _ in words {
                while unknown.one_more(chance) {
                    let (kind, word) = unknown.draw(chance);
                    if kind == Kind::Address {
                        addresses.push(word);
                    } else if chance.happens(BEFORE) {
                        self.text.insert_str(start, &format!("{word} "));
                    } else {
                        self.text.extend([" ", &word]);
                    }
                }
            }
        }
        self.queries.push(Query { end: self.text.len(), last_word });
        for address in addresses {
            self.text.push_str(&address);
            self.queries.push(Query { end: self.text.len(), last_word });
        }
    }

    /// True if a reader would take the last two or more of `words` (pairs of number and start) for one noun.
    fn ends_in_phrase(&self, words: &[(u32, usize)]) -> bool {
        let starts = words.iter().enumerate().take(words.len() - 1);
        starts.into_iter().any(|(index, &(word, start))| {
            self.vocabulary.is_phrase(word, &self.text[start..], words.len() - index)
        })
    }

    /// Queries of the last owner in order: text, and number of the last word. No text is empty.
    pub(super) fn queries(&self) -> impl Iterator<Item = (&str, u32)> {
        let mut start = 0;
        self.queries.iter().map(move |query| {
            let text = &self.text[start..query.end];
            start = query.end;
            (text, query.last_word)
        })
    }

    /// Number of distinct nouns that any owner has asked.
    pub(super) fn nouns(&self) -> usize {
        self.last_asked.iter().filter(|&&owner| owner > 0).count()
    }
}

/// Draws an interest, and returns the range of its words.
fn interest(vocabulary: &Vocabulary<'_>, chance: &mut Chance) -> Range<u32> {
    let breadth = BREADTHS[chance.below(BREADTHS.len() as u64) as usize].min(vocabulary.len() as u32);
    let mut node = vocabulary.node(vocabulary.draw(&vocabulary.all(), chance));
    loop {
        let words = vocabulary.below(node);
        if words.end - words.start >= breadth {
            return words;
        }
        node = vocabulary.taxonomy().parent(node);
    }
}
