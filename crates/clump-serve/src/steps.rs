//! The steps, one file for each: its page and its form.

pub mod compare;
pub mod contents;
pub mod file;
pub mod purpose;
pub mod result;
pub mod run;
pub mod save;
pub mod screens;
pub mod start;
pub mod tree;

use std::sync::Arc;

use crate::draft::Draft;
use crate::run::Run;
use crate::server::Shared;
use crate::shell::nothing;

use axum::response::Response;

/// The draft with this number, or the response that it does not exist.
fn draft_of(shared: &Shared, id: u32) -> Result<Arc<Draft>, Box<Response>> {
    shared.desk.draft(id).ok_or_else(|| Box::new(nothing(&shared.token)))
}

/// The run with this number, or the response that it does not exist.
fn run_of(shared: &Shared, id: u32) -> Result<Arc<Run>, Box<Response>> {
    shared.desk.found_run(id).ok_or_else(|| Box::new(nothing(&shared.token)))
}

/// Unwraps a draft or run; returns the error response from the handler if it does not exist.
macro_rules! found {
    ($found:expr) => {
        match $found {
            Ok(found) => found,
            Err(answer) => return *answer,
        }
    };
}
use found;
