//! Words of other scripts than the Latin one.

use unicode_script::{Script, UnicodeScript};

use crate::tokens::is_punctuation;

/// Whether a script is called so.
pub(super) fn is_name(name: &str) -> bool {
    Script::from_full_name(name).is_some()
}

/// The English name of the script of `word`, by its first letter; none for Latin, and where there is no letter or
/// punctuation still cuts the word.
pub(super) fn of(word: &str) -> Option<&'static str> {
    if word.is_ascii() || word.contains(is_punctuation) {
        return None;
    }
    let script = word
        .chars()
        .filter(|char| char.is_alphabetic())
        .map(|char| char.script())
        .find(|script| !matches!(script, Script::Common | Script::Inherited | Script::Unknown))?;
    (script != Script::Latin).then(|| script.full_name())
}
