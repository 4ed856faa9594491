//! The fuzz targets. Each is a function that takes any bytes, returns true if clump accepted them, and panics
//! if clump breaks a property. `fuzz/` runs them with libFuzzer; `tests/seeds.rs` runs them on files, so that
//! the targets stay up to date.
//!
//! | module | bytes | properties |
//! |---|---|---|
//! | [`inputs`] | a log, baskets or a table | counts add up, items are nodes, reading twice gives the same |
//! | [`taxonomies`] | a taxonomy | read, written and read again it is the same tree; repairs have the stated effect |
//! | [`releases`] | a release | read, written and read again it is the same; the verdict equals the definition |
//! | [`documents`] | a job, a certificate, a signature, a ledger | read, written and read again it is the same; a forged signature is refused |
//! | [`closed_form`] | choices that make a tree and bags | the closed forms equal the definitions |
//! | [`promises`] | choices that make rows with owners | every verdict equals that of counting all sets |
//! | [`runs`] | choices that make a log and a job | every release verifies; another spelling of the log gives the same bytes |

mod choices;
pub mod closed_form;
pub mod documents;
mod folder;
pub mod inputs;
pub mod promises;
pub mod releases;
pub mod runs;
pub mod taxonomies;

use clump::io::Layout;
use clump::io::release::ReleaseFormat;
use clump::io::taxonomy::TaxonomyFormat;

/// A target: its name, which is also the name of its folder of seeds, and its function.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// All targets, which `fuzz/` and `tests/seeds.rs` run.
pub const TARGETS: [Target; 29] = [
    ("aol", |bytes| inputs::reads(bytes, Layout::Aol)),
    ("basket", |bytes| inputs::reads(bytes, Layout::Basket)),
    ("csv", |bytes| inputs::reads(bytes, Layout::Csv)),
    ("tsv", |bytes| inputs::reads(bytes, Layout::Tsv)),
    ("jsonl", |bytes| inputs::reads(bytes, Layout::Jsonl)),
    ("parquet", |bytes| inputs::reads(bytes, Layout::Parquet)),
    ("arrow", |bytes| inputs::reads(bytes, Layout::Arrow)),
    ("edges", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Edges)),
    ("arx", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Arx)),
    ("paths", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Paths)),
    ("amnesia", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Amnesia)),
    ("json", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Json)),
    ("outline", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Outline)),
    ("skos", |bytes| taxonomies::reads(bytes, TaxonomyFormat::Skos)),
    ("wordnet", taxonomies::wordnet),
    ("release-tsv", |bytes| releases::reads(bytes, ReleaseFormat::Tsv)),
    ("release-csv", |bytes| releases::reads(bytes, ReleaseFormat::Csv)),
    ("release-jsonl", |bytes| releases::reads(bytes, ReleaseFormat::Jsonl)),
    ("release-parquet", |bytes| releases::reads(bytes, ReleaseFormat::Parquet)),
    ("release-arrow", |bytes| releases::reads(bytes, ReleaseFormat::Arrow)),
    ("facts", releases::facts),
    ("lines", releases::lines),
    ("job", documents::job),
    ("certificate", documents::certificate),
    ("signature", documents::signature),
    ("ledger", documents::ledger),
    ("closed-form", closed_form::closed_form),
    ("promises", promises::promises),
    ("run", runs::run),
];
