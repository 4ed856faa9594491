//! The irregular plurals of `noun.exc` that can lead to a noun at all.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::files::Database;
use super::{DatabaseError, text};

/// Lines `inflected|base|base`, sorted. A form given on several lines has the bases of all of them. Bases that are
/// neither a lemma nor the last word of one are left out: nothing could be found through them.
pub(super) fn lines(file: &[u8], database: &Database<'_>) -> Result<String, DatabaseError> {
    let endings: FxHashSet<&str> =
        database.lemmas.iter().map(|lemma| lemma.word.rsplit('_').next().unwrap_or(lemma.word)).collect();
    let leads_somewhere = |base: &str| !database.senses(base).is_empty() || endings.contains(base);

    let mut bases_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in text(file, "noun.exc")?.lines() {
        let mut fields = row.split_ascii_whitespace();
        let Some(inflected) = fields.next() else { continue };
        for base in fields.filter(|&base| base != inflected && leads_somewhere(base)) {
            let bases = bases_of.entry(inflected).or_default();
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
    }
    let mut lines = String::new();
    for (inflected, bases) in bases_of {
        lines.push_str(inflected);
        for base in bases {
            lines.push('|');
            lines.push_str(base);
        }
        lines.push('\n');
    }
    Ok(lines.replace('_', " "))
}
