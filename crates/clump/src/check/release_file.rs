//! A release that lies on disk, with what its certificate says about it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clump_core::facts::{FactColumns, FactParameters, FactTable, ShownCounts};
use clump_core::log::Table;
use clump_core::progress::Progress;
use clump_core::promise::{Among, Promise, Property, PropertyName, Subject};
use clump_core::release::{Release, RootItems};
use clump_core::transactions::Bags;
use clump_core::verify::{FactNumbers, Verdict};
use clump_io::facts::FactCeilings;
use clump_io::release::{
    ReleaseColumns, ReleaseFormat, ReleaseLayout, Released, read_fact_table, read_release,
};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, ReadError};
use clump_report::Certificate;

use crate::check::ceiling::Places;
use crate::check::certificate::{
    Shown, ShownContent, counts_of, job, withheld_share, wordnet, wrong_by_input, wrong_by_originals,
    wrong_by_pieces, wrong_fields,
};
use crate::check::claim::{Claim, Stated};
use crate::check::facts::{
    CountedAgain, FACTS_LAYOUT, check_facts, check_facts_against, check_noisy_facts, count_again, texts,
};
use crate::check::form::{Deviation, Form, facts_deviation, lines_deviation, rows_deviation};
use crate::check::lines::{LineLayout, check_lines};
use crate::check::listed::{listed_in_facts, listed_in_rows};
use crate::check::pieces::{Rejoined, rejoined};
use crate::check::recount::Recount;
use crate::check::{self, Certified, Checked};
use crate::data::Data;
use crate::guards::candidates::InLedger;
use crate::job::settings::word;
use crate::job::{Job, stated_unit};
use crate::methods::MethodName;
use crate::paths::certificate_path;
use crate::release::audit;
use crate::release::certificate_file::{CertificateFile, fingerprint, is_about, read_certificate};
use crate::release::made_rows::MadeRows;
use crate::taxonomy;
use crate::{CheckError, JobError, RunError};

/// A release as read from its file.
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
    /// Whether the certificate beside the release is about these bytes; none without one.
    certified: Option<bool>,
    /// How its labels find their places, where somebody says it.
    source: Option<Job>,
}

/// What a release consists of.
#[derive(Debug)]
enum Content {
    Rows(ReleaseFormat, Released),
    Lines(LineLayout, Table),
    Facts(ReleaseFormat, FactTable),
}

