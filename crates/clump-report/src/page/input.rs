//! Input of a page: the results of a run as plain structs.

use clump_core::fate::Fate;

use crate::table::Table;
use crate::{Advice, Assessment, CertainFacts, Certificate, Date, Figures, Noun, Runs, Sample};

/// Audience of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageAudience {
    /// Everyone: the page shows only what the release and its certificate contain.
    Public,
    /// The publisher only: the page shows originals. The caller must create its file with mode 0600.
    Private,
}

/// The results of a run or of a comparison. The page omits a view whose results are missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Heading of the page. Both pages show it, so it must not contain anything private.
    pub title: String,
    /// Sentences below the heading, such as "The log is generated". Both pages show them.
    pub notes: Vec<String>,
    /// Sentence on skipped lines; `None` if no line was skipped. Private.
    pub skipped: Option<String>,
    /// The noun for an owner.
    pub noun: Noun,
    /// Date that the page shows; `None` for no date.
    pub date: Option<Date>,
    /// The certificate of the release; `None` on the page of a comparison, which has many releases.
    pub certificate: Option<Certificate>,
    /// Rows of the release, drawn at random, which the page shows first.
    pub sample: Option<Sample>,
    /// Figures of the run; `None` if numbers have noise. Private: the public page takes its figures from the
    /// certificate.
    pub figures: Option<Figures>,
    /// Owners of whom something sensitive is certain. Private: the public page uses the certificate instead.
    pub certain: Option<CertainFacts>,
    /// The first rows of each table of facts; none for other releases.
    pub facts: Vec<TableSample>,
    /// Success of attacks on data and release, and use of the release. Private: counted in the data.
    pub assessment: Option<Assessment>,
    /// Runs of several methods at several k on the same data. Private.
    pub comparison: Option<Runs>,
    /// Advice on the best kind of release for each purpose. Private, because it uses counts of the data.
    pub advice: Vec<Advice>,
    /// Fate of each item of the data. Private.
    pub fates: Vec<Fate>,
    /// The taxonomy. Parents come before their children.
    pub tree: Vec<TreeNode>,
    /// The groups of the release, in the order of the release. Private.
    pub groups: Vec<GroupRow>,
}

/// The first rows of a published table of facts.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSample {
    /// The table: its facts, and after a colon the columns of its cells.
    pub name: String,
    /// The first rows, as published.
    pub top: Table,
    /// Number of all rows of the table, of which `top` has the first.
    pub rows: usize,
}

/// A node of the taxonomy with the counts of the node itself. The script adds the counts of the nodes below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Name of the node, as published.
    pub name: String,
    /// Index of the parent in the list, which is smaller than the node's own index. `None` for a root.
    pub parent: Option<u32>,
    /// Number of occurrences in the data. Private.
    pub before: u64,
    /// Number of occurrences in the written release. The public page omits a node without any.
    pub after: u64,
}

/// A group of owners and its published row. Items are indices into [`Page::tree`], in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Number of distinct owners in the group.
    pub owners: usize,
    /// Items of the published row.
    pub items: Vec<u32>,
    /// Items of each original transaction: one for each owner, or several if units are sessions or queries.
    pub originals: Vec<Vec<u32>>,
}
