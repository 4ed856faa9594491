//! Reads the records of a log and turns them into facts of owners.

use std::borrow::Cow;
use std::io;

use clump_core::facts::{By, FactKind, SEPARATOR};
use clump_core::names::Names;
use clump_core::progress::Progress;

use super::FactRequest;
use super::calendar::{Calendar, GAP, NextQueries};
use super::ceilings::FactCeilings;
use super::counter::Counter;
use super::rules::AsTyped;
use super::texts::{Texts, host, joined};
use crate::columns::{ColumnNames, OwnerIs};
use crate::error::{FactNeed, Fault, ReadError};
use crate::input::Input;
use crate::options::{BadLines, ReadOptions, ReadingMemory};
use crate::owners::Owners;
use crate::read::clicks::Clicks;
use crate::read::records::{
    Asking, Form, Kind, Purpose, Record, Records, Request, Row, Shape, WasRead, read_records,
};
use crate::read::{Log, ReadCounts, read_log};
use crate::taxonomy::TaxonomySource;
use crate::time::Clock;
use crate::unit::Unit;

pub(super) struct FactOwners {
    pub owners: Names,
    pub owner_is: OwnerIs,
    pub counts: ReadCounts,
    lacks_clicks: bool,
}

impl FactOwners {
    pub(super) fn whole(self, inputs: &[Input]) -> Result<FactOwners, ReadError> {
        match inputs.first().filter(|_| self.lacks_clicks) {
            Some(file) => Err(ReadError::FactNeeds { file: file.clone(), need: FactNeed::Clicks }),
            None => Ok(self),
        }
    }
}

pub(super) trait Facts {
    /// Receives a fact of an owner with its number of occurrences, at least 1. `cell` is `None` if the
    /// request has no cells. Must be O(1), because one cell of a table can state any number.
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>, times: u64);

    fn relieve(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct Counters {
    pub facts: Counter,
    pub cells: Option<Counter>,
    key: String,
}

impl Counters {
    pub(super) fn new(room: &ReadingMemory, request: &FactRequest) -> Counters {
        let counters = 1 + usize::from(request.by.is_some());
        // The last quarter of the memory is for sorting, and for the published facts.
        let counter = || Counter::new(room.bytes / 4 * 3 / counters, room.folder.clone());
        Counters { facts: counter(), cells: request.by.as_ref().map(|_| counter()), key: String::new() }
    }
}

impl Facts for Counters {
    #[inline]
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>, times: u64) {
        self.facts.add(key, owner, times);
        if let (Some(cells), Some(cell)) = (&mut self.cells, cell) {
            cells.add(joined(&mut self.key, key, cell), owner, times);
        }
    }

    #[inline]
    fn relieve(&mut self) -> io::Result<()> {
        for counter in [Some(&mut self.facts), self.cells.as_mut()].into_iter().flatten() {
            if counter.is_full() {
                counter.relieve()?;
            }
        }
        Ok(())
    }
}

impl<F: FnMut(u32, &str, Option<&str>, u64) + ?Sized> Facts for &mut F {
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>, times: u64) {
        self(owner, key, cell, times);
    }
}

/// Passes all facts of `inputs` to `facts`. In a cluster run, the inputs may be only a part of the log, and
/// other parts may have the clicks that this part lacks.
pub(super) fn read(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    facts: &mut impl Facts,
    as_typed: &mut AsTyped<'_>,
    progress: &dyn Progress,
) -> Result<FactOwners, ReadError> {
    let mut options = options.clone();
    if request.bounding.is_some() {
        // With noise, a malformed line of one owner must not end the run.
        (options.bad_lines, options.with_noise) = (BadLines::Skip, true);
    }
    if request.kind == FactKind::ItemPair {
        return read_pairs(inputs, &options, request, facts, progress);
    }
    let by = match &request.by {
        Some(By::Column(column)) => Some(column.clone()),
        _ => None,
    };
    // Only a copy of the names gets the column of cells. In `options` it would make the input a table.
    let names = ColumnNames { transaction: by, ..options.columns.clone() };
    let rows = Request { names: &names, ..Request::new(&options, Purpose::Facts, progress) };
    // If occurrences are not counted, comparison with the previous line recognizes most clicks.
    let clicks = if request.times { Clicks::anywhere() } else { Clicks::beside() };
    let mut records = FactRecords::new(&options, request, facts, as_typed);
    let WasRead { owners, owner_is, counts } = read_records(inputs, &rows, Some(clicks), &mut records)?;
    // With noise, an error would reveal that no owner clicked.
    let lacks_clicks = request.kind.needs_clicks() && !records.has_clicks && !options.with_noise;
    let counts = ReadCounts { lines_without_cell: records.without_cell, ..counts };
    Ok(FactOwners { owners: owners.finish()?, owner_is, counts, lacks_clicks })
}

