//! Figures of a log before it is anonymized: lengths of rows, density, and the share of owners whom a few known
//! items identify.

use serde::{Deserialize, Serialize};

use crate::measure::density;
use crate::risk::{RiskParameters, UniqueShare, unique_before};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Figures of a log before it is anonymized.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inspection {
    /// Number of transactions.
    pub rows: usize,
    /// Number of distinct owners.
    pub owners: usize,
    /// Number of item occurrences.
    pub items: usize,
    /// Numbers of items per transaction.
    pub lengths: Lengths,
    /// Size of the taxonomy in use.
    pub taxonomy: TaxonomySize,
    /// Density of the first rows and of all rows, as in the paper's Table III. The leaves are those of the whole
    /// log.
    pub density: Vec<DensityOfFirst>,
    /// Share of owners whom known items identify: the same figure, with the same parameters, as in the risk report.
    pub unique: Vec<UniqueShare>,
}

/// Shortest, median, mean and longest row, in items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// Number of items in the shortest row.
    pub min: usize,
    /// Median number of items in a row.
    pub median: usize,
    /// Mean number of items in a row.
    pub mean: f64,
    /// Number of items in the longest row.
    pub max: usize,
}

/// Numbers of nodes, leaves and levels of a taxonomy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxonomySize {
    /// Number of all nodes of the taxonomy.
    pub nodes: usize,
    /// Number of leaves: nodes without children.
    pub leaves: usize,
    /// The largest level, with the root at level 1.
    pub levels: usize,
}

impl TaxonomySize {
    /// Counts the nodes, leaves and levels of `taxonomy`.
    pub fn of(taxonomy: &Taxonomy) -> TaxonomySize {
        TaxonomySize {
            nodes: taxonomy.len(),
            leaves: taxonomy.leaves(Node::ROOT) as usize,
            levels: taxonomy.height() as usize,
        }
    }
}

/// The density of the first `rows` transactions of a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DensityOfFirst {
    /// Number of first transactions that the density is about.
    pub rows: usize,
    /// Density of the first `rows` transactions: the share of all possible items that occur.
    pub density: f64,
}

/// Computes the figures of `transactions`. O(items log items), plus, for each sampled owner, the rows that hold the
/// rarest of the known items.
pub fn inspect(transactions: &Transactions, taxonomy: &Taxonomy) -> Inspection {
    let mut lengths: Vec<usize> = transactions.bags().iter().map(<[Node]>::len).collect();
    let density = densities(&lengths, taxonomy);
    lengths.sort_unstable();
    let rows = transactions.len();
    Inspection {
        rows,
        owners: transactions.owners(),
        items: transactions.items(),
        lengths: Lengths {
            min: lengths.first().copied().unwrap_or(0),
            median: lengths.get(rows / 2).copied().unwrap_or(0),
            mean: transactions.items() as f64 / rows.max(1) as f64,
            max: lengths.last().copied().unwrap_or(0),
        },
        taxonomy: TaxonomySize::of(taxonomy),
        density,
        unique: unique_before(transactions, taxonomy, RiskParameters::default()),
    }
}

/// Densities of the first rows, at the sizes of Table III that the log exceeds, and of the whole log.
fn densities(lengths: &[usize], taxonomy: &Taxonomy) -> Vec<DensityOfFirst> {
    let sizes = [1_000, 10_000, 20_000, 30_000, 40_000].into_iter().filter(|&size| size < lengths.len());
    sizes
        .chain([lengths.len()])
        .map(|rows| DensityOfFirst { rows, density: density(lengths[..rows].iter().sum(), rows, taxonomy) })
        .collect()
}
