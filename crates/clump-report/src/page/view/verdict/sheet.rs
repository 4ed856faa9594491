//! What makes the verdict a document: what it is about, who made it with what, and room for a signature. Printed, the
//! verdict is one sheet of paper (see `@media print` in the style sheet), so everything here is short.

use std::fmt::Write;

use crate::Certificate;
use crate::markup::escape;
use crate::page::Page;

/// How many digits of a hash are told at a glance.
const GLANCE: usize = 16;

/// What is signed: the day, the tool, and the release by its hash.
pub fn identity(page: &Page, certificate: &Certificate) -> String {
    let hash = &certificate.release.blake3;
    let glance = hash.get(..GLANCE).unwrap_or(hash);
    let mut rows = vec![("Release", format!("<strong class=\"hash\">{}</strong>", escape(glance)))];
    rows.extend(page.date.map(|date| ("Date of this page", date.to_string())));
    rows.push(("BLAKE3 in full", format!("<code>{}</code>", escape(hash))));
    rows.push(("Made by", escape(&format!("{} {}", certificate.tool, certificate.version))));
    rows.push(("Method", escape(&certificate.method)));
    let owner = page.noun.say("An owner is");
    rows.push((&owner, escape(&certificate.owner_is)));
    definitions("identity printed", &rows)
}

/// How the release was made, for those who check it.
pub fn facts(certificate: &Certificate) -> String {
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
    let rows: Vec<_> = rows.into_iter().map(|(name, value)| (name, escape(&value))).collect();
    format!(
        "<details class=\"facts\"><summary>How it was made</summary>{}</details>\n",
        definitions("identity", &rows)
    )
}

/// Where somebody takes responsibility. Shown on paper only.
pub fn signature() -> String {
    "<div class=\"signature printed\"><p>I have read what is promised and what is not, and approve this release.</p>\n\
     <dl><div><dt>Name</dt><dd></dd></div><div><dt>Date</dt><dd></dd></div><div><dt>Signature</dt><dd></dd></div></dl>\
     </div>\n"
        .to_owned()
}

/// A list of names and values; values are HTML.
fn definitions(class: &str, rows: &[(&str, String)]) -> String {
    let mut html = format!("<dl class=\"{class}\">\n");
    for (name, value) in rows {
        let _ = writeln!(html, "<dt>{name}</dt><dd>{value}</dd>");
    }
    html + "</dl>\n"
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
