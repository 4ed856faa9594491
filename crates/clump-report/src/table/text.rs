//! A table on a terminal: columns as wide as what stands in them.

use super::{Align, Table};

/// Between columns.
const GAP: &str = "  ";

impl Table {
    /// The header and one line for each row; `-` where nothing was measured.
    pub fn text(&self) -> Vec<String> {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let rows = self.rows.iter().map(|row| {
            let told = row.iter().zip(&self.columns).map(|(cell, column)| cell.told(column));
            told.map(|told| told.unwrap_or_else(|| "-".to_owned())).collect()
        });
        let lines: Vec<Vec<String>> = std::iter::once(names).chain(rows).collect();
        let width =
            |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let aligned = |cells: &Vec<String>| {
            let cells = cells.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                match column.align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                }
            });
            cells.collect::<Vec<String>>().join(GAP).trim_end().to_owned()
        };
        lines.iter().map(aligned).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::table::{Cell, Column, Table};

    #[test]
    fn words_begin_and_numbers_end_below_each_other() {
        let table = Table {
            columns: vec![
                Column::text("naïve"),
                Column::new("k"),
                Column::with_decimals("s", 1),
                Column::text("x"),
            ],
            rows: vec![
                vec![Cell::text("a"), Cell::Count(12_345), Cell::Number(0.25), Cell::text("y")],
                vec![Cell::text("method"), Cell::None, Cell::Number(10.0), Cell::text("")],
            ],
        };
        assert_eq!(
            table.text(),
            ["naïve        k     s  x", "a       12,345   0.2  y", "method       -  10.0"]
        );
    }
}
