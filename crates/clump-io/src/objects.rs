//! JSON objects whose keys keep their order, including repeated ones.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Keeps the entries of an object.
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

/// The keys of the object in `text`, with their values. The error may quote the text.
pub(crate) fn entries<'t, V: Deserialize<'t>>(text: &'t str) -> serde_json::Result<Vec<(String, V)>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let entries = deserializer.deserialize_map(Entries(PhantomData))?;
    deserializer.end()?;
    Ok(entries)
}
