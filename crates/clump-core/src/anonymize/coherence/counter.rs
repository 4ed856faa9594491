//! Counts of items in an array over all nodes, which is cleared item by item, so that a question costs only what it
//! counts.

use super::public_and_sensitive::Occurrence;
use crate::taxonomy::Node;

/// A number for each node; all 0 between questions. As large as the taxonomy: one for each thread.
pub(super) struct Counter(Vec<u32>);

impl Counter {
    pub fn new(nodes: usize) -> Counter {
        Counter(vec![0; nodes])
    }

    /// How often the most frequent of `items` occurs among them.
    pub fn most_frequent<'a>(&mut self, items: impl Iterator<Item = &'a Node> + Clone) -> usize {
        let mut most = 0;
        for item in items.clone() {
            let count = &mut self.0[item.index()];
            *count += 1;
            most = most.max(*count);
        }
        for item in items {
            self.0[item.index()] = 0;
        }
        most as usize
    }

    /// Brings the occurrences of each item together and keeps their order. Items come in the order in which they are
    /// first seen. Sorting them instead makes the whole method take twice as long: 1.7 s against 0.9 s on 10,000 rows of
    /// 40 items at p = 2.
    pub fn gather(&mut self, occurrences: &[Occurrence]) -> Vec<Occurrence> {
        let Counter(place) = self;
        let mut items = Vec::new();
        for (item, _) in occurrences {
            let count = &mut place[item.index()];
            if *count == 0 {
                items.push(*item);
            }
            *count += 1;
        }
        let mut start = 0;
        for item in &items {
            let count = std::mem::replace(&mut place[item.index()], start);
            start += count;
        }
        let mut gathered = vec![(Node::ROOT, 0); occurrences.len()];
        for occurrence in occurrences {
            let place = &mut place[occurrence.0.index()];
            gathered[*place as usize] = *occurrence;
            *place += 1;
        }
        for item in items {
            place[item.index()] = 0;
        }
        gathered
    }
}
