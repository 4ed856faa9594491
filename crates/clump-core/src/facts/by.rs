//! Columns by which facts are counted besides.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Columns that divide the owners of a fact into cells. An owner can be in several: on two days, or in two regions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum By {
    /// The day, in UTC.
    Day,
    /// The week, which begins on Monday and is called by that day.
    Week,
    /// The month, which is called by its first day.
    Month,
    /// A column of the data.
    Column(String),
}

/// A text that names no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `day`, `week`, `month` or the name of a column; `owners`, `times` and the columns of the fact are taken"
)]
pub struct NotBy;

/// Names that a table has for other columns.
const TAKEN: [&str; 10] =
    ["query", "host", "url", "next", "word", "word_2", "item", "item_2", "owners", "times"];

impl By {
    /// Name of its column in a table.
    pub fn column(&self) -> &str {
        match self {
            By::Day => "day",
            By::Week => "week",
            By::Month => "month",
            By::Column(name) => name,
        }
    }

    /// True if it is a time.
    pub fn is_time(&self) -> bool {
        !matches!(self, By::Column(_))
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column())
    }
}

impl FromStr for By {
    type Err = NotBy;

    fn from_str(text: &str) -> Result<By, NotBy> {
        match text {
            "day" => Ok(By::Day),
            "week" => Ok(By::Week),
            "month" => Ok(By::Month),
            _ if TAKEN.contains(&text) || text == super::Measure::Scaled.column() => Err(NotBy),
            _ if text.is_empty() || text.contains(char::is_control) => Err(NotBy),
            name => Ok(By::Column(name.to_owned())),
        }
    }
}

impl TryFrom<String> for By {
    type Error = NotBy;

    fn try_from(text: String) -> Result<By, NotBy> {
        text.parse()
    }
}

impl From<By> for String {
    fn from(by: By) -> String {
        by.column().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactKind;

    #[test]
    fn no_two_columns_of_a_table_have_one_name() {
        for name in FactKind::ALL.into_iter().flat_map(FactKind::columns).chain(&["owners", "times"]) {
            assert_eq!(name.parse::<By>(), Err(NotBy), "{name}");
        }
        assert_eq!("region".parse(), Ok(By::Column("region".to_owned())));
        assert_eq!("week".parse(), Ok(By::Week));
    }
}
