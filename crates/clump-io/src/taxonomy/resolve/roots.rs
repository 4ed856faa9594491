//! One root, found or made.

use clump_core::containers::Interner;

use super::Forest;
use crate::taxonomy::defect::{Defect, DefectKind, Place};
use crate::taxonomy::draft::{NONE, Spot};

/// The name of a root that joins others.
const ROOT: &str = "*";

/// One root, and the names with that of a root that had to be made.
pub(super) struct Joined {
    pub names: Interner,
    pub root: u32,
}

impl Forest<'_> {
    /// Finds the root, or puts several below one.
    pub(super) fn join_roots(&mut self, mut names: Interner) -> Option<Joined> {
        let roots: Vec<u32> = (0..self.spots.len() as u32)
            .filter(|&spot| self.parent[spot as usize] == NONE && !self.is_gone(spot as usize))
            .collect();
        let (&first, others) = roots.split_first()?;
        if others.is_empty() {
            return Some(Joined { names, root: first });
        }
        let is_declared = |spot: &u32| self.given[*spot as usize] != 0;
        let line = |spot: u32| self.spots[spot as usize].line;
        let mut declared = roots.iter().copied().filter(is_declared);
        let (kind, places, root) = match (declared.next(), declared.next()) {
            (Some(root), None) => {
                let others = roots.iter().filter(|&&spot| spot != root);
                let places: Vec<Place> = others.map(|&spot| Place::at(line(spot))).collect();
                (DefectKind::UnknownParent, places, Some(root))
            }
            _ => {
                let places = others.iter().map(|&spot| Place::after(line(first), line(spot))).collect();
                let star = names.find(ROOT);
                let root = roots.iter().copied().find(|&spot| Some(self.spots[spot as usize].name) == star);
                (DefectKind::SeveralRoots, places, root)
            }
        };
        let mut defect = Defect::new(kind);
        places.into_iter().for_each(|place| defect.push(place));
        let root = root.unwrap_or_else(|| {
            let mut name = ROOT.to_owned();
            while names.find(&name).is_some() {
                name.push_str(ROOT);
            }
            let line = self.spots[first as usize].line;
            self.spots.push(Spot { name: names.intern(&name), line });
            self.parent.push(NONE);
            self.given.push(0);
            self.spots.len() as u32 - 1
        });
        let joined = roots.iter().filter(|&&spot| spot != root);
        let count = joined.clone().count() as u64;
        joined.for_each(|&spot| self.parent[spot as usize] = root);
        self.settle(defect);
        // The first root is no defect, but it may have moved too.
        if self.repaired.roots_joined > 0 {
            self.repaired.roots_joined = count;
        }
        Some(Joined { names, root })
    }
}
