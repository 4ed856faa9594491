//! A file that holds the same rows in other bytes is told from what is written, wherever a format has room for more.

use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::Schema;
use clump_io::Input;
use clump_io::release::{
    Difference, Packer, Packing, ReleaseColumns, ReleaseFormat, ReleaseLayout, ReleaseWriter, read_release,
    release_difference,
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};

use crate::common::Desk;

fn written(format: ReleaseFormat, packing: Packing) -> Vec<u8> {
    let mut writer =
        ReleaseWriter::new(Packer::new(Vec::new(), packing).unwrap(), format, ReleaseColumns::Rows).unwrap();
    for row in 0..200 {
        let number = format!("label {}", row / 5);
        writer.rows(1, 5, &["fruit", &number], None).unwrap();
    }
    writer.finish().unwrap().finish().unwrap()
}

/// Where `bytes` differ from what is written for their rows, which must be those of [`written`].
fn difference(bytes: &[u8], format: ReleaseFormat) -> Option<Difference> {
    let desk = Desk::new();
    let path = desk.file("release", bytes);
    let released = read_release(&Input::from(path.as_path()), format, ReleaseLayout::Rows, &()).unwrap();
    assert_eq!(released.len(), 200);
    release_difference(&path, &released, format).unwrap()
}

#[test]
fn what_was_written_is_the_same() {
    for format in ReleaseFormat::ALL {
        assert_eq!(difference(&written(format, Packing::Plain), format), None, "{format:?}");
    }
    for format in ReleaseFormat::ALL.into_iter().filter(|format| !format.compresses_inside()) {
        for packing in [Packing::Gzip, Packing::Zstd] {
            assert_eq!(difference(&written(format, packing), format), None, "{format:?}, {packing:?}");
        }
    }
}

#[test]
fn the_place_is_told() {
    let text = String::from_utf8(written(ReleaseFormat::Tsv, Packing::Plain)).unwrap();
    let changed = text.replacen("5\tfruit|label 1\n", "05\tfruit|label 1\n", 1);
    let byte = "owners_in_group\titems\n".len() + 5 * "5\tfruit|label 0\n".len();
    let place = Difference { byte: byte as u64, line: Some(7) };
    assert_eq!(difference(changed.as_bytes(), ReleaseFormat::Tsv), Some(place));
}

#[test]
fn text_that_was_compressed_in_another_way_differs() {
    let plain = written(ReleaseFormat::Csv, Packing::Plain);
    let half = plain.len() / 2;
    let gzip = |bytes: &[u8], level| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |bytes: &[u8], level| zstd::stream::encode_all(bytes, level).unwrap();
    for (how, bytes) in [
        ("another level of gzip", gzip(&plain, 1)),
        ("two members", [gzip(&plain[..half], 6), gzip(&plain[half..], 6)].concat()),
        ("another level of zstd", zstd(&plain, 19)),
        ("no checksum", zstd(&plain, 3)),
        ("two frames", [zstd(&plain[..half], 3), zstd(&plain[half..], 3)].concat()),
    ] {
        let place = difference(&bytes, ReleaseFormat::Csv).expect(how);
        assert_eq!(place.line, None, "{how}");
    }
}

fn batch_of_parquet() -> RecordBatch {
    let desk = Desk::new();
    let file = std::fs::File::open(desk.file("r", written(ReleaseFormat::Parquet, Packing::Plain))).unwrap();
    let mut reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
    reader.next().unwrap().unwrap()
}

/// What the writer of a release sets, so that each way differs in one thing.
fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).unwrap()))
        .set_created_by(concat!("clump version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_max_row_group_row_count(None)
}

fn parquet(batches: &[RecordBatch], properties: WriterPropertiesBuilder, skip_schema: bool) -> Vec<u8> {
    let options = ArrowWriterOptions::new()
        .with_properties(properties.build())
        .with_skip_arrow_metadata(skip_schema)
        .with_schema_root("release".to_owned());
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), batches[0].schema(), options).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
        writer.flush().unwrap();
    }
    writer.into_inner().unwrap()
}

