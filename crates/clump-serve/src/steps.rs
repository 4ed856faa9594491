//! One file for each step: what it shows, and what it takes.

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

/// The draft of a number, or the answer that there is none.
fn draft_of(shared: &Shared, id: u32) -> Result<Arc<Draft>, Box<Response>> {
    shared.desk.draft(id).ok_or_else(|| Box::new(nothing(&shared.token)))
}

/// The run of a number, or the answer that there is none.
fn run_of(shared: &Shared, id: u32) -> Result<Arc<Run>, Box<Response>> {
    shared.desk.found_run(id).ok_or_else(|| Box::new(nothing(&shared.token)))
}

/// The draft of a number; leaves the handler if there is none.
macro_rules! found {
    ($found:expr) => {
        match $found {
            Ok(found) => found,
            Err(answer) => return *answer,
        }
    };
}
use found;
