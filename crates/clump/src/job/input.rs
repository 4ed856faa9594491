//! The input of a job: its files, their layout, and their owners and transactions.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clump_core::facts::FactKind::{ItemPair, QueryNext};
use clump_core::promise::Share;
use clump_io::{
    BadLines, ColumnNames, Delimiter, Gap, Input, Items, Layout, OwnerSplit, ReadError, Repeats, RowOwner,
    Separator, Spellings, TimeFormat, Unit, format_gap, parse_gap,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::echo::Echo;
use super::keys::InputKeys;
use super::settings::word;
use crate::JobError;
use crate::methods::{Counts, WorksOn};

/// Pause that ends a session by default.
const GAP: Duration = Duration::from_secs(30 * 60);

/// Settings for reading the input.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct InputSettings {
    /// Files to read, patterns such as `logs/*.gz`, or data that a program passes.
    pub files: Vec<Input>,
    /// Layout of the input; `None` to detect it from first bytes, header or extension.
    pub layout: Option<Layout>,
    /// Names of the columns of a table. A table needs a rule for its owners.
    pub columns: ColumnNames,
    /// Format of times; `None` to detect the format of each time.
    pub time_format: Option<TimeFormat>,
    /// Separator between columns of a text table; `None` to detect it from the first lines.
    pub delimiter: Option<Delimiter>,
    /// Separator between the items of a basket or of one cell of a table; `None` to detect it.
    pub separator: Option<Separator>,
    /// Rule for owner names that differ only in spelling: refuse them, or count one or several owners.
    pub spellings: Spellings,
    /// The data that are one transaction. If `None`, [`Job::decided`](super::Job::decided) decides; the
    /// default is all data of an owner.
    pub unit: Option<Unit>,
    /// Rule for items that occur several times in a transaction: keep or remove the repetitions.
    pub repeats: Repeats,
    /// Rule for malformed lines: skip and count them, or stop the run.
    pub bad_lines: BadLines,
    /// Approximate share of the owners to read, for a comparison. No key sets it, since a release needs all
    /// owners.
    pub sample: Option<Share>,
    /// Part of the owners to read, for a comparison that tests releases on other owners. No key sets it.
    pub split: Option<OwnerSplit>,
}

/// Unit that is one transaction, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum UnitName {
    /// All data of an owner.
    #[default]
    Owner,
    /// The queries of an owner until a pause of `gap`.
    Session,
    /// One query.
    Query,
    /// The rows of an owner that have the same value of the column `transaction`.
    Transaction,
}

impl From<Unit> for UnitName {
    fn from(unit: Unit) -> UnitName {
        match unit {
            Unit::Owner => UnitName::Owner,
            Unit::Session { .. } => UnitName::Session,
            Unit::Query => UnitName::Query,
            Unit::Transaction => UnitName::Transaction,
        }
    }
}

impl InputSettings {
    /// Takes the keys that a method on `works_on` reads. `counts` is the method, if it counts facts.
    pub(super) fn take(
        files: Vec<Input>,
        keys: &mut InputKeys,
        works_on: WorksOn,
        counts: Option<&Counts>,
    ) -> Result<InputSettings, JobError> {
        let owner = row_owner(keys)?;
        let mut settings = InputSettings {
            files,
            layout: keys.from.take(),
            spellings: match owner {
                // Without a column of owners there are no spellings.
                Some(RowOwner::EachRow) => Spellings::default(),
                _ => keys.spelling.take().unwrap_or_default(),
            },
            columns: ColumnNames {
                owner,
                query: keys.query.take(),
                time: keys.time.take(),
                url: keys.url.take(),
                ..ColumnNames::default()
            },
            delimiter: keys.delimiter.take(),
            bad_lines: if std::mem::take(&mut keys.skip_bad_lines) {
                BadLines::Skip
            } else {
                BadLines::Error
            },
            ..InputSettings::default()
        };
        let reads_times = match works_on {
            WorksOn::Lines => true,
            WorksOn::Facts => {
                settings.columns.items = std::mem::take(&mut keys.items);
                settings.columns.cells = keys.cells.take().unwrap_or_default();
                settings.separator = keys.separator.take();
                let has = |kind| counts.is_some_and(|counts| counts.has(|other| other == kind));
                if has(QueryNext) {
                    // `query,next` pairs two queries of one session.
                    settings.unit = Some(session(keys));
                } else if has(ItemPair) {
                    settings.columns.transaction = keys.transaction.take();
                    settings.unit = unit(keys, settings.columns.transaction.is_some())?;
                }
                true
            }
            WorksOn::Transactions => {
                settings.columns.transaction = keys.transaction.take();
                settings.columns.items = std::mem::take(&mut keys.items);
                settings.columns.cells = keys.cells.take().unwrap_or_default();
                settings.separator = keys.separator.take();
                settings.unit = unit(keys, settings.columns.transaction.is_some())?;
                settings.repeats =
                    if std::mem::take(&mut keys.keep_repeats) { Repeats::Keep } else { Repeats::Remove };
                matches!(settings.unit, Some(Unit::Session { .. }))
            }
        };
        if reads_times {
            settings.time_format = keys.time_format.take();
        }
        Ok(settings)
    }

