//! What a table looks like from outside, for the error that asks whose rows they are: its columns, and which of them likely
//! names the owner, with the counts that speak for it.

use std::fmt;

use super::ColumnList;
use crate::shown::Shown;

/// What was seen of a table of which nobody said whose rows they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TableLook {
    /// Its columns.
    pub columns: ColumnList,
    /// The one that likely names the owner.
    pub likely: Option<LikelyOwner>,
    /// The flag for what the rows hold, if a column seems to hold it: `--items item`.
    pub content: Option<String>,
}

/// A column that likely names the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelyOwner {
    /// What it is called.
    pub name: String,
    /// Distinct values among those looked at.
    pub distinct: usize,
    /// Rows looked at.
    pub rows: u64,
    /// Whether these are all rows.
    pub is_whole: bool,
}

impl TableLook {
    /// The flags that say whose rows they are and what they hold, as they would be typed.
    pub(super) fn flags(&self) -> Option<String> {
        let owner = self.likely.as_ref().map(|likely| flag("owner", &likely.name))?;
        Some(match &self.content {
            Some(content) => format!("{owner} {content}"),
            None => owner,
        })
    }
}

impl fmt::Display for TableLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its columns are {}", self.columns)?;
        let Some(LikelyOwner { name, distinct, rows, is_whole }) = &self.likely else {
            return Ok(());
        };
        write!(
            f,
            "; the owner is likely `{}`: {} distinct value{} in {}{} row{}",
            Shown(name),
            thousands(*distinct as u64),
            if *distinct == 1 { "" } else { "s" },
            if *is_whole { "" } else { "the first " },
            thousands(*rows),
            if *rows == 1 { "" } else { "s" },
        )
    }
}

/// A flag with the name of a column, as a shell takes it for one word.
pub(crate) fn flag(flag: &str, column: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "-_./:+%".contains(char);
    match !column.is_empty() && column.chars().all(is_plain) {
        true => format!("--{flag} {column}"),
        false => format!("--{flag} '{}'", Shown(&column.replace('\'', r"'\''"))),
    }
}

/// A number with thousands separated: `92,856`.
fn thousands(number: u64) -> String {
    match (number / 1_000, number % 1_000) {
        (0, rest) => rest.to_string(),
        (above, rest) => format!("{},{rest:03}", thousands(above)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evidence_is_told_in_one_line() {
        let columns = ColumnList::new(&["user id".to_owned(), "what".to_owned()]);
        let likely =
            LikelyOwner { name: "user id".to_owned(), distinct: 1_017, rows: 1_092_006, is_whole: true };
        let look = TableLook { columns, likely: Some(likely), content: Some("--items what".to_owned()) };
        assert_eq!(
            look.to_string(),
            "its columns are `user id`, `what`; the owner is likely `user id`: 1,017 distinct values in 1,092,006 rows"
        );
        assert_eq!(look.flags().unwrap(), "--owner 'user id' --items what");
    }
}
