//! Kills of runs whose ledger and release lie in different folders: every release that can be seen is in its ledger.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Instant;

use tempfile::TempDir;

use crate::strace::{CALLS, injected, is_there};
use crate::times;
use crate::workshop::said;

/// What is published.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Noise,
    Rows,
}

/// Which of two folders every run locks first.
#[derive(Clone, Copy, Debug)]
enum Locked {
    LedgerFirst,
    ReleaseFirst,
}

/// Where the run after a kill writes to.
#[derive(Clone, Copy, Debug)]
enum Next {
    Same,
    Elsewhere,
}

/// A log, a folder for the ledger and two for releases.
struct Archive {
    root: TempDir,
    kind: Kind,
    private: PathBuf,
    public: PathBuf,
    elsewhere: PathBuf,
}

impl Archive {
    /// With a ledger that has one release already.
    fn new(kind: Kind, locked: Locked) -> Archive {
        let root = tempfile::tempdir().unwrap();
        let mut folders = ["a", "b"].map(|name| root.path().join(name));
        folders.iter().for_each(|folder| fs::create_dir(folder).unwrap());
        folders.sort_by_key(|folder| folder.metadata().unwrap().ino());
        let [first, last] = folders;
        let [private, public] = match locked {
            Locked::LedgerFirst => [first, last],
            Locked::ReleaseFirst => [last, first],
        };
        let elsewhere = root.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let archive = Archive { root, kind, private, public, elsewhere };
        let line = |owner: usize| format!("owner{owner},tea{}\nowner{owner},bread\n", owner / 6);
        fs::write(archive.log(), format!("who,item\n{}", (0..30).map(line).collect::<String>())).unwrap();
        let before = archive.run("elsewhere/before.csv", 2).output().unwrap();
        assert!(before.status.success(), "{}", said(&before));
        archive
    }

    fn log(&self) -> PathBuf {
        self.root.path().join("log.csv")
    }

    fn ledger(&self) -> PathBuf {
        self.private.join("ledger.json")
    }

    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.root.path()).env("NO_COLOR", "1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The arguments of a run that publishes to `output` with this k.
    fn arguments(&self, output: impl AsRef<Path>, k: usize) -> Vec<String> {
        let method = match self.kind {
            Kind::Noise => "counts --table item --epsilon 0.5 --delta 1e-6 --per-owner 2",
            Kind::Rows => "nearest --taxonomy flat",
        };
        let (log, ledger, output) = (self.log(), self.ledger(), output.as_ref());
        let [log, ledger, output] = [&log, &ledger, output].map(|path| path.display());
        let line = format!(
            "anonymize {log} --owner who --k {k} --method {method} --ledger {ledger} --output {output}"
        );
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn run(&self, output: impl AsRef<Path>, k: usize) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_clump"));
        command.args(self.arguments(output, k));
        command
    }

    fn release(&self) -> PathBuf {
        self.public.join("release.csv")
    }

    /// A run with k = 4 that is killed before call number `when`; none if it makes no such call any more.
    fn killed(&self, call: &str, when: usize) -> Option<Output> {
        let arguments = self.arguments(self.release(), 4);
        let log = self.root.path().join("strace");
        injected(self.command("strace"), &log, &arguments, call, "signal=SIGKILL", when)
    }

    /// Looks at all releases that can be seen, and says how many the ledger does not have.
    fn missing(&self) -> usize {
        let ledger = fs::read_to_string(self.ledger()).unwrap_or_default();
        let releases = [&self.public, &self.elsewhere].map(|folder| folder.read_dir().unwrap());
        let releases = releases.into_iter().flatten().map(|entry| entry.unwrap().path());
        let releases = releases.filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.ends_with(".csv") && !name.starts_with('.')
        });
        let hash = |path: PathBuf| blake3::hash(&fs::read(path).unwrap()).to_hex();
        releases.filter(|path| !ledger.contains(hash(path.clone()).as_str())).count()
    }

    /// Runs again, and makes sure that what is there then is whole.
    fn run_again(&self, next: Next) {
        let output = match next {
            Next::Same => self.release(),
            Next::Elsewhere => self.elsewhere.join("next.csv"),
        };
        let again = self.run(&output, 4).output().unwrap();
        // Only a release that is there whole already keeps the run from publishing. It has not looked at the ledger then.
        let mut cleared = vec![output.parent().unwrap()];
        if again.status.success() {
            cleared.push(&self.private);
        } else {
            assert!(
                matches!(next, Next::Same) && said(&again).contains("exists already"),
                "{}",
                said(&again)
            );
        }
        let hash = blake3::hash(&fs::read(&output).unwrap()).to_hex();
        let certificate = fs::read_to_string(output.with_extension("csv.certificate.json")).unwrap();
        assert!(certificate.contains(hash.as_str()));
        let hidden = |folder: &Path| {
            let names = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name());
            names.filter(|name| name.to_str().unwrap().starts_with('.')).count()
        };
        assert_eq!(cleared.into_iter().map(hidden).sum::<usize>(), 0);
    }
}

