//! What no dictionary has is told by its shape: a web address, a number, the name of a file, a word in another script.
//!
//! A shape is a node of the tree beside WordNet's, and what has it is a leaf below. Two kinds say more: web addresses lie
//! below their host and words of other scripts below their script, on nodes that are made as they are met. What may be
//! the number or the address of a person is withheld: the node stands for it, however many people typed it.

use clump_core::taxonomy::unmarked;
use clump_scrub::Class;

mod digits;
mod script;
mod web;

/// What a word looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
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
    /// No letter and no digit, where nothing else was typed.
    OnlySigns,
}

/// The node of all words without a shape that no dictionary has.
pub(crate) const OTHER_WORD: &str = "<other word>";

/// The nodes of the shapes in preorder, each with its distance from the root. None is a name of WordNet's.
pub(crate) const NODES: [(u32, &str); 19] = [
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
    (1, "<other script>"),
    (1, "<only signs>"),
    (1, OTHER_WORD),
];

impl Shape {
    /// Those whose words have a node between.
    pub(crate) const WITH_BRANCHES: [Shape; 2] = [Shape::WebAddress, Shape::OtherScript];

    /// The shape of `word`, which is in lower case; none for a mere word.
    pub(crate) fn of(word: &str) -> Option<Shape> {
        if is_e_mail(word) {
            return Some(Shape::Identifier(Class::Email));
        }
        if let Some(number) = digits::of(word) {
            return Some(number);
        }
        if web::host(word).is_some() {
            return Some(Shape::WebAddress);
        }
        if is_file_name(word) {
            return Some(Shape::FileName);
        }
        script::of(word).map(|_| Shape::OtherScript)
    }

    /// The name of its node.
    pub(crate) fn node(self) -> &'static str {
        match self {
            Shape::WebAddress => "<web address>",
            Shape::FileName => "<file name>",
            Shape::Year => "<year in digits>",
            Shape::Amount => "<amount in digits>",
            Shape::ShortNumber => "<short number>",
            Shape::NumberWithSigns => "<number with signs>",
            Shape::LettersAndDigits => "<letters and digits>",
            Shape::LongNumber => "<long number>",
            Shape::Identifier(Class::Email) => "<e-mail address>",
            Shape::Identifier(Class::Phone) => "<telephone number in digits>",
            Shape::Identifier(Class::Card) => "<card number>",
            Shape::Identifier(Class::Ssn) => "<social security number in digits>",
            Shape::Identifier(Class::Address) => "<address of a house>",
            Shape::Identifier(Class::User) => "<user name>",
            Shape::Identifier(_) => "<identifier of a person>",
            Shape::OtherScript => "<other script>",
            Shape::OnlySigns => "<only signs>",
        }
    }

    /// Whether what has this shape is never published as it was typed.
    pub(crate) fn is_withheld(self) -> bool {
        matches!(self, Shape::LongNumber | Shape::Identifier(_))
    }

    /// The name of the node between this shape's and `word`, where there is one: its host, or its script.
    pub(crate) fn branch(self, word: &str) -> Option<String> {
        match self {
            Shape::WebAddress => web::host(word).map(|host| format!("<{host}>")),
            Shape::OtherScript => script::of(word).map(|script| format!("{}{script}{}", SCRIPT.0, SCRIPT.1)),
            _ => None,
        }
    }

    /// The shape whose branch is called `name`.
    pub(crate) fn above_branch(name: &str) -> Option<Shape> {
        let script = name.strip_prefix(SCRIPT.0).and_then(|name| name.strip_suffix(SCRIPT.1));
        match Shape::of(unmarked(name)) {
            Some(Shape::WebAddress) => Some(Shape::WebAddress),
            _ if script.is_some_and(script::is_name) => Some(Shape::OtherScript),
            _ => None,
        }
    }
}

/// What stands before and after the name of a script in that of its node.
const SCRIPT: (&str, &str) = ("<", " word>");

/// Whether numbers that stand side by side may be one that was typed in parts.
pub(crate) fn is_split_number(words: &[&str]) -> bool {
    let digits: usize = words.iter().map(|word| word.chars().count()).sum();
    digits >= digits::LONG && !words.iter().all(|word| digits::is_year(word))
}

/// Whether a sign for "at", maybe as addresses of pages write it, stands between letters or digits. What scanners of whole
/// addresses leave, such as an address without an ending, is withheld too.
fn is_e_mail(word: &str) -> bool {
    ["@", "%40"].iter().any(|at| {
        word.match_indices(at).any(|(start, _)| {
            word[..start].ends_with(char::is_alphanumeric)
                && word[start + at.len()..].starts_with(char::is_alphanumeric)
        })
    })
}

