//! The open drafts and runs, by number. All tabs of one browser share them. Each address contains the number
//! of its draft or run, so a second tab does not disturb the first.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clump::Keys;
use clump::core::progress::Cancel;
use clump::io::Input;
use tokio::sync::Notify;

use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::run::Run;
use crate::work::AnyWork;

/// The open drafts and runs, and the files to choose from.
#[derive(Debug, Default)]
pub struct Desk {
    /// Files that were named when the server was started.
    pub files: Vec<PathBuf>,
    open: Mutex<Open>,
    /// Notified when the user ends the server on the page.
    pub ended: Notify,
}

#[derive(Debug, Default)]
struct Open {
    last: u32,
    drafts: BTreeMap<u32, Arc<Draft>>,
    runs: BTreeMap<u32, Arc<Run>>,
}

impl Desk {
    /// A desk with files to choose from.
    pub fn new(files: Vec<PathBuf>) -> Desk {
        Desk { files, ..Desk::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> u32 {
        let mut open = self.lock();
        open.last += 1;
        open.last
    }

    /// Opens a draft of `inputs` and reads a preview of them, which takes up to half a second.
    ///
    /// # Errors
    /// When they cannot be opened.
    pub fn open(&self, name: String, inputs: Vec<Input>, is_dropped: bool) -> Result<Arc<Draft>, ErrorView> {
        let draft = Arc::new(Draft::new(self.next(), name, inputs, is_dropped)?);
        self.lock().drafts.insert(draft.id, Arc::clone(&draft));
        Ok(draft)
    }

    /// The draft with this number.
    pub fn draft(&self, id: u32) -> Option<Arc<Draft>> {
        self.lock().drafts.get(&id).cloned()
    }

    /// All drafts, the oldest first.
    pub fn drafts(&self) -> Vec<Arc<Draft>> {
        self.lock().drafts.values().cloned().collect()
    }

    /// Closes a draft with its runs, and cancels their work.
    pub fn close(&self, id: u32) {
        let runs = self.runs(id);
        let draft = self.lock().drafts.remove(&id);
        draft.iter().for_each(|draft| draft_work(draft).iter().for_each(|work| work.token().cancel()));
        runs.iter().for_each(|run| self.discard(run.id));
    }

    /// Starts a run of `keys` for a draft.
    ///
    /// # Errors
    /// When the keys are not a valid job.
    pub fn run(&self, draft: u32, keys: Keys) -> Result<Arc<Run>, ErrorView> {
        let run = Arc::new(Run::begin(self.next(), draft, keys)?);
        self.lock().runs.insert(run.id, Arc::clone(&run));
        Ok(run)
    }

    /// The run with this number.
    pub fn found_run(&self, id: u32) -> Option<Arc<Run>> {
        self.lock().runs.get(&id).cloned()
    }

    /// The runs of a draft, the oldest first.
    pub fn runs(&self, draft: u32) -> Vec<Arc<Run>> {
        self.lock().runs.values().filter(|run| run.draft == draft).cloned().collect()
    }

    /// Cancels a run and removes it.
    pub fn discard(&self, id: u32) {
        let run = self.lock().runs.remove(&id);
        run.iter().flat_map(|run| run_work(run)).for_each(|work| work.token().cancel());
    }

    /// The cancellation tokens of all work that is running.
    pub fn tokens(&self) -> Vec<Cancel> {
        let open = self.lock();
        let drafts = open.drafts.values().flat_map(|draft| draft_work(draft));
        let runs = open.runs.values().flat_map(|run| run_work(run));
        drafts
            .chain(runs)
            .filter(|work| work.standing().is_under_way())
            .map(|work| work.token().clone())
            .collect()
    }
}

/// All work of a draft.
pub fn draft_work(draft: &Draft) -> Vec<Arc<dyn AnyWork>> {
    let said = draft.said();
    let seen = said.seen.map(|found| found.work as Arc<dyn AnyWork>);
    seen.into_iter().chain(said.compared.map(|found| found.work as Arc<dyn AnyWork>)).collect()
}

/// All work of a run.
pub fn run_work(run: &Run) -> Vec<Arc<dyn AnyWork>> {
    let made = Arc::clone(&run.work) as Arc<dyn AnyWork>;
    let pages = run.pages().map(|work| work as Arc<dyn AnyWork>);
    let saved = run.saved().into_iter().map(|work| work as Arc<dyn AnyWork>);
    [made].into_iter().chain(pages).chain(saved).collect()
}
