//! Reads the records of a log and turns them into facts of owners.

use std::borrow::Cow;

use clump_core::facts::{By, FactKind, SEPARATOR, TableSpec};
use clump_core::names::Names;
use clump_core::progress::Progress;
use rustc_hash::FxHashMap;

use super::FactRequest;
use super::calendar::Calendar;
use super::ceilings::FactCeilings;
use super::counters::FactSink;
use super::plan::FactPlan;
use super::rules::AsTyped;
use super::sessions::{GAP, Sessions};
use super::texts::{Texts, each_pair, host, joined};
use crate::columns::OwnerIs;
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

/// Passes all facts of `inputs` to `facts`. In a cluster run, the inputs may be only a part of the log, and
/// other parts may have the clicks that this part lacks.
pub(super) fn read(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    plan: &FactPlan,
    facts: &mut impl FactSink,
    as_typed: &mut AsTyped<'_>,
    progress: &dyn Progress,
) -> Result<FactOwners, ReadError> {
    let mut options = options.clone();
    if request.bounding.is_some() {
        // With noise, a malformed line of one owner must not end the run.
        (options.bad_lines, options.with_noise) = (BadLines::Skip, true);
    }
    let pairs = plan.facts.iter().position(|fact| fact.kind == FactKind::ItemPair);
    if let (Some(pairs), [_]) = (pairs, plan.facts.as_slice()) {
        return read_pairs(inputs, &options, request, pairs, None, facts, progress);
    }
    let rows = Request { columns: &plan.columns, ..Request::new(&options, Purpose::Facts, progress) };
    // If occurrences are not counted, comparison with the previous line recognizes most clicks.
    let clicks = if request.times { Clicks::anywhere() } else { Clicks::beside() };
    let mut records = FactRecords::new(&options, request, plan, facts, as_typed);
    let WasRead { owners, owner_is, counts } = read_records(inputs, &rows, Some(clicks), &mut records)?;
    records.pair_queries()?;
    // With noise, an error would reveal that no owner clicked.
    let lacks_clicks = request.needs_clicks() && !records.has_clicks && !options.with_noise;
    let counts = ReadCounts { lines_without_cell: records.without_cell, ..counts };
    let owners = owners.finish()?;
    if let Some(pairs) = pairs {
        read_pairs(inputs, &options, request, pairs, Some(&owners), facts, progress)?;
    }
    Ok(FactOwners { owners, owner_is, counts, lacks_clicks })
}

/// Passes all pairs of items to `facts`, as the fact with the number `pairs`. Owners have the numbers of `known`, if
/// the other facts of the log were read before.
fn read_pairs(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    pairs: usize,
    known: Option<&Names>,
    facts: &mut impl FactSink,
    progress: &dyn Progress,
) -> Result<FactOwners, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let needs = |need| ReadError::FactNeeds { file: first.clone(), need };
    let is_divided = |table: &TableSpec| !table.by.is_empty() || !table.more.is_empty();
    if request.tables.iter().any(|table| table.kind == FactKind::ItemPair && is_divided(table)) {
        return Err(needs(FactNeed::WholeOwners));
    }
    let Log { taxonomy, transactions, owner_names, owner_is, counts, .. } =
        read_log(inputs, options, &TaxonomySource::Flat, progress)?;
    if counts.queries > 0 {
        return Err(needs(FactNeed::Items));
    }
    let numbers: FxHashMap<&str, u32> = known.into_iter().flat_map(|names| names.iter().zip(0..)).collect();
    let number = |owner: u32| match known {
        Some(_) => numbers.get(owner_names.get(owner as usize)).copied(),
        None => Some(owner),
    };
    let mut key = String::new();
    for row in 0..transactions.len() {
        progress.go_on()?;
        let Some(owner) = number(transactions.owner(row)) else { continue };
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
                facts.take(pairs, owner, joined(&mut key, one, other), 1);
            }
        }
        facts.relieve().map_err(|source| options.room.temporary(source))?;
    }
    Ok(FactOwners { owners: owner_names, owner_is, counts, lacks_clicks: false })
}

/// Facts that need the next query of their owner, with the context of each query until then.
struct NextFacts {
    sessions: Sessions,
    /// The distinct contexts: cells and values of the further columns.
    contexts: Vec<Context>,
    numbers: FxHashMap<Context, u32>,
}

/// The cells of a record, one for each division, and its values of the further columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Context {
    cells: Vec<String>,
    values: Vec<String>,
}

impl NextFacts {
    fn number(&mut self, context: &Context) -> u32 {
        match self.numbers.get(context) {
            Some(&number) => number,
            None => {
                let number = self.contexts.len() as u32;
                self.contexts.push(context.clone());
                self.numbers.insert(context.clone(), number);
                number
            }
        }
    }
}

