//! Contents of a page: results, in plain structs.

use clump_core::facts::KeptAt;
use clump_core::fate::Fate;
use clump_core::risk::{PieceRisk, Risk};
use clump_core::utility::Utility;
use serde::{Deserialize, Serialize};

use crate::{Advice, CertainFacts, Certificate, Date, FactCount, Figures, Noun, Runs, Sample};

/// Readers who may see a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageAudience {
    /// Everyone: the page holds nothing that the release and its certificate do not.
    Public,
    /// The publisher alone: the page shows originals. Whoever writes it creates the file with mode 0600.
    Private,
}

/// The results of a run or of a comparison. A view whose results are missing is left out of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The heading. Stands on both pages, so it names nothing that may not be published.
    pub title: String,
    /// Sentences below the heading, such as "The log is generated". On both pages, too.
    pub notes: Vec<String>,
    /// Lines of the input that were left out, in a sentence; none if none were. Private.
    pub skipped: Option<String>,
    /// Words for owners.
    pub noun: Noun,
    /// The day of the page; none where it is not to be told.
    pub date: Option<Date>,
    /// The certificate of the release; none on the page of a comparison, which has many.
    pub certificate: Option<Certificate>,
    /// Rows of the release, drawn at random: what the page shows first.
    pub sample: Option<Sample>,
    /// The figures of the run. Private: the public page takes its figures from the certificate.
    pub figures: Option<Figures>,
    /// Of whom something sensitive is certain. Private: the public page has what the certificate says.
    pub certain: Option<CertainFacts>,
    /// A table of facts; none of other releases.
    pub facts: Option<FactsShown>,
    /// Attacks. Private: they are counted in the data.
    pub risk: Option<RiskPair>,
    /// Use of the release. Private: it is counted in the data.
    pub utility: Option<Utility>,
    /// Several methods and several k on the same data. Private.
    pub comparison: Option<Runs>,
    /// Which of these is for what. Private, as the rows of a comparison are.
    pub advice: Vec<Advice>,
    /// Fate of each item of the data. Private.
    pub fates: Vec<Fate>,
    /// The taxonomy, parents before their children.
    pub tree: Vec<TreeNode>,
    /// The groups of the release, in its order. Private.
    pub groups: Vec<GroupRow>,
}

/// A table of facts, as far as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FactsShown {
    /// Names of the columns of its texts, and of its numbers.
    pub columns: Vec<String>,
    /// See above.
    pub numbers: Vec<String>,
    /// Number of its rows.
    pub rows: usize,
    /// The first of them.
    pub top: Vec<FactRow>,
    /// Shares that other thresholds would keep. Private: they tell of facts that are not published.
    pub kept_at: Vec<KeptAt>,
    /// Facts that rules withheld. Private.
    pub withheld: Vec<FactCount>,
    /// Cells that rules withheld, and lines that say none. Private.
    pub withheld_cells: Vec<FactCount>,
}

/// A row of a table of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactRow {
    /// Its texts.
    pub texts: Vec<String>,
    /// Its numbers.
    pub numbers: Vec<u64>,
}

/// Risks with the data as they are, and with the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RiskPair {
    /// Of the data.
    pub before: Risk,
    /// Of the release.
    pub after: Risk,
    /// Beyond single rows, where the release is in pieces.
    pub pieces: Option<PieceRisk>,
}

/// A node of the taxonomy with its own items, not those below it: the page adds them up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Its name, as published.
    pub name: String,
    /// Place of its parent in the list: before it. None for a root.
    pub parent: Option<u32>,
    /// Its occurrences in the data. Private.
    pub before: u64,
    /// Its occurrences in the release as written. If there are none, the public page does not name it.
    pub after: u64,
}

/// A group of owners with the row that is published for them. Items are places in [`Page::tree`], in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRow {
    /// Distinct owners.
    pub owners: usize,
    /// Transactions behind it: as many as owners, unless the unit is a session or a query.
    pub rows: usize,
    /// The published items.
    pub items: Vec<u32>,
    /// Originals of the rows; none if originals are not to be shown.
    pub originals: Option<Vec<Vec<u32>>>,
}
