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

mod apply;
mod assess;
mod attack;
mod audit;
mod bound;
mod budget;
mod build_taxonomy;
mod bytes;
mod certificate_file;
mod check;
mod check_certificate;
mod check_lines;
mod choose;
mod claim;
mod compare;
mod data;
mod decode;
mod error;
mod form;
pub mod generate;
mod gone_before;
mod job;
mod memory;
mod method;
mod methods;
mod pages;
mod publish;
mod recount;
mod release_file;
pub mod reproduce;
mod rows;
mod run;
mod sample;
mod sensitive;
mod synthesize;
mod targets;
mod today;
mod words;

pub use apply::{ApplyError, EarlierRelease};
pub use assess::assess;
pub use attack::{HashAttack, attack_hash};
pub use bound::{Bound, bound};
pub use build_taxonomy::{BuiltTaxonomy, FAN_OUT, build_taxonomy};
pub use bytes::{Bytes, BytesError};
pub use check::{AgainstOriginals, Checked};
pub use choose::read_key;
pub use claim::{Claim, PromiseName, Stated};
pub use clump_core as core;
pub use clump_io as io;
pub use clump_log as log;
pub use clump_report as report;
pub use clump_wordnet as wordnet;
pub use compare::{CompareParameters, DEFAULT_LINE_METHODS, DEFAULT_METHODS, FLOOR_OWNERS, Floors, compare};
pub use data::{Data, load_taxonomy};
pub use decode::{Opened, decode_file};
pub use error::{Dropped, RunError};
pub use form::{Deviation, Form};
pub use gone_before::GoneBefore;
pub use job::{InterestsName, Job, Scope, UnitName};
pub use memory::peak_memory;
pub use method::{AnyMethod, MethodName};
pub use methods::{MethodFacts, WorksOn, methods_page};
pub use publish::{PublishError, is_same_file, publish_texts, remove_staged};
pub use release_file::ReleaseFile;
pub use run::{Outcome, Published, Read, run, run_with};
pub use sensitive::sensitive_labels;
pub use synthesize::generate_file;
pub use targets::{check_targets, private_page};
