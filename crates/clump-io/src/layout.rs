//! Layouts and separators of input files, and types of files that are refused.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Layout of the input files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A query log: owner, query, time and, if a result was clicked, its rank and address; tab separated.
    /// Each file may start with a header line.
    Aol,
    /// One owner per line: items separated by a [`Separator`].
    Basket,
    /// A table with a header, separated by a [`Delimiter`]. Cells may be in double quotes, and then contain
    /// line breaks.
    Csv,
    /// A table with a header, separated by tabs.
    Tsv,
    /// A JSON object on each line; its keys are the columns.
    Jsonl,
    /// A Parquet file.
    Parquet,
    /// Apache Arrow's interprocess format, as a file or as a stream.
    Arrow,
}

impl Layout {
    /// Name of the layout in flags and jobs, such as `aol`.
    pub fn word(self) -> &'static str {
        match self {
            Layout::Aol => "aol",
            Layout::Basket => "basket",
            Layout::Csv => "csv",
            Layout::Tsv => "tsv",
            Layout::Jsonl => "jsonl",
            Layout::Parquet => "parquet",
            Layout::Arrow => "arrow",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Separator between the items of a basket, or of one cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Separator {
    /// One or more spaces.
    Space,
    /// A comma; items may stand in double quotes.
    Comma,
    /// A tab.
    Tab,
    /// A semicolon; items of a basket may stand in double quotes.
    Semicolon,
    /// A vertical bar.
    Pipe,
}

impl Separator {
    pub(crate) fn character(self) -> char {
        match self {
            Separator::Space => ' ',
            Separator::Comma => ',',
            Separator::Tab => '\t',
            Separator::Semicolon => ';',
            Separator::Pipe => '|',
        }
    }
}

/// Separator between the columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Delimiter {
    /// A comma.
    Comma,
    /// A semicolon: what spreadsheets write where the comma is the decimal point.
    Semicolon,
    /// A tab.
    Tab,
    /// A vertical bar.
    Pipe,
}

impl Delimiter {
    /// All delimiters, from comma to vertical bar.
    pub const ALL: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Semicolon, Delimiter::Tab, Delimiter::Pipe];

    /// Name of the delimiter in a job, such as `comma`.
    pub fn word(self) -> &'static str {
        match self {
            Delimiter::Comma => "comma",
            Delimiter::Semicolon => "semicolon",
            Delimiter::Tab => "tab",
            Delimiter::Pipe => "pipe",
        }
    }

    pub(crate) fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
            Delimiter::Pipe => b'|',
        }
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Type of a file that clump refuses to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A spreadsheet, recognized by its extension.
    Spreadsheet,
    /// A zip archive. Current spreadsheets are zip archives too.
    Zip,
    /// A file of the old binary Office format, such as an old spreadsheet.
    Office,
    /// A PDF document.
    Pdf,
}

const FOREIGN_MAGIC: [(&[u8], Foreign); 3] = [
    (b"PK\x03\x04", Foreign::Zip),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign::Office),
    (b"%PDF-", Foreign::Pdf),
];

impl Foreign {
    /// Recognizes a refused file by its first bytes `head`, or by its lower-case extension if
    /// `is_name_enough`. `None` if the file is not of a refused type.
    pub(crate) fn find(head: &[u8], extension: Option<&str>, is_name_enough: bool) -> Option<Foreign> {
        let by_bytes =
            FOREIGN_MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, foreign)| foreign);
        let is_spreadsheet = matches!(extension, Some("xlsx" | "xlsm" | "xlsb" | "xls" | "ods"));
        match by_bytes {
            None if is_spreadsheet && is_name_enough => Some(Foreign::Spreadsheet),
            Some(Foreign::Zip | Foreign::Office) if is_spreadsheet => Some(Foreign::Spreadsheet),
            other => other,
        }
    }

    pub(crate) fn remedy(self) -> &'static str {
        match self {
            Foreign::Spreadsheet | Foreign::Office => {
                "save it as CSV in the program that made it, and name that file"
            }
            Foreign::Zip => "save a spreadsheet as CSV, or unpack an archive, and name that file",
            Foreign::Pdf => "name the file with the data that it was made from, as text, Parquet or Arrow",
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foreign::Spreadsheet => "a spreadsheet",
            Foreign::Zip => "a ZIP archive or a spreadsheet",
            Foreign::Office => "an old Office file, perhaps a spreadsheet",
            Foreign::Pdf => "a PDF document",
        })
    }
}
