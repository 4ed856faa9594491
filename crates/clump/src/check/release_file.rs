//! Reads a release file and its certificate from disk, and checks them.

use std::path::{Path, PathBuf};

use clump_core::cut::Cut;
use clump_core::facts::{FactColumns, FactParameters, FactTable, TableSpec};
use clump_core::log::Table;
use clump_core::progress::Progress;
use clump_core::promise::{Among, Promise, Property, PropertyName, Subject};
use clump_core::release::{Release, RootItems};
use clump_core::transactions::Bags;
use clump_core::verify::{FactNumbers, Verdict, Violation};
use clump_io::facts::FactCeilings;
use clump_io::release::{ReleaseColumns, ReleaseFormat, ReleaseLayout, Released, read_release};
use clump_io::{Input, ReadError, read_lines};
use clump_report::{Certificate, RowsOfAnOwner};

use crate::check::certificate::{
    CertificateFields, ShownContent, check_with_originals, counts_of, fields, parameters_of, rows_of_an_owner,
};
use crate::check::claim::{Claim, Stated};
use crate::check::facts::{
    CountedAgain, FACTS_LAYOUT, Shown, check_facts, check_facts_against, count_again, missing_rows,
    numbers_of, read_table, subtracted,
};
use crate::check::form::{Deviation, Form, facts_deviation, lines_deviation, rows_deviation};
use crate::check::lines::{LineLayout, check_lines, check_lines_against};
use crate::check::listed::{listed_in_facts, listed_in_rows};
use crate::check::other_pieces::OtherPieces;
use crate::check::pieces::{Rejoined, rejoined};
use crate::check::property::OtherReleases;
use crate::check::recount::Recount;
use crate::check::{self, Certified, Checked};
use crate::data::Data;
use crate::guards::candidates::InLedger;
use crate::guards::over_time::OverTimeLedger;
use crate::job::settings::word;
use crate::job::{Job, stated_unit};
use crate::methods::MethodName;
use crate::paths::certificate_path;
use crate::release::audit;
use crate::release::certificate_file::{CertificateFile, fingerprint, is_about, read_certificate};
use crate::release::row_release::RowRelease;
use crate::{CheckError, JobError, RunError};

mod source;

/// A release that was read from its file, with its certificate.
///
/// ```
/// use clump::{Job, ReleaseFile, Stated, run};
///
/// let folder = tempfile::tempdir()?;
/// let (input, output) = (folder.path().join("baskets.txt"), folder.path().join("release.csv"));
/// std::fs::write(&input, "tea milk\ntea milk\ngin\ngin tonic\n")?;
/// run(&Job::anonymize(input).taxonomy("flat").k(2).output(&output), &())?;
///
/// let checked = ReleaseFile::read(&output, None, None, None)?.check(Stated::default())?;
/// assert!(checked.holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ReleaseFile {
    path: PathBuf,
    content: Content,
    certificate: Option<CertificateFile>,
    /// True if the certificate beside the release matches the file; `None` without a certificate.
    certified: Option<bool>,
    /// Job with the taxonomy and overrides for labels, if the reader gave one.
    source: Option<Job>,
}

#[derive(Debug)]
enum Content {
    Rows(ReleaseFormat, Released),
    Lines(LineLayout, Table),
    /// One table, or several tables of a folder.
    Facts(ReleaseFormat, Vec<FactTable>),
}

struct Asked {
    claim: Claim,
    counts: Certified,
    ledger: Option<PathBuf>,
    /// Verdict on the list of excluded terms; `None` if no list was given.
    listed: Option<Verdict>,
}

