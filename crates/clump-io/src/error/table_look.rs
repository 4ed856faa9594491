//! What a table looks like from outside, for the error that asks whose rows they are: its columns, and which of them likely
//! names the owner, with the counts that speak for it.

use std::fmt;

use clump_core::remedy::Setting;

use super::{ColumnList, column};
use crate::shown::Shown;

/// What was seen of a table of which nobody said whose rows they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TableLook {
    /// Its columns.
    pub columns: ColumnList,
    /// The one that likely names the owner.
    pub likely: Option<LikelyOwner>,
    /// The setting for what the rows hold, if a column seems to hold it.
    pub content: Option<Setting>,
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
    /// The settings that say whose rows they are and what they hold.
    pub(super) fn settings(&self) -> Option<Vec<Setting>> {
        let owner = column("owner", &self.likely.as_ref()?.name);
        Some([owner].into_iter().chain(self.content.clone()).collect())
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
        let look = TableLook { columns, likely: Some(likely), content: Some(Setting::with("items", "what")) };
        assert_eq!(
            look.to_string(),
            "its columns are `user id`, `what`; the owner is likely `user id`: 1,017 distinct values in 1,092,006 rows"
        );
        let settings = look.settings().unwrap();
        assert_eq!(settings, [Setting::with("owner", "user id"), Setting::with("items", "what")]);
    }
}
