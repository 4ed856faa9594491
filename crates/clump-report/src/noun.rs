//! The word for an owner in texts for people: `patient`, `customer`, `person/people`.
//!
//! Sentences are written once, about owners who typed words. [`Noun::say`] replaces "owner" by the noun. For
//! data that are not queries it also replaces "word" by "item", and "typed" by "recorded". Use it only for our
//! own sentences, never for text from data, where "owner" may be an item.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::counted;

/// Maximum number of letters of a noun, so that it fits into sentences.
const MOST_LETTERS: usize = 30;

/// One owner and several. As text: `patient`, whose plural is `patients`, or both: `person/people`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Noun {
    one: String,
    many: String,
    is_of_items: bool,
}

/// The text is not a noun, such as `patient` or `person/people`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a noun: expected letters, with spaces or hyphens inside, like `patient`, or one and several, like `person/people`"
)]
pub struct NounError;

impl Default for Noun {
    fn default() -> Noun {
        Noun { one: "owner".to_owned(), many: "owners".to_owned(), is_of_items: false }
    }
}

impl FromStr for Noun {
    type Err = NounError;

    fn from_str(text: &str) -> Result<Noun, NounError> {
        let (one, many) = match text.split_once('/') {
            Some((one, many)) => (one.to_owned(), many.to_owned()),
            None => (text.to_owned(), format!("{text}s")),
        };
        let is_noun = |word: &str| {
            let inner = |letter: char| letter.is_alphabetic() || matches!(letter, ' ' | '-');
            word.chars().count() <= MOST_LETTERS
                && word.starts_with(char::is_alphabetic)
                && word.ends_with(char::is_alphabetic)
                && word.chars().all(inner)
        };
        if is_noun(&one) && is_noun(&many) {
            Ok(Noun { one, many, is_of_items: false })
        } else {
            Err(NounError)
        }
    }
}

as_text!(Noun);

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.one, self.many)
    }
}

impl Noun {
    /// The singular, such as `patient`.
    pub fn one(&self) -> &str {
        &self.one
    }

    /// The plural, such as `patients`.
    pub fn many(&self) -> &str {
        &self.many
    }

    /// True if the noun is the default, "owner" of a query log.
    pub fn is_default(&self) -> bool {
        *self == Noun::default()
    }

    /// The same noun for data that are not queries. Sentences then say "item" instead of "word".
    #[must_use]
    pub fn of_items(self) -> Noun {
        Noun { is_of_items: true, ..self }
    }

    /// A number of owners in words: `1 patient`, `53,058 patients`.
    pub fn counted(&self, number: usize) -> String {
        counted(number, &self.one, &self.many)
    }

    /// `sentence` with this noun instead of "owner", and with "item" instead of "word" if the data are not
    /// queries. Text in backticks stays as it is: it is a flag, a key or a name.
    pub fn say(&self, sentence: &str) -> String {
        let parts = sentence.split('`').enumerate();
        let said: Vec<String> = parts
            .map(|(part, text)| if part % 2 == 0 { self.say_part(text) } else { text.to_owned() })
            .collect();
        said.join("`")
    }

    /// Replaces words in a part of a sentence without backticks.
    fn say_part(&self, sentence: &str) -> String {
        let words = words(sentence);
        let is_article = |at: usize| words.get(at + 1) == Some(&" ") && words.get(at + 2) == Some(&"owner");
        // A file such as `owners.csv` keeps its name.
        let is_in_name = |at: usize| {
            at.checked_sub(1).is_some_and(|before| words[before].ends_with(['/', '.', '_', '-']))
                || matches!(words.get(at + 1), Some(&("." | "_" | "/" | "-"))) && words.get(at + 2).is_some()
        };
        let said = |(at, &word): (usize, &&str)| match word {
            word if is_in_name(at) => word.to_owned(),
            "owner" => self.one.clone(),
            "owners" => self.many.clone(),
            "Owner" => capital(&self.one),
            "Owners" => capital(&self.many),
            "an" if is_article(at) => self.article().to_owned(),
            "An" if is_article(at) => capital(self.article()),
            "word" if self.is_of_items => "item".to_owned(),
            "words" if self.is_of_items => "items".to_owned(),
            "Words" if self.is_of_items => "Items".to_owned(),
            "typed" if self.is_of_items => "recorded".to_owned(),
            other => other.to_owned(),
        };
        words.iter().enumerate().map(said).collect()
    }

    /// The article of the noun by its first letter: right for most nouns, including `user`.
    fn article(&self) -> &'static str {
        if self.one.to_lowercase().starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// The parts of `text`: runs of letters, and the text between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letters.peek().is_none_or(|(_, next)| next.is_alphabetic() != letter.is_alphabetic()) {
            let end = at + letter.len_utf8();
            words.push(&text[start..end]);
            start = end;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().unwrap()
    }

    #[test]
    fn sentences_take_the_noun_with_its_article_and_its_plural() {
        let sentence =
            "Owners who know an owner's row; more than owners. An owner, homeowners and the owner’s.";
        assert_eq!(Noun::default().say(sentence), sentence);
        assert_eq!(
            noun("patient").say(sentence),
            "Patients who know a patient's row; more than patients. A patient, homeowners and the patient’s."
        );
        assert_eq!(noun("employee").say("of an owner"), "of an employee");
        assert_eq!(Noun::default().of_items().say("Words: 2 words as typed"), "Items: 2 items as recorded");
        assert_eq!(noun("user").say("of an owner"), "of a user");
        assert_eq!(noun("user").say("/tmp/owner.csv: no owner."), "/tmp/owner.csv: no user.");
        assert_eq!(noun("user").say("`--owner` names an owner"), "`--owner` names a user");
        assert_eq!(noun("Bürger/Bürger").say("5 owners, 1 owner"), "5 Bürger, 1 Bürger");
        assert_eq!(
            [1, 1_403].map(|number| noun("person/people").counted(number)),
            ["1 person", "1,403 people"]
        );
    }

    #[test]
    fn a_noun_is_letters() {
        for wrong in ["", "/", "a/", "<b>", "x\u{1b}[2J", " patient", "a/b/c", &"x".repeat(31)] {
            assert!(wrong.parse::<Noun>().is_err(), "{wrong:?}");
        }
        let library = noun("library user");
        assert_eq!(serde_json::to_value(&library).unwrap(), "library user/library users");
        assert_eq!(serde_json::from_str::<Noun>("\"library user/library users\"").unwrap(), library);
    }
}
