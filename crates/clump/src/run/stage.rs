//! The third step of a run: writes the release to a file without a name, in the folder of its target.

use std::io::{self, Write};
use std::time::Instant;

use clump_core::containers::Ragged;
use clump_core::facts::FactParameters;
use clump_core::release::Release;
use clump_core::transactions::Transactions;
use clump_io::release::{ReleaseFormat, ReleaseLayout, ReleaseWriter, write_fact_table, write_table};
use clump_report::{ReleaseFacts, TableFile};

use super::make::{MadeLines, MadeRelease, MadeRows, MadeTables};
use crate::RunError;
use crate::check::facts::{FACTS_LAYOUT, distinct_facts};
use crate::check::lines::LineLayout;
use crate::job::Job;
use crate::job::settings::word;
use crate::release::certificate_file::{fingerprint, fingerprint_of_tables};
use crate::release::checked_release::FileForm;
use crate::release::staged::{Audience, StagedFile};
use crate::release::targets::{ReleaseTarget, Targets};

/// A written release whose files have no names yet.
pub(crate) struct StagedRelease {
    /// One file; for several tables, one for each.
    pub files: Vec<StagedFile>,
    pub form: FileForm,
    /// Format, layout and hash of the release, for the certificate.
    pub facts: ReleaseFacts,
    /// For a release of rows: the line, from 1, of each transaction or piece. Empty for lines and facts.
    pub line_of_each: Vec<usize>,
    pub seconds: f64,
}

impl StagedRelease {
    /// The only file of a release that is not several tables.
    pub fn file(&self) -> &StagedFile {
        self.files.first().expect("a release has a file")
    }
}

impl MadeRelease {
    pub fn stage(&self, targets: &Targets, job: &Job) -> Result<StagedRelease, RunError> {
        match self {
            MadeRelease::Rows(made) => made.stage(targets, job),
            MadeRelease::Lines(made) => made.stage(targets),
            MadeRelease::Facts(made) => made.stage(targets, job),
        }
    }
}

impl MadeRows {
    pub fn stage(&self, targets: &Targets, job: &Job) -> Result<StagedRelease, RunError> {
        let start = Instant::now();
        let (format, layout) = (format(targets, job)?, job.release_layout());
        let MadeRows { data, rows, .. } = self;
        let (transactions, release) = rows.release(data);
        let mut labels = release.bags().items().iter().map(|&item| data.taxonomy.name(item));
        if !labels.all(|label| format.can_carry(label)) {
            return Err(RunError::LabelHoldsSeparator(format.word()));
        }
        let (owners, line_of_each) = lines(release, transactions, layout);
        let staged = stage(targets, FileForm::Rows(format, layout), start, |out| {
            let mut writer = ReleaseWriter::new(out, format, rows.columns())?;
            let mut labels = Vec::new();
            for (bag, (items, &owners)) in release.bags().iter().zip(&owners).enumerate() {
                labels.clear();
                labels.extend(items.iter().map(|&item| data.taxonomy.name(item)));
                labels.sort_unstable();
                let times = if layout == ReleaseLayout::Rows { owners } else { 1 };
                writer.rows(times, owners as u64, &labels, rows.text(data, bag))?;
            }
            writer.finish().map(drop)
        })?;
        Ok(StagedRelease { line_of_each, ..staged })
    }
}

/// Number of owners of each bag of `release`, and line, from 1, of each transaction. A group is one line, or
/// one line per owner, as `layout` says. Transactions of one owner in a group share a line: separate lines
/// would reveal how often the owner asked, and say nothing about the items.
fn lines(release: &Release, transactions: &Transactions, layout: ReleaseLayout) -> (Vec<usize>, Vec<usize>) {
    let rows = (0..release.rows()).map(|row| (release.bag_of(row), row as u32));
    let mut rows_of = Ragged::by_key(release.bags().len(), rows);
    let mut line_of_each = vec![0; release.rows()];
    let mut lines = 0;
    let owners_of = |bag| {
        let owner = |&row: &u32| transactions.owner(row as usize);
        let rows = rows_of.get_mut(bag);
        rows.sort_by_key(owner);
        let by_owner = rows.chunk_by(|a, b| owner(a) == owner(b));
        let owners = by_owner.clone().count();
        for (number, of_owner) in by_owner.enumerate() {
            let line = if layout == ReleaseLayout::Rows { lines + number } else { lines };
            of_owner.iter().for_each(|&row| line_of_each[row as usize] = line + 1);
        }
        lines += if layout == ReleaseLayout::Rows { owners } else { 1 };
        owners
    };
    let owners = (0..release.bags().len()).map(owners_of).collect();
    (owners, line_of_each)
}

