//! One reader a format: from text to a draft. What is malformed beyond a draft is a fault with its line; what is only no
//! tree is left to `resolve`.

use super::draft::Draft;
use super::format::TaxonomyFormat;
use super::text::Text;
use crate::error::Fault;

mod amnesia;
mod branches;
mod edges;
mod json;
mod outline;
#[cfg(feature = "skos")]
mod skos;
#[cfg(not(feature = "skos"))]
#[path = "formats/left_out.rs"]
mod skos;
mod wordnet;

#[cfg(feature = "skos")]
pub(super) use skos::SKOS;
pub(super) use wordnet::wordnet;

/// A line, and what is wrong with it.
pub(super) type LineFault = (usize, Fault);

/// Reads `text` in a format of lines or of one text.
pub(super) fn draft(text: &Text, format: TaxonomyFormat, language: Option<&str>) -> Result<Draft, LineFault> {
    match format {
        TaxonomyFormat::Edges => edges::draft(text),
        TaxonomyFormat::Arx => branches::arx(text),
        TaxonomyFormat::Paths => Ok(branches::paths(text)),
        TaxonomyFormat::Amnesia if text.whole().trim_start().starts_with('{') => json::draft(text),
        TaxonomyFormat::Amnesia => amnesia::draft(text),
        TaxonomyFormat::Json => json::draft(text),
        TaxonomyFormat::Outline => outline::draft(text),
        TaxonomyFormat::Skos => skos::draft(text, language),
        TaxonomyFormat::Wordnet => unreachable!("a database is a directory, not a text"),
    }
}
