//! A chart as a file: the drawing contains title and legend, and colours need no style sheet.

use maud::{Markup, html};

use super::drawing::tenths;
use super::figure::sign;
use super::place::{HEIGHT, LETTER, Places};
use super::{Chart, Look, Series};
use crate::markup::document;

const TITLE: f64 = 34.0;
const LEGEND_ROW: f64 = 20.0;
const MARGIN: f64 = 16.0;

/// A name of the legend and its position.
struct Entry<'a> {
    x: f64,
    y: f64,
    name: &'a str,
    look: Look,
    is_bar: bool,
}

impl Chart {
    /// The chart as an SVG file. The same chart gives the same bytes.
    pub fn svg(&self) -> String {
        let legend = self.entries();
        let head = legend.last().map_or(TITLE, |entry| entry.y + LEGEND_ROW / 2.0);
        let (width, height) = (self.width, HEIGHT + head);
        document(html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
                font-family="system-ui, sans-serif" font-size="12.5" fill="#556067" role="img" {
                title { (self.title) }
                rect width=(width) height=(height) fill="#ffffff" {}
                "\n"
                text x=(MARGIN) y="23" font-size="15" font-weight="600" fill="#1a2226" { (self.title) }
                "\n"
                @for entry in &legend { (entry.html()) "\n" }
                g transform={ "translate(0 " (head) ")" } {
                    (self.drawing())
                    (self.written())
                }
            }
            "\n"
        })
    }

    /// Names one after the other, in as many rows as they need.
    fn entries(&self) -> Vec<Entry<'_>> {
        let stacks = self.stacks.iter().map(|stack| (stack.name.as_str(), stack.look, true));
        let lines = self.lines().map(|series| (series.name.as_str(), series.look, false));
        let (mut x, mut y) = (MARGIN, TITLE + LEGEND_ROW / 2.0);
        let mut entries = Vec::new();
        for (name, look, is_bar) in stacks.chain(lines) {
            let width = 50.0 + LETTER * name.chars().count() as f64;
            if x + width > f64::from(self.width) && x > MARGIN {
                (x, y) = (MARGIN, y + LEGEND_ROW);
            }
            entries.push(Entry { x, y, name, look, is_bar });
            x += width;
        }
        entries
    }

    /// Numbers next to the marks, for a chart with a single line: a picture has no tooltips.
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

impl Entry<'_> {
    fn html(&self) -> Markup {
        let name = if self.is_bar { 18 } else { 34 };
        html! {
            g transform={ "translate(" (self.x) " " (self.y) ")" } {
                @if self.is_bar {
                    rect class=(self.look.class()) fill=(self.look.colour()) y="-6" width="12" height="12" {}
                } @else {
                    g transform="translate(14)" { (sign(self.look)) }
                }
                text x=(name) y="4" { (self.name) }
            }
        }
    }
}
