//! The method `split`: it divides the queries of each owner into interests, and gives each interest its own
//! pseudonym.
//!
//! Adar: *User 4XXXXX9: Anonymizing Query Logs*, Query Log Analysis Workshop at WWW 2007. A reader who knows
//! one interest of an owner does not find the others, unless the parts of the owner can be linked again.
//! Shared words, visited sites and usual hours can link them. The publisher's report counts how often that
//! succeeds (`linkage.rs`).

use std::hash::Hash;

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::containers::count_sorted;
use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Fact, Rewriter, Rewritten};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::Key;
use crate::habits::filtered;

mod interests;
mod linkage;

use linkage::Linkage;

/// The rule by which two queries of an owner belong to one interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Interests {
    /// Most of their items are below the same node at this level; the root is at level 1. All queries of an
    /// owner that have no item at the level or below are one interest.
    Subtree {
        /// Level of the node in the taxonomy; at least 2, because the root is at level 1.
        level: u32,
    },
    /// A chain of queries connects them, in which neighbours share a word that is not common. No taxonomy is
    /// needed. A query of common words only is a separate interest.
    Similar,
}

/// Parameters of [`Split`] before they are checked.
#[derive(Clone, Debug)]
pub struct SplitParameters {
    /// The rule that divides the queries of an owner into interests.
    pub interests: Interests,
    /// Key that determines the pseudonyms.
    pub key: Key,
}

impl SplitParameters {
    /// Checks the parameters and makes the method.
    ///
    /// # Errors
    /// When the level is that of the root: all queries would be one interest.
    pub fn check(self) -> Result<Split, ParameterError> {
        if let Interests::Subtree { level } = self.interests
            && level < 2
        {
            return Err(ParameterError::LevelTooHigh { level });
        }
        Ok(Split { interests: self.interests, key: self.key.derive("interests") })
    }
}

/// Replaces each owner by one pseudonym per interest. Queries, times, ranks and addresses stay, so a query
/// that identifies its owner still does. O(text); the report also costs the number of parts times their
/// shared features.
///
/// Do not use it for owners with one interest: only their names change.
#[derive(Clone, Debug)]
pub struct Split {
    interests: Interests,
    key: Key,
}

impl Split {
    /// The pseudonym of `owner` for `interest`. The hashed text begins with the length of `owner`, so that
    /// different pairs are different texts.
    fn pseudonym(&self, owner: &str, interest: &str) -> String {
        self.key.pseudonym(&format!("{}:{owner}{interest}", owner.len()))
    }

    fn parts(&self, log: &QueryLog, items: Option<&QueryItems>) -> Parts {
        match self.interests {
            Interests::Subtree { level } => {
                let items = items.expect("a method that needs items gets them");
                let node = interests::nodes(items, level);
                let interest = |line: usize| node[log.lines[line].query as usize];
                Parts::new(log, interest, |owner, node| {
                    self.pseudonym(owner, node.map_or("", |node| items.taxonomy.name(node)))
                })
            }
            Interests::Similar => {
                let first = interests::first_queries(log);
                let name = |owner: &str, query: u32| self.pseudonym(owner, log.queries.get(query as usize));
                Parts::new(log, |line| first[line], name)
            }
        }
    }
}

impl Method for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn promise(&self) -> Promise {
        Promise::nothing()
    }
}

impl Rewriter for Split {
    fn needs_items(&self) -> bool {
        matches!(self.interests, Interests::Subtree { .. })
    }

    fn rewrite(
        &self,
        log: &QueryLog,
        items: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        progress.go_on()?;
        let parts = self.parts(log, items);
        let mut of_lines = parts.of_line.iter();
        let table = filtered(log, progress, |table, _, [_, query, time, rank, url]| {
            let part = *of_lines.next().expect("each line is of a part");
            table.push([parts.names[part as usize].as_str(), query, time, rank, url]);
            Ok(())
        })?;
        let linkage = Linkage::new(log, &parts, progress)?;
        Ok(Rewritten::line_by_line(table, facts(&parts, &linkage)))
    }
}

fn facts(parts: &Parts, linkage: &Linkage) -> Vec<Fact> {
    let [owners, split] = parts.owners();
    vec![
        Fact { name: "owners", count: owners },
        Fact { name: "owners split into several parts", count: split },
        Fact { name: "parts", count: parts.names.len() as u64 },
        Fact { name: "parts linked again", count: linkage.parts },
        Fact { name: "parts linked by guessing at random", count: linkage.at_random },
        Fact { name: "owners with parts linked again", count: linkage.owners },
    ]
}

/// The parts of all owners; a part is an owner's lines of one interest. Parts are numbered by pseudonym. So
/// the numbers, which break ties, reveal nothing about the order of the log.
struct Parts {
    /// The pseudonym of each part, sorted.
    names: Vec<String>,
    /// The owner of each part.
    owner: Vec<u32>,
    /// The part of each line of the log.
    of_line: Vec<u32>,
}

impl Parts {
    /// Makes one part for each pair of owner and `interest` of a line; `name` gives its pseudonym.
    fn new<I: Copy + Eq + Hash>(
        log: &QueryLog,
        interest: impl Fn(usize) -> I,
        name: impl Fn(&str, I) -> String,
    ) -> Parts {
        let mut numbers: FxHashMap<(u32, I), u32> = FxHashMap::default();
        let mut found: Vec<(String, u32)> = Vec::new();
        let mut of_line: Vec<u32> = log
            .lines
            .iter()
            .enumerate()
            .map(|(number, line)| {
                *numbers.entry((line.owner, interest(number))).or_insert_with_key(|&(owner, interest)| {
                    found.push((name(log.owners.get(owner as usize), interest), owner));
                    found.len() as u32 - 1
                })
            })
            .collect();
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| found[a as usize].cmp(&found[b as usize]));
        let mut place = vec![0; found.len()];
        for (at, &part) in order.iter().enumerate() {
            place[part as usize] = at as u32;
        }
        for part in &mut of_line {
            *part = place[*part as usize];
        }
        found.sort_unstable();
        let (names, owner) = found.into_iter().unzip();
        Parts { names, owner, of_line }
    }

    /// Number of parts of each owner, without owners who have none.
    fn of_owners(&self) -> Vec<u64> {
        let mut owners = self.owner.clone();
        owners.sort_unstable();
        count_sorted(&owners).map(|(_, parts)| parts as u64).collect()
    }

    /// Number of owners, and number of owners with several parts.
    fn owners(&self) -> [u64; 2] {
        let parts = self.of_owners();
        [parts.len() as u64, parts.iter().filter(|&&parts| parts > 1).count() as u64]
    }
}
