//! The last step of a run: writes certificate, report, audit, pages and ledger next to the release, and gives
//! all files their names in one step.

use std::io::{self, Write};
use std::path::Path;

use clump_core::promise::PropertyName;
use clump_report::{Certificate, LedgerFacts, skipped};

use super::Published;
use super::account::Account;
use super::certificate::certificate_of;
use super::make::{MadeRelease, MadeRows};
use super::pages::{pages, shown};
use super::stage::StagedRelease;
use crate::RunError;
use crate::guards::ledger::Ledger;
use crate::job::Job;
use crate::machine::peak_memory;
use crate::release::audit;
use crate::release::checked_release::CheckedRelease;
use crate::release::publish::publish_all;
use crate::release::staged::{Audience, StagedFile};
use crate::release::targets::{ReleaseTarget, Targets};

/// Publishes the release and its companion files to `targets`. Each of them states the hash of the release.
pub(super) fn publish(
    made: &MadeRelease,
    staged: StagedRelease,
    account: Account,
    targets: &Targets,
    job: &Job,
) -> Result<Published, RunError> {
    let Account { mut report, sample, by_k, sensitive_items, ledger, taxonomy } = account;
    let read = made.summary();
    let certificate = Certificate {
        sensitive_items,
        certain: report.certain.as_ref().map(|facts| facts.shown.clone()),
        ..certificate_of(
            job,
            &report.method,
            report.promise.clone(),
            &read.owner_is,
            &report.figures,
            staged.facts,
            taxonomy.as_ref(),
        )?
    };
    report.peak_memory = peak_memory();
    let mut shown = shown(made, job, &certificate, &report, &sample);
    // Exact figures would undo the noise, so only the private report has them.
    if !certificate.promise.has(PropertyName::DifferentialPrivacy) {
        shown.skipped = skipped(read.counts.bad_lines, read.counts.lines);
    }
    let mut files = StagedFiles { targets, staged: Vec::new() };
    if let (Some(ledger), Some(facts)) = (&ledger, &report.ledger) {
        files.add_ledger(ledger, facts)?;
    }
    if let Some(target) = &targets.report {
        files.add(target, Audience::Private, |out| write_json(out, &report))?;
    }
    if let (Some(target), MadeRelease::Rows(MadeRows { data, rows, .. })) = (&targets.audit, made) {
        let (blake3, lines) = (&certificate.release.blake3, &staged.line_of_each);
        files.add(target, Audience::Private, |out| {
            audit::write(out, blake3, |row| rows.owner(data, row), lines)
        })?;
    }
    let pages = targets.has_pages().then(|| pages(made, &shown, &report, by_k.as_ref()));
    if let (Some([public, private]), Some([public_page, private_page])) = (&targets.page, &pages) {
        files.add(private, Audience::Private, |out| out.write_all(private_page.as_bytes()))?;
        files.add(public, Audience::Public, |out| out.write_all(public_page.as_bytes()))?;
    }
    if let Some(target) = &targets.certificate {
        files.add(target, Audience::Public, |out| out.write_all(&certificate.to_bytes()))?;
    }
    let release = match targets.release {
        // The release comes last, so that it never exists without its certificate.
        ReleaseTarget::File(_) | ReleaseTarget::Folder(_) => {
            files.staged.extend(staged.files);
            None
        }
        ReleaseTarget::Caller | ReleaseTarget::Nowhere => {
            Some(CheckedRelease::new(staged.files, staged.form))
        }
    };
    let files = publish_all(files.staged, targets.existing)?;
    let pages = pages.filter(|_| targets.returns_pages);
    Ok(Published { sample, report, certificate, release, shown, pages, files })
}

/// The files of a run that were written and have no names yet.
struct StagedFiles<'t> {
    targets: &'t Targets,
    staged: Vec<StagedFile>,
}

impl StagedFiles<'_> {
    fn add(
        &mut self,
        target: &Path,
        audience: Audience,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let mut file = StagedFile::new(&self.targets.staging, target, audience)?;
        file.write(fill)?;
        self.staged.push(file);
        Ok(())
    }

    /// Writes the ledger with the entry of this run. Rows that are only measured are not entered, because no
    /// file has them. A table with noise is always entered: terminal, page or report may show its numbers.
    fn add_ledger(&mut self, ledger: &Ledger, facts: &LedgerFacts) -> Result<(), RunError> {
        let is_shown = !matches!(self.targets.release, ReleaseTarget::Nowhere);
        if is_shown || matches!(facts, LedgerFacts::Noise { .. }) {
            let file = StagedFile::new(&self.targets.staging, &ledger.path, Audience::Private)?;
            let mut file = file.following(ledger.was);
            file.write(|out| ledger.write(out))?;
            self.staged.push(file);
        }
        Ok(())
    }
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}
