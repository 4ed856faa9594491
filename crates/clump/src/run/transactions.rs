//! A run of a method on transactions, in whole rows or in pieces.

use std::collections::BTreeSet;
use std::time::Instant;

use clump_core::anonymize::apply::Applied;
use clump_core::composition::{Composed, Histories};
use clump_core::fate::Fate;
use clump_core::inspect::TaxonomySize;
use clump_core::progress::Progress;
use clump_core::promise::{Promise, Property, PropertyName};
use clump_core::sensitive::SensitiveItems;
use clump_core::taxonomy::PricedIn;
use clump_io::Input;
use clump_io::release::{ReleaseFormat, ReleaseWriter, read_release};
use clump_report::{Figures, FloorFacts, SensitiveFacts, Timing};

use super::{Account, Besides, Outcome, StagedRelease, publish, stage};
use crate::check::ceiling::Places;
use crate::check::check_against;
use crate::check::claim::Claim;
use crate::check::listed::listed_in_rows;
use crate::check::pieces::of_pieces;
use crate::data::Data;
use crate::data::gone_before::require_half;
use crate::data::memory_limit;
use crate::data::require_nodes;
use crate::guards::candidates::{InLedger, leave_out_stranded};
use crate::guards::withheld::leave_out_costliest;
use crate::job::Job;
use crate::job::settings::word;
use crate::release::audit;
use crate::release::beside_originals::BesideOriginals;
use crate::release::checked_release::Written;
use crate::release::lifting::Lifting;
use crate::release::lines_of_rows::Rows;
use crate::release::made_rows::{MadeRows, RawRows, RowMethod};
use crate::release::sample::sample_rows;
use crate::release::targets::{ReleaseTarget, Targets};
use crate::run::assess::{self, assess, certain_facts};
use crate::run::pages::{loss_by_k, pages, shown};
use crate::{JobError, RunError};

/// What a method made of the transactions of a job, with everything that is told of it.
pub(crate) struct Unpublished {
    /// The word that selects the method.
    method: &'static str,
    data: Data,
    made: Made,
    /// What of the data is sensitive, to the promise or to the job.
    sensitive: Option<SensitiveItems>,
    /// How much of an earlier release is in it.
    applied: Option<Applied>,
}

/// Reads the input of `job` and groups it.
pub(super) fn make_unpublished(
    method: RowMethod<'_>,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Unpublished, RunError> {
    // Whoever asks for what cannot be promised should not wait to hear of it.
    let promise = promised(method, job)?;
    memory_limit::check_sample(job, progress)?;
    let mut data = Data::read(job, progress)?;
    data.require_owners()?;
    require_half(job, &data.counts)?;
    memory_limit::check_data(job, &data)?;
    require_certainty(&promise, &data, job)?;
    let histories = leave_out_stranded(job, &mut data)?;
    let composed = composed(method, job, histories.as_ref())?;
    let method = match &composed {
        Some(composed) => RowMethod::Whole(composed),
        None => method,
    };
    if composed.is_none() {
        leave_out_costliest(method, job, &mut data, progress)?;
    }
    let sensitive = sensitive(method, &data, job)?;
    let made = make(method, &data, job, progress)?;
    let applied = method.applied(&data, &made.rows);
    Ok(Unpublished { method: method.method().name(), data, made, sensitive, applied })
}

/// `method` with owners kept together who have been published together, if there is a ledger.
fn composed<'m>(
    method: RowMethod<'m>,
    job: &Job,
    histories: Option<&'m Histories>,
) -> Result<Option<Composed<'m>>, RunError> {
    match (method, histories) {
        (RowMethod::Whole(method), Some(histories)) => {
            Ok(Some(Composed { method, histories, k: job.require_k()?, form: job.method.form() }))
        }
        _ => Ok(None),
    }
}

