//! Keys as flags of the command line: how their words are parsed.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::methods::MethodName;

/// A parser of the words of `T`, an enum without fields: those that its `Deserialize` knows.
pub fn words<T: DeserializeOwned + Clone + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words_of::<T>()).map(|word| {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.as_str().into_deserializer();
        T::deserialize(word).expect("one of the words")
    })
}

/// The words that the `Deserialize` of an enum without fields knows.
fn words_of<T: DeserializeOwned>() -> &'static [&'static str] {
    /// Asked for an enum, it notes its words, and returns an error.
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

/// A parser of the methods that need nothing but data.
pub fn method_names() -> impl TypedValueParser<Value = MethodName> {
    let method = |word: &str| MethodName::ALL.into_iter().find(|method| method.word() == word);
    PossibleValuesParser::new(MethodName::ALL.map(MethodName::word))
        .map(move |word| method(&word).expect("one of the words"))
}

/// A count, with an error that a person understands.
pub fn whole_number(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "not a whole number")
}

/// A count of at least one, with an error that a person understands.
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
