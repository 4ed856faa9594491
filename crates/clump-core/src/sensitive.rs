//! Sensitive things: given as nodes of the taxonomy, or drawn at random for experiments.
//!
//! In every list of sensitive things, a name stands for its node and everything below it: for coherence, for the
//! risk that a group reveals something sensitive, and on the pages.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::containers::set_of;
use crate::promise::Share;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The definition of what is sensitive. All other items are public: an attacker may know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sensitive {
    /// Everything at or below the taxonomy nodes with these names is sensitive.
    Nodes(Vec<String>),
    /// A random share of the distinct items of the data, rounded down, is sensitive: for experiments.
    Share {
        /// Share of the distinct items that are drawn.
        share: Share,
        /// Seed of the random draw of the items.
        seed: u64,
    },
}

/// The sensitive things that occur in the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SensitiveItems {
    /// The listed nodes with items of the data at or below them, or the drawn items.
    pub nodes: Vec<Node>,
    /// The distinct sensitive items of the data, sorted: those at or below the listed nodes, or those drawn.
    pub items: Vec<Node>,
    /// Number of distinct items of the data that are not sensitive.
    pub public: usize,
    /// Number of names without data at or below them: they are absent from the data, or misspelt.
    pub unmatched: usize,
}

impl Sensitive {
    /// Looks up the sensitive things in the data. Names that do not occur are only counted, because data rarely
    /// have all names of a list.
    pub fn find(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> SensitiveItems {
        let mut items = set_of(transactions.bags().items().iter().copied());
        let all = items.len();
        let below = |node: Node| {
            let start = items.partition_point(|&item| item < node);
            let end = items.partition_point(|&item| item < taxonomy.end(node));
            &items[start..end]
        };
        match self {
            Sensitive::Nodes(names) => {
                let named = names.iter().filter_map(|name| taxonomy.find_meant(name));
                let mut nodes: Vec<Node> = named.filter(|&node| !below(node).is_empty()).collect();
                let unmatched = names.len() - nodes.len();
                nodes.sort_unstable();
                nodes.dedup();
                let found = set_of(nodes.iter().flat_map(|&node| below(node)).copied());
                SensitiveItems { public: all - found.len(), nodes, items: found, unmatched }
            }
            Sensitive::Share { share, seed } => {
                items.shuffle(&mut ChaCha8Rng::seed_from_u64(*seed));
                items.truncate(share.of(all));
                items.sort_unstable();
                SensitiveItems { public: all - items.len(), nodes: items.clone(), items, unmatched: 0 }
            }
        }
    }
}

impl SensitiveItems {
    /// For each node of `taxonomy`, true if it is a sensitive item.
    pub fn mask(&self, taxonomy: &Taxonomy) -> Vec<bool> {
        let mut mask = vec![false; taxonomy.len()];
        for item in &self.items {
            mask[item.index()] = true;
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anonymize::AnonymizeError;

    fn food() -> Taxonomy {
        Taxonomy::from_pairs([
            ("fruit", "food"),
            ("apple", "fruit"),
            ("pear", "fruit"),
            ("meat", "food"),
            ("beef", "meat"),
        ])
        .expect("a tree")
    }

    fn baskets(taxonomy: &Taxonomy, baskets: &[&str]) -> Transactions {
        let mut transactions = Transactions::default();
        for (owner, basket) in (0..).zip(baskets) {
            let items = basket.split(' ').map(|name| taxonomy.find(name).expect("an item"));
            transactions.push(owner, items);
        }
        transactions
    }

    fn named(names: &[&str]) -> Sensitive {
        Sensitive::Nodes(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn a_name_stands_for_its_node_and_everything_below() {
        let taxonomy = food();
        let transactions = baskets(&taxonomy, &["apple fruit", "pear beef", "pear"]);
        let found = |names: &[&str]| {
            let found = named(names).find(&transactions, &taxonomy);
            assert!(found.items.is_sorted());
            let items: Vec<&str> = found.items.iter().map(|&item| taxonomy.name(item)).collect();
            (items.join(" "), found.nodes.len(), found.public, found.unmatched)
        };
        assert_eq!(found(&["fruit"]), ("fruit apple pear".to_owned(), 1, 1, 0));
        // An inner node may itself be an item.
        assert_eq!(found(&["pear", "meat"]), ("pear beef".to_owned(), 2, 2, 0));
        // Items below another listed node are not counted twice.
        assert_eq!(found(&["fruit", "pear", "fruit"]), ("fruit apple pear".to_owned(), 2, 1, 0));
        assert_eq!(found(&["food"]), ("fruit apple pear beef".to_owned(), 1, 0, 0));
        assert_eq!(found(&["beaf", "beef", ""]), ("beef".to_owned(), 1, 3, 2));
        assert_eq!(found(&["beaf"]), (String::new(), 0, 4, 1));
    }

    #[test]
    fn a_node_without_data_below_it_is_unmatched() {
        let taxonomy = food();
        let found = named(&["meat", "apple"]).find(&baskets(&taxonomy, &["apple pear"]), &taxonomy);
        assert_eq!((found.items.len(), found.unmatched), (1, 1));
    }

    #[test]
    fn a_share_is_drawn_by_its_seed() {
        let taxonomy = food();
        let transactions = baskets(&taxonomy, &["apple fruit", "pear beef"]);
        let drawn = |text: &str, seed| {
            let share = text.parse().expect("a share");
            Sensitive::Share { share, seed }.find(&transactions, &taxonomy).items
        };
        assert_eq!(drawn("0.5", 1).len(), 2);
        assert_eq!(drawn("0.24", 1).len(), 0);
        assert_eq!(drawn("1", 1).len(), 4);
        assert_eq!(drawn("0.5", 1), drawn("0.5", 1));
        assert!((2..20).any(|seed| drawn("0.5", seed) != drawn("0.5", 1)));
    }

    #[test]
    fn a_promise_needs_something_sensitive_and_something_public() {
        let taxonomy = food();
        let transactions = baskets(&taxonomy, &["apple", "beef"]);
        let required = |names: &[&str]| named(names).find(&transactions, &taxonomy).require_both();
        assert_eq!(required(&["meat"]), Ok(()));
        assert_eq!(required(&["beaf"]), Err(AnonymizeError::NoSensitiveItem));
        assert_eq!(required(&["food"]), Err(AnonymizeError::NoPublicItem));
        assert_eq!(required(&["fruit", "meat"]), Err(AnonymizeError::NoPublicItem));
    }
}