fn read_pairs(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    facts: &mut impl Facts,
    progress: &dyn Progress,
) -> Result<FactOwners, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let needs = |need| ReadError::FactNeeds { file: first.clone(), need };
    if request.by.is_some() {
        return Err(needs(FactNeed::WholeOwners));
    }
    let Log { taxonomy, transactions, owner_names, owner_is, counts, .. } =
        read_log(inputs, options, &TaxonomySource::Flat, progress)?;
    if counts.queries > 0 {
        return Err(needs(FactNeed::Items));
    }
    let mut key = String::new();
    for row in 0..transactions.len() {
        progress.go_on()?;
        let name = |&item| {
            let name = taxonomy.name(item);
            request.ceilings.as_ref().and_then(|ceilings| ceilings.above(name)).unwrap_or(name)
        };
        let mut items: Vec<_> =
            transactions.get(row).iter().map(|item| without_separator(name(item))).collect();
        items.sort_unstable();
        items.dedup();
        for (place, one) in items.iter().enumerate() {
            for other in &items[place + 1..] {
                facts.take(transactions.owner(row), joined(&mut key, one, other), None, 1);
            }
        }
        facts.relieve().map_err(|source| options.room.temporary(source))?;
    }
    Ok(FactOwners { owners: owner_names, owner_is, counts, lacks_clicks: false })
}

struct FactRecords<'r, 't, F> {
    kind: FactKind,
    facts: &'r mut F,
    as_typed: &'r mut AsTyped<'t>,
    ceilings: Option<FactCeilings>,
    clock: Clock,
    calendar: Option<Calendar>,
    has_cells: bool,
    texts: Texts,
    next: NextQueries,
    has_clicks: bool,
    host: String,
    key: String,
    cell: String,
    without_cell: u64,
    room: ReadingMemory,
}

impl<'r, 't, F: Facts> FactRecords<'r, 't, F> {
    fn new(
        options: &ReadOptions,
        request: &FactRequest,
        facts: &'r mut F,
        as_typed: &'r mut AsTyped<'t>,
    ) -> Self {
        let (host, key, cell) = Default::default();
        FactRecords {
            kind: request.kind,
            facts,
            as_typed,
            ceilings: request.ceilings.clone(),
            clock: Clock::new(options.time_format.clone(), options.with_noise),
            calendar: request.by.clone().filter(By::is_time).map(Calendar::new),
            has_cells: request.by.is_some(),
            texts: Texts::new(request.normal_form),
            next: NextQueries::new(match options.unit {
                Unit::Session { gap } => gap,
                _ => GAP,
            }),
            has_clicks: false,
            host,
            key,
            cell,
            without_cell: 0,
            room: options.room.clone(),
        }
    }

    fn is_timed(&self) -> bool {
        self.calendar.is_some() || self.kind == FactKind::QueryNext
    }

    /// Sets the cell of a record: the day, week or month of its time, or the value of its column. Returns the
    /// time in seconds since 1970, or 0 if no time is needed.
    fn set_cell(&mut self, record: Record<'_>) -> Result<i64, Fault> {
        let seconds = if self.is_timed() { self.clock.seconds(record.time)? } else { 0 };
        self.cell.clear();
        match &mut self.calendar {
            Some(calendar) => self.cell.push_str(calendar.name(seconds)?),
            None => self.cell.push_str(&without_separator(record.part)),
        }
        self.without_cell += u64::from(self.has_cells && self.cell.is_empty());
        Ok(seconds)
    }
}

