//! Previews of an input for a person: its layout, its columns with the likely content of each, and its first
//! rows.
//!
//! A preview contains values of the data, so show it only to a person who may see the data. Its contents of
//! columns are guesses, which the user must confirm.

use super::content::Content;
use super::finder::{LayoutFinder, is_header, separator_of_baskets};
use super::plain::Basket;
use super::records::{Asking, Kind, Purpose, Record, Records, Request, Row, Shape, read_records};
use super::table;
use crate::columns::ColumnNames;
use crate::error::{Fault, ReadError};
use crate::input::{Input, Stream};
use crate::layout::{Delimiter, Layout, Separator};
use crate::lines::Lines;
use crate::options::ReadOptions;
use crate::owners::Owners;
use crate::time::Clock;

/// Preview of an input. `Debug` shows values of the data, so it is private too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Detected or stated layout of the input.
    pub layout: Layout,
    /// True if the input looks like a table but the user did not state that it is one. It cannot be read
    /// without that statement.
    pub only_looks_like_table: bool,
    /// First rows or baskets of the input.
    pub found: InputContent,
}

/// First rows of an input, in a form that depends on its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputContent {
    /// A query log: the cells of its first lines, in the five columns of [`LOG_COLUMNS`].
    Log(Vec<Vec<String>>),
    /// A basket file: the separator of its items, and the items of its first lines.
    Baskets(Separator, Vec<Vec<String>>),
    /// A table, and the delimiter of its columns if the table is text.
    Table(TablePreview, Option<Delimiter>),
}

/// Preview of a table, made from its first rows; the end of a long table is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePreview {
    /// Columns of the table in their order.
    pub columns: Vec<PreviewColumn>,
    /// True if the first line, which should hold the names of the columns, may be a row of data.
    pub may_lack_header: bool,
    /// Number of rows that were read for the preview.
    pub rows: u64,
    /// True if the preview read all rows of the table.
    pub is_whole: bool,
    /// Cells of the first rows. Missing cells at the end of a row are left out, and long cells are cut.
    pub first: Vec<Vec<String>>,
}

/// Preview of one column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewColumn {
    /// Name of the column in the table.
    pub name: String,
    /// Number of distinct values in the rows that were read; 0 for columns of times and lists.
    pub distinct: usize,
    /// Likely content of the column; `None` if it cannot be guessed.
    pub likely: Option<LikelyColumn>,
    /// Result of looking for times in the first rows of the column.
    pub times: TimesSeen,
}

/// Likely content of a column, guessed from its name and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikelyColumn {
    /// The column holds the owner of each row. At most one column is guessed to be this.
    Owner,
    /// The column holds the name of a transaction, such as an order number.
    Transaction,
    /// The column holds items.
    Items,
    /// The column holds the text of queries.
    Query,
    /// The column holds times.
    Time,
}

/// The result of looking for times in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimesSeen {
    /// The cells are not times, or all cells are empty.
    #[default]
    No,
    /// The cells are times, in a format that clump recognizes.
    Read,
    /// The cells are times, but clump cannot tell the format, so the user must state it.
    Unclear,
}

impl TimesSeen {
    pub(crate) fn of<'c>(cells: impl Iterator<Item = &'c str>) -> TimesSeen {
        let mut clock = Clock::default();
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let of_cell = |cell: &str| match clock.seconds(cell) {
            Ok(_) if is_number(cell) && !cell.contains(['.', ':']) => TimesSeen::No,
            Ok(_) => TimesSeen::Read,
            Err(Fault::SlashedTime) => TimesSeen::Unclear,
            Err(_) => TimesSeen::No,
        };
        let mut seen = cells.map(str::trim).filter(|cell| !cell.is_empty()).map(of_cell);
        let Some(first) = seen.next() else { return TimesSeen::No };
        if seen.all(|other| other == first) { first } else { TimesSeen::No }
    }
}

/// Names of the five columns of a query log.
pub const LOG_COLUMNS: [&str; 5] = ["AnonID", "Query", "QueryTime", "ItemRank", "ClickURL"];

/// Makes a preview of `input` with at most `rows` of its first rows. The columns in `options` are ignored.
///
/// Takes at most half a second, whatever the size of the input.
pub fn preview(input: &Input, options: &ReadOptions, rows: usize) -> Result<Preview, ReadError> {
    let options = ReadOptions { columns: ColumnNames::default(), ..options.clone() };
    match of_layout(input, &options, rows) {
        Err(ReadError::LooksLikeTable { layout: Some(layout), .. }) => {
            let options = ReadOptions { layout: Some(layout), ..options };
            Ok(Preview { only_looks_like_table: true, ..of_layout(input, &options, rows)? })
        }
        found => found,
    }
}

