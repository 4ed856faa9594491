//! What is published, as text. A release is a list of rows, each a bag of labels; its order is made by the caller.
//!
//! | layout | TSV | JSON lines |
//! |---|---|---|
//! | rows: one a transaction | labels, tab separated | `{"items":["a","b"]}` |
//! | groups: one a group | number of owners, then labels | `{"owners":7,"items":["a","b"]}` |
//!
//! Methods on the lines of a log publish a table instead: a header and tab separated columns.
//!
//! Every row ends with a line feed, and an empty row is an empty line. The audit file, which is private, tells the
//! row of each owner.

use std::path::Path;

use serde::{Deserialize, Serialize};

mod audit;
mod read;
mod table;
mod write;

pub use audit::{Audit, AuditWriter, read_audit};
pub use read::{Released, read_release};
pub use table::{read_table, write_table};
pub use write::ReleaseWriter;

/// How a release is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReleaseFormat {
    /// Tab separated values.
    #[default]
    Tsv,
    /// One JSON object a line.
    Jsonl,
}

/// What a row of a release stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReleaseLayout {
    /// A transaction.
    #[default]
    Rows,
    /// A group of equal transactions, with the number of its owners.
    Groups,
}

impl ReleaseFormat {
    /// The format that the extension says, that of a compression left out: `.tsv`, `.txt` or `.jsonl`, `.ndjson`.
    pub fn from_path(path: &Path) -> Option<ReleaseFormat> {
        match crate::Input::from(path).extension()?.as_str() {
            "tsv" | "txt" => Some(ReleaseFormat::Tsv),
            "jsonl" | "ndjson" => Some(ReleaseFormat::Jsonl),
            _ => None,
        }
    }
}

/// Whether a release can carry `label`: not empty, no tab, no line break.
fn is_label(label: &str) -> bool {
    !label.is_empty() && !label.contains(['\t', '\n', '\r'])
}
