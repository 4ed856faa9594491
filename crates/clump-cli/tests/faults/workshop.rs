//! A folder in which runs publish over each other, and what is found in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const RELEASE: &str = "release.tsv";
const CERTIFICATE: &str = "release.tsv.certificate.json";
const AUDIT: &str = "audit.tsv";
const REPORT: &str = "report.json";
const PAGES: [&str; 2] = ["page.html", "page.private.html"];

/// How many owners the log has.
const OWNERS: usize = 60;

/// A folder for outputs, one for the input, and one for temporary files.
pub struct Workshop {
    outputs: TempDir,
    input: TempDir,
    scratch: TempDir,
}

/// What lies in the folder for outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    /// All files of one run, whose release has this hash.
    Whole(String),
    /// Files of several runs, or not all of one.
    Mixture(String),
}

impl Workshop {
    /// With a log, and nothing published.
    pub fn new() -> Workshop {
        let folder = || tempfile::tempdir().unwrap();
        let workshop = Workshop { outputs: folder(), input: folder(), scratch: folder() };
        // What six owners share is published with k = 5 and not with k = 7.
        let basket = |owner: usize| format!("bread tea{}\n", owner / 6);
        fs::write(workshop.log(), (0..OWNERS).map(basket).collect::<String>()).unwrap();
        workshop
    }

    fn log(&self) -> PathBuf {
        self.input.path().join("baskets.txt")
    }

    pub fn outputs(&self) -> &Path {
        self.outputs.path()
    }

    /// The arguments of a run.
    pub fn arguments(&self, k: usize, more: &str) -> Vec<String> {
        let log = self.log().display().to_string();
        let fixed = format!(
            "anonymize {log} --taxonomy flat --k {k} --method nearest --output {RELEASE} --audit {AUDIT} --report {REPORT} \
             --page {} {more}",
            PAGES[0],
        );
        fixed.split_whitespace().map(str::to_owned).collect()
    }

    /// `program`, to be run in the folder for outputs.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .current_dir(self.outputs())
            .env("TMPDIR", self.scratch.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// A run, to be started.
    pub fn run(&self, k: usize, more: &str) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_clump"));
        command.args(self.arguments(k, more));
        command
    }

    /// A run that must publish; says what is there then.
    pub fn publish(&self, k: usize, more: &str) -> Found {
        let output = self.run(k, more).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
        let found = self.found();
        assert!(matches!(found, Found::Whole(_)), "{found:?}");
        assert_eq!(self.leftovers(), BTreeSet::new());
        found
    }

    /// Whether `clump verify` accepts release, certificate and audit.
    pub fn is_accepted(&self) -> bool {
        let log = self.log();
        let mut verify = self.command(env!("CARGO_BIN_EXE_clump"));
        verify.args(["verify", RELEASE, "--audit", AUDIT, "--taxonomy", "flat", "--input"]).arg(log);
        verify.output().unwrap().status.success()
    }

    /// What lies there under the names of outputs.
    pub fn found(&self) -> Found {
        let beside = [CERTIFICATE, AUDIT, REPORT, PAGES[0], PAGES[1]];
        match self.hash() {
            None if beside.iter().all(|name| self.text(name).is_none()) => Found::Nothing,
            None => Found::Mixture("no release".to_owned()),
            Some(hash) if self.are_about(&hash, &beside) => Found::Whole(hash),
            Some(hash) => Found::Mixture(hash),
        }
    }

    /// Whether all that `clump verify` looks at is of one run.
    pub fn is_acceptable(&self) -> bool {
        self.hash().is_some_and(|hash| self.are_about(&hash, &[CERTIFICATE, AUDIT]))
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.outputs().join(name)).ok()
    }

    /// The hash of the release.
    fn hash(&self) -> Option<String> {
        self.text(RELEASE).map(|release| blake3::hash(release.as_bytes()).to_hex().to_string())
    }

    fn are_about(&self, hash: &str, names: &[&str]) -> bool {
        names.iter().all(|name| self.text(name).is_some_and(|text| text.contains(hash)))
    }

    /// Files that nobody asked for.
    pub fn leftovers(&self) -> BTreeSet<PathBuf> {
        let names = |folder: &Path| {
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
        };
        let is_output = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            [RELEASE, CERTIFICATE, AUDIT, REPORT].contains(&name) || PAGES.contains(&name)
        };
        let here = names(self.outputs()).into_iter().filter(|path| !is_output(path));
        here.chain(names(self.scratch.path())).collect()
    }

    /// Removes all outputs.
    pub fn clear(&self) {
        for entry in fs::read_dir(self.outputs()).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
}

/// What a program said.
pub fn said(output: &Output) -> String {
    format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr))
}
