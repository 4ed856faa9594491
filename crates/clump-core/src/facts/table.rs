//! A table of facts: its columns, its rows, and the form in which it shows numbers.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::names::Names;

/// Meaning of the numbers of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number is that of distinct owners.
    Owners,
    /// The number is the popularity: owners relative to the most common fact, on a scale.
    Scaled,
}

impl Measure {
    /// Name of the column with the numbers.
    pub fn column(self) -> &'static str {
        match self {
            Measure::Owners => "owners",
            Measure::Scaled => "popularity",
        }
    }
}

/// The columns of a table of facts: first texts, then a number, then optionally the number of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactColumns {
    /// Names of the columns that contain texts.
    pub texts: Vec<String>,
    /// Number of the last texts that are the cell of the fact.
    pub cells: usize,
    /// Meaning of the numbers: owners, or popularity on a scale.
    pub measure: Measure,
    /// True if a last column shows how often a fact occurs.
    pub has_times: bool,
}

/// Name of the column that shows how often a fact occurs.
const TIMES: &str = "times";

impl FactColumns {
    /// The names of all columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let times = self.has_times.then_some(TIMES);
        self.texts.iter().map(String::as_str).chain([self.measure.column()]).chain(times)
    }

    /// The columns with these `names`; `None` if no table of facts has them. `cells` is always 0, because names do
    /// not show it.
    pub fn of_names(names: &[&str]) -> Option<FactColumns> {
        let (names, has_times) = match names {
            [names @ .., last] if *last == TIMES => (names, true),
            names => (names, false),
        };
        let (measure, texts) = names.split_last()?;
        let measure =
            [Measure::Owners, Measure::Scaled].into_iter().find(|known| known.column() == *measure)?;
        let is_name = |place: usize, name: &str| !name.is_empty() && !texts[..place].contains(&name);
        let are_names =
            !texts.is_empty() && texts.iter().enumerate().all(|(place, name)| is_name(place, name));
        are_names.then(|| FactColumns {
            texts: texts.iter().map(|&name| name.to_owned()).collect(),
            cells: 0,
            measure,
            has_times,
        })
    }
}

/// A table of facts: columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    /// The columns of the table.
    pub columns: FactColumns,
    /// The texts of all rows, row after row.
    texts: Names,
    numbers: Vec<u64>,
    times: Vec<u64>,
}

impl FactTable {
    /// Creates a table without rows.
    pub fn new(columns: FactColumns) -> FactTable {
        FactTable { columns, texts: Names::default(), numbers: Vec::new(), times: Vec::new() }
    }

    /// Appends a row. `times` is ignored if the table has no such column.
    pub fn push<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>, number: u64, times: u64) {
        let before = self.texts.len();
        for text in texts {
            self.texts.push(text);
        }
        assert_eq!(self.texts.len() - before, self.columns.texts.len(), "one text for each column");
        self.numbers.push(number);
        if self.columns.has_times {
            self.times.push(times);
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// True if the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The texts of a row (from 0). An empty text means that the value is missing.
    pub fn texts(&self, row: usize) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let width = self.columns.texts.len();
        (row * width..(row + 1) * width).map(|text| self.texts.get(text))
    }

    /// Number of owners of a row, or its value on the scale.
    pub fn number(&self, row: usize) -> u64 {
        self.numbers[row]
    }

    /// Number of times that the fact of a row occurs; `None` if the table does not show it.
    pub fn times(&self, row: usize) -> Option<u64> {
        self.times.get(row).copied()
    }

    /// The texts of the fact of a row. All are empty in the row for the rest: for everything that has no row.
    pub fn fact(&self, row: usize) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let width = self.columns.texts.len() - self.columns.cells;
        (0..width).map(move |column| self.text(row, column))
    }

    /// The texts of the cell of a row; none in a table without cells.
    pub fn cell(&self, row: usize) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let width = self.columns.texts.len();
        (width - self.columns.cells..width).map(move |column| self.text(row, column))
    }

    fn text(&self, row: usize, column: usize) -> &str {
        self.texts.get(row * self.columns.texts.len() + column)
    }

    /// True if the table divides the owners of facts into cells.
    pub fn has_cells(&self) -> bool {
        self.columns.cells > 0
    }

    /// True if a row is about everything that has no row.
    pub fn is_rest(&self, row: usize) -> bool {
        self.fact(row).all(str::is_empty)
    }

    /// The rows in the order of publication: by falling number, equal numbers by their texts. Rows for the rest
    /// come last. This order depends only on published values, so it reveals nothing more.
    pub fn sorted(&self) -> FactTable {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            let numbers = || self.numbers[b].cmp(&self.numbers[a]);
            let texts = || self.texts(a).cmp(self.texts(b));
            self.is_rest(a).cmp(&self.is_rest(b)).then_with(numbers).then_with(texts)
        });
        let mut sorted = FactTable::new(self.columns.clone());
        for row in order {
            sorted.push(self.texts(row), self.numbers[row], self.times(row).unwrap_or(0));
        }
        sorted
    }
}

// Form in which a table shows a number of owners.

/// Exact numbers, rounded ones, or a scale: `exact`, `round:10` or `scale:100`. A shown number is a function of the exact number alone, so it
/// reveals nothing that the exact number does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum ShownCounts {
    /// As counted.
    #[default]
    Exact,
    /// Rounded to the nearest multiple of this; what lies between two goes up. Never less than the threshold, so that a row
    /// says that its promise is kept: a number that would be rounded below it is shown as the threshold itself.
    Rounded(u64),
    /// From 1 to this, relative to the most common fact; rounded up, so that none is 0. The numbers themselves are not shown.
    Scaled(u64),
}

