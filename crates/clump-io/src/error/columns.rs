//! The columns of a table as an error lists them, so that a name that was mistyped or left out can be corrected. Names of
//! columns are no values of the data; where the first line may be a row instead of a header, none is shown.

use std::fmt;

use crate::shown::Shown;

/// So many names are listed.
const LISTED: usize = 20;

/// A longer name than this is no name.
const LONGEST: usize = 60;

/// Nor is one of more words.
const MOST_WORDS: usize = 3;

/// The columns that a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnList {
    /// Empty if they are not to be shown.
    names: Vec<String>,
}

impl ColumnList {
    /// A table with columns of these names. If any of them looks like a value, none is kept.
    pub fn new(names: &[String]) -> Self {
        let is_header = !names.iter().any(|name| is_value(name));
        ColumnList { names: if is_header { names.to_vec() } else { Vec::new() } }
    }

    /// Those of a table whose first line may be a row.
    pub(crate) fn hidden() -> Self {
        ColumnList { names: Vec::new() }
    }

    /// Whether nothing is shown.
    pub(crate) fn is_hidden(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a column that `name` is likely a misspelling of.
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
            return f.write_str("not listed: the first line seems to be a row and no header");
        }
        for (index, name) in self.names.iter().take(LISTED).enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            write!(f, "`{}`", Shown(name))?;
        }
        match self.names.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Whether a name is rather a number, a date, an address or a sentence.
fn is_value(name: &str) -> bool {
    let is_number = name.contains(|char: char| char.is_ascii_digit()) && !name.contains(char::is_alphabetic);
    let is_sentence = name.split_whitespace().count() > MOST_WORDS || name.chars().count() > LONGEST;
    is_number || name.contains('@') || is_sentence
}

/// How many characters must be put in, taken out or replaced to turn one text into the other. O(product of lengths).
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

    fn list(names: &[&str]) -> ColumnList {
        ColumnList::new(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn twenty_names_are_listed_and_nothing_moves_the_cursor() {
        assert_eq!(list(&["user_id", "a\u{1b}[2Jb"]).to_string(), r"`user_id`, `a\u{1b}[2Jb`");
        let names: Vec<String> = (0..23).map(|number| format!("c{number}")).collect();
        let text = ColumnList::new(&names).to_string();
        assert!(text.starts_with("`c0`, `c1`, ") && text.ends_with("`c19` and 3 more"), "{text}");
    }

    #[test]
    fn what_may_be_a_row_is_not_listed() {
        for values in
            [["tea", "7"], ["tea", "2024-01-01"], ["a@example.org", "tea"], ["tea", "how to sleep well"]]
        {
            let text = list(&values).to_string();
            assert!(!text.contains("tea") && !text.contains('`'), "{text}");
        }
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
