//! What has the form of an identifier is cut out of any text: card numbers, social security numbers, telephone numbers,
//! e-mail addresses, street addresses, and user names in addresses of pages. Every scanner is tried at every place,
//! from left to right.
//!
//! ```
//! let scrubbed = clump_scrub::scrub("mail jane@example.com or call 212-555-0123", clump_scrub::IN_QUERIES);
//! assert_eq!(scrubbed.text, "mail [email] or call [phone]");
//! assert_eq!(scrubbed.count(clump_scrub::Class::Email), 1);
//! ```
//!
//! Each class has a hand-written scanner in a file of its own, which states what it takes and what it leaves. They are
//! made to err on the side of leaving text alone: a number is replaced when its form or a word beside it says what it
//! is. The wrong tool for whoever needs a promise: names of persons stay, and so does whatever is typed in another
//! form. How well this works on a real log stands at the method `scrub` of `clump-log`.

use std::borrow::Cow;
use std::ops::Range;

mod address;
mod card;
mod cursor;
mod email;
mod phone;
mod ssn;
mod user;

use cursor::Cursor;

/// A kind of identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// A payment card number of a known issuer with a right check digit.
    Card,
    /// A social security number of the United States.
    Ssn,
    /// A telephone number.
    Phone,
    /// An e-mail address.
    Email,
    /// A street address of the United States or Canada.
    Address,
    /// A user name in the address of a page.
    User,
}

/// What is looked for in queries and other prose. Where two begin at the same place, the first is taken: a user name
/// can look like an e-mail address, and a number is tried in the order of how sure its form is.
pub const IN_QUERIES: &[Class] =
    &[Class::User, Class::Email, Class::Card, Class::Ssn, Class::Phone, Class::Address];

/// What is looked for in clicked addresses, which may repeat a query. Numbers of pages look like phones, and streets have
/// no form there.
pub const IN_ADDRESSES: &[Class] = &[Class::User, Class::Email, Class::Card, Class::Ssn];

impl Class {
    /// All classes, in the order in which they are counted.
    pub const ALL: [Class; 6] =
        [Class::Card, Class::Ssn, Class::Phone, Class::Email, Class::Address, Class::User];

    /// What stands for an identifier of this class: its word in brackets.
    pub fn mark(self) -> &'static str {
        match self {
            Class::Card => "[card]",
            Class::Ssn => "[ssn]",
            Class::Phone => "[phone]",
            Class::Email => "[email]",
            Class::Address => "[address]",
            Class::User => "[user]",
        }
    }

    /// Whether a text with these signs may hold an identifier of this class.
    fn may_stand_among(self, signs: Signs) -> bool {
        match self {
            Class::Card => signs.digits >= 12,
            Class::Ssn => signs.digits >= 9,
            Class::Phone => signs.digits >= 7,
            Class::Email => signs.has_at,
            Class::Address => signs.digits > 0,
            Class::User => signs.has_path,
        }
    }

    /// Where the identifier of this class that begins at `start` ends; none if none begins there.
    fn end(self, start: Cursor<'_>) -> Option<Cursor<'_>> {
        match self {
            Class::Card => card::end(start),
            Class::Ssn => ssn::end(start),
            Class::Phone => phone::end(start),
            Class::Email => email::end(start),
            Class::Address => address::end(start),
            Class::User => user::end(start),
        }
    }
}

/// What of a text tells at a glance that a class has no identifier in it.
#[derive(Clone, Copy)]
struct Signs {
    digits: usize,
    has_at: bool,
    /// Whether there is any of the signs around users in addresses of pages.
    has_path: bool,
}

impl Signs {
    fn of(text: &str) -> Signs {
        let mut signs = Signs { digits: 0, has_at: false, has_path: false };
        for byte in text.bytes() {
            signs.digits += usize::from(byte.is_ascii_digit());
            signs.has_at |= byte == b'@';
            signs.has_path |= matches!(byte, b'~' | b'/' | b'=');
        }
        signs
    }
}

/// A text without its identifiers.
#[derive(Clone, Debug)]
pub struct Scrubbed<'a> {
    /// What is left, with the marks. Borrowed if nothing was replaced.
    pub text: Cow<'a, str>,
    /// How many were replaced, in the order of [`Class::ALL`].
    replaced: [u32; Class::ALL.len()],
}

impl Scrubbed<'_> {
    /// Whether anything was replaced.
    pub fn is_changed(&self) -> bool {
        matches!(self.text, Cow::Owned(_))
    }

    /// How many identifiers of `class` were replaced.
    pub fn count(&self, class: Class) -> usize {
        self.replaced[class as usize] as usize
    }
}

/// `text` with every identifier of `classes` replaced by its mark; the rest stays as it was written. Linear in the length
/// of the text. See [`spans`] for what is found.
pub fn scrub<'a>(text: &'a str, classes: &[Class]) -> Scrubbed<'a> {
    let mut scrubbed = Scrubbed { text: Cow::Borrowed(text), replaced: [0; Class::ALL.len()] };
    let mut clean = String::new();
    let mut copied = 0;
    for (class, span) in spans(text, classes) {
        clean.push_str(&text[copied..span.start]);
        clean.push_str(class.mark());
        scrubbed.replaced[class as usize] += 1;
        copied = span.end;
    }
    if copied > 0 {
        clean.push_str(&text[copied..]);
        scrubbed.text = Cow::Owned(clean);
    }
    scrubbed
}