impl ReleaseFile {
    /// Reads the release at `path`. A missing `format` or `layout` comes from the certificate beside the
    /// release, then from the file extension. `promised` decides if the file has rows, lines or facts.
    ///
    /// # Errors
    /// When the release or its certificate cannot be read.
    pub fn read(
        path: &Path,
        promised: Option<&[PropertyName]>,
        format: Option<ReleaseFormat>,
        layout: Option<ReleaseLayout>,
    ) -> Result<ReleaseFile, CheckError> {
        if let file @ Input::Stdin = Input::from(path) {
            let inside = format.filter(|format| format.compresses_inside());
            let format = inside.map_or("a release for verification", ReleaseFormat::word);
            return Err(ReadError::NotAFile { file, format }.into());
        }
        let certificate = match (read_certificate(&certificate_path(path)), promised) {
            // If the reader states the promise, an unreadable certificate is ignored.
            (Err(CheckError::Certificate(..)), Some(_)) => None,
            (certificate, _) => certificate?,
        };
        let certified = match &certificate {
            Some(file) => Some(is_about(&file.certificate, path)?),
            None => None,
        };
        let facts = certificate.as_ref().map(|file| &file.certificate.release);
        // Only these properties show if the file has rows, lines or facts: properties about labels do not.
        let leading =
            promised.and_then(|names| names.iter().find(|name| name.subject() != Subject::Labels)).copied();
        let is_of_facts = match leading {
            Some(name) => name.subject() == Subject::Facts,
            None => facts.is_some_and(|facts| facts.layout == FACTS_LAYOUT),
        };
        let line_layout = match leading {
            Some(PropertyName::SealedQueries) => Some(LineLayout::Shares),
            Some(name) if name.subject() == Subject::Lines => Some(LineLayout::Log),
            Some(_) => None,
            None => facts.and_then(|facts| LineLayout::parse(&facts.layout)),
        };
        let format = format
            .or_else(|| facts.and_then(|facts| parse(&facts.format)))
            .or_else(|| ReleaseFormat::from_path(path))
            .unwrap_or_default();
        let content = if let Some(layout) = line_layout {
            Content::Lines(layout, layout.read(path)?)
        } else if is_of_facts {
            let certificate = certificate.as_ref().map(|file| &file.certificate);
            Content::Facts(format, read_tables(path, format, certificate)?)
        } else {
            let layout = layout.or_else(|| facts.and_then(|facts| parse(&facts.layout)));
            let released = read_release(&Input::from(path), format, layout.unwrap_or_default(), &())?;
            // Pieces are in the layout of groups, unless a layout is stated.
            let released = match (layout, released.columns()) {
                (None, ReleaseColumns::Pieces) => released.with_layout(ReleaseLayout::Groups),
                _ => released,
            };
            Content::Rows(format, released)
        };
        Ok(ReleaseFile { path: path.to_owned(), content, certificate, certified, source: None })
    }

    /// Adds the taxonomy of `job` and its overrides, which ceilings and certainty need to find the nodes
    /// above a label. A certificate does not contain taxonomy files.
    #[must_use]
    pub fn with_source(self, job: Job) -> ReleaseFile {
        ReleaseFile { source: Some(job), ..self }
    }

    /// Checks the release from the file alone. The promise is what is `stated`, and for the rest what the
    /// certificate states. Also checks every field of the certificate that the file shows.
    ///
    /// # Errors
    /// When neither states a promise, or when the file does not match its layout.
    pub fn check(&self, stated: Stated) -> Result<Checked, CheckError> {
        let asked = self.asked(stated)?;
        let checked = self.check_alone(&asked.claim)?;
        self.answered(asked, checked, |_, _| Ok(()))
    }

    /// Does the same as [`Self::check`], and compares the rows with the audit and the originals.
    ///
    /// # Errors
    /// When the promise is not known, when this is not a release of rows, or when audit, release and
    /// originals do not belong together.
    pub fn check_against(&self, stated: Stated, audit: &Path, data: &Data) -> Result<Checked, CheckError> {
        let asked = self.asked(stated)?;
        let released = self.require_rows()?;
        let Rejoined { line_of_each: lines, cut, wrong } = self.rejoined(released, audit, data)?;
        let (mut groups, mut numbers) = (None, None);
        match (&asked.ledger, &cut) {
            (Some(path), None) => groups = Some(self.in_ledger(path, released, &lines, data)?),
            (Some(path), Some(_)) => numbers = Some(OverTimeLedger::at(path, &data.owner_names)?),
            _ => {}
        }
        let pieces = match (&numbers, &cut) {
            (Some(ledger), Some(cut)) => {
                let blake3 = fingerprint(&self.path)?;
                Some(OtherPieces::of_file(ledger, (data, cut), (released, &lines), &blake3)?)
            }
            _ => None,
        };
        let others = match (&groups, &pieces) {
            (Some(known), _) => Some(OtherReleases::Groups(known)),
            (_, pieces) => pieces.as_ref().map(OtherReleases::Pieces),
        };
        let claim = &asked.claim;
        let checked = if claim.promise.is_nothing() && cut.is_none() {
            check::check_alone(released, claim, None)?
        } else {
            let parts = cut.as_ref().map_or(&data.transactions, |cut| &cut.parts);
            let (originals, places) = ((parts, &data.taxonomy), self.places_in(claim, data)?);
            check::check_against(released, claim, originals, &lines, places.as_ref(), others)?
                .with_pieces(wrong)
        };
        let owners_told_apart =
            groups.as_ref().zip(claim.promise.k()).map(|(known, k)| known.owners_told_apart(k));
        let checked = Checked { owners_told_apart, ..checked };
        self.answered(asked, checked, |fields, certificate| {
            let rows = self.row_release(released, &lines, cut, data)?;
            check_with_originals(fields, certificate, rows.release(data), data);
            Ok(())
        })
    }

