//! The content of a JSON object, in texts that are reused for the next one.

use std::fmt::{self, Write};

use super::Role;
use crate::error::Fault;
use crate::layout::Separator;
use crate::read::rows::Row;
use crate::read::table::count;
use crate::split::cell_items;
use crate::split::{breaks_lines, check_item};

/// A row. Each text is empty where it is missing.
#[derive(Default)]
pub(super) struct JsonRow {
    owner: String,
    transaction: String,
    time: String,
    url: String,
    query: String,
    /// Items end to end; then the end of each, with its number of occurrences.
    items: String,
    ends: Vec<(usize, u64)>,
    /// Items of lists that are null or empty.
    null_items: u64,
    fault: Option<Fault>,
    separator: Option<Separator>,
    /// Roles of this object, and roles of all objects so far.
    here: Roles,
    seen: Roles,
}

/// A set of roles.
#[derive(Clone, Copy, Default)]
struct Roles(u8);

impl Roles {
    /// Adds a role; returns true if it is new.
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
    pub(super) fn new(separator: Option<Separator>) -> Self {
        JsonRow { separator, ..JsonRow::default() }
    }

    /// Forgets the previous object.
    pub(super) fn clear(&mut self) {
        let JsonRow { owner, transaction, time, url, query, items, .. } = self;
        for text in [owner, transaction, time, url, query, items] {
            text.clear();
        }
        self.ends.clear();
        (self.null_items, self.fault, self.here) = (0, None, Roles::default());
    }

    /// The fault in the values of the object, if there is one.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// True if any object had a key of this role.
    pub(super) fn has_seen(&self, role: Role) -> bool {
        self.seen.has(role)
    }

    /// Takes a key; its value comes next.
    pub(super) fn key(&mut self, role: Role, key: &str) {
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

    /// Takes a string that is the value of a key.
    pub(super) fn string(&mut self, role: Role, text: &str) {
        match role {
            Role::Items => {
                let (items, ends) = (&mut self.items, &mut self.ends);
                let taken = cell_items(text, self.separator, |item| {
                    items.push_str(item);
                    ends.push((items.len(), 1));
                    Ok::<(), std::convert::Infallible>(())
                });
                match taken {
                    Ok(()) => {}
                    Err(never) => match never {},
                }
            }
            Role::Count => self.count(count::of_text(text)),
            _ => self.text(role).push_str(text),
        }
    }

    /// Takes a string of a list: one item, whatever its content.
    pub(super) fn element(&mut self, text: &str) {
        match text.trim() {
            "" => self.null(),
            text => {
                self.items.push_str(text);
                self.ends.push((self.items.len(), 1));
            }
        }
    }

    /// Takes a null of a list.
    pub(super) fn null(&mut self) {
        self.null_items += 1;
    }

    /// Takes a whole number.
    pub(super) fn number(&mut self, role: Role, number: impl fmt::Display + TryInto<u64>) {
        match role {
            Role::Count => self.count(number.try_into().ok()),
            Role::Items => {
                write!(self.items, "{number}").expect("writing to a string cannot fail");
                self.ends.push((self.items.len(), 1));
            }
            _ => write!(self.text(role), "{number}").expect("writing to a string cannot fail"),
        }
    }

    /// Takes a number with decimals, which only counts and times may have.
    pub(super) fn float(&mut self, role: Role, number: f64) {
        match role {
            Role::Count => self.count(count::of_float(number)),
            Role::Time => write!(self.time, "{number}").expect("writing to a string cannot fail"),
            role => self.odd(role),
        }
    }

    /// Takes the count of the item whose name is the current key. The name is stored behind the last item.
    pub(super) fn count(&mut self, count: Option<u64>) {
        match count {
            None => self.fault = Some(Fault::Count { column: self.ends.len() + 1 }),
            Some(0) => self.items.truncate(self.ends.last().map_or(0, |&(end, _)| end)),
            Some(count) => self.ends.push((self.items.len(), count)),
        }
    }

    /// Takes a value that no key may have.
    pub(super) fn odd(&mut self, role: Role) {
        let what = match role {
            Role::Owner => "owner",
            Role::Transaction => "transaction",
            Role::Time => "time",
            Role::Query => "query",
            Role::Url => "address",
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

    /// The items, with their numbers of occurrences.
    fn bag(&self) -> impl Iterator<Item = (&str, u64)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, count)| {
            let item = &self.items[start..end];
            start = end;
            (item, count)
        })
    }
}

impl Row for JsonRow {
    fn owner(&self) -> &str {
        &self.owner
    }

    fn transaction(&self) -> &str {
        &self.transaction
    }

    fn time(&self) -> &str {
        &self.time
    }

    fn url(&self) -> &str {
        &self.url
    }

    fn query(&self) -> &str {
        &self.query
    }

    fn check(&self) -> Result<u64, Fault> {
        if breaks_lines(self.owner.trim()) {
            return Err(Fault::OwnerText);
        }
        let mut sum = 0u64;
        for (column, (item, count)) in self.bag().enumerate() {
            check_item(item, column + 1)?;
            sum = sum.saturating_add(count);
        }
        Ok(sum)
    }

    fn null_items(&self) -> u64 {
        self.null_items
    }

    fn items<E>(&self, mut item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        self.bag().try_for_each(|(text, count)| item(text, count))
    }
}
