//! The items of the data in the order of their names. That order is the same in every tree that has these
//! items, and so is everything that is drawn or ranked by it: two trees over the same words get the same
//! questions.

use super::estimate::Items;
use crate::containers::set_of;
use crate::taxonomy::{Node, Taxonomy};

/// Items by name.
pub(super) struct ByName {
    /// All of them, sorted by name.
    items: Vec<Node>,
    /// Those with no other item below them, as places in `items`. Their meaning is clear to a reader.
    words: Vec<u32>,
    /// The place of each node that is an item; [`NO_ITEM`] for others.
    place: Vec<u32>,
    is_word: Vec<bool>,
}

const NO_ITEM: u32 = u32::MAX;

impl ByName {
    /// O(nodes + items log items).
    pub fn new(items: &Items, taxonomy: &Taxonomy) -> ByName {
        let mut by_name = items.all.clone();
        by_name.sort_unstable_by_key(|&item| taxonomy.name(item));
        let mut place = vec![NO_ITEM; taxonomy.len()];
        for (number, item) in by_name.iter().enumerate() {
            place[item.index()] = number as u32;
        }
        let is_word: Vec<bool> = by_name.iter().map(|&item| items.at_or_below(taxonomy, item) == 1).collect();
        let words = (0..by_name.len() as u32).filter(|&place| is_word[place as usize]).collect();
        ByName { items: by_name, words, place, is_word }
    }

    /// The place of `node` among the names, if it is an item.
    #[inline]
    pub fn place(&self, node: Node) -> Option<u32> {
        Some(self.place[node.index()]).filter(|&place| place != NO_ITEM)
    }

    /// The item at a place.
    #[inline]
    pub fn item(&self, place: u32) -> Node {
        self.items[place as usize]
    }

    /// The items with no other item below them, as places.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The places of the words of a bag, sorted, each once.
    pub fn words_of(&self, bag: &[Node]) -> Vec<u32> {
        let is_word = |place: &u32| self.is_word[*place as usize];
        set_of(bag.iter().filter_map(|&item| self.place(item)).filter(is_word))
    }
}