/// Whether `word` ends as the names of files do.
fn is_file_name(word: &str) -> bool {
    const ENDINGS: [&str; 40] = [
        "asf", "avi", "bat", "bin", "bmp", "cab", "cfg", "csv", "dat", "dll", "doc", "docx", "dwg", "exe",
        "gif", "ini", "iso", "jar", "jpeg", "jpg", "log", "midi", "mov", "mp3", "mp4", "mpeg", "mpg", "ocx",
        "pdf", "png", "ppt", "psd", "rar", "swf", "txt", "wav", "wma", "wmv", "xls", "zip",
    ];
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    name.contains(char::is_alphanumeric) && ENDINGS.binary_search(&ending).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shapes_of_words() {
        for (word, shape) in [
            ("jane@example.com", Shape::Identifier(Class::Email)),
            ("jane@aol", Shape::Identifier(Class::Email)),
            ("www.myspace.com", Shape::WebAddress),
            ("http://10.0.0.1/x", Shape::WebAddress),
            ("www.x.com/1-2-3", Shape::WebAddress),
            ("setup.exe", Shape::FileName),
            ("song.mp3", Shape::FileName),
            ("2006", Shape::Year),
            ("1066", Shape::ShortNumber),
            ("90210", Shape::ShortNumber),
            ("$1,000", Shape::Amount),
            ("3.5", Shape::Amount),
            ("50%", Shape::Amount),
            ("9/11", Shape::NumberWithSigns),
            ("24-7", Shape::NumberWithSigns),
            ("555-1234", Shape::LongNumber),
            ("12/25/1985", Shape::LongNumber),
            ("5/5/85", Shape::LongNumber),
            ("10.0.0.12", Shape::LongNumber),
            ("www.x.com/?to=jane%40example.com", Shape::Identifier(Class::Email)),
            ("1234567", Shape::LongNumber),
            ("ps2", Shape::LettersAndDigits),
            ("wba12345678x", Shape::LongNumber),
            ("москва", Shape::OtherScript),
            ("東京", Shape::OtherScript),
        ] {
            assert_eq!(Shape::of(word), Some(shape), "{word}");
        }
        for word in ["myspace", "école", "e-mail", "don't", "rock'n'roll", "a@", "c++", "straße", "u.s"] {
            assert_eq!(Shape::of(word), None, "{word}");
        }
    }

    #[test]
    fn every_shape_has_a_node_and_the_nodes_are_a_preorder() {
        let shapes = [
            Shape::WebAddress,
            Shape::FileName,
            Shape::Year,
            Shape::Amount,
            Shape::ShortNumber,
            Shape::NumberWithSigns,
            Shape::LettersAndDigits,
            Shape::LongNumber,
            Shape::OtherScript,
            Shape::OnlySigns,
        ];
        let classes = Class::ALL.map(Shape::Identifier);
        for shape in shapes.into_iter().chain(classes) {
            assert!(NODES.iter().any(|(_, name)| *name == shape.node()), "{shape:?}");
        }
        assert_eq!(NODES[0].0, 1);
        assert!(NODES.windows(2).all(|pair| pair[1].0 <= pair[0].0 + 1));
    }

    #[test]
    fn hosts_and_scripts_are_branches() {
        let branch = |word: &str| Shape::of(word).and_then(|shape| shape.branch(word));
        assert_eq!(branch("http://www.myspace.com/tom?id=1").as_deref(), Some("<myspace.com>"));
        assert_eq!(branch("myspace.com").as_deref(), Some("<myspace.com>"));
        assert_eq!(branch("москва").as_deref(), Some("<Cyrillic word>"));
        assert_eq!(branch("2006"), None);
        for (name, shape) in [
            ("<myspace.com>", Some(Shape::WebAddress)),
            ("<Cyrillic word>", Some(Shape::OtherScript)),
            ("<code word>", None),
        ] {
            assert_eq!(Shape::above_branch(name), shape, "{name}");
        }
    }

    proptest! {
        /// Seven digits are too many, whatever stands between them.
        #[test]
        fn seven_digits_are_withheld(word in "[a-z$]{0,2}([0-9][-./a-z]{0,1}){7,12}") {
            prop_assert!(Shape::of(&word).is_some_and(Shape::is_withheld), "{}", word);
        }

        #[test]
        fn any_text_has_a_shape_or_none(word in "\\PC{0,12}") {
            let shape = Shape::of(&word);
            prop_assert_eq!(shape.and_then(|shape| shape.branch(&word)).is_some(),
                matches!(shape, Some(Shape::WebAddress | Shape::OtherScript)));
        }
    }
}
