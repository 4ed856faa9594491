//! Reads the irregular forms in the `exc` files that can lead to a noun.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::files::{File, Files, Speech};
use super::links::LinkedWord;
use super::parts::Part;
use super::{DatabaseError, text};

/// For each irregular form, its bases.
pub(super) type Forms<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// The irregular plurals as text. Bases that are neither a lemma nor the last word of a lemma are left out,
/// because no look-up could find them.
pub(super) fn plurals(files: &Files, nouns: &Part<'_>) -> Result<String, DatabaseError> {
    let endings: FxHashSet<&str> =
        nouns.lemmas.iter().map(|lemma| lemma.word.rsplit('_').next().unwrap_or(lemma.word)).collect();
    let leads_somewhere = |base: &str| !nouns.senses(base).is_empty() || endings.contains(base);
    Ok(lines(read(&files.0[Speech::Noun].exceptions)?, |_, base| leads_somewhere(base)))
}

/// The irregular forms of linked words, except forms that are nouns or linked words themselves.
pub(super) fn forms(
    files: &Files,
    nouns: &Part<'_>,
    linked_words: &[LinkedWord<'_>],
) -> Result<String, DatabaseError> {
    let linked: FxHashSet<&str> = linked_words.iter().map(|linked| linked.word).collect();
    let is_new = |form: &str| nouns.senses(form).is_empty() && !linked.contains(form);
    let mut forms = Forms::new();
    for speech in [Speech::Adjective, Speech::Verb, Speech::Adverb] {
        for (form, bases) in read(&files.0[speech].exceptions)? {
            forms.entry(form).or_default().extend(bases);
        }
    }
    Ok(lines(forms, |form, base| is_new(form) && linked.contains(base)))
}

/// For each irregular form, its bases in the order of the file. A form on several lines has the bases of all
/// these lines.
pub(super) fn read(file: &File) -> Result<Forms<'_>, DatabaseError> {
    let mut forms = Forms::new();
    for row in text(file)?.lines() {
        let mut fields = row.split_ascii_whitespace();
        let Some(form) = fields.next() else { continue };
        forms.entry(form).or_default().extend(fields);
    }
    Ok(forms)
}

/// Writes sorted lines `form|base|base`, with each base once and only the pairs that `is_wanted` accepts.
fn lines(forms: Forms<'_>, is_wanted: impl Fn(&str, &str) -> bool) -> String {
    let mut lines = String::new();
    for (form, bases) in forms {
        let mut wanted: Vec<&str> = Vec::new();
        for base in bases {
            if base != form && !wanted.contains(&base) && is_wanted(form, base) {
                wanted.push(base);
            }
        }
        if !wanted.is_empty() {
            lines.extend([form, "|", &wanted.join("|"), "\n"]);
        }
    }
    lines.replace('_', " ")
}
