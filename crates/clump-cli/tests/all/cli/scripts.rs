//! Sessions at a terminal, each with its files, its commands and what these print: `scripts/*.txt`.
//!
//! | line | meaning |
//! |---|---|
//! | `=== TITLE` | steps with which all sessions below it begin |
//! | `== TITLE` | a new session, in an empty folder |
//! | `@desk food`, `@desk log`, `@desk` | another folder, with the files of [`Desk::of`] |
//! | `@file NAME`, and below it lines after `\| ` | puts a file there; without lines, that of `tests/data` |
//! | `@edit NAME FROM => TO` | replaces text in a file that has it |
//! | `@remove NAME`, `@rebind AUDIT RELEASE` | as the methods of [`Desk`] |
//! | `$ COMMAND`, and below it what it prints | a run; one of which nothing is shown must end well |
//! | `@with WORDS`, then `> WORDS` | a run with both, which must be refused |
//! | `@missing NAME` | no file has this name |
//! | `@show NAME`, and below it its lines | the content of a file |
//!
//! `...` on a line of its own stands for any number of lines, and empty lines are left out. What begins with `error` is refused:
//! status 2, nothing on stdout, every file as it was, and no value of the data (`zzsecretzz`) told. The same is asked of status 1
//! without stdout. `\u{1b}` is a character by its code.
//! `CLUMP_DOCS=write cargo test -p clump-cli --test all scripts` writes down what commands print now.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desk::{Desk, fixture};
use crate::docs::{each, is_as_shown, is_writing, none_of};

#[test]
fn sessions_print_what_the_scripts_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/cli/scripts");
    let scripts: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(scripts.len() > 20, "scripts are missing: {scripts:?}");
    none_of(each(scripts, |path| {
        let text = fs::read_to_string(path).unwrap();
        let (mut complaints, mut written, mut before) = (Vec::new(), String::new(), "");
        for part in parts(&text) {
            let title = part.lines().next().unwrap_or_default();
            if title.starts_with("=== ") {
                (written, before) = (written + part, part);
                continue;
            }
            let mut session = Session { desk: Desk::new(), prefix: String::new() };
            session.play(before);
            let (found, played) = session.play(part);
            written += &played;
            complaints.extend(found.into_iter().map(|found| format!("{} {title}: {found}", path.display())));
        }
        if is_writing() && written != text {
            fs::write(path, written).unwrap();
        }
        complaints
    }));
}

/// The parts of a script, each from its title on.
fn parts(text: &str) -> Vec<&str> {
    let titles = text.match_indices("\n==").map(|(at, _)| at + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(titles).chain([text.len()]).collect();
    starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

/// A folder, and the words before those of a `>`.
struct Session {
    desk: Desk,
    prefix: String,
}

impl Session {
    /// Plays a part of a script. Returns what is not as it says, and its text as it should be.
    fn play(&mut self, part: &str) -> (Vec<String>, String) {
        let (mut complaints, mut written) = (Vec::new(), String::new());
        let mut lines = part.lines().peekable();
        while let Some(line) = lines.next() {
            let is_below = |line: &&str| !line.is_empty() && !line.starts_with(['@', '$', '>', '#', '=']);
            let below: Vec<String> =
                std::iter::from_fn(|| lines.next_if(is_below)).map(str::to_owned).collect();
            let printed = self.step(line, &below).map(|printed| {
                let lines = printed.lines().filter(|line| !line.trim().is_empty());
                lines.map(str::to_owned).collect::<Vec<_>>()
            });
            let shown = match printed {
                Some(printed) if !is_as_shown(&below, &printed) => {
                    complaints.push(format!("`{line}` prints\n{}", printed.join("\n")));
                    printed
                }
                _ => below,
            };
            for line in std::iter::once(line).chain(shown.iter().map(String::as_str)) {
                written += line;
                written.push('\n');
            }
        }
        (complaints, written)
    }

    /// Takes one step, with the lines `below` it. Returns what it prints, if that is shown.
    fn step(&mut self, line: &str, below: &[String]) -> Option<String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let desk = &self.desk;
        match word {
            "$" if below.is_empty() => drop(desk.clump(rest).ok()),
            "$" if below[0].starts_with("error") => return Some(desk.refused(rest).to_string()),
            "$" if below[0] == "status: 1, stderr:" => return Some(desk.without_trace(rest, 1).to_string()),
            "$" => return Some(desk.clump(rest).to_string()),
            ">" => return Some(desk.refused(&format!("{} {rest}", self.prefix)).to_string()),
            "@show" => return Some(desk.text(rest)),
            "@desk" => self.desk = Desk::of(rest),
            "@with" => rest.clone_into(&mut self.prefix),
            "@file" => put(desk, rest, below),
            "@remove" => desk.remove(rest),
            "@missing" => assert!(!desk.exists(rest), "{rest} is there"),
            "@edit" => {
                let (name, change) = rest.split_once(' ').unwrap();
                let (from, to) = change.split_once(" => ").unwrap();
                desk.edit(name, from, to);
            }
            "@rebind" => {
                let (audit, release) = rest.split_once(' ').unwrap();
                desk.rebind(audit, release);
            }
            other => assert!(!other.starts_with('@'), "there is no step {other}"),
        }
        None
    }
}

/// Puts a file on the desk: these lines after their marks, or the one of that name in `tests/data`.
fn put(desk: &Desk, name: &str, lines: &[String]) {
    if lines.is_empty() {
        desk.file(name, fixture(name));
        return;
    }
    let lines = lines.iter().map(|line| line.strip_prefix('|').expect("a line of a file"));
    desk.file(
        name,
        lines.map(|line| unescaped(line.strip_prefix(' ').unwrap_or(line)) + "\n").collect::<String>(),
    );
}

/// `\u{1b}` as the character.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (code, rest) = part.split_once('}').expect("a code in braces");
        let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        text + &code.expect("a character").to_string() + rest
    })
}