struct FactRecords<'r, 't, F> {
    plan: &'r FactPlan,
    facts: &'r mut F,
    as_typed: &'r mut AsTyped<'t>,
    ceilings: Option<FactCeilings>,
    clock: Clock,
    /// For each division, the calendars of its columns; `None` for a column of the data.
    calendars: Vec<Vec<Option<Calendar>>>,
    is_timed: bool,
    texts: Texts,
    next: Option<NextFacts>,
    has_clicks: bool,
    host: String,
    key: String,
    whole_key: String,
    context: Context,
    without_cell: u64,
    room: ReadingMemory,
}

impl<'r, 't, F: FactSink> FactRecords<'r, 't, F> {
    fn new(
        options: &ReadOptions,
        request: &FactRequest,
        plan: &'r FactPlan,
        facts: &'r mut F,
        as_typed: &'r mut AsTyped<'t>,
    ) -> Self {
        let (host, key, whole_key) = Default::default();
        let gap = match options.unit {
            Unit::Session { gap } => gap,
            _ => GAP,
        };
        let next = plan.counts(FactKind::QueryNext).then(|| NextFacts {
            sessions: Sessions::new(gap),
            contexts: Vec::new(),
            numbers: FxHashMap::default(),
        });
        let calendar = |by: &By| by.is_time().then(|| Calendar::new(by.clone(), request.time_zone.clone()));
        FactRecords {
            plan,
            facts,
            as_typed,
            ceilings: request.ceilings.clone(),
            clock: Clock::new(options.time_format.clone(), options.with_noise),
            calendars: plan.divisions.iter().map(|columns| columns.iter().map(calendar).collect()).collect(),
            is_timed: plan.has_times(),
            texts: Texts::new(request.normal_form, request.words),
            next,
            has_clicks: false,
            host,
            key,
            whole_key,
            context: Context { cells: vec![String::new(); plan.divisions.len()], values: Vec::new() },
            without_cell: 0,
            room: options.room.clone(),
        }
    }

    /// Sets the cells of a record and its values of the further columns. Returns the time in seconds since 1970, or 0 if
    /// no time is needed.
    fn set_context(&mut self, record: Record<'_>) -> Result<i64, Fault> {
        let seconds = if self.is_timed { self.clock.seconds(record.time)? } else { 0 };
        let Context { cells, values } = &mut self.context;
        let mut is_unknown = false;
        for ((cell, columns), calendars) in
            cells.iter_mut().zip(&self.plan.divisions).zip(&mut self.calendars)
        {
            cell.clear();
            for (place, (by, calendar)) in columns.iter().zip(calendars).enumerate() {
                if place > 0 {
                    cell.push(SEPARATOR);
                }
                let before = cell.len();
                match (calendar, by) {
                    (Some(calendar), _) => cell.push_str(calendar.name(seconds)?),
                    (None, By::Column(name)) => {
                        cell.push_str(&without_separator(&record.values[self.plan.column(name)]));
                    }
                    (None, _) => {}
                }
                if cell.len() == before {
                    cell.clear();
                    break;
                }
            }
            is_unknown |= cell.is_empty();
        }
        values.resize_with(record.values.len(), String::new);
        for (value, text) in values.iter_mut().zip(record.values) {
            value.clear();
            value.push_str(&without_separator(text));
        }
        self.without_cell += u64::from(is_unknown);
        self.facts.set_cells(cells);
        Ok(seconds)
    }

    /// Passes a fact with the values of its further columns; none if one of these values is missing.
    #[inline]
    fn take(&mut self, fact: usize, owner: u32, key: &str, times: u64) {
        let more = &self.plan.facts[fact].more;
        if more.is_empty() {
            return self.facts.take(fact, owner, key, times);
        }
        self.whole_key.clear();
        self.whole_key.push_str(key);
        for &column in more {
            let value = &self.context.values[column];
            if value.is_empty() {
                return;
            }
            if !self.whole_key.is_empty() {
                self.whole_key.push(SEPARATOR);
            }
            self.whole_key.push_str(value);
        }
        self.facts.take(fact, owner, &self.whole_key, times);
    }

    /// Passes the pairs of a query and the next one, after all records.
    fn pair_queries(&mut self) -> Result<(), ReadError> {
        let Some(NextFacts { sessions, contexts, .. }) = self.next.take() else { return Ok(()) };
        let facts: Vec<usize> = (0..self.plan.facts.len())
            .filter(|&at| self.plan.facts[at].kind == FactKind::QueryNext)
            .collect();
        sessions.each(|owner, before, next, context| {
            self.context.clone_from(&contexts[context as usize]);
            self.facts.set_cells(&self.context.cells);
            let mut key = std::mem::take(&mut self.key);
            let pair = joined(&mut key, before, next);
            facts.iter().for_each(|&fact| self.take(fact, owner, pair, 1));
            self.key = key;
            self.facts.relieve().map_err(|source| self.room.temporary(source))
        })
    }
}

