//! A scanner for identifiers of persons in any text. It finds card, telephone and social security numbers,
//! e-mail and street addresses, and user names in URLs. It also finds passports, bank accounts, vehicles,
//! devices, coordinates, and long numbers of unknown meaning.
//!
//! ```
//! use clump_scrub::{Class, IN_QUERIES, Text, find, scrub};
//!
//! let scrubbed = scrub("mail jane@example.com or call 212-555-0123", IN_QUERIES);
//! assert_eq!(scrubbed.text, "mail [email] or call [phone]");
//! assert_eq!(scrubbed.count(Class::Email), 1);
//!
//! assert_eq!(find("jane (at) example&#46;com", Text::Query), Some(Class::Email));
//! assert_eq!(find("isbn 0306406152", Text::Query), None);
//! ```
//!
//! A text is converted to a [plain form](plain()) first, so that no way to write a character hides an
//! identifier. Each class has a hand-written scanner in its own file, which documents what it finds and what
//! it skips. Numbers of publications are skipped. The scanner gives no promise: names of persons stay, and so
//! do identifiers in other forms. `tests/forms.rs` measures how much it finds, with the table next to it.

use std::borrow::Cow;
use std::ops::Range;

mod account;
mod address;
mod card;
mod coordinates;
mod cursor;
mod device;
mod email;
mod number;
mod passport;
mod phone;
mod plain;
mod reference;
mod ssn;
mod user;
mod vehicle;

use cursor::Cursor;
pub use number::is_year;
pub use plain::plain;

/// A kind of identifier that the scanner finds.
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
    /// A street address.
    Address,
    /// A user name, or a user's password or other secret, in the address of a page.
    User,
    /// The number of a passport, an identity card or a driving licence.
    Passport,
    /// An international bank account number with right check digits.
    Account,
    /// A vehicle identification number.
    Vehicle,
    /// The network address of a device.
    Device,
    /// Latitude and longitude of a place.
    Coordinates,
    /// Seven digits or more, a date, or an IP address.
    Number,
}

/// Source of a text. It decides which classes of identifiers may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A query as typed: all classes may occur.
    Query,
    /// A URL: page numbers in it look like telephone numbers, and streets have no fixed form in it.
    Link,
    /// An item of a basket or a code list. Such data consist of codes. So a number without gaps and without
    /// words next to it is not an identifier, unless its form is certain. A bar code with a correct check
    /// digit is not one either, even next to words.
    Item,
}

/// Classes of identifiers that a release of typed text never shows, in the order in which they are tried. A
/// user name can look like an e-mail address, so it comes first. Classes of numbers are tried from the most
/// certain form to the least. [Long numbers](Class::Number) come last.
pub const IN_RELEASES: &[Class] = &[
    Class::User,
    Class::Email,
    Class::Card,
    Class::Account,
    Class::Vehicle,
    Class::Device,
    Class::Coordinates,
    Class::Ssn,
    Class::Passport,
    Class::Phone,
    Class::Address,
    Class::Number,
];

/// [`IN_RELEASES`] without long numbers: for queries and other prose.
pub const IN_QUERIES: &[Class] = but_last(IN_RELEASES);

/// Classes that a URL can contain. Telephone numbers are not among them, because page numbers look like them.
const IN_LINKS: &[Class] = &[
    Class::User,
    Class::Email,
    Class::Card,
    Class::Account,
    Class::Device,
    Class::Coordinates,
    Class::Ssn,
    Class::Number,
];

/// The classes that a URL can contain, without long numbers: for clicked URLs, which may repeat a query.
pub const IN_ADDRESSES: &[Class] = but_last(IN_LINKS);

const fn but_last(classes: &[Class]) -> &[Class] {
    classes.split_at(classes.len() - 1).0
}

impl Class {
    /// All classes. Counts of identifiers have the same order.
    pub const ALL: [Class; 12] = [
        Class::Card,
        Class::Ssn,
        Class::Phone,
        Class::Email,
        Class::Address,
        Class::User,
        Class::Passport,
        Class::Account,
        Class::Vehicle,
        Class::Device,
        Class::Coordinates,
        Class::Number,
    ];

