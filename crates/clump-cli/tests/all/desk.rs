//! A fresh folder to run the binary in, and what one run said.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Stands in the data where a value must not be told.
pub const SECRET: &str = "zzsecretzz";

/// A folder with the files of a test, and another one for temporary files.
pub struct Desk {
    folder: TempDir,
    scratch: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap(), scratch: tempfile::tempdir().unwrap() }
    }

    /// The desk of a script: with food, with a log, or empty.
    pub fn of(kind: &str) -> Desk {
        match kind {
            "" => Desk::new(),
            "food" => Desk::with_food(),
            "log" => Desk::with_log(),
            other => panic!("there is no desk {other}"),
        }
    }

    /// The log that ships with the project, as `queries.tsv`.
    pub fn with_log() -> Desk {
        let desk = Desk::new();
        desk.file("queries.tsv", example_log());
        desk
    }

    /// The paper's five baskets (`baskets.txt`) and Figure 1 (`food.csv`), and a small log in its words (`log.tsv`).
    pub fn with_food() -> Desk {
        let desk = Desk::new();
        for name in ["baskets.txt", "food.csv", "log.tsv"] {
            desk.file(name, fixture(name));
        }
        desk
    }

    /// The paper's food with the release of its baskets, `release.tsv`, and its audit, `audit.tsv`.
    pub fn with_release(flags: &str) -> Desk {
        let desk = Desk::with_food();
        let files = "--output release.tsv --audit audit.tsv";
        desk.clump(&format!("anonymize baskets.txt --taxonomy food.csv --k 2 {files} {flags}")).ok();
        desk
    }

    /// Puts a file on the desk.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Desk {
        fs::write(self.path(name), content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The [`rows`] of a release.
    pub fn rows(&self, name: &str) -> Vec<String> {
        rows(&self.text(name))
    }

    /// A file of JSON.
    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(name)).unwrap()
    }

    /// The certificate of the release `name`.
    pub fn certificate(&self, name: &str) -> serde_json::Value {
        self.json(&format!("{name}.certificate.json"))
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Replaces `from` by `to` in a file that has it.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert!(text.contains(from), "{name} has no {from}: {text}");
        self.file(name, text.replace(from, to));
    }

    /// Makes `audit` the audit of `release` as it is now.
    pub fn rebind(&self, audit: &str, release: &str) {
        let hash = blake3::hash(&fs::read(self.path(release)).unwrap()).to_hex();
        let text = self.text(audit);
        let (_, rest) = text.split_once('\t').unwrap();
        self.file(audit, format!("#release={hash}\t{rest}"));
    }

    /// The log `name` with owners that it does not have.
    pub fn of_new_owners(&self, name: &str) -> String {
        let text = self.text(name);
        let (header, lines) = text.split_once('\n').unwrap();
        lines.lines().fold(header.to_owned() + "\n", |log, line| log + "9" + line + "\n")
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The permission bits of a file.
    pub fn mode(&self, name: &str) -> u32 {
        self.path(name).metadata().unwrap().permissions().mode() & 0o777
    }

    /// Runs `clump` with the words of `line`; nothing is on its standard input.
    pub fn clump(&self, line: &str) -> Run {
        self.clump_reading("", line)
    }

    /// Runs `clump` with `stdin` on its standard input.
    pub fn clump_reading(&self, stdin: impl AsRef<[u8]>, line: &str) -> Run {
        let mut child = self.command(line).spawn().unwrap();
        // A run that is refused does not read, so the pipe may break.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_ref());
        let output = child.wait_with_output().unwrap();
        self.assert_tidy(line);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run {
            status: output.status.code().expect("not ended by a signal"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            line: line.to_owned(),
            folder: self.folder.path().canonicalize().unwrap(),
        }
    }

    /// Runs what must be refused: status 2, nothing on stdout, every file as it was, and no value of the data told.
    pub fn refused(&self, line: &str) -> Run {
        self.without_trace(line, 2)
    }

    /// What the refused runs of `before` with each of `flags` say, each under its flags and without empty lines.
    pub fn refusals<F: AsRef<str>>(&self, before: &str, flags: impl IntoIterator<Item = F>) -> String {
        let mut said = String::new();
        for flags in flags {
            let flags = flags.as_ref();
            said += &entry(flags, &self.refused(&format!("{before} {flags}")));
        }
        said
    }

    /// Refused runs of which each must say the given words.
    pub fn refuses<F: AsRef<str>>(&self, before: &str, runs: impl IntoIterator<Item = (F, &'static str)>) {
        for (flags, words) in runs {
            self.refused(&format!("{before} {}", flags.as_ref())).says(words);
        }
    }

    /// Runs what must end with `status` and leave no trace but its words on stderr.
    pub fn without_trace(&self, line: &str, status: i32) -> Run {
        let before = self.files();
        let run = self.clump(line).ends(status).omits(SECRET).omits("panicked");
        assert_eq!(run.stdout, "", "`clump {line}` wrote to stdout");
        assert!(!run.stderr.is_empty(), "`clump {line}` said nothing");
        assert!(self.files() == before, "`clump {line}` changed a file: {:?}", self.files().keys());
        run
    }

    /// A command that has yet to run, in a fixed environment.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clump"));
        command
            .args(line.split_whitespace())
            .current_dir(self.folder.path())
            .env_clear()
            .env("NO_COLOR", "1")
            .env("TMPDIR", self.scratch.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Whatever the outcome, no temporary file stays.
    fn assert_tidy(&self, line: &str) {
        let here = self.files().into_keys().filter(|path| path.to_string_lossy().contains(".clump-"));
        let left: Vec<PathBuf> = here.chain(files(self.scratch.path()).into_keys()).collect();
        assert!(left.is_empty(), "`clump {line}` left {left:?}");
    }

    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        files(self.folder.path())
    }
}

/// The place of a refused run in a list of refusals.
fn entry(title: &str, run: &Run) -> String {
    let said = run.to_string();
    let lines = said.lines().filter(|line| !line.is_empty());
    lines.fold(format!("> {title}\n"), |entry, line| entry + line + "\n")
}

/// What refused runs of `line` say, each on the paper's food and a file of its own: its name, its content and further
/// flags. `FILE` in the line is the name.
pub fn refusals_of<C: AsRef<[u8]>, const N: usize>(line: &str, files: [(&str, C, &str); N]) -> String {
    let refusal = |(name, content, flags): &(&str, C, &str)| {
        let desk = Desk::with_food();
        desk.file(name, content);
        entry(&format!("{name} {flags}"), &desk.refused(&format!("{} {flags}", line.replace("FILE", name))))
    };
    files.iter().map(refusal).collect()
}

/// Every regular file below `folder` with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.is_file() {
            all.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    all
}

/// A query log of what each owner asked, a minute apart.
pub fn log<'q>(asked: impl IntoIterator<Item = (usize, &'q str)>) -> String {
    let header = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned();
    (0..).zip(asked).fold(header, |log, (minute, (owner, query))| {
        log + &format!("{owner}\t{query}\t2006-03-01 {:02}:{:02}:00\t\t\n", 7 + minute / 60, minute % 60)
    })
}

