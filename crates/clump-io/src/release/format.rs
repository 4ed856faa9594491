//! How a release is written, and what its rows stand for.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// How a release is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReleaseFormat {
    /// Tab separated values.
    #[default]
    Tsv,
    /// Comma separated values in long form: a line an item.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// The file format of Apache Arrow, also known as Feather.
    Arrow,
}

/// What a row of a release stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReleaseLayout {
    /// One owner of a group: there are as many equal rows as owners.
    #[default]
    Rows,
    /// A group, with its number of owners.
    Groups,
}

impl ReleaseFormat {
    /// All of them, the default first.
    pub const ALL: [ReleaseFormat; 5] = [
        ReleaseFormat::Tsv,
        ReleaseFormat::Csv,
        ReleaseFormat::Jsonl,
        ReleaseFormat::Parquet,
        ReleaseFormat::Arrow,
    ];

    /// What a job and a certificate call it.
    pub fn word(self) -> &'static str {
        match self {
            ReleaseFormat::Tsv => "tsv",
            ReleaseFormat::Csv => "csv",
            ReleaseFormat::Jsonl => "jsonl",
            ReleaseFormat::Parquet => "parquet",
            ReleaseFormat::Arrow => "arrow",
        }
    }

    /// The format that the extension says, that of a compression left out.
    ///
    /// ```
    /// use clump_io::release::ReleaseFormat;
    ///
    /// assert_eq!(ReleaseFormat::from_path("release.csv.zst".as_ref()), Some(ReleaseFormat::Csv));
    /// assert_eq!(ReleaseFormat::from_path("release.feather".as_ref()), Some(ReleaseFormat::Arrow));
    /// assert_eq!(ReleaseFormat::from_path("release".as_ref()), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<ReleaseFormat> {
        match crate::Input::from(path).extension()?.as_str() {
            "tsv" | "txt" => Some(ReleaseFormat::Tsv),
            "csv" => Some(ReleaseFormat::Csv),
            "jsonl" | "ndjson" => Some(ReleaseFormat::Jsonl),
            "parquet" => Some(ReleaseFormat::Parquet),
            "arrow" | "feather" | "ipc" => Some(ReleaseFormat::Arrow),
            _ => None,
        }
    }

    /// Whether the format compresses inside, so that compressing it again gains nothing and keeps others from reading
    /// it.
    pub fn compresses_inside(self) -> bool {
        matches!(self, ReleaseFormat::Parquet | ReleaseFormat::Arrow)
    }
}
