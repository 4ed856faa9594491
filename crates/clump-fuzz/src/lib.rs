//! What the fuzz targets do with bytes. Each is a function that takes anything, says whether the product took it, and
//! panics if a property of the product does not hold. `fuzz/` feeds them from libFuzzer; `tests/seeds.rs` feeds them
//! from files, so that they cannot rot.
//!
//! | module | bytes | what must hold |
//! |---|---|---|
//! | [`inputs`] | a log, baskets or a table | counts add up, items are nodes, reading twice gives the same |
//! | [`taxonomies`] | a taxonomy | read, written and read again it is the same tree; repairs do what they say |
//! | [`releases`] | what was published | read, written and read again it is the same; the verdict on it is the definition |
//! | [`documents`] | a job, a certificate, a signature, a ledger | read, written and read again it is the same; nobody forges a signature |
//! | [`closed_form`] | choices that make a tree and bags | the closed forms are the definitions |
//! | [`promises`] | choices that make rows with owners | every verdict is what counting all sets says |
//! | [`runs`] | choices that make a log and a job | what is written is verified; another spelling of the log gives the same bytes |

mod choices;
pub mod closed_form;
pub mod documents;
mod folder;
pub mod inputs;
pub mod promises;
pub mod releases;
pub mod runs;
pub mod taxonomies;

/// A target: its name, which is that of its folder of seeds, and what it does.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// All targets.
pub const TARGETS: [Target; 29] = [
    ("aol", inputs::aol),
    ("basket", inputs::basket),
    ("csv", inputs::csv),
    ("tsv", inputs::tsv),
    ("jsonl", inputs::jsonl),
    ("parquet", inputs::parquet),
    ("arrow", inputs::arrow),
    ("edges", taxonomies::edges),
    ("arx", taxonomies::arx),
    ("paths", taxonomies::paths),
    ("amnesia", taxonomies::amnesia),
    ("json", taxonomies::json),
    ("outline", taxonomies::outline),
    ("skos", taxonomies::skos),
    ("wordnet", taxonomies::wordnet),
    ("release-tsv", releases::tsv),
    ("release-csv", releases::csv),
    ("release-jsonl", releases::jsonl),
    ("release-parquet", releases::parquet),
    ("release-arrow", releases::arrow),
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
