//! Readers of releases and audits that share no code with the program's own.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};

/// How a release is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Tsv,
    Csv,
    Jsonl,
    Parquet,
    Arrow,
}

/// One published row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub items: Vec<String>,
    pub owners: u64,
}

impl Format {
    pub const ALL: [Format; 5] = [Format::Tsv, Format::Csv, Format::Jsonl, Format::Parquet, Format::Arrow];

    pub fn extension(self) -> &'static str {
        match self {
            Format::Tsv => "tsv",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
        }
    }
}

/// All rows of a release.
pub fn read(path: &Path, format: Format) -> Vec<Row> {
    match format {
        Format::Tsv => text(path).lines().skip(1).map(tab_separated).collect(),
        Format::Csv => comma_separated(&text(path)),
        Format::Jsonl => text(path).lines().map(json).collect(),
        Format::Parquet => {
            let file = File::open(path).unwrap();
            let builder =
                parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            builder.build().unwrap().flat_map(|batch| columns(&batch.unwrap())).collect()
        }
        Format::Arrow => {
            let reader = arrow_ipc::reader::FileReader::try_new(File::open(path).unwrap(), None).unwrap();
            reader.flat_map(|batch| columns(&batch.unwrap())).collect()
        }
    }
}

fn text(path: &Path) -> String {
    let file = File::open(path).unwrap();
    let mut reader: Box<dyn Read> = match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => Box::new(flate2::read::GzDecoder::new(file)),
        Some("zst") => Box::new(zstd::Decoder::new(file).unwrap()),
        _ => Box::new(file),
    };
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    text
}

/// `owners_in_group<TAB>items`, items joined by bars.
fn tab_separated(line: &str) -> Row {
    let (owners, items) = line.split_once('\t').unwrap();
    let items = items.split('|').filter(|item| !item.is_empty()).map(str::to_owned).collect();
    Row { items, owners: owners.parse().unwrap() }
}

/// `row,owners_in_group,item`: one line for each item. No name of the tests needs quotes.
fn comma_separated(text: &str) -> Vec<Row> {
    let mut rows: BTreeMap<u64, Row> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [number, owners, item] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let empty = Row { items: Vec::new(), owners: owners.parse().unwrap() };
        let row = rows.entry(number.parse().unwrap()).or_insert(empty);
        row.items.extend((!item.is_empty()).then(|| item.to_owned()));
    }
    rows.into_values().collect()
}

fn json(line: &str) -> Row {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    let items = value["items"].as_array().unwrap();
    let items = items.iter().map(|item| item.as_str().unwrap().to_owned()).collect();
    Row { items, owners: value["owners_in_group"].as_u64().unwrap() }
}

fn columns(batch: &RecordBatch) -> Vec<Row> {
    let items = batch.column_by_name("items").unwrap().as_list::<i32>();
    let owners = batch.column_by_name("owners_in_group").unwrap().as_primitive::<Int64Type>();
    let row = |row| {
        let labels = items.value(row);
        let labels = labels.as_string::<i32>();
        let items = (0..labels.len()).map(|label| labels.value(label).to_owned()).collect();
        Row { items, owners: owners.value(row) as u64 }
    };
    (0..batch.num_rows()).map(row).collect()
}

/// Owners and the number of their row, from 0. Lines that begin with `#` say which release it is about.
pub fn read_audit(path: &Path) -> Vec<(String, usize)> {
    let entries = text(path);
    let entries = entries.lines().filter(|line| !line.starts_with('#')).skip(1);
    entries
        .map(|line| {
            let (owner, row) = line.rsplit_once('\t').unwrap();
            (owner.to_owned(), row.parse::<usize>().unwrap() - 1)
        })
        .collect()
}
