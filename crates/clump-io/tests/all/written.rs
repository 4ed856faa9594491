//! The same data, written in every format.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

#[derive(Clone, Debug)]
pub struct Visit {
    pub owner: u8,
    pub minutes: i64,
    pub items: Vec<usize>,
}

pub const ITEMS: [&str; 6] = ["apple", "bread", "cream", "dates", "eggs", "flour"];

impl Visit {
    fn names(&self) -> Vec<&'static str> {
        self.items.iter().map(|&item| ITEMS[item]).collect()
    }

    fn time(&self) -> String {
        let (day, minute) = (1 + self.minutes / 1_440, self.minutes % 1_440);
        format!("1970-01-{day:02} {:02}:{:02}:00", minute / 60, minute % 60)
    }
}

pub fn aol(visits: &[Visit]) -> Vec<u8> {
    let mut text = "AnonID\tQuery\tQueryTime\n".to_owned();
    for visit in visits {
        writeln!(text, "{}\t{}\t{}", visit.owner, visit.names().join(" "), visit.time()).unwrap();
    }
    text.into()
}

pub fn csv(visits: &[Visit]) -> Vec<u8> {
    let mut text = "time,owner,items\n".to_owned();
    for visit in visits {
        let quote = if visit.minutes % 2 == 0 { "\"" } else { "" };
        writeln!(text, "{},{quote}{}{quote},{}", visit.time(), visit.owner, visit.names().join("|")).unwrap();
    }
    text.into()
}

pub fn wide(visits: &[Visit]) -> Vec<u8> {
    let width = visits.iter().map(|visit| visit.items.len()).max().unwrap_or(0).max(1);
    let mut text = "owner\ttime".to_owned();
    (0..width).for_each(|column| write!(text, "\titem{column}").unwrap());
    for visit in visits {
        let cells = (0..width).map(|column| visit.names().get(column).copied().unwrap_or(""));
        write!(text, "\n{}\t{}\t{}", visit.owner, visit.time(), cells.collect::<Vec<_>>().join("\t"))
            .unwrap();
    }
    text.into()
}

pub fn long(visits: &[Visit]) -> Vec<u8> {
    let mut text = "owner,time,item\n".to_owned();
    for visit in visits {
        for name in visit.names() {
            writeln!(text, "{},{},{name}", visit.owner, visit.time()).unwrap();
        }
    }
    text.into()
}

pub fn jsonl(visits: &[Visit]) -> Vec<u8> {
    let mut text = Vec::new();
    for visit in visits {
        let row = serde_json::json!({ "time": visit.time(), "items": visit.names(), "owner": visit.owner });
        writeln!(text, "{row}").unwrap();
    }
    text
}

fn counts(visits: &[Visit]) -> Vec<Vec<i64>> {
    let count = |item| visits.iter().map(|v| v.items.iter().filter(|&&i| i == item).count() as i64).collect();
    (0..ITEMS.len()).map(count).collect()
}

pub fn csv_counts(visits: &[Visit]) -> Vec<u8> {
    let counts = counts(visits);
    let mut text = format!("owner,{},time\n", ITEMS.join(","));
    for (row, visit) in visits.iter().enumerate() {
        let cells: Vec<String> = counts.iter().map(|column| column[row].to_string()).collect();
        writeln!(text, "{},{},{}", visit.owner, cells.join(","), visit.time()).unwrap();
    }
    text.into()
}

fn times(visits: &[Visit]) -> ArrayRef {
    Arc::new(TimestampMicrosecondArray::from_iter_values(visits.iter().map(|v| v.minutes * 60_000_000)))
}

pub fn batch(visits: &[Visit]) -> RecordBatch {
    let owners = StringArray::from_iter_values(visits.iter().map(|visit| visit.owner.to_string()));
    let mut lists = ListBuilder::new(StringBuilder::new());
    for visit in visits {
        lists.append_value(visit.names().into_iter().map(Some));
    }
    let junk: ArrayRef = Arc::new(Int64Array::from_iter_values(0..visits.len() as i64));
    RecordBatch::try_from_iter([
        ("junk", junk),
        ("items", Arc::new(lists.finish()) as ArrayRef),
        ("owner", Arc::new(owners) as ArrayRef),
        ("time", times(visits)),
    ])
    .unwrap()
}

pub fn batch_counts(visits: &[Visit]) -> RecordBatch {
    let owners = Int64Array::from_iter_values(visits.iter().map(|visit| i64::from(visit.owner)));
    let mut columns = vec![("owner", Arc::new(owners) as ArrayRef), ("time", times(visits))];
    for (name, column) in ITEMS.into_iter().zip(counts(visits)) {
        columns.push((name, Arc::new(Int64Array::from(column)) as ArrayRef));
    }
    RecordBatch::try_from_iter(columns).unwrap()
}

pub fn parquet(batch: &RecordBatch) -> Vec<u8> {
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(3)).build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

pub fn arrow(batch: &RecordBatch) -> [Vec<u8>; 2] {
    let mut file = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    for start in (0..batch.num_rows()).step_by(2) {
        let part = batch.slice(start, 2.min(batch.num_rows() - start));
        assert!(!part.column(0).is_empty());
        file.write(&part).unwrap();
        stream.write(&part).unwrap();
    }
    [file.into_inner().unwrap(), stream.into_inner().unwrap()]
}

pub fn compressed_arrow(batch: &RecordBatch, compression: CompressionType) -> [Vec<u8>; 2] {
    let options = IpcWriteOptions::default().try_with_compression(Some(compression)).unwrap();
    let schema = batch.schema();
    let mut file = FileWriter::try_new_with_options(Vec::new(), &schema, options.clone()).unwrap();
    let mut stream = StreamWriter::try_new_with_options(Vec::new(), &schema, options).unwrap();
    file.write(batch).unwrap();
    stream.write(batch).unwrap();
    [file.into_inner().unwrap(), stream.into_inner().unwrap()]
}