    /// The claim to check, with the verdict on the list of excluded terms.
    fn asked(&self, stated: Stated) -> Result<Asked, CheckError> {
        let (counts, never, ledger) = (Certified::of(&stated), stated.never.clone(), stated.ledger.clone());
        let claim = self.claim(stated)?;
        Ok(Asked { claim, counts, ledger, listed: self.listed(never.as_deref())? })
    }

    /// Completes the result with the checks of form and certificate. If the originals are known and match the
    /// release, `with_originals` compares the certificate with them.
    fn answered(
        &self,
        asked: Asked,
        checked: Checked,
        with_originals: impl FnOnce(&mut CertificateFields, &Certificate) -> Result<(), CheckError>,
    ) -> Result<Checked, CheckError> {
        let mut fields = self.certificate_fields(&asked.claim, &checked)?;
        let stands =
            checked.originals.as_ref().is_some_and(|found| found.not_generalized + found.unaccounted == 0);
        if let Some(certificate) = self.certificate().filter(|_| stands) {
            with_originals(&mut fields, certificate)?;
        }
        let form = Some(Form::of(self.deviation()?, asked.counts == Certified::Rewritten));
        let checked = Checked { listed: asked.listed, form, ..checked };
        Ok(checked.with_certificate(self.certified, fields, asked.counts))
    }

    /// The ledger at `path` with the owners of `data`. The ledger must contain this release.
    fn in_ledger(
        &self,
        path: &Path,
        released: &Released,
        lines: &[usize],
        data: &Data,
    ) -> Result<InLedger, CheckError> {
        let known = InLedger::at(path, data)?;
        let published = self.published_on(released, lines, data)?;
        known.require(&fingerprint(&self.path)?, &data.transactions, &published)?;
        Ok(known)
    }

    /// True if the release consists of pieces. Then an owner may have any number of rows.
    pub fn is_in_pieces(&self) -> bool {
        self.released().is_some_and(|released| released.columns() == ReleaseColumns::Pieces)
    }

    /// Finds the line of each transaction or part by the audit. Pieces are matched with transactions again.
    fn rejoined(&self, released: &Released, audit: &Path, data: &Data) -> Result<Rejoined, CheckError> {
        let entries = audit::read_of(audit, &self.path, released.len())?;
        let rejoined = if self.is_in_pieces() {
            rejoined(released, audit, &entries, data)
        } else {
            let lines = audit::line_of_each(audit, &entries, data, released.len(), released.layout());
            lines.map(|line_of_each| Rejoined { cut: None, line_of_each, wrong: 0 })
        };
        rejoined.map_err(|error| match error {
            CheckError::Mismatch { path, at, what, .. } => {
                CheckError::Mismatch { path, at, what, lacks_list: self.lacks_list() }
            }
            error => error,
        })
    }

    /// True if the run excluded a list of terms, and the job of this check names no list.
    pub fn lacks_list(&self) -> bool {
        let parameters = self.certificate().map(|certificate| &certificate.parameters);
        let had = parameters.and_then(|parameters| parameters.get("never")) == Some(&true.into());
        had && self.source.as_ref().is_some_and(|job| job.guards.never.list.is_none())
    }

