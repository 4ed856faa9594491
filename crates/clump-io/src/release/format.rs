//! Formats of a release file, and the meaning of its rows.

use std::path::Path;

use clump_core::features::{BuiltWithout, Feature};
use serde::{Deserialize, Serialize};

use super::is_label;
use super::text::{BETWEEN_ITEMS, CSV, TSV};

/// Format of a release file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReleaseFormat {
    /// Tab separated values: a line for each row.
    #[default]
    Tsv,
    /// Comma separated values in long form: a line for each item.
    Csv,
    /// A JSON object for each row.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// The file format of Apache Arrow, also known as Feather.
    Arrow,
}

/// Meaning of a row of a release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReleaseLayout {
    /// One owner of a group: there are as many equal rows as owners.
    #[default]
    Rows,
    /// A group, with its number of owners.
    Groups,
}

/// The columns of a release, by the kind of its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReleaseColumns {
    /// Columns of whole rows: labels, and the number of owners.
    #[default]
    Rows,
    /// Columns of pieces: also the text of whole queries. An owner may have any number of rows.
    Pieces,
}

impl ReleaseColumns {
    /// True if the release has a column for the text of whole queries.
    pub fn has_text(self) -> bool {
        self == ReleaseColumns::Pieces
    }

    pub(super) fn of<'n>(self, names: &'n [&'n str]) -> &'n [&'n str] {
        &names[..names.len() - usize::from(!self.has_text())]
    }
}

impl ReleaseFormat {
    /// All formats, the default first.
    pub const ALL: [ReleaseFormat; 5] = [
        ReleaseFormat::Tsv,
        ReleaseFormat::Csv,
        ReleaseFormat::Jsonl,
        ReleaseFormat::Parquet,
        ReleaseFormat::Arrow,
    ];

    /// The name of the format in job files and certificates.
    pub fn word(self) -> &'static str {
        match self {
            ReleaseFormat::Tsv => "tsv",
            ReleaseFormat::Csv => "csv",
            ReleaseFormat::Jsonl => "jsonl",
            ReleaseFormat::Parquet => "parquet",
            ReleaseFormat::Arrow => "arrow",
        }
    }

    /// The format by the file extension of `path`, which may be before that of a compression.
    ///
    /// ```
    /// use clump_io::release::ReleaseFormat;
    ///
    /// assert_eq!(ReleaseFormat::from_path("release.csv.zst".as_ref()), Some(ReleaseFormat::Csv));
    /// assert_eq!(ReleaseFormat::from_path("release.feather".as_ref()), Some(ReleaseFormat::Arrow));
    /// assert_eq!(ReleaseFormat::from_path("release".as_ref()), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<ReleaseFormat> {
        let extension = crate::Input::from(path).extension()?;
        ReleaseFormat::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The file extensions of the format, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            ReleaseFormat::Tsv => &["tsv", "txt"],
            ReleaseFormat::Csv => &["csv"],
            ReleaseFormat::Jsonl => &["jsonl", "ndjson"],
            ReleaseFormat::Parquet => &["parquet"],
            ReleaseFormat::Arrow => &["arrow", "feather", "ipc"],
        }
    }

    pub(super) fn header(self) -> Option<(&'static [&'static str], &'static str)> {
        match self {
            ReleaseFormat::Tsv => Some((&TSV, "\t")),
            ReleaseFormat::Csv => Some((&CSV, ",")),
            ReleaseFormat::Jsonl | ReleaseFormat::Parquet | ReleaseFormat::Arrow => None,
        }
    }

    /// True if a release of this format can contain `label`: it is not empty and has no tab and no line
    /// break. In `tsv` it must not contain `|` either, which separates labels there.
    pub fn can_carry(self, label: &str) -> bool {
        is_label(label) && (self != ReleaseFormat::Tsv || !label.contains(BETWEEN_ITEMS))
    }

    /// Returns `Ok` if this build can read and write the format.
    pub fn available(self) -> Result<(), BuiltWithout> {
        match self {
            ReleaseFormat::Parquet | ReleaseFormat::Arrow if cfg!(not(feature = "columnar")) => {
                Err(BuiltWithout(Feature::Columnar))
            }
            _ => Ok(()),
        }
    }

    /// True if the format compresses its data itself.
    pub fn compresses_inside(self) -> bool {
        matches!(self, ReleaseFormat::Parquet | ReleaseFormat::Arrow)
    }
}
