//! The content of a taxonomy file before it is checked: places with names, and links from child to parent.
//!
//! In some formats a name is the node (edges, Amnesia, SKOS). In others a node is a place, and its name may
//! occur elsewhere again (rows, paths, outlines, nested JSON). A draft holds both: places are numbered in
//! order of first mention, and siblings keep that order.

use clump_core::containers::Interner;
use rustc_hash::FxHashMap;

use crate::repair::DefectPlace;
use crate::split::breaks_lines;

/// No parent, or none yet.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Spot {
    pub name: u32,
    /// The line of its first mention.
    pub line: usize,
}

/// A row: `child` is below `parent`, or declared as the root ([`NONE`]).
pub(super) struct Link {
    pub child: u32,
    pub parent: u32,
    pub line: usize,
}

#[derive(Default)]
pub(super) struct Draft {
    pub names: Interner,
    pub spots: Vec<Spot>,
    pub links: Vec<Link>,
    pub empty: Vec<DefectPlace>,
    /// Names that a release could not carry.
    pub unfit: Vec<DefectPlace>,
    /// Rows that were given before, found by the reader.
    pub repeats: Vec<DefectPlace>,
}

impl Draft {
    /// Adds a place. `name` must not be empty.
    pub(super) fn spot(&mut self, name: &str, line: usize) -> u32 {
        if breaks_lines(name) {
            self.unfit.push(DefectPlace::at(line));
        }
        let name = self.names.intern(name);
        self.spots.push(Spot { name, line });
        self.spots.len() as u32 - 1
    }

    /// The node called `name`, without blanks around it, in formats in which a name is the node. A row without a
    /// name is noted.
    pub(super) fn node(&mut self, name: &str, line: usize) -> Option<u32> {
        let name = name.trim();
        if name.is_empty() {
            self.empty.push(DefectPlace::at(line));
            return None;
        }
        let number = self.names.intern(name);
        Some(if (number as usize) < self.spots.len() { number } else { self.spot(name, line) })
    }

    pub(super) fn link(&mut self, child: u32, parent: u32, line: usize) {
        self.links.push(Link { child, parent, line });
    }
}

/// A draft in which a place is known by its parent and its name: branches with the same beginning share it.
#[derive(Default)]
pub(super) struct PathDraft {
    pub draft: Draft,
    children: FxHashMap<(u32, u32), u32>,
    /// The line of the branch that ends at a spot; 0 for none.
    ends: Vec<usize>,
}

impl PathDraft {
    pub(super) fn branch<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, line: usize) {
        let mut at = NONE;
        let mut is_empty = false;
        for name in names {
            if name.is_empty() {
                is_empty = true;
                continue;
            }
            let key = (at, self.draft.names.intern(name));
            at = match self.children.get(&key) {
                Some(&spot) => spot,
                None => {
                    let spot = self.draft.spot(name, line);
                    self.draft.link(spot, at, line);
                    self.ends.push(0);
                    self.children.insert(key, spot);
                    spot
                }
            };
        }
        if is_empty {
            self.draft.empty.push(DefectPlace::at(line));
        }
        if at != NONE {
            match std::mem::replace(&mut self.ends[at as usize], line) {
                0 => {}
                first => self.draft.repeats.push(DefectPlace::after(first, line)),
            }
        }
    }
}
