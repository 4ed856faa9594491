//! What the columns of a table are called. What is not named is looked for under its usual name, in upper or lower
//! case: `items` (or `item`), `query`, `time`, `transaction`. The owner is not: see [`RowOwner`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::spelling::Shown;

/// Names of columns, as a user gives them: spelled as in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ColumnNames {
    /// Whose row it is. A table of which this is not said is refused.
    pub owner: Option<RowOwner>,
    /// Which rows of an owner are one transaction: a basket, a visit. Read only for [`Unit::Transaction`](crate::Unit).
    pub transaction: Option<String>,
    /// The items. A `*` stands for any text, so that `item*` names all columns of a wide table.
    pub items: Vec<String>,
    /// The text of a query, instead of items.
    pub query: Option<String>,
    /// When it was asked or bought.
    pub time: Option<String>,
    /// What stands in the columns of the items.
    pub cells: Cells,
}

/// What stands in the columns of the items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cells {
    /// Items.
    #[default]
    Items,
    /// How often the row has the item that the column is called: nothing, `0`, `false` or `no` is not at all, `1`,
    /// `true` or `yes` is once.
    Counts,
}

impl ColumnNames {
    /// True if anything is said about columns.
    pub(crate) fn are_given(&self) -> bool {
        *self != ColumnNames::default()
    }

    /// True if the user gave `name`, spelled out. A pattern names nothing.
    pub(crate) fn name(&self, name: &str) -> bool {
        let owner = match &self.owner {
            Some(RowOwner::Column(owner)) => Some(owner),
            Some(RowOwner::EachRow) | None => None,
        };
        let others = [owner, self.transaction.as_ref(), self.query.as_ref(), self.time.as_ref()];
        others.into_iter().flatten().chain(&self.items).any(|given| given == name)
    }
}

/// True if `name` is what `pattern` says, in which a `*` is any text. O(length of both) unless the pattern has several.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The leftmost place for each piece leaves most to those behind it.
    for piece in middle.split('*') {
        match name.find(piece) {
            Some(at) => name = &name[at + piece.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

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
        assert_eq!(OwnerIs::of_query_log().to_string(), "column AnonID");
    }
}
