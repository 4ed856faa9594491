//! The runs of a comparison as a table: all figures in full for a file, the readable ones for the page, the most
//! telling ones for a terminal.

use super::measures::{MEASURES, Measure};
use super::{Cell as Run, FloorAt, Runs};
use crate::table::{Cell, Column, Table};
use crate::{Cost, NumberFormat};

/// Digits after the point on a terminal.
const DIGITS: usize = 3;

impl Runs {
    /// All figures as comma separated values, with a header; what is not known is empty.
    pub fn csv(&self) -> String {
        let mut columns = ["method", "k", "promise", "holds"].map(Column::text).to_vec();
        columns.extend(MEASURES.iter().map(|measure| Column::new(measure.key)));
        columns.extend(["seconds", "error"].map(Column::text));
        let row = |run: &Run| {
            let holds = run.holds.map(|holds| holds.to_string()).unwrap_or_default();
            let mut cells = identity(run, holds);
            cells.extend(MEASURES.iter().map(|measure| figure(run, measure)));
            cells.extend([Cell::number(run.seconds), error(run)]);
            cells
        };
        Table { columns, rows: self.cells.iter().map(row).collect() }.csv()
    }

    /// All figures that a reader can make something of, without those that no run has.
    pub(crate) fn table(&self) -> Table {
        let shown: Vec<&Measure> = MEASURES.iter().filter(|measure| measure.on_page.is_some()).collect();
        let mut columns =
            vec![Column::text("method"), Column::new("k"), Column::text("promise"), Column::text("verdict")];
        columns.extend(
            shown
                .iter()
                .filter_map(|measure| measure.on_page.map(|name| Column::with_format(name, measure.format))),
        );
        columns.extend([Column::with_format("seconds", NumberFormat::Decimals(2)), Column::text("error")]);
        let row = |run: &Run| {
            let mut cells = identity(run, answer(run, "–", "–").to_owned());
            cells.extend(shown.iter().map(|measure| figure(run, measure)));
            cells.extend([Cell::number(run.seconds), error(run)]);
            cells
        };
        Table { columns, rows: self.cells.iter().map(row).collect() }.without_empty_columns()
    }

    /// The runs for a terminal, one line each below a header, then the floors; without figures that none of them has.
    pub fn text(&self) -> Vec<String> {
        let shown: Vec<&Measure> = MEASURES.iter().filter(|measure| measure.on_terminal.is_some()).collect();
        let mut columns = vec![Column::text("method"), Column::new("k"), Column::text("promise")];
        columns.extend(
            shown
                .iter()
                .filter_map(|measure| measure.on_terminal.map(|name| Column::with_decimals(name, DIGITS))),
        );
        columns.push(Column::with_decimals("seconds", DIGITS));
        let run = |run: &Run| {
            let mut cells =
                vec![Cell::text(&run.method), Cell::count(run.k), Cell::text(answer(run, "none", "no run"))];
            cells.extend(shown.iter().map(|measure| figure(run, measure)));
            cells.push(Cell::number(run.seconds));
            cells
        };
        // A floor is a loss and nothing else.
        let floor = |floor: &FloorAt| {
            let FloorAt { loss_per_item, loss_bits_share, .. } = *floor;
            let cost = Cost { loss_per_item, loss_bits_share, ..Cost::default() };
            let mut cells = vec![Cell::text("floor"), Cell::Count(floor.k), Cell::text("")];
            cells
                .extend(shown.iter().map(|measure| (measure.of)(&cost).map_or(Cell::text(""), Cell::Number)));
            cells.push(Cell::text(""));
            cells
        };
        let rows = self.cells.iter().map(run).chain(self.floors.iter().map(floor)).collect();
        Table { columns, rows }.without_empty_columns().text()
    }
}

/// The method, its k, what it promises, and whether that holds.
fn identity(run: &Run, holds: String) -> Vec<Cell> {
    vec![Cell::text(&run.method), Cell::count(run.k), Cell::Text(run.promise.to_string()), Cell::Text(holds)]
}

fn figure(run: &Run, measure: &Measure) -> Cell {
    Cell::number(run.cost.as_ref().and_then(measure.of))
}

fn error(run: &Run) -> Cell {
    Cell::text(run.error.as_deref().unwrap_or_default())
}

/// Whether the promise holds, in a word; `none` where nothing is promised, `failed` where nothing was made.
fn answer(run: &Run, none: &'static str, failed: &'static str) -> &'static str {
    match (run.holds, &run.error) {
        (_, Some(_)) => failed,
        (Some(true), None) => "holds",
        (Some(false), None) => "broken",
        (None, None) => none,
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;
    use clump_core::taxonomy::PricedIn;

    use super::*;

    fn runs() -> Runs {
        let run = |method: &str, k, error: Option<&str>| Run {
            method: method.to_owned(),
            k,
            promise: Promise::nothing(),
            holds: Some(true),
            seconds: Some(0.5),
            cost: Some(Cost {
                gone_share: Some(0.75),
                information_kept: Some(0.625),
                loss_per_item: Some(1.0 / 3.0),
                ..Cost::default()
            }),
            error: error.map(str::to_owned),
        };
        Runs {
            cells: vec![run("coherence", Some(5), Some("a, \"b\"")), run("hash", None, None)],
            floors: vec![FloorAt::new(5, PricedIn::Lm, 0.125)],
        }
    }

    #[test]
    fn a_file_has_every_figure_in_full_and_quotes_what_holds_commas() {
        assert_eq!(
            runs().csv(),
            "method,k,promise,holds,as_typed_share,generalized_share,gone_share,information_kept,links_kept,\
             loss_per_item,loss_bits_share,ncp,mean_length,mean_level,count_error,top_words_error,top_rows_error,pairs_kept,\
             rules_kept,linkage,linkage_low,linkage_high,seconds,error\r\n\
             coherence,5,nothing,true,,,0.75,0.625,,0.3333333333333333,,,,,,,,,,,,,0.5,\"a, \"\"b\"\"\"\r\n\
             hash,,nothing,true,,,0.75,0.625,,0.3333333333333333,,,,,,,,,,,,,0.5,\r\n"
        );
    }

    #[test]
    fn a_terminal_shows_runs_and_floors_below_each_other() {
        assert_eq!(
            runs().text(),
            [
                "method     k  promise   gone   bits    GGD  seconds",
                "coherence  5  no run   0.750  0.625  0.333    0.500",
                "hash       -  holds    0.750  0.625  0.333    0.500",
                "floor      5                         0.125",
            ]
        );
    }

    #[test]
    fn a_page_leaves_out_what_no_run_has() {
        let table = runs().table();
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(
            names,
            ["method", "k", "promise", "verdict", "gone", "information", "loss (GGD)", "seconds", "error"]
        );
    }
}
