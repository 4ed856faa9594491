//! The attack without a second log: half of the owners are hashed, the other half is what the adversary knows.

use clump_core::log::{Line, QueryLog};

use super::{Inverted, attack, score};
use crate::Key;
use crate::hash::Hash;

/// Share of half of `log`, hashed with `key`, that an adversary with a log of other people like these would read. An estimate
/// for the whole, and a low one: the larger a log is, the more of it can be read.
///
/// The halves are of owners, drawn by a hash of their numbers, and do not depend on the key.
pub fn held_out(log: &QueryLog, key: Key) -> Inverted {
    let [victims, others] = halves(log);
    let hash = Hash::new(key);
    let release = hash.hashed(&victims);
    score(&attack(&release, &others), &release, |token, word| hash.word(word) == token)
}

fn halves(log: &QueryLog) -> [QueryLog; 2] {
    let coin = Key::from_seed(0).derive("halves");
    let heads: Vec<bool> =
        (0..log.owners.len() as u32).map(|owner| coin.hash(&owner.to_le_bytes())[0] & 1 == 1).collect();
    let (victims, others): (Vec<Line>, Vec<Line>) =
        log.lines.iter().partition(|line| heads[line.owner as usize]);
    [victims, others].map(|lines| QueryLog {
        owners: log.owners.clone(),
        queries: log.queries.clone(),
        texts: log.texts.clone(),
        lines,
    })
}
