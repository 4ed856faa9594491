//! Reads JSON objects with their keys in the order of the text, including repeated keys.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Collects the entries of a JSON object in a list.
struct Entries<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
    type Value = Vec<(String, V)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect()
    }
}

/// Parses the JSON object in `text` into pairs of key and value. The error may quote the text.
pub(crate) fn entries<'t, V: Deserialize<'t>>(text: &'t str) -> serde_json::Result<Vec<(String, V)>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let entries = deserializer.deserialize_map(Entries(PhantomData))?;
    deserializer.end()?;
    Ok(entries)
}