    /// The text that replaces an identifier of this class: a word in brackets such as `[card]`.
    pub fn mark(self) -> &'static str {
        match self {
            Class::Card => "[card]",
            Class::Ssn => "[ssn]",
            Class::Phone => "[phone]",
            Class::Email => "[email]",
            Class::Address => "[address]",
            Class::User => "[user]",
            Class::Passport => "[passport]",
            Class::Account => "[account]",
            Class::Vehicle => "[vehicle]",
            Class::Device => "[device]",
            Class::Coordinates => "[coordinates]",
            Class::Number => "[number]",
        }
    }

    /// True if a text with this number of signs may contain an identifier of this class.
    fn may_stand_among(self, signs: Signs) -> bool {
        match self {
            Class::Card => signs.digits >= 12,
            Class::Ssn => signs.digits >= 9,
            Class::Phone | Class::Account => signs.digits >= 6,
            Class::Email => signs.has_at,
            Class::Address => signs.digits > 0,
            Class::User => signs.has_path,
            Class::Passport => signs.digits >= 5,
            Class::Vehicle | Class::Coordinates => signs.digits >= 4,
            Class::Device => signs.joints >= 2 || signs.spaces >= 5,
            Class::Number => signs.digits >= 3,
        }
    }

    /// Position after the identifier of this class that begins at `start`, if one does. Long numbers are
    /// found elsewhere: they are whole words in text without other identifiers.
    fn end(self, start: Cursor<'_>) -> Option<Cursor<'_>> {
        match self {
            Class::Card => card::end(start),
            Class::Ssn => ssn::end(start),
            Class::Phone => phone::end(start),
            Class::Email => email::end(start),
            Class::Address => address::end(start),
            Class::User => user::end(start),
            Class::Passport => passport::end(start),
            Class::Account => account::end(start),
            Class::Vehicle => vehicle::end(start),
            Class::Device => device::end(start),
            Class::Coordinates => coordinates::end(start),
            Class::Number => None,
        }
    }

    /// Words that announce an identifier of this class, such as `visa` before a card number.
    fn names(self) -> &'static str {
        match self {
            Class::Card => "card visa mastercard amex creditcard credit cc kreditkarte",
            Class::Ssn => "ssn security",
            Class::Phone => phone::NAMES,
            Class::Passport => passport::NAMES,
            Class::Account => "account acct konto kontonummer kontonr iban bank routing blz",
            Class::Vehicle => vehicle::NAMES,
            _ => "",
        }
    }
}

/// Counts of characters in a text, for a quick check that an identifier of some class cannot be in it.
#[derive(Clone, Copy, Default)]
struct Signs {
    digits: usize,
    /// True if the text has an at sign or a word for it.
    has_at: bool,
    /// True if the text has any of the signs that surround user names in URLs.
    has_path: bool,
    /// Number of signs that can separate the groups of a network address.
    joints: usize,
    /// Number of spaces, which can separate such groups too.
    spaces: usize,
}

impl Signs {
    fn of(text: &str) -> Signs {
        let mut signs = Signs::default();
        // The last four bytes read, in lower case.
        let mut last = 0u32;
        for byte in text.bytes() {
            if !byte.is_ascii_lowercase() {
                signs.digits += usize::from(byte.is_ascii_digit());
                signs.has_at |= byte == b'@' || (!byte.is_ascii_alphanumeric() && ends_in_at(last));
                signs.has_path |= matches!(byte, b'~' | b'/' | b'\\' | b'=' | b'.' | b':');
                signs.joints += usize::from(matches!(byte, b':' | b'-' | b'.'));
                signs.spaces += usize::from(byte == b' ');
            }
            last = (last << 8) | u32::from(byte.to_ascii_lowercase());
        }
        signs
    }
}

/// True if the four bytes end in `at`, or in the last letters of a word for the at sign in [another
/// language](email).
fn ends_in_at(bytes: u32) -> bool {
    matches!(&bytes.to_be_bytes(), [.., b'a' | 0xa4, b't'] | b"roba" | b"base" | b"iola" | b"affe")
}

/// The result of [`scrub`]: a text without its identifiers.
#[derive(Clone, Debug)]
pub struct Scrubbed<'a> {
    /// The text with marks instead of identifiers. Borrowed if nothing was replaced.
    pub text: Cow<'a, str>,
    /// Number of replaced identifiers of each class, in the order of [`Class::ALL`].
    replaced: [u32; Class::ALL.len()],
}

