//! A line chart of shares, with its legend and its table: every figure of the page is one.
//!
//! Colours are classes, so that the style sheet decides about light, dark and paper. Series differ by the shape of their
//! marks, too.

use std::fmt::Write;

use super::numbers::percent;
use super::table::{Cell, Table};
use crate::markup::escape;

mod svg;

/// What a chart shows.
pub struct Chart {
    /// Names the figure and its CSV.
    pub id: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it, in a sentence or two.
    pub note: String,
    /// What stands below the horizontal axis.
    pub across: &'static str,
    /// Where the horizontal axis is marked, ascending, and with what.
    pub ticks: Vec<(f64, String)>,
    /// The lines.
    pub series: Vec<Series>,
    /// In units of the drawing; on a wide screen these are pixels.
    pub width: u32,
}

/// One line.
pub struct Series {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its points, ascending.
    pub points: Vec<Point>,
}

/// How a line is drawn.
#[derive(Clone, Copy)]
pub enum Look {
    /// The data as they are.
    Before,
    /// The release.
    After,
    /// One of many.
    Nth(usize),
    /// A bound: dashed, without marks.
    Bound,
}

/// One point of a line.
#[derive(Clone, Copy)]
pub struct Point {
    /// Place on the horizontal axis.
    pub x: f64,
    /// A share.
    pub y: f64,
    /// Its confidence interval.
    pub interval: Option<(f64, f64)>,
}

/// How many colours there are for [`Look::Nth`].
const COLOURS: usize = 8;
/// A disc, a square, a diamond, a triangle, around the origin.
const SHAPES: [&str; 4] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-5.2 5.2 0 0 5.2-5.2 0z",
    "M0-5 4.9 3.9h-9.8z",
];

impl Look {
    fn class(self) -> String {
        match self {
            Look::Before => "before".to_owned(),
            Look::After => "after".to_owned(),
            Look::Nth(number) => format!("c{}", number % COLOURS),
            Look::Bound => "bound".to_owned(),
        }
    }

    fn shape(self) -> Option<&'static str> {
        match self {
            Look::Before => Some(SHAPES[1]),
            Look::After => Some(SHAPES[0]),
            // Two series of one colour have different shapes as well.
            Look::Nth(number) => Some(SHAPES[(number + number / COLOURS) % SHAPES.len()]),
            Look::Bound => None,
        }
    }
}

impl Chart {
    /// The figure: title, legend, drawing, note, numbers.
    pub fn html(&self) -> String {
        format!(
            "<figure id=\"{id}\">\n<figcaption><h3>{title}</h3>{note}</figcaption>\n{legend}{svg}{numbers}</figure>\n",
            id = self.id,
            title = escape(&self.title),
            note =
                if self.note.is_empty() { String::new() } else { format!("<p>{}</p>", escape(&self.note)) },
            legend = self.legend(),
            svg = self.svg(),
            numbers = self.table().folded("The numbers"),
        )
    }

    /// The lines that have points: a workload may be missing.
    fn lines(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| !series.points.is_empty())
    }

    fn legend(&self) -> String {
        let mut html = "<ul class=\"legend\">".to_owned();
        for series in self.lines() {
            let mark = series.look.shape().map_or_else(String::new, |shape| format!("<path d=\"{shape}\"/>"));
            let _ = write!(
                html,
                "<li><svg class=\"{}\" viewBox=\"-14 -7 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">\
                 <path class=\"line\" d=\"M-13 0h26\"/>{mark}</svg>{}</li>",
                series.look.class(),
                escape(&series.name)
            );
        }
        html + "</ul>\n"
    }

    /// The chart in words, for those who do not see it.
    fn said(&self) -> String {
        let mut said = format!("Line chart. {}, by {}.", self.title, self.across);
        for series in self.lines() {
            if let (Some(first), Some(last)) = (series.points.first(), series.points.last()) {
                let _ = write!(
                    said,
                    " {}: {} at {}, {} at {}.",
                    series.name,
                    percent(first.y),
                    self.tick(first.x),
                    percent(last.y),
                    self.tick(last.x)
                );
            }
        }
        said + " The numbers follow as a table."
    }

    fn tick(&self, x: f64) -> &str {
        self.ticks.iter().find(|tick| tick.0 == x).map_or("", |tick| &tick.1)
    }

    fn table(&self) -> Table {
        let mut headings = vec![self.across.to_owned()];
        for series in self.lines() {
            headings.push(series.name.clone());
            if series.has_intervals() {
                headings.extend([format!("{}, 95 % from", series.name), "to".to_owned()]);
            }
        }
        let row = |(x, text): &(f64, String)| {
            let mut cells = vec![Cell::Text(text.clone())];
            for series in self.lines() {
                let point = series.points.iter().find(|point| point.x == *x);
                cells.push(Cell::number(point.map(|point| point.y), percent));
                if series.has_intervals() {
                    let interval = point.and_then(|point| point.interval);
                    cells.push(Cell::number(interval.map(|ends| ends.0), percent));
                    cells.push(Cell::number(interval.map(|ends| ends.1), percent));
                }
            }
            cells
        };
        Table {
            id: format!("{}-numbers", self.id),
            caption: self.title.clone(),
            headings,
            rows: self.ticks.iter().map(row).collect(),
        }
    }
}

impl Series {
    fn has_intervals(&self) -> bool {
        self.points.iter().any(|point| point.interval.is_some())
    }
}

fn said(point: &Point) -> String {
    match point.interval {
        Some((low, high)) => format!("{} ({} to {})", percent(point.y), percent(low), percent(high)),
        None => percent(point.y),
    }
}
