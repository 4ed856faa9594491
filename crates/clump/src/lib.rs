//! Makes set-valued data safe to publish: one value, a [`Job`], describes a run, and [`run`] carries it out.
//!
//! read -> map -> transactions -> anonymize -> verify -> measure -> release and report
//!
//! ```no_run
//! use clump::{Job, Nearest};
//!
//! let job = Job::anonymize("log.tsv").k(5).method(Nearest::default()).output("release.csv");
//! let outcome = clump::run(&job, &())?;
//! let published = outcome.published.expect("the promise was kept");
//! let measures = published.report.figures.measures().expect("a release of rows");
//! println!("lost {:.3} of each item", measures.loss_per_item);
//! # Ok::<(), clump::RunError>(())
//! ```
//!
//! # Features
//! Both are on by default. A build without a feature still knows the words that belong to it in jobs, and
//! reports an error that names the feature ([`core::features::BuiltWithout`]).
//!
//! | feature | what it brings |
//! |---|---|
//! | `columnar` | Parquet and Arrow, read and written |
//! | `dp` | differential privacy: noise on counts |

mod attack;
mod build_taxonomy;
mod check;
#[cfg(feature = "columnar")]
pub mod cluster;
mod compare;
mod data;
mod decode;
mod earlier;
mod error;
mod floor;
mod guards;
mod inspect;
mod job;
mod machine;
mod measure;
mod methods;
mod paths;
mod presets;
mod release;
mod run;
pub mod signature;
mod taxonomy;

pub use attack::{HashAttack, attack_hash};
pub use build_taxonomy::{BuiltTaxonomy, FAN_OUT, build_taxonomy, building_job};
pub use check::checked::Strength;
pub use check::claim::Stated;
pub use check::form::{Deviation, Form};
pub use check::release_file::ReleaseFile;
pub use check::{AgainstOriginals, Checked, CheckedProperty};
pub use clump_core as core;
pub use clump_core::tasks::Purpose;
pub use clump_io as io;
pub use clump_log as log;
pub use clump_noise as noise;
pub use clump_report as report;
pub use clump_wordnet as wordnet;
pub use compare::{CompareParameters, DEFAULT_KINDS, DEFAULT_LINE_KINDS, Floors, compare};
pub use data::gone_before::{GoneBefore, require_half};
pub use data::{Data, ReadSummary};
pub use decode::{Opened, decode, decode_file};
pub use earlier::EarlierRelease;
pub use error::{
    ApplyError, CheckError, DataError, Dropped, JobError, LedgerError, PublishError, RunError, SignatureError,
};
pub use floor::{Bound, FLOOR_OWNERS, Least, bound};
#[doc(hidden)]
pub use guards::ledger::rewritten_ledger;
pub use inspect::{Inspected, inspect};
pub use job::sensitive::{ceiling_nodes, sensitive_labels};
pub use job::{
    ByteSize, ByteSizeError, CeilingGuard, CertaintyGuard, Guards, InputSettings, Job, Keys, LedgerGuard,
    NeverGuard, OutputSettings, ReportSettings, Resources, Scope, TaxonomySettings, UnitName, WordSettings,
    keys,
};
pub use machine::{peak_memory, with_threads};
pub use measure::{Aligned, Measured, Unaligned};
pub use methods::key::{KeySource, read_key};
pub use methods::{
    AnyMethod, Apply, Apriori, Clump, Coherence, Counts, DropAll, DropIds, DropRare, EarlierOwners,
    FactMethod, Hash, HashIds, HashQueries, Method, MethodChoice, MethodFacts, MethodName, Nearest,
    Partition, PickedKind, Pieces, Scrub, Share, SharedSetting, ShortSessions, Split, WorksOn, kind_for,
    methods_page,
};
pub use paths::{is_same_file, private_page};
pub use presets::{Preset, presets, presets_page};
pub use release::beside_originals::{BesideOriginals, RowBeside};
pub use release::certificate_file::{fingerprint_of_bytes, fingerprint_of_files};
pub use release::checked_release::CheckedRelease;
pub use release::publish::publish_texts;
pub use release::targets::check_targets;
pub use run::figures::RunFigures;
pub use run::{Made, Outcome, Published, make, run, run_with};
pub use taxonomy::load_taxonomy;

/// Writes files that appear completely or not at all, for programs that add files to those of a run. A file
/// has no name until it is complete.
pub mod staging {
    pub use crate::PublishError;
    pub use crate::release::publish::{Existing, check_target, publish_all};
    pub use crate::release::staged::{Audience, StagedFile, Staging};
}