#[test]
fn parquet_has_room_for_nothing_else() {
    let batch = batch_of_parquet();
    let whole = std::slice::from_ref(&batch);
    let halves = [batch.slice(0, 100), batch.slice(100, 100)];
    let turned = [batch.project(&[1, 0]).unwrap()];
    let mark = vec![KeyValue::new("owner".to_owned(), "7".to_owned())];
    let plain = parquet(whole, properties(), true);
    assert_eq!(difference(&plain, ReleaseFormat::Parquet), None, "the control is what is written");
    for (how, bytes) in [
        ("a key", parquet(whole, properties().set_key_value_metadata(Some(mark)), true)),
        ("the schema of Arrow", parquet(whole, properties(), false)),
        ("another writer", parquet(whole, properties().set_created_by("owner 7".to_owned()), true)),
        ("no compression", parquet(whole, properties().set_compression(Compression::UNCOMPRESSED), true)),
        ("no dictionary", parquet(whole, properties().set_dictionary_enabled(false), true)),
        ("two row groups", parquet(&halves, properties(), true)),
        ("columns in another order", parquet(&turned, properties(), true)),
    ] {
        assert!(difference(&bytes, ReleaseFormat::Parquet).is_some(), "{how}");
    }
}

fn batch_of_arrow() -> RecordBatch {
    let bytes = written(ReleaseFormat::Arrow, Packing::Plain);
    FileReader::try_new(std::io::Cursor::new(bytes), None).unwrap().next().unwrap().unwrap()
}

fn arrow(batches: &[RecordBatch], compression: Option<CompressionType>, key: Option<&str>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batches[0].schema(), options).unwrap();
    if let Some(key) = key {
        writer.write_metadata(key, "7");
    }
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.into_inner().unwrap()
}

#[test]
fn arrow_has_room_for_nothing_else() {
    let batch = batch_of_arrow();
    let whole = std::slice::from_ref(&batch);
    let zstd = Some(CompressionType::ZSTD);
    let schema = batch.schema();
    let mark = std::collections::HashMap::from([("owner".to_owned(), "7".to_owned())]);
    let marked = Schema::new_with_metadata(schema.fields().clone(), mark.clone());
    let marked = [RecordBatch::try_new(Arc::new(marked), batch.columns().to_vec()).unwrap()];
    let fields: Vec<_> =
        schema.fields().iter().map(|field| field.as_ref().clone().with_metadata(mark.clone())).collect();
    let fields = [RecordBatch::try_new(Arc::new(Schema::new(fields)), batch.columns().to_vec()).unwrap()];
    let halves = [batch.slice(0, 100), batch.slice(100, 100)];
    let turned = [batch.project(&[1, 0]).unwrap()];
    assert_eq!(difference(&arrow(whole, zstd, None), ReleaseFormat::Arrow), None, "the control");
    for (how, bytes) in [
        ("a key of the schema", arrow(&marked, zstd, None)),
        ("a key of the columns", arrow(&fields, zstd, None)),
        ("a key of the footer", arrow(whole, zstd, Some("owner"))),
        ("no compression", arrow(whole, None, None)),
        ("two batches", arrow(&halves, zstd, None)),
        ("columns in another order", arrow(&turned, zstd, None)),
    ] {
        assert!(difference(&bytes, ReleaseFormat::Arrow).is_some(), "{how}");
    }
}

/// Bytes that no reader looks at: between the parts of a file, and behind its end where a format has one.
#[test]
fn more_bytes_differ_or_cannot_be_read() {
    for format in ReleaseFormat::ALL {
        let whole = written(format, Packing::Plain);
        let desk = Desk::new();
        let path = desk.file("release", [&whole[..], b"owner 7"].concat());
        let read = read_release(&Input::from(path.as_path()), format, ReleaseLayout::Rows, &());
        let is_same =
            read.is_ok_and(|released| release_difference(&path, &released, format).unwrap().is_none());
        assert!(!is_same, "{format:?}");
    }
}