/// All kinds, orders and next runs; the short form has each value of each once.
fn circumstances() -> Vec<(Kind, Locked, Next)> {
    if times("CLUMP_FAULTS_LEDGER", 0) == 0 {
        return vec![
            (Kind::Noise, Locked::LedgerFirst, Next::Same),
            (Kind::Rows, Locked::ReleaseFirst, Next::Elsewhere),
        ];
    }
    let mut all = Vec::new();
    for kind in [Kind::Noise, Kind::Rows] {
        for locked in [Locked::LedgerFirst, Locked::ReleaseFirst] {
            all.extend([Next::Same, Next::Elsewhere].map(|next| (kind, locked, next)));
        }
    }
    all
}

#[test]
fn a_release_of_a_run_that_is_killed_at_any_call_is_in_its_ledger() {
    if !is_there() {
        return;
    }
    let [mut points, mut missing, mut unpublished] = [0; 3];
    for (kind, locked, next) in circumstances() {
        for call in CALLS {
            for when in 1.. {
                let archive = Archive::new(kind, locked);
                let entries = || fs::read_to_string(archive.ledger()).unwrap().matches("\"run\"").count();
                let Some(output) = archive.killed(call, when) else { break };
                assert_eq!(output.status.signal(), Some(9), "{}", said(&output));
                points += 1;
                unpublished += usize::from(entries() == 2 && !archive.release().exists());
                let at_once = archive.missing();
                archive.run_again(next);
                let after = archive.missing();
                if at_once + after > 0 {
                    println!("{kind:?} {locked:?} {next:?} {call} {when}: {at_once} missing, then {after}");
                }
                missing += usize::from(at_once + after > 0);
            }
        }
    }
    println!(
        "kills at {points} calls with a ledger in another folder: {missing} with a release that the ledger does not have, \
         {unpublished} with a ledger that has a run without a release"
    );
    assert_eq!(missing, 0);
    assert!(points > 40, "{points}");
    assert!(unpublished > 0, "the ledger comes first");
}

#[test]
fn a_release_of_a_run_that_is_killed_while_another_uses_the_ledger_is_in_it() {
    if !is_there() {
        return;
    }
    let kills = times("CLUMP_FAULTS_LEDGER", 8);
    let [mut tries, mut at, mut missing, mut published] = [0; 4];
    let mut points = CALLS.into_iter().flat_map(|call| (1..12).map(move |when| (call, when))).cycle();
    let start = Instant::now();
    assert!(Archive::new(Kind::Rows, Locked::LedgerFirst).killed("linkat", 99).is_none());
    let whole_run = start.elapsed() / 2;
    while at < kills {
        let (call, when) = points.next().unwrap();
        tries += 1;
        let (kind, locked) = match at % 4 {
            0 => (Kind::Noise, Locked::LedgerFirst),
            1 => (Kind::Rows, Locked::ReleaseFirst),
            2 => (Kind::Noise, Locked::ReleaseFirst),
            _ => (Kind::Rows, Locked::LedgerFirst),
        };
        let archive = Archive::new(kind, locked);
        // The other one reads and replaces the ledger before, while and after the killed one does.
        let (killed, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                sleep(whole_run.mul_f64((tries * 7 % 10) as f64 / 10.0));
                archive.run("elsewhere/other.csv", 3).output().unwrap()
            });
            (archive.killed(call, when), other.join().unwrap())
        });
        // Short forms take a few points of all calls.
        points.nth(44 / kills.min(44));
        if killed.is_none() {
            continue;
        }
        at += 1;
        let reasons = ["was changed during this run", "a release of the ledger promised 4"];
        let is_told = reasons.iter().any(|reason| said(&other).contains(reason));
        assert!(other.status.success() || is_told, "{}", said(&other));
        published += usize::from(other.status.success());
        let at_once = archive.missing();
        archive.run_again(Next::Elsewhere);
        missing += usize::from(at_once + archive.missing() > 0);
    }
    println!(
        "kills of {kills} runs beside another one with the ledger: {published} others published, {missing} missing"
    );
    assert_eq!(missing, 0);
}
