//! The views of a page, in the order in which a publisher decides: what readers get, what is promised, what an attacker can do, what the
//! release is good for, what it cost, and then item by item.

use std::fmt::Write;

use super::{Page, PageAudience};
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

/// Figures that are one number each: what it is, the number, and what it means. The number may be HTML.
fn tiles(figures: &[(&str, String, &str)]) -> String {
    let mut html = "<dl class=\"tiles\">\n".to_owned();
    for (name, value, meaning) in figures {
        let _ = writeln!(
            html,
            "<div><dt>{}</dt><dd>{value}</dd><dd class=\"meaning\">{}</dd></div>",
            escape(name),
            escape(meaning)
        );
    }
    html + "</dl>\n"
}