impl<F: FactSink> Records for FactRecords<'_, '_, F> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        let facts = &self.plan.facts;
        let has = |is: fn(FactKind) -> bool| facts.iter().any(|fact| is(fact.kind));
        let (of_queries, of_items) = (has(FactKind::is_of_queries), has(FactKind::is_of_items));
        let is_timed = self.is_timed;
        let need = match (shape.form, shape.kind) {
            (_, Kind::Query) if of_items => FactNeed::Items,
            (_, Kind::Items | Kind::Counts) if of_queries => FactNeed::Queries,
            (Form::Log | Form::Baskets, _) if !self.plan.columns.is_empty() => FactNeed::Columns,
            (Form::Baskets, _) if is_timed => FactNeed::Columns,
            (_, Kind::Query) if !shape.owner => FactNeed::Owners,
            _ if !shape.time && is_timed => FactNeed::Times,
            (_, Kind::Query) if has(FactKind::needs_clicks) && !shape.url => FactNeed::Clicks,
            _ => return Ok(()),
        };
        Err(ReadError::FactNeeds { file: input.clone(), need })
    }

    fn query(&mut self, owners: &mut Owners, record: Record<'_>, asking: Asking) -> Result<(), Fault> {
        if asking == Asking::Blank {
            record.owner(owners)?;
            return Ok(());
        }
        let plan = self.plan;
        let is_click = asking == Asking::Click;
        if is_click && !plan.facts.iter().any(|fact| fact.kind.needs_clicks()) {
            return Ok(());
        }
        let seconds = self.set_context(record)?;
        let owner = record.owner(owners)?;
        let (query, url) = (without_separator(record.query), without_separator(record.url));
        let mut texts = std::mem::take(&mut self.texts);
        if plan.facts.iter().any(|fact| fact.kind.has_whole_queries() || fact.kind == FactKind::Columns) {
            let text = self.as_typed.text(&query, texts.query(&query));
            self.whole_query(owner, text, &url, seconds, is_click);
        }
        if !is_click && plan.facts.iter().any(|fact| fact.kind.is_of_words()) {
            let words = texts.words(&query);
            self.words(owner, &words);
        }
        self.texts = texts;
        Ok(())
    }

    fn items(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        row: &impl Row,
        _: u64,
    ) -> Result<usize, Fault> {
        self.set_context(record)?;
        let owner = record.owner(owners)?;
        let plan = self.plan;
        let of_kind = |kind| (0..plan.facts.len()).filter(move |&fact| plan.facts[fact].kind == kind);
        let mut items = 0;
        row.items(|_, item, times| {
            items += 1;
            let item = without_separator(item);
            for fact in of_kind(FactKind::Item) {
                let ceilings = self.ceilings.take();
                let above = ceilings.as_ref().and_then(|ceilings| ceilings.above(&item));
                self.take(fact, owner, above.unwrap_or(&item), times);
                self.ceilings = ceilings;
            }
            Ok(())
        })?;
        of_kind(FactKind::Columns).for_each(|fact| self.take(fact, owner, "", 1));
        Ok(items)
    }

    #[inline]
    fn relieve(&mut self) -> Result<(), ReadError> {
        self.facts.relieve().map_err(|source| self.room.temporary(source))
    }
}

impl<F: FactSink> FactRecords<'_, '_, F> {
    /// Passes the facts of a whole query: itself, its click, and its columns. `text` is its normal form.
    fn whole_query(&mut self, owner: u32, text: &str, url: &str, seconds: i64, is_click: bool) {
        let mut key = std::mem::take(&mut self.key);
        let mut host_text = std::mem::take(&mut self.host);
        for fact in 0..self.plan.facts.len() {
            match self.plan.facts[fact].kind {
                FactKind::Query if !is_click => self.take(fact, owner, text, 1),
                FactKind::Columns if !is_click => self.take(fact, owner, "", 1),
                kind @ (FactKind::QueryHost | FactKind::QueryUrl) => {
                    let clicked = if kind == FactKind::QueryHost { host(url, &mut host_text) } else { url };
                    if !clicked.is_empty() {
                        self.has_clicks = true;
                        self.take(fact, owner, joined(&mut key, text, clicked), 1);
                    }
                }
                _ => {}
            }
        }
        if let Some(next) = self.next.as_mut().filter(|_| !is_click) {
            let context = next.number(&self.context);
            next.sessions.add(owner, text, seconds, context);
        }
        (self.key, self.host) = (key, host_text);
    }

    /// Passes the words of a query, and their pairs.
    fn words(&mut self, owner: u32, words: &[&str]) {
        let mut key = std::mem::take(&mut self.key);
        for fact in 0..self.plan.facts.len() {
            match self.plan.facts[fact].kind {
                FactKind::Word => words.iter().for_each(|word| self.take(fact, owner, word, 1)),
                FactKind::WordPair => each_pair(words, &mut key, |pair| self.take(fact, owner, pair, 1)),
                _ => {}
            }
        }
        self.key = key;
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
