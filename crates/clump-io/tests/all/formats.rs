//! One set of visits, written in every format, is read as the same transactions of the same owners.

use std::sync::Arc;
use std::time::Duration;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, RecordBatch, StringArray, StringViewArray,
};
use arrow_ipc::CompressionType;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{
    BadLines, Cells, ColumnNames, Fault, Log, ReadError, ReadOptions, Repeats, Separator, Unit, read_log,
};
use proptest::prelude::*;

use crate::common::{Desk, Steps, everything, gzip, owned};
use crate::written::{self, Visit};

/// Who bought what, in a form that does not depend on how nodes are numbered.
fn bags(log: &Log) -> Vec<(String, Vec<String>)> {
    let transactions = &log.transactions;
    let bag = |row| {
        let mut names: Vec<String> =
            transactions.get(row).iter().map(|&node| log.taxonomy.name(node).to_owned()).collect();
        names.sort_unstable();
        names
    };
    let owner = |row| log.owner_names.get(transactions.owner(row) as usize).to_owned();
    (0..transactions.len()).map(|row| (owner(row), bag(row))).collect()
}

fn visits() -> impl Strategy<Value = Vec<Visit>> {
    let visit = (0u8..6, proptest::collection::vec(0usize..6, 0..5));
    // No two at one time, since a log has a line for each click.
    proptest::collection::vec((visit, 1i64..50), 1..20).prop_map(|visits| {
        let mut minutes = 0;
        let mut visit = |((owner, items), pause)| {
            minutes += pause;
            Visit { owner, minutes, items }
        };
        visits.into_iter().map(&mut visit).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 * ProptestConfig::default().cases / 256))]

    #[test]
    fn all_formats_say_the_same(visits in visits(), unit in 0usize..3, keep in any::<bool>()) {
        let unit = [Unit::Owner, Unit::Session { gap: Duration::from_secs(1800) }, Unit::Query][unit];
        let repeats = if keep { Repeats::Keep } else { Repeats::Remove };
        let plain = ReadOptions { unit, repeats, ..owned("owner") };
        let pipe = ReadOptions { separator: Some(Separator::Pipe), ..plain.clone() };
        let wide = ColumnNames { items: vec!["item*".to_owned()], ..plain.columns.clone() };
        let wide = ReadOptions { columns: wide, ..plain.clone() };
        let counts = ColumnNames { cells: Cells::Counts, ..plain.columns.clone() };
        let counts = ReadOptions { columns: counts, ..plain.clone() };
        let (batch, batch_counts) = (written::batch(&visits), written::batch_counts(&visits));
        let [file, stream] = written::arrow(&batch);
        let [file_counts, stream_counts] = written::arrow(&batch_counts);
        let mut files = vec![
            ("a.csv", written::csv(&visits), &pipe),
            ("b.tsv", written::wide(&visits), &wide),
            ("c.jsonl", written::jsonl(&visits), &plain),
            ("d.parquet", written::parquet(&batch), &plain),
            ("e.arrow", file, &plain),
            ("f.arrows", stream, &plain),
            ("g.csv", written::csv_counts(&visits), &counts),
            ("h.parquet", written::parquet(&batch_counts), &counts),
            ("i.feather", file_counts, &counts),
            ("j.ipc", stream_counts, &counts),
        ];
        if unit != Unit::Query && visits.iter().all(|visit| !visit.items.is_empty()) {
            files.push(("k.csv", written::long(&visits), &plain));
        }
        let desk = Desk::new();
        let read = |name: &str, content: &[u8], options: &ReadOptions| {
            bags(&desk.read(&[(name, content)], options, &TaxonomySource::Flat).unwrap())
        };
        let log = ReadOptions { columns: ColumnNames::default(), ..plain.clone() };
        let expected = read("log.tsv", &written::aol(&visits), &log);
        for (name, content, options) in files {
            prop_assert_eq!(read(name, &content, options), expected.clone(), "{}", name);
        }
    }
}

fn sample() -> Vec<Visit> {
    (0..20)
        .map(|number| Visit { owner: number % 3, minutes: number.into(), items: vec![number as usize % 6] })
        .collect()
}

#[test]
fn binary_formats_are_told_by_their_bytes_also_in_archives() {
    let batch = written::batch(&sample());
    let [file, stream] = written::arrow(&batch);
    let desk = Desk::new();
    let mut all = Vec::new();
    for content in [written::parquet(&batch), file, stream] {
        for packed in [content.clone(), gzip(&content), zstd::encode_all(&content[..], 1).unwrap()] {
            let options = owned("owner");
            all.push(bags(&desk.read(&[("table", &packed)], &options, &TaxonomySource::Flat).unwrap()));
        }
    }
    assert!(all.iter().all(|bags| *bags == all[0]) && all[0].len() == 3);
}

