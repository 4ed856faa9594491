//! The content of a taxonomy file before it is checked: places with names, and links from child to parent.
//!
//! In some formats a name is a node (edges, Amnesia, SKOS). In others a node is a place, and its name may
//! occur again at another place (rows, paths, outlines, nested JSON). A draft supports both: places are
//! numbered in order of first mention, and siblings have that order too.

use clump_core::containers::Interner;
use rustc_hash::FxHashMap;

use crate::repair::DefectPlace;
use crate::split::breaks_lines;

/// The number of a parent that does not exist, or is not known so far.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Spot {
    pub name: u32,
    /// The line, from 1, that mentions the place first.
    pub line: usize,
}

/// A row of the file: the place `child` is below `parent`, or is declared as the root ([`NONE`]).
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
    /// Lines with names that a release cannot contain.
    pub unfit: Vec<DefectPlace>,
    /// Rows that repeat an earlier row; the reader of the format found them.
    pub repeats: Vec<DefectPlace>,
}

impl Draft {
    /// Adds a place with `name`, which must not be empty. Returns the number of the place.
    pub(super) fn spot(&mut self, name: &str, line: usize) -> u32 {
        if breaks_lines(name) {
            self.unfit.push(DefectPlace::at(line));
        }
        let name = self.names.intern(name);
        self.spots.push(Spot { name, line });
        self.spots.len() as u32 - 1
    }

    /// The node called `name` without blanks around it, in formats in which a name is a node. `None` if
    /// `name` is empty; its line is then recorded.
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

/// A draft in which parent and name determine a place: branches with the same beginning share places.
#[derive(Default)]
pub(super) struct PathDraft {
    pub draft: Draft,
    children: FxHashMap<(u32, u32), u32>,
    /// For each place, the line of the branch that ends there; 0 if no branch does.
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
