//! Drawing of a chart as SVG. Each mark has a tooltip with its numbers. On a page, HTML around the drawing
//! has the title, legend, note and numbers. A file has title and legend inside, and colours without a style
//! sheet.

use std::fmt::Write;

use maud::{Markup, html};

use super::place::{HEIGHT, LETTER, Places};
use super::{Chart, Look, Series};
use crate::markup::document;
use crate::table::{Cell, Column, Table};

impl Chart {
    /// The content of the SVG element. The origin is the top left corner.
    pub(super) fn drawing(&self) -> Markup {
        let places = Places::of(self);
        html! {
            (self.axes(&places))
            @for series in self.lines() { (self.line(series, &places)) "\n" }
        }
    }

    fn axes(&self, places: &Places) -> Markup {
        let middle = tenths((places.left + places.right) / 2.0);
        html! {
            @if !self.y.label.is_empty() { text.over x="8" y=(tenths(places.top - 16.0)) { (self.y.label) } }
            @for (value, text) in &places.up {
                @let y = places.y(*value);
                path.grid stroke="#dde2e3" d={ "M" (tenths(places.left)) " " (tenths(y)) "H" (tenths(places.right)) } {}
                text.up text-anchor="end" x=(tenths(places.left - 8.0)) y=(tenths(y + 4.0)) { (text) }
            }
            @for (value, text) in places.written() {
                text.along text-anchor="middle" x=(tenths(places.x(*value))) y=(tenths(places.bottom + 20.0)) { (text) }
            }
            text class="along axis" text-anchor="middle" x=(middle) y=(tenths(HEIGHT - 8.0)) { (self.x.label) }
            "\n"
        }
    }

    fn line(&self, series: &Series, places: &Places) -> Markup {
        let (look, colour) = (series.look, series.look.colour());
        let path: Vec<String> = series
            .points
            .iter()
            .map(|point| format!("{} {}", tenths(places.x(point.x)), tenths(places.y(point.y))))
            .collect();
        html! {
            g class=(look.class()) fill=(colour) {
                path.line fill="none" stroke=(colour) stroke-width="2" stroke-dasharray=[look.dashes()]
                    d={ "M" (path.join("L")) } {}
                @for point in &series.points {
                    @let (x, y) = (tenths(places.x(point.x)), tenths(places.y(point.y)));
                    @if let Some((low, high)) = point.interval {
                        path.interval stroke=(colour) stroke-opacity=".6"
                            d={ "M" (x) " " (tenths(places.y(low))) "V" (tenths(places.y(high))) } {}
                    }
                    g.mark transform={ "translate(" (x) " " (y) ")" } {
                        title { (series.name) ", " (self.mark(point.x)) ": " (self.told(point)) }
                        @if let Some(mark) = look.mark() { path d=(mark) {} }
                        // The invisible circle makes the mark easy to hit.
                        circle r="12" fill-opacity="0" {}
                    }
                }
            }
        }
    }

    pub(super) fn mark(&self, x: f64) -> String {
        let mark = self.marks().into_iter().find(|mark| mark.0 == x);
        mark.map_or_else(String::new, |mark| mark.1)
    }
}

/// A coordinate as text with one decimal, which is exact enough for the eye.
fn tenths(place: f64) -> String {
    format!("{place:.1}")
}

const TITLE: f64 = 34.0;
const LEGEND_ROW: f64 = 20.0;
const MARGIN: f64 = 16.0;

/// An entry of the legend, with its position.
struct Entry<'a> {
    x: f64,
    y: f64,
    name: &'a str,
    look: Look,
}

