//! Files in a temporary directory, and logs read from them.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use clump_core::facts::{FactKind, TableSpec, Thresholds};
use clump_core::progress::{Progress, Stage};
use clump_core::remedy::Naming;
use clump_io::facts::{FactRequest, WordRules};
use clump_io::release::{Packer, Packing};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{ColumnNames, Input, Log, ReadError, ReadOptions, RowOwner, read_log};
use tempfile::TempDir;

pub struct Desk {
    dir: TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Desk { dir: TempDir::new().unwrap() }
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(
        &self,
        files: &[(&str, &[u8])],
        options: &ReadOptions,
        source: &TaxonomySource,
    ) -> Result<Log, ReadError> {
        let inputs: Vec<Input> =
            files.iter().map(|(name, content)| self.file(name, content).into()).collect();
        read_log(&inputs, options, source, &())
    }

    pub fn tree(&self, content: &str) -> TaxonomySource {
        self.file("tree.csv", content).into()
    }
}

/// A value of the data, which no error may hold.
pub const SECRET: &str = "zzsecretzz";

pub fn read(name: &str, content: impl AsRef<[u8]>, options: &ReadOptions) -> Result<Log, ReadError> {
    Desk::new().read(&[(name, content.as_ref())], options, &TaxonomySource::Flat)
}

/// The error of a file; nothing in it may be a value.
pub fn refused(name: &str, content: impl AsRef<[u8]>, options: &ReadOptions) -> ReadError {
    let error = read(name, content, options).unwrap_err();
    let text = everything(&error);
    assert!(!text.contains(SECRET) && error.remedy().is_some(), "{text}");
    error
}

pub fn remedy(error: &ReadError) -> String {
    error.remedy().unwrap().render(Naming::Flags)
}

/// Rows belong to the owner whom this column names.
pub fn owned(column: &str) -> ReadOptions {
    let owner = Some(RowOwner::Column(column.to_owned()));
    ReadOptions { columns: ColumnNames { owner, ..ColumnNames::default() }, ..ReadOptions::default() }
}

pub fn request(kind: FactKind, k: usize) -> FactRequest {
    request_of(kind.into(), Thresholds { k, k_cell: k })
}

/// One table; stop words are counted, so that a test can say what all words are.
pub fn request_of(table: TableSpec, thresholds: Thresholds) -> FactRequest {
    let words = WordRules { stop_words: true, min_length: 0 };
    FactRequest { words, ..FactRequest::of(vec![table], thresholds) }
}

pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut packer = Packer::new(Vec::new(), Packing::Gzip).unwrap();
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

/// Progress of a run: stages with their steps, steps that were done, and stages that ended.
#[derive(Default)]
pub struct Steps(Mutex<StepsTold>);

type StepsTold = (Vec<(Stage, u64)>, u64, u64);

impl Steps {
    pub fn told(self) -> StepsTold {
        self.0.into_inner().unwrap()
    }
}

impl Progress for Steps {
    fn begin(&self, stage: Stage, total: u64) {
        self.0.lock().unwrap().0.push((stage, total));
    }
    fn advance(&self, steps: u64) {
        self.0.lock().unwrap().1 += steps;
    }
    fn end(&self) {
        self.0.lock().unwrap().2 += 1;
    }
}

/// Rows as `owner: label + label`, sorted, labels in node order.
pub fn rows(log: &Log) -> Vec<String> {
    let transactions = &log.transactions;
    let mut rows: Vec<String> = (0..transactions.len())
        .map(|row| {
            let labels: Vec<&str> =
                transactions.get(row).iter().map(|&node| log.taxonomy.name(node)).collect();
            format!("{}: {}", log.owner_names.get(transactions.owner(row) as usize), labels.join(" + "))
        })
        .collect();
    rows.sort_unstable();
    rows
}

/// The whole text of an error, as a user may see it and as a log may hold it.
pub fn everything(error: &ReadError) -> String {
    let mut text = format!(
        "{error} {error:?} {:?}",
        error.remedy().map(|remedy| remedy.render(clump_core::remedy::Naming::Flags))
    );
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text += &format!(" {cause}");
        source = cause.source();
    }
    text
}