impl MadeLines {
    pub fn stage(&self, targets: &Targets) -> Result<StagedRelease, RunError> {
        let table = &self.rewritten.table;
        let form = FileForm::Lines(LineLayout::of(table.header()));
        stage(targets, form, Instant::now(), |out| write_table(out, table))
    }
}

impl MadeTables {
    /// One table is a file. Several are files of a folder.
    pub fn stage(&self, targets: &Targets, job: &Job) -> Result<StagedRelease, RunError> {
        let (format, start) = (format(targets, job)?, Instant::now());
        let parts = || self.method.tabulate.iter().zip(&self.tables);
        if let ([tabulate], [table]) = (self.method.tabulate.as_slice(), self.tables.as_slice()) {
            let columns = tabulate.parameters().columns();
            return stage(targets, FileForm::Facts(format, columns), start, |out| {
                write_fact_table(out, table, format).map(drop)
            });
        }
        let mut files = Vec::new();
        for (tabulate, table) in parts() {
            let FactParameters { spec, .. } = tabulate.parameters();
            let name = format!("{}.{}", spec.file_stem(), format.word());
            let mut file = match &targets.release {
                ReleaseTarget::Folder(folder) => {
                    StagedFile::new(&targets.staging, &folder.join(&name), Audience::Public)?
                }
                _ => StagedFile::scratch(&targets.staging, &targets.temp)?,
            };
            file.write_packed(|out| write_fact_table(out, table, format).map(drop))?;
            let blake3 = fingerprint(file.path())?;
            let facts = TableFile {
                name,
                table: spec.to_string(),
                blake3,
                fact_rows: table.len(),
                facts: distinct_facts(table),
            };
            files.push((file, facts));
        }
        let (files, tables): (Vec<StagedFile>, Vec<TableFile>) = files.into_iter().unzip();
        let facts = ReleaseFacts {
            format: format.word().to_owned(),
            layout: FACTS_LAYOUT.to_owned(),
            blake3: fingerprint_of_tables(&tables),
            tables,
        };
        let columns = parts().map(|(tabulate, _)| tabulate.parameters().columns()).collect();
        let form = FileForm::Tables(format, columns);
        Ok(StagedRelease {
            files,
            form,
            facts,
            line_of_each: Vec::new(),
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// The file format of the release. A release without a target gets JSON lines, which can contain any label.
fn format(targets: &Targets, job: &Job) -> Result<ReleaseFormat, RunError> {
    match targets.release {
        ReleaseTarget::Nowhere => Ok(ReleaseFormat::Jsonl),
        ReleaseTarget::File(_) | ReleaseTarget::Folder(_) | ReleaseTarget::Caller => {
            Ok(job.release_format()?)
        }
    }
}

/// Writes the release with `write`, compressed if its name says so. Measures time from `start`.
fn stage(
    targets: &Targets,
    form: FileForm,
    start: Instant,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<StagedRelease, RunError> {
    let mut file = match &targets.release {
        ReleaseTarget::File(target) => StagedFile::new(&targets.staging, target, Audience::Public)?,
        ReleaseTarget::Folder(_) | ReleaseTarget::Caller | ReleaseTarget::Nowhere => {
            StagedFile::scratch(&targets.staging, &targets.temp)?
        }
    };
    file.write_packed(write)?;
    let seconds = start.elapsed().as_secs_f64();
    let (format, layout) = match &form {
        FileForm::Rows(format, layout) => (format.word(), word(layout)),
        FileForm::Facts(format, _) | FileForm::Tables(format, _) => (format.word(), FACTS_LAYOUT.to_owned()),
        FileForm::Lines(layout) => ("tsv", layout.word().to_owned()),
    };
    let blake3 = fingerprint(file.path())?;
    let facts = ReleaseFacts { format: format.to_owned(), layout, blake3, tables: Vec::new() };
    Ok(StagedRelease { files: vec![file], form, facts, line_of_each: Vec::new(), seconds })
}
