//! Both ends are open: what is read may be a file, bytes or record batches, and what is written may be bytes or batches.
//! Wherever the same rows come from, the same is read.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clump_core::progress::{Cancelled, Progress, Stage};
use clump_io::arrow_array::{ArrayRef, RecordBatch, StringArray};
use clump_io::arrow_schema::SchemaRef;
use clump_io::release::{
    Packer, Packing, ReleaseColumns, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_release,
};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Batches, Input, Layout, Log, ReadError, ReadOptions, Stream, read_lines, read_log};

use crate::common::{Desk, SECRET, everything, owned, rows};

const TABLE: &str = "owner,item\nb,tea\na,milk\nb,tea\na,cake\n";
fn read(input: Input) -> Result<Log, ReadError> {
    read_log(&[input], &owned("owner"), &TaxonomySource::Flat, &())
}

fn batch(columns: &[(&str, &[&str])]) -> RecordBatch {
    let array = |cells: &[&str]| Arc::new(StringArray::from(cells.to_vec())) as ArrayRef;
    RecordBatch::try_from_iter(columns.iter().map(|&(name, cells)| (name, array(cells)))).unwrap()
}

fn batches() -> (SchemaRef, Vec<RecordBatch>) {
    let first = batch(&[("owner", &["b", "a"]), ("item", &["tea", "milk"])]);
    let second = batch(&[("owner", &["b", "a"]), ("item", &["tea", "cake"])]);
    (first.schema(), vec![first, second])
}

