//! A word with an argument, as values of some keys are: `subtree:4`, `round:10`, `skos:de`.

use std::fmt;
use std::str::FromStr;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};

use super::flags::words_of;
use crate::JobError;
use crate::job::settings::word;

/// One of the words of the enum `W`, and a text after a colon that some of them take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub struct Worded<W> {
    /// The word.
    pub word: W,
    /// The text after the colon.
    pub argument: Option<String>,
}

/// A text that begins with none of these words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of: {}", .0.join(", "))]
pub struct NoSuchWord(&'static [&'static str]);

impl<W> Worded<W> {
    /// The word with a number after it.
    pub fn with(word: W, number: impl fmt::Display) -> Worded<W> {
        Worded { word, argument: Some(number.to_string()) }
    }

    /// The number after the word, if there is one. `key` is the key of this value.
    ///
    /// # Errors
    /// When it is no whole number.
    pub fn number<N: FromStr>(&self, key: &'static str) -> Result<Option<N>, JobError> {
        let wrong = |_| JobError::Argument { key };
        self.argument.as_deref().map(|text| text.parse().map_err(wrong)).transpose()
    }
}

impl<W: DeserializeOwned> FromStr for Worded<W> {
    type Err = NoSuchWord;

    fn from_str(text: &str) -> Result<Worded<W>, NoSuchWord> {
        let (word, argument) = match text.split_once(':') {
            Some((word, argument)) => (word, Some(argument.to_owned())),
            None => (text, None),
        };
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        let word = W::deserialize(word).map_err(|_| NoSuchWord(words_of::<W>()))?;
        Ok(Worded { word, argument })
    }
}

impl<W: DeserializeOwned> TryFrom<String> for Worded<W> {
    type Error = NoSuchWord;

    fn try_from(text: String) -> Result<Worded<W>, NoSuchWord> {
        text.parse()
    }
}

impl<W: Serialize> From<Worded<W>> for String {
    fn from(Worded { word: value, argument }: Worded<W>) -> String {
        let argument = argument.map(|argument| format!(":{argument}"));
        word(&value) + &argument.unwrap_or_default()
    }
}

#[cfg(feature = "schema")]
impl<W> schemars::JsonSchema for Worded<W> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Worded".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}
