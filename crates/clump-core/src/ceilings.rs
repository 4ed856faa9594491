//! Transactions under ceilings: before rows are grouped, every item below a node that the user chose as a
//! ceiling is replaced by that node ("lifted").
//!
//! A release that generalizes the lifted transactions generalizes the originals, and none of its labels is
//! below a ceiling, because a label is at or above its item. So every method respects the ceilings without
//! knowing them, and its release is checked and measured against the originals. The loss is relative to the
//! originals, so it includes the cost of the ceilings.
//!
//! Duplicates stay when a bag is lifted: two items below one ceiling become two occurrences of the ceiling.

use rustc_hash::FxHashMap;

use crate::cut::{Cut, WholeQueries};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Nodes below which no item is published.
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
    /// The ceilings in preorder, without those that are below another one.
    highest: Vec<Node>,
}

impl Ceilings {
    /// Ceilings at `nodes`. A node below another one has no effect.
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

    /// True if there are no ceilings.
    pub fn is_empty(&self) -> bool {
        self.highest.is_empty()
    }

    /// The ceiling that `item` is at or below; `None` if there is none. O(log ceilings).
    pub fn above(&self, item: Node, taxonomy: &Taxonomy) -> Option<Node> {
        let before = self.highest.partition_point(|&node| node <= item);
        let last = self.highest[..before].last().copied()?;
        (item < taxonomy.end(last)).then_some(last)
    }

    /// Copies `transactions` and replaces every item below a ceiling by the ceiling. O(items).
    pub fn lift(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Transactions {
        let mut lifted = Transactions::default();
        for row in 0..transactions.len() {
            let items = transactions.get(row).iter();
            lifted
                .push(transactions.owner(row), items.map(|&item| self.above(item, taxonomy).unwrap_or(item)));
        }
        lifted
    }

    /// Removes from each row the queries with a word at or below a ceiling, because a typed text is more specific
    /// than the node of its words. The remaining queries may be published word for word, and keep their numbers.
    pub fn lift_queries(&self, queries: &WholeQueries, taxonomy: &Taxonomy) -> WholeQueries {
        let may_be_told = |query: &u32| {
            let mut words = queries.items.get(*query as usize).iter();
            !words.any(|&word| self.above(word, taxonomy).is_some())
        };
        let of = queries.of.iter().map(|asked| asked.iter().copied().filter(may_be_told)).collect();
        WholeQueries { items: queries.items.clone(), of }
    }

    /// Converts a cut of lifted transactions to a cut of the `originals`. Each ceiling in a part is replaced
    /// by an item of the transaction at or below it, a different one each time. O(items).
    ///
    /// # Panics
    /// If `cut` is not a cut of these transactions, lifted.
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
