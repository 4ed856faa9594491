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
//! let measures = published.report.figures.measures().expect("a release of rows");
//! println!("lost {:.3} of each item", measures.loss_per_item);
//! # Ok::<(), clump::RunError>(())
//! ```

mod attack;
mod check;
mod compare;
mod data;
mod decode;
mod earlier;
mod error;
mod floor;
pub mod generate;
mod job;
mod methods;
mod paths;
mod release;
pub mod reproduce;
mod run;
mod synthesize;
mod taxonomy;
mod threads;

pub use attack::{HashAttack, attack_hash};
pub use check::claim::{Claim, PromiseName, Stated};
pub use check::form::{Deviation, Form};
pub use check::release_file::ReleaseFile;
pub use check::{AgainstOriginals, Checked};
pub use clump_core as core;
pub use clump_io as io;
pub use clump_log as log;
pub use clump_report as report;
pub use clump_wordnet as wordnet;
pub use compare::{CompareParameters, DEFAULT_LINE_METHODS, DEFAULT_METHODS, Floors, compare};
pub use data::gone_before::GoneBefore;
pub use data::{Data, Read};
pub use decode::{Opened, decode_file};
pub use earlier::{ApplyError, EarlierRelease};
pub use error::{
    AttackError, BuildError, CheckError, CompareError, DataError, DecodeError, Dropped, FloorError, JobError,
    ReproduceError, RunError,
};
pub use floor::{Bound, FLOOR_OWNERS, bound};
pub use job::byte_size::{Bytes, BytesError};
pub use job::sensitive::sensitive_labels;
pub use job::{InterestsName, Job, Scope, UnitName};
pub use methods::choose::read_key;
pub use methods::name::{AnyMethod, MethodName};
pub use methods::{MethodFacts, WorksOn, methods_page};
pub use paths::{is_same_file, private_page};
pub use release::publish::{PublishError, publish_texts};
pub use release::targets::check_targets;
pub use run::assess::assess;
pub use run::peak_memory::peak_memory;
pub use run::{Outcome, Published, run, run_with};
pub use synthesize::generate_file;
pub use taxonomy::build::{BuiltTaxonomy, FAN_OUT, build_taxonomy};
pub use taxonomy::load_taxonomy;
