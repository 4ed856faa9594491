//! Parses one JSON object. Only the parts that the row takes are kept.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::row::JsonRow;
use super::{Keys, Role};
use crate::error::Fault;

/// The keys of an object.
pub(super) fn keys(text: &str) -> Result<Vec<String>, Fault> {
    struct First;

    impl<'de> Visitor<'de> for First {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<String>, A::Error> {
            let mut keys: Vec<String> = Vec::new();
            while let Some((key, IgnoredAny)) = map.next_entry::<String, _>()? {
                keys.push(key);
            }
            Ok(keys)
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(text);
    let keys = deserializer.deserialize_map(First).and_then(|keys| deserializer.end().map(|()| keys));
    keys.map_err(|error| not_an_object(&error))
}

/// The parser's message holds values, so only the position is kept.
fn not_an_object(error: &serde_json::Error) -> Fault {
    Fault::NotAnObject { column: error.column().max(1) }
}

/// Takes the object of a line into `row`.
pub(super) fn parse(text: &str, keys: &Keys, row: &mut JsonRow) -> Result<(), Fault> {
    row.clear();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = deserializer.deserialize_map(Object { row: &mut *row, keys });
    parsed.and_then(|()| deserializer.end()).map_err(|error| not_an_object(&error))?;
    row.fault().map_or(Ok(()), Err)
}

/// Fills a row.
struct Object<'r> {
    row: &'r mut JsonRow,
    keys: &'r Keys,
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Object { row, keys } = self;
        while let Some(role) = map.next_key_seed(Key { row: &mut *row, keys })? {
            match role {
                Role::Nothing => {
                    map.next_value::<IgnoredAny>()?;
                }
                role => map.next_value_seed(Value { row: &mut *row, role, is_nested: false })?,
            }
        }
        Ok(())
    }
}

/// Finds the role of a key, and keeps the key if it is an item.
struct Key<'r> {
    row: &'r mut JsonRow,
    keys: &'r Keys,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Role;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Role, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Role;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Role, E> {
        let role = self.keys.role(key);
        self.row.key(role, key);
        Ok(role)
    }
}

/// Takes the value of a key, or one of its items.
struct Value<'r> {
    row: &'r mut JsonRow,
    role: Role,
    is_nested: bool,
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if self.is_nested {
            self.row.element(text)
        } else {
            self.row.string(self.role, text)
        }
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.row.number(self.role, number);
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.row.number(self.role, number);
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.row.float(self.role, number);
        Ok(())
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<(), E> {
        match self.role {
            Role::Count => self.row.count(Some(u64::from(flag))),
            role => self.row.odd(role),
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        match self.role {
            Role::Count => self.row.count(Some(0)),
            Role::Items if self.is_nested => self.row.null(),
            _ => {}
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Value { row, role, is_nested } = self;
        if role == Role::Items && !is_nested {
            while sequence.next_element_seed(Value { row: &mut *row, role, is_nested: true })?.is_some() {}
        } else {
            row.odd(role);
            while sequence.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.row.odd(self.role);
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}