    /// The kind of rows that certainty is about, if no certificate states it.
    fn published_as(&self) -> Among {
        if self.is_of_facts() { Among::Facts } else { Among::default() }
    }

    /// True if no audit is needed to compare with the input: for a table of facts, or lines of a log.
    pub fn is_counted_by_input(&self) -> bool {
        matches!(self.content, Content::Facts(..) | Content::Lines(LineLayout::Log, _))
    }

    /// True if this is a table of facts.
    pub fn is_of_facts(&self) -> bool {
        matches!(self.content, Content::Facts(..))
    }

    /// Number of tables of facts; 0 for other releases.
    pub fn tables(&self) -> usize {
        if let Content::Facts(_, tables) = &self.content { tables.len() } else { 0 }
    }

    /// Checks a table of facts or lines of a log against the input of `job`, and counts every number again.
    /// For facts, the certificate states what a fact is and in which form numbers are published.
    ///
    /// # Errors
    /// When it is no such release, no certificate states what was counted, or the input cannot be read.
    pub fn check_facts_against(
        &self,
        stated: Stated,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Checked, CheckError> {
        let never = stated.never.clone();
        let asked = self.asked(stated)?;
        let claim = &asked.claim;
        let tables = match &self.content {
            Content::Facts(_, tables) => tables,
            Content::Lines(LineLayout::Log, table) => {
                let log = read_lines(&job.input.expanded()?, &job.read_options(), progress)?.log;
                let checked = check_lines_against(&self.path, table, &claim.promise, &log)?;
                return self.answered(asked, checked, |_, _| Ok(()));
            }
            _ => return Err(CheckError::NotFacts(self.path.clone())),
        };
        let Some((settings, k)) = self.certificate().and_then(counts_of) else {
            return Err(CheckError::UnknownFacts(self.path.clone()));
        };
        let (parameters, mut request) = (settings.parameters(k), settings.request(k));
        if parameters.len() != tables.len() {
            return Err(CheckError::UnknownFacts(self.path.clone()));
        }
        // The input is read as in the run, but the secret that chose which facts owners count in is unknown.
        request.bounding = settings.bounding([0; 32]);
        let job = self.with_tree(job.clone());
        if let Some(Property::Ceiling(ceiling)) = self.certified_promise().get(PropertyName::Ceiling) {
            let found = FactCeilings::new(&job.taxonomy.source, &job.read_options(), ceiling.nodes())?;
            request.ceilings = Some(found.ok_or(JobError::CeilingAtUnknown)?);
        }
        let inputs = job.input.expanded()?;
        let views: Vec<&FactTable> = tables.iter().collect();
        let CountedAgain { exact, missing, owner_is } =
            count_again(&views, &inputs, &job.read_options(), &request, progress)?;
        let places = self.places(claim)?;
        // The noise is unknown, but the owners of a fact can still be counted exactly.
        let is_noisy = settings.privacy().is_some();
        let mut parts = Vec::new();
        for ((table, parameters), exact) in tables.iter().zip(&parameters).zip(&exact) {
            let shown = match (is_noisy, tables.len()) {
                (true, _) => Shown::Noisy(None),
                (false, 1) => Shown::Exactly(exact),
                (false, _) => Shown::AtMost(exact),
            };
            let checked =
                check_facts_against(table, &claim.promise, parameters, exact, shown, places.as_ref());
            parts.push((parameters.spec.to_string(), checked));
        }
        let checked = Checked::of_tables(parts).with_subtracted(self.subtracted());
        let checked = if is_noisy { checked.without_noise() } else { checked };
        // Without the list that the run had, nobody can say which rows it excluded.
        let had_list = self.certificate().is_some_and(|file| file.parameters.contains_key("never"));
        let can_tell = settings.publishes_all()
            && claim.promise.get(PropertyName::Certainty).is_none()
            && (never.is_some() || !had_list);
        let missing = match (missing.as_slice(), parameters.as_slice()) {
            ([missing], [parameters]) if can_tell => {
                Some(missing_rows(missing, parameters, &request, never.as_deref())?)
            }
            _ => None,
        };
        let checked = Checked { missing, ..checked }.settled();
        self.answered(asked, checked, |fields, certificate| {
            fields.check("owner_is", certificate.owner_is == owner_is.to_string());
            Ok(())
        })
    }

    /// For each table, the form of its numbers, as the certificate states it.
    fn numbers(&self, tables: usize) -> Vec<FactNumbers> {
        match self.certificate().and_then(counts_of) {
            // A certificate states noise as a property of the promise, not as a parameter.
            Some((counts, _)) if counts.privacy().is_some() => vec![FactNumbers::Changed; tables],
            Some((counts, k)) => counts.parameters(k).iter().map(numbers_of).collect(),
            None => vec![FactNumbers::Changed; tables],
        }
    }

    /// The first difference of two tables of the release that counts few people.
    fn subtracted(&self) -> Option<(String, Violation)> {
        let Content::Facts(_, tables) = &self.content else { return None };
        let parameters = self.certificate().map(parameters_of).unwrap_or_default();
        let first = parameters.first()?;
        let specs = parameters.iter().map(|parameters| &parameters.spec);
        let tables: Vec<(&TableSpec, &FactTable)> = specs.zip(tables).collect();
        subtracted(&tables, first)
    }

    fn check_alone(&self, claim: &Claim) -> Result<Checked, CheckError> {
        match &self.content {
            Content::Rows(_, released) => {
                let checked = check::check_alone(released, claim, self.places(claim)?.as_ref())?;
                Ok(match self.certificate().map(rows_of_an_owner) {
                    Some(RowsOfAnOwner::Several | RowsOfAnOwner::Pieces) => checked.of_several_rows(),
                    Some(RowsOfAnOwner::One) | None => checked,
                })
            }
            Content::Lines(_, table) => check_lines(&self.path, table, &claim.promise),
            Content::Facts(_, tables) => {
                let places = self.places(claim)?;
                let numbers = self.numbers(tables.len());
                let names = self.certificate().map(parameters_of).unwrap_or_default();
                let name = |at: usize| names.get(at).map(|table| table.spec.to_string()).unwrap_or_default();
                let check = |(at, (table, numbers)): (usize, (&FactTable, FactNumbers))| {
                    (name(at), check_facts(table, &claim.promise, numbers, places.as_ref()))
                };
                let parts = tables.iter().zip(numbers).enumerate().map(check).collect();
                Ok(Checked::of_tables(parts).with_subtracted(self.subtracted()))
            }
        }
    }

    fn listed(&self, never: Option<&Path>) -> Result<Option<Verdict>, CheckError> {
        let Some(never) = never else { return Ok(None) };
        Ok(match &self.content {
            Content::Rows(_, released) => Some(listed_in_rows(released, never)?),
            Content::Facts(_, tables) => {
                let mut found: Option<Verdict> = None;
                for table in tables {
                    let listed = listed_in_facts(table, never)?;
                    found = Some(match found {
                        Some(before) => before.and(listed),
                        None => listed,
                    });
                }
                found
            }
            Content::Lines(..) => None,
        })
    }

    /// The promise in the certificate; the empty promise without a certificate.
    fn certified_promise(&self) -> Promise {
        self.certificate().map(|certificate| certificate.promise.promise()).unwrap_or_default()
    }

    /// Fields of the certificate that are wrong, and fields that could not be checked. `checked` is the
    /// result of checking `claim`.
    fn certificate_fields(&self, claim: &Claim, checked: &Checked) -> Result<CertificateFields, CheckError> {
        let Some(CertificateFile { certificate, fault }) = &self.certificate else {
            return Ok(CertificateFields::default());
        };
        // The certificate's own claim is checked, even if the reader stated another one.
        let own = Stated::default().claim(Some(certificate), self.published_as());
        let Ok(own) = own else {
            return Ok(CertificateFields { wrong: vec!["promise"], unchecked: Vec::new() });
        };
        let checked_own;
        let properties = if own == *claim {
            &checked.properties
        } else {
            checked_own = self.check_alone(&own)?;
            &checked_own.properties
        };
        let recount;
        let (format, layout, content) = match &self.content {
            Content::Rows(format, released) => {
                recount = Recount::new(released, &check::first_like(released));
                (format.word(), word(&released.layout()), ShownContent::Rows(&recount))
            }
            Content::Lines(layout, table) => {
                ("tsv", layout.word().to_owned(), ShownContent::Lines(table.len()))
            }
            Content::Facts(format, tables) => {
                (format.word(), FACTS_LAYOUT.to_owned(), ShownContent::Facts(tables))
            }
        };
        let mut found = fields(certificate, properties, (format, &layout), content);
        found.wrong.splice(0..0, fault.iter().copied());
        if let Some(is_same) = self.is_stated_tree(certificate) {
            found.check("taxonomy", is_same);
        }
        Ok(found)
    }

    /// Completes `job` so that it reads the originals of this release: texts of whole queries, the unit of a
    /// transaction, and a taxonomy that is not a file. Settings of the job come first, then those of the
    /// certificate, then defaults.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn reading(&self, mut job: Job) -> Result<Job, RunError> {
        if self.is_in_pieces() {
            job = job.method(MethodName::Pieces);
        }
        job.method = job.method.closed();
        if job.input.unit.is_none() {
            let parameters = self.certificate().map(|certificate| &certificate.parameters);
            job.input.unit = parameters.and_then(stated_unit);
        }
        Ok(self.with_tree(job).decided()?.into_owned())
    }

