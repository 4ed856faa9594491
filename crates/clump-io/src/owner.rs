//! Whose row a row is. A query log has its owners in its first column and a basket file has one owner per line, by
//! definition; of a table the user says it. It is never guessed: a table of visits that is read as one owner per row
//! gets a certificate that is false, and nothing in the release would show it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shown::Shown;

/// Whose row a row of a table is, as a user says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowOwner {
    /// The one whom the column of this name names. Spelled as in the table.
    Column(String),
    /// Nobody has two rows: each is an owner.
    EachRow,
}

/// What was counted as one owner in a log that was read. Its text stands in certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerIs {
    /// What a column of this name says.
    Column(String),
    /// A row of a table.
    EachRow,
    /// A line of a basket file.
    EachLine,
}

impl OwnerIs {
    /// That of a query log, whose columns have fixed names.
    pub(crate) fn of_query_log() -> OwnerIs {
        OwnerIs::Column("AnonID".to_owned())
    }
}

impl From<&RowOwner> for OwnerIs {
    fn from(owner: &RowOwner) -> OwnerIs {
        match owner {
            RowOwner::Column(name) => OwnerIs::Column(name.clone()),
            RowOwner::EachRow => OwnerIs::EachRow,
        }
    }
}

impl fmt::Display for OwnerIs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnerIs::Column(name) => write!(f, "column {}", Shown(name)),
            OwnerIs::EachRow => f.write_str("each row counted as one owner"),
            OwnerIs::EachLine => f.write_str("each line counted as one owner"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_the_line_of_a_certificate() {
        let column = RowOwner::Column("user\n\u{202e}id".to_owned());
        assert_eq!(OwnerIs::from(&column).to_string(), r"column user\n\u{202e}id");
        assert_eq!(OwnerIs::of_query_log().to_string(), "column AnonID");
    }
}
