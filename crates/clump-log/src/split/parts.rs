//! The parts that owners are split into.

use std::hash::Hash;

use clump_core::containers::count_sorted;
use clump_core::log::QueryLog;
use rustc_hash::FxHashMap;

/// Parts of owners, numbered by pseudonym. So the numbers, which break ties, reveal nothing about the order
/// of the log.
pub(super) struct Parts {
    /// The pseudonym of each part, sorted.
    pub names: Vec<String>,
    /// The owner of each part.
    pub owner: Vec<u32>,
    /// The part of each line.
    pub of_line: Vec<u32>,
}

impl Parts {
    /// Makes one part for each owner and `interest` of a line, with the pseudonym of `name`.
    pub fn new<I: Copy + Eq + Hash>(
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

    /// Numbers of parts of the owners who have any, by number of the owner.
    pub fn of_owners(&self) -> Vec<u64> {
        let mut owners = self.owner.clone();
        owners.sort_unstable();
        count_sorted(&owners).map(|(_, parts)| parts as u64).collect()
    }

    /// Number of owners, and of those with several parts.
    pub fn owners(&self) -> [u64; 2] {
        let parts = self.of_owners();
        [parts.len() as u64, parts.iter().filter(|&&parts| parts > 1).count() as u64]
    }
}
