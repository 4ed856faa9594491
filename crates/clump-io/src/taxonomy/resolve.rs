//! From a draft to a tree, and to the list of everything that was in the way.
//!
//! Each stage finds the defects of one kind and goes on as if they were repaired, so that the next stage sees the rest:
//! one bad line does not hide another. Whether a repair was asked for is noted with the defect; a tree with a defect that
//! stands is never handed out as loaded. O(draft), no recursion.

use clump_core::containers::Interner;
use clump_core::taxonomy::Taxonomy;
use rustc_hash::FxHashMap;

use super::defect::{Defect, DefectKind, Place};
use super::draft::{Draft, NONE, Spot};
use super::repair::{Repair, RepairCounts};
use roots::Joined;

mod cycles;
mod labels;
mod order;
mod roots;

/// A draft as a tree.
pub(super) struct Resolved {
    /// The tree, all defects repaired in some way.
    pub taxonomy: Taxonomy,
    /// What was found, by kind.
    pub defects: Vec<Defect>,
    /// How often each repair that was asked for was needed.
    pub repaired: RepairCounts,
}

/// Makes a tree of `draft`; `None` if it has no node.
pub(super) fn resolve(draft: Draft, asked: &[Repair]) -> Option<Resolved> {
    let Draft { names, spots, links, empty, unfit, repeats } = draft;
    let mut forest = Forest {
        asked,
        parent: vec![NONE; spots.len()],
        given: vec![0; spots.len()],
        first_spots: spots.len(),
        spots,
        gone: Vec::new(),
        defects: Vec::new(),
        repaired: RepairCounts::default(),
    };
    forest.note(DefectKind::EmptyName, &empty);
    forest.note(DefectKind::UnfitName, &unfit);
    forest.link(links, repeats);
    forest.find_same_names(&names);
    forest.cut_cycles();
    let Joined { names, root } = forest.join_roots(names)?;
    let (order, depths) = order::preorder(&forest.parent, &forest.gone, root);
    let names = forest.labels(&names, &order);
    Some(Resolved {
        taxonomy: Taxonomy::from_preorder(names, &depths),
        defects: forest.defects,
        repaired: forest.repaired,
    })
}

/// Places, each with at most one parent.
struct Forest<'a> {
    asked: &'a [Repair],
    spots: Vec<Spot>,
    /// How many spots the file has; later ones were made by a repair.
    first_spots: usize,
    parent: Vec<u32>,
    /// The line that gave the parent, or declared the spot as a root; 0 for spots that are only named as parents.
    given: Vec<usize>,
    /// Spots that were merged into others; empty if there are none.
    gone: Vec<bool>,
    defects: Vec<Defect>,
    repaired: RepairCounts,
}

impl Forest<'_> {
    /// The repair for a defect of this kind: the first that was asked for, else the first there is. The flag says
    /// whether it was asked for.
    fn choose(&self, kind: DefectKind) -> (Option<Repair>, bool) {
        let repairs = kind.repairs();
        match repairs.iter().find(|repair| self.asked.contains(repair)) {
            Some(&repair) => (Some(repair), true),
            None => (repairs.first().copied(), false),
        }
    }

    /// Adds a defect of one kind, if it occurs, with what became of it.
    fn settle(&mut self, mut defect: Defect) {
        if defect.count > 0 {
            if let (Some(repair), true) = self.choose(defect.kind) {
                *self.repaired.of(repair) += defect.count;
                defect.repaired = Some(repair);
            }
            self.defects.push(defect);
        }
    }

    fn note(&mut self, kind: DefectKind, places: &[Place]) {
        let mut defect = Defect::new(kind);
        places.iter().for_each(|&place| defect.push(place));
        self.settle(defect);
    }

    /// Gives each spot its first parent. A further one is dropped, or the child gets a second place below it.
    fn link(&mut self, links: Vec<super::draft::Link>, known: Vec<Place>) {
        let mut repeated = Defect::new(DefectKind::RepeatedRow);
        known.into_iter().for_each(|place| repeated.push(place));
        let mut two = Defect::new(DefectKind::TwoParents);
        let qualifies = self.choose(DefectKind::TwoParents) == (Some(Repair::Qualify), true);
        let mut others: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for link in links {
            let child = link.child as usize;
            if self.given[child] == 0 {
                self.parent[child] = link.parent;
                self.given[child] = link.line;
            } else if self.parent[child] == link.parent {
                repeated.push(Place::after(self.given[child], link.line));
            } else if let Some(&first) = others.get(&(link.child, link.parent)) {
                repeated.push(Place::after(first, link.line));
            } else {
                two.push(Place::after(self.given[child], link.line));
                others.insert((link.child, link.parent), link.line);
                // Declared as the root although it has a parent: there is no second place to make.
                if qualifies && link.parent != NONE {
                    self.spots.push(Spot { name: self.spots[child].name, line: link.line });
                    self.parent.push(link.parent);
                    self.given.push(link.line);
                }
            }
        }
        self.settle(repeated);
        self.settle(two);
    }

    /// Finds names that stand in several places. They are renamed in the end, or their places become one.
    fn find_same_names(&mut self, names: &Interner) {
        let mut defect = Defect::new(DefectKind::SameName);
        let merges = self.choose(DefectKind::SameName) == (Some(Repair::FirstParent), true);
        let mut first = vec![NONE; names.names().len()];
        let mut merged: Vec<u32> = (0..self.spots.len() as u32).collect();
        for (spot, number) in self.spots[..self.first_spots].iter().zip(0..) {
            match first[spot.name as usize] {
                NONE => first[spot.name as usize] = number,
                other => {
                    defect.push(Place::after(self.spots[other as usize].line, spot.line));
                    merged[number as usize] = other;
                }
            }
        }
        if merges && defect.count > 0 {
            self.gone = merged.iter().zip(0..).map(|(&into, number)| into != number).collect();
            for parent in self.parent.iter_mut().filter(|parent| **parent != NONE) {
                *parent = merged[*parent as usize];
            }
        }
        self.settle(defect);
    }

    fn is_gone(&self, spot: usize) -> bool {
        self.gone.get(spot).copied().unwrap_or(false)
    }
}