impl Unpublished {
    /// Writes, checks, measures and publishes it.
    pub(super) fn publish(
        &self,
        targets: &Targets,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let Unpublished { method, data, made: made @ Made { rows, claim, seconds, .. }, sensitive, applied } =
            self;
        let read = data.read_facts();
        // Read again: it counts what lies there now.
        let in_ledger = InLedger::of_job(job, data)?;
        let Staged { lines, release: staged } =
            made.write(targets, data, in_ledger.as_ref(), job, progress)?;
        let [seconds_write, seconds_verify] = staged.seconds;
        let checked = staged.checked.clone();
        if !checked.holds {
            return Ok(Outcome { read, checked, published: None });
        }
        let (measures, seconds_measure) = timed(|| Ok(rows.measure(data)))?;
        let (words, pieces) = data.words_of(rows, job.k);
        let (least, seconds_floor) = match job.output.floor {
            true => timed(|| Ok(Some(data.floor(job.require_k()?, job.cost, progress)?)))?,
            false => (None, 0.0),
        };
        let (floor, bits) = match job.cost {
            PricedIn::Lm => (least.map(|least| FloorFacts::new(least, measures.loss, measures.items)), None),
            PricedIn::Bits => (None, rows.whole().map(|release| data.bits(release, least))),
        };
        let ledger = in_ledger.map(|known| {
            let (transactions, release) = rows.release(data);
            known.enter(&staged.facts.blake3, job.k.unwrap_or(1), transactions, release)
        });
        let withheld = job.withhold.map(|_| data.withheld_figures(&measures));
        let certain = certain_facts(data, rows.release(data), &claim.promise, sensitive.as_ref());
        let assessing = Instant::now();
        let (assessment, fates) = match targets.report.is_some() || targets.page.is_some() {
            true => (Some(assess(data, rows, job, progress)?), rows.fates(data)),
            false => (None, Vec::new()),
        };
        let by_k =
            targets.page.is_some().then(|| loss_by_k(data, job, least, &progress.untold())).transpose()?;
        let seconds_assess = assessment.as_ref().map_or(0.0, |_| assessing.elapsed().as_secs_f64());
        let text = |bag| rows.text(data, bag);
        let sample = sample_rows(rows.release(data), text, &data.taxonomy, &staged.facts.blake3);
        let account = Account {
            sample,
            job,
            method,
            owner_is: &data.owner_is,
            counts: data.counts,
            sensitive_items: published_sensitive_items(claim, rows, data),
            figures: Figures::Rows {
                words,
                owners: data.owners_published(measures.owners),
                pieces,
                taxonomy: TaxonomySize::of(&data.taxonomy),
                measures,
                withheld,
                floor,
                bits,
                sensitive_items: sensitive.as_ref().map(SensitiveFacts::from),
                applied: *applied,
            },
            assessment,
            certain,
            fates,
            linkage: Vec::new(),
            timing: Timing {
                read: data.seconds,
                seconds: *seconds,
                write: seconds_write,
                verify: seconds_verify,
                measure: seconds_measure,
                floor: seconds_floor,
                assess: seconds_assess,
                seconds_total: data.seconds + made.seconds_all + start.elapsed().as_secs_f64(),
            },
            unknown: data.unknown_words(),
            ledger,
            taxonomy: Some(data.taxonomy_facts.clone()),
        };
        let besides = Besides {
            audit: Some(&|out, blake3| audit::write(out, blake3, |row| rows.owner(data, row), &lines)),
            shown: &|certificate, report, sample| shown(job, certificate, report, sample),
            pages: &|shown, report| pages(data, rows, (shown, report), by_k.as_ref()),
        };
        let published = publish(targets, staged, account, Some(besides))?;
        Ok(Outcome { read, checked, published: Some(published) })
    }
}

/// What a publisher looks at before publishing.
impl Unpublished {
    /// Rows of the release beside their originals.
    pub(super) fn beside_originals(&self, from: usize, most: usize) -> BesideOriginals {
        BesideOriginals::of(&self.data, &self.made.rows, from, most)
    }

    /// What became of every item.
    pub(super) fn fates(&self) -> Vec<Fate> {
        self.made.rows.fates(&self.data)
    }
}

/// Does `work`, and tells how many seconds it took.
fn timed<T>(work: impl FnOnce() -> Result<T, RunError>) -> Result<(T, f64), RunError> {
    let start = Instant::now();
    Ok((work()?, start.elapsed().as_secs_f64()))
}

/// A release that was made.
pub(crate) struct Made {
    /// In canonical form.
    pub rows: MadeRows,
    /// What it will be checked for.
    claim: Claim,
    /// Seconds of the method alone.
    pub seconds: f64,
    /// Seconds with putting rows in order.
    seconds_all: f64,
}

