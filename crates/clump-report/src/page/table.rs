//! Tables of figures: text for people, and the number behind it for the CSV that the page makes of a table.

use std::fmt::Write;

use crate::markup::escape;

/// A table with a name, headings, and rows whose first cell is a heading, too.
pub struct Table {
    /// The id of the element and the name of the CSV file.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// One a column.
    pub headings: Vec<String>,
    /// One cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a cell.
pub enum Cell {
    /// Words.
    Text(String),
    /// A number: as it is read, and as it is computed with.
    Number(String, f64),
    /// Nothing was measured.
    Missing,
}

impl Cell {
    /// `value` as `say` says it.
    pub fn number(value: Option<f64>, say: impl Fn(f64) -> String) -> Cell {
        value.map_or(Cell::Missing, |value| Cell::Number(say(value), value))
    }

    fn is_empty(&self) -> bool {
        match self {
            Cell::Text(text) => text.is_empty(),
            Cell::Number(..) => false,
            Cell::Missing => true,
        }
    }

    fn html(&self, first: bool) -> String {
        match self {
            Cell::Text(text) if first => format!("<th scope=\"row\">{}</th>", escape(text)),
            Cell::Text(text) => format!("<td class=\"text\">{}</td>", escape(text)),
            Cell::Number(text, value) if first => {
                format!("<th scope=\"row\" data-value=\"{value}\">{}</th>", escape(text))
            }
            Cell::Number(text, value) => format!("<td data-value=\"{value}\">{}</td>", escape(text)),
            Cell::Missing => "<td data-value=\"\"><span aria-label=\"none\">–</span></td>".to_owned(),
        }
    }
}

impl Table {
    /// Leaves out the columns in which nothing stands.
    pub fn drop_empty_columns(&mut self) {
        let is_filled = |column: usize| self.rows.iter().any(|row| !row[column].is_empty());
        let filled: Vec<bool> = (0..self.headings.len()).map(is_filled).collect();
        keep(&mut self.headings, &filled);
        self.rows.iter_mut().for_each(|row| keep(row, &filled));
    }

    /// The table, folded under `summary`, with a button for its CSV.
    pub fn folded(&self, summary: &str) -> String {
        let mut html = format!(
            "<details class=\"numbers\"><summary>{summary}</summary>\n<div class=\"wide\" tabindex=\"0\" \
             role=\"region\" aria-label=\"{caption}\"><table id=\"{id}\"><caption>{caption}</caption>\n<thead><tr>",
            id = escape(&self.id),
            caption = escape(&self.caption),
        );
        for heading in &self.headings {
            let _ = write!(html, "<th scope=\"col\">{}</th>", escape(heading));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            let cells: String = row.iter().enumerate().map(|(place, cell)| cell.html(place == 0)).collect();
            let _ = writeln!(html, "<tr>{cells}</tr>");
        }
        let _ = write!(
            html,
            "</tbody></table></div>\n<button type=\"button\" data-csv=\"{id}\">Download {id}.csv</button></details>\n",
            id = escape(&self.id)
        );
        html
    }
}

fn keep<T>(cells: &mut Vec<T>, filled: &[bool]) {
    let mut filled = filled.iter();
    cells.retain(|_| *filled.next().expect("a row has a cell for each heading"));
}