impl Scrubbed<'_> {
    /// True if an identifier was replaced.
    pub fn is_changed(&self) -> bool {
        matches!(self.text, Cow::Owned(_))
    }

    /// Number of identifiers of `class` that were replaced.
    pub fn count(&self, class: Class) -> usize {
        self.replaced[class as usize] as usize
    }
}

/// Replaces every identifier of `classes` in `text` by its mark. A text without identifiers is returned
/// unchanged; one with an identifier is converted to its [plain form](plain()) first. Linear in the length of
/// the text. [`spans`] has the rule for overlaps.
pub fn scrub<'a>(text: &'a str, classes: &[Class]) -> Scrubbed<'a> {
    let mut scrubbed = Scrubbed { text: Cow::Borrowed(text), replaced: [0; Class::ALL.len()] };
    let plain = plain(text);
    let mut clean = String::new();
    let mut copied = 0;
    for (class, span) in spans(&plain, classes) {
        clean.push_str(&plain[copied..span.start]);
        clean.push_str(class.mark());
        scrubbed.replaced[class as usize] += 1;
        copied = span.end;
    }
    if copied > 0 {
        clean.push_str(&plain[copied..]);
        scrubbed.text = Cow::Owned(clean);
    }
    scrubbed
}

/// Class of the first identifier in a text of this kind, in any disguise. A long number counts only if the
/// text has no other identifier.
pub fn find(text: &str, kind: Text) -> Option<Class> {
    let plain = plain(text);
    let found = match kind {
        Text::Query => spans(&plain, IN_RELEASES),
        Text::Link => spans_in_link(&plain),
        Text::Item => spans_in_item(&plain),
    };
    let of_a_form = found.iter().find(|(class, _)| *class != Class::Number);
    of_a_form.or(found.first()).map(|&(class, _)| class)
}

/// Positions of the identifiers in a URL, in bytes. Streets, telephone numbers and documents have no certain
/// form in a path. But values of a form were typed, and words of a path may be a street.
fn spans_in_link(link: &str) -> Vec<(Class, Range<usize>)> {
    let mut found = spans(link, IN_LINKS);
    let (path, form) = link.split_once(['?', '#']).unwrap_or((link, ""));
    let is_in = |text: &str, class: Class| {
        // Each replaced character has one byte, and so has the space: positions in bytes do not change.
        let words = text.replace(['+', '-', '_'], " ");
        spans(&words, &[class]).into_iter().next()
    };
    let values = form.split(['&', ';', '#']).filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
    let typed = [Class::Address, Class::Phone, Class::Passport, Class::Vehicle];
    for value in values {
        found.extend(typed.iter().find_map(|&class| is_in(value, class)));
    }
    found.extend(path.split('/').find_map(|part| is_in(part, Class::Address)));
    found
}

/// Positions of the identifiers in an item, where signs count as gaps too: `jane_doe_212_555_0123`.
fn spans_in_item(item: &str) -> Vec<(Class, Range<usize>)> {
    let found = spans_in_words(item);
    if !found.is_empty() || item.trim().contains(char::is_whitespace) {
        return found;
    }
    let is_word = |run: &&str| run.chars().nth(2).is_some();
    let runs = item.split(|char: char| !char.is_alphabetic());
    let has_words = runs.filter(is_word).nth(1).is_some();
    // Each sign becomes one space, so positions in bytes do not change.
    let spaced = item.replace(['_', '-', '.', '/'], " ");
    let mut found = spans_in_words(&spaced);
    found.retain(|(class, span)| {
        let is_named = || Cursor::at_place(&spaced, span.start).is_named(class.names());
        has_words || *class == Class::Address || is_named()
    });
    found
}

