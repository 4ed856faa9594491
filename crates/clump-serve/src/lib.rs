//! A local page that leads from a file to a release. The steps are: contents of the file, owner of each row,
//! purpose of the data, comparison of kinds of release, the run, and its result. To let the user repeat a
//! step, it shows the command line, the TOML file and the Python line that do the same.
//!
//! This crate has no logic of its own: it turns form fields into keys of a job ([`clump::Keys`]). Jobs,
//! checks, remedies and views are those of the command line.
//!
//! ```text
//! server  a socket on 127.0.0.1 and the routes            door        host, token, origin, headers
//! desk    everything that is open: drafts and runs         work        work in the background: progress, outcome
//! draft   the settings of one input and their results      form        fields of a form as keys of a job
//! repeat  keys as command line, TOML and Python            error_view  errors as a page shows them
//! steps/  one file for each step: its page and its form
//! ```

mod desk;
mod door;
mod draft;
mod error_view;
mod form;
mod repeat;
mod run;
mod server;
mod shell;
mod steps;
mod work;

pub use server::{ServeError, Serving, serve};
