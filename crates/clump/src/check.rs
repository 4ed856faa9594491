//! The check of a release file: what its rows show alone, and what the originals behind them show. Runs on what was
//! read back from the file, never on what the method had in memory.

use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{self, Verdict};
use clump_io::release::Released;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// All answers about a release file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether everything that could be checked holds.
    pub holds: bool,
    /// Whether the certificate beside the file is about these very bytes; none where there is no certificate yet.
    pub certified: Option<bool>,
    /// What the file shows by itself.
    pub alone: Verdict,
    /// What the originals show; none without them.
    pub originals: Option<AgainstOriginals>,
}

/// What a release is found to be once owners and transactions are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgainstOriginals {
    /// k-anonymity counted in distinct owners.
    pub owners: Verdict,
    /// Transactions whose released row does not generalize them.
    pub not_generalized: usize,
    /// Lines of the release that stand for no transaction, for several where it must be one, or that state another
    /// number of owners than they have.
    pub unaccounted: usize,
}

impl Checked {
    /// Adds what the certificate says.
    pub(crate) fn with_certificate(self, certified: Option<bool>) -> Checked {
        Checked { holds: self.holds && certified != Some(false), certified, ..self }
    }

    /// The verdict that counts: the owners', if they are known.
    pub fn verdict(&self) -> &Verdict {
        self.originals.as_ref().map_or(&self.alone, |originals| &originals.owners)
    }
}

/// Checks k-anonymity from the rows of a file alone.
pub fn check_alone(released: &Released, k: usize) -> Checked {
    let alone = alone(released, k);
    Checked { holds: alone.holds, certified: None, alone, originals: None }
}

/// Checks k-anonymity from the rows and from the originals: `line_of_each` names, from 1, the line that each transaction
/// is published on.
///
/// # Panics
/// When a line does not exist.
pub fn check_against(
    released: &Released,
    k: usize,
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    line_of_each: &[usize],
) -> Checked {
    let alone = alone(released, k);
    let all = 0..transactions.len();
    let owned = all.clone().map(|row| (transactions.owner(row), bag(released, line_of_each[row] - 1)));
    let owners = verify::k_anonymous_owners(owned, k);
    let nodes = nodes_of_labels(released, taxonomy);
    let not_generalized = all
        .into_par_iter()
        .filter(|&row| {
            let line = released.row(line_of_each[row] - 1);
            let published: Option<Vec<Node>> = line.iter().map(|&label| nodes[label as usize]).collect();
            !published
                .is_some_and(|published| verify::generalizes(taxonomy, &published, transactions.get(row)))
        })
        .count();
    let unaccounted = unaccounted(released, transactions, line_of_each);
    Checked {
        holds: alone.holds && owners.holds && not_generalized == 0 && unaccounted == 0,
        certified: None,
        alone,
        originals: Some(AgainstOriginals { owners, not_generalized, unaccounted }),
    }
}

/// For each label of the file the node of that name.
pub(crate) fn nodes_of_labels(released: &Released, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
    let numbers: FxHashMap<&str, Node> = taxonomy.nodes().map(|node| (taxonomy.name(node), node)).collect();
    released.labels().iter().map(|label| numbers.get(label).copied()).collect()
}

fn alone(released: &Released, k: usize) -> Verdict {
    let rows = 0..released.len();
    let stated: Option<Vec<usize>> =
        rows.clone().map(|row| released.owners(row).map(|owners| owners as usize)).collect();
    match stated {
        Some(owners) if !owners.is_empty() => {
            verify::k_anonymous_groups(owners.into_iter().zip(rows.map(|row| bag(released, row))), k)
        }
        _ => verify::k_anonymous_rows(rows.map(|row| bag(released, row)), k),
    }
}

/// The labels of a line without their order.
fn bag(released: &Released, line: usize) -> Vec<u32> {
    let mut bag = released.row(line).to_vec();
    bag.sort_unstable();
    bag
}

fn unaccounted(released: &Released, transactions: &Transactions, line_of_each: &[usize]) -> usize {
    let mut pairs: Vec<(usize, u32)> =
        line_of_each.iter().enumerate().map(|(row, &line)| (line - 1, transactions.owner(row))).collect();
    let mut rows_of = vec![0u64; released.len()];
    for &(line, _) in &pairs {
        rows_of[line] += 1;
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut owners_of = vec![0u64; released.len()];
    for (line, _) in pairs {
        owners_of[line] += 1;
    }
    (0..released.len())
        .filter(|&line| match released.owners(line) {
            Some(stated) => owners_of[line] != stated,
            None => rows_of[line] != 1,
        })
        .count()
}