impl ReleaseFile {
    /// Reads the release at `path`. What is not given comes from the certificate beside it, then from the extension and
    /// from what `promised` says.
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
            let format = inside.map_or("what is verified", ReleaseFormat::word);
            return Err(ReadError::NotAFile { file, format }.into());
        }
        let certificate = match (read_certificate(&certificate_path(path)), promised) {
            // Whoever says what to check need not believe the certificate, nor that it is one.
            (Err(CheckError::Certificate { .. }), Some(_)) => None,
            (certificate, _) => certificate?,
        };
        let certified = match &certificate {
            Some(file) => Some(is_about(&file.certificate, path)?),
            None => None,
        };
        let facts = certificate.as_ref().map(|file| &file.certificate.release);
        // What is about labels says nothing of where these stand.
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
        let content = match line_layout {
            Some(layout) => Content::Lines(layout, layout.read(path)?),
            None => {
                let format = format
                    .or_else(|| facts.and_then(|facts| parse(&facts.format)))
                    .or_else(|| ReleaseFormat::from_path(path))
                    .unwrap_or_default();
                if is_of_facts {
                    let columns = certificate
                        .as_ref()
                        .and_then(|file| parameters_of(&file.certificate))
                        .map(|parameters| parameters.columns());
                    let mut table = read_fact_table(&Input::from(path), format, columns.as_ref(), &())?;
                    // That the last text is a cell, no name of a column tells.
                    let is_alike = |columns: &FactColumns| columns.texts == table.columns.texts;
                    table.columns.has_cells =
                        columns.is_some_and(|columns| is_alike(&columns) && columns.has_cells);
                    let content = Content::Facts(format, table);
                    let path = path.to_owned();
                    return Ok(ReleaseFile { path, content, certificate, certified, source: None });
                }
                let layout = layout.or_else(|| facts.and_then(|facts| parse(&facts.layout)));
                let released = read_release(&Input::from(path), format, layout.unwrap_or_default(), &())?;
                // Pieces are groups unless somebody says otherwise.
                let released = match (layout, released.columns()) {
                    (None, ReleaseColumns::Pieces) => released.with_layout(ReleaseLayout::Groups),
                    _ => released,
                };
                Content::Rows(format, released)
            }
        };
        Ok(ReleaseFile { path: path.to_owned(), content, certificate, certified, source: None })
    }

    /// The same release, whose labels have their places in the taxonomy of `job`, with its overrides: a certificate has no
    /// file, and ceilings are about what is below a node.
    #[must_use]
    pub fn with_source(self, job: Job) -> ReleaseFile {
        ReleaseFile { source: Some(job), ..self }
    }

    /// Checks what is `stated`, and for the rest what the certificate says, from the file alone; and everything that the
    /// certificate says of the file.
    ///
    /// # Errors
    /// When neither says what is promised, or when the file is not what its layout says.
    pub fn check(&self, stated: Stated) -> Result<Checked, CheckError> {
        let (counts, rewritten) = (Certified::of(&stated), stated.allows_rewritten());
        let never = stated.never.clone();
        let claim = self.claim(stated)?;
        let checked = self.check_alone(&claim)?.with_listed(self.listed(never.as_deref())?);
        let wrong = self.wrong_in_certificate(&claim, &checked)?;
        let checked = checked.with_form(Form::of(self.deviation()?, rewritten));
        Ok(checked.with_certificate(self.certified, wrong, counts))
    }

    /// Checks the same from the rows, the audit and the originals.
    ///
    /// # Errors
    /// When the promise is not known, when this is not a release of rows, or when audit, release and originals do not
    /// belong together.
    pub fn check_against(&self, stated: Stated, audit: &Path, data: &Data) -> Result<Checked, CheckError> {
        let (counts, rewritten) = (Certified::of(&stated), stated.allows_rewritten());
        let never = stated.never.clone();
        let ledger = stated.ledger.clone();
        let claim = self.claim(stated)?;
        let listed = self.listed(never.as_deref())?;
        if self.is_in_pieces() {
            let checked = self.check_pieces(&claim, audit, data, (counts, rewritten))?;
            return Ok(checked.with_listed(listed));
        }
        let (released, lines) = self.rows(audit, data)?;
        let in_ledger = match &ledger {
            Some(ledger) => Some(self.in_ledger(ledger, released, &lines, data)?),
            None => None,
        };
        let checked = match claim.promise.is_nothing() {
            true => check::check_alone(released, &claim, None, None)?,
            false => {
                let originals = (&data.transactions, &data.taxonomy);
                let places = self.places_in(&claim, data)?;
                check::check_against(
                    released,
                    &claim,
                    originals,
                    &lines,
                    places.as_ref(),
                    in_ledger.as_ref(),
                )?
            }
        };
        let checked = checked.with_listed(listed);
        let mut wrong = self.wrong_in_certificate(&claim, &checked)?;
        let stands = |found: &check::AgainstOriginals| found.not_generalized == 0 && found.unaccounted == 0;
        if let (Some(file), true) = (&self.certificate, checked.originals.as_ref().is_some_and(stands)) {
            let release = self.published_on(released, &lines, data)?;
            let by_originals = wrong_by_originals(&file.certificate, &release, data);
            wrong.extend(by_originals.into_iter().filter(|field| !wrong.contains(field)).collect::<Vec<_>>());
        }
        let checked = checked.with_form(Form::of(self.deviation()?, rewritten));
        Ok(checked.with_certificate(self.certified, wrong, counts))
    }

    /// Checks the same of a release in pieces.
    fn check_pieces(
        &self,
        claim: &Claim,
        audit: &Path,
        data: &Data,
        (counts, rewritten): (Certified, bool),
    ) -> Result<Checked, CheckError> {
        let (released, Rejoined { cut, line_of_each, wrong: wrong_pieces }) = self.rejoined(audit, data)?;
        let (originals, places) = ((&cut.parts, &data.taxonomy), self.places_in(claim, data)?);
        let checked = check::check_against(released, claim, originals, &line_of_each, places.as_ref(), None)?
            .with_pieces(wrong_pieces);
        let mut wrong = self.wrong_in_certificate(claim, &checked)?;
        let stands = |found: &check::AgainstOriginals| found.not_generalized == 0 && found.unaccounted == 0;
        if let (Some(file), true) = (&self.certificate, checked.originals.as_ref().is_some_and(stands)) {
            let by_originals = wrong_by_pieces(&file.certificate, &cut, data);
            wrong.extend(by_originals.into_iter().filter(|field| !wrong.contains(field)).collect::<Vec<_>>());
        }
        let checked = checked.with_form(Form::of(self.deviation()?, rewritten));
        Ok(checked.with_certificate(self.certified, wrong, counts))
    }

    /// The owners of `data` in the ledger at `path`, which must have this release.
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

    /// `data`, of which this is a release, without the owners who have no row in the `audit`. They are left out only if the
    /// certificate says that some may be.
    ///
    /// # Errors
    /// When the audit cannot be read, or more have none than may.
    pub fn without_withheld(&self, audit: &Path, mut data: Data) -> Result<Data, CheckError> {
        let share = self.certificate.as_ref().and_then(|file| withheld_share(&file.certificate));
        let Some((share, released)) = share.zip(self.released()) else { return Ok(data) };
        let audit = audit::read_of(audit, &self.path, released.len())?;
        let published: BTreeSet<&str> = audit.owners.iter().collect();
        let is_out: Vec<bool> = data.owner_names.iter().map(|name| !published.contains(name)).collect();
        let (withheld, owners) = (is_out.iter().filter(|&&is_out| is_out).count(), is_out.len());
        let allowed = share.of(owners);
        match withheld > allowed {
            true => Err(CheckError::TooManyWithheld { withheld, owners, allowed }),
            false => {
                data.withhold(&is_out);
                Ok(data)
            }
        }
    }

    /// Whether owners have any number of rows, which is what a column for texts says.
    pub fn is_in_pieces(&self) -> bool {
        self.released().is_some_and(|released| released.columns() == ReleaseColumns::Pieces)
    }

    /// The pieces with the owners that the audit says.
    fn rejoined(&self, audit: &Path, data: &Data) -> Result<(&Released, Rejoined), CheckError> {
        let Content::Rows(_, released) = &self.content else {
            return Err(CheckError::NotRows { path: self.path.clone() });
        };
        let entries = audit::read_of(audit, &self.path, released.len())?;
        Ok((released, rejoined(released, audit, &entries, data)?))
    }

    /// What certainty is about, where no certificate says it.
    fn published_as(&self) -> Among {
        if self.is_of_facts() { Among::Facts } else { Among::default() }
    }

    /// Whether this is a table of facts, which is checked against its input without an audit.
    pub fn is_of_facts(&self) -> bool {
        matches!(self.content, Content::Facts(..))
    }

    /// Checks a table of facts against the input of `job`, of which every number is counted again. What a fact is and how numbers
    /// are shown is what the certificate says.
    ///
    /// # Errors
    /// When this is no such table, there is no certificate that says what was counted, or the input cannot be read.
    pub fn check_facts_against(
        &self,
        stated: Stated,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Checked, CheckError> {
        let (counts, rewritten) = (Certified::of(&stated), stated.allows_rewritten());
        let never = stated.never.clone();
        let claim = self.claim(stated)?;
        let Content::Facts(_, table) = &self.content else {
            return Err(CheckError::NotFacts { path: self.path.clone() });
        };
        let settings = self.certificate.as_ref().and_then(|file| counts_of(&file.certificate));
        let Some((settings, k)) = settings else {
            return Err(CheckError::UnknownFacts { path: self.path.clone() });
        };
        let (parameters, mut request) = (settings.parameters(k), settings.request(k));
        let job = self.with_tree(job.clone());
        if let Some(Property::Ceiling(ceiling)) = self.certified_promise().get(PropertyName::Ceiling) {
            let found = FactCeilings::new(&job.taxonomy.source, &job.read_options(), ceiling.nodes())?;
            request.ceilings = Some(found.ok_or(JobError::CeilingAtUnknown)?);
        }
        let inputs = job.input.expanded()?;
        let again = count_again(table, &inputs, &job.read_options(), &request, progress)?;
        let CountedAgain { exact, .. } = &again;
        let places = self.places(&claim)?;
        let places = places.as_ref();
        let checked = match settings.privacy {
            None => check_facts_against(table, &claim.promise, &parameters, exact, places),
            // Which noise was drawn nobody knows, but all owners of a fact can be counted.
            Some(_) => check_noisy_facts(table, &claim.promise, &parameters, None, exact, places),
        };
        let checked = checked.with_listed(self.listed(never.as_deref())?);
        let mut wrong = self.wrong_in_certificate(&claim, &checked)?;
        let stands = checked.originals.as_ref().is_some_and(|found| found.unaccounted == 0);
        if let Some(file) = self.certificate.as_ref().filter(|_| stands) {
            let by_input = wrong_by_input(&file.certificate, &again);
            wrong.extend(by_input.into_iter().filter(|field| !wrong.contains(field)).collect::<Vec<_>>());
        }
        let checked = checked.with_form(Form::of(self.deviation()?, rewritten));
        Ok(checked.with_certificate(self.certified, wrong, counts))
    }

    /// What the numbers of a table of facts are: exact, if they are neither rounded, nor noisy, nor unknown to be.
    fn fact_numbers(&self) -> FactNumbers {
        let settings = self.certificate.as_ref().and_then(|file| counts_of(&file.certificate));
        match settings {
            Some((counts, _)) if counts.shown() == ShownCounts::Exact && counts.privacy.is_none() => {
                FactNumbers::Exact { cells: None }
            }
            _ => FactNumbers::Changed,
        }
    }

    fn check_alone(&self, claim: &Claim) -> Result<Checked, CheckError> {
        match &self.content {
            Content::Rows(_, released) => {
                // Only certainty asks for the tree, and loading it takes time.
                let certificate = self.certificate.as_ref().map(|file| &file.certificate);
                let certificate = certificate.filter(|_| claim.promise.has(PropertyName::Certainty));
                let labels = released.labels().iter();
                let tree = certificate.and_then(|certificate| wordnet(certificate, labels));
                check::check_alone(released, claim, tree.as_ref(), self.places(claim)?.as_ref())
            }
            Content::Lines(_, table) => check_lines(&self.path, table, &claim.promise),
            Content::Facts(_, table) => {
                let places = self.places(claim)?;
                Ok(check_facts(table, &claim.promise, self.fact_numbers(), places.as_ref()))
            }
        }
    }

    /// What the file shows of the list at `never`.
    fn listed(&self, never: Option<&Path>) -> Result<Option<Verdict>, CheckError> {
        Ok(match &self.content {
            Content::Rows(_, released) => listed_in_rows(released, never)?,
            Content::Facts(_, table) => listed_in_facts(table, never)?,
            Content::Lines(..) => None,
        })
    }

    /// What the certificate promises; nothing without one.
    fn certified_promise(&self) -> Promise {
        self.certificate.as_ref().map(|file| file.certificate.promise.promise()).unwrap_or_default()
    }

    /// Where labels and words have their places, if `claim` has a ceiling, or is about how certain facts make something; none
    /// where nobody says which tree it is.
    fn places(&self, claim: &Claim) -> Result<Option<Places<'static>>, CheckError> {
        let is_asked = claim.promise.has(PropertyName::Ceiling)
            || self.is_of_facts() && claim.promise.has(PropertyName::Certainty);
        if !is_asked {
            return Ok(None);
        }
        let Some(job) = self.labelling() else { return Ok(None) };
        Ok(match &self.content {
            Content::Rows(_, released) => Some(Places::of_labels(&job, released.labels().iter())?),
            Content::Facts(_, table) => Some(Places::of_labels(&job, texts(table))?),
            Content::Lines(..) => None,
        })
    }

    /// The same where the originals are known: their tree has all labels.
    fn places_in<'d>(&self, claim: &Claim, data: &'d Data) -> Result<Option<Places<'d>>, CheckError> {
        match &self.source {
            Some(job) if claim.promise.has(PropertyName::Ceiling) => {
                Ok(Some(Places::of_data(&data.taxonomy, job)?))
            }
            _ => self.places(claim),
        }
    }

    /// The job whose reading gives labels their places: the certificate says how, and which tree, unless it is in a file; what
    /// is in files, whoever checks must give. None if they do not, or give another tree.
    fn labelling(&self) -> Option<Job> {
        let Some(CertificateFile { certificate, .. }) = &self.certificate else { return self.source.clone() };
        let mut labelling = job(certificate)?;
        let facts = certificate.taxonomy.as_ref()?;
        if facts.overrides {
            labelling.words.overrides = Some(self.source.as_ref()?.words.overrides.clone()?);
        }
        labelling.taxonomy.source = match facts.source.as_str() {
            "file" => self.source.as_ref()?.taxonomy.source.clone(),
            source => source.into(),
        };
        let tree = labelling.taxonomy.source.given(labelling.words.items()).ok()?;
        let is_same = facts.blake3.as_ref().is_none_or(|blake3| taxonomy::fingerprint(&tree) == *blake3);
        is_same.then_some(labelling)
    }

    /// `job` with the tree that the certificate states, where it is in no file and the job says nothing.
    fn with_tree(&self, mut job: Job) -> Job {
        let taxonomy = self.certificate.as_ref().and_then(|beside| beside.certificate.taxonomy.as_ref());
        if let (TaxonomySource::WordNet, Some(stated)) = (&job.taxonomy.source, taxonomy)
            && stated.source != "file"
        {
            job.taxonomy.source = stated.source.as_str().into();
        }
        job
    }

    /// The fields of the certificate that are not what the file shows. `checked` is what it shows of `claim`.
    fn wrong_in_certificate(
        &self,
        claim: &Claim,
        checked: &Checked,
    ) -> Result<Vec<&'static str>, CheckError> {
        let Some(CertificateFile { certificate, fault }) = &self.certificate else { return Ok(Vec::new()) };
        // What the certificate itself claims, whatever a reader wants to know. A claim that is none is wrong.
        let own = Stated::default().claim(Some(certificate), self.published_as());
        let Ok(own) = own else { return Ok(vec!["promise"]) };
        let checked_own;
        let properties = match own == *claim {
            true => &checked.properties,
            false => {
                checked_own = self.check_alone(&own)?;
                &checked_own.properties
            }
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
            Content::Facts(format, table) => {
                (format.word(), FACTS_LAYOUT.to_owned(), ShownContent::Facts(table))
            }
        };
        if certificate.taxonomy.as_ref().is_some_and(|taxonomy| taxonomy.source == "wordnet") {
            // Figures are counted again in that tree: a build that lacks it cannot vouch for them.
            TaxonomySource::WordNet.available()?;
        }
        let mut wrong: Vec<&'static str> = fault.iter().copied().collect();
        wrong.extend(wrong_fields(&Shown::new(certificate, properties, format, &layout, content)));
        Ok(wrong)
    }

    /// `job`, which reads the originals, with what a release like this asks of reading: the texts of whole queries, what a
    /// transaction was, and the tree where it is in no file. That is what the job says, else what the certificate states,
    /// else what it is by default.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn reading(&self, mut job: Job) -> Result<Job, RunError> {
        if self.is_in_pieces() {
            job = job.method(MethodName::Pieces);
        }
        job.is_method_open = false;
        if job.input.unit.is_none() {
            let parameters = self.certificate.as_ref().map(|beside| &beside.certificate.parameters);
            job.input.unit = parameters.and_then(stated_unit);
        }
        Ok(self.with_tree(job).decided()?.into_owned())
    }

    /// The least number of owners that the certificate promises.
    pub fn k(&self) -> Option<usize> {
        self.certificate.as_ref()?.certificate.promise.promise().k()
    }

    /// How often labels were lifted to their parents, as the certificate states; 0 if it does not.
    pub fn lift(&self) -> f64 {
        let parameters = self.certificate.as_ref().map(|file| &file.certificate.parameters);
        parameters.and_then(|stated| stated.get("lift")?.as_f64()).unwrap_or(0.0)
    }

    /// The release as nodes of the data's taxonomy, for measuring.
    ///
    /// # Errors
    /// When this is not a release of rows, or when audit, release and originals do not belong together.
    pub fn published(&self, audit: &Path, data: &Data) -> Result<MadeRows, CheckError> {
        if self.is_in_pieces() {
            return match self.rejoined(audit, data)? {
                (_, Rejoined { cut, wrong: 0, .. }) => Ok(MadeRows::Pieces(Box::new(cut))),
                _ => Err(CheckError::NotTheirs { path: self.path.clone() }),
            };
        }
        let (released, lines) = self.rows(audit, data)?;
        let release = self.published_on(released, &lines, data)?;
        let fits = |row: usize| {
            clump_core::verify::generalizes(&data.taxonomy, release.get(row), data.transactions.get(row))
        };
        match (0..release.rows()).find(|&row| !fits(row)) {
            Some(row) => Err(CheckError::NotGeneralized { path: self.path.clone(), row: lines[row] }),
            None => Ok(MadeRows::Whole(release)),
        }
    }

    /// The release as nodes, of which each transaction is published on its line.
    fn published_on(&self, released: &Released, lines: &[usize], data: &Data) -> Result<Release, CheckError> {
        let bags = self.bags(released, data)?;
        let release = Release::new(bags, lines.iter().map(|&line| line as u32 - 1).collect());
        Ok(release.canonical(&data.taxonomy, RootItems::Keep))
    }

    /// The release as nodes of the data's taxonomy, without knowing which row is whose: good for figures that do not
    /// depend on it.
    ///
    /// # Errors
    /// When this is not a release of rows, has a label that the taxonomy does not know, or another number of rows than
    /// the data have transactions.
    pub fn unaligned(&self, data: &Data) -> Result<Release, CheckError> {
        let Content::Rows(_, released) = &self.content else {
            return Err(CheckError::NotRows { path: self.path.clone() });
        };
        let layout = released.layout();
        if self.is_in_pieces() || !data.transactions.is_one_per_owner() {
            return Err(CheckError::RowsWithoutAudit { path: self.path.clone() });
        }
        let bags = self.bags(released, data)?;
        let mut bag_of = Vec::with_capacity(data.transactions.len());
        for line in 0..released.len() {
            let copies = match layout {
                ReleaseLayout::Rows => 1,
                ReleaseLayout::Groups => check::stated(released, line),
            };
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

    /// The lines of the release as nodes of the data's taxonomy.
    fn bags(&self, released: &Released, data: &Data) -> Result<Bags, CheckError> {
        let nodes = check::nodes_of_labels(released, &data.taxonomy);
        let mut bags = Bags::default();
        for line in 0..released.len() {
            let bag: Option<Vec<_>> = released.row(line).iter().map(|&label| nodes[label as usize]).collect();
            bags.push(
                bag.ok_or_else(|| CheckError::ForeignLabel { path: self.path.clone(), row: line + 1 })?,
            );
        }
        Ok(bags)
    }

    /// The rows as they stand in the file; none of a release of lines.
    pub(crate) fn released(&self) -> Option<&Released> {
        match &self.content {
            Content::Rows(_, released) => Some(released),
            Content::Lines(..) | Content::Facts(..) => None,
        }
    }

    fn claim(&self, stated: Stated) -> Result<Claim, CheckError> {
        stated.claim(self.certificate.as_ref().map(|file| &file.certificate), self.published_as())
    }

    /// The version that made the release, where it is another one than this: it may have written other bytes.
    pub fn other_version(&self) -> Option<&str> {
        let version = self.certificate.as_ref().map(|file| file.certificate.version.as_str());
        version.filter(|&version| version != env!("CARGO_PKG_VERSION"))
    }

    /// What of the file is not as clump writes it.
    fn deviation(&self) -> Result<Option<Deviation>, CheckError> {
        Ok(match &self.content {
            Content::Rows(format, released) => rows_deviation(&self.path, released, *format)?,
            Content::Lines(_, table) => lines_deviation(&self.path, table)?,
            Content::Facts(format, table) => facts_deviation(&self.path, table, *format)?,
        })
    }

    /// The rows, and the line of each transaction.
    fn rows(&self, audit: &Path, data: &Data) -> Result<(&Released, Vec<usize>), CheckError> {
        let Content::Rows(_, released) = &self.content else {
            return Err(CheckError::NotRows { path: self.path.clone() });
        };
        let entries = audit::read_of(audit, &self.path, released.len())?;
        let lines = audit::line_of_each(audit, &entries, data, released.len(), released.layout())?;
        Ok((released, lines))
    }
}

/// How a table of facts was made, as its certificate says.
fn parameters_of(certificate: &Certificate) -> Option<FactParameters> {
    counts_of(certificate).map(|(counts, k)| counts.parameters(k))
}

fn parse<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
