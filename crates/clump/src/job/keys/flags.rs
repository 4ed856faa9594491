//! Parsers for the values of flags.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::methods::MethodName;

/// A parser for the variant names of `T`, as its `Deserialize` defines them. Variants have no fields.
pub fn words<T: DeserializeOwned + Clone + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words_of::<T>()).map(|word| {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.as_str().into_deserializer();
        T::deserialize(word).expect("one of the words")
    })
}

/// Names of the variants of `T`, as its `Deserialize` defines them.
fn words_of<T: DeserializeOwned>() -> &'static [&'static str] {
    /// A deserializer that stores the names of variants that it is asked for, and then fails.
    struct Ask<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Ask<'_> {
        type Error = serde::de::value::Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(Error::custom("not an enum"))
        }

        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            words: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = words;
            Err(Error::custom("the words are known"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
        }
    }

    let mut words: &'static [&'static str] = &[];
    let _ = T::deserialize(Ask(&mut words));
    words
}

/// A parser for the names of all methods but `apply`, which needs an earlier release.
pub fn method_names() -> impl TypedValueParser<Value = MethodName> {
    let method = |word: &str| MethodName::ALL.into_iter().find(|method| method.word() == word);
    PossibleValuesParser::new(MethodName::ALL.map(MethodName::word))
        .map(move |word| method(&word).expect("one of the words"))
}

/// Parses a number from 0, with an error in plain English.
pub fn whole_number(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "not a whole number")
}

/// Parses a number from 1, with an error in plain English.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "not a whole number from 1")
}

#[cfg(test)]
mod tests {
    use clump_io::Matching;

    use super::*;

    #[test]
    fn an_enum_tells_its_words() {
        assert_eq!(words_of::<Matching>(), ["full", "paper"]);
    }
}
