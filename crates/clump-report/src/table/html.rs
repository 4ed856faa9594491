//! A table as HTML. Each number has its full value as data, for the CSV that the page makes from the table.

use maud::{Markup, html};

use super::{Align, Cell, Column, Table};

impl Table {
    /// The table in a frame that scrolls. The first cell of a row is its heading.
    pub(crate) fn html(&self, caption: &str, id: Option<&str>) -> Markup {
        html! {
            div.wide tabindex="0" role="region" aria-label=(caption) {
                table id=[id] {
                    caption { (caption) }
                    thead {
                        tr { @for column in &self.columns { th scope="col" class=[class(column)] { (column.name) } } }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (place, (cell, column)) in row.iter().zip(&self.columns).enumerate() {
                                    @let (class, value) = (class(column), value(cell));
                                    @if place == 0 {
                                        th scope="row" class=[class] data-value=[value] { (shown(cell, column)) }
                                    } @else {
                                        td class=[class] data-value=[value] { (shown(cell, column)) }
                                    }
                                }
                            }
                            "\n"
                        }
                    }
                }
            }
        }
    }

    /// The table, folded under `summary`, with a button for its CSV file, whose name comes from `id`.
    pub(crate) fn folded(&self, summary: &str, caption: &str, id: &str) -> Markup {
        html! {
            details.numbers {
                summary { (summary) }
                (self.html(caption, Some(id)))
                button type="button" data-csv=(id) { "Download " (id) ".csv" }
            }
            "\n"
        }
    }
}

fn class(column: &Column) -> Option<&'static str> {
    (column.align == Align::Left).then_some("text")
}

/// The value for the CSV, if it differs from the shown text.
fn value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(_) => None,
        Cell::Count(_) | Cell::Number(_) | Cell::None => Some(cell.in_full()),
    }
}

fn shown(cell: &Cell, column: &Column) -> Markup {
    html! {
        @match cell.told(column) {
            Some(told) => (told),
            None => span aria-label="none" { "–" },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::NumberFormat;
    use crate::table::{Cell, Column, Table};

    #[test]
    fn a_page_shows_few_digits_and_keeps_all() {
        let table = Table {
            columns: vec![
                Column::text("<k>"),
                Column::with_format("loss", NumberFormat::Percent),
                Column::new("n"),
            ],
            rows: vec![
                vec![Cell::text("a & b"), Cell::Number(0.1234567), Cell::Count(1_000)],
                vec![Cell::text("c"), Cell::None, Cell::text("not told")],
            ],
        };
        let html = table.folded("Numbers", "All \"runs\"", "runs").into_string();
        for part in [
            "<th scope=\"col\" class=\"text\">&lt;k&gt;</th><th scope=\"col\">loss</th>",
            "<th scope=\"row\" class=\"text\">a &amp; b</th><td data-value=\"0.1234567\">12.3\u{a0}%</td>",
            "<td data-value=\"1000\">1,000</td>",
            "<td data-value=\"\"><span aria-label=\"none\">–</span></td><td>not told</td>",
            "aria-label=\"All &quot;runs&quot;\"><table id=\"runs\">",
            "<button type=\"button\" data-csv=\"runs\">Download runs.csv</button></details>",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }
}
