//! One table or figure on the page.

use std::fmt::Write;

use crate::figure::lines;
use crate::markup::escape;
use crate::reproduction::{Cell, Claim, Exhibit, Held, Origin, Reproduction, Shown, Table};

/// The exhibit with its claims, its charts and its numbers.
pub(super) fn section(html: &mut String, exhibit: &Exhibit, reproduction: &Reproduction) {
    let id = escape(&exhibit.id);
    let shown = match (exhibit.data, reproduction.log.origin) {
        (Shown::Baskets, _) => "the paper's five baskets".to_owned(),
        (Shown::Log, Origin::Generated { seed }) => format!("generated log, seed {seed}"),
        (Shown::Log, Origin::Given) => "given log".to_owned(),
    };
    let _ = writeln!(
        html,
        "<section id=\"{id}\">\n<h2>{}</h2>\n<p class=\"shown\">{shown} · <a href=\"{id}.csv\">{id}.csv</a></p>",
        escape(&exhibit.title)
    );
    for paragraph in &exhibit.about {
        let _ = writeln!(html, "<p>{}</p>", escape(paragraph));
    }
    if !exhibit.claims.is_empty() {
        html.push_str("<dl class=\"verdicts\">\n");
        exhibit.claims.iter().for_each(|claim| verdict(html, claim));
        html.push_str("</dl>\n");
    }
    if !exhibit.charts.is_empty() {
        html.push_str("<div class=\"charts\">\n");
        for chart in &exhibit.charts {
            let _ = writeln!(html, "<figure>\n{}</figure>", lines(chart));
        }
        html.push_str("</div>\n");
    }
    table(html, &exhibit.table, &format!("The numbers of {}", exhibit.title));
    html.push_str("</section>\n");
}

fn verdict(html: &mut String, claim: &Claim) {
    let _ = writeln!(
        html,
        "<dt>{} {}</dt><dd>{}</dd>",
        badge(claim.verdict),
        escape(&claim.paper),
        escape(&claim.here)
    );
}

/// A verdict in words, with a colour.
pub(super) fn badge(held: Held) -> String {
    let class = match held {
        Held::Yes => "yes",
        Held::InPart => "part",
        Held::No => "no",
        Held::Untold => "untold",
    };
    format!("<span class=\"badge {class}\">{}</span>", held.words())
}

fn table(html: &mut String, table: &Table, caption: &str) {
    let _ = write!(
        html,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\n<thead><tr>",
        caption = escape(caption)
    );
    // A column of words is one that begins with a word.
    let first = table.rows.first().map(Vec::as_slice).unwrap_or_default();
    let class = |column| match first.get(column) {
        Some(Cell::Text(_)) => " class=\"text\"",
        _ => "",
    };
    for (number, column) in table.columns.iter().enumerate() {
        let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(number), escape(&column.name));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{}</td>", class(column), escape(&table.shown(cell, column)));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
}
