//! Defects of a taxonomy file, which prevent that its lines form one tree, with their positions and repairs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of a defect in a taxonomy file. The variants are in the order in which the kinds are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DefectKind {
    /// A row or a node has no name.
    EmptyName,
    /// A name contains a tab or a line break, which a release cannot contain.
    UnfitName,
    /// The file contains the same row more than once.
    RepeatedRow,
    /// A node has two parents.
    TwoParents,
    /// The same name occurs at two places in the tree.
    SameName,
    /// A node is its own ancestor.
    Cycle,
    /// A node's parent has no row of its own, although the file declares a root.
    UnknownParent,
    /// The file has more than one root.
    SeveralRoots,
}

impl DefectKind {
    /// Repairs that remove this kind of defect, the recommended one first.
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

    /// Description of the defect in words; some include the reason why a tree cannot have it.
    pub const fn meaning(self) -> &'static str {
        match self {
            DefectKind::EmptyName => "a row has no name",
            DefectKind::UnfitName => "a name contains a tab or a line break, which a release cannot contain",
            DefectKind::RepeatedRow => "a row is repeated",
            DefectKind::TwoParents => "a node has another parent: it could be generalized in two ways",
            DefectKind::SameName => {
                "a name is already used in another place: an item of that name could be either"
            }
            DefectKind::Cycle => "a node is its own ancestor",
            DefectKind::UnknownParent => "a parent is not defined, although the root is declared",
            DefectKind::SeveralRoots => "a second root: nodes below different roots have no common ancestor",
        }
    }
}

/// Position of one defect in a taxonomy file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DefectPlace {
    /// Number of the line with the defect.
    pub line: usize,
    /// Number of the earlier line that this line contradicts; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Number of nodes in the cycle; `None` if the defect is not a cycle.
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

/// Writes the position of a defect in words, without any name of the taxonomy.
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

/// All defects of one kind in a taxonomy file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("line {}: {}{}", .places[0], .kind.meaning(), others(*.count))]
pub struct Defect {
    /// Kind that all these defects have.
    pub kind: DefectKind,
    /// Number of defects of this kind.
    pub count: u64,
    /// Positions of the first few defects; at least one.
    pub places: Vec<DefectPlace>,
    /// Repair that the user chose and that removed the defects; `None` if they remain.
    pub repaired: Option<Repair>,
}

impl Defect {
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

/// Repair of a taxonomy that a user can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// The first place of a name keeps it. Each later place gets the name `parent/name`, or `name (2)` if
    /// that has more than 256 bytes. Items of that name belong to the first place. In lists of edges, nodes
    /// below the name stay with the first place, because an edge does not say which place it means.
    Qualify,
    /// A node stays below its first parent only. In formats that give places instead of parents, later places
    /// of a name become the first one, with everything below them.
    FirstParent,
    /// Several roots go below one: the root that the file declares, or else a new root `*`.
    Root,
    /// A repeated row is left out.
    DropRepeats,
    /// The last row of each cycle is left out.
    DropCycles,
    /// A row without a name is left out. The nodes below it go below its parent.
    DropEmpty,
    /// Items of baskets that the taxonomy lacks become leaves below its root. As all labels, they are
    /// published only if k owners share them.
    AddLeaves,
}

impl Repair {
    /// All repairs, in the order in which the help lists them.
    pub const ALL: [Repair; 7] = [
        Repair::Qualify,
        Repair::FirstParent,
        Repair::Root,
        Repair::DropRepeats,
        Repair::DropCycles,
        Repair::DropEmpty,
        Repair::AddLeaves,
    ];

    /// Name of the repair in flags and jobs.
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

    /// Help text: the defect that the repair removes, and its effect.
    pub const fn help(self) -> &'static str {
        match self {
            Repair::Qualify => "Names later places of a repeated name `parent/name`",
            Repair::FirstParent => "Keeps the first parent, or the first place of a repeated name",
            Repair::Root => "Puts several roots below one root",
            Repair::DropRepeats => "Leaves out repeated rows",
            Repair::DropCycles => "Leaves out the last row of a cycle, where a node is above itself",
            Repair::DropEmpty => "Leaves out rows without a name",
            Repair::AddLeaves => "Adds items of baskets that the tree lacks, as leaves below the root",
        }
    }

    /// Effect of the repair, in words that can follow "`--repair X`".
    pub const fn effect(self) -> &'static str {
        match self {
            Repair::Qualify => "calls each later place `parent/name`",
            Repair::FirstParent => "keeps the first place only, and moves everything below the others to it",
            Repair::Root => "puts them below one root",
            Repair::DropRepeats => "leaves later ones out",
            Repair::DropCycles => "leaves out the last row of each cycle",
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

/// Number of uses of each repair.
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
    /// Each repair that was made at least once, with its number of uses.
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
