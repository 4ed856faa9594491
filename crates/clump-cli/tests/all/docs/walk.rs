//! The default run as ARCHITECTURE describes it: each function of the walk exists, and is called by one before it. So a reader
//! who follows the list never jumps back.

use std::fs;
use std::path::{Path, PathBuf};

/// Most files that the walk may have.
const MOST_STOPS: usize = 16;

/// One function of the walk.
struct Step {
    file: String,
    /// The function as its caller names it: `MadeRelease::make`, `method.make`.
    call: String,
    /// The bodies of all functions of that name in the file.
    bodies: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts in backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The bodies of the functions called `name` in `text`, one after the other.
fn bodies(text: &str, name: &str) -> String {
    let is_end = |rest: &str| rest.starts_with(['(', '<']);
    let head = format!("fn {name}");
    let starts = text.match_indices(&head).filter(|(at, _)| is_end(&text[at + head.len()..]));
    starts.map(|(at, _)| body(&text[at..])).collect()
}

/// From the first brace to the one that closes it; nothing of a function without a body.
fn body(text: &str) -> &str {
    let Some(open) = text.find('{').filter(|&open| !text[..open].contains(';')) else { return "" };
    let mut depth = 0;
    for (at, char) in text[open..].char_indices() {
        depth += i32::from(char == '{') - i32::from(char == '}');
        if depth == 0 {
            return &text[open..=open + at];
        }
    }
    &text[open..]
}

/// The functions of all stops, in their order, and the number of stops.
fn walk() -> (Vec<Step>, usize) {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let section =
        text.split("## The default run\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let stops: Vec<&str> =
        section.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).collect();
    let mut steps = Vec::new();
    for stop in &stops {
        let functions = stop.split("`: ").next().unwrap().to_owned() + "`";
        let mut words = quoted(&functions);
        let file = words.next().unwrap();
        let code = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        for call in words {
            let name = call.rsplit(['.', ':']).next().unwrap();
            let bodies = bodies(&code, name);
            assert!(!bodies.is_empty(), "{file} has no function `{name}`");
            steps.push(Step { file: file.to_owned(), call: call.to_owned(), bodies });
        }
    }
    (steps, stops.len())
}

/// Where `body` calls a function as `call`.
fn called_at(body: &str, call: &str) -> Option<usize> {
    let is_whole = |at: usize| !body[..at].ends_with(|char: char| char.is_alphanumeric() || char == '_');
    let call = format!("{call}(");
    body.match_indices(&call).map(|(at, _)| at).find(|&at| is_whole(at))
}

#[test]
fn each_function_of_the_default_run_is_called_by_one_before_it() {
    let (steps, stops) = walk();
    assert!((10..=MOST_STOPS).contains(&stops), "{stops} stops");
    // How far each function was read when the walk left it.
    let mut read = vec![0; steps.len()];
    for (place, step) in steps.iter().enumerate().skip(1) {
        let call_of = |caller: usize| called_at(&steps[caller].bodies[read[caller]..], &step.call);
        let caller = (0..place).rev().find_map(|caller| Some((caller, call_of(caller)?)));
        let Some((caller, at)) = caller else {
            panic!("{}: no function before it calls `{}`, or only above another stop", step.file, step.call)
        };
        read[caller] += at;
    }
}

#[test]
fn a_walk_that_jumps_back_is_found() {
    let body = body("fn run() { first(); second(); }");
    let first = called_at(body, "first").unwrap();
    assert!(called_at(&body[first..], "second").is_some());
    let second = called_at(body, "second").unwrap();
    assert!(called_at(&body[second..], "first").is_none());
    assert!(called_at("{ unread(); }", "read").is_none());
}
