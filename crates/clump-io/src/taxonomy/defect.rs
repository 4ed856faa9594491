//! What keeps the lines of a file from being one tree: of which kind, how often, on which lines, and what repairs it.

use std::fmt;

use serde::Serialize;

use super::repair::Repair;

/// The kinds, in the order in which they are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DefectKind {
    /// A row or a node without a name.
    EmptyName,
    /// A name with a tab or a line break, which a release could not carry.
    UnfitName,
    /// The same row twice.
    RepeatedRow,
    /// A node with two parents.
    TwoParents,
    /// One name in two places.
    SameName,
    /// A node that is its own ancestor.
    Cycle,
    /// A parent that is given nowhere, although a root is declared.
    UnknownParent,
    /// More than one root.
    SeveralRoots,
}

impl DefectKind {
    /// The repairs that help, the first being the one that is meant for it.
    pub const fn repairs(self) -> &'static [Repair] {
        match self {
            DefectKind::EmptyName => &[Repair::DropEmpty],
            DefectKind::UnfitName => &[],
            DefectKind::RepeatedRow => &[Repair::DropRepeats],
            DefectKind::TwoParents => &[Repair::FirstParent, Repair::Qualify],
            DefectKind::SameName => &[Repair::Qualify, Repair::FirstParent],
            DefectKind::Cycle => &[Repair::DropCycles],
            DefectKind::UnknownParent | DefectKind::SeveralRoots => &[Repair::Root],
        }
    }

    /// What it is, and why a tree cannot have it.
    pub const fn meaning(self) -> &'static str {
        match self {
            DefectKind::EmptyName => "a row names no node",
            DefectKind::UnfitName => "a name holds a tab or a line break, which a release cannot carry",
            DefectKind::RepeatedRow => "a row was given before",
            DefectKind::TwoParents => "a node has another parent: it could be generalized in two ways",
            DefectKind::SameName => {
                "a name stands in another place already: an item of that name could be either"
            }
            DefectKind::Cycle => "a node is its own ancestor",
            DefectKind::UnknownParent => "a parent is given nowhere, although the root is declared",
            DefectKind::SeveralRoots => {
                "a root besides the first: what is below two roots has no common ancestor"
            }
        }
    }
}

/// Where a defect stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its line.
    pub line: usize,
    /// The line that it is at odds with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Of a cycle, how many nodes are on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

impl Place {
    pub(super) fn at(line: usize) -> Place {
        Place { line, first: None, length: None }
    }

    pub(super) fn after(first: usize, line: usize) -> Place {
        Place { line, first: Some(first), length: None }
    }
}

/// Where a defect stands, in words; no name is told.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.line)?;
        match (self.first, self.length) {
            (Some(first), _) => write!(f, " (first on {first})"),
            (None, Some(length)) => write!(f, " ({length} {})", if length == 1 { "node" } else { "nodes" }),
            (None, None) => Ok(()),
        }
    }
}

/// All defects of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("line {}: {}{}", .places[0], .kind.meaning(), others(*.count))]
pub struct Defect {
    /// Which kind.
    pub kind: DefectKind,
    /// How many there are.
    pub count: u64,
    /// The first few of them; at least one.
    pub places: Vec<Place>,
    /// The repair that was asked for and made; none if the defect stands.
    pub repaired: Option<Repair>,
}

impl Defect {
    /// More places than these are counted only.
    const SHOWN: usize = 5;

    pub(super) fn new(kind: DefectKind) -> Defect {
        Defect { kind, count: 0, places: Vec::new(), repaired: None }
    }

    pub(super) fn push(&mut self, place: Place) {
        self.count += 1;
        if self.places.len() < Self::SHOWN {
            self.places.push(place);
        }
    }
}

fn others(count: u64) -> String {
    if count > 1 { format!(" ({count} such)") } else { String::new() }
}
