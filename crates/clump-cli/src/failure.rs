//! How an error is told: what happened, why, and what to do about it. Values of the data stay out of it unless the user
//! asked to see the offending line.

use std::io::{self, Write};
use std::process::ExitCode;

use clump::core::remedy::{Naming, Remedy};
use clump::io::ReadError;
use clump::{ApplyError, CheckError, DataError, JobError, PublishError, RunError, SignatureError};
use clump_experiments::ReproduceError;

use crate::say;
use crate::shown::{LINES, shown};

/// Whether the reader of our output went away, which is a good end.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Tells what is wrong with the command line, or prints the help that was asked for, and ends the program. Names of files
/// get there by patterns of the shell, so they are shown like any other text of others.
pub fn usage(error: &clap::Error) -> ExitCode {
    let mut words = std::env::args_os();
    if words.all(|word| is_plain(&word.to_string_lossy())) {
        error.exit();
    }
    // Nobody cares whether stderr is closed.
    let _ = write!(io::stderr(), "{}", shown(&error.render().to_string(), LINES));
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Whether all of `text` is shown as it is.
fn is_plain(text: &str) -> bool {
    shown(text, &[]) == text
}

/// Prints error, causes and hint.
pub fn explain(error: &anyhow::Error, show_values: bool) {
    say!("error: {error}");
    for cause in error.chain().skip(1) {
        say!("  cause: {cause}");
    }
    if show_values && let Some(line) = offending_line(error) {
        say!("  line: {line}");
    }
    if let Some(hint) = hint_of(error) {
        say!("");
        say!("hint: {hint}");
    }
}

/// Calls `tell` with the error if it is one of these types.
macro_rules! of_type {
    ($error:expr, [$($type:ty),*], $tell:expr) => {
        None$(.or_else(|| $error.downcast_ref::<$type>().and_then($tell)))*
    };
}

/// The same for all errors that can be about a line of a file.
macro_rules! of_any {
    ($error:expr, $tell:expr) => {
        of_type!($error, [CheckError, DataError, ReadError, ReproduceError, RunError], $tell)
    };
}

/// The line of a file that the error is about, of those that have one.
fn offending_line(error: &anyhow::Error) -> Option<String> {
    of_any!(error, |error| error.offending_line())
}

/// What to do, with flags for settings. Errors of the command line itself say it as they are made.
fn hint_of(error: &anyhow::Error) -> Option<String> {
    let remedy: Option<Remedy> = of_any!(error, |error| error.remedy());
    let remedy =
        remedy.or_else(|| of_type!(error, [JobError, PublishError, SignatureError], |error| error.remedy()));
    let apply = || error.downcast_ref::<ApplyError>().map(ApplyError::remedy);
    let refused = || error.downcast_ref::<Refused>().map(|refused| refused.hint.clone());
    remedy.or_else(apply).map(|remedy| remedy.render(Naming::Flags)).or_else(refused)
}

/// A command line that makes no sense although each flag does.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    message: String,
    hint: String,
}

impl Refused {
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Refused {
        Refused { message: message.into(), hint: hint.into() }
    }
}
