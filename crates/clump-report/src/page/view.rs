//! The views of a page, in the order in which a publisher decides: sample rows, promise, attacks, use, loss,
//! and then item by item.

use maud::{Markup, Render, html};

use super::{Page, PageAudience};
use crate::Noun;
use crate::glossary::Term;

mod bar;
mod by_k;
mod facts;
mod kinds;
mod lists;
mod loss;
mod risk;
mod sample;
mod utility;
mod verdict;

pub use sample::rows as sample_table;

/// A section of the page.
pub struct View {
    /// Its anchor.
    id: &'static str,
    /// Its name in the navigation.
    name: &'static str,
    /// Its heading.
    heading: String,
    /// Its contents.
    body: Markup,
}

/// All views that have content.
pub fn all(page: &Page, audience: PageAudience) -> Vec<View> {
    [
        kinds::view(page),
        sample::view(page),
        verdict::view(page),
        facts::view(page),
        risk::view(page),
        utility::view(page),
        loss::view(page),
        lists::items(page, audience),
        lists::tree(page, audience),
        lists::groups(page),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl View {
    /// Its entry in the navigation.
    pub fn link(&self) -> Markup {
        html! { li { a href={ "#" (self.id) } { (self.name) } } }
    }

    /// The section.
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

/// True if `body` has no content.
fn is_empty(body: &Markup) -> bool {
    body.0.is_empty()
}

/// Tiles with a name, a number and its meaning each. Names and meanings are our own texts, in which `noun`
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

/// Figures of terms that the glossary explains.
fn term_tiles(noun: &Noun, figures: impl IntoIterator<Item = (Term, impl Render)>) -> Markup {
    tiles(noun, None, figures.into_iter().map(|(term, value)| (term.name(), value, term.sentence())))
}

/// The terms of a table, folded below it.
fn terms(noun: &Noun, terms: &[Term]) -> Markup {
    html! {
        details.terms {
            summary { "What the columns mean" }
            dl { @for term in terms { dt { (noun.say(term.name())) } dd { (noun.say(term.sentence())) } } }
        }
    }
}
