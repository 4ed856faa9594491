//! A run: clump makes and verifies it in the background, and saves it when the user asks.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clump::core::fate::Fate;
use clump::io::release::ReleaseFormat;
use clump::{Job, Keys, Made, Outcome, OutputSettings, ReportSettings, RunError};

use crate::error_view::ErrorView;
use crate::private_folder::PrivateFolder;
use crate::work::Work;

/// A run of a job.
#[derive(Debug)]
pub struct Run {
    /// Its number, used in addresses.
    pub id: u32,
    /// The number of its draft.
    pub draft: u32,
    /// All settings at its start.
    pub keys: Keys,
    /// Short description: method, k and noise.
    pub name: String,
    /// The work.
    pub work: Arc<Work<Ready>>,
    pages: Mutex<Option<Arc<Work<Pages>>>>,
    saved: Mutex<Vec<Arc<Work<Saved>>>>,
    fates: OnceLock<Option<Vec<Fate>>>,
}

/// The result of a run, verified but not saved.
#[derive(Debug)]
pub struct Ready {
    /// The release in memory, from which the files are written.
    pub made: Made,
    /// The verdict and the measures. The release is in a file without a name.
    pub outcome: Outcome,
}

/// The page that may be published and the private one.
#[derive(Debug)]
pub struct Pages {
    /// For everyone.
    pub public: String,
    /// For the publisher.
    pub private: String,
    /// The outcome that they show, with risk and use.
    pub outcome: Outcome,
}

/// Files that were saved.
#[derive(Debug)]
pub struct Saved {
    /// Files that may be published, the release first.
    pub public: Vec<PathBuf>,
    /// Files that may not be published.
    pub private: Vec<PathBuf>,
    /// The keys that repeat it.
    pub keys: Keys,
}

/// Paths of the files to save.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The release.
    pub release: PathBuf,
    /// The public page. A private page is saved next to it.
    pub page: Option<PathBuf>,
    /// The report with all measures.
    pub report: Option<PathBuf>,
    /// The audit, which names the row of each owner.
    pub audit: Option<PathBuf>,
    /// True to replace existing files.
    pub force: bool,
}

impl Run {
    /// Starts a run of `keys`.
    ///
    /// # Errors
    /// When the keys are not a valid job.
    pub fn begin(id: u32, draft: u32, keys: Keys) -> Result<Run, ErrorView> {
        let job = Job::try_from(keys.clone())?;
        let report = job.report.clone();
        let work = Work::begin(move |progress| {
            let made = clump::make(&job, progress)?;
            let outcome = made.publish(to_caller(&made), report, progress)?;
            Ok::<_, RunError>(Ready { made, outcome })
        });
        let name = name(&keys);
        let (pages, saved, fates) = Default::default();
        Ok(Run { id, draft, keys, name, work, pages, saved, fates })
    }

    /// The pages, if they were asked for.
    pub fn pages(&self) -> Option<Arc<Work<Pages>>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts to make the pages, unless they exist.
    pub fn make_pages(self: &Arc<Run>) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.as_ref().is_some_and(|pages| pages.failed().is_none()) {
            return;
        }
        let run = Arc::clone(self);
        *pages = Some(Work::begin(move |progress| {
            let made = run.made()?;
            // The pages are written as files first, in a folder that only the user may read.
            let folder = PrivateFolder::new().map_err(RunError::from)?;
            let page = folder.path().join("page.html");
            let mut report = report_of(made);
            report.page = Some(page.clone());
            let outcome = made.publish(to_caller(made), report, progress)?;
            let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(RunError::from);
            let (public, private) = (read(&page)?, read(&clump::private_page(&page))?);
            Ok::<_, ErrorView>(Pages { public, private, outcome })
        }));
    }

    /// The saves so far, the latest last.
    pub fn saved(&self) -> Vec<Arc<Work<Saved>>> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts to save.
    pub fn save(self: &Arc<Run>, saving: Saving) {
        let run = Arc::clone(self);
        let work = Work::begin(move |progress| {
            let made = run.made()?;
            let mut output = OutputSettings::default();
            (output.release, output.force) = (Some(saving.release.clone()), saving.force);
            let mut report = report_of(made);
            (report.page, report.report, report.audit) =
                (saving.page.clone(), saving.report.clone(), saving.audit.clone());
            let outcome = made.publish(output, report, progress)?;
            let files = outcome.published.map(|published| published.files).unwrap_or_default();
            let private = [
                saving.page.as_deref().map(clump::private_page),
                saving.report.clone(),
                saving.audit.clone(),
            ];
            let is_private = |file: &PathBuf| private.iter().flatten().any(|private| private == file);
            let (private, public) = files.into_iter().rev().partition(is_private);
            let mut keys = run.keys.clone();
            (keys.output.output, keys.output.force) = (Some(saving.release), saving.force);
            (keys.report.page, keys.report.report, keys.report.audit) =
                (saving.page, saving.report, saving.audit);
            Ok::<_, ErrorView>(Saved { public, private, keys })
        });
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).push(work);
    }

    /// The fate of every item; `None` if the rows have no owners.
    pub fn fates(&self) -> Option<&[Fate]> {
        let ready = self.work.done()?;
        self.fates.get_or_init(|| ready.made.fates()).as_deref()
    }

    fn made(&self) -> Result<&Made, ErrorView> {
        let ready = self.work.done();
        ready
            .map(|ready| &ready.made)
            .ok_or_else(|| ErrorView::new("The run has no result.", "Run it again."))
    }
}

/// Output settings for a release that is only viewed. CSV accepts any label, and every program opens it.
fn to_caller(made: &Made) -> OutputSettings {
    let mut output = OutputSettings::default();
    output.release = Some("-".into());
    output.format = Some(match made.job().method.name().facts().works_on {
        clump::WorksOn::Lines => ReleaseFormat::Tsv,
        clump::WorksOn::Transactions | clump::WorksOn::Facts => ReleaseFormat::Csv,
    });
    output
}

/// The report settings of the job, without its files.
fn report_of(made: &Made) -> ReportSettings {
    let mut report = made.job().report.clone();
    (report.page, report.report, report.audit) = (None, None, None);
    report
}

/// Description of a run, such as `pieces, k = 5`.
fn name(keys: &Keys) -> String {
    let method = keys.method.method.map_or("the usual method", |method| method.word());
    let counts = &keys.parameters.counts;
    let fact = counts.fact.as_ref().map(|fact| format!(" of {fact}")).unwrap_or_default();
    let noise = if counts.epsilon.is_some() { " with noise" } else { "" };
    let k = keys.promise.k.map(|k| format!(", k = {k}")).unwrap_or_default();
    format!("{method}{fact}{noise}{k}")
}