fn of_layout(input: &Input, options: &ReadOptions, rows: usize) -> Result<Preview, ReadError> {
    let mut finder = LayoutFinder::new(options);
    let content = Content::open(input, options, &mut finder, &())?;
    let (layout, found) = match content {
        Content::Nothing => return Err(ReadError::Empty { file: input.clone(), files: 1 }),
        Content::Text { mut lines, layout: layout @ Layout::Aol, .. } => {
            let is_row = |line: &str| !line.is_empty() && !is_header(line);
            let cells = |line: &str| line.split('\t').map(cut).collect();
            let first = first_lines(&mut lines, rows, is_row, cells)?;
            (layout, InputContent::Log(first))
        }
        Content::Text { mut lines, layout: layout @ Layout::Basket, head } => {
            let separator = options.separator.unwrap_or_else(|| separator_of_baskets(input, &head));
            let first = first_lines(&mut lines, rows, |_| true, |line| items(line, separator))?;
            (layout, InputContent::Baskets(separator, first))
        }
        content => {
            let layout = match &content {
                Content::Text { layout, .. } => *layout,
                #[cfg(feature = "columnar")]
                Content::Binary(_, layout) => *layout,
                _ => Layout::Arrow,
            };
            let (preview, delimiter) = table::preview(content, options.delimiter, rows)?;
            (layout, InputContent::Table(preview, delimiter))
        }
    };
    Ok(Preview { layout, only_looks_like_table: false, found })
}

fn first_lines(
    lines: &mut Lines<'_>,
    rows: usize,
    is_row: impl Fn(&str) -> bool,
    cells: impl Fn(&str) -> Vec<String>,
) -> Result<Vec<Vec<String>>, ReadError> {
    let mut first = Vec::new();
    while first.len() < rows
        && let Some(line) = lines.next()?
    {
        if is_row(line.text) {
            first.push(cells(line.text));
        }
    }
    Ok(first)
}

/// Maximum number of characters of a cell, and of items of a line, in a preview.
const MOST: usize = 300;

fn cut(text: &str) -> String {
    text.chars().take(MOST).collect()
}

fn items(line: &str, separator: Separator) -> Vec<String> {
    let mut items = Vec::new();
    let take = |_, item: &str| {
        if !item.is_empty() && items.len() < MOST {
            items.push(cut(item));
        }
        Ok(())
    };
    let _ = Basket { line, separator }.each(take);
    items
}

/// Number of bytes of a stream that a preview reads. A later reading returns them again.
const HEAD: usize = 1 << 16;

/// True if `inputs` hold queries that people typed. Decided by the first input that has data.
pub fn holds_queries(inputs: &[Input], options: &ReadOptions) -> bool {
    if options.columns.query.is_some() {
        return true;
    }
    if !options.columns.items.is_empty() {
        return false;
    }
    let kind = inputs.iter().find_map(|input| kind(input, options).ok().flatten());
    kind == Some(Kind::Query)
}

fn kind(input: &Input, options: &ReadOptions) -> Result<Option<Kind>, ReadError> {
    let head;
    let input = match input {
        #[cfg(feature = "columnar")]
        Input::Batches(batches) => {
            return Ok(Some(if batches.has_column("query") { Kind::Query } else { Kind::Items }));
        }
        Input::Stream(stream) if !stream.is_kept() => {
            let bytes = stream.head(HEAD).map_err(|source| input.io(source))?;
            head = Input::from(Stream::of_bytes(stream.name(), bytes));
            &head
        }
        input => input,
    };
    let options = ReadOptions { first: Some(1), ..options.clone() };
    let request = Request::new(&options, Purpose::of(options.unit), &());
    let mut look = Look(None);
    // An error in the first row is ignored, because the columns are known before it.
    let _ = read_records(std::slice::from_ref(input), &request, None, &mut look);
    Ok(look.0)
}

struct Look(Option<Kind>);

impl Records for Look {
    fn begin(&mut self, _: &Input, shape: Shape) -> Result<(), ReadError> {
        self.0 = Some(shape.kind);
        Ok(())
    }

    fn query(&mut self, _: &mut Owners, _: Record<'_>, _: Asking) -> Result<(), Fault> {
        Ok(())
    }

