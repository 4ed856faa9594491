//! The loss of one release as a bar.

use std::fmt::Write;

use clump_core::measure::Measures;

use crate::PublishedFigures;
use crate::markup::escape;
use crate::page::numbers::percent;
use crate::page::table::{Cell, Table};
use crate::summary::count;

/// What became of the items of the data.
pub fn fates(measures: &Measures) -> String {
    let part = |class, words, items: usize| {
        let share = items as f64 / measures.items.max(1) as f64;
        Part { class, words, share, items: Some(items) }
    };
    bar(&[
        part("exact", "published as they were", measures.exact),
        part("generalized", "published as an ancestor", measures.generalized),
        part("suppressed", "not published", measures.suppressed),
    ])
}

/// What the certificate says, and no more. None of a release of lines.
pub fn kept(published: &PublishedFigures) -> Option<String> {
    let PublishedFigures::Rows { loss_per_item: loss, floor, .. } = *published else { return None };
    let part = |class, words, share| Part { class, words, share, items: None };
    let kept = part("exact", "information kept", 1.0 - loss);
    Some(match floor.map(|floor| floor.loss_per_item.min(loss)) {
        Some(floor) if floor > 0.0 => bar(&[
            kept,
            part("generalized", "lost above the floor", loss - floor),
            part("suppressed", "lost by every grouping (floor)", floor),
        ]),
        _ => bar(&[kept, part("suppressed", "lost", loss)]),
    })
}

/// A part of the bar.
struct Part {
    /// Its colour in the style sheet.
    class: &'static str,
    /// What it is.
    words: &'static str,
    /// Shares add up to 1.
    share: f64,
    /// The items it stands for, if they may be counted.
    items: Option<usize>,
}

fn bar(parts: &[Part]) -> String {
    const WIDTH: f64 = 1060.0;
    let (mut shapes, mut legend, mut said, mut x) = (String::new(), String::new(), Vec::new(), 0.0);
    for &Part { class, words, share, items } in parts {
        let text = match items {
            Some(items) => format!("{words}: {} ({})", percent(share), count(items)),
            None => format!("{words}: {}", percent(share)),
        };
        let text = escape(&text);
        let width = WIDTH * share;
        let _ = write!(
            shapes,
            "<rect class=\"{class}\" x=\"{x:.1}\" width=\"{width:.1}\" height=\"44\"><title>{text}</title></rect>"
        );
        let _ = write!(legend, "<li><span class=\"swatch {class}\"></span>{text}</li>");
        said.push(text);
        x += width;
    }
    format!(
        "<figure id=\"loss-bar\"><svg class=\"chart\" viewBox=\"0 0 {WIDTH} 44\" role=\"img\" aria-label=\"Bar. {}.\">\
         {shapes}</svg>\n<ul class=\"legend\">{legend}</ul>{}</figure>\n",
        said.join("; "),
        table(parts).folded("The numbers")
    )
}

fn table(parts: &[Part]) -> Table {
    let row = |part: &Part| {
        let items = part.items.map(|items| Cell::Number(count(items), items as f64));
        vec![
            Cell::Text(part.words.to_owned()),
            Cell::number(Some(part.share), percent),
            items.unwrap_or(Cell::Missing),
        ]
    };
    let mut table = Table {
        id: "loss-bar-numbers".to_owned(),
        caption: "What became of the items".to_owned(),
        headings: ["items", "share", "occurrences"].map(str::to_owned).to_vec(),
        rows: parts.iter().map(row).collect(),
    };
    table.drop_empty_columns();
    table
}
