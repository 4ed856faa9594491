//! What became of the words, as a bar.

use std::fmt::Write;

use crate::Words;
use crate::markup::escape;
use crate::page::numbers::percent;
use crate::page::table::{Cell, Table};
use crate::summary::count;

/// What became of all words that were read.
pub fn words(words: &Words) -> String {
    let part = |class, became, number: usize| Part { class, became, share: words.share(number), number };
    bar(&[
        part("exact", "published as typed", words.as_typed),
        part("generalized", "published as something more general", words.generalized),
        part("suppressed", "gone: suppressed", words.suppressed()),
        part("unknown", "gone: not in the taxonomy", words.words_unknown),
        part("dropped", "gone: left out as asked", words.words_dropped),
    ])
}

/// A part of the bar.
struct Part {
    /// Its colour in the style sheet.
    class: &'static str,
    /// What became of these words.
    became: &'static str,
    /// Shares add up to 1.
    share: f64,
    /// How many words.
    number: usize,
}

fn bar(parts: &[Part]) -> String {
    const WIDTH: f64 = 1060.0;
    let (mut shapes, mut legend, mut said, mut x) = (String::new(), String::new(), Vec::new(), 0.0);
    for &Part { class, became, share, number } in parts.iter().filter(|part| part.number > 0) {
        let text = escape(&format!("{became}: {} ({})", percent(share), count(number)));
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
        vec![
            Cell::Text(part.became.to_owned()),
            Cell::number(Some(part.share), percent),
            Cell::Number(count(part.number), part.number as f64),
        ]
    };
    Table {
        id: "loss-bar-numbers".to_owned(),
        caption: "What became of the words".to_owned(),
        headings: ["words", "share", "number"].map(str::to_owned).to_vec(),
        rows: parts.iter().map(row).collect(),
    }
}