    /// Does the same as [`Self::reading`], for [`Self::check_against`]. It also excludes the terms of the
    /// stated list, and counts the owners of the nodes of the stated certainty.
    ///
    /// # Errors
    /// When the promise is not known, or no file matches a pattern.
    pub fn counting(&self, job: Job, stated: &Stated) -> Result<Job, RunError> {
        let mut job = self.reading(job)?;
        // Reading must skip the listed terms too: a transaction with only listed terms has no row.
        job.guards.never.list.clone_from(&stated.never);
        let claim = self.claim(stated.clone())?;
        if let Some(Property::Certainty(certainty)) = claim.promise.get(PropertyName::Certainty) {
            job.guards.certainty.most = Some(certainty.most());
            job.sensitive = certainty.nodes().iter().map(|name| format!("below:{name}")).collect();
        }
        Ok(job)
    }

    /// The k of the promise in the certificate; `None` without a certificate or without a k.
    pub(crate) fn k(&self) -> Option<usize> {
        self.certificate()?.promise.promise().k()
    }

    /// The release as nodes of the data's taxonomy, with its transactions from the audit, for measuring.
    pub(crate) fn published(&self, audit: &Path, data: &Data) -> Result<RowRelease, CheckError> {
        let released = self.require_rows()?;
        let Rejoined { line_of_each, cut, wrong } = self.rejoined(released, audit, data)?;
        if wrong > 0 {
            return Err(CheckError::NotTheirs(self.path.clone()));
        }
        let rows = self.row_release(released, &line_of_each, cut, data)?;
        let fits = |release: &Release, row| {
            clump_core::verify::generalizes(&data.taxonomy, release.get(row), data.transactions.get(row))
        };
        let misfit = rows.whole().and_then(|whole| (0..whole.rows()).find(|&row| !fits(whole, row)));
        match misfit {
            Some(row) => {
                let what = "it does not generalize the transaction that the audit names";
                Err(CheckError::mismatch(&self.path, ("row", line_of_each[row]), what))
            }
            None => Ok(rows),
        }
    }

