//! A run: clump makes and verifies a release in the background, and saves it on request.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use clump::core::fate::Fate;
use clump::io::release::ReleaseFormat;
use clump::{Job, Keys, Made, Outcome, OutputSettings, ReportSettings, RunError};

use crate::error_view::ErrorView;
use crate::work::{Task, Work, lock};

/// A run of a job for a draft.
#[derive(Debug)]
pub struct Run {
    pub id: u32,
    pub draft: u32,
    pub keys: Keys,
    /// Short description of the run: method, k and noise.
    pub name: String,
    pub work: Arc<Work<Ready>>,
    pages: Mutex<Option<Arc<Work<Outcome>>>>,
    saved: Mutex<Vec<Arc<Work<Saved>>>>,
    fates: OnceLock<Option<Vec<Fate>>>,
}

/// A release that is verified, but not saved.
#[derive(Debug)]
pub struct Ready {
    /// The release in memory, which is written to files on request.
    pub made: Made,
    /// Verdict and measures. The checked release is in a file without a name.
    pub outcome: Outcome,
}

/// Paths of files that were saved.
#[derive(Debug)]
pub struct Saved {
    /// Files that may be published, the release first.
    pub public: Vec<PathBuf>,
    /// Files that may not be published.
    pub private: Vec<PathBuf>,
    pub keys: Keys,
}

impl Run {
    /// Starts a run with `keys` in the background.
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

    /// The work of a step (`run`, `pages` or `save`), the latest last.
    pub fn tasks_of(&self, step: &str) -> Vec<Arc<Task>> {
        match step {
            "run" => vec![Arc::clone(&self.work.task)],
            "pages" => self.pages().iter().map(|pages| Arc::clone(&pages.task)).collect(),
            "save" => self.saved().iter().map(|saved| Arc::clone(&saved.task)).collect(),
            _ => Vec::new(),
        }
    }

    pub fn tasks(&self) -> Vec<Arc<Task>> {
        ["run", "pages", "save"].into_iter().flat_map(|step| self.tasks_of(step)).collect()
    }

    /// Both pages of the release, with risk and use; `None` if they were not requested.
    pub fn pages(&self) -> Option<Arc<Work<Outcome>>> {
        lock(&self.pages).clone()
    }

    /// Starts to make the pages in memory, unless this was done.
    pub fn make_pages(self: &Arc<Run>) {
        let mut pages = lock(&self.pages);
        if pages.as_ref().is_some_and(|pages| pages.failed().is_none()) {
            return;
        }
        let run = Arc::clone(self);
        *pages = Some(Work::begin(move |progress| {
            let made = run.made()?;
            let mut report = report_of(made);
            report.returns_pages = true;
            Ok::<_, ErrorView>(made.publish(to_caller(made), report, progress)?)
        }));
    }

    /// All saves of this run, the latest last.
    pub fn saved(&self) -> Vec<Arc<Work<Saved>>> {
        lock(&self.saved).clone()
    }

    /// Starts to save files to the paths in `keys`. All other settings are those of this run.
    pub fn save(self: &Arc<Run>, keys: Keys) {
        let run = Arc::clone(self);
        let work = Work::begin(move |progress| {
            let made = run.made()?;
            let files = &keys.report;
            let mut output = OutputSettings::default();
            (output.release, output.force) = (keys.output.output.clone(), keys.output.force);
            let mut report = report_of(made);
            (report.page, report.report, report.audit) =
                (files.page.clone(), files.report.clone(), files.audit.clone());
            let outcome = made.publish(output, report, progress)?;
            let written = outcome.published.map(|published| published.files).unwrap_or_default();
            let private =
                [files.page.as_deref().map(clump::private_page), files.report.clone(), files.audit.clone()];
            let is_private = |file: &PathBuf| private.iter().flatten().any(|private| private == file);
            let (private, public) = written.into_iter().rev().partition(is_private);
            Ok::<_, ErrorView>(Saved { public, private, keys })
        });
        lock(&self.saved).push(work);
    }

    /// Fate of every item; `None` if rows are not linked to owners.
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

/// Output settings for a release in memory: CSV, because it accepts any label and any program opens it.
fn to_caller(made: &Made) -> OutputSettings {
    let mut output = OutputSettings::default();
    output.release = Some("-".into());
    output.format = Some(match made.job().method.name().facts().works_on {
        clump::WorksOn::Lines => ReleaseFormat::Tsv,
        clump::WorksOn::Transactions | clump::WorksOn::Facts => ReleaseFormat::Csv,
    });
    output
}

/// Report settings of the job, without paths of files.
fn report_of(made: &Made) -> ReportSettings {
    let mut report = made.job().report.clone();
    (report.page, report.report, report.audit) = (None, None, None);
    report
}

/// Short description of a run, such as `pieces, k = 5`.
fn name(keys: &Keys) -> String {
    let method = keys.method.method.map_or("the usual method", |method| method.word());
    let counts = &keys.parameters.counts;
    let tables: Vec<String> = counts.table.iter().map(ToString::to_string).collect();
    let tables = if tables.is_empty() { String::new() } else { format!(" of {}", tables.join(" and ")) };
    let noise = if counts.epsilon.is_some() { " with noise" } else { "" };
    let k = keys.promise.k.map(|k| format!(", k = {k}")).unwrap_or_default();
    format!("{method}{tables}{noise}{k}")
}
