//! Parquet and Arrow files of others: read where they say the same, refused where they do not, and never a panic.
//! A program of its own: a test sets the panic hook, which is that of the whole process.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "all/common.rs"]
mod common;

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, GenericListBuilder, Int64Builder, LargeStringBuilder, StringBuilder, StringViewBuilder,
};
use arrow_array::{
    ArrayRef, Int32Array, Int64Array, OffsetSizeTrait, RecordBatch, StringArray, UInt32Array, UInt64Array,
};
use arrow_ipc::writer::FileWriter;
use clump_io::release::{
    ReleaseColumns, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_release,
};
use clump_io::{Fault, Input, ReadError};
use common::{Desk, everything};
use parquet::arrow::ArrowWriter;

const FORMATS: [ReleaseFormat; 2] = [ReleaseFormat::Parquet, ReleaseFormat::Arrow];

fn encode(columns: &[(&str, ArrayRef)], format: ReleaseFormat) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).unwrap();
    if format == ReleaseFormat::Parquet {
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        return writer.into_inner().unwrap();
    }
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

fn read(bytes: &[u8], format: ReleaseFormat) -> Result<Released, ReadError> {
    let desk = Desk::new();
    let released = read_release(&Input::from(desk.file("r", bytes)), format, ReleaseLayout::Rows, &());
    if let Err(error) = &released {
        assert!(!everything(error).contains("secret"), "{error}");
    }
    released
}

fn refused(columns: &[(&str, ArrayRef)], format: ReleaseFormat) -> ReadError {
    read(&encode(columns, format), format).unwrap_err()
}

type Labels = Option<&'static [Option<&'static str>]>;

const ROWS: [Labels; 3] = [Some(&[Some("secret"), Some("b")]), Some(&[]), Some(&[Some("c")])];

/// Lists of labels in any of the types that hold them; `None` is a null.
fn lists<O: OffsetSizeTrait, B>(rows: &[Labels], texts: B) -> ArrayRef
where
    B: ArrayBuilder + Extend<Option<&'static str>>,
{
    let mut builder = GenericListBuilder::<O, B>::new(texts);
    for row in rows {
        builder.values().extend(row.iter().copied().flatten().copied());
        builder.append(row.is_some());
    }
    Arc::new(builder.finish())
}

fn items(rows: &[Labels]) -> ArrayRef {
    lists::<i32, _>(rows, StringBuilder::new())
}

fn owners(numbers: [Option<i64>; 3]) -> ArrayRef {
    Arc::new(Int64Array::from_iter(numbers))
}

fn three() -> ArrayRef {
    owners([Some(2), Some(3), Some(4)])
}

#[test]
fn other_types_for_the_same_rows_are_read() {
    let texts: [ArrayRef; 5] = [
        items(&ROWS),
        lists::<i64, _>(&ROWS, StringBuilder::new()),
        lists::<i64, _>(&ROWS, LargeStringBuilder::new()),
        lists::<i32, _>(&ROWS, StringViewBuilder::new()),
        lists::<i64, _>(&ROWS, StringViewBuilder::new()),
    ];
    let numbers: [ArrayRef; 4] = [
        three(),
        Arc::new(Int32Array::from(vec![2, 3, 4])),
        Arc::new(UInt32Array::from(vec![2, 3, 4])),
        Arc::new(UInt64Array::from(vec![2, 3, 4])),
    ];
    for format in FORMATS {
        for (texts, numbers) in texts.iter().flat_map(|texts| numbers.iter().map(move |n| (texts, n))) {
            // In the other order, since columns have names.
            let columns = [("owners_in_group", numbers.clone()), ("items", texts.clone())];
            let released = read(&encode(&columns, format), format).unwrap();
            assert_eq!(released.labels().iter().collect::<Vec<_>>(), ["secret", "b", "c"]);
            let rows: Vec<_> = (0..3).map(|row| (released.owners(row), released.row(row))).collect();
            assert_eq!(rows, [(2, &[0, 1][..]), (3, &[]), (4, &[2])]);
        }
    }
}

