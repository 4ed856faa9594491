//! Reads JSON lines: one object per line. There is no header, so the keys of the first object are the
//! columns. If a later object lacks a key, its cell is empty. Keys that are not needed are skipped.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::columns::{Columns, ContentColumns};
use super::survey::TableSurvey;
use crate::columns::{RowOwner, matches};
use crate::error::{ColumnList, Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;
use crate::objects::entries;
use crate::read::records::{Place, Reader, Records, Request};

mod row;

use row::{JsonRow, keys, parse};

pub(super) fn read(
    lines: &mut Lines<'_>,
    owner: &RowOwner,
    request: &Request<'_>,
    sink: &mut Reader<'_, impl Records>,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let mut known: Option<Keys> = None;
    let mut row = JsonRow::new(request.options.separator, request.columns.len());
    while let Some(line) = lines.next()? {
        if line.text.trim_ascii().is_empty() {
            continue;
        }
        let place = Place { input: &input, number: line.number };
        if known.is_none() {
            match keys(line.text) {
                Ok(first) => {
                    let (keys, columns) = Keys::find(first, owner, request, &input)?;
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
        sink.take(parsed.map(|()| &row), place)
            .map_err(|error| keys.explain(error, &row, request, &input))?;
    }
    match known {
        Some(keys) => keys.require(&row, request, &input),
        None => Ok(()),
    }
}

pub(super) fn survey(lines: &mut Lines<'_>, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut survey = TableSurvey::default().keeping(keep);
    let mut columns: FxHashMap<String, usize> = FxHashMap::default();
    while let Some(line) = lines.next()? {
        let Ok(entries) = entries::<Value>(line.text) else { continue };
        if !survey.begin_row() {
            break;
        }
        for (key, value) in entries {
            let column = *columns.entry(key.clone()).or_insert_with(|| survey.add_column(key));
            match &value {
                Value::String(text) => survey.cell(column, text),
                Value::Number(number) => survey.cell(column, &number.to_string()),
                Value::Null => {}
                other => survey.keep(column, &other.to_string()),
            }
        }
    }
    Ok(survey)
}

#[derive(Debug)]
struct Keys {
    owner: Option<String>,
    time: Option<String>,
    has_time: bool,
    transaction: Option<String>,
    url: Option<String>,
    query: Option<String>,
    items: Vec<String>,
    counts: bool,
    others: Vec<String>,
    first: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Owner,
    Transaction,
    Time,
    Query,
    Items,
    Count,
    Url,
    /// A further column of the request.
    Other,
    Nothing,
}

impl Keys {
    /// Finds the columns among the keys of the first object and those that the user named, which may come
    /// later.
    fn find(
        first: Vec<String>,
        owner: &RowOwner,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<(Self, Columns), ReadError> {
        let mut names = first.clone();
        let wanted = request.names;
        let owner_name = match owner {
            RowOwner::Column(name) => Some(name),
            RowOwner::EachRow => None,
        };
        let single = [&wanted.transaction, &wanted.time, &wanted.query, &wanted.url].into_iter().flatten();
        let named = owner_name.into_iter().chain(single).chain(&wanted.items).chain(request.columns);
        for name in named {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        // Keys that only the user named are not listed in the error, because the file may not have them.
        let listed = |error: ReadError| error.listing(ColumnList::new(&first, wanted));
        let columns = Columns::find(&names, owner, request, input).map_err(listed)?;
        let name = |column: usize| names[column].clone();
        let (query, items, counts) = match &columns.content {
            ContentColumns::Query(column) => (Some(name(*column)), Vec::new(), false),
            ContentColumns::Items(_) if !wanted.items.is_empty() => (None, wanted.items.clone(), false),
            ContentColumns::Items(columns) => (None, columns.iter().copied().map(name).collect(), false),
            ContentColumns::Counts(_) if !wanted.items.is_empty() => (None, wanted.items.clone(), true),
            ContentColumns::Counts(_) => (None, vec!["*".to_owned()], true),
        };
        let keys = Keys {
            owner: columns.owner.map(name),
            transaction: columns.transaction.map(name),
            url: columns.url.map(name),
            time: wanted.time.clone(),
            has_time: columns.time.is_some(),
            query,
            items,
            counts,
            others: request.columns.to_vec(),
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
        } else if is(&self.url) {
            Role::Url
        } else if self.items.iter().any(|pattern| pattern == key) {
            item
        } else if self.is_time(key) {
            if self.has_time { Role::Time } else { Role::Nothing }
        } else if key.is_empty()
            || (self.owner.is_none() && key.eq_ignore_ascii_case("owner"))
            || (self.counts && key.eq_ignore_ascii_case("query"))
        {
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

    /// Chooses the error that ends the reading. If an owner is missing and no object so far had the owner's
    /// key, the error is about the key and not about the row.
    fn explain(&self, error: ReadError, row: &JsonRow, request: &Request<'_>, input: &Input) -> ReadError {
        match error {
            ReadError::Malformed { fault: Fault::NoOwner, .. } if !row.has_seen(Role::Owner) => {
                self.require(row, request, input).err().unwrap_or(error)
            }
            error => error,
        }
    }

    fn require(&self, row: &JsonRow, request: &Request<'_>, input: &Input) -> Result<(), ReadError> {
        let wanted = request.names;
        let missing = [
            (&self.owner, "owner", row.has_seen(Role::Owner)),
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
        .find_map(|(name, key, is_seen)| Some((name.clone().filter(|_| !is_seen)?, key)));
        match missing {
            Some((name, key)) => {
                let (file, columns) = (input.clone(), ColumnList::new(&self.first, wanted));
                Err(ReadError::NoColumn { file, columns, key, name: name.into() })
            }
            None => Ok(()),
        }
    }
}
