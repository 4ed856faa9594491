//! Names of the columns of a table. If the user does not name a column, the reader searches for its usual
//! name in upper or lower case: `items` (or `item`), `query`, `time`, `transaction`. The owner column has no
//! usual name: see [`RowOwner`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::spelling::EscapedText;

/// Column names that the user gives for each role, spelled as in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ColumnNames {
    /// Setting that defines the owner of each row. A table without this setting is refused.
    pub owner: Option<RowOwner>,
    /// Column whose values group the rows of an owner into transactions, such as baskets or visits. Read only
    /// for [`Unit::Transaction`](crate::Unit).
    pub transaction: Option<String>,
    /// Columns that hold items. A `*` matches any text, so `item*` selects all such columns of a wide table.
    pub items: Vec<String>,
    /// Column with the text of a query; a table has either queries or items.
    pub query: Option<String>,
    /// Column with the time of the query or purchase.
    pub time: Option<String>,
    /// Column with the address that was clicked after a query.
    pub url: Option<String>,
    /// Content of the item columns.
    pub cells: Cells,
}

/// Content of the item columns of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cells {
    /// Items.
    #[default]
    Items,
    /// Number of times that the row has the item that names the column. An empty cell, `0`, `false` and `no`
    /// mean that the row lacks it; `1`, `true` and `yes` mean once.
    Counts,
}

impl ColumnNames {
    pub(crate) fn are_given(&self) -> bool {
        *self != ColumnNames::default()
    }

    /// True if the user gave `name` as the name of a column. Patterns with `*` are not matched.
    pub(crate) fn name(&self, name: &str) -> bool {
        let owner = match &self.owner {
            Some(RowOwner::Column(owner)) => Some(owner),
            Some(RowOwner::EachRow) | None => None,
        };
        let others =
            [owner, self.transaction.as_ref(), self.query.as_ref(), self.time.as_ref(), self.url.as_ref()];
        others.into_iter().flatten().chain(&self.items).any(|given| given == name)
    }
}

/// True if `name` matches `pattern`, in which each `*` stands for any text.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    // If each part of the pattern matches as far left as possible, most text remains for the parts after it.
    for piece in middle.split('*') {
        match name.find(piece) {
            Some(at) => name = &name[at + piece.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

/// Setting for the owner of each row of a table: a column, or the row itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowOwner {
    /// The owner is the value in the column of this name, spelled as in the table.
    Column(String),
    /// Each row is its own owner.
    EachRow,
}

/// Kind of thing that counts as one owner in a log that was read. Certificates contain its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerIs {
    /// One owner is one value of the column of this name.
    Column(String),
    /// One owner is one row of a table.
    EachRow,
    /// One owner is one line of a basket file.
    EachLine,
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
            OwnerIs::Column(name) => write!(f, "column {}", EscapedText(name)),
            OwnerIs::EachRow => f.write_str("each row counted as one owner"),
            OwnerIs::EachLine => f.write_str("each line counted as one owner"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name) in [
            ("item", "item"),
            ("item*", "item"),
            ("item*", "item12"),
            ("*", ""),
            ("*_n", "milk_n"),
            ("a*b*c", "axxbyybzc"),
            ("*a*", "banana"),
            ("**", "x"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("item", "items"), ("item*", "anitem"), ("a*a", "a"), ("a*b*c", "acb"), ("*b", "ba"), ("", "x")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_name_cannot_break_the_line_of_a_certificate() {
        let column = RowOwner::Column("user\n\u{202e}id".to_owned());
        assert_eq!(OwnerIs::from(&column).to_string(), r"column user\n\u{202e}id");
        assert_eq!(OwnerIs::Column("AnonID".to_owned()).to_string(), "column AnonID");
    }
}
