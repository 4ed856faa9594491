//! Keys and values of a job, for reports and certificates. A job can be read from them.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::keys::key_name;

/// Keys with their values, null if not set. Only keys with a value are serialized.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Echo(Vec<(String, Value)>);

impl Echo {
    /// Adds a key; underscores in `key` become hyphens. `None` and empty lists are not serialized.
    ///
    /// # Panics
    /// When `value` cannot be written as JSON.
    pub fn put(&mut self, key: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("a setting is plain data");
        self.0.push((key_name(key), value));
    }

    /// All keys in the order of addition, including keys without a value.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// Removes the keys for which `is_kept` is false.
    pub fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.0.retain(|(key, _)| is_kept(key));
    }

    /// Adds all keys of `other` after the present ones.
    pub fn extend(&mut self, other: Echo) {
        self.0.extend(other.0);
    }

    /// The keys that have a value, with their values.
    pub fn written(self) -> BTreeMap<String, Value> {
        let has_value =
            |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        self.0.into_iter().filter(|(_, value)| has_value(value)).collect()
    }
}

impl Serialize for Echo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.clone().written().serialize(serializer)
    }
}
