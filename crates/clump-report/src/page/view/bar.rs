//! The fate of the words as a bar.

use maud::{Markup, html};

use crate::number::{count, percent};
use crate::table::{Cell, Column, Table};
use crate::{Noun, NumberFormat, Words};

/// Fate of all words that were read.
pub fn words(words: &Words, noun: &Noun) -> Markup {
    let part = |class, became: &str, number: usize| Part {
        class,
        became: noun.say(became),
        share: words.share(number),
        number,
    };
    bar(&[
        part("exact", "published as typed", words.as_typed),
        part("generalized", "published as a category", words.generalized),
        part("suppressed", "gone: suppressed", words.suppressed()),
        part("unknown", "gone: not in the taxonomy", words.words_unknown),
        part("dropped", "gone: excluded by your settings", words.words_dropped),
    ])
}

/// A part of the bar.
struct Part {
    /// Its colour in the style sheet.
    class: &'static str,
    /// Fate of these words.
    became: String,
    /// Share of all words. The shares of all parts add up to 1.
    share: f64,
    /// Number of words.
    number: usize,
}

impl Part {
    fn said(&self) -> String {
        format!("{}: {} ({})", self.became, percent(self.share), count(self.number))
    }
}

fn bar(parts: &[Part]) -> Markup {
    const WIDTH: f64 = 1060.0;
    let shown: Vec<&Part> = parts.iter().filter(|part| part.number > 0).collect();
    let said: Vec<String> = shown.iter().map(|part| part.said()).collect();
    // The start of each part is the sum of the previous shares.
    let begin = |place: usize| WIDTH * shown[..place].iter().map(|part| part.share).sum::<f64>();
    html! {
        figure id="loss-bar" {
            svg.chart viewBox={ "0 0 " (WIDTH) " 44" } role="img" aria-label={ "Bar. " (said.join("; ")) "." } {
                @for (place, part) in shown.iter().enumerate() {
                    @let (x, width) = (begin(place), WIDTH * part.share);
                    rect class=(part.class) x=(format!("{x:.1}")) width=(format!("{width:.1}")) height="44" {
                        title { (part.said()) }
                    }
                }
            }
            ul.legend { @for part in &shown { li { span class={ "swatch " (part.class) } {} (part.said()) } } }
            (table(parts).folded("The numbers", "Fate of the words", "loss-bar-numbers"))
        }
        "\n"
    }
}

fn table(parts: &[Part]) -> Table {
    let row = |part: &Part| {
        vec![Cell::text(part.became.clone()), Cell::Number(part.share), Cell::Count(part.number)]
    };
    Table {
        columns: vec![
            Column::text("words"),
            Column::with_format("share", NumberFormat::Percent),
            Column::new("number"),
        ],
        rows: parts.iter().map(row).collect(),
    }
}
