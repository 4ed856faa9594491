//! E-mail addresses: a mailbox, an at sign, and a host with a dot and a top level that can be one.

use crate::cursor::{Cursor, is_one_of};

/// The standard allows no longer mailbox. It also bounds how far one looks for the at sign.
const LONGEST_MAILBOX: usize = 64;

/// Endings of files. `logo@2x.png` is no mailbox.
const FILES: &str = "png jpg jpeg gif svg css js htm html php txt pdf exe";

/// Where the e-mail address that begins at `start` ends. Punctuation after it does not belong to it.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if start.behind().ends_with(char::is_alphanumeric) || !start.peek()?.is_alphanumeric() {
        return None;
    }
    let ahead = start.ahead();
    let mut window = ahead.char_indices().take(LONGEST_MAILBOX + 1);
    let (length, _) = window.find(|&(_, char)| !is_mailbox(char))?;
    let mut cursor = start.past(&ahead[..length]);
    cursor.eat(|char| char == '@')?;
    host(cursor)
}

fn is_mailbox(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '_' | '%' | '+' | '-' | '\'' | '&')
}

/// Where the host that begins at `cursor` ends.
fn host(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut last = label(&mut cursor)?;
    let mut dots = 0;
    loop {
        let mut next = cursor;
        if next.eat(|char| char == '.').is_none() {
            break;
        }
        let Some(further) = label(&mut next) else { break };
        (last, cursor, dots) = (further, next, dots + 1);
    }
    (dots > 0 && is_top_level(last)).then_some(cursor)
}

/// Reads a label of a host: letters, digits, and hyphens inside.
fn label<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let label = cursor.eat_while(|char| char.is_alphanumeric() || char == '-');
    (!label.is_empty() && !label.starts_with('-') && !label.ends_with('-')).then_some(label)
}

/// There are more than a thousand top levels, and new ones each year, so none is looked up.
fn is_top_level(label: &str) -> bool {
    let letters = label.chars().all(char::is_alphabetic) && (2..=24).contains(&label.chars().count());
    let coded = label.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--"));
    (letters || coded) && !is_one_of(label, FILES)
}

#[cfg(test)]
mod tests {
    use crate::clean;
    use crate::tests::{assert_found, assert_kept};

    #[test]
    fn addresses_are_found() {
        for address in [
            "jane@example.com",
            "JANE.DOE@EXAMPLE.ORG",
            "jane+news@mail.example.co.uk",
            "jane_doe-1@example.museum",
            "o'hara@example.net",
            "jürgen@bücher.example",
            "j@example.xn--p1ai",
            "1234@example.com",
        ] {
            assert_found("[email]", address);
        }
    }

    #[test]
    fn punctuation_around_it_stays() {
        for (text, expected) in [
            ("\"jane@example.com\"", "\"[email]\""),
            ("<jane@example.com>,john@example.com.", "<[email]>,[email]."),
            ("mailto:jane@example.com?", "mailto:[email]?"),
            ("+jane@example.com", "+[email]"),
            ("who is jane@example.com's owner", "who is [email]'s owner"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn other_at_signs_stay() {
        for text in [
            "jane@example",
            "@example.com",
            "jane @example.com",
            "jane at example dot com",
            "jane@-example.com",
            "jane@example.c",
            "jane@198.51.100.23",
            "logo@2x.png",
            "work@home",
            "@ the movies",
            "jane@@example.com",
        ] {
            assert_kept(text);
        }
    }
}