/// Error: the text is no form of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `exact`, `round:N` or `scale:N`")]
pub struct NotShownCounts;

impl FromStr for ShownCounts {
    type Err = NotShownCounts;

    fn from_str(text: &str) -> Result<ShownCounts, NotShownCounts> {
        let number = |text: &str| text.parse().map_err(|_| NotShownCounts);
        match text.split_once(':') {
            None if text == "exact" => Ok(ShownCounts::Exact),
            Some(("round", to)) => Ok(ShownCounts::Rounded(number(to)?)),
            Some(("scale", to)) => Ok(ShownCounts::Scaled(number(to)?)),
            _ => Err(NotShownCounts),
        }
    }
}

impl TryFrom<String> for ShownCounts {
    type Error = NotShownCounts;

    fn try_from(text: String) -> Result<ShownCounts, NotShownCounts> {
        text.parse()
    }
}

impl From<ShownCounts> for String {
    fn from(shown: ShownCounts) -> String {
        match shown {
            ShownCounts::Exact => "exact".to_owned(),
            ShownCounts::Rounded(to) => format!("round:{to}"),
            ShownCounts::Scaled(to) => format!("scale:{to}"),
        }
    }
}

impl ShownCounts {
    /// The number shown for `owners`, which must be at least `least`. The most common row has `most` owners.
    pub fn show(self, owners: u64, least: u64, most: u64) -> u64 {
        match self {
            ShownCounts::Exact => owners,
            ShownCounts::Rounded(to) => round(owners, to).max(least),
            ShownCounts::Scaled(to) => scale(owners, most, to),
        }
    }

    /// The number that is shown for `times`, which must be at least the number of owners. It is rounded if owners
    /// are, and never below the shown number of owners.
    pub fn show_times(self, times: u64, shown_owners: u64) -> u64 {
        match self {
            ShownCounts::Exact | ShownCounts::Scaled(_) => times,
            ShownCounts::Rounded(to) => round(times, to).max(shown_owners),
        }
    }

    /// Meaning of the numbers that a table in this form shows.
    pub fn measure(self) -> Measure {
        match self {
            ShownCounts::Exact | ShownCounts::Rounded(_) => Measure::Owners,
            ShownCounts::Scaled(_) => Measure::Scaled,
        }
    }
}

fn round(number: u64, to: u64) -> u64 {
    let to = to.max(1);
    let below = number - number % to;
    if number % to >= to.div_ceil(2) { below.saturating_add(to) } else { below }
}

fn scale(number: u64, most: u64, to: u64) -> u64 {
    let scaled = (u128::from(number) * u128::from(to)).div_ceil(u128::from(most.max(1)));
    u64::try_from(scaled).unwrap_or(u64::MAX).clamp(1, to.max(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_tell_the_columns() {
        let columns = FactColumns::of_names(&["query", "day", "owners", "times"]).unwrap();
        assert_eq!(columns.names().collect::<Vec<_>>(), ["query", "day", "owners", "times"]);
        assert!(columns.has_times && columns.measure == Measure::Owners);
        for names in [
            &["query"][..],
            &["owners"],
            &["query", "times"],
            &["query", "query", "owners"],
            &["query", "owners", "times", "secret"],
            &["", "owners"],
            &[],
        ] {
            assert_eq!(FactColumns::of_names(names), None, "{names:?}");
        }
    }

    #[test]
    fn the_most_common_come_first() {
        let columns = FactColumns::of_names(&["query", "owners"]).unwrap();
        let mut table = FactTable::new(columns);
        for (query, owners) in [("b", 5), ("a", 5), ("c", 9)] {
            table.push([query], owners, 0);
        }
        let sorted = table.sorted();
        let rows: Vec<_> =
            (0..3).map(|row| (sorted.texts(row).next().unwrap(), sorted.number(row))).collect();
        assert_eq!(rows, [("c", 9), ("a", 5), ("b", 5)]);
    }

    #[test]
    fn numbers_by_hand() {
        let rounded = |owners| ShownCounts::Rounded(5).show(owners, 7, 1000);
        assert_eq!([7, 8, 10, 12, 13, 998].map(rounded), [7, 10, 10, 10, 15, 1000]);
        let scaled = |owners| ShownCounts::Scaled(100).show(owners, 5, 1000);
        assert_eq!([1000, 999, 500, 10, 5].map(scaled), [100, 100, 50, 1, 1]);
        assert_eq!(ShownCounts::Rounded(10).show_times(12, 20), 20);
    }

    proptest! {
        /// Shown numbers keep the order of exact numbers and the threshold, and a scale goes from 1 to its maximum.
        #[test]
        fn order_and_threshold_stay(
            a in 2u64..10_000, b in 2u64..10_000, least in 2u64..50, to in 1u64..200,
        ) {
            let (a, b) = (a.max(least), b.max(least));
            let most = a.max(b);
            for shown in [ShownCounts::Exact, ShownCounts::Rounded(to), ShownCounts::Scaled(to)] {
                let [x, y] = [a, b].map(|owners| shown.show(owners, least, most));
                prop_assert!((a > b || x <= y) && (a < b || x >= y));
                match shown {
                    ShownCounts::Scaled(to) => {
                        prop_assert_eq!(x.max(y), to);
                        prop_assert!(x.min(y) >= 1);
                    }
                    _ => prop_assert!(x >= least && y >= least),
                }
            }
            prop_assert!(ShownCounts::Rounded(to).show(a, least, most).abs_diff(a) <= to.max(least));
        }
    }
}
