//! The parts that make the verdict a document: identity of the release, its making, and a line for a
//! signature. Printed, the verdict is one sheet of paper (see `@media print` in the style sheet), so
//! everything here is short.

use maud::{Markup, Render, html};

use crate::Certificate;
use crate::page::Page;

/// Number of digits of a hash that are shown in short.
const GLANCE: usize = 16;

/// The text to sign: the day, the tool, and the hash of the release.
pub fn identity(page: &Page, certificate: &Certificate) -> Markup {
    let hash = &certificate.release.blake3;
    let glance = hash.get(..GLANCE).unwrap_or(hash);
    let mut rows = vec![("Release", html! { strong.hash { (glance) } })];
    rows.extend(page.date.map(|date| ("Date of this page", html! { (date.to_string()) })));
    rows.push(("BLAKE3 in full", html! { code { (hash) } }));
    rows.push(("Made by", html! { (certificate.tool) " " (certificate.version) }));
    rows.push(("Method", html! { (certificate.method) }));
    let owner = page.noun.say("An owner is");
    rows.push((&owner, html! { (certificate.owner_is) }));
    definitions("identity printed", &rows)
}

/// Layout, taxonomy and parameters of the release, for readers who check it.
pub fn facts(certificate: &Certificate) -> Markup {
    let mut rows =
        vec![("Layout", format!("{}, {}", certificate.release.layout, certificate.release.format))];
    if let Some(taxonomy) = &certificate.taxonomy {
        rows.push(("Taxonomy", taxonomy.source.clone()));
        rows.extend(taxonomy.blake3.clone().map(|hash| ("BLAKE3 of the taxonomy", hash)));
    }
    if !certificate.sensitive_items.is_empty() {
        rows.push(("Sensitive items", certificate.sensitive_items.join(", ")));
    }
    let parameters: Vec<String> =
        certificate.parameters.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    rows.push(("Parameters", parameters.join(", ")));
    html! {
        details.facts { summary { "How it was made" } (definitions("identity", &rows)) }
    }
}

/// Line for the signature. Shown on paper only.
pub fn signature() -> Markup {
    html! {
        div class="signature printed" {
            p { "I have read what is promised and what is not, and approve this release." }
            dl { @for name in ["Name", "Date", "Signature"] { div { dt { (name) } dd {} } } }
        }
        "\n"
    }
}

/// A list of names and values.
fn definitions(class: &str, rows: &[(&str, impl Render)]) -> Markup {
    html! {
        dl class=(class) { @for (name, value) in rows { dt { (name) } dd { (value) } } }
        "\n"
    }
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
