//! A table of facts: what is published.

use crate::names::Names;

/// Form of the numbers of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Distinct owners.
    Owners,
    /// Frequency of a fact beside the most common one, on a scale.
    Scaled,
}

impl Measure {
    /// Name of the column.
    pub fn column(self) -> &'static str {
        match self {
            Measure::Owners => "owners",
            Measure::Scaled => "popularity",
        }
    }
}

/// The columns of a table: texts, then a number, then maybe how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactColumns {
    /// Names of the columns of the texts.
    pub texts: Vec<String>,
    /// True if the last of these texts is a cell of the fact, or empty for all of them together.
    pub has_cells: bool,
    /// Meaning of the number.
    pub measure: Measure,
    /// True if a second number says how often.
    pub has_times: bool,
}

/// Place of a column that says how often.
const TIMES: &str = "times";

impl FactColumns {
    /// All columns by name, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let times = self.has_times.then_some(TIMES);
        self.texts.iter().map(String::as_str).chain([self.measure.column()]).chain(times)
    }

    /// The columns that are called `names`; none if a table of facts does not have such. That the last text is a cell is not
    /// told by names.
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
            has_cells: false,
            measure,
            has_times,
        })
    }
}

/// Rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    /// Their parts.
    pub columns: FactColumns,
    /// Row by row.
    texts: Names,
    numbers: Vec<u64>,
    times: Vec<u64>,
}

impl FactTable {
    /// No row yet.
    pub fn new(columns: FactColumns) -> FactTable {
        FactTable { columns, texts: Names::default(), numbers: Vec::new(), times: Vec::new() }
    }

    /// Appends a row. Its times are ignored where the table does not have them.
    ///
    /// # Panics
    /// When there are more or less texts than columns of them.
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

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The texts of a row; an empty one is missing.
    pub fn texts(&self, row: usize) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let width = self.columns.texts.len();
        (row * width..(row + 1) * width).map(|text| self.texts.get(text))
    }

    /// Owners of a row, or its place on the scale.
    pub fn number(&self, row: usize) -> u64 {
        self.numbers[row]
    }

    /// Number of times that it was there; none if the table does not tell.
    pub fn times(&self, row: usize) -> Option<u64> {
        self.times.get(row).copied()
    }

    /// True if a row is one cell of a fact, and not all of it.
    pub fn is_cell(&self, row: usize) -> bool {
        self.columns.has_cells && self.texts(row).next_back().is_some_and(|text| !text.is_empty())
    }

    /// The rows in the order in which they are published: the largest number first, equal ones by their texts. A function of
    /// what is published, so that the order tells nothing more.
    pub fn sorted(&self) -> FactTable {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            self.numbers[b].cmp(&self.numbers[a]).then_with(|| self.texts(a).cmp(self.texts(b)))
        });
        let mut sorted = FactTable::new(self.columns.clone());
        for row in order {
            sorted.push(self.texts(row), self.numbers[row], self.times(row).unwrap_or(0));
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
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
}
