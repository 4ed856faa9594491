//! What may be done to a file that is not one tree. Nothing is done unless it was asked for, and all of it is counted.

use std::fmt;

use serde::{Deserialize, Serialize};

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

    pub(super) fn of(&mut self, repair: Repair) -> &mut u64 {
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
