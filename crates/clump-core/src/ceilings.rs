//! Transactions under ceilings: every item below a node that the publisher named is lifted to that node
//! before anything is grouped.
//!
//! A release that generalizes the lifted transactions generalizes the originals, and none of its labels is
//! below a ceiling: a label is at or above its item. So every method respects the ceilings without knowing
//! them, and its release is checked and measured against the originals. A loss is relative to the originals,
//! and includes the cost of the ceilings.
//!
//! Bags are lifted as bags: two items below one ceiling become two of it.

use rustc_hash::FxHashMap;

use crate::cut::{Cut, WholeQueries};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Nodes below which nothing is published.
///
/// ```
/// use clump_core::ceilings::Ceilings;
/// use clump_core::taxonomy::Taxonomy;
/// use clump_core::transactions::Transactions;
///
/// let tree = Taxonomy::from_pairs([("flu", "illness"), ("gout", "illness"), ("illness", "any"), ("bread", "any")])?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let rows = Transactions::one_per_owner([[node("flu"), node("gout"), node("bread")]]);
/// let lifted = Ceilings::new(&tree, [node("illness")]).lift(&rows, &tree);
/// assert_eq!(lifted.get(0), [node("illness"), node("illness"), node("bread")]);
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ceilings {
    /// In preorder; none is below another.
    highest: Vec<Node>,
}

impl Ceilings {
    /// Ceilings at `nodes`. One below another has no effect.
    pub fn new(taxonomy: &Taxonomy, nodes: impl IntoIterator<Item = Node>) -> Ceilings {
        let mut nodes: Vec<Node> = nodes.into_iter().collect();
        nodes.sort_unstable();
        let mut highest: Vec<Node> = Vec::new();
        for node in nodes {
            if highest.last().is_none_or(|&last| !taxonomy.is_ancestor(last, node)) {
                highest.push(node);
            }
        }
        Ceilings { highest }
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.highest.is_empty()
    }

    /// The ceiling that `item` is at or below, if there is one. O(log ceilings).
    pub fn above(&self, item: Node, taxonomy: &Taxonomy) -> Option<Node> {
        let before = self.highest.partition_point(|&node| node <= item);
        let last = self.highest[..before].last().copied()?;
        (item < taxonomy.end(last)).then_some(last)
    }

    /// `transactions` in which every item below a ceiling is replaced by it. O(items).
    pub fn lift(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Transactions {
        let mut lifted = Transactions::default();
        for row in 0..transactions.len() {
            let items = transactions.get(row).iter();
            lifted
                .push(transactions.owner(row), items.map(|&item| self.above(item, taxonomy).unwrap_or(item)));
        }
        lifted
    }

    /// The `queries` that may be published word for word, by the same numbers: none of their words leads to a
    /// ceiling or below one. A text is what was typed, and so more specific than the node that it leads to.
    pub fn lift_queries(&self, queries: &WholeQueries, taxonomy: &Taxonomy) -> WholeQueries {
        let may_be_told = |query: &u32| {
            let mut words = queries.items.get(*query as usize).iter();
            !words.any(|&word| self.above(word, taxonomy).is_some())
        };
        let of = queries.of.iter().map(|asked| asked.iter().copied().filter(may_be_told)).collect();
        WholeQueries { items: queries.items.clone(), of }
    }

    /// A cut of lifted transactions as one of the `originals`. A ceiling in a part is replaced by the first
    /// item at or below it that the transaction has and that is not used yet. O(items).
    ///
    /// # Panics
    /// When it is no cut of these.
    pub fn restore(&self, cut: Cut, originals: &Transactions, taxonomy: &Taxonomy) -> Cut {
        let mut taken: FxHashMap<(u32, Node), usize> = FxHashMap::default();
        let mut parts = Transactions::default();
        for (part, &of) in cut.of.iter().enumerate() {
            let items = originals.get(of as usize);
            let original = |&item: &Node| match self.above(item, taxonomy) {
                None => item,
                Some(ceiling) => {
                    let first = items.partition_point(|&item| item < ceiling);
                    let next = taken.entry((of, ceiling)).or_default();
                    *next += 1;
                    items[first + *next - 1]
                }
            };
            parts.push(cut.parts.owner(part), cut.parts.get(part).iter().map(original).collect::<Vec<_>>());
        }
        Cut { parts, ..cut }
    }
}
