//! The distinct items of the data in the order of their names. That order is the same in every tree that has these
//! items, and so is everything that is drawn or ranked by it: two trees over the same words get the same
//! questions.

use crate::containers::set_of;
use crate::counts::ItemsBelow;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Items by name, and by subtree.
pub(super) struct Items {
    by_name: Vec<Node>,
    /// Those with no other item below them, as places in `by_name`. Their meaning is clear to a reader.
    pub words: Vec<u32>,
    /// By node, its place among the names; none for nodes that are no items.
    place: Vec<Option<u32>>,
    below: ItemsBelow,
}

impl Items {
    /// O(nodes + items log items).
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

    /// The place of `node` among the names, if it is an item.
    pub fn place(&self, node: Node) -> Option<u32> {
        self.place[node.index()]
    }

    /// The item at a place.
    pub fn item(&self, place: u32) -> Node {
        self.by_name[place as usize]
    }

    /// The places of the words of a bag, sorted, each once.
    pub fn words_of(&self, bag: &[Node]) -> Vec<u32> {
        let places = bag.iter().filter_map(|&item| self.place(item));
        set_of(places.filter(|place| self.words.binary_search(place).is_ok()))
    }

    /// Number at or below `node`: n(v).
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> u64 {
        self.below.count(taxonomy, node)
    }
}