    fn row_release(
        &self,
        released: &Released,
        lines: &[usize],
        cut: Option<Cut>,
        data: &Data,
    ) -> Result<RowRelease, CheckError> {
        match cut {
            Some(cut) => Ok(RowRelease::Pieces(Box::new(cut))),
            None => self.published_on(released, lines, data).map(RowRelease::Whole),
        }
    }

    /// The release as nodes. `lines` has the line of each transaction, from 1.
    fn published_on(&self, released: &Released, lines: &[usize], data: &Data) -> Result<Release, CheckError> {
        let bags = self.bags(released, data)?;
        let release = Release::new(bags, lines.iter().map(|&line| line as u32 - 1).collect());
        Ok(release.canonical(&data.taxonomy, RootItems::Keep))
    }

    /// The release as nodes of the data's taxonomy, without the owners of rows. Enough for figures that do
    /// not depend on owners.
    pub(crate) fn unaligned(&self, data: &Data) -> Result<Release, CheckError> {
        let released = self.require_rows()?;
        if self.is_in_pieces() || !data.transactions.is_one_per_owner() {
            return Err(CheckError::RowsWithoutAudit(self.path.clone()));
        }
        let bags = self.bags(released, data)?;
        let mut bag_of = Vec::with_capacity(data.transactions.len());
        for line in 0..released.len() {
            let copies = check::rows_of_line(released, line);
            bag_of.extend(std::iter::repeat_n(line as u32, copies.min(data.transactions.len())));
        }
        if bag_of.len() != data.transactions.len() {
            return Err(CheckError::OtherRows {
                path: self.path.clone(),
                rows: bag_of.len(),
                transactions: data.transactions.len(),
            });
        }
        Ok(Release::new(bags, bag_of).canonical(&data.taxonomy, RootItems::Keep))
    }

