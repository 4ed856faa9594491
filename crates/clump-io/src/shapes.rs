//! Shapes of words that no dictionary has: a web address, a number, the name of a file, a word in another
//! script.
//!
//! A shape is a node that is added to WordNet's tree, and a word of this shape is a leaf below it. Two kinds
//! have one more level: web addresses are below their host, and words of other scripts below their script.
//! These nodes are made when they first occur. A word that may be the number or the address of a person is
//! generalized: only the node is published, however many people typed the word.

use clump_core::taxonomy::unmarked;
use clump_scrub::{Class, Text, is_year};
use unicode_script::{Script, UnicodeScript};

use crate::tokens::is_punctuation;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordShape {
    WebAddress,
    FileName,
    Year,
    Amount,
    ShortNumber,
    NumberWithSigns,
    LettersAndDigits,
    LongNumber,
    Identifier(Class),
    OtherScript,
    /// The query has neither letters nor digits.
    OnlySigns,
}

pub(crate) const OTHER_WORD: &str = "<other word>";

/// Nodes of the shapes in preorder, each with its distance from the root. No name is also a name in WordNet.
pub(crate) const NODES: [(u32, &str); 20] = [
    (1, "<web address>"),
    (1, "<file name>"),
    (1, "<number in digits>"),
    (2, "<year in digits>"),
    (2, "<amount in digits>"),
    (2, "<short number>"),
    (2, "<number with signs>"),
    (2, "<letters and digits>"),
    (2, "<long number>"),
    (1, "<identifier of a person>"),
    (2, "<e-mail address>"),
    (2, "<telephone number in digits>"),
    (2, "<card number>"),
    (2, "<social security number in digits>"),
    (2, "<address of a house>"),
    (2, "<user name>"),
    (2, "<other identifier>"),
    (1, "<other script>"),
    (1, "<only signs>"),
    (1, OTHER_WORD),
];

impl WordShape {
    pub(crate) const WITH_BRANCHES: [WordShape; 2] = [WordShape::WebAddress, WordShape::OtherScript];

    /// Shape of `word`, which must be in lower case; `None` for a plain word.
    pub(crate) fn of(word: &str) -> Option<WordShape> {
        if let Some(class) = clump_scrub::find(word, Text::Query) {
            return Some(WordShape::of_class(class));
        }
        if let Some(number) = of_digits(word) {
            return Some(number);
        }
        if host(word).is_some() {
            return Some(WordShape::WebAddress);
        }
        if is_file_name(word) {
            return Some(WordShape::FileName);
        }
        script_of(word).map(|_| WordShape::OtherScript)
    }

    pub(crate) fn of_class(class: Class) -> WordShape {
        match class {
            Class::Number => WordShape::LongNumber,
            class => WordShape::Identifier(class),
        }
    }

    pub(crate) fn node(self) -> &'static str {
        match self {
            WordShape::WebAddress => "<web address>",
            WordShape::FileName => "<file name>",
            WordShape::Year => "<year in digits>",
            WordShape::Amount => "<amount in digits>",
            WordShape::ShortNumber => "<short number>",
            WordShape::NumberWithSigns => "<number with signs>",
            WordShape::LettersAndDigits => "<letters and digits>",
            WordShape::LongNumber => "<long number>",
            WordShape::Identifier(Class::Email) => "<e-mail address>",
            WordShape::Identifier(Class::Phone) => "<telephone number in digits>",
            WordShape::Identifier(Class::Card) => "<card number>",
            WordShape::Identifier(Class::Ssn) => "<social security number in digits>",
            WordShape::Identifier(Class::Address) => "<address of a house>",
            WordShape::Identifier(Class::User) => "<user name>",
            WordShape::Identifier(_) => "<other identifier>",
            WordShape::OtherScript => "<other script>",
            WordShape::OnlySigns => "<only signs>",
        }
    }

    pub(crate) fn is_excluded(self) -> bool {
        matches!(self, WordShape::LongNumber | WordShape::Identifier(_))
    }

    /// Name of the node between this shape's node and `word`: the word's host or script; `None` if there is
    /// none.
    pub(crate) fn branch(self, word: &str) -> Option<String> {
        match self {
            WordShape::WebAddress => host(word).map(|host| format!("<{host}>")),
            WordShape::OtherScript => {
                script_of(word).map(|script| format!("{}{script}{}", SCRIPT.0, SCRIPT.1))
            }
            _ => None,
        }
    }

    pub(crate) fn above_branch(name: &str) -> Option<WordShape> {
        let script = name.strip_prefix(SCRIPT.0).and_then(|name| name.strip_suffix(SCRIPT.1));
        match WordShape::of(unmarked(name)) {
            Some(WordShape::WebAddress) => Some(WordShape::WebAddress),
            _ if script.and_then(Script::from_full_name).is_some() => Some(WordShape::OtherScript),
            _ => None,
        }
    }
}

