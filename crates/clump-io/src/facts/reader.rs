//! From lines, baskets and rows to facts with their owners.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use clump_core::facts::{By, FactKind, SEPARATOR};
use clump_core::names::Names;
use clump_core::progress::Progress;

use super::FactRequest;
use super::as_typed::AsTyped;
use super::calendar::Calendar;
use super::ceilings::FactCeilings;
use super::counter::Counter;
use super::texts::{Texts, host, joined};
use crate::asked::{Asked, Asking};
use crate::error::{FactNeed, Fault, ReadError};
use crate::layout::{Layout, LayoutFinder, Separator, is_header};
use crate::owner::OwnerIs;
use crate::owners::Owners;
use crate::read::aol::Record;
use crate::read::content::Content;
use crate::read::table::{self, Purpose, Request, Tables};
use crate::read::{BadLines, ReadCounts, ReadOptions, temporary};
use crate::reading_memory::ReadingMemory;
use crate::source::{Input, Reading};
use crate::time::Clock;
use crate::unit::Unit;

mod baskets;
mod next;
mod pairs;
mod rows;

use next::NextQueries;

/// All facts that were read, counted but not yet chosen from.
pub(super) struct ReadFacts {
    pub facts: Counter,
    pub cells: Option<Counter>,
    /// By name.
    pub owners: Names,
    pub owner_is: OwnerIs,
    pub counts: ReadCounts,
    pub room: ReadingMemory,
}

/// What a reading found besides facts.
pub(super) struct WasRead {
    /// By number.
    pub owners: Names,
    pub owner_is: OwnerIs,
    pub counts: ReadCounts,
    /// Facts are about clicks, and there is none.
    lacks_clicks: bool,
}

impl WasRead {
    /// The same, if it is all that there is: facts about clicks need some.
    fn whole(self, inputs: &[Input]) -> Result<WasRead, ReadError> {
        match inputs.first().filter(|_| self.lacks_clicks) {
            Some(file) => Err(ReadError::FactNeeds { file: file.clone(), need: FactNeed::Clicks }),
            None => Ok(self),
        }
    }
}

/// Where facts go.
trait Facts {
    /// Takes a fact of an owner, and its cell if there are any.
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>);

    /// Makes room if there is none.
    fn relieve(&mut self) -> io::Result<()>;
}

/// Facts, and cells if there are any, that are counted.
struct Counters {
    facts: Counter,
    cells: Option<Counter>,
    key: String,
}

