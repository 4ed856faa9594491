//! Linkage in tables of facts: an attacker who knows some facts of an owner tries to find the owner behind a row.

use std::collections::BTreeSet;

use clump_core::facts::{CountedFacts, SEPARATOR};
use clump_core::progress::Progress;
use clump_core::risk::{Attempt, Proportion, RiskParameters, draw_victims, tally};
use clump_io::facts::{CountedTable, FactRequest, each_fact};
use clump_io::{Input, ReadOptions};
use rustc_hash::FxHashMap;

use super::cell::at_known;
use crate::RunError;

/// Measures the success of an attacker who knows some facts of an owner with their cells, and tries to find
/// the owner. The attacker takes the smallest row of any table with one of these facts, and guesses one of its owners.
/// Without such a row, the attacker guesses any owner. Reads the input again, since a table does not have the
/// owners of its facts.
pub(super) fn linkage(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    tables: &[CountedTable],
    progress: &dyn Progress,
) -> Result<Option<Proportion>, RunError> {
    let mut owners_of: FxHashMap<(usize, &str, Option<&str>), u64> = FxHashMap::default();
    for (number, CountedTable { counted, .. }) in tables.iter().enumerate() {
        for (fact, cell) in published(counted) {
            let key = counted.facts.key(fact);
            match (cell, &counted.cells) {
                (Some(cell), Some(cells)) => {
                    owners_of.insert((number, key, Some(cells.cells.key(cell))), cells.cells.owners(cell))
                }
                _ => owners_of.insert((number, key, None), counted.facts.owners(fact)),
            };
        }
    }
    // For each owner, pairs of the hash of a fact and the number of owners in its row. The number is 0 if the
    // fact is not published.
    let mut known: Vec<BTreeSet<(u64, u64)>> = Vec::new();
    let mut take = |table: usize, owner: u32, key: &str, cell: Option<&str>, _: u64| {
        if known.len() <= owner as usize {
            known.resize_with(owner as usize + 1, BTreeSet::new);
        }
        let owners = owners_of.get(&(table, key, cell)).copied().unwrap_or(0);
        known[owner as usize].insert((hash(table, key, cell), owners));
    };
    each_fact(inputs, options, request, &mut take, progress)?;
    let everybody = known.len().max(1) as f64;
    let victims = draw_victims(RiskParameters::default(), known.len(), |owner| {
        known[owner as usize].iter().map(|&(_, owners)| owners).collect()
    });
    let attempts: Vec<Vec<Attempt>> = victims
        .iter()
        .map(|victim| {
            let mut smallest: Option<u64> = None;
            let learn = |&owners: &u64| {
                let found = Some(owners).filter(|&owners| owners > 0);
                smallest = [smallest, found].into_iter().flatten().min();
                let right_row = smallest.map_or(1.0 / everybody, |owners| 1.0 / owners as f64);
                Attempt { right_row, right_group: f64::from(u8::from(smallest.is_some())) }
            };
            victim.known.iter().map(learn).collect()
        })
        .collect();
    Ok(at_known(&tally(&attempts)))
}

fn hash(table: usize, key: &str, cell: Option<&str>) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&table.to_le_bytes()).update(key.as_bytes());
    if let Some(cell) = cell {
        hasher.update(&[SEPARATOR as u8]).update(cell.as_bytes());
    }
    let bytes: [u8; 8] = hasher.finalize().as_bytes()[..8].try_into().expect("eight of 32 bytes");
    u64::from_le_bytes(bytes)
}

/// For each row of the table, the index of its fact, and that of its cell if the table has cells.
pub(super) fn published(counted: &CountedFacts) -> impl Iterator<Item = (usize, Option<usize>)> {
    let cells = counted
        .cells
        .iter()
        .flat_map(|cells| cells.fact_of.iter().enumerate().map(|(cell, &fact)| (fact as usize, Some(cell))));
    let whole = if counted.cells.is_none() { 0..counted.facts.len() } else { 0..0 };
    whole.map(|fact| (fact, None)).chain(cells)
}
