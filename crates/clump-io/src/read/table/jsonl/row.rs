//! Parses one JSON object into a row. Only the needed values are stored, in buffers that are reused.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Keys, Role};
use crate::error::Fault;
use crate::layout::Separator;
use crate::objects::entries;
use crate::read::records::{Record, Row};
use crate::read::table::count;
use crate::split::cell_items;

#[derive(Default)]
pub(super) struct JsonRow {
    owner: String,
    transaction: String,
    time: String,
    url: String,
    query: String,
    /// Values of the further columns of the request.
    others: Vec<String>,
    /// Number of the further column that the current key names.
    other: Option<usize>,
    /// Texts of all items, end to end. `ends` has the end of each in bytes, and its number of occurrences.
    items: String,
    ends: Vec<(usize, u64)>,
    null_items: u64,
    fault: Option<Fault>,
    separator: Option<Separator>,
    here: Roles,
    seen: Roles,
}

#[derive(Clone, Copy, Default)]
struct Roles(u16);

impl Roles {
    fn insert(&mut self, role: Role) -> bool {
        let is_new = !self.has(role);
        self.0 |= 1 << role as u8;
        is_new
    }

    fn has(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }
}

impl JsonRow {
    pub(super) fn new(separator: Option<Separator>, others: usize) -> Self {
        JsonRow { separator, others: vec![String::new(); others], ..JsonRow::default() }
    }

    fn clear(&mut self) {
        let JsonRow { owner, transaction, time, url, query, items, .. } = self;
        for text in [owner, transaction, time, url, query, items] {
            text.clear();
        }
        self.others.iter_mut().for_each(String::clear);
        self.ends.clear();
        (self.null_items, self.fault, self.here) = (0, None, Roles::default());
    }

    fn fault(&self) -> Option<Fault> {
        self.fault
    }

    pub(super) fn has_seen(&self, role: Role) -> bool {
        self.seen.has(role)
    }

    fn key(&mut self, role: Role, key: &str) {
        let is_new = self.here.insert(role);
        self.seen.insert(role);
        match role {
            Role::Owner | Role::Transaction | Role::Time | Role::Url | Role::Query if !is_new => {
                self.fault = Some(Fault::RepeatedKey)
            }
            Role::Count => self.items.push_str(key.trim()),
            _ => {}
        }
    }

    fn string(&mut self, role: Role, text: &str) {
        if let Some(other) = self.other {
            self.others[other].push_str(text);
        }
        match role {
            Role::Other => {}
            Role::Items => {
                let (items, ends) = (&mut self.items, &mut self.ends);
                cell_items(text, self.separator, |item| {
                    items.push_str(item);
                    ends.push((items.len(), 1));
                    Ok(())
                })
                .expect("taking an item cannot fail");
            }
            Role::Count => self.count(count::of_text(text)),
            _ => self.text(role).push_str(text),
        }
    }

    /// Adds an element of a JSON list as one item, without cutting it at separators.
    fn element(&mut self, text: &str) {
        match text.trim() {
            "" => self.null(),
            text => {
                self.items.push_str(text);
                self.ends.push((self.items.len(), 1));
            }
        }
    }

    fn null(&mut self) {
        self.null_items += 1;
    }

    fn number(&mut self, role: Role, number: impl fmt::Display + TryInto<u64>) {
        if let Some(other) = self.other {
            write!(self.others[other], "{number}").expect("writing to a string cannot fail");
        }
        match role {
            Role::Other => {}
            Role::Count => self.count(number.try_into().ok()),
            Role::Items => {
                write!(self.items, "{number}").expect("writing to a string cannot fail");
                self.ends.push((self.items.len(), 1));
            }
            _ => write!(self.text(role), "{number}").expect("writing to a string cannot fail"),
        }
    }

    fn float(&mut self, role: Role, number: f64) {
        if let Some(other) = self.other {
            write!(self.others[other], "{number}").expect("writing to a string cannot fail");
        }
        match role {
            Role::Other => {}
            Role::Count => self.count(count::of_float(number)),
            Role::Time => write!(self.time, "{number}").expect("writing to a string cannot fail"),
            role => self.odd(role),
        }
    }

    /// Adds the count of the item that the current key names. Its name is already at the end of `items`.
    fn count(&mut self, count: Option<u64>) {
        match count {
            None => self.fault = Some(Fault::Count { column: self.ends.len() + 1 }),
            Some(0) => self.items.truncate(self.ends.last().map_or(0, |&(end, _)| end)),
            Some(count) => self.ends.push((self.items.len(), count)),
        }
    }

    fn odd(&mut self, role: Role) {
        let what = match role {
            Role::Owner => "owner",
            Role::Transaction => "transaction",
            Role::Time => "time",
            Role::Query => "query",
            Role::Url => "address",
            Role::Other => "column",
            _ => "item",
        };
        self.fault = Some(Fault::NotText { what });
    }

    fn text(&mut self, role: Role) -> &mut String {
        match role {
            Role::Owner => &mut self.owner,
            Role::Transaction => &mut self.transaction,
            Role::Time => &mut self.time,
            Role::Url => &mut self.url,
            _ => &mut self.query,
        }
    }
}

impl Row for JsonRow {
    fn record(&self) -> Record<'_> {
        Record {
            owner: &self.owner,
            part: &self.transaction,
            time: &self.time,
            url: &self.url,
            query: &self.query,
            ..Record::default()
        }
    }

    fn value(&self, column: usize) -> Cow<'_, str> {
        self.others[column].as_str().into()
    }

    fn may_be_odd(&self) -> bool {
        true
    }

    fn null_items(&self) -> u64 {
        self.null_items
    }

    fn items(&self, mut item: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault> {
        let mut start = 0;
        (1..).zip(&self.ends).try_for_each(|(column, &(end, count))| {
            let text = &self.items[std::mem::replace(&mut start, end)..end];
            item(column, text, count)
        })
    }
}

pub(super) fn keys(text: &str) -> Result<Vec<String>, Fault> {
    let entries = entries::<IgnoredAny>(text).map_err(|error| not_an_object(&error))?;
    Ok(entries.into_iter().map(|(key, _)| key).collect())
}

/// The parser's message contains values of the data, so only the position of the error is used.
fn not_an_object(error: &serde_json::Error) -> Fault {
    Fault::NotAnObject { column: error.column().max(1) }
}

pub(super) fn parse(text: &str, keys: &Keys, row: &mut JsonRow) -> Result<(), Fault> {
    row.clear();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = deserializer.deserialize_map(Object { row: &mut *row, keys });
    parsed.and_then(|()| deserializer.end()).map_err(|error| not_an_object(&error))?;
    row.fault().map_or(Ok(()), Err)
}

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
        self.row.other = self.keys.others.iter().position(|other| other == key);
        let role = match self.keys.role(key) {
            Role::Nothing if self.row.other.is_some() => Role::Other,
            role => role,
        };
        self.row.key(role, key);
        Ok(role)
    }
}

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
            Role::Other => self.row.string(Role::Other, if flag { "true" } else { "false" }),
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
