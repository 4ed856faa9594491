//! Which items nobody should learn.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use crate::promise::Share;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The items that are private. All others are public: an attacker may know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Private {
    /// The items of these names.
    Names(Vec<String>),
    /// All items at or below the node of this name.
    Below(String),
    /// So many of the distinct items of the data, rounded down, drawn by chance: for experiments.
    Share {
        /// How many of them.
        share: Share,
        /// Draws them. Another seed draws others.
        seed: u64,
    },
}

impl Private {
    /// How many names of a list are among none of `items`: absent from the data, or misspelt.
    pub fn unmatched(&self, items: &[Node], taxonomy: &Taxonomy) -> usize {
        let Private::Names(names) = self else { return 0 };
        let matched: FxHashSet<&str> = items.iter().map(|&item| taxonomy.name(item)).collect();
        names.iter().filter(|name| !matched.contains(name.as_str())).count()
    }

    /// The private items that occur in `transactions`, sorted. Names that do not occur are no error here: data rarely
    /// hold every item of a list.
    pub fn items(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Vec<Node> {
        let mut items = transactions.bags().items().to_vec();
        items.sort_unstable();
        items.dedup();
        match self {
            Private::Names(names) => {
                let names: FxHashSet<&str> = names.iter().map(String::as_str).collect();
                items.retain(|&item| names.contains(taxonomy.name(item)));
            }
            Private::Below(name) => match taxonomy.find(name) {
                Some(top) => items.retain(|&item| taxonomy.is_ancestor(top, item)),
                None => items.clear(),
            },
            Private::Share { share, seed } => {
                let drawn = share.of(items.len());
                items.shuffle(&mut ChaCha8Rng::seed_from_u64(*seed));
                items.truncate(drawn);
                items.sort_unstable();
            }
        }
        items
    }
}
