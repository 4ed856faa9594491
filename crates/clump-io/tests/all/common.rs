//! Files in a temporary directory, and logs read from them.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::fs;
use std::path::PathBuf;

use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, Log, ReadError, ReadOptions, read_log};
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

    /// A taxonomy file as a source.
    pub fn tree(&self, content: &str) -> TaxonomySource {
        self.file("tree.csv", content).into()
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
