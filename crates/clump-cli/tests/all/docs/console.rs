//! A block of `console` is a terminal: a line `$ command`, and below it what the command printed on both streams.
//!
//! The blocks of a page are run from top to bottom in one scratch folder, which has a copy of `examples/`. `...` on a line of its
//! own stands for any number of lines. A command that ends with a `\` goes on in the next line. Whether a command failed must
//! be told: a `$ echo $?` behind it shows its exit status. Times that differ from run to run are not compared.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::desk::timeless;
use crate::docs::pages::{Page, top};

/// Stands for lines that are left out.
const LEFT_OUT: &str = "...";

/// A command as a page shows it.
struct ConsoleCommand {
    /// As it is typed, continued lines included.
    typed: Vec<String>,
    /// What it should print.
    printed: Vec<String>,
    /// Where it stands, from 1.
    line: usize,
}

/// The folder in which the commands of a page run.
pub struct Scratch {
    folder: TempDir,
    /// Of the last command.
    status: i32,
}

/// What the scratch folders of all pages have.
const DATA: [&str; 5] = [
    "examples/queries.tsv",
    "examples/baskets/households.tsv",
    "examples/baskets/hierarchy.csv",
    "examples/codes/patients.txt",
    "examples/codes/hierarchy.csv",
];

impl Scratch {
    pub fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        for name in DATA {
            let target = folder.path().join(name);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(top().join(name), target).unwrap();
        }
        Scratch { folder, status: 0 }
    }

    /// Puts a file there that the page shows.
    pub fn file(&self, name: &str, lines: &[&str]) {
        fs::write(self.folder.path().join(name), lines.join("\n") + "\n").unwrap();
    }

    /// What `typed` prints on both streams, line by line.
    fn run(&mut self, typed: &str) -> Vec<String> {
        if typed == "echo $?" {
            return vec![std::mem::take(&mut self.status).to_string()];
        }
        // From a fresh clone the binary is run by cargo; here it has been built.
        let command = typed.replace("cargo run --release -- ", "clump ");
        let binaries = Path::new(env!("CARGO_BIN_EXE_clump")).parent().unwrap();
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", binaries.display()))
            .env("HOME", self.folder.path())
            .env("LC_ALL", "C.UTF-8")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        self.status = output.status.code().unwrap_or(-1);
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<String> =
            printed.lines().map(|line| line.trim_end_matches('\r').to_owned()).collect();
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        lines
    }
}

/// The commands of a block whose first line has the number `first`.
fn commands(lines: &[&str], first: usize) -> Vec<ConsoleCommand> {
    let mut shown: Vec<ConsoleCommand> = Vec::new();
    let mut goes_on = false;
    for (at, line) in lines.iter().enumerate() {
        if let Some(typed) = line.strip_prefix("$ ") {
            shown.push(ConsoleCommand {
                typed: vec![typed.to_owned()],
                printed: Vec::new(),
                line: first + at,
            });
        } else if goes_on {
            shown.last_mut().unwrap().typed.push((*line).to_owned());
        } else if let Some(last) = shown.last_mut() {
            last.printed.push((*line).to_owned());
        }
        goes_on = line.ends_with('\\') && (goes_on || line.starts_with("$ "));
    }
    for command in &mut shown {
        while command.printed.last().is_some_and(|line| line.trim().is_empty()) {
            command.printed.pop();
        }
    }
    shown
}

/// Runs the commands of `page`. What does not print what the page says is complained about, or written down if `writes`: then
/// the text of the page as it should be is given, too.
pub fn run(page: &Page, writes: bool) -> (Vec<String>, String) {
    let mut scratch = Scratch::new();
    let mut complaints = Vec::new();
    let mut text: Vec<String> = page.text.lines().map(str::to_owned).collect();
    // Lines that a block has more than before, so that later ones are found.
    let mut moved = 0;
    for block in page.blocks() {
        if let Some(name) = block.note.and_then(|note| note.strip_prefix("file: ")) {
            scratch.file(name, &block.lines);
        }
        if block.language != "console" {
            continue;
        }
        let mut written = Vec::new();
        let mut failed: Option<(usize, i32)> = None;
        for ConsoleCommand { typed, printed, line } in commands(&block.lines, block.line + 1) {
            let command = typed.join("\n");
            if command == "echo $?" {
                failed = None;
            }
            let told = scratch.run(&command);
            complaints.extend(failed.take().map(|at| untold(&page.name, at)));
            if scratch.status != 0 {
                failed = Some((line, scratch.status));
            }
            let mut lines = typed.iter();
            written.extend(lines.next().map(|first| format!("$ {first}")));
            written.extend(lines.cloned());
            if is_as_shown(&printed, &told) {
                written.extend(printed);
            } else {
                complaints.push(format!(
                    "{}:{line}: `{command}` should print\n{}\nand prints\n{}",
                    page.name,
                    indented(&printed),
                    indented(&told)
                ));
                written.extend(shortened(&printed, told));
            }
        }
        complaints.extend(failed.map(|at| untold(&page.name, at)));
        let begin = block.line.strict_add_signed(moved);
        moved += written.len() as isize - block.lines.len() as isize;
        text.splice(begin..begin + block.lines.len(), written);
    }
    let text = text.join("\n") + "\n";
    if writes {
        complaints.retain(|complaint| complaint.contains("exit status"));
    }
    (complaints, text)
}