/// Texts before and after the name of a script, in the name of its node: `<Greek word>`.
const SCRIPT: (&str, &str) = ("<", " word>");

fn is_file_name(word: &str) -> bool {
    const ENDINGS: [&str; 40] = [
        "asf", "avi", "bat", "bin", "bmp", "cab", "cfg", "csv", "dat", "dll", "doc", "docx", "dwg", "exe",
        "gif", "ini", "iso", "jar", "jpeg", "jpg", "log", "midi", "mov", "mp3", "mp4", "mpeg", "mpg", "ocx",
        "pdf", "png", "ppt", "psd", "rar", "swf", "txt", "wav", "wma", "wmv", "xls", "zip",
    ];
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    name.contains(char::is_alphanumeric) && ENDINGS.binary_search(&ending).is_ok()
}

/// Maximum number of digits of a short number. Of longer ones, only numbers of publications are published.
const SHORT: usize = 6;

const CURRENCIES: [char; 4] = ['$', '£', '€', '¥'];

/// Shape of a word with digits that is no identifier. `None` if the word has no digits, or if it is an
/// address, a file name, or a word that punctuation cuts.
fn of_digits(word: &str) -> Option<WordShape> {
    let digits = word.chars().filter(|char| char.is_numeric()).count();
    if digits == 0 {
        return None;
    }
    if host(word).is_some() || is_file_name(word) {
        return None;
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(match digits {
            _ if is_year(word) => WordShape::Year,
            ..=SHORT => WordShape::ShortNumber,
            _ => WordShape::NumberWithSigns,
        });
    }
    if word.contains(char::is_alphabetic) {
        // Words with punctuation inside are cut there later, so only words without it have this shape.
        return word.chars().all(char::is_alphanumeric).then_some(WordShape::LettersAndDigits);
    }
    // Signs at the ends of a number belong to the sentence, except currencies and percent.
    let begins =
        word.starts_with(|first: char| first.is_ascii_digit() || CURRENCIES.contains(&first) || first == '.');
    let ends =
        word.ends_with(|last: char| last.is_ascii_digit() || CURRENCIES.contains(&last) || last == '%');
    match begins && ends {
        true if is_amount(word) => Some(WordShape::Amount),
        true => Some(WordShape::NumberWithSigns),
        false => None,
    }
}

fn is_amount(word: &str) -> bool {
    let bare = word.trim_start_matches(CURRENCIES).trim_end_matches(CURRENCIES).trim_end_matches('%');
    let points = bare.matches(['.', ',']).count();
    let is_number = bare.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    is_number && (bare.len() < word.len() || points > 0)
}

/// English name of the script of `word`, by its first letter. `None` for Latin script, for a word without
/// letters, and for a word with punctuation, which will be cut.
fn script_of(word: &str) -> Option<&'static str> {
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

/// Endings of hosts that people type without `www.`. Any two letters may also be such an ending.
const ENDINGS: [&str; 16] = [
    "aero", "arpa", "biz", "com", "coop", "edu", "gov", "info", "int", "jobs", "mil", "mobi", "museum",
    "name", "net", "org",
];

