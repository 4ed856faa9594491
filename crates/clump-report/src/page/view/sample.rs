//! What readers get: rows of the release, before any figure about it.

use std::fmt::Write;

use super::View;
use crate::markup::escape;
use crate::page::Page;
use crate::summary::count;
use crate::{Noun, Sample, SampleRow};

/// How many different labels of a row are shown.
const LABELS: usize = 60;

/// The rows that were drawn, if there are any.
pub fn view(page: &Page) -> Option<View> {
    let sample = page.sample.as_ref().filter(|sample| !sample.rows.is_empty())?;
    let heading = "This is what readers get".to_owned();
    Some(View { id: "sample", name: "Sample", heading, body: body(sample, &page.noun) })
}

fn body(sample: &Sample, noun: &Noun) -> String {
    let mut html = format!(
        "<p>{} of {} distinct rows of the release, drawn at random; a row of many {many} is more likely to be among \
         them.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Rows of the release\">\
         <table class=\"sample\"><thead><tr><th scope=\"col\">{owners}</th><th scope=\"col\" class=\"text\">Published row</th></tr>\
         </thead>\n<tbody>\n",
        count(sample.rows.len()),
        count(sample.of),
        many = escape(noun.many()),
        owners = escape(&noun.say("Owners")),
    );
    for row in &sample.rows {
        let owners = row.owners.map(count).unwrap_or_default();
        let _ = writeln!(html, "<tr><td>{owners}</td><td class=\"text\">{}</td></tr>", labels(row));
    }
    html + "</tbody></table></div>\n"
}

fn labels(row: &SampleRow) -> String {
    let labels = row.labels();
    if labels.is_empty() {
        return "<em>nothing: an empty row</em>".to_owned();
    }
    let shown = labels.iter().take(LABELS).map(|&(label, times)| match times {
        1 => escape(label),
        _ => format!("{}&nbsp;×&nbsp;{times}", escape(label)),
    });
    let mut html = shown.collect::<Vec<String>>().join(", ");
    if labels.len() > LABELS {
        let _ = write!(html, " <em>… and {} more</em>", count(labels.len() - LABELS));
    }
    html
}