/// Positions of the identifiers in an item whose signs are not replaced. A code without gaps is an identifier
/// only if its form is certain or a word announces it. Numbers next to words are treated as in queries.
fn spans_in_words(item: &str) -> Vec<(Class, Range<usize>)> {
    if is_bar_code(item) {
        return Vec::new();
    }
    let has_gaps = item.trim().contains(char::is_whitespace);
    let has_words =
        has_gaps && item.split(|char: char| !char.is_alphabetic()).any(|word| word.chars().nth(1).is_some());
    let mut found = spans(item, if has_words { IN_RELEASES } else { IN_QUERIES });
    // `~V01` is the name of a node in a published tree of ICD-9.
    let is_code = !has_gaps && is_tilde_code(item);
    found.retain(|(class, span)| {
        let text = &item[span.clone()];
        let is_named = || Cursor::at_place(item, span.start).is_named(class.names());
        // Seven digits alone are as often a part number as a telephone number.
        let is_short = !has_words && *class == Class::Phone && digits(text).count() == 7;
        let is_product = || *class == Class::Number && Cursor::at_place(item, span.start).is_named(PRODUCTS);
        // `14.1.10 Pulmonary artery anomalies`: classifications number their chapters.
        let is_chapter = *class == Class::Number
            && span.start == 0
            && text.chars().all(|char| char.is_ascii_digit() || char == '.')
            && digits(text).count() <= 6;
        (is_sure(*class, text) && !is_code)
            || is_named()
            || (has_gaps && !is_short && !is_chapter && !is_product() && !is_bar_code(text))
    });
    found
}

/// True for codes such as `~V01` and `~250`: a tilde, at most one letter, and digits.
fn is_tilde_code(item: &str) -> bool {
    let code = item.strip_prefix('~').map(|code| code.strip_prefix(char::is_alphabetic).unwrap_or(code));
    code.is_some_and(|code| code.starts_with(|char: char| char.is_ascii_digit()))
}

/// Words that announce the number of a product.
const PRODUCTS: &str =
    "art artnr artikel asin barcode cat catalog code ean gtin item model part plu ref sku upc";

/// True if an identifier has a form so rare that no product code has it.
fn is_sure(class: Class, text: &str) -> bool {
    let signs = text.chars().filter(|char| !char.is_alphanumeric()).count();
    match class {
        Class::Email | Class::User | Class::Account | Class::Device | Class::Coordinates => true,
        Class::Vehicle => true,
        // Bar codes have 13 or 14 digits.
        Class::Card => signs > 0 || digits(text).count() >= 15,
        Class::Ssn => signs > 0,
        Class::Phone => text.starts_with(['+', '(']) || (signs >= 2 && digits(text).count() >= 10),
        Class::Address | Class::Passport | Class::Number => false,
    }
}

/// True if `text` has 8, 12, 13 or 14 digits, and the last is the check digit of a bar code.
fn is_bar_code(text: &str) -> bool {
    let is_number = text.chars().all(|char| char.is_ascii_digit() || char.is_whitespace());
    let weighted = digits(text).rev().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
    is_number && matches!(digits(text).count(), 8 | 12..=14) && sum.is_multiple_of(10)
}

fn digits(text: &str) -> impl DoubleEndedIterator<Item = u32> {
    text.chars().filter_map(|char| char.to_digit(10))
}

/// Positions of the identifiers of `classes` in `text`, which is in its [plain form](plain()), from left to
/// right. If two begin at the same position, the class that comes first in `classes` is taken. Allocates only
/// if it finds something.
///
/// ```
/// use clump_scrub::{Class, IN_QUERIES, spans};
///
/// let text = "call 212-555-0123 now";
/// let found: Vec<(Class, &str)> =
///     spans(text, IN_QUERIES).into_iter().map(|(class, span)| (class, &text[span])).collect();
/// assert_eq!(found, [(Class::Phone, "212-555-0123")]);
/// ```
pub fn spans(text: &str, classes: &[Class]) -> Vec<(Class, Range<usize>)> {
    let mut found = Vec::new();
    // Skips most texts early: of 100 lines of the Excite log, 96 cannot contain an identifier.
    let signs = Signs::of(text);
    let may_hold = |class: &&Class| class.may_stand_among(signs);
    if !classes.iter().any(|class| may_hold(&class)) {
        return found;
    }
    let has_numbers = classes.contains(&Class::Number);
    let add_numbers = |found: &mut Vec<_>, part: Range<usize>| {
        if has_numbers {
            let numbers = number::spans(&text[part.clone()]).into_iter();
            found.extend(numbers.map(|span| (Class::Number, part.start + span.start..part.start + span.end)));
        }
    };
    let mut cursor = Cursor::new(text);
    // End of the last identifier or publication number so far, in bytes.
    let mut from = 0;
    while !cursor.ahead().is_empty() {
        let start = cursor.at();
        let publication = (signs.digits >= 7).then(|| reference::end(cursor)).flatten();
        let identifier =
            || classes.iter().filter(may_hold).find_map(|&class| Some((Some(class), class.end(cursor)?)));
        let Some((class, end)) = publication.map(|end| (None, end)).or_else(identifier) else {
            cursor.eat(|_| true);
            continue;
        };
        add_numbers(&mut found, from..start);
        found.extend(class.map(|class| (class, start..end.at())));
        (cursor, from) = (end, end.at());
    }
    add_numbers(&mut found, from..text.len());
    found
}

