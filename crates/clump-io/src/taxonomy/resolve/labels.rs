//! Names that are unique: a release consists of them.

use clump_core::containers::Interner;
use clump_core::names::Names;

use super::Forest;
use crate::taxonomy::draft::NONE;

impl Forest<'_> {
    /// A unique label for each spot, in `order`, parents first: the name for its first spot, else `parent/name`.
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
        let mut longer = Interner::default();
        // Where the label of each spot is in `labels`.
        let mut places = vec![NONE; self.spots.len()];
        for &number in order {
            let spot = &self.spots[number as usize];
            let name = names.get(spot.name);
            let place = if first[spot.name as usize] == number {
                labels.push(name)
            } else {
                let above = places[self.parent[number as usize] as usize];
                let base = format!("{}/{name}", labels.get(above as usize));
                let is_free = |label: &str| names.find(label).is_none() && longer.find(label).is_none();
                let mut further = (2..).map(|again: u64| format!("{base} ({again})"));
                let label = if is_free(&base) { None } else { further.find(|label| is_free(label)) };
                let label = label.unwrap_or(base);
                longer.intern(&label);
                labels.push(&label)
            };
            places[number as usize] = place;
        }
        labels
    }
}
