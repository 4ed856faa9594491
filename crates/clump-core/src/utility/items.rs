//! The distinct items of the data, sorted by name. This order is the same in every tree with these items.
//! Everything that is drawn or ranked uses it, so two trees over the same words get the same questions.

use crate::containers::set_of;
use crate::counts::ItemsBelow;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The items of the data by name, and their numbers by subtree.
pub(super) struct Items {
    by_name: Vec<Node>,
    /// Positions in `by_name` of the words: items with no other item below them. Their meaning is clear to a reader.
    pub words: Vec<u32>,
    /// For each node, its position in `by_name`; `None` for nodes that are no items.
    place: Vec<Option<u32>>,
    below: ItemsBelow,
}

impl Items {
    /// Collects the items of `transactions`. O(nodes + items log items).
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> Items {
        let mut by_name = set_of(transactions.bags().items().iter().copied());
        let below = ItemsBelow::new(taxonomy, by_name.iter().copied());
        by_name.sort_unstable_by_key(|&item| taxonomy.name(item));
        let mut place = vec![None; taxonomy.len()];
        for (number, item) in (0..).zip(&by_name) {
            place[item.index()] = Some(number);
        }
        let is_word = |&(_, &item): &(u32, &Node)| below.count(taxonomy, item) == 1;
        let words = (0..).zip(&by_name).filter(is_word).map(|(place, _)| place).collect();
        Items { by_name, words, place, below }
    }

    /// The position of `node` in the order of names; `None` if it is not an item.
    pub fn place(&self, node: Node) -> Option<u32> {
        self.place[node.index()]
    }

    /// The item at this position in the order of names.
    pub fn item(&self, place: u32) -> Node {
        self.by_name[place as usize]
    }

    /// The positions of the distinct words of a bag, sorted.
    pub fn words_of(&self, bag: &[Node]) -> Vec<u32> {
        let places = bag.iter().filter_map(|&item| self.place(item));
        set_of(places.filter(|place| self.words.binary_search(place).is_ok()))
    }

    /// Number of items of the data at or below `node`: n(v).
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> u64 {
        self.below.count(taxonomy, node)
    }
}
