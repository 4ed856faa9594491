//! Jobs for every method, on logs that are written for a test.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use clump::core::promise::{Promise, Share};
use clump::io::Unit;
use clump::{Job, Method, MethodName, Outcome, RunError, run};
use tempfile::TempDir;

pub const HEADER: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n";

/// A folder with a log in it.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    pub fn new(log: &str) -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        desk.write("log.tsv", log);
        desk
    }

    /// A log of `owners` owners, who ask `queries(owner)` each.
    pub fn with_queries(owners: usize, queries: impl Fn(usize) -> Vec<String>) -> Desk {
        let mut log = HEADER.to_owned();
        for owner in 0..owners {
            for (minute, query) in queries(owner).iter().enumerate() {
                let (hour, minute) = (7 + minute / 60, minute % 60);
                log.push_str(&format!("owner{owner:03}\t{query}\t2006-03-01 {hour:02}:{minute:02}:12\t\t\n"));
            }
        }
        Desk::new(&log)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, content: &(impl AsRef<[u8]> + ?Sized)) -> PathBuf {
        std::fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Each line of the audit `audit.tsv`: owner and row, from 1.
    pub fn audit(&self) -> Vec<(String, usize)> {
        let text = self.read("audit.tsv");
        let entry = |line: &str| {
            let (owner, row) = line.split_once('\t').unwrap();
            (owner.to_owned(), row.parse().unwrap())
        };
        text.lines().skip(2).map(entry).collect()
    }

    /// A tree of instruments, dogs and food over `words`, three of each.
    pub fn write_tree(&self, words: &[&str]) -> PathBuf {
        let roots = ["instrument", "dog", "food"];
        let edges = words.iter().enumerate().map(|(word, name)| format!("{name},{}\n", roots[word / 3]));
        let roots = roots.map(|root| format!("{root},thing\n"));
        self.write("tree.csv", &edges.chain(roots).collect::<String>())
    }

    /// What lies in the folder, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = self.folder.path().read_dir().unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The job of `method` on the log, at k = 3 where it has a k, seeded where it is keyed.
    pub fn job(&self, method: MethodName) -> Job {
        let seed = method.has_parameter("key").then_some(7);
        let mut job = Job::anonymize(self.path("log.tsv"))
            .method(Method::seeded(method, seed))
            .output(self.path("release.tsv"))
            .force();
        job.k = method.has_k().then_some(3);
        match method {
            MethodName::Coherence => job.sensitive(["share:0.4"]),
            _ => job,
        }
    }

    /// Runs `method` on the log.
    pub fn run(&self, method: MethodName) -> Result<Outcome, RunError> {
        run(&self.job(method), &())
    }
}

/// Whether `method` works on transactions.
pub fn on_transactions(method: MethodName) -> bool {
    method.facts().works_on == clump::WorksOn::Transactions
}

/// What `method` promises on `desk`.
pub fn promise(desk: &Desk, method: MethodName) -> Promise {
    desk.job(method).ready_method().unwrap().promise()
}

/// The log that ships with the project.
pub fn example() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queries.tsv")).unwrap()
}

/// A session ends with half an hour of silence.
pub const SESSION: Unit = Unit::Session { gap: Duration::from_secs(30 * 60) };

/// The job with another share `h`, if its method is `coherence`.
pub fn with_share(job: Job, h: &str) -> Job {
    match &*job.method {
        Method::Coherence(parameters) => {
            let parameters = parameters.clone().h(h.parse::<Share>().unwrap());
            job.method(parameters)
        }
        _ => job,
    }
}

/// The job with the tree of a file; interests are the children of its root.
pub fn with_tree(job: Job, tree: &Path) -> Job {
    let job = job.taxonomy(tree.to_str().unwrap());
    match &*job.method {
        Method::Split(parameters) => {
            let parameters = parameters.clone().interests("subtree:2");
            job.method(parameters)
        }
        _ => job,
    }
}
