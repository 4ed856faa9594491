//! JSON lines: one object a line. There is no header, so the keys of the first object tell which columns there are; a key
//! that a later object leaves out is empty there, and keys that are not asked for are skipped.

use super::columns::{Columns, Content};
use super::{Place, Request, Sink};
use crate::columns::matches;
use crate::error::ReadError;
use crate::lines::Lines;
use crate::source::Input;

mod object;
mod row;

use object::{keys, parse};
use row::JsonRow;

/// Reads all lines.
pub(super) fn read(
    lines: &mut Lines<'_>,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let mut known: Option<Keys> = None;
    let mut row = JsonRow::new(request.separator);
    while let Some(line) = lines.next()? {
        if line.text.trim_ascii().is_empty() {
            continue;
        }
        let place = Place { input: &input, number: line.number };
        if known.is_none() {
            match keys(line.text) {
                Ok(first) => {
                    let (keys, columns) = Keys::find(first, request, &input)?;
                    sink.begin(&input, columns.shape())?;
                    known = Some(keys);
                }
                Err(fault) => {
                    sink.take(Err::<&JsonRow, _>(fault), place)?;
                    continue;
                }
            }
        }
        let keys = known.as_ref().expect("found with the first object");
        let parsed = parse(line.text, keys, &mut row);
        sink.take(parsed.map(|()| &row), place)?;
    }
    match known {
        Some(keys) => keys.require(&row, request, &input),
        None => Ok(()),
    }
}

/// What the keys of an object are.
#[derive(Debug)]
struct Keys {
    owner: Option<String>,
    /// What the user called it.
    time: Option<String>,
    has_time: bool,
    transaction: Option<String>,
    query: Option<String>,
    /// Patterns.
    items: Vec<String>,
    counts: bool,
    /// How many keys the first object has.
    first: usize,
}

/// What one key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Owner,
    Transaction,
    Time,
    Query,
    Items,
    Count,
    /// An owner, where the first object has none.
    LateOwner,
    Nothing,
}

impl Keys {
    /// Finds out from the keys of the first object. Those that the user named may come later.
    fn find(
        mut names: Vec<String>,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<(Self, Columns), ReadError> {
        let first = names.len();
        let wanted = request.names;
        let single = [&wanted.owner, &wanted.transaction, &wanted.time, &wanted.query];
        let named = single.into_iter().flatten().chain(&wanted.items);
        for name in named {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let columns = Columns::find(&names, request, input)?;
        let name = |column: usize| names[column].clone();
        let (query, items, counts) = match &columns.content {
            Content::Query(column) => (Some(name(*column)), Vec::new(), false),
            Content::Items(_) if !wanted.items.is_empty() => (None, wanted.items.clone(), false),
            Content::Items(columns) => (None, columns.iter().copied().map(name).collect(), false),
            Content::Counts(_) if !wanted.items.is_empty() => (None, wanted.items.clone(), true),
            Content::Counts(_) => (None, vec!["*".to_owned()], true),
        };
        let keys = Keys {
            owner: columns.owner.map(name),
            transaction: columns.transaction.map(name),
            time: wanted.time.clone(),
            has_time: columns.time.is_some(),
            query,
            items,
            counts,
            first,
        };
        Ok((keys, columns))
    }

    fn role(&self, key: &str) -> Role {
        let is = |name: &Option<String>| name.as_deref() == Some(key);
        let item = if self.counts { Role::Count } else { Role::Items };
        if is(&self.owner) {
            Role::Owner
        } else if is(&self.transaction) {
            Role::Transaction
        } else if is(&self.query) {
            Role::Query
        } else if self.items.iter().any(|pattern| pattern == key) {
            item
        } else if self.owner.is_none() && key.eq_ignore_ascii_case("owner") {
            Role::LateOwner
        } else if self.is_time(key) {
            if self.has_time { Role::Time } else { Role::Nothing }
        } else if key.is_empty() || (self.counts && key.eq_ignore_ascii_case("query")) {
            Role::Nothing
        } else if self.items.iter().any(|pattern| matches(pattern, key)) {
            item
        } else {
            Role::Nothing
        }
    }

    fn is_time(&self, key: &str) -> bool {
        match &self.time {
            Some(name) => name == key,
            None => key.eq_ignore_ascii_case("time"),
        }
    }

    /// Makes sure that no key was named that no object has.
    fn require(&self, row: &JsonRow, request: &Request<'_>, input: &Input) -> Result<(), ReadError> {
        let wanted = request.names;
        let missing = [
            (&wanted.owner, "owner", row.has_seen(Role::Owner)),
            (
                &wanted.transaction,
                "transaction",
                self.transaction.is_none() || row.has_seen(Role::Transaction),
            ),
            (&wanted.query, "query", row.has_seen(Role::Query)),
            (&wanted.time, "time", !self.has_time || row.has_seen(Role::Time)),
            (&wanted.items.first().cloned(), "items", row.has_seen(Role::Items) || row.has_seen(Role::Count)),
        ]
        .into_iter()
        .find_map(|(name, flag, is_seen)| Some((name.clone().filter(|_| !is_seen)?, flag)));
        match missing {
            Some((name, flag)) => {
                Err(ReadError::NoColumn { file: input.clone(), columns: self.first, flag, name })
            }
            None => Ok(()),
        }
    }
}
