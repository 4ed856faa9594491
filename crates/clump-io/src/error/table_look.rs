//! The look of a table: its columns, and the column that likely names the owner, with the counts that support
//! this. The error for a missing owner column shows it.

use std::fmt;

use clump_core::remedy::Setting;

use super::column;
use crate::columns::ColumnNames;
use crate::spelling::EscapedText;
use crate::usual_names::{are_names, is_usual_name};

/// A description of a table for which the user did not state the column of owners.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TableLook {
    /// The columns of the table.
    pub columns: ColumnList,
    /// The column that likely names the owner; `None` if no column does.
    pub likely: Option<LikelyOwner>,
    /// The setting for the column with the content of the rows, if some column seems to have it.
    pub content: Option<Setting>,
}

/// A column that likely names the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelyOwner {
    /// The name of this column.
    pub name: String,
    /// Number of distinct values of the column in the rows that were read.
    pub distinct: usize,
    /// Number of rows that were read.
    pub rows: u64,
    /// True if these are all rows of the table.
    pub is_whole: bool,
}

impl TableLook {
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
            EscapedText(name),
            thousands(*distinct as u64),
            if *distinct == 1 { "" } else { "s" },
            if *is_whole { "" } else { "the first " },
            thousands(*rows),
            if *rows == 1 { "" } else { "s" },
        )
    }
}

fn thousands(number: u64) -> String {
    match (number / 1_000, number % 1_000) {
        (0, rest) => rest.to_string(),
        (above, rest) => format!("{},{rest:03}", thousands(above)),
    }
}

const LISTED: usize = 20;

const LONGEST: usize = 60;

const MOST_WORDS: usize = 3;

/// The columns of a table, as an error message lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnList {
    names: Vec<String>,
    count: usize,
}

impl ColumnList {
    /// The columns of a table. A message shows no name if any looks like a value, and all if the user gave
    /// one. Otherwise it shows the usual names, if all look like names of columns.
    pub fn new(names: &[String], given: &ColumnNames) -> Self {
        let is_header = names.iter().any(|name| given.name(name));
        let shown = if names.iter().any(|name| is_value(name)) {
            Vec::new()
        } else if is_header {
            names.to_vec()
        } else if are_names(names) {
            names.iter().filter(|name| is_usual_name(name)).cloned().collect()
        } else {
            Vec::new()
        };
        ColumnList { names: shown, count: names.len() }
    }

    pub(crate) fn hidden(count: usize) -> Self {
        ColumnList { names: Vec::new(), count }
    }

    pub(crate) fn is_hidden(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        let lower = name.to_lowercase();
        let distances = self.names.iter().map(|other| (edits(&lower, &other.to_lowercase()), other));
        let (distance, nearest) = distances.min_by_key(|&(distance, _)| distance)?;
        (distance <= 1.max(lower.chars().count() / 2)).then_some(nearest)
    }
}

impl fmt::Display for ColumnList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.names.is_empty() {
            let names = if self.count == 1 { "name" } else { "names" };
            return write!(f, "not listed, because their {} {names} may be values of the data", self.count);
        }
        for (index, name) in self.names.iter().take(LISTED).enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            write!(f, "`{}`", EscapedText(name))?;
        }
        match self.count - self.names.len().min(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

fn is_value(name: &str) -> bool {
    let is_number = name.contains(|char: char| char.is_ascii_digit()) && !name.contains(char::is_alphabetic);
    let is_sentence = name.split_whitespace().count() > MOST_WORDS || name.chars().count() > LONGEST;
    is_number || name.contains('@') || is_sentence
}

/// Number of characters to insert, remove or replace to turn `one` into `other`. O(product of lengths).
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, char) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 0..other.len() {
            let replaced = diagonal + usize::from(char != other[column]);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::ColumnNames;

    #[test]
    fn the_evidence_is_told_in_one_line() {
        let given = ColumnNames { items: vec!["what".to_owned()], ..ColumnNames::default() };
        let columns = ColumnList::new(&["user id".to_owned(), "what".to_owned()], &given);
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

    fn list(names: &[&str]) -> ColumnList {
        ColumnList::new(
            &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(),
            &ColumnNames::default(),
        )
    }

    #[test]
    fn twenty_names_are_listed_and_nothing_moves_the_cursor() {
        let given = ColumnNames { items: vec!["user_id".to_owned()], ..ColumnNames::default() };
        let names = ["user_id", "a\u{1b}[2Jb"].map(str::to_owned);
        assert_eq!(ColumnList::new(&names, &given).to_string(), r"`user_id`, `a\u{1b}[2Jb`");
        let names: Vec<String> = (0..23).map(|number| format!("c{number}")).collect();
        let given = ColumnNames { items: vec!["c7".to_owned()], ..ColumnNames::default() };
        let text = ColumnList::new(&names, &given).to_string();
        assert!(text.starts_with("`c0`, `c1`, ") && text.ends_with("`c19` and 3 more"), "{text}");
    }

    #[test]
    fn what_may_be_a_row_is_not_listed() {
        for values in [
            ["tea", "7"],
            ["tea", "2024-01-01"],
            ["a@example.org", "tea"],
            ["tea", "how to sleep well"],
            // A single usual name can also be a value, so nothing shows that these are names of columns.
            ["ann", "hiv"],
            ["ann", "drug"],
            ["drug", "book"],
            ["ann", "time"],
            ["jo-no", "hiv"],
        ] {
            let text = list(&values).to_string();
            assert!(values.iter().all(|value| !text.contains(value)) && !text.contains('`'), "{text}");
            assert!(text.contains("their 2 names"), "{text}");
        }
    }

    #[test]
    fn names_that_are_usual_or_given_are_listed() {
        for (names, text) in [
            (["who", "query"], "`who`, `query`"),
            (["user_id", "what"], "`user_id`, `what`"),
            (["patient", "code"], "`patient`, `code`"),
            (["Owner", "x"], "`Owner` and 1 more"),
            (["ann smith", "item"], "`item` and 1 more"),
        ] {
            assert_eq!(list(&names).to_string(), text);
        }
        let names = ["wer", "was"].map(str::to_owned);
        let owner = Some(crate::RowOwner::Column("wer".to_owned()));
        let given = ColumnNames { owner, ..ColumnNames::default() };
        assert_eq!(ColumnList::new(&names, &given).to_string(), "`wer`, `was`");
        let every = ColumnNames { items: vec!["*".to_owned()], ..ColumnNames::default() };
        assert!(ColumnList::new(&names, &every).is_hidden());
    }

    #[test]
    fn the_nearest_name_is_a_likely_misspelling() {
        let columns = list(&["user_id", "item", "Query"]);
        assert_eq!(columns.nearest("userid"), Some("user_id"));
        assert_eq!(columns.nearest("query"), Some("Query"));
        assert_eq!(columns.nearest("items"), Some("item"));
        assert_eq!(columns.nearest("customer"), None);
        assert_eq!((edits("itme", "item"), edits("", "abc"), edits("same", "same")), (2, 3, 0));
    }
}
