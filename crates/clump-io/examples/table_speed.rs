//! How many megabytes of a table are read and mapped in a second of one core: writes rows of an owner and an item in
//! every format to the temporary directory, reads each three times and tells the best.
//!
//! `cargo run --release -p clump-io --example table_speed -- [rows]`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement is there to be printed")]

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_ipc::writer::StreamWriter;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{ColumnNames, Input, ReadOptions, RowOwner, read_log};
use parquet::arrow::ArrowWriter;

/// Marsaglia's xorshift: the same table on every machine.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Owners of 15 rows on average, and 20,000 items, low numbers more often.
fn rows(count: usize) -> (Vec<i64>, Vec<String>) {
    let (mut state, mut owner) = (0x9e37_79b9_7f4a_7c15, 1_000_000);
    let row = |_| {
        owner += i64::from(next(&mut state).is_multiple_of(15));
        let item = next(&mut state) % 20_000 * (next(&mut state) % 20_000) / 20_000;
        (owner, format!("product {item:05}"))
    };
    (0..count).map(row).unzip()
}

fn text(owners: &[i64], items: &[String], head: &str, line: impl Fn(&mut String, i64, &str)) -> Vec<u8> {
    let mut text = head.to_owned();
    owners.iter().zip(items).for_each(|(&owner, item)| line(&mut text, owner, item));
    text.into()
}

/// Time that this process had a core, where the system tells; else the time that passed.
fn busy(start: Instant) -> Duration {
    let told = fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn main() {
    let count = std::env::args().nth(1).map_or(10_000_000, |rows| rows.parse().unwrap());
    let (owners, items) = rows(count);
    let csv = |text: &mut String, owner: i64, item: &str| writeln!(text, "{owner},{item},4").unwrap();
    let quoted = |text: &mut String, owner: i64, item: &str| writeln!(text, "{owner},\"{item}\",4").unwrap();
    let json = |text: &mut String, owner: i64, item: &str| {
        writeln!(text, "{{\"owner\":{owner},\"item\":\"{item}\",\"shop\":4}}").unwrap();
    };
    let columns: [(&str, ArrayRef); 2] = [
        ("owner", Arc::new(Int64Array::from(owners.clone()))),
        ("item", Arc::new(StringArray::from_iter_values(&items))),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut parquet = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    parquet.write(&batch).unwrap();
    let mut arrow = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    for start in (0..count).step_by(8_192) {
        arrow.write(&batch.slice(start, 8_192.min(count - start))).unwrap();
    }
    let files = [
        ("csv", text(&owners, &items, "owner,item,shop\n", csv)),
        ("quoted.csv", text(&owners, &items, "owner,item,shop\n", quoted)),
        ("jsonl", text(&owners, &items, "", json)),
        ("parquet", parquet.into_inner().unwrap()),
        ("arrows", arrow.into_inner().unwrap()),
    ];
    for (extension, content) in files {
        let name = format!("clump-table-speed-{}.{extension}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, &content).unwrap();
        let inputs = [Input::from(path.as_path())];
        let best = (0..3).map(|_| {
            let (start, before) = (Instant::now(), busy(Instant::now()));
            let owner = Some(RowOwner::Column("owner".to_owned()));
            let columns = ColumnNames { owner, ..ColumnNames::default() };
            let options = ReadOptions { columns, ..ReadOptions::default() };
            let log = read_log(&inputs, &options, &TaxonomySource::Flat, &()).unwrap();
            (busy(start).saturating_sub(before), log.counts.owners)
        });
        let (time, owners) = best.min_by_key(|(time, _)| *time).unwrap();
        let seconds = time.as_secs_f64();
        println!(
            "{extension}: {:.0} MB of {count} rows of {owners} owners in {seconds:.2} s: {:.0} MB and {:.1} million rows a second",
            content.len() as f64 / 1e6,
            content.len() as f64 / 1e6 / seconds,
            count as f64 / 1e6 / seconds,
        );
        fs::remove_file(path).unwrap();
    }
}
