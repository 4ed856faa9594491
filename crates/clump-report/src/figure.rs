//! Figures as SVG: text that a browser draws, made from results and nothing else.

use std::fmt::Write;

use crate::markup::escape;

mod lines;
mod markers;
mod ticks;

pub use lines::{Axis, LineChart, Series, lines};
pub(crate) use ticks::Ticks;

/// One bar: what became of the words, as shares that add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands below the bar.
    pub label: String,
    /// Words published as typed.
    pub as_typed: f64,
    /// Words published as something more general.
    pub generalized: f64,
    /// Words not published.
    pub gone: f64,
    /// The paper's loss per item that was grouped: 0 when all is told, 1 when nothing is.
    pub loss: f64,
}

const WIDTH: usize = 760;
const HEIGHT: usize = 340;
const LEFT: usize = 64;
const TOP: usize = 56;
const PLOT_WIDTH: usize = WIDTH - LEFT - 24;
const PLOT_HEIGHT: usize = HEIGHT - TOP - 64;

const AS_TYPED: &str = "#1b7a5a";
const GENERALIZED: &str = "#7cc0a5";
const GONE: &str = "#e3e6e8";
const LOSS: &str = "#c2410c";

/// Bars of what is as typed, generalized and gone, with the loss as a line across them.
pub fn bars(title: &str, axis: &str, bars: &[Bar]) -> String {
    let mut svg = String::new();
    frame(&mut svg, title, axis);
    let step = PLOT_WIDTH as f64 / bars.len().max(1) as f64;
    let y = |share: f64| TOP as f64 + PLOT_HEIGHT as f64 * (1.0 - share);
    let mut line = String::new();
    for (index, bar) in bars.iter().enumerate() {
        let middle = LEFT as f64 + step * (index as f64 + 0.5);
        let (x, width) = (middle - step * 0.32, step * 0.64);
        let mut below = 0.0;
        for (share, colour) in [(bar.as_typed, AS_TYPED), (bar.generalized, GENERALIZED), (bar.gone, GONE)] {
            let (top, height) = (y(below + share), PLOT_HEIGHT as f64 * share);
            push(
                &mut svg,
                format_args!(
                    r#"<rect x="{x:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}"/>"#
                ),
            );
            below += share;
        }
        push(
            &mut svg,
            format_args!(
                r#"<text x="{middle:.1}" y="{}" text-anchor="middle">{}</text>"#,
                TOP + PLOT_HEIGHT + 20,
                escape(&bar.label)
            ),
        );
        let _ = write!(line, "{}{middle:.1},{:.1}", if index == 0 { "" } else { " " }, y(bar.loss));
        push(
            &mut svg,
            format_args!(r#"<circle cx="{middle:.1}" cy="{:.1}" r="4" fill="{LOSS}"/>"#, y(bar.loss)),
        );
        push(
            &mut svg,
            format_args!(
                r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle" fill="{LOSS}" font-weight="600">{:.2}</text>"#,
                y(bar.loss) - 10.0,
                bar.loss
            ),
        );
    }
    push(
        &mut svg,
        format_args!(r#"<polyline points="{line}" fill="none" stroke="{LOSS}" stroke-width="2"/>"#),
    );
    svg.push_str("</svg>\n");
    svg
}

/// Background, title, legend and axes.
fn frame(svg: &mut String, title: &str, axis: &str) {
    push(
        svg,
        format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2933" role="img">"##
        ),
    );
    push(svg, format_args!("<title>{}</title>", escape(title)));
    push(svg, format_args!(r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>"##));
    push(
        svg,
        format_args!(r#"<text x="{LEFT}" y="22" font-size="15" font-weight="600">{}</text>"#, escape(title)),
    );
    let legend = [
        ("as typed", AS_TYPED),
        ("generalized", GENERALIZED),
        ("gone", GONE),
        ("the paper's loss per item (GGD)", LOSS),
    ];
    for (index, (name, colour)) in legend.into_iter().enumerate() {
        let x = LEFT + index * 120;
        push(svg, format_args!(r#"<rect x="{x}" y="33" width="11" height="11" fill="{colour}"/>"#));
        push(svg, format_args!(r#"<text x="{}" y="43">{name}</text>"#, x + 17));
    }
    for percent in [0, 25, 50, 75, 100] {
        let y = TOP + PLOT_HEIGHT - PLOT_HEIGHT * percent / 100;
        push(
            svg,
            format_args!(
                r##"<line x1="{LEFT}" y1="{y}" x2="{}" y2="{y}" stroke="#cbd2d9" stroke-width="0.7"/>"##,
                LEFT + PLOT_WIDTH
            ),
        );
        push(
            svg,
            format_args!(r#"<text x="{}" y="{}" text-anchor="end">{percent} %</text>"#, LEFT - 8, y + 4),
        );
    }
    push(
        svg,
        format_args!(
            r#"<text x="{}" y="{}" text-anchor="middle">{}</text>"#,
            LEFT + PLOT_WIDTH / 2,
            HEIGHT - 14,
            escape(axis)
        ),
    );
}

fn push(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_shows_every_bar_and_escapes_its_texts() {
        let bar = |label: &str, loss| Bar {
            label: label.to_owned(),
            as_typed: 0.2,
            generalized: 0.3,
            gone: 0.5,
            loss,
        };
        let svg = bars("a < b", "k", &[bar("2", 0.25), bar("5", 0.5)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("<title>a &lt; b</title>") && svg.contains(">0.25</text>"));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