impl Chart {
    /// The chart as an SVG file. The same chart gives the same bytes.
    pub fn svg(&self) -> String {
        let legend = self.entries();
        let head = legend.last().map_or(TITLE, |entry| entry.y + LEGEND_ROW / 2.0);
        let (width, height) = (self.width(), HEIGHT + head);
        document(html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
                font-family="system-ui, sans-serif" font-size="12.5" fill="#556067" role="img" {
                title { (self.title) }
                rect width=(width) height=(height) fill="#ffffff" {}
                "\n"
                text x=(MARGIN) y="23" font-size="15" font-weight="600" fill="#1a2226" { (self.title) }
                "\n"
                @for Entry { x, y, name, look } in &legend {
                    g transform={ "translate(" (x) " " (y) ")" } {
                        g transform="translate(14)" { (sign(*look)) }
                        text x="34" y="4" { (name) }
                    }
                    "\n"
                }
                g transform={ "translate(0 " (head) ")" } {
                    (self.drawing())
                    (self.written())
                }
            }
            "\n"
        })
    }

    /// The legend entries, placed next to each other in as many rows as necessary.
    fn entries(&self) -> Vec<Entry<'_>> {
        let (mut x, mut y) = (MARGIN, TITLE + LEGEND_ROW / 2.0);
        let mut entries = Vec::new();
        for Series { name, look, .. } in self.lines() {
            let width = 50.0 + LETTER * name.chars().count() as f64;
            if x + width > f64::from(self.width()) && x > MARGIN {
                (x, y) = (MARGIN, y + LEGEND_ROW);
            }
            entries.push(Entry { x, y, name, look: *look });
            x += width;
        }
        entries
    }

    /// Text labels next to the marks, for a file with a single series: a file has no tooltips.
    fn written(&self) -> Markup {
        let places = Places::of(self);
        let alone: Vec<&Series> = self.lines().collect();
        html! {
            @if let [series] = alone.as_slice() {
                @for point in &series.points {
                    @let (x, y) = (tenths(places.x(point.x)), tenths(places.y(point.y) - 10.0));
                    text text-anchor="middle" font-weight="600" fill=(series.look.colour()) x=(x) y=(y) {
                        (self.y.format.tell(point.y))
                    }
                }
            }
        }
    }
}

impl Chart {
    /// The chart as an HTML figure for a page.
    pub fn figure(&self) -> Markup {
        html! {
            figure id=[self.id] {
                figcaption { h3 { (self.title) } @if !self.note.is_empty() { p { (self.note) } } }
                (self.legend())
                div.wide {
                    svg.chart viewBox={ "0 0 " (self.width()) " " (HEIGHT) } role="img" aria-label=(self.said()) {
                        (self.drawing())
                    }
                }
                @if let Some(id) = self.id {
                    (self.table().folded("The numbers", &self.title, &format!("{id}-numbers")))
                }
            }
            "\n"
        }
    }

    fn legend(&self) -> Markup {
        html! {
            ul.legend {
                @for series in self.lines() {
                    li {
                        @let look = series.look;
                        svg class=(look.class()) viewBox="-14 -7 28 14" width="28" height="14" aria-hidden="true" {
                            (sign(look))
                        }
                        (series.name)
                    }
                }
            }
        }
    }

    /// A text of the chart for screen readers.
    fn said(&self) -> String {
        let mut said = format!("Line chart. {}, by {}.", self.title, self.x.label);
        for series in self.lines() {
            if let (Some(first), Some(last)) = (series.points.first(), series.points.last()) {
                let _ = write!(
                    said,
                    " {}: {} at {}, {} at {}.",
                    series.name,
                    self.y.format.tell(first.y),
                    self.mark(first.x),
                    self.y.format.tell(last.y),
                    self.mark(last.x)
                );
            }
        }
        said + if self.id.is_some() { " The numbers follow as a table." } else { "" }
    }

    fn table(&self) -> Table {
        let column = |name: String| Column::with_format(name, self.y.format);
        let mut columns = vec![Column::text(self.x.label.clone())];
        for series in self.lines() {
            columns.push(column(series.name.clone()));
            if series.has_intervals() {
                columns.extend([column(format!("{}, 95 % from", series.name)), column("to".to_owned())]);
            }
        }
        let row = |(x, text): (f64, String)| {
            let mut cells = vec![Cell::Text(text)];
            for series in self.lines() {
                let point = series.points.iter().find(|point| point.x == x);
                cells.push(Cell::number(point.map(|point| point.y)));
                if series.has_intervals() {
                    let interval = point.and_then(|point| point.interval);
                    cells.push(Cell::number(interval.map(|ends| ends.0)));
                    cells.push(Cell::number(interval.map(|ends| ends.1)));
                }
            }
            cells
        };
        let rows = self.marks().into_iter().map(row).collect();
        Table { columns, rows }
    }
}

/// The legend symbol of a series: a short line with its mark, around the origin.
fn sign(look: Look) -> Markup {
    let colour = look.colour();
    html! {
        path.line fill="none" stroke=(colour) stroke-width="2" stroke-dasharray=[look.dashes()] d="M-13 0h26" {}
        @if let Some(mark) = look.mark() { path fill=(colour) d=(mark) {} }
    }
}
