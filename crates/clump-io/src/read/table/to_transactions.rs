//! From rows of a table to transactions.

use std::fmt::Write;

use clump_core::taxonomy::Node;

use super::{Kind, Place, Purpose, Row, Shape, Sink, count};
use crate::error::{Fault, ReadError};
use crate::mapping::{Mapper, UnknownAt};
use crate::read::reader::{Reader, Refused, Whose};
use crate::source::Input;
use crate::unit::{Repeats, Unit};

/// What the tables of a run have, which must be the same for all: half of the rows without owners would be people of
/// their own.
#[derive(Default)]
pub(crate) struct Tables {
    first: Option<Shape>,
}

impl Tables {
    /// Compares a table with those before it.
    pub(crate) fn check(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        // How many columns the items are spread over changes nothing.
        let shape = Shape { is_wide: false, ..shape };
        match self.first.replace(shape) {
            Some(first) if first != shape => Err(ReadError::MixedTables { file: input.clone() }),
            _ => Ok(()),
        }
    }
}

/// Takes the rows of one table.
pub(in crate::read) struct RowReader<'r, 'm> {
    reader: &'r mut Reader<'m>,
    tables: &'r mut Tables,
    repeats: Repeats,
    /// Of several files, the number of this one.
    part: Option<usize>,
    shape: Shape,
    rows: u64,
    /// What the cells of a wide table were so far: yes and no, and anything else.
    has_truth: bool,
    has_names: bool,
    /// What a row is called where rows are owners: its number, `part:number` in several files.
    name: String,
}

impl<'r, 'm> RowReader<'r, 'm> {
    pub(in crate::read) fn new(
        reader: &'r mut Reader<'m>,
        tables: &'r mut Tables,
        repeats: Repeats,
        part: Option<usize>,
    ) -> Self {
        let shape = Shape { owner: false, time: false, url: false, kind: Kind::Items, is_wide: false };
        let (rows, has_truth, has_names, name) = Default::default();
        RowReader { reader, tables, repeats, part, shape, rows, has_truth, has_names, name }
    }

    fn record(&mut self, row: &impl Row) -> Result<(), Refused> {
        let items = row.check()?;
        if self.repeats == Repeats::Keep && items > count::MOST {
            return Err(Fault::TooMany { most: count::MOST }.into());
        }
        if self.shape.is_wide && !self.has_names {
            let only_truth = row.items(|item, _| {
                let is_truth = is_truth(item);
                self.has_truth |= is_truth;
                if is_truth { Ok(()) } else { Err(()) }
            });
            self.has_names = only_truth.is_err();
        }
        let Shape { owner: has_owner, time: has_time, kind, .. } = self.shape;
        let repeats = self.repeats;
        if !has_owner {
            self.name.clear();
            match self.part {
                Some(part) => write!(self.name, "{part}:{}", self.rows),
                None => write!(self.name, "{}", self.rows),
            }
            .expect("writing to a string cannot fail");
            return self.reader.basket(&self.name, |mapper, nodes| map(row, kind, repeats, mapper, nodes));
        }
        let owner = row.owner().trim();
        if owner.is_empty() {
            return Err(Fault::NoOwner.into());
        }
        let whose = Whose { owner, time: row.time(), transaction: row.transaction().trim() };
        if kind == Kind::Query && row.query().trim().is_empty() {
            return self.reader.blank_query(whose);
        }
        // Only where times tell is a query that is repeated one more click on its results.
        if kind == Kind::Query && has_time {
            return self.reader.query(whose, row.query());
        }
        self.reader.record(whose, |mapper, nodes| map(row, kind, repeats, mapper, nodes))?;
        self.reader.counts.queries += u64::from(kind == Kind::Query);
        Ok(())
    }
}

impl Sink for RowReader<'_, '_> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        if !shape.owner && self.reader.unit != Unit::Owner {
            return Err(ReadError::NoOwners { file: input.clone() });
        }
        if !shape.time && Purpose::of(self.reader.unit) == Purpose::Sessions {
            return Err(ReadError::NoTimes { file: input.clone() });
        }
        self.shape = shape;
        self.tables.check(input, shape)
    }

    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
        self.reader.counts.lines += 1;
        self.rows += 1;
        let taken = match row {
            Ok(row) => self.record(row),
            Err(fault) => Err(fault.into()),
        };
        self.reader.settle(taken, place.input, place.number)
    }

    fn end(&mut self, input: &Input) -> Result<(), ReadError> {
        if self.has_truth && !self.has_names {
            return Err(ReadError::OnlyTruth { file: input.clone() });
        }
        Ok(())
    }
}

/// Whether a cell says yes or no: a wide table of these that is read as one of items has two items in all.
fn is_truth(item: &str) -> bool {
    ["0", "1", "true", "false", "yes", "no", "0.0", "1.0"].iter().any(|word| item.eq_ignore_ascii_case(word))
}

impl Purpose {
    /// What transactions of `unit` are read for.
    pub(in crate::read) fn of(unit: Unit) -> Purpose {
        match unit {
            Unit::Owner | Unit::Query => Purpose::Transactions,
            Unit::Session { .. } => Purpose::Sessions,
            Unit::Transaction => Purpose::NamedTransactions,
        }
    }
}

/// Maps what a row holds.
fn map(
    row: &impl Row,
    kind: Kind,
    repeats: Repeats,
    mapper: &mut Mapper<'_>,
    nodes: &mut Vec<Node>,
) -> Result<(), UnknownAt> {
    if kind == Kind::Query {
        return mapper.query(row.query(), nodes);
    }
    let mut position = 0;
    row.items(|item, count| {
        position += 1;
        let times = if repeats == Repeats::Keep { count } else { count.min(1) };
        (0..times).try_for_each(|_| mapper.item(item, position, nodes))
    })
}
