//! The check of a release file: what its rows show alone, and what the originals behind them show. Runs on what was
//! read back from the file, never on what the method had in memory.

use clump_core::promise::Promise;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{self, Verdict};
use clump_io::release::Released;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::claim::Claim;

/// All answers about a release file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether something is promised and everything that could be checked holds.
    pub holds: bool,
    /// What it was checked for.
    pub promise: Promise,
    /// Whether the certificate beside the file is about these very bytes; none where there is no certificate yet.
    pub certified: Option<bool>,
    /// What the file shows by itself; none where nothing is promised.
    pub alone: Option<Verdict>,
    /// What the originals show; none without them.
    pub originals: Option<AgainstOriginals>,
}

/// Whether a certificate of other bytes makes the answer no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certified {
    /// The certificate says what is promised, so it must be about the file.
    Counts,
    /// The reader says what is promised; the certificate is only reported.
    Told,
}

impl Certified {
    pub(crate) fn of(stated: &crate::claim::Stated) -> Certified {
        if stated.promise.is_some() { Certified::Told } else { Certified::Counts }
    }
}

/// What a release of rows is found to be once owners and transactions are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgainstOriginals {
    /// The promise counted in distinct owners.
    pub owners: Verdict,
    /// Transactions whose released row does not generalize them.
    pub not_generalized: usize,
    /// Lines of the release that stand for no transaction, for several where it must be one, or that state another
    /// number of owners than they have.
    pub unaccounted: usize,
}

impl Checked {
    /// What a file shows by itself.
    pub(crate) fn alone(promise: Promise, alone: Option<Verdict>) -> Checked {
        let holds = alone.as_ref().is_some_and(|verdict| verdict.holds);
        Checked { holds, promise, certified: None, alone, originals: None }
    }

    /// Adds what the certificate says.
    pub(crate) fn with_certificate(self, certified: Option<bool>, counts: Certified) -> Checked {
        let is_wrong = certified == Some(false) && counts == Certified::Counts;
        Checked { holds: self.holds && !is_wrong, certified, ..self }
    }

    /// Whether the promise itself holds, whatever the certificate says.
    pub fn is_promise_kept(&self) -> bool {
        let originals = self.originals.as_ref();
        self.verdict().is_some_and(|verdict| verdict.holds)
            && self.alone.as_ref().is_none_or(|alone| alone.holds)
            && originals.is_none_or(|originals| originals.not_generalized == 0 && originals.unaccounted == 0)
    }

    /// The verdict that counts: the owners', if they are known. None where nothing is promised.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.originals.as_ref().map(|originals| &originals.owners).or(self.alone.as_ref())
    }

    /// Whether the promise is kept; a method that promises nothing breaks none.
    pub(crate) fn is_kept(&self) -> bool {
        self.holds || self.promise == Promise::Nothing
    }
}

/// Checks a claim about rows from the rows of a file alone.
pub fn check_alone(released: &Released, claim: &Claim) -> Checked {
    Checked::alone(claim.promise, alone(released, claim))
}

/// Checks a claim about rows from the rows and from the originals: `line_of_each` names, from 1, the line that each
/// transaction is published on.
///
/// # Panics
/// When a line does not exist, or when the claim is not about rows.
pub fn check_against(
    released: &Released,
    claim: &Claim,
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    line_of_each: &[usize],
) -> Checked {
    let checked = check_alone(released, claim);
    let all = 0..transactions.len();
    let owned = all.clone().map(|row| {
        let line = line_of_each[row];
        (transactions.owner(row), line, released.row(line - 1))
    });
    let is_private = private_labels(released, claim);
    let owners = match claim.promise {
        Promise::KAnonymity { k } => {
            verify::k_anonymous_owners(owned.map(|(owner, line, row)| (owner, line, bag(row))), k)
        }
        Promise::KmAnonymity { k, m } => verify::km_anonymous_owners(owned, k, m),
        Promise::Coherence { h, k, p } => verify::coherent_owners(owned, is_private, h, k, p),
        Promise::CommonQueries { .. } | Promise::SealedQueries { .. } | Promise::Nothing => {
            unreachable!("not a promise about rows")
        }
    };
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
        holds: checked.holds && owners.holds && not_generalized == 0 && unaccounted == 0,
        originals: Some(AgainstOriginals { owners, not_generalized, unaccounted }),
        ..checked
    }
}

/// For each label of the file the node of that name.
pub(crate) fn nodes_of_labels(released: &Released, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
    let numbers: FxHashMap<&str, Node> = taxonomy.nodes().map(|node| (taxonomy.name(node), node)).collect();
    released.labels().iter().map(|label| numbers.get(label).copied()).collect()
}

fn alone(released: &Released, claim: &Claim) -> Option<Verdict> {
    let rows = (0..released.len()).map(|row| released.row(row));
    let bags = rows.clone().map(bag);
    let stated: Option<Vec<usize>> =
        (0..released.len()).map(|row| released.owners(row).map(|owners| owners as usize)).collect();
    let stated = stated.filter(|owners| !owners.is_empty());
    let is_private = private_labels(released, claim);
    Some(match (claim.promise, stated) {
        (Promise::KAnonymity { k }, None) => verify::k_anonymous_rows(bags, k),
        (Promise::KAnonymity { k }, Some(owners)) => {
            verify::k_anonymous_groups(owners.into_iter().zip(bags), k)
        }
        (Promise::KmAnonymity { k, m }, None) => verify::km_anonymous_rows(rows, k, m),
        (Promise::KmAnonymity { k, m }, Some(owners)) => {
            verify::km_anonymous_groups(owners.into_iter().zip(rows), k, m)
        }
        (Promise::Coherence { h, k, p }, None) => verify::coherent_rows(rows, is_private, h, k, p),
        (Promise::Coherence { h, k, p }, Some(owners)) => {
            verify::coherent_groups(owners.into_iter().zip(rows), is_private, h, k, p)
        }
        (Promise::CommonQueries { .. } | Promise::SealedQueries { .. } | Promise::Nothing, _) => return None,
    })
}

/// Whether a label of the file is private.
fn private_labels(released: &Released, claim: &Claim) -> impl Fn(&u32) -> bool + use<> {
    let private: Vec<bool> = released.labels().iter().map(|label| claim.private.contains(label)).collect();
    move |&label| private[label as usize]
}

/// The labels of a row, sorted: the same for rows with the same labels in any order.
fn bag(row: &[u32]) -> Vec<u32> {
    let mut bag = row.to_vec();
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
