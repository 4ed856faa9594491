//! The results of the paper's experiments on a log: each table and figure with the paper's claims about it
//! and their verdicts.
//!
//! [`page`], [`Exhibit::csv`] and JSON are made from these results, and never read back.

use serde::Serialize;

use crate::chart::Chart;
pub use crate::table::{Cell, Column, Table};

mod page;

pub use page::page;

/// All results. They are aggregates: no word and no owner of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// The version that ran.
    pub version: String,
    /// Its input.
    pub log: LogFacts,
    /// Number of threads. Only the timings depend on it.
    pub threads: usize,
    /// Number of releases that were made and measured.
    pub releases: usize,
    /// Number of those that an independent check found k-anonymous, with each row generalizing its
    /// transaction.
    pub verified: usize,
    /// Wall-clock seconds of the whole run.
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
    /// Number of owners used; at most that of the paper.
    pub owners: usize,
    /// Mean number of items per owner.
    pub mean_length: f64,
    /// Number of nodes of the taxonomy that these owners use.
    pub nodes: usize,
    /// Number of leaves among them.
    pub leaves: usize,
    /// Its deepest level, the root being level 1.
    pub height: u32,
    /// Sizes of the paper that the log does not reach.
    pub left_out: Vec<usize>,
}

/// Origin of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "lowercase")]
pub enum Origin {
    /// clump generated the log.
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

/// A reproduced table or figure of the paper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exhibit {
    /// Name for files and links: `figure-3`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The data that it shows.
    pub data: ExhibitData,
    /// Notes on the runs and on reading the exhibit, a paragraph each.
    pub about: Vec<String>,
    /// The paper's claims about it.
    pub claims: Vec<Claim>,
    /// The charts of a figure; empty for a table.
    #[serde(skip)]
    pub charts: Vec<Chart>,
    /// All its numbers.
    pub table: Table,
}

/// The data that an exhibit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExhibitData {
    /// The five baskets that the paper prints.
    Baskets,
    /// The log of this run.
    Log,
}

/// A claim of the paper compared with the numbers of this run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The paper's statement, in our words.
    pub paper: String,
    /// The verdict on the claim.
    pub verdict: Held,
    /// The numbers that decide it.
    pub here: String,
}

/// Verdict on a claim. It is computed by a rule, which [`Claim::here`] states if it is not obvious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum Held {
    /// The claim held everywhere.
    Yes,
    /// The claim held in some cases, or to a lesser degree.
    InPart,
    /// The claim held nowhere.
    No,
    /// The log has too few owners to decide.
    Untold,
}

impl Held {
    /// All verdicts, the best first.
    pub const ALL: [Held; 4] = [Held::Yes, Held::InPart, Held::No, Held::Untold];

    /// The words for display.
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
    /// All claims, each with its exhibit.
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
    /// Its table as CSV. The first column of every line has the name of the log.
    pub fn csv(&self, log: &str) -> String {
        self.table.clone().with_first("log", log).csv()
    }

    /// The title up to the colon: `Figure 3`.
    pub fn name(&self) -> &str {
        self.title.split(':').next().unwrap_or(&self.title)
    }
}