#[test]
fn a_file_a_stream_and_batches_of_the_same_rows_are_read_the_same() {
    let desk = Desk::new();
    let (schema, table) = batches();
    let mut packer = Packer::new(Vec::new(), Packing::Gzip).unwrap();
    packer.write_all(TABLE.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let inputs: [Input; 5] = [
        desk.file("t.csv", TABLE).into(),
        Stream::of_bytes("t.csv", TABLE.as_bytes()).into(),
        Stream::new("t.csv", TABLE.as_bytes()).into(),
        Stream::of_bytes("t.csv.gz", packed).into(),
        Batches::new("t", schema, table).into(),
    ];
    for input in inputs {
        let log = read(input.clone()).unwrap();
        assert_eq!(rows(&log), ["a: cake + milk", "b: tea"], "{input:?}");
        assert_eq!((log.counts.files, log.counts.lines), (1, 4), "{input:?}");
    }
}

#[test]
fn lines_of_a_log_come_from_batches_too() {
    let table = batch(&[("owner", &["a", "b"]), ("query", &["red shoes", "tea"]), ("more", &["1", "2"])]);
    let input = Input::from(Batches::new("log", table.schema(), vec![table]));
    let lines = read_lines(&[input], &owned("owner"), &()).unwrap();
    assert_eq!(lines.log.queries.iter().collect::<Vec<_>>(), ["red shoes", "tea"]);
}

#[test]
fn what_passes_is_read_once_and_the_rest_as_often_as_one_likes() {
    let (schema, table) = batches();
    let once = Input::from(Stream::new("t.csv", TABLE.as_bytes()));
    assert!(!once.can_be_read_again());
    read(once.clone()).unwrap();
    assert!(matches!(read(once), Err(ReadError::Io { .. })));
    let kept = [
        Input::from(Stream::of_bytes("t.csv", TABLE.as_bytes())),
        Input::from(Batches::new("t", schema, table)),
    ];
    for input in kept {
        assert!(input.can_be_read_again());
        read(input.clone()).unwrap();
        read(input).unwrap();
    }
}

#[test]
fn standard_input_is_a_name_until_a_program_hands_it_over() {
    assert!(matches!(read(Input::from("-")), Err(ReadError::Io { file: Input::Stdin, .. })));
    let mut inputs = [Input::from("-"), Input::from("-")];
    Input::connect(&mut inputs, &Stream::standard_input(TABLE.as_bytes()));
    assert_eq!(inputs[0], inputs[1], "one stream, so that naming it twice is found out");
    assert_eq!(inputs[0].to_string(), "standard input");
    let options = ReadOptions { layout: Some(Layout::Csv), ..owned("owner") };
    let log = read_log(&inputs[..1], &options, &TaxonomySource::Flat, &()).unwrap();
    assert_eq!(rows(&log).len(), 2);
    assert_eq!(serde_json::to_string(&inputs[0]).unwrap(), "\"-\"");
}

#[test]
fn what_is_wrong_with_batches_is_said_without_their_values() {
    let refused = |input: Batches, options: &ReadOptions| {
        let error = read_log(&[input.into()], options, &TaxonomySource::Flat, &()).unwrap_err();
        assert!(!everything(&error).contains(SECRET), "{error:?}");
        error
    };
    let table = batch(&[("owner", &[SECRET]), ("item", &["tea"])]);
    let whole = || Batches::new("t", table.schema(), vec![table.clone()]);
    let unsaid = refused(whole(), &ReadOptions::default());
    assert!(matches!(unsaid, ReadError::UnsaidOwner { .. }), "{unsaid:?}");
    let stated = refused(whole(), &ReadOptions { layout: Some(Layout::Csv), ..owned("owner") });
    assert!(matches!(stated, ReadError::MixedLayouts { found: Layout::Arrow, .. }), "{stated:?}");
    // The columns of the second batch are in another order: read by number, items would be owners.
    let swapped = batch(&[("item", &["tea"]), ("owner", &[SECRET])]);
    let mixed = refused(Batches::new("t", table.schema(), vec![table.clone(), swapped]), &owned("owner"));
    assert!(matches!(mixed, ReadError::Damaged { .. }), "{mixed:?}");
}

const ROWS: [(u64, &[&str]); 4] = [(2, &["fruit", "=tea"]), (2, &["fruit", "=tea"]), (1, &[]), (1, &["a,b"])];

fn written(format: ReleaseFormat) -> Vec<u8> {
    let mut writer = ReleaseWriter::new(Vec::new(), format, ReleaseColumns::Rows).unwrap();
    ROWS.iter().for_each(|&(owners, items)| writer.rows(1, owners, items, None).unwrap());
    writer.finish().unwrap()
}

fn read_back(input: Input, format: ReleaseFormat) -> Released {
    read_release(&input, format, ReleaseLayout::Rows, &()).unwrap()
}

#[test]
fn a_release_goes_to_bytes_and_batches_and_comes_back() {
    let desk = Desk::new();
    let file = desk.file("r.tsv", written(ReleaseFormat::Tsv));
    let released = read_back(file.into(), ReleaseFormat::Tsv);
    assert_eq!(released.len(), ROWS.len());
    for format in ReleaseFormat::ALL {
        let bytes = written(format);
        assert_eq!(read_back(Stream::of_bytes("r", bytes.clone()).into(), format), released, "{format:?}");
        assert_eq!(read_back(Stream::new("r", std::io::Cursor::new(bytes)).into(), format), released);
    }
    let table = released.to_batches("r").unwrap();
    let batches = table.batches();
    // The same schema as that of a file: read as a table, it is one.
    let file = desk.file("r.arrow", written(ReleaseFormat::Arrow));
    let mut reader =
        arrow_ipc::reader::FileReader::try_new(std::fs::File::open(file).unwrap(), None).unwrap();
    assert_eq!(batches[0].schema(), reader.schema());
    assert_eq!(batches[0], reader.next().unwrap().unwrap());
    assert_eq!(read_back(table.into(), ReleaseFormat::Arrow), released);
}

/// A row that is written many times at once is the row written many times.
#[test]
fn rows_can_be_written_together() {
    for format in ReleaseFormat::ALL {
        let mut together = ReleaseWriter::new(Vec::new(), format, ReleaseColumns::Rows).unwrap();
        together.rows(2, ROWS[0].0, ROWS[0].1, None).unwrap();
        together.rows(0, 7, &["never"], None).unwrap();
        together.rows(1, ROWS[2].0, ROWS[2].1, None).unwrap();
        together.rows(1, ROWS[3].0, ROWS[3].1, None).unwrap();
        assert_eq!(together.finish().unwrap(), written(format), "{format:?}");
    }
}

#[test]
fn batches_that_are_no_release_are_refused() {
    let (schema, table) = batches();
    let input = Input::from(Batches::new("t", schema, table));
    let refused = read_release(&input, ReleaseFormat::Arrow, ReleaseLayout::Rows, &());
    assert!(matches!(refused, Err(ReadError::ReleaseColumn { .. })));
}

struct CancelSoon(AtomicUsize);

impl Progress for CancelSoon {
    fn begin(&self, _: Stage, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}

    fn go_on(&self) -> Result<(), Cancelled> {
        if self.0.fetch_add(1, Ordering::Relaxed) < 2 { Ok(()) } else { Err(Cancelled) }
    }
}

#[test]
fn a_run_that_is_cancelled_ends_within_a_batch() {
    let table = batch(&[("owner", &["a", "b", "c"]), ("item", &["tea", "milk", "cake"])]);
    let input = Input::from(Batches::new("t", table.schema(), vec![table]));
    let soon = CancelSoon(AtomicUsize::new(0));
    let ended = read_log(&[input], &owned("owner"), &TaxonomySource::Flat, &soon);
    assert!(matches!(ended, Err(ReadError::Cancelled(Cancelled))));
    assert_eq!(soon.0.into_inner(), 3, "nobody asks again");
}