/// A query log in which each of so many owners asked each of `texts`.
pub fn log_of(owners: usize, texts: &[&str]) -> String {
    log(texts.iter().flat_map(|text| (1..=owners).map(move |owner| (owner, *text))))
}

/// The bytes of a file in `tests/data`.
pub fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

/// The log that ships with the project.
pub fn example_log() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queries.tsv")).unwrap()
}

/// What one run said. Printed, it is a snapshot: what differs from run to run is masked.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
    line: String,
    folder: PathBuf,
}

impl Run {
    /// stdout as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{self}"))
    }

    /// The [`rows`] of a release on stdout.
    pub fn rows(&self) -> Vec<String> {
        rows(&self.stdout)
    }

    /// This run, if it ended well.
    pub fn ok(self) -> Run {
        self.ends(0)
    }

    /// This run, if it ended with `status`.
    pub fn ends(self, status: i32) -> Run {
        assert_eq!(self.status, status, "`clump {}`\n{self}", self.line);
        self
    }

    /// This run, if its messages have `words`.
    pub fn says(self, words: &str) -> Run {
        assert!(self.stderr.contains(words), "`clump {}` does not say: {words}\n{self}", self.line);
        self
    }

    /// This run, if none of its messages has `words`.
    pub fn omits(self, words: &str) -> Run {
        assert!(!self.stderr.contains(words), "`clump {}` says: {words}\n{self}", self.line);
        self
    }

    /// The lines of a summary that begin with one of `names`, which spaces separate, and what is indented below them.
    pub fn told(&self, names: &str) -> String {
        let mut is_asked_for = false;
        let masked = masked(&self.stderr);
        let lines = masked.lines().filter(|line| {
            if !line.starts_with(' ') {
                is_asked_for = names.split(' ').any(|name| line.starts_with(name));
            }
            is_asked_for
        });
        lines.fold(String::new(), |told, line| told + line + "\n")
    }
}

