//! The name of a column as a terminal may show it: nothing in it moves the cursor, turns the direction of writing, or
//! cannot be seen.

use std::fmt::{self, Write};

/// A text whose control and format characters are written as escapes.
pub(crate) struct Shown<'a>(pub &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match is_unseen(char) {
            true => write!(f, "{}", char.escape_default()),
            false => f.write_char(char),
        })
    }
}

/// Whether a character shows nothing of its own: controls, soft hyphens, zero-width characters, marks of direction,
/// variation selectors.
pub(crate) fn is_unseen(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        )
        || matches!(char, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(char, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}')
        || matches!(char, '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(Shown("us\u{1b}[1mer\u{200b} é").to_string(), r"us\u{1b}[1mer\u{200b} é");
    }
}