    fn items(&mut self, _: &mut Owners, _: Record<'_>, _: &impl Row, _: u64) -> Result<usize, Fault> {
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::columns::RowOwner;

    fn seen(name: &str, text: &str) -> Result<Preview, ReadError> {
        let input = Input::from(Stream::of_bytes(name, text.as_bytes().to_vec()));
        preview(&input, &ReadOptions::default(), 2)
    }

    fn table(name: &str, text: &str) -> (Preview, TablePreview, Option<Delimiter>) {
        let preview = seen(name, text).unwrap();
        match preview.found.clone() {
            InputContent::Table(table, delimiter) => (preview, table, delimiter),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_table_has_columns_guesses_and_first_rows() {
        let text =
            "kunde;artikel;wann\n7;Tee;01.03.2006\n7;Milch;02.03.2006\n8;Tee;02.03.2006\n8;Gin;03.03.2006\n";
        let (preview, table, delimiter) = table("verkauf.csv", text);
        assert!(preview.layout == Layout::Csv && preview.only_looks_like_table);
        assert_eq!(delimiter, Some(Delimiter::Semicolon));
        let columns: Vec<_> = table.columns.iter().map(|column| (column.likely, column.times)).collect();
        assert_eq!(
            columns,
            [
                (Some(LikelyColumn::Owner), TimesSeen::No),
                (Some(LikelyColumn::Items), TimesSeen::No),
                (None, TimesSeen::Read)
            ]
        );
        assert_eq!(table.first, [["7", "Tee", "01.03.2006"], ["7", "Milch", "02.03.2006"]]);
        assert_eq!((table.rows, table.is_whole, table.columns[0].distinct), (4, true, 2));
    }

    #[test]
    fn lists_in_objects_are_shown_and_slashed_dates_are_unclear() {
        let text = "{\"user\":1,\"items\":[\"tea\",\"gin\"],\"at\":\"3/1/2006\"}\n{\"user\":2,\"items\":[],\"at\":\"3/2/2006\"}\n";
        let (_, table, _) = table("a.jsonl", text);
        assert_eq!(table.first[0], ["1", "[\"tea\",\"gin\"]", "3/1/2006"]);
        assert_eq!(table.columns[2].times, TimesSeen::Unclear);
    }

    #[test]
    fn logs_and_baskets_are_known() {
        let log = seen(
            "log.tsv",
            "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n1\tdogs\t2006-03-01 00:00:00\t\t\n",
        )
        .unwrap();
        assert_eq!(
            log.found,
            InputContent::Log(vec![["1", "dogs", "2006-03-01 00:00:00", "", ""].map(str::to_owned).to_vec()])
        );
        let baskets = seen("a.txt", "tea milk\ngin\nbeer\n").unwrap();
        let rows = vec![vec!["tea".to_owned(), "milk".to_owned()], vec!["gin".to_owned()]];
        assert_eq!(baskets.found, InputContent::Baskets(Separator::Space, rows));
        assert!(matches!(seen("a.csv", ""), Err(ReadError::Empty { .. })));
        assert!(matches!(seen("a.xlsx", "PK\u{3}\u{4}0000"), Err(ReadError::Foreign { .. })));
    }

    #[test]
    fn a_row_in_place_of_a_header_is_told() {
        let (_, table, _) = table("a.jsonl", "{\"a\":1}\n");
        assert!(!table.may_lack_header);
        let options = ReadOptions { layout: Some(Layout::Csv), ..ReadOptions::default() };
        let input = Input::from(Stream::of_bytes("a.csv", *b"anna,tea\nanna,milk\notto,tea\n"));
        let InputContent::Table(table, _) = preview(&input, &options, 2).unwrap().found else {
            panic!("a table")
        };
        assert!(table.may_lack_header);
    }

    #[test]
    fn logs_and_tables_of_queries_are_told_from_items_and_a_stream_stays_whole() {
        let cases: [(&str, &str, bool); 6] = [
            ("log.tsv", "AnonID\tQuery\tQueryTime\n1\tdog food\t2006-03-01 00:00:00\n", true),
            ("baskets.txt", "tea milk\ngin tonic\n", false),
            ("asked.csv", "user,query\n1,dog food\n", true),
            ("bought.csv", "user,items\n1,tea\n", false),
            ("asked.jsonl", "{\"user\":1,\"query\":\"dog food\"}\n", true),
            ("empty.csv", "", false),
        ];
        let columns =
            ColumnNames { owner: Some(RowOwner::Column("user".to_owned())), ..ColumnNames::default() };
        for (name, text, expected) in cases {
            let options = if name.starts_with(['a', 'b']) && name != "baskets.txt" {
                ReadOptions { columns: columns.clone(), ..ReadOptions::default() }
            } else {
                ReadOptions::default()
            };
            let kept = Input::from(Stream::of_bytes(name, text.as_bytes().to_vec()));
            assert_eq!(holds_queries(&[kept], &options), expected, "{name}");
            let passing = Stream::new(name, text.as_bytes());
            assert_eq!(holds_queries(&[Input::from(passing.clone())], &options), expected, "{name}");
            let mut left = String::new();
            passing.open().unwrap().read_to_string(&mut left).unwrap();
            assert_eq!(left, text);
        }
    }
}
