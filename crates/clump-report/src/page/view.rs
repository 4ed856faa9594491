//! The views of a page, in the order in which a publisher decides: what readers get, what is promised, what an attacker can do, what the
//! release is good for, what it cost, and then item by item.

use std::fmt::Write;

use super::{Page, PageAudience};
use crate::Noun;
use crate::glossary::Term;
use crate::markup::escape;

mod bar;
mod by_k;
mod groups;
mod items;
mod loss;
mod risk;
mod sample;
mod tree;
mod utility;
mod verdict;

/// A section of the page.
pub struct View {
    /// Its anchor.
    id: &'static str,
    /// Its name in the navigation.
    name: &'static str,
    /// Its heading.
    heading: String,
    /// What it shows, as HTML.
    body: String,
}

/// All views that there is something to show in.
pub fn all(page: &Page, audience: PageAudience) -> Vec<View> {
    [
        sample::view(page),
        verdict::view(page),
        risk::view(page),
        utility::view(page),
        loss::view(page),
        items::view(page, audience),
        tree::view(page, audience),
        groups::view(page),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl View {
    /// Its entry in the navigation.
    pub fn link(&self) -> String {
        format!("<li><a href=\"#{}\">{}</a></li>\n", self.id, self.name)
    }

    /// The section.
    pub fn section(&self) -> String {
        format!(
            "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{}</h2>\n{}</section>\n",
            escape(&self.heading),
            self.body,
            id = self.id,
        )
    }
}

/// Figures that are one number each: what it is, the number, and what it means. The number may be HTML. Names and meanings
/// are our own words, in which owners are called by their noun.
fn tiles(noun: &Noun, class: &str, figures: &[(&str, String, &str)]) -> String {
    let mut html = format!("<dl class=\"tiles {class}\">\n");
    for (name, value, meaning) in figures {
        let _ = writeln!(
            html,
            "<div><dt>{}</dt><dd>{value}</dd><dd class=\"meaning\">{}</dd></div>",
            escape(&noun.say(name)),
            escape(&noun.say(meaning))
        );
    }
    html + "</dl>\n"
}

/// Figures of terms that the glossary explains.
fn term_tiles(noun: &Noun, figures: &[(Term, String)]) -> String {
    let figures: Vec<_> =
        figures.iter().map(|(term, value)| (term.name(), value.clone(), term.sentence())).collect();
    tiles(noun, "", &figures)
}

/// The terms of a table, folded below it.
fn terms(noun: &Noun, terms: &[Term]) -> String {
    let mut html = "<details class=\"terms\"><summary>What the columns mean</summary><dl>\n".to_owned();
    for term in terms {
        let (name, sentence) = (noun.say(term.name()), noun.say(term.sentence()));
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escape(&name), escape(&sentence));
    }
    html + "</dl></details>\n"
}