/// Makes a release of `data`.
pub(crate) fn make(
    method: RowMethod<'_>,
    data: &Data,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Made, RunError> {
    let begun = Instant::now();
    let (raw, seconds) = anonymize(method, data, job.cost, progress)?;
    let rows = raw.canonical(data, job.output.root_items);
    let rows = match (rows, Lifting::of(job)?) {
        (MadeRows::Whole(release), Some(lifting)) => {
            MadeRows::Whole(lifting.lifted(&release, &data.taxonomy, job.output.root_items))
        }
        (rows, _) => rows,
    };
    let claim = claim(method, data, job)?;
    Ok(Made { rows, claim, seconds, seconds_all: begun.elapsed().as_secs_f64() })
}

/// A release that lies beside its target and was checked there.
pub(crate) struct Staged {
    /// The line, from 1, that each transaction, or each piece, is published on.
    lines: Vec<usize>,
    pub release: StagedRelease,
}

impl Made {
    /// Writes the release and checks what was written.
    pub(crate) fn write(
        &self,
        targets: &Targets,
        data: &Data,
        in_ledger: Option<&InLedger>,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Staged, RunError> {
        let ordering = Instant::now();
        let (transactions, release) = self.rows.release(data);
        let laid_out = Rows::new(release, transactions, &data.taxonomy, job.release_layout());
        let seconds_ordering = ordering.elapsed().as_secs_f64();
        let mut staged =
            stage_rows(targets, &self.claim, &self.rows, &laid_out, (data, in_ledger), job, progress)?;
        let lines = laid_out.into_line_of_each();
        staged.seconds[0] += seconds_ordering;
        Ok(Staged { lines, release: staged })
    }
}

/// Groups and generalizes; the seconds are those of the method alone.
fn anonymize(
    method: RowMethod<'_>,
    data: &Data,
    cost: PricedIn,
    progress: &dyn Progress,
) -> Result<(RawRows, f64), RunError> {
    data.require_owners()?;
    timed(|| method.make(data, cost, progress).map_err(|reason| RunError::of_method(reason, data.dropped())))
}

/// What the release is checked for.
fn claim(method: RowMethod<'_>, data: &Data, job: &Job) -> Result<Claim, RunError> {
    let sensitive = method.sensitive().map(|sensitive| sensitive.find(&data.lifted(), &data.taxonomy).items);
    let names = sensitive.into_iter().flatten().map(|node| data.taxonomy.name(node).to_owned());
    Ok(Claim { promise: promised(method, job)?, sensitive: names.collect() })
}

/// What the method promises, and the ceilings and the bound on certainty that the job asks for besides.
///
/// # Errors
/// When certainty is bounded and nothing is named sensitive, or where there are no groups that it could hold of; when a list
/// cannot be read.
fn promised(method: RowMethod<'_>, job: &Job) -> Result<Promise, RunError> {
    let mut promise = method.method().promise();
    if let Some(ceiling) = job.ceilings()?.filter(|_| !promise.has(PropertyName::Ceiling)) {
        promise = promise.and(ceiling)?;
    }
    // Some methods keep to it by themselves, and others are checked.
    if promise.has(PropertyName::Certainty) {
        return Ok(promise);
    }
    match job.certainty_of_nodes()? {
        Some(certainty) => Ok(promise.and(certainty)?),
        None => Ok(promise),
    }
}

/// The certainty of a word that is no node would be none in any release, and whoever misspelt it would believe it. What the data
/// have nothing of must be a node of the whole tree at least.
fn require_certainty(promise: &Promise, data: &Data, job: &Job) -> Result<(), RunError> {
    match promise.get(PropertyName::Certainty) {
        Some(Property::Certainty(certainty)) => {
            Ok(require_nodes(certainty.nodes(), &data.taxonomy, job, JobError::CertaintyOfUnknown)?)
        }
        _ => Ok(()),
    }
}

/// What of the data is sensitive, to the promise or to the job. Looked up before anything is grouped: who misspelt a list
/// should not wait for the groups to hear of it.
fn sensitive(method: RowMethod<'_>, data: &Data, job: &Job) -> Result<Option<SensitiveItems>, RunError> {
    match method.sensitive() {
        Some(promised) => Ok(Some(promised.find(&data.transactions, &data.taxonomy))),
        None => Ok(assess::sensitive(data, job)?),
    }
}

/// The sensitive items that the release shows anyway: the certificate may name those, so that others can check it.
fn published_sensitive_items(claim: &Claim, rows: &MadeRows, data: &Data) -> Vec<String> {
    let (_, release) = rows.release(data);
    let published: BTreeSet<&str> =
        release.bags().items().iter().map(|&item| data.taxonomy.name(item)).collect();
    claim.sensitive.iter().filter(|name| published.contains(name.as_str())).cloned().collect()
}

fn stage_rows(
    targets: &Targets,
    claim: &Claim,
    made: &MadeRows,
    rows: &Rows<'_>,
    (data, in_ledger): (&Data, Option<&InLedger>),
    job: &Job,
    progress: &dyn Progress,
) -> Result<StagedRelease, RunError> {
    let format = match targets.release {
        // The format that takes any label.
        ReleaseTarget::Nowhere => ReleaseFormat::Jsonl,
        ReleaseTarget::File(_) | ReleaseTarget::Caller => job.output.release_format()?,
    };
    let (transactions, release) = made.release(data);
    let mut labels = release.bags().items().iter().map(|&item| data.taxonomy.name(item));
    if !labels.all(|label| format.can_carry(label)) {
        return Err(RunError::LabelHoldsSeparator { format: format.word() });
    }
    let layout = job.release_layout();
    stage(
        targets,
        Written::Rows(format, layout),
        format.word().to_owned(),
        word(&layout),
        |out| {
            let mut writer = ReleaseWriter::with_columns(out, format, made.columns())?;
            rows.try_for_each(|times, owners, labels, bag| {
                writer.pieces(times, owners, labels, made.text(data, bag))
            })?;
            writer.finish().map(drop)
        },
        |path| {
            let read_back = read_release(&Input::from(path), format, layout, &progress.untold())?;
            let places = match claim.promise.has(PropertyName::Ceiling) {
                true => Some(Places::of_data(&data.taxonomy, job)?),
                false => None,
            };
            let checked = check_against(
                &read_back,
                claim,
                (transactions, &data.taxonomy),
                rows.line_of_each(),
                places.as_ref(),
                in_ledger,
            )?;
            let checked = checked.with_listed(listed_in_rows(&read_back, job.never.as_deref())?);
            Ok(match made.cut() {
                Some(cut) => checked.with_pieces(of_pieces(&read_back, cut, data, rows.line_of_each())),
                None => checked,
            })
        },
    )
}
