//! What the fuzz targets do with bytes. Each is a function that takes anything, says whether the product took it, and
//! panics if a property of the product does not hold. `fuzz/` feeds them from libFuzzer; `tests/seeds.rs` feeds them
//! from files, so that they cannot rot.
//!
//! Parquet and Arrow are left out: their decoders panic on files that lie, the product catches that, and libFuzzer
//! would report each of these panics.

use std::path::Path;

use clump::Job;
use clump::io::release::{ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_release};
use clump::io::taxonomy::{TaxonomyFile, TaxonomyFormat, TaxonomySource, export};
use clump::io::{ColumnNames, Input, Layout, Log, ReadOptions, RowOwner, read_log};
use clump::report::Certificate;
use tempfile::TempDir;

/// A target: its name, which is that of its folder of seeds, and what it does.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("log", log),
    ("basket", basket),
    ("taxonomy", taxonomy),
    ("release", release),
    ("certificate", certificate),
    ("job", job),
];

/// A query log, or a table of queries: the first byte says which.
pub fn log(bytes: &[u8]) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let layout = [Layout::Aol, Layout::Csv, Layout::Tsv, Layout::Jsonl][usize::from(first % 4)];
    let owner = (layout != Layout::Aol).then(|| RowOwner::Column("owner".to_owned()));
    let columns = ColumnNames { owner, ..ColumnNames::default() };
    let options = ReadOptions { layout: Some(layout), columns, ..ReadOptions::default() };
    reads(content, &options)
}

/// Baskets, one owner on each line.
pub fn basket(bytes: &[u8]) -> bool {
    reads(bytes, &ReadOptions { layout: Some(Layout::Basket), ..ReadOptions::default() })
}

/// A taxonomy in any format that is text: read, written and read again it is the same tree.
pub fn taxonomy(bytes: &[u8]) -> bool {
    let folder = Folder::new();
    let file = TaxonomyFile::from(folder.write("tree", bytes));
    let checked = file.check();
    let Ok(loaded) = file.load() else {
        assert!(checked.is_ok_and(|check| !check.is_tree()) || file.check().is_err(), "what is a tree loads");
        return false;
    };
    for format in [TaxonomyFormat::Edges, TaxonomyFormat::Json, TaxonomyFormat::Skos] {
        let mut written = Vec::new();
        if export(&loaded.taxonomy, format, &mut written).is_err() {
            continue;
        }
        let again = TaxonomyFile { format: Some(format), ..folder.write("again", &written).into() };
        let again = again.load().expect("what is written can be read").taxonomy;
        let tree = |taxonomy: &clump::core::taxonomy::Taxonomy| -> Vec<(u32, String)> {
            taxonomy.nodes().map(|node| (taxonomy.level(node), taxonomy.name(node).to_owned())).collect()
        };
        assert_eq!(tree(&again), tree(&loaded.taxonomy), "{format}");
    }
    true
}

/// A release in a text format, which the first byte says: what is read and written again is read as the same.
pub fn release(bytes: &[u8]) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let format = [ReleaseFormat::Tsv, ReleaseFormat::Csv, ReleaseFormat::Jsonl][usize::from(first % 3)];
    let layout = [ReleaseLayout::Rows, ReleaseLayout::Groups][usize::from(first / 3 % 2)];
    let folder = Folder::new();
    let read = |path: &Path| read_release(&Input::from(path), format, layout, &());
    let Ok(released) = read(&folder.write("release", content)) else { return false };
    // A label that others could write and we cannot is refused.
    let Ok(written) = rewritten(&released, format) else { return false };
    let again = read(&folder.write("again", &written)).expect("what is written can be read");
    assert_eq!(again, released);
    assert_eq!(rewritten(&again, format).ok(), Some(written), "there is one way to write it");
    true
}

/// A certificate: what is read and written again is read as the same.
pub fn certificate(bytes: &[u8]) -> bool {
    let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) else { return false };
    let written = certificate.to_bytes();
    let again: Certificate = serde_json::from_slice(&written).expect("what is written can be read");
    assert_eq!(again, certificate);
    true
}

/// A job in TOML: what is read and written again is read as the same. It is not run: it could name any file.
pub fn job(bytes: &[u8]) -> bool {
    let Some(job) = std::str::from_utf8(bytes).ok().and_then(|text| toml::from_str::<Job>(text).ok()) else {
        return false;
    };
    let written = toml::to_string(&job).expect("a job is plain data");
    let again: Job = toml::from_str(&written).expect("what is written can be read");
    assert_eq!(again, job);
    true
}

/// Reads `content` twice over a taxonomy that is made from it: counts add up, items are nodes, and both are the same.
fn reads(content: &[u8], options: &ReadOptions) -> bool {
    let folder = Folder::new();
    let input = [Input::from(folder.write("input", content))];
    let read = || read_log(&input, options, &TaxonomySource::Flat, &());
    let Ok(log) = read() else {
        assert!(read().is_err(), "what is refused is refused again");
        return false;
    };
    let words = log.counts.words;
    assert_eq!(words.tokens, words.mapped + words.stop_words + words.dropped + words.unknown);
    assert_eq!(log.counts.items, log.transactions.items() as u64);
    assert_eq!(log.owner_names.len(), log.transactions.owners());
    let again = read().expect("what was read is read again");
    assert_eq!(rows(&log), rows(&again));
    true
}

/// The names of the items of each row; panics if one is no node.
fn rows(log: &Log) -> Vec<Vec<&str>> {
    let transactions = &log.transactions;
    (0..transactions.len())
        .map(|row| transactions.get(row).iter().map(|&item| log.taxonomy.name(item)).collect())
        .collect()
}

fn rewritten(released: &Released, format: ReleaseFormat) -> std::io::Result<Vec<u8>> {
    let mut writer = ReleaseWriter::new(Vec::new(), format)?;
    for row in 0..released.len() {
        writer.row(released.owners(row), &released.items(row).collect::<Vec<_>>())?;
    }
    writer.finish()
}

/// A folder for one input.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> std::path::PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        path
    }
}
