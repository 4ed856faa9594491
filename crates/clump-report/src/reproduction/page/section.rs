//! One table or figure on the page.

use maud::{Markup, html};

use crate::reproduction::{Exhibit, Held, Origin, Reproduction, Shown};

/// The exhibit with its claims, its charts and its numbers.
pub(super) fn section(exhibit: &Exhibit, reproduction: &Reproduction) -> Markup {
    let file = format!("{}.csv", exhibit.id);
    let shown = match (exhibit.data, reproduction.log.origin) {
        (Shown::Baskets, _) => "the paper's five baskets".to_owned(),
        (Shown::Log, Origin::Generated { seed }) => format!("generated log, seed {seed}"),
        (Shown::Log, Origin::Given) => "given log".to_owned(),
    };
    html! {
        section id=(exhibit.id) {
            h2 { (exhibit.title) }
            p.shown { (shown) " · " a href=(file) { (file) } }
            @for paragraph in &exhibit.about { p { (paragraph) } }
            @if !exhibit.claims.is_empty() {
                dl.verdicts {
                    @for claim in &exhibit.claims {
                        dt { (badge(claim.verdict)) " " (claim.paper) }
                        dd { (claim.here) }
                    }
                }
            }
            @if !exhibit.charts.is_empty() {
                div.charts { @for chart in &exhibit.charts { (chart.figure()) } }
            }
            (exhibit.table.html(&format!("The numbers of {}", exhibit.title), None))
        }
    }
}

/// A verdict in words, with a colour.
pub(super) fn badge(held: Held) -> Markup {
    let class = match held {
        Held::Yes => "yes",
        Held::InPart => "part",
        Held::No => "no",
        Held::Untold => "untold",
    };
    html! { span class={ "badge " (class) } { (held.words()) } }
}
