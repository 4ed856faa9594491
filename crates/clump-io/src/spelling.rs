//! Plain forms of the names of owners. To a program that compares bytes, one person under several spellings
//! is several owners, and a group of five owners may be two people. So each name has a plain form, which is
//! likely the same for all spellings of one person. It makes compatible Unicode forms equal (NFKC), folds
//! case, removes invisible characters, collapses spaces, and drops leading zeros and zero fractions of
//! numbers. If two owners have the same plain form, reading stops with an error unless the user states if
//! they are one person.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// The treatment of owners who differ only in spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Spellings {
    /// Reading ends with an error.
    #[default]
    Refuse,
    /// They are different people. Nothing is compared.
    AsTheyAre,
    /// They are one person, called by the plain form.
    Fold,
}

/// Words, in plain form, that programs write for a missing value.
const NULL_WORDS: [&str; 12] =
    ["null", "nan", "none", "n/a", "nil", r"\n", "na", "<na>", "#n/a", "nat", "undefined", "(null)"];

/// Plain form of an owner's name: the same for names that differ only in spelling.
pub fn plain_form(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let folded = if name.is_ascii() { collapsed(&name.to_ascii_lowercase()) } else { folded(name) };
    Cow::Owned(plain_number(&folded).unwrap_or(folded))
}

pub(crate) fn is_null_word(name: &str) -> bool {
    // The longest of these words has nine bytes; only invisible characters can make it longer.
    (name.len() <= 9 || !name.is_ascii()) && NULL_WORDS.contains(&&*plain_form(name))
}

/// True if a name surely is its own plain form: it has only printable ASCII without capitals, and is not a
/// number that could be written in another way.
fn is_plain(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase();
    let begins_a_number = matches!(bytes, [b'0', _, ..] | [b'+' | b'-', ..]);
    bytes.iter().all(is_plain) && !begins_a_number && !(bytes.contains(&b'.') && bytes.ends_with(b"0"))
}

fn collapsed(text: &str) -> String {
    let words = text.split(|char: char| char.is_whitespace() || char.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Plain form of a text that is not ASCII. Converting to upper case and then to lower case unifies characters
/// that are equal in either case: `ß` and `SS`, both kinds of sigma.
fn folded(name: &str) -> String {
    let seen = |text: &str| {
        text.chars().filter(|&char| !is_unseen(char) || char.is_whitespace()).collect::<String>()
    };
    let lower: String =
        seen(name).nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect();
    collapsed(&seen(&lower))
}

/// A number in its shortest form: `007`, `7.0` and `+7` become `7`. `None` for any other text, also for
/// numbers with an exponent, a fraction or two points, which may be IDs.
fn plain_number(text: &str) -> Option<String> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = !whole.is_empty()
        && whole.bytes().all(|byte| byte.is_ascii_digit())
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte == b'0');
    if !is_number {
        return None;
    }
    let shortest = match whole.trim_start_matches('0') {
        "" => return Some("0".to_owned()),
        digits => digits,
    };
    Some(format!("{sign}{shortest}"))
}

pub(crate) struct EscapedText<'a>(pub &'a str);

impl fmt::Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| {
            if is_unseen(char) { write!(f, "{}", char.escape_default()) } else { f.write_char(char) }
        })
    }
}

/// True for controls, soft hyphens, zero-width characters, marks of direction, variation selectors.
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
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_person_have_one_form() {
        for spellings in [
            &["7", "07", "7.0", "+7", "007.00", "\u{ff17}", " 7", "7\u{200b}"][..],
            &["-7", "-07.0"],
            &["0", "00", "-0", "0.0"],
            &["anna b", "Anna B", "ANNA  B", "anna\u{a0}b", "an\u{ad}na b\u{feff}", "\u{ff21}nna b"],
            &["stra\u{df}e", "STRASSE", "Strasse"],
            &["caf\u{e9}", "cafe\u{301}", "CAF\u{c9}"],
            &["\u{3c3}\u{3c2}", "\u{3a3}\u{3a3}"],
        ] {
            for spelling in spellings {
                assert_eq!(
                    plain_form(spelling),
                    spellings[0].to_lowercase().replace('\u{df}', "ss").replace('\u{3c2}', "\u{3c3}")
                );
            }
        }
    }

    #[test]
    fn ids_keep_their_form() {
        for id in "7 120 10.0.0.1 1. 1.10 12e4 0x7f a-0 u_07 a.b@example.org 0 1.5".split(' ') {
            assert_eq!(plain_form(id), id);
        }
    }

    #[test]
    fn words_for_nothing() {
        for word in ["NULL", "null", "NaN", "None", "N/A", "nil", "\\N", "<NA>", "nu\u{200b}ll"] {
            assert!(is_null_word(word), "{word}");
        }
        for name in ["Nina", "nullius", "0", "no"] {
            assert!(!is_null_word(name), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(EscapedText("us\u{1b}[1mer\u{200b} é").to_string(), r"us\u{1b}[1mer\u{200b} é");
    }

    proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(name in "[-+0-9.aA \u{200b}\u{df}\u{e9}\u{301}\u{ff17}\u{a0}\u{fb01}]{0,8}") {
            let form = plain_form(&name).into_owned();
            prop_assert_eq!(plain_form(&form), form.as_str());
        }

        #[test]
        fn what_is_plain_at_a_glance_is_plain(name in "[!-~]{0,6}") {
            prop_assume!(is_plain(&name));
            let slow = collapsed(&name.to_ascii_lowercase());
            prop_assert_eq!(plain_number(&slow).unwrap_or(slow), name);
        }
    }
}
