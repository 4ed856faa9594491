//! A chart on a page: title, legend, drawing, note, and its numbers as a table.

use std::fmt::Write;

use maud::{Markup, html};

use super::place::HEIGHT;
use super::{Chart, Look};
use crate::table::{Cell, Column, Table};

impl Chart {
    /// The figure.
    pub fn figure(&self) -> Markup {
        html! {
            figure id=[self.id] {
                figcaption { h3 { (self.title) } @if !self.note.is_empty() { p { (self.note) } } }
                (self.legend())
                div.wide {
                    svg.chart viewBox={ "0 0 " (self.width) " " (HEIGHT) } role="img" aria-label=(self.said()) {
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
                @for stack in &self.stacks {
                    li { span class={ "swatch " (stack.look.class()) } {} (stack.name) }
                }
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

    /// The chart in words, for screen readers.
    fn said(&self) -> String {
        let kind = if self.stacks.is_empty() { "Line chart" } else { "Bars" };
        let mut said = format!("{kind}. {}, by {}.", self.title, self.x.label);
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
        columns.extend(self.stacks.iter().map(|stack| column(stack.name.clone())));
        for series in self.lines() {
            columns.push(column(series.name.clone()));
            if series.has_intervals() {
                columns.extend([column(format!("{}, 95 % from", series.name)), column("to".to_owned())]);
            }
        }
        let row = |(place, (x, text)): (usize, (f64, String))| {
            let mut cells = vec![Cell::Text(text)];
            cells.extend(self.stacks.iter().map(|stack| Cell::Number(stack.values[place])));
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
        let rows = self.marks().into_iter().enumerate().map(row).collect();
        Table { columns, rows }
    }
}

/// A short line with its mark, around the origin, for the legend.
pub(super) fn sign(look: Look) -> Markup {
    let colour = look.colour();
    html! {
        path.line fill="none" stroke=(colour) stroke-width="2" stroke-dasharray=[look.dashes()] d="M-13 0h26" {}
        @if let Some(mark) = look.mark() { path fill=(colour) d=(mark) {} }
    }
}
