//! What is in a log before anything is done to it: how long rows are, how dense, and how few known items single an
//! owner out.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::measure::density;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// The figures of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inspection {
    /// Transactions.
    pub rows: usize,
    /// Distinct owners.
    pub owners: usize,
    /// Item occurrences.
    pub items: usize,
    /// Items per transaction.
    pub lengths: Lengths,
    /// Nodes, leaves and levels of the taxonomy in use.
    pub taxonomy: TaxonomySize,
    /// Density of the first rows and of all, as in the paper's Table III, over the leaves of the whole log.
    pub density: Vec<DensityOfFirst>,
    /// `unique[m - 1]` owners hold some m or fewer items that no other owner holds together.
    pub unique: [usize; MAX_KNOWN],
}

/// The largest number of known items that is looked at.
pub const MAX_KNOWN: usize = 3;

/// How long rows are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// The shortest.
    pub min: usize,
    /// The middle one.
    pub median: usize,
    /// The average.
    pub mean: f64,
    /// The longest.
    pub max: usize,
}

/// How large a taxonomy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxonomySize {
    /// All nodes.
    pub nodes: usize,
    /// Nodes with nothing below.
    pub leaves: usize,
    /// The deepest level, the root being 1.
    pub levels: usize,
}

impl TaxonomySize {
    /// Counts `taxonomy`.
    pub fn of(taxonomy: &Taxonomy) -> TaxonomySize {
        TaxonomySize {
            nodes: taxonomy.len(),
            leaves: taxonomy.leaves(Node::ROOT) as usize,
            levels: taxonomy.height() as usize,
        }
    }
}

/// The density of the first `rows` transactions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DensityOfFirst {
    /// How many were taken.
    pub rows: usize,
    /// Their density.
    pub density: f64,
}

/// Looks at `transactions`. The search for unique owners visits sets of the rarest items first and stops at the first
/// unique one; rows of many common items that stay hidden cost most, O(items^3) look-ups.
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
        unique: unique_owners(transactions, taxonomy),
    }
}

/// At the sizes of Table III that the log reaches, and for all of it.
fn densities(lengths: &[usize], taxonomy: &Taxonomy) -> Vec<DensityOfFirst> {
    let sizes = [1_000, 10_000, 20_000, 30_000, 40_000].into_iter().filter(|&size| size < lengths.len());
    sizes
        .chain([lengths.len()])
        .map(|rows| DensityOfFirst { rows, density: density(lengths[..rows].iter().sum(), rows, taxonomy) })
        .collect()
}

fn unique_owners(transactions: &Transactions, taxonomy: &Taxonomy) -> [usize; MAX_KNOWN] {
    let search = UniqueSearch::new(transactions, taxonomy);
    let least: Vec<Option<usize>> =
        (0..transactions.owners()).into_par_iter().map(|owner| search.least_unique(owner as u32)).collect();
    std::array::from_fn(|index| least.iter().flatten().filter(|&&known| known <= index + 1).count())
}

/// Who holds what, both ways round.
struct UniqueSearch {
    /// The distinct items of each owner, rarest first.
    items_of: Bags,
    /// The owners of each item, ascending, end to end; item `v` has `holders[starts[v] .. starts[v + 1]]`.
    holders: Vec<u32>,
    starts: Vec<usize>,
    /// Items by rarity: items in `items_of` are places in this order, so that sorted is rarest first.
    by_place: Vec<Node>,
}

impl UniqueSearch {
    fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> UniqueSearch {
        let mut pairs: Vec<(Node, u32)> = (0..transactions.len())
            .flat_map(|row| transactions.get(row).iter().map(move |&item| (item, transactions.owner(row))))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0usize; taxonomy.len() + 1];
        for &(item, _) in &pairs {
            starts[item.index() + 1] += 1;
        }
        let mut by_place: Vec<Node> = taxonomy.nodes().collect();
        by_place.sort_by_key(|item| starts[item.index() + 1]);
        let mut place = vec![0u32; taxonomy.len()];
        for (index, item) in by_place.iter().enumerate() {
            place[item.index()] = index as u32;
        }
        for index in 0..taxonomy.len() {
            starts[index + 1] += starts[index];
        }
        let holders = pairs.iter().map(|&(_, owner)| owner).collect();
        pairs.sort_unstable_by_key(|&(item, owner)| (owner, place[item.index()]));
        let items_of = pairs
            .chunk_by(|a, b| a.1 == b.1)
            .map(|owned| owned.iter().map(|&(item, _)| Node(place[item.index()])))
            .collect();
        UniqueSearch { items_of, holders, starts, by_place }
    }

    fn holders(&self, place: Node) -> &[u32] {
        let item = self.by_place[place.index()].index();
        &self.holders[self.starts[item]..self.starts[item + 1]]
    }

    /// The least m <= [`MAX_KNOWN`] for which some m items of `owner` are held together by nobody else.
    fn least_unique(&self, owner: u32) -> Option<usize> {
        let items = self.items_of.get(owner as usize);
        (1..=MAX_KNOWN.min(items.len())).find(|&known| {
            items.iter().enumerate().any(|(index, &item)| {
                let others: Vec<u32> =
                    self.holders(item).iter().copied().filter(|&other| other != owner).collect();
                self.empties(others, &items[index + 1..], known - 1)
            })
        })
    }

    /// Whether `more` of the `items` leave nobody of `others`.
    fn empties(&self, others: Vec<u32>, items: &[Node], more: usize) -> bool {
        match more {
            0 => others.is_empty(),
            1 => items.iter().any(|&item| !others.iter().any(|&other| self.has(other, item))),
            _ => items.iter().enumerate().any(|(index, &item)| {
                let left = others.iter().copied().filter(|&other| self.has(other, item)).collect();
                self.empties(left, &items[index + 1..], more - 1)
            }),
        }
    }

    fn has(&self, owner: u32, place: Node) -> bool {
        self.items_of.get(owner as usize).binary_search(&place).is_ok()
    }
}
