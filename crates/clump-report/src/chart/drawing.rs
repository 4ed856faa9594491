//! The drawing of a chart: axes, bars, lines, marks. Each mark has a tooltip with its numbers.

use maud::{Markup, html};

use super::place::{HEIGHT, Places};
use super::{Chart, Series};

impl Chart {
    /// Content of the SVG element, from the top left corner.
    pub(super) fn drawing(&self) -> Markup {
        let places = Places::of(self);
        html! {
            (self.axes(&places))
            (self.bars(&places))
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

    fn bars(&self, places: &Places) -> Markup {
        let width = places.bar();
        html! {
            @for (bar, (x, text)) in places.along.iter().enumerate() {
                @for (part, stack) in self.stacks.iter().enumerate() {
                    @let below: f64 = self.stacks[..part].iter().map(|stack| stack.values[bar]).sum();
                    @let value = stack.values[bar];
                    @let (top, end) = (places.y(below + value), places.y(below));
                    rect class=(stack.look.class()) fill=(stack.look.colour()) x=(tenths(places.x(*x) - width / 2.0))
                        y=(tenths(top)) width=(tenths(width)) height=(tenths(end - top)) {
                        title { (stack.name) ", " (text) ": " (self.y.format.tell(value)) }
                    }
                }
                @if !self.stacks.is_empty() { "\n" }
            }
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

    /// Label below the axis at `x`.
    pub(super) fn mark(&self, x: f64) -> String {
        let mark = self.marks().into_iter().find(|mark| mark.0 == x);
        mark.map_or_else(String::new, |mark| mark.1)
    }
}

/// A coordinate as text, to a tenth of a unit, which is too small to see.
pub(super) fn tenths(place: f64) -> String {
    format!("{place:.1}")
}