fn untold(page: &str, (line, status): (usize, i32)) -> String {
    format!("{page}:{line}: ends with exit status {status}, and no `$ echo $?` behind it says so")
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// Whether `told` is what a page shows, but for times and what is left out.
pub fn is_as_shown(shown: &[String], told: &[String]) -> bool {
    match shown.iter().position(|line| line == LEFT_OUT) {
        None => {
            shown.len() == told.len()
                && shown
                    .iter()
                    .zip(told)
                    .all(|(one, other)| timeless(one.trim_end()) == timeless(other.trim_end()))
        }
        Some(at) => {
            let (before, after) = (&shown[..at], &shown[at + 1..]);
            let skips = (at..=told.len()).any(|next| is_as_shown(after, &told[next..]));
            told.len() >= at && is_as_shown(before, &told[..at]) && skips
        }
    }
}

/// What is written down for `told` where less of it was shown before: as many lines of its beginning and end.
fn shortened(shown: &[String], told: Vec<String>) -> Vec<String> {
    let is_left_out = |line: &String| line == LEFT_OUT;
    let Some(first) = shown.iter().position(is_left_out) else {
        return told;
    };
    let last = shown.iter().rposition(is_left_out).unwrap();
    let end = shown.len() - last - 1;
    if told.len() <= first + end + 1 {
        return told;
    }
    let mut lines = told[..first].to_vec();
    lines.push(LEFT_OUT.to_owned());
    lines.extend_from_slice(&told[told.len() - end..]);
    lines
}

#[test]
fn what_is_left_out_and_times_are_not_compared() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let told = lines("one\ntwo in 0.04 s\nthree\nfour");
    for shown in
        ["one\ntwo in 1 s\nthree\nfour", "one\n...\nfour", "...", "...\nthree\n...", "one\ntwo in 9.9 s\n..."]
    {
        assert!(is_as_shown(&lines(shown), &told), "{shown}");
    }
    for shown in [
        "one\ntwo in 0.04 s\nthree",
        "one\n...\nthree",
        "two in 0.04 s\n...",
        "one\ntwo\n...",
        "...\nfive",
        "",
    ] {
        assert!(!is_as_shown(&lines(shown), &told), "{shown}");
    }
    assert_eq!(timeless("Took      1 s: reading 0.3"), timeless("Took      2 s: reading 0.1"));
    assert_eq!(timeless("650 leaves in 0.01 s; 1 pair"), "650 leaves in [TIME] s; 1 pair");
    assert_eq!(timeless("3 in 5 squares, 1 in 2"), "3 in 5 squares, 1 in 2");
    assert_eq!(shortened(&lines("a\n...\nb"), told.clone()), lines("one\n...\nfour"));
    assert_eq!(shortened(&lines("a\nb"), told.clone()), told);
}

#[test]
fn a_wrong_line_and_an_untold_failure_are_found() {
    let text = "# A\n\n```console\n$ echo tea \\\n  milk\ntea gin\n$ false\n$ true\n```\n\n```console\n$ false\n$ echo $?\n1\n```\n";
    let page = Page { name: "page.md".to_owned(), path: "page.md".into(), text: text.to_owned() };
    let (complaints, written) = run(&page, false);
    assert_eq!(complaints.len(), 2, "{complaints:#?}");
    assert!(complaints[0].contains("page.md:4") && complaints[0].contains("tea milk"), "{complaints:#?}");
    assert!(
        complaints[1].contains("page.md:7") && complaints[1].contains("exit status 1"),
        "{complaints:#?}"
    );
    assert_eq!(written, text.replace("gin", "milk"));
}
