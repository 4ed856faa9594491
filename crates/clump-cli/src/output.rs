//! Output on two streams: sentences for people on stderr, data on stdout. Only this file escapes control
//! characters. It escapes them in text for people, and leaves data for programs unchanged.
//!
//! File names, column names, labels and certificates come from other people. A control character in them can
//! move the cursor and overwrite a verdict. A direction mark can reverse a word, and some characters are
//! invisible.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

/// Prints one line on stderr. It stays one line, because line breaks in values are escaped too.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::output::say_line(format_args!($($text)*)) };
}

/// Prints a line for [`say!`]. Ignores errors, because a closed stderr must not stop a run.
pub fn say_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", shown(&line.to_string(), TABS));
}

/// Writes `value` as one JSON object on stdout.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    write_as_is(|out| out.write_all(text.as_bytes()))
}

/// Writes text to stdout and flushes it. On a terminal it escapes hidden characters except `LINES`.
pub fn write(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    if !io::stdout().is_terminal() {
        return write_as_is(fill);
    }
    let mut text = Vec::new();
    fill(&mut text)?;
    write_as_is(|out| out.write_all(shown(&String::from_utf8_lossy(&text), LINES).as_bytes()))
}

/// Writes data for programs to stdout without escapes, and flushes them.
pub fn write_as_is(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    fill(&mut out)?;
    out.flush()?;
    Ok(())
}

/// True if `character` controls a terminal, or is invisible on it.
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

/// Characters that [`shown`] leaves as they are: `TABS` in a single line, `LINES` in several lines.
pub const TABS: &[char] = &['\t'];
pub const LINES: &[char] = &['\n', '\t'];

/// `text` with escapes (`\u{1b}`, `\n`) for all hidden characters that are not in `kept`.
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
