//! Surveys a table without a stated owner. It counts the distinct values of each column, for an error that
//! suggests which column holds the owner. Only counts leave this file, except the rows that a preview shows.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

use clump_core::remedy::Setting;

use crate::columns::ColumnNames;
use crate::error::{ColumnList, LikelyOwner, TableLook, column};
use crate::read::preview::{LikelyColumn, PreviewColumn, TablePreview, TimesSeen};
use crate::usual_names::{Usual, usual};

/// Maximum number of cells to read. They take at most half a second, whatever the size of the file.
const MOST_CELLS: usize = 1 << 21;

const MOST_CHARACTERS: usize = 300;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstLine {
    Header,
    /// The line should hold the names of columns, but it may be a row of data, which must not be shown.
    Unsure,
}

#[derive(Default)]
pub(super) struct TableSurvey {
    columns: Vec<Column>,
    rows: u64,
    cells: usize,
    uneven: u64,
    is_cut_short: bool,
    most_kept: usize,
    kept: Vec<Vec<String>>,
}

struct Column {
    name: String,
    distinct: FxHashSet<u64>,
}

impl TableSurvey {
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut survey = TableSurvey::default();
        for name in names {
            survey.add_column(name);
        }
        survey
    }

    /// Sets the number of first rows that the survey keeps for a preview.
    pub(super) fn keeping(self, rows: usize) -> Self {
        TableSurvey { most_kept: rows, ..self }
    }

    pub(super) fn add_column(&mut self, name: String) -> usize {
        self.columns.push(Column { name, distinct: FxHashSet::default() });
        self.columns.len() - 1
    }

    pub(super) fn begin_row(&mut self) -> bool {
        self.is_cut_short = self.cells >= MOST_CELLS;
        self.cells += 1;
        self.rows += u64::from(!self.is_cut_short);
        if self.is_kept() {
            self.kept.push(Vec::new());
        }
        !self.is_cut_short
    }

    pub(super) fn is_kept(&self) -> bool {
        self.rows <= self.most_kept as u64
    }

    /// Keeps a cell for the preview, if its row is one of the first, without counting its value.
    pub(super) fn keep(&mut self, column: usize, text: &str) {
        if !self.is_kept() {
            return;
        }
        if let Some(row) = self.kept.last_mut() {
            row.resize(row.len().max(column + 1), String::new());
            row[column] = text.chars().take(MOST_CHARACTERS).collect();
        }
    }

    pub(super) fn cell(&mut self, column: usize, text: &str) {
        self.cells += 1;
        self.keep(column, text);
        if let Some(column) = self.columns.get_mut(column) {
            column.distinct.insert(hash(text.trim()));
        }
    }

    pub(super) fn row<'a>(&mut self, cells: impl Iterator<Item = &'a str>) {
        let width = cells.enumerate().map(|(column, text)| self.cell(column, text)).count();
        self.uneven += u64::from(width != self.columns.len());
    }

    pub(super) fn is_header<'a>(&self, cells: impl Iterator<Item = &'a str>) -> bool {
        self.columns.iter().map(|column| column.name.as_str()).eq(cells.map(str::trim))
    }

    /// Result of the survey, for an error. Column names are hidden if the first line may be a row of data.
    /// They are also hidden if no name is a usual one or `given` by the user.
    pub(super) fn look(&self, first_line: FirstLine, given: &ColumnNames) -> TableLook {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let columns = if first_line == FirstLine::Unsure && self.may_begin_with_a_row() {
            ColumnList::hidden(names.len())
        } else {
            ColumnList::new(&names, given)
        };
        if columns.is_hidden() {
            return TableLook { columns, likely: None, content: None };
        }
        let likely = self.likely_owner();
        let content = self.content(likely);
        let likely = likely.map(|number| LikelyOwner {
            name: names[number].clone(),
            distinct: self.columns[number].distinct.len(),
            rows: self.rows,
            is_whole: !self.is_cut_short,
        });
        TableLook { columns, likely, content }
    }

    pub(super) fn preview(self, first_line: FirstLine) -> TablePreview {
        let likely = self.likely_owner();
        let columns = self.columns.iter().enumerate().map(|(number, column)| PreviewColumn {
            name: column.name.clone(),
            distinct: column.distinct.len(),
            likely: match usual(&column.name) {
                _ if likely == Some(number) => Some(LikelyColumn::Owner),
                Some(Usual::Transaction) => Some(LikelyColumn::Transaction),
                Some(Usual::Items) => Some(LikelyColumn::Items),
                Some(Usual::Query) => Some(LikelyColumn::Query),
                Some(Usual::Time) => Some(LikelyColumn::Time),
                Some(Usual::Owner | Usual::MaybeOwner | Usual::Amount) | None => None,
            },
            times: TimesSeen::of(self.kept.iter().filter_map(|row| row.get(number)).map(String::as_str)),
        });
        TablePreview {
            columns: columns.collect(),
            may_lack_header: first_line == FirstLine::Unsure && self.may_begin_with_a_row(),
            rows: self.rows,
            is_whole: !self.is_cut_short,
            first: self.kept,
        }
    }

    /// True if the first line is likely no header: the name of a column is also one of its values, or more
    /// than a tenth of the rows have another number of cells.
    fn may_begin_with_a_row(&self) -> bool {
        let is_value =
            |column: &Column| !column.name.is_empty() && column.distinct.contains(&hash(&column.name));
        10 * self.uneven > self.rows || self.columns.iter().any(is_value)
    }

    /// Index of the column that likely holds the owner, by its name, or else because it has many values that
    /// each occur several times; `None` if no column does.
    fn likely_owner(&self) -> Option<usize> {
        let score = |column: &Column| {
            let distinct = column.distinct.len() as u64;
            let comes_again = distinct > 1 && 2 * distinct <= self.rows;
            let by_name = match usual(&column.name) {
                Some(Usual::Owner) => 4,
                Some(Usual::MaybeOwner) => 2,
                None if comes_again && distinct * distinct >= self.rows => 0,
                None | Some(_) => return None,
            };
            Some(by_name + u64::from(comes_again))
        };
        let scores =
            self.columns.iter().enumerate().filter_map(|(number, column)| Some((score(column)?, number)));
        // If several columns have the best score, the first of them wins.
        scores.max_by_key(|&(score, number)| (score, usize::MAX - number)).map(|(_, number)| number)
    }

    fn content(&self, owner: Option<usize>) -> Option<Setting> {
        let is = |column: &Column, what| usual(&column.name) == Some(what);
        let find = |what| self.columns.iter().find(|column| is(column, what));
        if let Some(query) = find(Usual::Query) {
            return Some(column("query", &query.name));
        }
        let other = match (&self.columns[..], owner) {
            ([_, other], Some(0)) | ([other, _], Some(1)) => Some(other),
            _ => None,
        };
        find(Usual::Items).or(other).map(|items| column("items", &items.name))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(header: &str, rows: &[&str]) -> TableLook {
        let mut survey = TableSurvey::new(header.split(',').map(str::to_owned));
        for row in rows {
            assert!(survey.begin_row());
            survey.row(row.split(','));
        }
        survey.look(FirstLine::Unsure, &ColumnNames::default())
    }

    fn likely(header: &str, rows: &[&str]) -> Option<(String, usize, u64)> {
        look(header, rows).likely.map(|likely| (likely.name, likely.distinct, likely.rows))
    }

    #[test]
    fn the_owner_is_told_by_name_then_by_shape() {
        let rows = ["1,a,x", "1,b,x", "2,a,y", "2,c,y"];
        assert_eq!(likely("nr,what,user_id", &rows), Some(("user_id".to_owned(), 2, 4)));
        assert_eq!(likely("session_id,what,wer", &rows), Some(("session_id".to_owned(), 2, 4)));
        assert_eq!(likely("wer,was,visit_id", &rows), Some(("wer".to_owned(), 2, 4)));
        assert_eq!(likely("item,price,date", &rows), None);
        let look = look("kunde_nr,was", &["1,a", "1,b"]);
        assert_eq!(look.content, Some(Setting::with("items", "was")));
    }

    #[test]
    fn a_row_in_place_of_a_header_is_not_shown() {
        for rows in [["anna,tea", "otto,tea"], ["otto,tea,milk", "berta"], ["otto,tea", "otto,gin"]] {
            let look = look("anna,milk", &rows);
            assert!(!look.to_string().contains("anna") && look.likely.is_none(), "{look}");
        }
    }

    #[test]
    fn a_long_table_is_not_looked_at_to_its_end() {
        let mut survey = TableSurvey::new(["user_id".to_owned()]);
        let mut number = 0;
        while survey.begin_row() {
            survey.cell(0, &number.to_string());
            number = (number + 1) % 1_000;
        }
        let likely = survey.look(FirstLine::Header, &ColumnNames::default()).likely.unwrap();
        assert!((likely.distinct, likely.rows, likely.is_whole) == (1_000, MOST_CELLS as u64 / 2, false));
    }
}