/// Cuts `text`, which is in its [plain form](plain()), into stretches with and without an identifier, from
/// left to right. A stretch with an identifier consists of whole words: the rest of a cut word was never
/// typed as a word. A text without identifiers is one stretch; an empty text has none.
///
/// ```
/// use clump_scrub::{Class, IN_RELEASES, stretches};
///
/// let text = "call \"212-555-0123\" now";
/// let cut: Vec<(Option<Class>, &str)> =
///     stretches(text, IN_RELEASES).into_iter().map(|(class, place)| (class, &text[place])).collect();
/// assert_eq!(cut, [(None, "call "), (Some(Class::Phone), "\"212-555-0123\""), (None, " now")]);
/// ```
pub fn stretches(text: &str, classes: &[Class]) -> Vec<(Option<Class>, Range<usize>)> {
    let mut stretches = Vec::new();
    let mut from = 0;
    for (class, span) in spans(text, classes) {
        if span.end <= from {
            continue;
        }
        let start = text[..span.start].rfind(char::is_whitespace).map_or(0, |at| at + 1).max(from);
        let end = text[span.end..].find(char::is_whitespace).map_or(text.len(), |at| span.end + at);
        stretches.extend([(None, from..start), (Some(class), start..end)]);
        from = end;
    }
    stretches.push((None, from..text.len()));
    stretches.retain(|(_, place)| !place.is_empty());
    stretches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(text: &str) -> String {
        scrub(text, IN_QUERIES).text.into_owned()
    }

    #[test]
    fn classes_are_counted_in_the_order_of_all() {
        for (place, class) in Class::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, place);
            assert!(IN_RELEASES.contains(&class));
            assert_eq!(IN_QUERIES.contains(&class), class != Class::Number);
        }
    }

    #[test]
    fn all_classes_in_one_text() {
        let text =
            "jane@example.com 4111111111111111 078-05-1120 212-555-0123 12 main st, www.example.edu/~jdoe";
        let scrubbed = scrub(text, IN_QUERIES);
        assert_eq!(scrubbed.text, "[email] [card] [ssn] [phone] [address], www.example.edu/~[user]");
        assert_eq!(scrubbed.replaced, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
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
        // Each part, repeated, gives a long text that some scanner examines closely. A scanner that starts
        // again at each position would need minutes.
        let parts = "a.|1|1 a |12 main |/users/|a@|a@a.a|4111 |+1 |(|+|user=|1-|po |~/|+44 1 |://a|123456789,|\
            a at |a (at) |de89 |00:|1.234 |rue |hauptstrasse |978-|978 |10.1000/|tel |passport 1|\
            - | 1 |&#6|%4|n 1 ";
        for part in parts.split('|') {
            let text = format!("(x1@) {}", part.repeat(50_000 / part.len()));
            assert!(scrub(&text, IN_RELEASES).text.starts_with("(x1@) "));
        }
    }

    proptest! {
        /// For any text: nothing panics, and the rest of the text keeps its order.
        #[test]
        fn the_rest_of_the_text_stays(text in "([0-9]{1,5}|[-+.@~/=( )]|main|st|é|po box|users|ssn|com|.){0,30}") {
            let clean = clean(&text);
            let plain = plain(&text);
            let mut rest = if clean == text { text.as_str() } else { &plain };
            let marks = |text: &str| IN_QUERIES.iter().fold(text.to_owned(), |text, class| text.replace(class.mark(), "\u{0}"));
            prop_assume!(!text.contains('\u{0}') && marks(&text) == text && marks(&plain) == plain);
            for piece in marks(&clean).split('\u{0}') {
                let place = rest.find(piece);
                prop_assert!(place.is_some());
                rest = &rest[place.unwrap_or(0) + piece.len()..];
            }
        }

        /// Any card number is found among any words.
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

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