/// Where the identifiers of `classes` stand in `text`, from left to right. Where two begin at the same place, the class
/// that is named first is taken.
///
/// ```
/// use clump_scrub::{Class, IN_QUERIES, spans};
///
/// let text = "call 212-555-0123 now";
/// let found: Vec<(Class, &str)> = spans(text, IN_QUERIES).map(|(class, span)| (class, &text[span])).collect();
/// assert_eq!(found, [(Class::Phone, "212-555-0123")]);
/// ```
pub fn spans<'a>(text: &'a str, classes: &'a [Class]) -> impl Iterator<Item = (Class, Range<usize>)> + 'a {
    // Of 100 lines of Excite, 96 can hold none.
    let signs = Signs::of(text);
    let may_hold_some = classes.iter().any(|&class| class.may_stand_among(signs));
    let mut cursor = Cursor::new(if may_hold_some { text } else { "" });
    std::iter::from_fn(move || {
        while !cursor.ahead().is_empty() {
            let start = cursor.at();
            let mut classes = classes.iter().filter(|class| class.may_stand_among(signs));
            if let Some((class, end)) = classes.find_map(|&class| Some((class, class.end(cursor)?))) {
                cursor = end;
                return Some((class, start..end.at()));
            }
            cursor.eat(|_| true);
        }
        None
    })
}

#[cfg(test)]
pub(crate) fn clean(text: &str) -> String {
    scrub(text, IN_QUERIES).text.into_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `identifier` becomes `mark`, alone and in a sentence.
    #[track_caller]
    pub(crate) fn assert_found(mark: &str, identifier: &str) {
        for (before, after) in [("", ""), ("who is ", ""), ("\"", "\""), ("who is (", ")?"), ("", ", please")]
        {
            let text = format!("{before}{identifier}{after}");
            assert_eq!(clean(&text), format!("{before}{mark}{after}"), "{text}");
        }
    }

    /// `text` holds no identifier, alone and in a sentence.
    #[track_caller]
    pub(crate) fn assert_kept(text: &str) {
        for (before, after) in [("", ""), ("find ", ""), ("\"", "\""), ("(", ")"), ("", ", please")] {
            let text = format!("{before}{text}{after}");
            assert_eq!(clean(&text), text);
        }
    }

    #[test]
    fn classes_are_counted_in_the_order_of_all() {
        for (place, class) in Class::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, place);
            assert!(IN_QUERIES.contains(&class));
        }
    }

    #[test]
    fn all_classes_in_one_text() {
        let text =
            "jane@example.com 4111111111111111 078-05-1120 212-555-0123 12 main st, www.example.edu/~jdoe";
        let scrubbed = scrub(text, IN_QUERIES);
        assert_eq!(scrubbed.text, "[email] [card] [ssn] [phone] [address], www.example.edu/~[user]");
        assert_eq!(scrubbed.replaced, [1; 6]);
    }

    #[test]
    fn numbers_of_pages_are_no_phones() {
        let scrub = |text| scrub(text, IN_ADDRESSES).text;
        assert_eq!(scrub("http://example.com/?id=212-555-0123"), "http://example.com/?id=212-555-0123");
        assert_eq!(scrub("http://example.com/?to=jane@example.com"), "http://example.com/?to=[email]");
        assert_eq!(scrub("http://example.edu/~jdoe"), "http://example.edu/~[user]");
    }

    #[test]
    fn long_cells_take_no_longer_than_they_must() {
        // Each is a long text of what one of the scanners looks at. One that starts over at each place needs minutes.
        let parts = [
            "a.",
            "1",
            "1 a ",
            "12 main ",
            "/users/",
            "a@",
            "a@a.a",
            "4111 ",
            "+1 ",
            "(",
            "+",
            "user=",
            "1-",
            "po ",
            "~/",
            "+44 1 ",
            "://a",
            "123456789,",
        ];
        for part in parts {
            let text = format!("1@ {}", part.repeat(300_000 / part.len()));
            assert!(scrub(&text, IN_QUERIES).text.starts_with("1@ "));
        }
    }

    proptest! {
        /// Whatever people type: nothing breaks, and what is left stands in the text in the same order.
        #[test]
        fn the_rest_of_the_text_stays(text in "([0-9]{1,5}|[-+.@~/=( )]|main|st|é|po box|users|ssn|com|.){0,30}") {
            let clean = clean(&text);
            let mut rest = text.as_str();
            let marks = |text: &str| IN_QUERIES.iter().fold(text.to_owned(), |text, class| text.replace(class.mark(), "\u{0}"));
            prop_assume!(!text.contains('\u{0}') && marks(&text) == text);
            for piece in marks(&clean).split('\u{0}') {
                let place = rest.find(piece);
                prop_assert!(place.is_some());
                rest = &rest[place.unwrap_or(0) + piece.len()..];
            }
        }

        /// A card number in any words is found, whatever its digits.
        #[test]
        fn cards_are_found_among_words(digits in "4[0-9]{14}", before in "[a-z ]{0,8} ", after in " [a-z ]{0,8}") {
            let sum: u32 = digits.bytes().rev().enumerate().map(|(place, byte)| {
                let digit = u32::from(byte - b'0');
                if place % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
            }).sum();
            let number = format!("{digits}{}", (10 - sum % 10) % 10);
            prop_assert_eq!(clean(&format!("{before}{number}{after}")), format!("{before}[card]{after}"));
        }
    }
}

/// What the README shows is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
