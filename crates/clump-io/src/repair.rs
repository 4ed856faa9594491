//! What keeps the lines of a file from being one tree: of which kind, how often, on which lines, and what repairs it.

use std::fmt;

use serde::{Deserialize, Serialize};

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
pub struct DefectPlace {
    /// Its line.
    pub line: usize,
    /// The line that it is at odds with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Of a cycle, how many nodes are on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

impl DefectPlace {
    pub(crate) fn at(line: usize) -> DefectPlace {
        DefectPlace { line, first: None, length: None }
    }

    pub(crate) fn after(first: usize, line: usize) -> DefectPlace {
        DefectPlace { line, first: Some(first), length: None }
    }
}

/// Where a defect stands, in words; no name is told.
impl fmt::Display for DefectPlace {
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
    pub places: Vec<DefectPlace>,
    /// The repair that was asked for and made; none if the defect stands.
    pub repaired: Option<Repair>,
}

impl Defect {
    /// More places than these are counted only.
    const SHOWN: usize = 5;

    pub(crate) fn new(kind: DefectKind) -> Defect {
        Defect { kind, count: 0, places: Vec::new(), repaired: None }
    }

    pub(crate) fn push(&mut self, place: DefectPlace) {
        self.count += 1;
        if self.places.len() < Self::SHOWN {
            self.places.push(place);
        }
    }
}

fn others(count: u64) -> String {
    if count > 1 { format!(" ({count} such)") } else { String::new() }
}

/// A repair that a user can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// The first place of a name keeps it, and each later one is called `parent/name`, or `name (2)` where that has more than 256 bytes. Items of that name are those of
    /// the first. In lists of edges what is below the name stays with the first, since an edge cannot say which it means.
    Qualify,
    /// A node stays below its first parent only. Where a format gives places instead of parents, later places of a name
    /// are the first one, and what is below them is below it.
    FirstParent,
    /// Several roots go below one: that which the file declares, if it declares one, else a new root `*`.
    Root,
    /// A row that is given again is left out.
    DropRepeats,
    /// Of each cycle, the row that was given last is left out.
    DropCycles,
    /// A row without a name is left out; what is below it hangs from its parent.
    DropEmpty,
    /// Items of baskets that the tree does not have become leaves below its root. Like every label, they are published
    /// only where k owners share them.
    AddLeaves,
}

impl Repair {
    /// All of them, in the order in which help lists them.
    pub const ALL: [Repair; 7] = [
        Repair::Qualify,
        Repair::FirstParent,
        Repair::Root,
        Repair::DropRepeats,
        Repair::DropCycles,
        Repair::DropEmpty,
        Repair::AddLeaves,
    ];

    /// The word for it, in flags and jobs.
    pub const fn word(self) -> &'static str {
        match self {
            Repair::Qualify => "qualify",
            Repair::FirstParent => "first-parent",
            Repair::Root => "root",
            Repair::DropRepeats => "drop-repeats",
            Repair::DropCycles => "drop-cycles",
            Repair::DropEmpty => "drop-empty",
            Repair::AddLeaves => "add-leaves",
        }
    }

    /// Which defect it is for, and what it does.
    pub const fn help(self) -> &'static str {
        match self {
            Repair::Qualify => "A name in two places: later ones are called `parent/name`",
            Repair::FirstParent => "A node with two parents, or a name in two places: the first counts",
            Repair::Root => "Several roots: they go below one",
            Repair::DropRepeats => "A row given again: it is left out",
            Repair::DropCycles => "A node above itself: the row given last is left out",
            Repair::DropEmpty => "A row without a name: it is left out",
            Repair::AddLeaves => "Items of baskets that the tree lacks: they become leaves below the root",
        }
    }

    /// What it does, after "`--repair X`".
    pub const fn effect(self) -> &'static str {
        match self {
            Repair::Qualify => "calls each later place `parent/name`",
            Repair::FirstParent => "keeps the first place only, with all that is below the others",
            Repair::Root => "puts them below one root",
            Repair::DropRepeats => "leaves later ones out",
            Repair::DropCycles => "leaves out the row of each cycle that was given last",
            Repair::DropEmpty => "leaves them out",
            Repair::AddLeaves => "makes them leaves below the root",
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How often each repair was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RepairCounts {
    /// Places that were renamed `parent/name`.
    pub qualified: u64,
    /// Places or parents beside the first that were left out.
    pub parents_dropped: u64,
    /// Roots that went below another one.
    pub roots_joined: u64,
    /// Rows given again.
    pub repeats_dropped: u64,
    /// Rows that closed a cycle.
    pub cycles_cut: u64,
    /// Rows without a name.
    pub empty_dropped: u64,
    /// Items of the data that became leaves.
    pub leaves_added: u64,
}

impl RepairCounts {
    /// Each repair with how often it was needed, those that were not left out.
    pub fn needed(&self) -> impl Iterator<Item = (Repair, u64)> {
        Repair::ALL
            .map(|repair| (repair, *self.clone().of(repair)))
            .into_iter()
            .filter(|&(_, count)| count > 0)
    }

    pub(crate) fn of(&mut self, repair: Repair) -> &mut u64 {
        match repair {
            Repair::Qualify => &mut self.qualified,
            Repair::FirstParent => &mut self.parents_dropped,
            Repair::Root => &mut self.roots_joined,
            Repair::DropRepeats => &mut self.repeats_dropped,
            Repair::DropCycles => &mut self.cycles_cut,
            Repair::DropEmpty => &mut self.empty_dropped,
            Repair::AddLeaves => &mut self.leaves_added,
        }
    }
}
