//! What a page is made of: results, in plain structs.

use clump_core::facts::KeptAt;
use clump_core::fate::Fate;
use clump_core::risk::{PieceRisk, Risk};
use clump_core::utility::Utility;
use serde::{Deserialize, Serialize};

use crate::{Advice, CertainFacts, Certificate, Date, FactCount, Noun, Runs, Sample, Words};

/// Who may see a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageAudience {
    /// Everyone: the page holds nothing that the release and its certificate do not, but for aggregate figures of risk
    /// and use.
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
    /// What owners are called.
    pub noun: Noun,
    /// The day of the page; none where it is not to be told.
    pub date: Option<Date>,
    /// The certificate of the release; none on the page of a comparison, which has many.
    pub certificate: Option<Certificate>,
    /// Rows of the release, drawn at random: what the page shows first.
    pub sample: Option<Sample>,
    /// What became of the words, exactly. Private: the public page takes its figures from the certificate.
    pub words: Option<Words>,
    /// Of whom something sensitive is certain. Private: the public page has what the certificate says.
    pub certain: Option<CertainFacts>,
    /// A table of facts; none of other releases.
    pub facts: Option<FactsShown>,
    /// What an attacker can do.
    pub risk: Option<RiskPair>,
    /// What the release is good for.
    pub utility: Option<Utility>,
    /// Several methods and several k on the same data.
    pub comparison: Option<Runs>,
    /// Which of these is for what. Private, as the rows of a comparison are.
    pub advice: Vec<Advice>,
    /// What became of each item of the data. Private.
    pub fates: Vec<Fate>,
    /// The taxonomy, parents before their children.
    pub tree: Vec<TreeNode>,
    /// The groups of the release, in its order. Private.
    pub groups: Vec<GroupRow>,
}

/// A table of facts, as far as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FactsShown {
    /// What the columns of its texts are called, and those of its numbers.
    pub columns: Vec<String>,
    /// See above.
    pub numbers: Vec<String>,
    /// How many rows it has.
    pub rows: usize,
    /// The first of them.
    pub top: Vec<FactRow>,
    /// What other thresholds would keep. Private: it tells of facts that are not published.
    pub kept_at: Vec<KeptAt>,
    /// What rules withheld. Private.
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
    /// Where its parent stands in the list: before it. None for a root.
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
    /// What each row was before; none if originals are not to be shown.
    pub originals: Option<Vec<Vec<u32>>>,
}
