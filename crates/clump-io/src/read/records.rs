//! The common part of all readers of logs: the owners of rows, clicks, malformed lines, and counts. The
//! implementation of [`Records`] uses the records.

use std::fmt::Write;

use super::ReadCounts;
use super::clicks::Clicks;
use super::rows::{Form, Kind, Place, ReadFiles, Request, Row, Shape, Sink, each_row};
use crate::columns::OwnerIs;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::mapping::UnknownAt;
use crate::options::BadLines;
use crate::owners::Owners;

/// A query, or the owner and transaction of the items of a row. The texts have no blanks around them, except
/// the query. Texts that the data lack are empty.
#[derive(Clone, Copy, Default)]
pub(crate) struct Record<'t> {
    pub owner: &'t str,
    /// True if each row is an owner, who is called by its number.
    pub is_of_row: bool,
    pub query: &'t str,
    pub time: &'t str,
    /// The name of the transaction, or of the cell of a fact, in a column.
    pub part: &'t str,
    pub rank: &'t str,
    pub url: &'t str,
}

impl Record<'_> {
    /// The number of its owner, who is added if there was no record of the owner before.
    pub(crate) fn owner(&self, owners: &mut Owners) -> Result<u32, Fault> {
        if self.is_of_row { Ok(owners.push(self.owner)) } else { owners.number(self.owner) }
    }
}

/// The kind of a line with a query.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    Query,
    /// One more click on the results of a query that was taken.
    Click,
    /// The query is empty. The line still shows that the owner exists.
    Blank,
}

/// Why a record was not taken.
pub(crate) enum Refusal {
    Malformed(Fault),
    Unknown(UnknownAt),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Refusal::Malformed(fault)
    }
}

impl From<UnknownAt> for Refusal {
    fn from(unknown: UnknownAt) -> Self {
        Refusal::Unknown(unknown)
    }
}

/// A sink for the records of a log.
pub(crate) trait Records {
    /// Refuses an input if it cannot use its rows.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a query.
    fn query(&mut self, owners: &mut Owners, record: Record<'_>, asking: Asking) -> Result<(), Refusal>;

    /// Takes the items of `row`; `count` is their number if these are counts. Returns the number of different
    /// items.
    fn items(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        row: &impl Row,
        count: u64,
    ) -> Result<usize, Refusal>;

    /// Ends an input after all its rows were taken.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }

    /// Frees memory if there is none left.
    fn relieve(&mut self) -> Result<(), ReadError>;
}

/// The results of a reading besides records.
pub(crate) struct WasRead {
    pub owners: Owners,
    pub owner_is: OwnerIs,
    pub counts: ReadCounts,
}

/// Reads `inputs` as one log into `records`. Without `clicks`, every line is taken as it is, including clicks
/// and blank queries.
pub(crate) fn read_records(
    inputs: &[Input],
    request: &Request<'_>,
    clicks: Option<Clicks>,
    records: &mut impl Records,
) -> Result<WasRead, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let options = request.options;
    options.room.check_folder()?;
    let mut reader = Reader {
        records,
        owners: Owners::new(options),
        clicks,
        counts: ReadCounts::default(),
        bad_lines: options.bad_lines,
        file: (inputs.len() > 1).then_some(0),
        shape: None,
        rows: 0,
        name: String::new(),
    };
    let open = |reader: &mut Reader<'_, _>, number| reader.file = reader.file.map(|_| number);
    let ReadFiles { files, latin1_lines, owner_is } = each_row(inputs, request, &mut reader, open)?;
    let Reader { owners, counts, .. } = reader;
    match owner_is {
        Some(owner_is) if counts.lines > 0 || options.with_noise => {
            Ok(WasRead { owners, owner_is, counts: ReadCounts { files, latin1_lines, ..counts } })
        }
        _ => Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    }
}

