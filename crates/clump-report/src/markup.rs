//! Escaping of foreign text on a page or in a figure. Templates (`maud`) escape markup. This file handles the
//! rest: invisible characters, and code between backticks.

use std::borrow::Cow;

use maud::{Markup, html};

/// The text of an HTML page. All pages pass through this function, so that it can escape invisible characters
/// from any source.
pub fn document(markup: Markup) -> String {
    let lines: Vec<Cow<'_, str>> = markup.0.split('\n').map(visible).collect();
    lines.join("\n")
}

/// `text` as HTML, with the parts between backticks as code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// `text` with escapes such as `\u{202e}` for characters that are invisible or change the direction of text.
/// A reader must see the text that is signed.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |letter: char| {
        if is_hidden(letter) { letter.escape_unicode().to_string() } else { letter.to_string() }
    };
    text.chars().map(shown).collect()
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
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        let html = |text| with_code(text).into_string();
        assert_eq!(html("with `--k` or `<b>`"), "with <code>--k</code> or <code>&lt;b&gt;</code>");
        assert_eq!(html("a ` alone"), "a <code> alone</code>");
    }

    #[test]
    fn markup_and_what_nobody_sees_is_escaped() {
        let escaped = |text: &str| document(html! { (text) });
        assert_eq!(escaped("<a href=\"x\">&</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
        assert_eq!(escaped("a\u{1b}[2J\0\u{85}b"), "a\\u{1b}[2J\\u{0}\\u{85}b");
        assert_eq!(escaped("lap\u{202e}top\u{200b}"), "lap\\u{202e}top\\u{200b}");
        assert_eq!(escaped("36.1\u{a0}% naïve 日本\n"), "36.1\u{a0}% naïve 日本\n");
        assert_eq!(visible("two\nlines"), "two\\u{a}lines");
    }
}
