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

/// Whether documents are written again instead of compared.
fn is_writing() -> bool {
    std::env::var_os("CLUMP_DOCS").is_some_and(|what| what == "write")
}

/// Fails with all `complaints`, if there are any.
#[track_caller]
fn none_of(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n\n{}\n", complaints.join("\n\n"));
}