/// A refusal is shown by what it says on stderr. Other runs begin with their status, and with the streams that are not empty.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { status, stdout, stderr, folder, .. } = self;
        let text = match (stdout.is_empty(), stderr.is_empty()) {
            (true, false) if *status == 2 => stderr.clone(),
            (true, true) => format!("status: {status}\n"),
            (true, false) => format!("status: {status}, stderr:\n{stderr}"),
            (false, true) => format!("status: {status}, stdout:\n{stdout}"),
            (false, false) => format!("status: {status}, stdout:\n{stdout}stderr:\n{stderr}"),
        };
        f.write_str(&masked(&text.replace(&*folder.to_string_lossy(), "[DESK]")))
    }
}

/// The rows of a release in tsv; `3 * 2 beef` are three equal ones that state two owners.
fn rows(release: &str) -> Vec<String> {
    let (header, rows) = release.split_once('\n').unwrap();
    assert_eq!(header, "owners_in_group\titems");
    let rows: Vec<&str> = rows.lines().collect();
    let equal = rows.chunk_by(|one, other| one == other);
    equal
        .map(|rows| format!("{} * {}", rows.len(), rows[0].replace('\t', " ")).trim_end().to_owned())
        .collect()
}

/// `text` without hashes, times, memory and the version.
pub fn masked(text: &str) -> String {
    let text = text.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    let lines: Vec<String> = text.split('\n').map(|line| mask_figures(&hashless(&timeless(line)))).collect();
    lines.join("\n")
}

/// `line` without how long something took: ` in 0.04 s`, and what a line that begins with `Took` says.
pub fn timeless(line: &str) -> String {
    if line.starts_with("Took ") {
        return "Took      [TIMES]".to_owned();
    }
    let mut parts = line.split(" in ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        match behind.strip_prefix(" s") {
            Some(rest) if behind.len() < part.len() && !rest.starts_with(char::is_alphanumeric) => {
                text.push_str(&format!(" in [TIME] s{rest}"));
            }
            _ => text.push_str(&format!(" in {part}")),
        }
    }
    text
}

/// `line` without hashes in quotes.
fn hashless(line: &str) -> String {
    let is_hash = |part: &&str| part.len() == 64 && part.chars().all(|c| c.is_ascii_hexdigit());
    let parts: Vec<&str> =
        line.split('"').map(|part| if is_hash(&part) { "[BLAKE3]" } else { part }).collect();
    parts.join("\"")
}

/// `"seconds_total": 0.25,` with its value masked; also the stages of a report's timing, and the memory.
fn mask_figures(line: &str) -> String {
    let is_stage = |key: &str| ["read", "write", "verify", "measure", "assess"].contains(&key);
    let varies = |key: &str| key.starts_with("seconds") || is_stage(key) || key == "peak_memory";
    match line.split_once(": ") {
        Some((key, value))
            if value.starts_with(|c: char| c.is_ascii_digit()) && varies(key.trim().trim_matches('"')) =>
        {
            format!("{key}: [VARIES]{}", if value.ends_with(',') { "," } else { "" })
        }
        _ => line.to_owned(),
    }
}