    /// Adds the settings to `echo`. `kind` is the kind of items, if the user set it.
    pub(super) fn echo(
        &self,
        works_on: WorksOn,
        counts: Option<&Counts>,
        kind: Option<Items>,
        echo: &mut Echo,
    ) {
        let InputSettings { files, layout, columns, time_format, delimiter, separator, .. } = self;
        let ColumnNames { owner, transaction, items, query, time, url, cells } = columns;
        echo.put("input", files);
        echo.put("from", layout);
        let column = match owner {
            Some(RowOwner::Column(column)) => Some(column),
            Some(RowOwner::EachRow) | None => None,
        };
        echo.put("owner", column);
        echo.put("owner-per-row", matches!(owner, Some(RowOwner::EachRow)));
        echo.put("spelling", self.spellings);
        echo.put("query", query);
        echo.put("time", time);
        echo.put("url", url);
        echo.put("time-format", time_format);
        echo.put("delimiter", delimiter);
        let kind = kind.map(|kind| word(&kind));
        echo.put("items", items.iter().chain(&kind).collect::<Vec<_>>());
        if works_on != WorksOn::Lines {
            echo.put("cells", cells);
            echo.put("separator", separator);
        }
        let has = |kind| counts.is_some_and(|counts| counts.has(|other| other == kind));
        if works_on == WorksOn::Transactions || has(ItemPair) {
            echo.put("transaction", transaction);
            echo.put("unit", self.unit.map(UnitName::from));
            echo.put("gap", self.gap_text());
            echo.put("keep-repeats", self.repeats == Repeats::Keep);
        } else if has(QueryNext) {
            echo.put("gap", self.gap_text());
        }
        echo.put("skip-bad-lines", self.bad_lines == BadLines::Skip);
    }

    /// Adds only the settings of the unit of a transaction to `echo`.
    pub(super) fn echo_unit(&self, echo: &mut Echo) {
        echo.put("unit", self.unit.map(UnitName::from));
        echo.put("gap", self.gap_text());
        echo.put("keep-repeats", self.repeats == Repeats::Keep);
    }

    /// The settings of the unit of a transaction by key; empty if a column defines transactions.
    pub(crate) fn unit_keys(&self) -> BTreeMap<String, Value> {
        let mut echo = Echo::default();
        if self.unit.is_some_and(|unit| unit != Unit::Transaction) {
            echo.put("unit", self.unit.map(UnitName::from));
            echo.put("gap", self.gap_text());
        }
        echo.written()
    }

    /// The pause that ends a session; `None` if transactions are not sessions.
    pub(super) fn gap_text(&self) -> Option<String> {
        match self.unit? {
            Unit::Session { gap } => Some(format_gap(gap)),
            Unit::Owner | Unit::Query | Unit::Transaction => None,
        }
    }

    /// The inputs, with each pattern replaced by the files that match it.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn expanded(&self) -> Result<Vec<Input>, ReadError> {
        Input::expand(&self.files)
    }

    /// The paths of all input files. Ignores patterns that match no file: reading refuses them.
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> + '_ {
        paths(self.files.iter().cloned())
    }
}

pub(super) fn paths(inputs: impl Iterator<Item = Input>) -> impl Iterator<Item = PathBuf> {
    inputs
        .flat_map(|input| Input::expand(&[input]).unwrap_or_default())
        .filter_map(|input| if let Input::File(path) = input { Some(path) } else { None })
}

/// The rule for owners of a table; `None` if no key states one.
fn row_owner(keys: &mut InputKeys) -> Result<Option<RowOwner>, JobError> {
    match (keys.owner.take(), std::mem::take(&mut keys.owner_per_row)) {
        (Some(_), true) => Err(JobError::Contradiction { keys: ["owner", "owner-per-row"] }),
        (Some(column), false) => Ok(Some(RowOwner::Column(column))),
        (None, true) => Ok(Some(RowOwner::EachRow)),
        (None, false) => Ok(None),
    }
}

/// Sessions that end after the pause in `keys`, or after the default pause.
fn session(keys: &mut InputKeys) -> Unit {
    Unit::Session { gap: keys.gap.take().map_or(GAP, |Gap(gap)| gap) }
}

/// Reads the unit of a transaction from the `parameters` of a certificate. A certificate does not name the
/// column that defines transactions. So the result is `None` for such a column.
pub(crate) fn stated_unit(parameters: &BTreeMap<String, Value>) -> Option<Unit> {
    let text = |key: &str| parameters.get(key)?.as_str();
    match UnitName::deserialize(parameters.get("unit")?).ok()? {
        UnitName::Owner => Some(Unit::Owner),
        UnitName::Session => Some(Unit::Session { gap: parse_gap(text("gap")?).ok()? }),
        UnitName::Query => Some(Unit::Query),
        UnitName::Transaction => None,
    }
}

/// The unit of a transaction: that of the key `unit`, or `Transaction` if there is a column for it.
fn unit(keys: &mut InputKeys, has_column: bool) -> Result<Option<Unit>, JobError> {
    let name = match (has_column, keys.unit.take()) {
        (false, None) => return Ok(None),
        (false, Some(unit)) => unit,
        (true, None | Some(UnitName::Transaction)) => UnitName::Transaction,
        (true, Some(_)) => return Err(JobError::TwoUnits),
    };
    Ok(Some(match name {
        UnitName::Owner => Unit::Owner,
        UnitName::Session => session(keys),
        UnitName::Query => Unit::Query,
        UnitName::Transaction => Unit::Transaction,
    }))
}
