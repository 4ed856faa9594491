//! Names that are unique: a release consists of them.

use clump_core::containers::Interner;
use clump_core::names::Names;
use rustc_hash::FxHashMap;

use super::Forest;
use crate::taxonomy::draft::NONE;

/// The most bytes of a label that has those of its parents in it. In a deep tree of few names each would have all names above
/// it: 0.8 MB of JSON came to 3.4 GB.
const LONGEST: usize = 1 << 8;

impl Forest<'_> {
    /// A unique label for each spot, in `order`, parents first: the name for its first spot, else `parent/name`, and where
    /// that is longer than [`LONGEST`] the name with a number. O(size of the file), also in all labels together.
    pub(super) fn labels(&self, names: &Interner, order: &[u32]) -> Names {
        let mut first = vec![NONE; names.names().len()];
        for (spot, number) in self.spots.iter().zip(0..) {
            let holder = &mut first[spot.name as usize];
            if *holder == NONE && !self.is_gone(number as usize) {
                *holder = number;
            }
        }
        // The root has no parent that could qualify it.
        if let Some(&root) = order.first() {
            first[self.spots[root as usize].name as usize] = root;
        }
        let mut labels = Names::default();
        let mut longer = Longer { names, labels: Interner::default(), numbers: FxHashMap::default() };
        // Where the label of each spot is in `labels`.
        let mut places = vec![NONE; self.spots.len()];
        for &number in order {
            let spot = &self.spots[number as usize];
            let name = names.get(spot.name);
            let place = if first[spot.name as usize] == number {
                labels.push(name)
            } else {
                let above = places[self.parent[number as usize] as usize];
                labels.push(&longer.label(labels.get(above as usize), name))
            };
            places[number as usize] = place;
        }
        labels
    }
}

/// Labels that are longer than a name.
struct Longer<'a> {
    names: &'a Interner,
    labels: Interner,
    /// The last number that a text got behind it.
    numbers: FxHashMap<String, u64>,
}

impl Longer<'_> {
    /// A label for `name` below `parent` that neither a name nor another label is.
    fn label(&mut self, parent: &str, name: &str) -> String {
        let is_short = parent.len() + 1 + name.len() <= LONGEST;
        let base = if is_short { format!("{parent}/{name}") } else { name.to_owned() };
        let mut label = base.clone();
        while self.names.find(&label).is_some() || self.labels.find(&label).is_some() {
            // Numbers that were given are not tried again: a name may stand in a million places.
            let number = self.numbers.entry(base.clone()).or_insert(1);
            *number += 1;
            label = format!("{base} ({number})");
        }
        self.labels.intern(&label);
        label
    }
}