/// Host of the web address `word` without `www.`; `None` if `word`, which is in lower case, is no web
/// address.
///
/// An address begins with `http://` or `www.`, or its host has a known ending. The ending of a country is not
/// enough after one or two letters: `a.m`, `u.s` and `i.e` are abbreviations.
fn host(word: &str) -> Option<&str> {
    let (stated, rest) = match word.find("://") {
        Some(at) if matches!(&word[..at], "http" | "https" | "ftp") => (true, &word[at + 3..]),
        Some(_) => return None,
        None => (false, word),
    };
    let end = rest.find(['/', '?', '#', ':']).unwrap_or(rest.len());
    let whole = rest[..end].trim_end_matches('.');
    let (host, stated) = match whole.strip_prefix("www.") {
        Some(host) => (host, true),
        None => (whole, stated),
    };
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|char| char.is_alphanumeric() || char == '-' || char == '_')
    };
    if !host.split('.').all(is_label) {
        return None;
    }
    let is_host = match host.rsplit_once('.') {
        // With `http://` or `www.` before it, a name without an ending is a host too.
        None => stated,
        Some(_) if stated => true,
        Some((name, ending)) => {
            let is_country = ending.len() == 2 && ending.bytes().all(|byte| byte.is_ascii_lowercase());
            ENDINGS.binary_search(&ending).is_ok() || (is_country && name.len() > 2)
        }
    };
    is_host.then_some(host)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shapes_of_words() {
        for (word, shape) in [
            ("jane@example.com", WordShape::Identifier(Class::Email)),
            ("jane@aol", WordShape::Identifier(Class::Email)),
            ("www.myspace.com", WordShape::WebAddress),
            ("http://10.0.0.1/x", WordShape::WebAddress),
            ("www.example.com/1-2-3", WordShape::WebAddress),
            ("www.x.com/name", WordShape::Identifier(Class::User)),
            ("setup.exe", WordShape::FileName),
            ("song.mp3", WordShape::FileName),
            ("2006", WordShape::Year),
            ("1066", WordShape::ShortNumber),
            ("90210", WordShape::ShortNumber),
            ("$1,000", WordShape::Amount),
            ("3.5", WordShape::Amount),
            ("50%", WordShape::Amount),
            ("9/11", WordShape::NumberWithSigns),
            ("24-7", WordShape::NumberWithSigns),
            ("555-1234", WordShape::Identifier(Class::Phone)),
            ("12/25/1985", WordShape::LongNumber),
            ("5/5/85", WordShape::LongNumber),
            ("10.0.0.12", WordShape::Amount),
            ("www.x.com/?to=jane%40example.com", WordShape::Identifier(Class::Email)),
            ("1234567", WordShape::LongNumber),
            ("ps2", WordShape::LettersAndDigits),
            ("wba12345678x", WordShape::LongNumber),
            ("978-0-306-40615-7", WordShape::NumberWithSigns),
            ("9780306406157", WordShape::NumberWithSigns),
            ("1914-1918", WordShape::NumberWithSigns),
            ("москва", WordShape::OtherScript),
            ("東京", WordShape::OtherScript),
        ] {
            assert_eq!(WordShape::of(word), Some(shape), "{word}");
        }
        for word in ["myspace", "école", "e-mail", "don't", "rock'n'roll", "a@", "c++", "straße", "u.s"] {
            assert_eq!(WordShape::of(word), None, "{word}");
        }
    }

    #[test]
    fn every_shape_has_a_node_and_the_nodes_are_a_preorder() {
        let shapes = [
            WordShape::WebAddress,
            WordShape::FileName,
            WordShape::Year,
            WordShape::Amount,
            WordShape::ShortNumber,
            WordShape::NumberWithSigns,
            WordShape::LettersAndDigits,
            WordShape::LongNumber,
            WordShape::OtherScript,
            WordShape::OnlySigns,
        ];
        let classes = Class::ALL.map(WordShape::of_class);
        for shape in shapes.into_iter().chain(classes) {
            let place = NODES.iter().position(|(_, name)| *name == shape.node());
            let place = place.unwrap_or_else(|| panic!("{shape:?} has no node"));
            // Words become leaves below the node of their shape, so this node must have no nodes below it.
            assert!(NODES.get(place + 1).is_none_or(|next| next.0 <= NODES[place].0), "{shape:?}");
        }
        assert_eq!(NODES[0].0, 1);
        assert!(NODES.windows(2).all(|pair| pair[1].0 <= pair[0].0 + 1));
    }

    #[test]
    fn hosts_and_scripts_are_branches() {
        let branch = |word: &str| WordShape::of(word).and_then(|shape| shape.branch(word));
        assert_eq!(branch("http://www.example.com/tom?id=1").as_deref(), Some("<example.com>"));
        assert_eq!(branch("myspace.com").as_deref(), Some("<myspace.com>"));
        assert_eq!(branch("москва").as_deref(), Some("<Cyrillic word>"));
        assert_eq!(branch("2006"), None);
        for (name, shape) in [
            ("<myspace.com>", Some(WordShape::WebAddress)),
            ("<Cyrillic word>", Some(WordShape::OtherScript)),
            ("<code word>", None),
        ] {
            assert_eq!(WordShape::above_branch(name), shape, "{name}");
        }
    }

    proptest! {
        /// A word with at least seven digits is excluded, whatever is between the digits, unless the digits
        /// are years or the number of a publication.
        #[test]
        fn seven_digits_are_excluded(word in "[a-z$]{0,2}([0-9][-./a-z]{0,1}){7,12}") {
            let is_publication = word.contains("10.") || word.starts_with(|first: char| first.is_ascii_digit());
            prop_assert!(is_publication || WordShape::of(&word).is_some_and(WordShape::is_excluded), "{}", word);
        }

        #[test]
        fn any_text_has_a_shape_or_none(word in "\\PC{0,12}") {
            let shape = WordShape::of(&word);
            prop_assert_eq!(shape.and_then(|shape| shape.branch(&word)).is_some(),
                matches!(shape, Some(WordShape::WebAddress | WordShape::OtherScript)));
        }
    }

    #[test]
    fn hosts_of_what_people_type() {
        for (word, expected) in [
            ("www.myspace.com", "myspace.com"),
            ("http://www.bbc.co.uk/news?x=1", "bbc.co.uk"),
            ("https://localhost:80", "localhost"),
            ("amazon.de", "amazon.de"),
            ("mail.yahoo.com/", "mail.yahoo.com"),
            ("www.craigslist", "craigslist"),
        ] {
            assert_eq!(host(word), Some(expected), "{word}");
        }
        for word in
            ["myspace", "u.s", "i.e", "setup.exe", "a..com", ".com", "st.louis", "http://", "x://y.com"]
        {
            assert_eq!(host(word), None, "{word}");
        }
    }
}
