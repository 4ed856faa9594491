//! Input of a page: results in plain structs.

use clump_core::fate::Fate;

use crate::table::Table;
use crate::{Advice, Assessment, CertainFacts, Certificate, Date, Figures, Noun, Runs, Sample};

/// Readers who may see a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageAudience {
    /// Everyone: the page contains nothing that the release and its certificate do not.
    Public,
    /// The publisher only: the page shows originals. The caller must create its file with mode 0600.
    Private,
}

/// The results of a run or of a comparison. A view whose results are missing is left out of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The heading. Both pages show it, so it must not name anything private.
    pub title: String,
    /// Sentences below the heading, such as "The log is generated". Both pages show them.
    pub notes: Vec<String>,
    /// Sentence on the lines that were left out; `None` if none were. Private.
    pub skipped: Option<String>,
    /// Words for owners.
    pub noun: Noun,
    /// The day of the page; `None` to hide it.
    pub date: Option<Date>,
    /// The certificate of the release; `None` on the page of a comparison, which has many releases.
    pub certificate: Option<Certificate>,
    /// Rows of the release, drawn at random. The page shows them first.
    pub sample: Option<Sample>,
    /// The figures of the run. Private: the public page takes its figures from the certificate. `None` if
    /// numbers have noise.
    pub figures: Option<Figures>,
    /// Owners of whom something sensitive is certain. Private: the public page uses the certificate instead.
    pub certain: Option<CertainFacts>,
    /// A table of facts; `None` for other releases.
    pub facts: Option<TableSample>,
    /// Attacks on the data and on the release, and its use. Private: they are counted in the data.
    pub assessment: Option<Assessment>,
    /// Several methods and several k on the same data. Private.
    pub comparison: Option<Runs>,
    /// The best of these for each purpose. Private, as the rows of a comparison are.
    pub advice: Vec<Advice>,
    /// Fate of each item of the data. Private.
    pub fates: Vec<Fate>,
    /// The taxonomy, parents before their children.
    pub tree: Vec<TreeNode>,
    /// The groups of the release, in its order. Private.
    pub groups: Vec<GroupRow>,
}

/// The first rows of a table of facts, as published.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSample {
    /// The rows.
    pub top: Table,
    /// Number of rows of the whole table.
    pub rows: usize,
}

/// A node of the taxonomy with the counts of its own items. The page adds up those below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Its name, as published.
    pub name: String,
    /// Index of its parent, which comes earlier in the list. `None` for a root.
    pub parent: Option<u32>,
    /// Its occurrences in the data. Private.
    pub before: u64,
    /// Its occurrences in the release as written. If there are none, the public page does not name it.
    pub after: u64,
}

/// A group of owners with its published row. Items are indices into [`Page::tree`], in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Distinct owners.
    pub owners: usize,
    /// The published items.
    pub items: Vec<u32>,
    /// Originals of its transactions: as many as owners, unless the unit is a session or a query.
    pub originals: Vec<Vec<u32>>,
}
