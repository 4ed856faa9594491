//! Checks a release of log lines that was read back from its file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump_core::log::{LOG_COLUMNS, QueryLog, Table};
use clump_core::promise::{CommonQueries, Promise, Property, PropertyName};
use clump_core::verify::{Verdict, common_queries};
use clump_io::Input;
use clump_io::release::read_table;
use clump_log::habits::NOBODY;
use clump_log::normal_form;
use clump_log::share::{SEALED_COLUMNS, SealedRow};

use crate::CheckError;
use crate::check::property::shown_by_lines;
use crate::check::{AgainstOriginals, Checked};

/// Kind of columns in a release of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLayout {
    /// The columns of a query log: owner, query, time, rank and address.
    Log,
    /// The columns of sealed queries, where each line has one share of a key.
    Shares,
}

impl LineLayout {
    pub fn of(header: &[&str]) -> LineLayout {
        if header == SEALED_COLUMNS { LineLayout::Shares } else { LineLayout::Log }
    }

    /// The name of this layout in a certificate.
    pub fn word(self) -> &'static str {
        match self {
            LineLayout::Log => "log",
            LineLayout::Shares => "shares",
        }
    }

    /// The layout that a certificate calls `word`; `None` if `word` is no layout of lines.
    pub fn parse(word: &str) -> Option<LineLayout> {
        [LineLayout::Log, LineLayout::Shares].into_iter().find(|layout| layout.word() == word)
    }

    pub fn columns(self) -> &'static [&'static str] {
        match self {
            LineLayout::Log => LOG_COLUMNS,
            LineLayout::Shares => SEALED_COLUMNS,
        }
    }

    pub fn read(self, path: &Path) -> Result<Table, CheckError> {
        Ok(read_table(&Input::from(path), self.columns())?)
    }
}

/// Checks `promise` on `table`, which was read from the file at `path`.
pub fn check_lines(path: &Path, table: &Table, promise: &Promise) -> Result<Checked, CheckError> {
    let shown = |property: &Property| Ok((property.clone(), shown_by_lines(property, path, table)?));
    let properties: Result<Vec<_>, CheckError> = promise.properties().iter().map(shown).collect();
    Ok(Checked::alone(properties?))
}

/// Does the same as [`check_lines`], and counts the lines again. Each line must occur once for each owner in
/// `log` who asked its query, or who clicked its address after that query. A line with a time or a rank is
/// wrong.
pub fn check_lines_against(
    path: &Path,
    table: &Table,
    promise: &Promise,
    log: &QueryLog,
) -> Result<Checked, CheckError> {
    let checked = check_lines(path, table, promise)?;
    let Some(&Property::CommonQueries(CommonQueries { k })) = promise.get(PropertyName::CommonQueries) else {
        return Ok(checked);
    };
    let mut number_of: BTreeMap<[&str; 4], usize> = BTreeMap::new();
    let mut lines: Vec<usize> = Vec::new();
    for row in 0..table.len() {
        let number = *number_of.entry(LogCells::of(table, row).rest).or_insert(lines.len());
        lines.resize(number_of.len(), 0);
        lines[number] += 1;
    }
    let mut owners: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); lines.len()];
    for line in &log.lines {
        let query = normal_form(log.query(line));
        for url in ["", log.text(line.url)] {
            if let Some(&number) = number_of.get(&[&*query, "", "", url]) {
                owners[number].insert(line.owner);
            }
        }
    }
    let wrong = lines.iter().zip(&owners).filter(|(lines, owners)| **lines != owners.len());
    let unaccounted = wrong.map(|(lines, _)| lines).sum();
    let owned = owners.iter().enumerate();
    let owned = owned.flat_map(|(line, owners)| owners.iter().map(move |owner| (Some(owner), line)));
    let verdict = common_queries(owned, k);
    let of_lines =
        |property: &Property| matches!(property, Property::CommonQueries(_)).then(|| verdict.clone());
    let originals = AgainstOriginals { not_generalized: 0, unaccounted };
    Ok(checked.with_originals(originals, promise.properties().iter().map(of_lines)))
}

/// Refuses owner names that are not the numbers from 1 without a gap. Any other name could identify a person.
/// Lines without an owner are accepted.
pub(crate) fn require_numbers(path: &Path, table: &Table) -> Result<(), CheckError> {
    let owners = (0..table.len()).map(|row| LogCells::of(table, row).owner);
    let named: BTreeSet<&str> = owners.filter(|&owner| owner != NOBODY).collect();
    if (1..=named.len()).all(|number| named.contains(number.to_string().as_str())) {
        Ok(())
    } else {
        Err(CheckError::NamedOwners(path.to_owned()))
    }
}

/// Verdict on the lines of a query log: at least `k` owners must share each line.
pub(crate) fn check_queries(table: &Table, k: usize) -> Verdict {
    let lines = (0..table.len()).map(|row| {
        let LogCells { owner, rest } = LogCells::of(table, row);
        ((owner != NOBODY).then_some(owner), rest)
    });
    common_queries(lines, k)
}

struct LogCells<'a> {
    owner: &'a str,
    /// Query, time, rank and address of the line.
    rest: [&'a str; 4],
}

impl<'a> LogCells<'a> {
    fn of(table: &'a Table, row: usize) -> LogCells<'a> {
        let mut cells = table.row(row);
        let mut next = || cells.next().expect("a line of a log has five cells");
        // Readers of logs ignore white space around an owner, so this check does too.
        LogCells { owner: next().trim(), rest: [next(), next(), next(), next()] }
    }
}

pub fn sealed_rows(path: &Path, table: &Table) -> Result<Vec<SealedRow>, CheckError> {
    let rows = (0..table.len()).map(|row| SealedRow::parse(row + 1, table.row(row)));
    rows.collect::<Result<_, _>>().map_err(|source| CheckError::Sealed(path.to_owned(), source))
}
