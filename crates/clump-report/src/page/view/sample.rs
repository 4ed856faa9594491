//! A sample of rows, drawn at random from a release. Pages show it before all figures, because readers learn
//! most from it.

use clump_core::taxonomy::is_marked;
use maud::{Markup, html};
use serde::Serialize;

use super::View;
use crate::Noun;
use crate::number::count;
use crate::page::Page;

/// Maximum number of rows in a sample.
pub const SAMPLE_ROWS: usize = 10;

/// Distinct rows of a sample, in the order of the release. They may be public if the release is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// Number of rows from which the sample is drawn: distinct rows of items, or lines of a log.
    pub of: usize,
    /// The drawn rows, at most [`SAMPLE_ROWS`].
    pub rows: Vec<SampleRow>,
}

/// A row that was drawn for a sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SampleRow {
    /// Number of owners who share the row; `None` for a line of a log.
    pub owners: Option<usize>,
    /// Number of a row in a table of facts with its meaning, if it is not a number of owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Published labels of the row, sorted, or the cells of a line.
    pub cells: Vec<String>,
    /// Text of the row if it is a whole query, else `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl SampleRow {
    /// The distinct labels of a row of items; each has its number of occurrences in the row.
    pub fn labels(&self) -> Vec<(&str, usize)> {
        self.cells.chunk_by(|a, b| a == b).map(|same| (same[0].as_str(), same.len())).collect()
    }
}

const LABELS: usize = 60;

pub fn view(page: &Page) -> Option<View> {
    let sample = page.sample.as_ref().filter(|sample| !sample.rows.is_empty())?;
    let heading = "This is what readers get".to_owned();
    Some(View { id: "sample", name: "Sample", heading, body: body(sample, &page.noun) })
}

fn body(sample: &Sample, noun: &Noun) -> Markup {
    html! {
        p {
            (count(sample.rows.len())) " of " (count(sample.of))
            " distinct rows of the release, drawn at random; a row of many " (noun.many()) " is more likely to be among them. "
            @if has_nodes(sample) {
                (noun.say("A name in angle brackets is a category: <city> means some city. Other words were typed by all owners \
                    of the row."))
            }
            @if sample.rows.iter().any(|row| row.text.is_some()) {
                " A text in quotation marks is a whole query, as typed."
            }
        }
        (sample.html("Rows of the release", noun))
    }
}

impl Sample {
    /// HTML table of the sampled rows.
    pub fn html(&self, caption: &str, noun: &Noun) -> Markup {
        let has_owners = self.rows.iter().any(|row| row.owners.is_some());
        let has_numbers = self.rows.iter().any(|row| row.number.is_some());
        html! {
            div.wide tabindex="0" role="region" aria-label=(caption) {
                table.sample {
                    thead {
                        tr {
                            @if has_owners { th scope="col" { (noun.say("Owners")) } }
                            @if has_numbers { th scope="col" { "Number" } }
                            th.text scope="col" { "Published row" }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @if has_owners { td { @if let Some(owners) = row.owners { (count(owners)) } } }
                                @if has_numbers { td { @if let Some(number) = &row.number { (number) } } }
                                td.text { (labels(row)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// True if a label of the sample is a category. Methods on lines publish no categories.
fn has_nodes(sample: &Sample) -> bool {
    sample.rows.iter().any(|row| row.labels().iter().any(|(label, _)| is_marked(label)))
}

/// HTML of a row: a whole query, the non-empty cells of a line, or labels with their counts.
fn labels(row: &SampleRow) -> Markup {
    if let Some(text) = &row.text {
        return html! { "“" (text) "”" };
    }
    if row.owners.is_none() {
        let cells: Vec<&str> = row.cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        return html! { (cells.join(" | ")) };
    }
    let labels = row.labels();
    html! {
        @if labels.is_empty() { em { "nothing: an empty row" } }
        @for (place, (label, times)) in labels.iter().take(LABELS).enumerate() {
            @if place > 0 { ", " }
            (label)
            @if *times > 1 { "\u{a0}×\u{a0}" (times) }
        }
        @if labels.len() > LABELS { " " em { "… and " (count(labels.len() - LABELS)) " more" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_labels_are_told_once() {
        let cells = ["act", "act", "dog"].map(str::to_owned).to_vec();
        assert_eq!(
            SampleRow { owners: Some(5), number: None, cells, text: None }.labels(),
            [("act", 2), ("dog", 1)]
        );
    }
}
