//! Releases that are folders of Parquet files, as clusters write them: nothing passes that the certificate does not list, in no
//! form that other programs read.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};

use crate::desk::{Desk, fixture};

const PART: &str = "part-00000-7bb2c66c-5a51-4d3c-9fd5-aa0bb1ae3b09-c000.zstd.parquet";

/// The name of what is put into a folder, and how.
type Attack<'a> = (&'a str, &'a dyn Fn(&Path));

/// A desk with `release.parquet`, and with the folder `release` that holds the same file, signed.
fn desk() -> Desk {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.parquet").ok();
    fs::create_dir(desk.path("release")).unwrap();
    certify(&desk, &fs::read(desk.path("release.parquet")).unwrap());
    fs::write(desk.path("release/_SUCCESS"), "").unwrap();
    desk.clump("sign --new-key key.pem").ok();
    desk.clump("sign release --key key.pem").ok();
    desk
}

/// Makes `part` the only part of the folder, with a certificate that is about it.
fn certify(desk: &Desk, part: &[u8]) {
    fs::write(desk.path("release").join(PART), part).unwrap();
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
    let of_folder = hash(format!("{}\n", hash(part)).as_bytes());
    let certificate = desk.text("release.parquet.certificate.json");
    let of_file = hash(&fs::read(desk.path("release.parquet")).unwrap());
    assert!(certificate.contains(&of_file));
    desk.file("release/_certificate.json", certificate.replace(&of_file, &of_folder));
}

#[test]
fn a_folder_with_a_file_that_nobody_listed_is_refused() {
    let desk = desk();
    let verified = desk.clump("verify release --key key.pub.pem --json").ok();
    assert!(verified.stderr.contains("Signed  ") && verified.stderr.contains("Holds  "), "{verified}");
    let part = fs::read(desk.path("release").join(PART)).unwrap();
    let put = |path: &Path| fs::write(path, &part).unwrap();
    let attacks: [Attack<'_>; 10] = [
        ("part-3.PARQUET", &put),
        ("part-4.parq", &put),
        ("part-5", &put),
        ("ann-hiv.parquet", &put),
        (".part-6.parquet", &put),
        ("_part-7.parquet", &put),
        ("notes.txt", &|path| fs::write(path, "ann hiv").unwrap()),
        ("below", &|path| {
            fs::create_dir(path).unwrap();
            put(&path.join(PART));
        }),
        ("part-00008.parquet", &|path| symlink(desk.path("release.parquet"), path).unwrap()),
        ("empty", &|path| fs::create_dir(path).unwrap()),
    ];
    for (name, attack) in attacks {
        let path = desk.path("release").join(name);
        attack(&path);
        for line in
            ["verify release", "verify release --key key.pub.pem", "sign release --key key.pem --force"]
        {
            let refused = desk.refused(line);
            let said = format!("release: `{name}` is not part of the release: ");
            assert!(refused.stderr.contains(&said), "{line} {refused}");
        }
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
    // One more part of the right name is another release than the one that was certified.
    put(&desk.path("release/part-00009.parquet"));
    desk.without_trace("verify release --key key.pub.pem", 1);
    desk.remove("release/part-00009.parquet");
    fs::write(desk.path("release/_SUCCESS"), "ann hiv").unwrap();
    desk.refused("verify release");
}

/// The rows of the release in a file with other metadata.
fn rewritten(
    desk: &Desk,
    properties: impl Fn(WriterPropertiesBuilder) -> WriterPropertiesBuilder,
    root: &str,
    has_arrow_schema: bool,
) -> Vec<u8> {
    let file = fs::File::open(desk.path("release.parquet")).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let schema = reader.schema().clone();
    let created_by = concat!("clump version ", env!("CARGO_PKG_VERSION")).to_owned();
    let properties = properties(WriterProperties::builder().set_created_by(created_by)).build();
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(!has_arrow_schema)
        .with_schema_root(root.to_owned());
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), schema, options).unwrap();
    for batch in reader.build().unwrap() {
        writer.write(&batch.unwrap()).unwrap();
    }
    writer.into_inner().unwrap()
}

