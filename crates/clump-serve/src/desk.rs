//! The open drafts and runs, by number. All tabs of a browser share them. Addresses contain the number of a
//! draft or run, so tabs do not disturb each other.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clump::Keys;
use clump::core::progress::Cancel;
use clump::io::Input;
use tokio::sync::Notify;

use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::run::Run;
use crate::work::lock;

/// The open drafts and runs, and the files that the start page offers.
#[derive(Debug, Default)]
pub struct Desk {
    /// Files that the command line gave when the server started.
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
    pub fn new(files: Vec<PathBuf>) -> Desk {
        Desk { files, ..Desk::default() }
    }

    fn next(&self) -> u32 {
        let mut open = lock(&self.open);
        open.last += 1;
        open.last
    }

    /// Opens `inputs` as a draft. Reading their preview takes up to half a second.
    pub fn open(&self, name: String, inputs: Vec<Input>, is_dropped: bool) -> Result<Arc<Draft>, ErrorView> {
        let draft = Arc::new(Draft::new(self.next(), name, inputs, is_dropped)?);
        lock(&self.open).drafts.insert(draft.id, Arc::clone(&draft));
        Ok(draft)
    }

    pub fn draft(&self, id: u32) -> Option<Arc<Draft>> {
        lock(&self.open).drafts.get(&id).cloned()
    }

    /// All open drafts, the oldest first.
    pub fn drafts(&self) -> Vec<Arc<Draft>> {
        lock(&self.open).drafts.values().cloned().collect()
    }

    /// Closes a draft with its runs, and cancels their work.
    pub fn close(&self, id: u32) {
        let runs = self.runs(id);
        let draft = lock(&self.open).drafts.remove(&id);
        draft.iter().flat_map(|draft| draft.tasks()).for_each(|task| task.token().cancel());
        runs.iter().for_each(|run| self.discard(run.id));
    }

    /// Starts a run of a draft with `keys`.
    pub fn run(&self, draft: u32, keys: Keys) -> Result<Arc<Run>, ErrorView> {
        let run = Arc::new(Run::begin(self.next(), draft, keys)?);
        lock(&self.open).runs.insert(run.id, Arc::clone(&run));
        Ok(run)
    }

    pub fn found_run(&self, id: u32) -> Option<Arc<Run>> {
        lock(&self.open).runs.get(&id).cloned()
    }

    /// The runs of the draft with number `draft`, the oldest first.
    pub fn runs(&self, draft: u32) -> Vec<Arc<Run>> {
        lock(&self.open).runs.values().filter(|run| run.draft == draft).cloned().collect()
    }

    /// Cancels a run and removes it.
    pub fn discard(&self, id: u32) {
        let run = lock(&self.open).runs.remove(&id);
        run.iter().flat_map(|run| run.tasks()).for_each(|task| task.token().cancel());
    }

    /// Cancellation tokens of all running work.
    pub fn tokens(&self) -> Vec<Cancel> {
        let open = lock(&self.open);
        let drafts = open.drafts.values().flat_map(|draft| draft.tasks());
        let tasks = drafts.chain(open.runs.values().flat_map(|run| run.tasks()));
        tasks.filter(|task| task.is_under_way()).map(|task| task.token().clone()).collect()
    }
}