impl Facts for Counters {
    #[inline]
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>) {
        self.facts.add(key, owner);
        if let (Some(cells), Some(cell)) = (&mut self.cells, cell) {
            cells.add(joined(&mut self.key, key, cell), owner);
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

/// Facts that somebody else takes one by one.
struct Each<'e>(&'e mut dyn FnMut(u32, &str, Option<&str>));

impl Facts for Each<'_> {
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>) {
        (self.0)(owner, key, cell);
    }

    fn relieve(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Counts all facts of `inputs`.
pub(super) fn read(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    as_typed: &mut AsTyped<'_>,
    progress: &dyn Progress,
) -> Result<ReadFacts, ReadError> {
    options.room.check_folder()?;
    let counters = 1 + usize::from(request.by.is_some());
    // The rest is for sorting, and for what is kept in the end.
    let counter = || Counter::new(options.room.bytes / 4 * 3 / counters, options.room.folder.clone());
    let mut taken =
        Counters { facts: counter(), cells: request.by.as_ref().map(|_| counter()), key: String::new() };
    let WasRead { owners, owner_is, counts, .. } =
        read_into(inputs, options, request, (&mut taken, as_typed), progress)?.whole(inputs)?;
    let Counters { facts, cells, .. } = taken;
    Ok(ReadFacts { facts, cells, owners, owner_is, counts, room: options.room.clone() })
}

/// Hands out all facts of `inputs`.
pub(super) fn each(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    each: &mut dyn FnMut(u32, &str, Option<&str>),
    progress: &dyn Progress,
) -> Result<(OwnerIs, ReadCounts), ReadError> {
    let taken = (&mut Each(each), &mut AsTyped::default());
    let WasRead { owners, owner_is, counts, .. } =
        read_into(inputs, options, request, taken, progress)?.whole(inputs)?;
    Ok((owner_is, ReadCounts { owners: owners.len() as u64, ..counts }))
}

/// Hands out all facts of `inputs`, which are a part of a log: others may have the clicks that this one lacks.
pub(super) fn each_of_part(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    as_typed: &mut AsTyped<'_>,
    each: &mut dyn FnMut(u32, &str, Option<&str>),
    progress: &dyn Progress,
) -> Result<WasRead, ReadError> {
    read_into(inputs, options, request, (&mut Each(each), as_typed), progress)
}

fn read_into(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    (facts, as_typed): (&mut impl Facts, &mut AsTyped<'_>),
    progress: &dyn Progress,
) -> Result<WasRead, ReadError> {
    if request.kind == FactKind::ItemPair {
        return pairs::read(inputs, options, request, facts, progress);
    }
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    // Whoever counts by a column has not said that this is a table, but a log has no columns with names.
    let mut finder = LayoutFinder::new(options);
    let mut options = options.clone();
    options.columns.transaction = match &request.by {
        Some(By::Column(column)) => Some(column.clone()),
        _ => None,
    };
    let mut reader = FactReader::new(&options, request, facts, as_typed);
    let table_request = Request::new(&options, Purpose::Facts, progress);
    let mut tables = Tables::default();
    let _reading = Reading::begin(inputs, progress);
    for (index, input) in inputs.iter().enumerate() {
        let part = (inputs.len() > 1).then_some(index + 1);
        match Content::open(input, &options, &mut finder, progress)? {
            Content::Nothing => continue,
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                reader.begin_log(input)?;
                while let Some(line) = lines.next()? {
                    if line.text.is_empty() || is_header(line.text) {
                        continue;
                    }
                    reader.counts.lines += 1;
                    let number = line.number;
                    let taken = Record::parse(line.text).and_then(|record| reader.record(&record, ""));
                    reader.settle(taken, input, number)?;
                }
                reader.counts.latin1_lines += lines.latin1();
            }
            Content::Text { mut lines, layout: Layout::Basket, head } => {
                let separator = options.separator.unwrap_or_else(|| Separator::find(input, &head));
                baskets::read(&mut lines, separator, part, &mut reader)?;
                reader.counts.latin1_lines += lines.latin1();
            }
            content => {
                let mut rows = rows::FactRows::new(&mut reader, &mut tables, part);
                let latin1 = table::read(content, &table_request, &mut rows)?;
                reader.counts.latin1_lines += latin1;
            }
        }
        reader.counts.files += 1;
    }
    let owner_is = match finder.owner_is() {
        Some(owner_is) if reader.counts.lines > 0 => owner_is,
        _ => return Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    };
    let lacks_clicks = request.kind.needs_clicks() && !reader.has_clicks;
    let (owners, counts) = reader.finish()?;
    Ok(WasRead { owners, owner_is, counts, lacks_clicks })
}

/// A reading that is under way.
struct FactReader<'r, 't, F> {
    kind: FactKind,
    facts: &'r mut F,
    as_typed: &'r mut AsTyped<'t>,
    ceilings: Option<FactCeilings>,
    owners: Owners,
    clock: Clock,
    calendar: Option<Calendar>,
    has_cells: bool,
    texts: Texts,
    next: NextQueries,
    /// The line before: its owner is likely the next one's, and a log has one line for each click on a query's results.
    previous: Previous,
    /// Where it matters how often a query was asked; else neighbouring lines are enough to know most clicks.
    asked: Option<Asked>,
    has_clicks: bool,
    host: String,
    key: String,
    cell: String,
    counts: ReadCounts,
    bad_lines: BadLines,
    folder: PathBuf,
}

#[derive(Default)]
struct Previous {
    owner: Option<u32>,
    query: String,
    time: String,
    cell: String,
}

impl<'r, 't, F: Facts> FactReader<'r, 't, F> {
    fn new(
        options: &ReadOptions,
        request: &FactRequest,
        facts: &'r mut F,
        as_typed: &'r mut AsTyped<'t>,
    ) -> Self {
        let (previous, host, key, cell, counts) = Default::default();
        FactReader {
            kind: request.kind,
            facts,
            as_typed,
            ceilings: request.ceilings.clone(),
            owners: Owners::new(options),
            clock: Clock::new(options.time_format.clone()),
            calendar: request.by.clone().filter(By::is_time).map(Calendar::new),
            has_cells: request.by.is_some(),
            texts: Texts::new(request.normal_form),
            next: NextQueries::new(match options.unit {
                Unit::Session { gap } => gap,
                _ => next::GAP,
            }),
            previous,
            asked: request.times.then(Asked::default),
            has_clicks: false,
            host,
            key,
            cell,
            counts,
            bad_lines: options.bad_lines,
            folder: options.room.folder.clone(),
        }
    }

    /// Refuses a query log that does not have what the fact is about.
    fn begin_log(&self, file: &Input) -> Result<(), ReadError> {
        let need = match self.kind.is_of_queries() {
            false => FactNeed::Items,
            true if self.has_cells && self.calendar.is_none() => FactNeed::Columns,
            true => return Ok(()),
        };
        Err(ReadError::FactNeeds { file: file.clone(), need })
    }

    /// The number of the owner called `name`.
    #[inline]
    fn owner(&mut self, name: &str) -> Result<u32, Fault> {
        let owner = match self.previous.owner {
            Some(number) if self.owners.is(number, name) => number,
            _ => self.owners.number(name)?,
        };
        Ok(owner)
    }

    /// Whether times must be known.
    fn is_timed(&self) -> bool {
        self.calendar.is_some() || self.kind == FactKind::QueryNext
    }

    /// Takes a line of a log, or a row of a table with queries, which is in `cell`.
    fn record(&mut self, record: &Record<'_>, cell: &str) -> Result<(), Fault> {
        if !self.owners.are_read(record.owner) {
            return Ok(());
        }
        let (query, url) = (without_separator(record.query), without_separator(record.url));
        let owner = self.owner(record.owner)?;
        let is_previous = self.previous.owner == Some(owner)
            && self.previous.query == *query
            && self.previous.time == record.time
            && self.previous.cell == cell;
        self.previous.owner = Some(owner);
        if query.trim().is_empty() {
            self.counts.blank_queries += 1;
            return Ok(());
        }
        // Without a time nobody knows whether a query was asked once more.
        let is_again = match &mut self.asked {
            Some(asked) => {
                asked.is_again(Asking { owner: record.owner, query: &query, time: record.time, part: cell })
            }
            None => is_previous && !record.time.is_empty(),
        };
        if is_again {
            self.counts.click_lines += 1;
            if !self.kind.needs_clicks() {
                return Ok(());
            }
        } else {
            query.as_ref().clone_into(&mut self.previous.query);
            record.time.clone_into(&mut self.previous.time);
            cell.clone_into(&mut self.previous.cell);
            self.counts.queries += 1;
        }
        let seconds = if self.is_timed() { self.clock.seconds(record.time.trim())? } else { 0 };
        self.cell.clear();
        match &mut self.calendar {
            Some(calendar) => self.cell.push_str(calendar.name(seconds)?),
            None => self.cell.push_str(cell),
        }
        self.counts.lines_without_cell += u64::from(self.has_cells && self.cell.is_empty());
        let cell = self.has_cells.then_some(self.cell.as_str());
        let facts = &mut *self.facts;
        match self.kind {
            FactKind::Query => {
                let normal = self.texts.query(&query);
                self.as_typed.look(&query, normal);
                facts.take(owner, normal, cell);
            }
            FactKind::Word => self.texts.each_word(&query, |word| facts.take(owner, word, cell)),
            FactKind::WordPair => self.texts.each_pair(&query, |pair| facts.take(owner, pair, cell)),
            FactKind::QueryHost | FactKind::QueryUrl => {
                let clicked = match self.kind {
                    FactKind::QueryHost => host(&url, &mut self.host),
                    _ => url.trim(),
                };
                if !clicked.is_empty() {
                    self.has_clicks = true;
                    let normal = self.texts.query(&query);
                    self.as_typed.look(&query, normal);
                    facts.take(owner, joined(&mut self.key, normal, clicked), cell);
                }
            }
            FactKind::QueryNext => {
                let normal = self.texts.query(&query);
                self.as_typed.look(&query, normal);
                if let Some(before) = self.next.before(owner, normal, seconds)? {
                    facts.take(owner, joined(&mut self.key, before, normal), cell);
                }
                self.next.take(owner, normal, seconds);
            }
            FactKind::Item | FactKind::ItemPair => {}
        }
        Ok(())
    }

    /// Takes an item of an owner, as the ceiling that it is below, if it is below one.
    fn item(&mut self, owner: u32, item: &str, cell: &str) {
        let item = self.ceilings.as_ref().and_then(|ceilings| ceilings.above(item)).unwrap_or(item);
        self.facts.take(owner, item, self.has_cells.then_some(cell));
    }

    /// What becomes of a line: a malformed one is counted, or it is the error that ends the reading. Then makes room for the
    /// next one.
    #[inline]
    fn settle(&mut self, taken: Result<(), Fault>, input: &Input, line: u64) -> Result<(), ReadError> {
        match (taken, self.bad_lines) {
            (Ok(()), _) => {}
            (Err(_), BadLines::Skip) => self.counts.bad_lines += 1,
            (Err(fault), BadLines::Error) => {
                return Err(ReadError::Malformed { file: input.clone(), line, fault });
            }
        }
        self.facts.relieve().map_err(|source| temporary(&self.folder, source))
    }

    /// The owners, and what was counted on the way.
    fn finish(self) -> Result<(Names, ReadCounts), ReadError> {
        Ok((self.owners.finish()?, self.counts))
    }
}

/// The separator of keys, which no text may hold: what does is withheld as a control character is, and must not be taken for two
/// texts.
#[inline]
fn without_separator(text: &str) -> Cow<'_, str> {
    match memchr::memchr(SEPARATOR as u8, text.as_bytes()) {
        Some(_) => text.replace(SEPARATOR, "\u{1e}").into(),
        None => text.into(),
    }
}
