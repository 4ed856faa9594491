//! How an error is told: what happened, why, and what to do about it. Values of the data stay out of it unless the user
//! asked to see the offending line.

use std::io;

use clump::RunError;

use crate::say;

/// Whether the reader of our output went away, which is a good end.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints error, causes and hint.
pub fn explain(error: &anyhow::Error, show_values: bool) {
    say!("error: {error}");
    for cause in error.chain().skip(1) {
        say!("  cause: {cause}");
    }
    let run = error.downcast_ref::<RunError>();
    if show_values && let Some(line) = run.and_then(RunError::offending_line) {
        say!("  line: {line}");
    }
    if let Some(hint) = run.and_then(RunError::hint).or_else(|| hint_of(error)) {
        say!("\nhint: {hint}");
    }
}

/// Hints for errors that are the command line's own carry them as their outermost context.
fn hint_of(error: &anyhow::Error) -> Option<String> {
    error.downcast_ref::<Refused>().map(|refused| refused.hint.clone())
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
