//! The third step of a run: writes the release to a file without a name, in the folder of its target.

use std::io::{self, Write};
use std::time::Instant;

use clump_core::containers::Ragged;
use clump_core::release::Release;
use clump_core::transactions::Transactions;
use clump_io::release::{ReleaseFormat, ReleaseLayout, ReleaseWriter, write_fact_table, write_table};
use clump_report::ReleaseFacts;

use super::make::{MadeLines, MadeRelease, MadeRows, MadeTable};
use crate::RunError;
use crate::check::facts::FACTS_LAYOUT;
use crate::check::lines::LineLayout;
use crate::job::Job;
use crate::job::settings::word;
use crate::release::certificate_file::fingerprint;
use crate::release::checked_release::FileForm;
use crate::release::staged::{Audience, StagedFile};
use crate::release::targets::{ReleaseTarget, Targets};

/// A written release whose file has no name yet.
pub(crate) struct StagedRelease {
    pub file: StagedFile,
    pub form: FileForm,
    /// Format, layout and hash of the release, for the certificate.
    pub facts: ReleaseFacts,
    /// For a release of rows: the line, from 1, of each transaction or piece. Empty for lines and facts.
    pub line_of_each: Vec<usize>,
    pub seconds: f64,
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

impl MadeTable {
    pub fn stage(&self, targets: &Targets, job: &Job) -> Result<StagedRelease, RunError> {
        let format = format(targets, job)?;
        let columns = self.method.tabulate.parameters().columns();
        stage(targets, FileForm::Facts(format, columns), Instant::now(), |out| {
            write_fact_table(out, &self.table, format).map(drop)
        })
    }
}

/// The file format of the release. A release without a target gets JSON lines, which can contain any label.
fn format(targets: &Targets, job: &Job) -> Result<ReleaseFormat, RunError> {
    match targets.release {
        ReleaseTarget::Nowhere => Ok(ReleaseFormat::Jsonl),
        ReleaseTarget::File(_) | ReleaseTarget::Caller => Ok(job.output.release_format()?),
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
        ReleaseTarget::Caller | ReleaseTarget::Nowhere => {
            StagedFile::scratch(&targets.staging, &targets.temp)?
        }
    };
    file.write_packed(write)?;
    let seconds = start.elapsed().as_secs_f64();
    let (format, layout) = match &form {
        FileForm::Rows(format, layout) => (format.word(), word(layout)),
        FileForm::Facts(format, _) => (format.word(), FACTS_LAYOUT.to_owned()),
        FileForm::Lines(layout) => ("tsv", layout.word().to_owned()),
    };
    let facts = ReleaseFacts { format: format.to_owned(), layout, blake3: fingerprint(file.path())? };
    Ok(StagedRelease { file, form, facts, line_of_each: Vec::new(), seconds })
}