/// Bytes of the footer of a Parquet file.
fn footer_length(file: &[u8]) -> usize {
    u32::from_le_bytes(*file[..file.len() - 4].last_chunk().unwrap()) as usize
}

#[test]
fn metadata_that_neither_clump_nor_spark_writes_is_refused() {
    let desk = desk();
    let pair = |key: &str, value: &str| Some(vec![KeyValue::new(key.to_owned(), value.to_owned())]);
    let same = |builder: WriterPropertiesBuilder| builder;
    let plain = rewritten(&desk, same, "release", false);
    certify(&desk, &plain);
    desk.clump("verify release").ok();
    // What Spark writes about itself.
    let version = |builder: WriterPropertiesBuilder| {
        builder.set_key_value_metadata(pair("org.apache.spark.version", "4.3.0"))
    };
    certify(&desk, &rewritten(&desk, version, "spark_schema", false));
    desk.clump("verify release").ok();
    // The rows in a file of pyarrow, of which only the name of the writer was changed. In the second one, the dictionary has `ann smith has
    // hiv` besides.
    certify(&desk, &fixture("used-entries.parquet"));
    desk.clump("verify release").ok();

    let mut forged = plain.clone();
    let label = b"<fruit>";
    let bound =
        forged.windows(label.len()).rposition(|window| window == label).expect("a bound of the items");
    forged[bound..bound + label.len()].copy_from_slice(b"ann hiv");
    // The same label in the index of the column, which lies before the footer.
    let mut index = plain.clone();
    let footer = index.len() - 8 - footer_length(&index);
    let bound = index[..footer].windows(label.len()).rposition(|window| window == label);
    let bound = bound.expect("a bound of a page");
    index[bound..bound + label.len()].copy_from_slice(b"ann hiv");
    let gap = [&plain[..footer], b"ann hiv", &plain[footer..]].concat();
    let attacks: [(&str, Vec<u8>); 11] = [
        (
            "keys and values",
            rewritten(&desk, |b| b.set_key_value_metadata(pair("note", "ann hiv")), "release", false),
        ),
        (
            "keys and values",
            rewritten(
                &desk,
                |b| b.set_key_value_metadata(pair("org.apache.spark.version", "ann hiv")),
                "release",
                false,
            ),
        ),
        (
            "keys and values",
            rewritten(
                &desk,
                |b| {
                    b.set_key_value_metadata(pair(
                        "org.apache.spark.sql.parquet.row.metadata",
                        "{\"ann\":\"hiv\"}",
                    ))
                },
                "release",
                false,
            ),
        ),
        ("keys and values", rewritten(&desk, same, "release", true)),
        ("a writer", rewritten(&desk, |b| b.set_created_by("ann hiv".to_owned()), "release", false)),
        (
            "a writer",
            rewritten(
                &desk,
                |b| b.set_created_by("parquet-mr version 1.0 (build ann)".to_owned()),
                "release",
                false,
            ),
        ),
        ("names in the schema", rewritten(&desk, same, "ann_hiv", false)),
        ("values of no row", forged),
        ("values of no row", index),
        ("bytes", gap),
        ("values of no row", fixture("unused-entry.parquet")),
    ];
    for (what, part) in attacks {
        // A file that lies alone is compared with what clump writes.
        let certificate = desk.text("release.parquet.certificate.json");
        let of = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
        let original = fs::read(desk.path("release.parquet")).unwrap();
        desk.file("alone.parquet", &part);
        desk.file("alone.parquet.certificate.json", certificate.replace(&of(&original), &of(&part)));
        desk.without_trace("verify alone.parquet", 1).says("Refused   not in the form that clump writes");
        certify(&desk, &part);
        let refused = desk.refused("verify release");
        assert!(refused.stderr.contains(&format!("its metadata has {what}")), "{what} {refused}");
        desk.refused("sign release --key key.pem --force");
    }
}
