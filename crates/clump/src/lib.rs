//! Makes set-valued data safe to publish: one value, a [`Job`], describes a run, and [`run`] carries it out.
//!
//! read -> map -> transactions -> anonymize -> verify -> measure -> release and report
//!
//! ```no_run
//! let job = clump::Job {
//!     input: vec![std::path::Path::new("log.tsv").into()],
//!     k: Some(5),
//!     output: Some("release.tsv".into()),
//!     ..clump::Job::default()
//! };
//! let outcome = clump::run(&job, &())?;
//! let published = outcome.published.expect("the promise was kept");
//! println!("lost {:.3} of each item", published.report.measures.loss_per_item);
//! # Ok::<(), clump::RunError>(())
//! ```

mod audit;
mod bound;
mod check;
mod data;
mod error;
pub mod generate;
mod job;
mod memory;
mod publish;
mod release_file;
mod rows;
mod run;
mod synthesize;
mod targets;

pub use bound::{Bound, bound};
pub use check::{AgainstOriginals, Checked};
pub use clump_core as core;
pub use clump_io as io;
pub use clump_report as report;
pub use clump_wordnet as wordnet;
pub use data::{Data, load_taxonomy};
pub use error::{Dropped, RunError};
pub use job::{Job, MethodName, Scope, UnitName};
pub use memory::peak_memory;
pub use publish::{PublishError, is_same_file};
pub use release_file::ReleaseFile;
pub use run::{Outcome, Published, run, run_with};
pub use synthesize::generate_file;
