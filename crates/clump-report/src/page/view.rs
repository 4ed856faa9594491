//! The views of a page, in the order in which a publisher decides: sample rows, promise, attacks, use, loss,
//! and then items. The script draws one screenful of each long list (items, taxonomy, groups) at a time. It
//! draws a branch of the tree when the reader opens it.

use maud::{Markup, Render, html};

use super::{Page, PageAudience};
use crate::Noun;
use crate::glossary::Term;
use crate::number::{count, counted};

mod facts;
mod kinds;
mod loss;
mod risk;
mod sample;
mod utility;
mod verdict;

pub use sample::{SAMPLE_ROWS, Sample, SampleRow};

pub struct View {
    /// HTML id of the section, to link to it.
    id: &'static str,
    name: &'static str,
    heading: String,
    body: Markup,
}

/// All views for which `page` has results.
pub fn all(page: &Page, audience: PageAudience) -> Vec<View> {
    [
        kinds::view(page),
        sample::view(page),
        verdict::view(page),
        facts::view(page),
        risk::view(page),
        utility::view(page),
        loss::view(page),
        items(page, audience),
        tree(page, audience),
        groups(page),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl View {
    pub fn link(&self) -> Markup {
        html! { li { a href={ "#" (self.id) } { (self.name) } } }
    }

    pub fn section(&self) -> Markup {
        let heading = format!("{}-heading", self.id);
        html! {
            "\n"
            section id=(self.id) aria-labelledby=(heading) {
                h2 id=(heading) { (self.heading) }
                "\n"
                (self.body)
            }
        }
    }
}

fn is_empty(body: &Markup) -> bool {
    body.0.is_empty()
}

/// Tiles with a name, a number and a sentence each. Names and sentences are our own texts, in which `noun`
/// replaces "owner".
fn tiles<'a>(
    noun: &Noun,
    class: Option<&str>,
    figures: impl IntoIterator<Item = (&'a str, impl Render, &'a str)>,
) -> Markup {
    html! {
        dl class={ "tiles" @if let Some(class) = class { " " (class) } } {
            @for (name, value, meaning) in figures {
                div {
                    dt { (noun.say(name)) }
                    dd { (value) }
                    dd.meaning { (noun.say(meaning)) }
                }
            }
        }
        "\n"
    }
}

/// Tiles for figures whose names and sentences are in the glossary.
fn term_tiles(noun: &Noun, figures: impl IntoIterator<Item = (Term, impl Render)>) -> Markup {
    tiles(noun, None, figures.into_iter().map(|(term, value)| (term.name(), value, term.sentence())))
}

/// The glossary sentences for the terms of a table, folded below the table.
fn terms(noun: &Noun, terms: &[Term]) -> Markup {
    html! {
        details.terms {
            summary { "What the columns mean" }
            dl { @for term in terms { dt { (noun.say(term.name())) } dd { (noun.say(term.sentence())) } } }
        }
    }
}

/// The view of items and their fate; the public page lists only published items. `None` without items.
fn items(page: &Page, audience: PageAudience) -> Option<View> {
    let (items, heading, said, columns): (_, _, _, &[&str]) = match audience {
        PageAudience::Private => (
            page.fates.len(),
            "What was lost, item by item",
            "of the data. Occurrences published as they are, as an ancestor, and not at all.",
            &["In the data", "Exact", "Generalized", "Suppressed"],
        ),
        PageAudience::Public => (
            page.tree.iter().filter(|node| node.after > 0).count(),
            "What is published, item by item",
            "in the release, each with its occurrences there.",
            &["Published"],
        ),
    };
    if items == 0 {
        return None;
    }
    let body = html! {
        p { (counted(items, "item", "items")) " " (said) }
        div.controls {
            label { "Search " input type="search" id="items-search" autocomplete="off" spellcheck="false"; }
            output id="items-status" for="items-search" {}
            button type="button" id="items-csv" { "Download items.csv" }
        }
        div.rows id="items-rows" tabindex="0" role="region" aria-label=(heading) {
            table {
                thead {
                    tr {
                        th.name scope="col" { button type="button" { "Item" } }
                        @for name in columns { th scope="col" { button type="button" { (name) } } }
                        @if audience == PageAudience::Private {
                            th.fate scope="col" { "Share" }
                            th.became scope="col" { "Became" }
                        }
                    }
                }
                tbody {}
            }
        }
        noscript { p { "The list needs JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "items", name: "Items", heading: heading.to_owned(), body })
}

/// The view of the taxonomy with counts before and after the release; `None` without a taxonomy.
fn tree(page: &Page, audience: PageAudience) -> Option<View> {
    if page.tree.is_empty() {
        return None;
    }
    let said = match audience {
        PageAudience::Private => "Items at or below each node, before and after",
        PageAudience::Public => {
            "Published nodes, each below its nearest published ancestor, with the published items at or below it"
        }
    };
    let body = html! {
        p {
            (said) "; " (count(page.tree.len()))
            " nodes. Bars are to the scale of the largest among siblings. Arrow keys walk and open."
        }
        ul.legend {
            @if audience == PageAudience::Private { li { span class="swatch before" {} "in the data" } }
            li { span class="swatch after" {} "in the release" }
        }
        ul role="tree" id="tree" aria-labelledby="taxonomy-heading" {}
        noscript { p { "The tree needs JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "taxonomy", name: "Taxonomy", heading: "Taxonomy".to_owned(), body })
}

/// The view of groups with their originals; `None` without groups, as on the public page.
fn groups(page: &Page) -> Option<View> {
    if page.groups.is_empty() {
        return None;
    }
    let said = counted(page.groups.len(), "group", "groups");
    let body = html! {
        p { (said) ", each with the row that is published for it and, folded, its originals." }
        div.controls {
            label { "Groups with " input type="search" id="groups-search" autocomplete="off" spellcheck="false"; }
            output id="groups-status" for="groups-search" {}
            span.pager {
                button type="button" id="groups-back" { "Back" }
                label { "Page " input type="number" id="groups-page" min="1" value="1"; }
                button type="button" id="groups-next" { "Next" }
            }
        }
        div id="groups-list" {}
        noscript { p { "The groups need JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "groups", name: "Groups", heading: "Groups".to_owned(), body })
}
