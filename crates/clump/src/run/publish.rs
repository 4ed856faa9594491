//! The last step of a run: writes certificate, report, audit, pages and ledger beside the release, and gives
//! all files their names at once.

use std::io::{self, Write};
use std::path::Path;

use clump_core::promise::PropertyName;
use clump_report::{Certificate, CertifiedPromise, CertifiedProperty, LedgerFacts, Report, skipped};

use super::account::Account;
use super::certificate::certificate_of;
use super::make::{MadeRelease, MadeRows};
use super::pages::{pages, shown};
use super::stage::StagedRelease;
use super::{Made, Published};
use crate::RunError;
use crate::check::{Checked, CheckedProperty};
use crate::guards::ledger::Ledger;
use crate::job::Job;
use crate::machine::peak_memory;
use crate::release::audit;
use crate::release::checked_release::CheckedRelease;
use crate::release::publish::publish_all;
use crate::release::staged::{Audience, StagedFile};
use crate::release::targets::{ReleaseTarget, Targets};

/// Publishes everything to `targets`. Each file states the hash of the release.
pub(super) fn publish(
    made: &Made,
    staged: StagedRelease,
    checked: &Checked,
    account: Account,
    targets: &Targets,
    job: &Job,
) -> Result<Published, RunError> {
    let Made { method, release: made, .. } = made;
    let read = made.summary();
    let promise = certified(checked);
    let certificate = Certificate {
        sensitive_items: account.sensitive_items,
        certain: account.certain.as_ref().map(|facts| facts.shown.clone()),
        ..certificate_of(
            job,
            method,
            promise.clone(),
            &read.owner_is,
            &account.figures,
            staged.facts,
            account.taxonomy.as_ref(),
        )?
    };
    let report = Report {
        private: true,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        job: serde_json::to_value(resolved(job)).expect("a job is plain data"),
        method: (*method).to_owned(),
        promise,
        release: certificate.release.clone(),
        read: serde_json::to_value(read.counts).expect("counts are plain data"),
        figures: account.figures,
        ledger: account.ledger.as_ref().map(|&(_, facts)| facts),
        assessment: account.assessment,
        certain: account.certain,
        close_words: account.close_words,
        fates: account.fates,
        linkage: account.linkage,
        timing: account.timing,
        peak_memory: peak_memory(),
        unknown: account.unknown,
    };
    let mut shown = shown(made, job, &certificate, &report, &account.sample);
    // Exact figures are not shown beside noise: the report has them.
    if !certificate.promise.has(PropertyName::DifferentialPrivacy) {
        shown.skipped = skipped(read.counts.bad_lines, read.counts.lines);
    }
    let mut files = StagedFiles { targets, staged: Vec::new() };
    if let Some((ledger, facts)) = &account.ledger {
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
    let pages = targets.has_pages().then(|| pages(made, &shown, &report, account.by_k.as_ref()));
    if let (Some([public, private]), Some([public_page, private_page])) = (&targets.page, &pages) {
        files.add(private, Audience::Private, |out| out.write_all(private_page.as_bytes()))?;
        files.add(public, Audience::Public, |out| out.write_all(public_page.as_bytes()))?;
    }
    if let Some(target) = &targets.certificate {
        files.add(target, Audience::Public, |out| out.write_all(&certificate.to_bytes()))?;
    }
    let release = match targets.release {
        // The release is last, so that it never exists without its certificate.
        ReleaseTarget::File(_) => {
            files.staged.push(staged.file);
            None
        }
        ReleaseTarget::Caller | ReleaseTarget::Nowhere => Some(CheckedRelease::new(staged.file, staged.form)),
    };
    let files = publish_all(files.staged, targets.existing)?;
    let pages = pages.filter(|_| targets.returns_pages);
    Ok(Published { sample: account.sample, report, certificate, release, shown, pages, files })
}

/// The files of a run that have no names yet.
struct StagedFiles<'t> {
    targets: &'t Targets,
    staged: Vec<StagedFile>,
}

impl StagedFiles<'_> {
    /// Writes a file beside its `target`.
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

    /// Writes the ledger, if the run is entered. Rows that are only measured are not published. Noise is
    /// spent by everything that shows it: terminal, page and report do.
    fn add_ledger(&mut self, ledger: &Ledger, facts: &LedgerFacts) -> Result<(), RunError> {
        let is_shown = !matches!(self.targets.release, ReleaseTarget::Nowhere);
        if is_shown || matches!(facts, LedgerFacts::Noise { .. }) {
            let file = StagedFile::new(&self.targets.staging, ledger.path(), Audience::Private)?;
            let mut file = file.following(ledger.was());
            file.write(|out| ledger.write(out))?;
            self.staged.push(file);
        }
        Ok(())
    }
}

/// The promise, with the verdict on each property.
fn certified(checked: &Checked) -> CertifiedPromise {
    let verdict = |property: &CheckedProperty| {
        let verdict = property.verdict().expect("a release is published after its check").clone();
        CertifiedProperty::new(property.property.clone(), verdict)
    };
    let properties: Vec<CertifiedProperty> = checked.properties.iter().map(verdict).collect();
    properties.try_into().expect("these are the properties of a promise")
}

/// `job` with the defaults that follow from its other settings.
fn resolved(job: &Job) -> Job {
    let mut job = job.clone();
    job.output.layout = Some(job.release_layout());
    job.input.unit = Some(job.transaction_is());
    job
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}
