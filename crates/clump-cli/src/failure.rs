//! Prints errors: message, causes and remedy. Values of the data appear only if the user asked to see the
//! offending line.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use clump::core::remedy::{Naming, Remedy};
use clump::io::ReadError;
use clump::report::Noun;
use clump::{ApplyError, CheckError, DataError, Job, JobError, PublishError, RunError, SignatureError};
use clump_experiments::ReproduceError;

use crate::output::{LINES, shown};
use crate::say;

/// True if the program that reads our stdout closed the pipe. This is not a failure.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints a usage error or the requested help, and exits or returns the exit code. Arguments are escaped like
/// other foreign text, because shell patterns put file names into them.
pub fn usage(error: &clap::Error) -> ExitCode {
    let mut words = std::env::args_os();
    if words.all(|word| is_plain(&word.to_string_lossy())) {
        error.exit();
    }
    // A closed stderr must not change the exit code.
    let _ = write!(io::stderr(), "{}", shown(&error.render().to_string(), LINES));
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// True if no character of `text` needs an escape.
fn is_plain(text: &str) -> bool {
    shown(text, &[]) == text
}

/// The noun for an owner in errors. Empty until a job states it.
static NOUN: OnceLock<Noun> = OnceLock::new();

/// Sets the noun for an owner in errors to that of `job`.
pub fn name_owners(job: &Job) {
    // A run has one job, so a second call has the same noun.
    let _ = NOUN.set(job.report.noun.clone());
}

/// Prints the error, its causes and its remedy.
pub fn explain(error: &anyhow::Error, show_values: bool) {
    let noun = NOUN.get().cloned().unwrap_or_default();
    say!("error: {}", noun.say(&error.to_string()));
    for cause in error.chain().skip(1) {
        say!("  cause: {}", noun.say(&cause.to_string()));
    }
    if show_values && let Some(line) = offending_line(error) {
        say!("  line: {line}");
    }
    if let Some(hint) = hint_of(error) {
        say!("");
        say!("hint: {}", noun.say(&hint));
    }
}

/// Calls `tell` with the error if it has one of these types. Returns `None` for other types.
macro_rules! of_type {
    ($error:expr, [$($type:ty),*], $tell:expr) => {
        None$(.or_else(|| $error.downcast_ref::<$type>().and_then($tell)))*
    };
}

/// Calls `tell` with the error if it has a type that can be about a line of a file.
macro_rules! of_any {
    ($error:expr, $tell:expr) => {
        of_type!($error, [CheckError, DataError, ReadError, ReproduceError, RunError], $tell)
    };
}

/// The line of a file that caused the error; `None` if no line did.
fn offending_line(error: &anyhow::Error) -> Option<String> {
    of_any!(error, |error| error.offending_line())
}

/// The remedy of the error in terms of flags. A [`UsageError`] has a hint instead of a remedy.
fn hint_of(error: &anyhow::Error) -> Option<String> {
    let remedy: Option<Remedy> = of_any!(error, |error| error.remedy());
    let remedy =
        remedy.or_else(|| of_type!(error, [JobError, PublishError, SignatureError], |error| error.remedy()));
    let apply = || error.downcast_ref::<ApplyError>().map(ApplyError::remedy);
    let refused = || error.downcast_ref::<UsageError>().map(|refused| refused.hint.clone());
    remedy.or_else(apply).map(|remedy| remedy.render(Naming::Flags)).or_else(refused)
}

/// An error of a command line whose flags are valid one by one, but not in this combination.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct UsageError {
    message: String,
    hint: String,
}

impl UsageError {
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> UsageError {
        UsageError { message: message.into(), hint: hint.into() }
    }
}
