//! Text inside HTML and SVG.

use std::borrow::Cow;

/// `text` as the content of an element or of an attribute in double quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// `text` as [`escape`] has it, with what stands between backticks as code.
pub(crate) fn with_code(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    for (place, part) in escape(text).split('`').enumerate() {
        match place % 2 {
            0 => html.push_str(part),
            _ => html.push_str(&format!("<code>{part}</code>")),
        }
    }
    html
}

/// `text` with characters that nobody sees, or that turn the direction of others, as `\u{202e}`: what is signed must be
/// what is read.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

fn is_hidden(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    character.is_control() || is_format
}

#[cfg(test)]
mod tests {
    use super::{escape, with_code};

    #[test]
    fn what_stands_between_backticks_is_code() {
        assert_eq!(with_code("with `--k` or `<b>`"), "with <code>--k</code> or <code>&lt;b&gt;</code>");
        assert_eq!(with_code("a ` alone"), "a <code> alone</code>");
    }

    #[test]
    fn markup_and_what_nobody_sees_is_escaped() {
        assert_eq!(escape("<a href=\"x\">&</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
        assert_eq!(escape("a\u{1b}[2J\0\u{85}b"), "a\\u{1b}[2J\\u{0}\\u{85}b");
        assert_eq!(escape("lap\u{202e}top\u{200b}"), "lap\\u{202e}top\\u{200b}");
        assert_eq!(escape("36.1\u{a0}% naïve 日本"), "36.1\u{a0}% naïve 日本");
    }
}