    fn bags(&self, released: &Released, data: &Data) -> Result<Bags, CheckError> {
        let nodes = check::nodes_of_labels(released, &data.taxonomy);
        let mut bags = Bags::default();
        for line in 0..released.len() {
            let bag: Option<Vec<_>> = released.row(line).iter().map(|&label| nodes[label as usize]).collect();
            let what = "a label is not in the taxonomy of the input";
            bags.push(bag.ok_or_else(|| CheckError::mismatch(&self.path, ("row", line + 1), what))?);
        }
        Ok(bags)
    }

    /// The rows of the file; `None` if the file has lines or facts.
    pub(crate) fn released(&self) -> Option<&Released> {
        match &self.content {
            Content::Rows(_, released) => Some(released),
            Content::Lines(..) | Content::Facts(..) => None,
        }
    }

    fn require_rows(&self) -> Result<&Released, CheckError> {
        self.released().ok_or_else(|| CheckError::NotRows(self.path.clone()))
    }

    fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref().map(|file| &file.certificate)
    }

    fn claim(&self, stated: Stated) -> Result<Claim, CheckError> {
        stated.claim(self.certificate(), self.published_as())
    }

    /// The version that made the release, if it differs from this one. It may have written other bytes.
    pub fn other_version(&self) -> Option<&str> {
        let version = self.certificate().map(|certificate| certificate.version.as_str());
        version.filter(|&version| version != env!("CARGO_PKG_VERSION"))
    }

    fn deviation(&self) -> Result<Option<Deviation>, CheckError> {
        Ok(match &self.content {
            Content::Rows(format, released) => rows_deviation(&self.path, released, *format)?,
            Content::Lines(_, table) => lines_deviation(&self.path, table)?,
            Content::Facts(format, tables) => {
                let mut found = None;
                for (path, table) in self.table_paths().iter().zip(tables) {
                    found = found.or(facts_deviation(path, table, *format)?);
                }
                found
            }
        })
    }

    /// The file of each table.
    fn table_paths(&self) -> Vec<PathBuf> {
        match self.certificate().map(|certificate| &certificate.release.tables) {
            Some(tables) if !tables.is_empty() => {
                tables.iter().map(|table| self.path.join(&table.name)).collect()
            }
            _ => vec![self.path.clone()],
        }
    }
}

/// Reads the table at `path`, or the tables of a folder that the certificate lists.
fn read_tables(
    path: &Path,
    format: ReleaseFormat,
    certificate: Option<&Certificate>,
) -> Result<Vec<FactTable>, CheckError> {
    let parameters = certificate.map(parameters_of).unwrap_or_default();
    let columns: Vec<FactColumns> = parameters.iter().map(FactParameters::columns).collect();
    let files = certificate.map(|certificate| certificate.release.tables.as_slice()).unwrap_or_default();
    if files.is_empty() {
        return Ok(vec![read_table(&Input::from(path), format, columns.first(), &())?]);
    }
    let is_listed = files.len() == parameters.len()
        && files.iter().zip(&parameters).all(|(file, table)| file.table == table.spec.to_string());
    if !is_listed {
        return Err(CheckError::UnknownFacts(path.to_owned()));
    }
    let files = files.iter().zip(&columns);
    files
        .map(|(file, columns)| {
            Ok(read_table(&Input::from(path.join(&file.name)), format, Some(columns), &())?)
        })
        .collect()
}

fn parse<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
