//! A table as comma separated values (RFC 4180).

use ::csv::{Terminator, WriterBuilder};

use super::Table;

impl Table {
    /// The table with its names as a header and numbers in full; what was not measured is empty.
    pub fn csv(&self) -> String {
        let mut csv = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(super::Cell::in_full).collect());
        for record in std::iter::once(names).chain(rows) {
            let record: Vec<String> = record;
            csv.write_record(record).expect("all rows have as many cells as there are columns");
        }
        let bytes = csv.into_inner().expect("memory takes what is written");
        String::from_utf8(bytes).expect("cells are text")
    }
}

#[cfg(test)]
mod tests {
    use crate::table::{Cell, Column, Table};

    #[test]
    fn files_have_all_digits_and_quote_what_needs_it() {
        let table = Table {
            columns: vec![Column::text("row"), Column::with_decimals("loss, \"GGD\"", 2)],
            rows: vec![
                vec![Cell::text("fruit, beef"), Cell::Number(1234.5678)],
                vec![Cell::Count(53_058), Cell::None],
                vec![Cell::text("two\nlines"), Cell::text("")],
            ],
        };
        assert_eq!(
            table.with_first("log", "generated").csv(),
            "log,row,\"loss, \"\"GGD\"\"\"\r\ngenerated,\"fruit, beef\",1234.5678\r\ngenerated,53058,\r\n\
             generated,\"two\nlines\",\r\n"
        );
    }
}
