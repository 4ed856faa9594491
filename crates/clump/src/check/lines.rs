//! Checks a release of lines, read back from its file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump_core::log::{LOG_COLUMNS, QueryLog, Table};
use clump_core::promise::{CommonQueries, Promise, Property, PropertyName};
use clump_core::rewrite::Rewritten;
use clump_core::verify::{Verdict, common_queries};
use clump_io::Input;
use clump_io::release::read_table;
use clump_log::habits::NOBODY;
use clump_log::normal_form;
use clump_log::share::{SEALED_COLUMNS, SealedRow};

use crate::CheckError;
use crate::check::property::shown_by_lines;
use crate::check::{AgainstOriginals, Checked};

/// Layout of the lines of a release in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLayout {
    /// The columns of a query log.
    Log,
    /// Shares of sealed queries.
    Shares,
}

impl LineLayout {
    /// The layout of a table with these columns.
    pub fn of(header: &[&str]) -> LineLayout {
        if header == SEALED_COLUMNS { LineLayout::Shares } else { LineLayout::Log }
    }

    /// The word for it in a certificate.
    pub fn word(self) -> &'static str {
        match self {
            LineLayout::Log => "log",
            LineLayout::Shares => "shares",
        }
    }

    /// The layout that a certificate calls `word`; none if it is one of rows.
    pub fn parse(word: &str) -> Option<LineLayout> {
        [LineLayout::Log, LineLayout::Shares].into_iter().find(|layout| layout.word() == word)
    }

    /// The columns of the file.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            LineLayout::Log => LOG_COLUMNS,
            LineLayout::Shares => SEALED_COLUMNS,
        }
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    /// When the file is not what its layout says.
    pub fn read(self, path: &Path) -> Result<Table, CheckError> {
        Ok(read_table(&Input::from(path), self.columns())?)
    }
}

/// Checks `promise` on the `table` that was read from `path`.
///
/// # Errors
/// When a share is not valid, or owners have names.
pub fn check_lines(path: &Path, table: &Table, promise: &Promise) -> Result<Checked, CheckError> {
    let shown = |property: &Property| Ok((property.clone(), shown_by_lines(property, path, table)?));
    let properties: Result<Vec<_>, CheckError> = promise.properties().iter().map(shown).collect();
    Ok(Checked::alone(properties?))
}

/// Checks `promise` on the file at `path`. Where k owners must share a line, it also checks the owners of
/// each line: the file was made from `log` as `rewritten` says.
///
/// # Errors
/// When the file is not what its layout says, and as [`check_lines`].
pub fn check_lines_against(
    path: &Path,
    layout: LineLayout,
    promise: &Promise,
    log: &QueryLog,
    rewritten: &Rewritten,
) -> Result<Checked, CheckError> {
    let table = layout.read(path)?;
    let checked = check_lines(path, &table, promise)?;
    let Some(&Property::CommonQueries(CommonQueries { k })) = promise.get(PropertyName::CommonQueries) else {
        return Ok(checked);
    };
    let (originals, owners) = line_owners(&table, k, log, rewritten);
    Ok(with_owners_of_lines(checked, originals, owners))
}

/// Checks `promise` on the `table` that was read from `path`, and counts its lines again. Each line must
/// occur once for each owner of `log` who asked its query, or clicked its address after it. A line with a
/// time or a rank has no such owner.
///
/// # Errors
/// As [`check_lines`].
pub(crate) fn recount_lines(
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
    Ok(with_owners_of_lines(checked, AgainstOriginals { not_generalized: 0, unaccounted }, verdict))
}

/// Adds what the originals show of lines that k owners must share.
fn with_owners_of_lines(checked: Checked, originals: AgainstOriginals, owners: Verdict) -> Checked {
    let is_of_lines = |property: &Property| matches!(property, Property::CommonQueries(_));
    checked.with_originals(originals, |property| is_of_lines(property).then(|| owners.clone()))
}

/// Findings in the originals of published lines.
fn line_owners(
    table: &Table,
    k: usize,
    log: &QueryLog,
    rewritten: &Rewritten,
) -> (AgainstOriginals, Verdict) {
    let order = rewritten.table.canonical();
    let origin = |row: usize| order.get(row).map(|&place| &log.lines[rewritten.origin[place] as usize]);
    let said = |row: usize| LogCells::of(table, row);
    let rows = 0..table.len();
    let owned = rows.clone().map(|row| (origin(row).map(|line| line.owner), said(row).rest));
    let mut seen = BTreeSet::new();
    // A reader counts equal lines as owners, so no owner may have two.
    let repeated = owned.clone().filter(|line| !seen.insert(*line)).count();
    let is_true = |row: usize| {
        let [query, .., url] = said(row).rest;
        origin(row).is_some_and(|line| {
            normal_form(log.query(line)) == query && (url.is_empty() || log.text(line.url) == url)
        })
    };
    let originals = AgainstOriginals {
        not_generalized: rows.filter(|&row| !is_true(row)).count(),
        unaccounted: repeated + table.len().abs_diff(order.len()),
    };
    (originals, common_queries(owned, k))
}

/// Refuses owners that are not numbered from 1 without a gap. Any other name could identify its owner,
/// however many owners share the rest of the line. Lines without an owner are accepted.
pub(crate) fn require_numbers(path: &Path, table: &Table) -> Result<(), CheckError> {
    let owners = (0..table.len()).map(|row| LogCells::of(table, row).owner);
    let named: BTreeSet<&str> = owners.filter(|&owner| owner != NOBODY).collect();
    if (1..=named.len()).all(|number| named.contains(number.to_string().as_str())) {
        Ok(())
    } else {
        Err(CheckError::NamedOwners(path.to_owned()))
    }
}

/// Verdict on the lines of a log: k owners must share each.
pub(crate) fn check_queries(table: &Table, k: usize) -> Verdict {
    let lines = (0..table.len()).map(|row| {
        let LogCells { owner, rest } = LogCells::of(table, row);
        ((owner != NOBODY).then_some(owner), rest)
    });
    common_queries(lines, k)
}

/// The cells of a line of a log.
struct LogCells<'a> {
    owner: &'a str,
    /// Query, time, rank and address: what the line says of its owner.
    rest: [&'a str; 4],
}

impl<'a> LogCells<'a> {
    fn of(table: &'a Table, row: usize) -> LogCells<'a> {
        let mut cells = table.row(row);
        let mut next = || cells.next().expect("a line of a log has five cells");
        // White space around an owner is ignored, as in reading a log.
        LogCells { owner: next().trim(), rest: [next(), next(), next(), next()] }
    }
}

/// The rows of a release of shares.
///
/// # Errors
/// When a cell is not valid.
pub fn sealed_rows(path: &Path, table: &Table) -> Result<Vec<SealedRow>, CheckError> {
    let rows = (0..table.len()).map(|row| SealedRow::parse(row + 1, table.row(row)));
    rows.collect::<Result<_, _>>().map_err(|source| CheckError::Sealed { path: path.to_owned(), source })
}