#[test]
fn a_missing_column_is_named_and_one_more_is_refused() {
    for format in FORMATS {
        let missing = |columns: &[(&str, ArrayRef)]| match refused(columns, format) {
            ReadError::ReleaseColumn { column, .. } => column,
            other => panic!("{other}"),
        };
        let [items, three] = [items(&ROWS), three()];
        let text: ArrayRef = Arc::new(StringArray::from(vec!["secret"; 3]));
        let mut numbers = GenericListBuilder::<i32, _>::new(Int64Builder::new());
        (0..3).for_each(|_| numbers.append(true));
        let numbers: ArrayRef = Arc::new(numbers.finish());
        assert_eq!(missing(&[("secret", items.clone()), ("owners_in_group", three.clone())]), "items");
        assert_eq!(missing(&[("items", text.clone()), ("owners_in_group", three.clone())]), "items");
        assert_eq!(missing(&[("items", numbers), ("owners_in_group", three.clone())]), "items");
        assert_eq!(missing(&[("items", items.clone())]), "owners_in_group");
        assert_eq!(
            missing(&[("items", items.clone()), ("owners_in_group", text.clone())]),
            "owners_in_group"
        );
        let more = [("items", items), ("owners_in_group", three), ("owner", text)];
        assert!(matches!(refused(&more, format), ReadError::OtherColumns { columns: 1, .. }));
    }
}

#[test]
fn faults_have_their_row_and_no_value() {
    for format in FORMATS {
        let fault = |items: ArrayRef, owners: ArrayRef| match refused(
            &[("items", items), ("owners_in_group", owners)],
            format,
        ) {
            ReadError::MalformedRow { row, fault, .. } => (row, fault),
            other => panic!("{other}"),
        };
        let with = |row: Labels| fault(items(&[ROWS[0], row, ROWS[2]]), three());
        assert_eq!(with(None), (2, Fault::NoItems));
        assert_eq!(with(Some(&[Some("secret"), None])), (2, Fault::Label { column: 2 }));
        assert_eq!(with(Some(&[Some("")])), (2, Fault::Label { column: 1 }));
        assert_eq!(with(Some(&[Some("secret\tb")])), (2, Fault::Label { column: 1 }));
        let stating = |number| fault(items(&ROWS), owners([Some(2), Some(3), number]));
        assert_eq!(stating(None), (3, Fault::NoOwnersInGroup));
        assert_eq!(stating(Some(-1)), (3, Fault::NoOwnersInGroup));
    }
}

/// Cut short, or with any byte changed, a file is refused, or reads as something: it never ends the program.
#[test]
fn damaged_files_are_refused() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !clump_io::is_decoding() {
            tell(panic);
        }
    }));
    for format in FORMATS {
        let mut writer = ReleaseWriter::new(Vec::new(), format, ReleaseColumns::Rows).unwrap();
        for _ in 0..3 {
            writer.rows(1, 3, &["secret", "fruit"], None).unwrap();
        }
        let whole = writer.finish().unwrap();
        for length in (0..whole.len()).step_by(5) {
            let cut = read(&whole[..length], format);
            assert!(
                matches!(cut, Err(ReadError::DamagedRelease { .. })),
                "{format:?} cut at {length}: {cut:?}"
            );
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0xff;
            drop(read(&changed, format));
        }
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let read = |input: Input| read_release(&input, format, ReleaseLayout::Rows, &()).unwrap_err();
        assert!(matches!(read(Input::Stdin), ReadError::NotAFile { .. }));
        assert!(matches!(read(folder.path().into()), ReadError::Directory { .. }));
        assert!(matches!(read(std::env::temp_dir().join("none/there").into()), ReadError::Missing { .. }));
    }
}