#[test]
fn progress_counts_bytes_on_disk() {
    let batch = written::batch(&sample());
    let [file, stream] = written::arrow(&batch);
    let parquet = written::parquet(&batch);
    let desk = Desk::new();
    for content in [gzip(&parquet), parquet, file, stream, written::jsonl(&sample())] {
        let name = if content[0] == b'{' { "t.jsonl" } else { "t" };
        let steps = Steps::default();
        read_log(&[desk.file(name, &content).into()], &owned("owner"), &TaxonomySource::Flat, &steps)
            .unwrap();
        let (begun, steps, _) = steps.told();
        assert_eq!((begun[0].1, steps), (content.len() as u64, content.len() as u64));
    }
}

fn read(batch: &RecordBatch, options: &ReadOptions) -> Result<Log, ReadError> {
    let desk = Desk::new();
    desk.read(&[("t.parquet", &written::parquet(batch))], options, &TaxonomySource::Flat)
}

fn table(owner: ArrayRef, item: ArrayRef) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable([("owner", owner, true), ("item", item, true)]).unwrap()
}

#[test]
fn names_of_other_types() {
    let owners: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::from_iter([Some("a"), None, Some("a")]));
    let items: ArrayRef = Arc::new(StringViewArray::from_iter([Some("tea"), Some("x"), None]));
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..owned("owner") };
    let log = read(&table(owners.clone(), items.clone()), &skip).unwrap();
    assert_eq!(bags(&log), [("a".to_owned(), vec!["tea".to_owned()])]);
    assert_eq!((log.counts.lines, log.counts.bad_lines), (3, 1));
    let error = read(&table(owners, items.clone()), &owned("owner")).unwrap_err();
    assert!(matches!(error, ReadError::MalformedRow { row: 2, fault: Fault::NoOwner, .. }), "{error}");

    let floats: ArrayRef = Arc::new(Float64Array::from(vec![1.0, 2.0, 3.0]));
    let error = read(&table(floats, items), &owned("owner")).unwrap_err();
    assert!(matches!(error, ReadError::ColumnType { column: 1, what: "owners", .. }));
    let nothing: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::from_iter([None::<&str>]));
    let tea: ArrayRef = Arc::new(StringArray::from_iter_values(["tea"]));
    assert_eq!(read(&table(tea, nothing.slice(0, 1)), &skip).unwrap().transactions.len(), 0);
}

#[test]
fn damaged_files_are_errors_without_a_value() {
    let batch = written::batch(&sample());
    let [file, stream] = written::arrow(&batch);
    let desk = Desk::new();
    for (name, content) in [("t.parquet", written::parquet(&batch)), ("t.arrow", file), ("t.arrows", stream)]
    {
        for length in [9, content.len() / 2, content.len() - 8, content.len() - 1] {
            let files: &[(&str, &[u8])] = &[(name, &content[..length])];
            let error = desk.read(files, &owned("owner"), &TaxonomySource::Flat).unwrap_err();
            assert!(matches!(error, ReadError::Damaged { .. }), "{name} {length} {error}");
            assert!(!everything(&error).contains("apple"));
        }
    }
    let error = desk.read(&[("t.parquet", b"owner,item\n1,tea\n")], &owned("owner"), &TaxonomySource::Flat);
    assert!(matches!(error, Err(ReadError::Damaged { .. })));
}

#[test]
fn streams_have_an_end_and_nothing_behind_it() {
    let [_, stream] = written::arrow(&written::batch(&sample()));
    let desk = Desk::new();
    let read = |content: &[u8]| desk.read(&[("t.arrows", content)], &owned("owner"), &TaxonomySource::Flat);
    assert!(read(&stream).is_ok());
    // Without the last eight bytes it is cut between two messages.
    let twice = [&stream[..], &stream].concat();
    for content in [&stream[..stream.len() - 8], &twice] {
        assert!(matches!(read(content), Err(ReadError::Damaged { .. })));
    }
}

#[test]
fn lengths_that_are_not_possible_are_errors_and_not_the_end_of_the_program() {
    // Alike enough to be compressed at all.
    let batch = written::batch(&vec![sample(); 100].concat());
    for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        let [file, stream] = written::compressed_arrow(&batch, compression);
        let desk = Desk::new();
        for (name, content) in [("t.arrow", file), ("t.arrows", stream)] {
            assert!(desk.read(&[(name, &content)], &owned("owner"), &TaxonomySource::Flat).is_ok());
            let mut refused = 0;
            for at in (0..content.len() - 8).step_by(8) {
                let mut damaged = content.clone();
                damaged[at..at + 8].copy_from_slice(&(1i64 << 40).to_le_bytes());
                match desk.read(&[(name, &damaged)], &owned("owner"), &TaxonomySource::Flat) {
                    Err(ReadError::Damaged { .. }) => refused += 1,
                    Err(error) => assert!(!everything(&error).contains("apple"), "{name} {at} {error}"),
                    Ok(_) => {}
                }
            }
            assert!(refused > 10, "{name} {refused}");
        }
    }
}
