//! Token-based hashing: each word becomes a keyed pseudonym, and so do owners and clicked addresses.
//!
//! Kumar, Novak, Pang, Tomkins: *On Anonymizing Query Logs via Token-based Hashing*, WWW 2007. They show that
//! the method is not safe, and [`attack`](crate::attack::attack) repeats their argument on a given log.
//! Hashing preserves the frequency of a word and its neighbours. That is enough to read most of the frequent
//! queries.

use clump_core::anonymize::{AnonymizeError, Method};
use clump_core::containers::Interner;
use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Fact, Rewriter, Rewritten};

use crate::habits::filtered;
use crate::{Key, words};

/// Token-based hashing with a key: equal words of queries become equal tokens, and their order stays. Times
/// and ranks stay too. O(text).
///
/// Do not use it if a reader may have a log of similar people, or just a list of words by frequency.
#[derive(Clone, Debug)]
pub struct Hash {
    words: Key,
    owners: Key,
    urls: Key,
}

impl Hash {
    /// Makes the method with `key`. A reader with the key can hash a dictionary and read the release.
    pub fn new(key: Key) -> Hash {
        Hash { words: key.derive("words"), owners: key.derive("owners"), urls: key.derive("urls") }
    }

    /// The token of `word`, which must have the form that [`words`] returns (lower case, no punctuation).
    pub fn word(&self, word: &str) -> String {
        self.words.pseudonym(word)
    }

    /// The release of this method as a log, for the attack.
    pub(crate) fn hashed(&self, log: &QueryLog) -> QueryLog {
        let owners = log.owners.iter().map(|owner| self.owners.pseudonym(owner)).collect::<Vec<_>>();
        // Queries that differ only in case or punctuation have the same tokens and become one query.
        let mut queries = Interner::default();
        let query: Vec<u32> = log.queries.iter().map(|query| queries.intern(&self.query(query))).collect();
        let mut texts = Interner::default();
        texts.intern("");
        let mut line = |line: &Line| Line {
            query: query[line.query as usize],
            time: texts.intern(log.text(line.time)),
            rank: texts.intern(log.text(line.rank)),
            url: texts.intern(&self.url(log.text(line.url))),
            ..*line
        };
        let lines = log.lines.iter().map(&mut line).collect();
        QueryLog {
            owners: owners.iter().map(String::as_str).collect(),
            queries: queries.into_names(),
            texts: texts.into_names(),
            lines,
        }
    }

    fn query(&self, query: &str) -> String {
        let tokens: Vec<String> = words(query).map(|word| self.word(&word)).collect();
        tokens.join(" ")
    }

    /// The token of a clicked address. An empty address means no click, and stays empty.
    fn url(&self, url: &str) -> String {
        if url.is_empty() { String::new() } else { self.urls.pseudonym(url) }
    }
}

impl Method for Hash {
    fn name(&self) -> &'static str {
        "hash"
    }

    fn promise(&self) -> Promise {
        Promise::nothing()
    }
}

impl Rewriter for Hash {
    fn rewrite(
        &self,
        log: &QueryLog,
        _items: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        progress.go_on()?;
        let hashed = self.hashed(log);
        let table = filtered(&hashed, progress, |table, _, cells| {
            table.push(cells);
            Ok(())
        })?;
        let mut tokens: Vec<&str> = hashed.queries.iter().flat_map(|query| query.split(' ')).collect();
        tokens.retain(|token| !token.is_empty());
        tokens.sort_unstable();
        tokens.dedup();
        let facts = vec![Fact { name: "distinct words hashed", count: tokens.len() as u64 }];
        Ok(Rewritten::line_by_line(table, facts))
    }
}
