//! A local page that leads from a file to a release. Its steps: contents of the file, owner of each row,
//! purpose of the data, comparison of kinds of release, the run, and its result. Each step shows the command
//! line, the TOML file and the Python line that do the same, so that the user can repeat it.
//!
//! It has no logic of its own. It turns the user's input into keys of a job ([`clump::Keys`]). Jobs, checks,
//! remedies and views are those of the command line.
//!
//! ```text
//! server   a socket on 127.0.0.1 and the routes           door    host, token, origin, headers
//! desk     everything that is open: drafts and runs        work    work in the background: progress, cancel, outcome
//! draft    what was said about one input so far            form    fields of a form as keys of a job
//! repeat   keys as command line, TOML and Python           told    errors as a page tells them
//! private_folder  temporary files that nobody else may see
//! steps/   one file for each step: what it shows, what it takes
//! ```

mod desk;
mod door;
mod draft;
mod error_view;
mod form;
mod private_folder;
mod repeat;
mod run;
mod server;
mod shell;
mod steps;
mod work;

pub use repeat::{Repeat, Verb};
pub use server::{Address, ServeError, Serving, serve};
