//! What stands between the columns of a table that is text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What separates the columns of a table. Not to be confused with a [`Separator`](crate::Separator), which stands between
/// the items of one cell.
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
    /// All of them.
    pub const ALL: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Semicolon, Delimiter::Tab, Delimiter::Pipe];

    /// What it is called in a job.
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
