//! The paper's experiments as they came out on some log: each table and figure with what the paper claims of it, and
//! whether that held.
//!
//! These are results. [`page`], [`Exhibit::csv`] and JSON are made from them; nothing is read back from those.

use serde::Serialize;

use crate::chart::Chart;
pub use crate::table::{Cell, Column, Table};

mod page;

pub use page::page;

/// Everything a reader is shown. Aggregates only: no word and no owner of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// The version that ran.
    pub version: String,
    /// Its input.
    pub log: LogFacts,
    /// Threads at work; timings depend on them, and nothing else does.
    pub threads: usize,
    /// Releases that were made and measured.
    pub releases: usize,
    /// Those of them that an independent check found k-anonymous, each row generalizing its transaction.
    pub verified: usize,
    /// Wall-clock seconds of everything.
    pub seconds: f64,
    /// The tables and figures, in the paper's order.
    pub exhibits: Vec<Exhibit>,
}

/// The log, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogFacts {
    /// Its source.
    #[serde(flatten)]
    pub origin: Origin,
    /// Owners that took part; at most the paper's.
    pub owners: usize,
    /// Their items on average.
    pub mean_length: f64,
    /// Nodes of the taxonomy, as far as these owners use it.
    pub nodes: usize,
    /// Leaves among them.
    pub leaves: usize,
    /// Its deepest level, the root being level 1.
    pub height: u32,
    /// Sizes of the paper that the log does not reach.
    pub left_out: Vec<usize>,
}

/// True if somebody asked these queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "lowercase")]
pub enum Origin {
    /// Nobody did.
    Generated {
        /// Seed of the generator.
        seed: u64,
    },
    /// The user gave the log.
    Given,
}

impl Origin {
    /// One word, for files.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Generated { .. } => "generated",
            Origin::Given => "given",
        }
    }
}

/// A table or figure of the paper, made again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exhibit {
    /// A name for files and links: `figure-3`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Whose data it shows.
    pub data: Shown,
    /// Notes on what was run, and how to read it: a paragraph each.
    pub about: Vec<String>,
    /// The paper's statement about it.
    pub claims: Vec<Claim>,
    /// The figure itself; none for a table.
    #[serde(skip)]
    pub charts: Vec<Chart>,
    /// Every number of it.
    pub table: Table,
}

/// Whose data an exhibit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// The five baskets that the paper prints.
    Baskets,
    /// The log of this run.
    Log,
}

/// A sentence of the paper against the numbers of this run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The paper's statement, in our words.
    pub paper: String,
    /// True if it held.
    pub verdict: Held,
    /// The numbers that decide it.
    pub here: String,
}

/// True if the claim held. Computed, with a rule that [`Claim::here`] states where it is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum Held {
    /// Everywhere.
    Yes,
    /// Somewhere, or to a lesser degree.
    InPart,
    /// Nowhere.
    No,
    /// The log has too few owners to tell.
    Untold,
}

impl Held {
    /// All verdicts, the best first.
    pub const ALL: [Held; 4] = [Held::Yes, Held::InPart, Held::No, Held::Untold];

    /// As a reader is told.
    pub fn words(self) -> &'static str {
        match self {
            Held::Yes => "held",
            Held::InPart => "held in part",
            Held::No => "did not hold",
            Held::Untold => "cannot be told",
        }
    }
}

impl From<Held> for &'static str {
    fn from(held: Held) -> &'static str {
        held.words()
    }
}

impl Reproduction {
    /// All claims with the exhibit that each is about.
    pub fn claims(&self) -> impl Iterator<Item = (&Exhibit, &Claim)> {
        self.exhibits.iter().flat_map(|exhibit| exhibit.claims.iter().map(move |claim| (exhibit, claim)))
    }

    /// `9 held, 1 did not hold`.
    pub fn tally(&self) -> String {
        let count = |held| self.claims().filter(|(_, claim)| claim.verdict == held).count();
        let counts = Held::ALL.map(|held| (held, count(held))).into_iter().filter(|&(_, claims)| claims > 0);
        let told: Vec<String> = counts.map(|(held, claims)| format!("{claims} {}", held.words())).collect();
        told.join(", ")
    }
}

impl Exhibit {
    /// Its table as CSV. The first column says on every line what log it is about.
    pub fn csv(&self, log: &str) -> String {
        self.table.clone().with_first("log", log).csv()
    }

    /// The title without what it is about: `Figure 3`.
    pub fn name(&self) -> &str {
        self.title.split(':').next().unwrap_or(&self.title)
    }
}
