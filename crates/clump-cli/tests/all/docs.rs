//! The documents are true: every command that they show is run and prints what they say, every job in them is a job, every
//! link leads somewhere, and the reference is what the code says.
//!
//! `CLUMP_DOCS=write cargo test -p clump-cli --test all docs` writes down what commands print now, and the pages that are made
//! from the code. Read the difference before it is committed.

mod blocks;
mod commands;
mod console;
mod links;
mod pages;
mod reference;
mod walk;
mod worked;

use std::sync::Mutex;
use std::thread;

pub use console::is_as_shown;

/// Whether documents are written again instead of compared.
pub fn is_writing() -> bool {
    std::env::var_os("CLUMP_DOCS").is_some_and(|what| what == "write")
}

/// Fails with all `complaints`, if there are any.
#[track_caller]
pub fn none_of(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n\n{}\n", complaints.join("\n\n"));
}

/// Complaints of `check` about `items`, which it checks in parallel.
pub fn each<T: Send>(items: Vec<T>, check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let (waiting, complaints) = (Mutex::new(items), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = { waiting.lock().unwrap().pop() } {
                    let found = check(&item);
                    complaints.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    if !complaints.is_empty() {
        complaints.push("`CLUMP_DOCS=write` before `cargo test` writes down what commands print".to_owned());
    }
    complaints
}
