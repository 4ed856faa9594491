//! Nodes that are their own ancestors.

use super::Forest;
use crate::taxonomy::defect::{Defect, DefectKind, Place};
use crate::taxonomy::draft::NONE;

impl Forest<'_> {
    /// Finds cycles and takes the parent from the spot of each that was given last.
    pub(super) fn cut_cycles(&mut self) {
        let mut defect = Defect::new(DefectKind::Cycle);
        // The round in which a spot was met; spots of earlier rounds lead to a root, or to a cycle that was cut.
        let mut met = vec![NONE; self.spots.len()];
        for start in 0..self.spots.len() as u32 {
            let mut spot = start;
            while spot != NONE && met[spot as usize] == NONE {
                met[spot as usize] = start;
                spot = self.parent[spot as usize];
            }
            if spot == NONE || met[spot as usize] != start {
                continue;
            }
            let (mut last, mut length, mut line, entry) = (spot, 0, usize::MAX, spot);
            loop {
                let given = self.given[spot as usize];
                length += 1;
                line = line.min(given);
                if (given, spot) > (self.given[last as usize], last) {
                    last = spot;
                }
                spot = self.parent[spot as usize];
                if spot == entry {
                    break;
                }
            }
            defect.push(Place { line, first: None, length: Some(length) });
            self.parent[last as usize] = NONE;
            self.given[last as usize] = 0;
        }
        self.settle(defect);
    }
}
