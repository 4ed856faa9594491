//! The rows of tables: queries, or items.

use std::fmt::Write;

use super::{FactNeed, FactReader, Facts, without_separator};
use crate::error::{Fault, ReadError};
use crate::read::aol::Record;
use crate::read::table::{Kind, Place, Row, Shape, Sink, Tables};
use crate::source::Input;

/// Takes the rows of one table.
pub(super) struct FactRows<'s, 'r, 't, F> {
    reader: &'s mut FactReader<'r, 't, F>,
    tables: &'s mut Tables,
    part: Option<usize>,
    has_owner: bool,
    kind: Kind,
    rows: u64,
    name: String,
}

impl<'s, 'r, 't, F: Facts> FactRows<'s, 'r, 't, F> {
    pub(super) fn new(
        reader: &'s mut FactReader<'r, 't, F>,
        tables: &'s mut Tables,
        part: Option<usize>,
    ) -> Self {
        FactRows { reader, tables, part, has_owner: false, kind: Kind::Query, rows: 0, name: String::new() }
    }

    fn record(&mut self, row: &impl Row) -> Result<(), Fault> {
        row.check()?;
        let cell = row.transaction().trim();
        let cell = without_separator(cell);
        if self.kind == Kind::Query {
            let owner = row.owner().trim();
            if owner.is_empty() {
                return Err(Fault::NoOwner);
            }
            let record =
                Record { owner, query: row.query(), time: row.time().trim(), rank: "", url: row.url() };
            return self.reader.record(&record, &cell);
        }
        let owner = match self.has_owner {
            true => {
                let owner = row.owner().trim();
                if owner.is_empty() {
                    return Err(Fault::NoOwner);
                }
                if !self.reader.owners.are_read(owner) {
                    return Ok(());
                }
                let owner = self.reader.owner(owner)?;
                self.reader.previous.owner = Some(owner);
                owner
            }
            false => {
                self.name.clear();
                match self.part {
                    Some(part) => write!(self.name, "{part}:{}", self.rows),
                    None => write!(self.name, "{}", self.rows),
                }
                .expect("writing to a string cannot fail");
                if !self.reader.owners.are_read(&self.name) {
                    return Ok(());
                }
                self.reader.owners.push(&self.name)
            }
        };
        let reader = &mut *self.reader;
        reader.counts.lines_without_cell += u64::from(reader.has_cells && cell.is_empty());
        row.items(|item, times| {
            let item = without_separator(item);
            (0..times).for_each(|_| reader.item(owner, &item, &cell));
            Ok(())
        })
    }
}

impl<F: Facts> Sink for FactRows<'_, '_, '_, F> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        let is_of_queries = self.reader.kind.is_of_queries();
        let need = match shape.kind {
            Kind::Query if !is_of_queries => Some(FactNeed::Items),
            Kind::Query if !shape.owner => Some(FactNeed::Owners),
            Kind::Items | Kind::Counts if is_of_queries => Some(FactNeed::Queries),
            _ if !shape.time && self.reader.is_timed() => Some(FactNeed::Times),
            Kind::Query if self.reader.kind.needs_clicks() && !shape.url => Some(FactNeed::Clicks),
            _ => None,
        };
        if let Some(need) = need {
            return Err(ReadError::FactNeeds { file: input.clone(), need });
        }
        (self.kind, self.has_owner) = (shape.kind, shape.owner);
        self.tables.check(input, shape)
    }

    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
        self.reader.counts.lines += 1;
        self.rows += 1;
        let taken = row.and_then(|row| self.record(row));
        self.reader.settle(taken, place.input, place.number)
    }
}