impl<F: Facts> Records for FactRecords<'_, '_, F> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        let is_of_queries = self.kind.is_of_queries();
        let need = match (shape.form, shape.kind) {
            (_, Kind::Query) if !is_of_queries => FactNeed::Items,
            (_, Kind::Items | Kind::Counts) if is_of_queries => FactNeed::Queries,
            (Form::Log, _) if self.has_cells && self.calendar.is_none() => FactNeed::Columns,
            (Form::Baskets, _) if self.has_cells => FactNeed::Columns,
            (_, Kind::Query) if !shape.owner => FactNeed::Owners,
            _ if !shape.time && self.is_timed() => FactNeed::Times,
            (_, Kind::Query) if self.kind.needs_clicks() && !shape.url => FactNeed::Clicks,
            _ => return Ok(()),
        };
        Err(ReadError::FactNeeds { file: input.clone(), need })
    }

    fn query(&mut self, owners: &mut Owners, record: Record<'_>, asking: Asking) -> Result<(), Fault> {
        match asking {
            Asking::Blank => {
                record.owner(owners)?;
                return Ok(());
            }
            Asking::Click if !self.kind.needs_clicks() => return Ok(()),
            Asking::Query | Asking::Click => {}
        }
        let seconds = self.set_cell(record)?;
        let owner = record.owner(owners)?;
        let (query, url) = (without_separator(record.query), without_separator(record.url));
        let cell = self.has_cells.then_some(self.cell.as_str());
        let facts = &mut *self.facts;
        match self.kind {
            FactKind::Query => {
                let text = self.as_typed.text(&query, self.texts.query(&query));
                facts.take(owner, text, cell, 1);
            }
            FactKind::Word => self.texts.each_word(&query, |word| facts.take(owner, word, cell, 1)),
            FactKind::WordPair => self.texts.each_pair(&query, |pair| facts.take(owner, pair, cell, 1)),
            FactKind::QueryHost | FactKind::QueryUrl => {
                let clicked = match self.kind {
                    FactKind::QueryHost => host(&url, &mut self.host),
                    _ => &url,
                };
                if !clicked.is_empty() {
                    self.has_clicks = true;
                    let text = self.as_typed.text(&query, self.texts.query(&query));
                    facts.take(owner, joined(&mut self.key, text, clicked), cell, 1);
                }
            }
            FactKind::QueryNext => {
                let text = self.as_typed.text(&query, self.texts.query(&query));
                if let Some(before) = self.next.before(owner, text, seconds)? {
                    facts.take(owner, joined(&mut self.key, before, text), cell, 1);
                }
                self.next.take(owner, text, seconds);
            }
            FactKind::Item | FactKind::ItemPair => {}
        }
        Ok(())
    }

    fn items(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        row: &impl Row,
        _: u64,
    ) -> Result<usize, Fault> {
        self.set_cell(record)?;
        let owner = record.owner(owners)?;
        let cell = self.has_cells.then_some(self.cell.as_str());
        let mut items = 0;
        row.items(|_, item, times| {
            items += 1;
            let item = without_separator(item);
            let above = self.ceilings.as_ref().and_then(|ceilings| ceilings.above(&item));
            self.facts.take(owner, above.unwrap_or(&item), cell, times);
            Ok(())
        })?;
        Ok(items)
    }

    #[inline]
    fn relieve(&mut self) -> Result<(), ReadError> {
        self.facts.relieve().map_err(|source| self.room.temporary(source))
    }
}

/// Replaces each separator of keys in `text`, so that one text is not read as two. The replacement is a
/// control character too, so a rule excludes the text.
#[inline]
fn without_separator(text: &str) -> Cow<'_, str> {
    match memchr::memchr(SEPARATOR as u8, text.as_bytes()) {
        Some(_) => text.replace(SEPARATOR, "\u{1e}").into(),
        None => text.into(),
    }
}
