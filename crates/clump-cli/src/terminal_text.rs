//! Text that is safe for a terminal: control characters are written as escapes.
//!
//! File names, column names, labels and certificates come from others. A control character in them can move
//! the cursor and overwrite a verdict. A change of direction can reverse a word, and a character without
//! width is invisible.

use std::borrow::Cow;

/// True if a terminal would not simply show `character`.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            // Characters without width, and marks of direction.
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
            // Line and paragraph separators; embeddings, overrides and isolates.
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Annotations and tags, which are invisible too.
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Characters that are not escaped: `TABS` in one line, `LINES` in several.
pub const TABS: &[char] = &['\t'];
pub const LINES: &[char] = &['\n', '\t'];

/// `text` with escapes (`\u{1b}`, `\n`) for all hidden characters except those of `kept`.
pub fn shown<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    let is_escaped = |character: char| is_hidden(character) && !kept.contains(&character);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_escaped(character) { shown.extend(character.escape_default()) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(shown("a\u{1b}[2Jb\rc\nd\te", &[]), r"a\u{1b}[2Jb\rc\nd\te");
        assert_eq!(shown("a\u{1b}b\nc\td", LINES), "a\\u{1b}b\nc\td");
        for hidden in
            ["\0", "\u{7f}", "\u{9b}", "\u{85}", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{e0041}"]
        {
            let escaped = shown(hidden, &[]);
            assert!(escaped.starts_with("\\u{") && escaped.is_ascii(), "{escaped}");
        }
    }

    #[test]
    fn other_text_stays() {
        for text in ["", "caf\u{e9} \u{4e2d}\u{6587} \u{1f436}", "a\u{301}", r"\u{1b}"] {
            assert!(matches!(shown(text, &[]), Cow::Borrowed(same) if same == text));
        }
    }
}
