//! A run: made and verified in the background, looked at, and saved if somebody wants it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clump::core::fate::Fate;
use clump::io::release::ReleaseFormat;
use clump::{Job, Keys, Made, Outcome, OutputSettings, ReportSettings, RunError};

use crate::private_folder::PrivateFolder;
use crate::told::Told;
use crate::work::Work;

/// A run of a job.
#[derive(Debug)]
pub struct Run {
    /// Its number, which stands in addresses.
    pub id: u32,
    /// The draft that it is of.
    pub draft: u32,
    /// Everything that was said when it began.
    pub keys: Keys,
    /// What it does, in a few words.
    pub name: String,
    /// The work.
    pub work: Arc<Work<Ready>>,
    pages: Mutex<Option<Arc<Work<Pages>>>>,
    saved: Mutex<Vec<Arc<Work<Saved>>>>,
    fates: OnceLock<Option<Vec<Fate>>>,
}

/// What a run made, verified but not saved.
#[derive(Debug)]
pub struct Ready {
    /// What it is made of.
    pub made: Made,
    /// The verdict, and what was measured. Its release lies in a file without a name.
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
    /// Those that may be published, the release first.
    pub public: Vec<PathBuf>,
    /// Those that may not.
    pub private: Vec<PathBuf>,
    /// What repeats it.
    pub keys: Keys,
}

/// What is to be saved.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The release.
    pub release: PathBuf,
    /// The page beside it; there is a private one, too.
    pub page: Option<PathBuf>,
    /// All measures.
    pub report: Option<PathBuf>,
    /// Each owner and its row.
    pub audit: Option<PathBuf>,
    /// Existing files are replaced.
    pub force: bool,
}

impl Run {
    /// Begins a run of `keys`.
    ///
    /// # Errors
    /// When they are no job.
    pub fn begin(id: u32, draft: u32, keys: Keys) -> Result<Run, Told> {
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

    /// Begins to make the pages, unless they are made.
    pub fn make_pages(self: &Arc<Run>) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.as_ref().is_some_and(|pages| pages.failed().is_none()) {
            return;
        }
        let run = Arc::clone(self);
        *pages = Some(Work::begin(move |progress| {
            let made = run.made()?;
            // They are files for as long as they are made, in a folder that nobody else can look into.
            let folder = PrivateFolder::new().map_err(RunError::from)?;
            let page = folder.path().join("page.html");
            let mut report = report_of(made);
            report.page = Some(page.clone());
            let outcome = made.publish(to_caller(made), report, progress)?;
            let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(RunError::from);
            let (public, private) = (read(&page)?, read(&clump::private_page(&page))?);
            Ok::<_, Told>(Pages { public, private, outcome })
        }));
    }

    /// What was saved, the latest last.
    pub fn saved(&self) -> Vec<Arc<Work<Saved>>> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins to save.
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
            Ok::<_, Told>(Saved { public, private, keys })
        });
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).push(work);
    }

    /// What became of every item; none where rows are nobody's.
    pub fn fates(&self) -> Option<&[Fate]> {
        let ready = self.work.done()?;
        self.fates.get_or_init(|| ready.made.fates()).as_deref()
    }

    fn made(&self) -> Result<&Made, Told> {
        let ready = self.work.done();
        ready.map(|ready| &ready.made).ok_or_else(|| Told::new("The run has no result.", "Run it again."))
    }
}

/// Where a release goes that is only looked at: CSV takes any label, and opens everywhere.
fn to_caller(made: &Made) -> OutputSettings {
    let mut output = OutputSettings::default();
    output.release = Some("-".into());
    output.format = Some(match made.job().method.name().facts().works_on {
        clump::WorksOn::Lines => ReleaseFormat::Tsv,
        clump::WorksOn::Transactions | clump::WorksOn::Facts => ReleaseFormat::Csv,
    });
    output
}

/// What the job says about pages, and no files.
fn report_of(made: &Made) -> ReportSettings {
    let mut report = made.job().report.clone();
    (report.page, report.report, report.audit) = (None, None, None);
    report
}

/// What a run does: `pieces, k = 5`.
fn name(keys: &Keys) -> String {
    let method = keys.method.method.map_or("the usual method", |method| method.word());
    let counts = &keys.parameters.counts;
    let fact = counts.fact.as_ref().map(|fact| format!(" of {fact}")).unwrap_or_default();
    let noise = if counts.epsilon.is_some() { " with noise" } else { "" };
    let k = keys.promise.k.map(|k| format!(", k = {k}")).unwrap_or_default();
    format!("{method}{fact}{noise}{k}")
}