/// A reading in progress.
struct Reader<'r, R> {
    records: &'r mut R,
    owners: Owners,
    clicks: Option<Clicks>,
    counts: ReadCounts,
    bad_lines: BadLines,
    /// The number of the current input, if there are several.
    file: Option<usize>,
    /// The shape of the rows of this input.
    shape: Option<Shape>,
    /// Number of rows of this input so far.
    rows: u64,
    /// The name of a row if rows are owners: its number, or `file:number` with several files.
    name: String,
}

impl<R: Records> Reader<'_, R> {
    #[inline]
    fn record(&mut self, row: &impl Row) -> Result<(), Refusal> {
        let shape = self.shape.expect("rows come after their shape");
        let count = row.check()?;
        let mut record =
            Record { time: row.time().trim(), part: row.transaction().trim(), ..Record::default() };
        if shape.owner {
            record.owner = row.owner().trim();
            if record.owner.is_empty() {
                return Err(Fault::NoOwner.into());
            }
        } else {
            self.name.clear();
            match self.file {
                Some(file) => write!(self.name, "{file}:{}", self.rows),
                None => write!(self.name, "{}", self.rows),
            }
            .expect("writing to a string cannot fail");
            record = Record { owner: &self.name, is_of_row: true, ..record };
        }
        if !self.owners.are_read(record.owner) {
            return Ok(());
        }
        if shape.owner && shape.kind == Kind::Query {
            record = Record { query: row.query(), rank: row.rank(), url: row.url().trim(), ..record };
            return query(self.records, &mut self.owners, &mut self.clicks, &mut self.counts, record);
        }
        self.counts.baskets += u64::from(record.is_of_row);
        let taken = self.records.items(&mut self.owners, record, row, count)?;
        // A basket without items is an owner who has nothing.
        self.counts.null_items += match row.null_items() {
            0 if taken == 0 && shape.kind == Kind::Items && shape.form != Form::Baskets => 1,
            null_items => null_items,
        };
        Ok(())
    }
}

/// Passes a query to `records`, and counts it.
#[inline]
fn query<R: Records>(
    records: &mut R,
    owners: &mut Owners,
    clicks: &mut Option<Clicks>,
    counts: &mut ReadCounts,
    record: Record<'_>,
) -> Result<(), Refusal> {
    let Some(clicks) = clicks else { return records.query(owners, record, Asking::Query) };
    if record.query.trim().is_empty() {
        records.query(owners, record, Asking::Blank)?;
        counts.blank_queries += 1;
    } else if clicks.is_click(owners, record) {
        records.query(owners, record, Asking::Click)?;
        counts.click_lines += 1;
    } else {
        records.query(owners, record, Asking::Query)?;
        counts.queries += 1;
        clicks.note(owners, record);
    }
    Ok(())
}

impl<R: Records> Sink for Reader<'_, R> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        self.records.begin(input, shape)?;
        self.rows = 0;
        // If only some inputs have an owner column, each row of the others would be a person of its own. The
        // number of item columns may differ, and so may the presence of clicks.
        let kind_of = |shape: Shape| (shape.owner, shape.time, shape.kind);
        match self.shape.replace(shape) {
            Some(before) if kind_of(before) != kind_of(shape) => {
                Err(ReadError::MixedTables { file: input.clone() })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
        self.counts.lines += 1;
        self.rows += 1;
        let taken = match row {
            Ok(row) => self.record(row),
            Err(fault) => Err(fault.into()),
        };
        let Place { input, number: line } = place;
        match (taken, self.bad_lines) {
            (Ok(()), _) => {}
            (Err(Refusal::Malformed(_)), BadLines::Skip) => self.counts.bad_lines += 1,
            (Err(Refusal::Malformed(fault)), BadLines::Error) => {
                return Err(ReadError::Malformed { file: input.clone(), line, fault });
            }
            (Err(Refusal::Unknown(UnknownAt(position))), _) => {
                return Err(ReadError::UnknownItem { file: input.clone(), line, position });
            }
        }
        self.records.relieve()
    }

    fn end(&mut self, input: &Input) -> Result<(), ReadError> {
        self.records.end(input)
    }
}
