//! What is wrong with a job before anything of its input is read: settings that are missing, out of range, or
//! contradict each other.

use std::path::PathBuf;

use clump_core::anonymize::ParameterError;
use clump_core::built::BuiltWithout;
use clump_core::promise::{CertaintyError, NamedNodesError, PromiseError, PropertyName, ShareError};
use clump_core::remedy::{Remedy, Setting};
use clump_io::GapError;
use clump_io::release::ReleaseFormat;
use clump_log::KeyError;
use clump_noise::NoiseError;

use crate::MethodName;

/// Why a job makes no sense.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The job does not say how many owners a group needs.
    #[error("k is not given")]
    NoK,
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// Properties that do not make a promise together.
    #[error(transparent)]
    Promise(#[from] PromiseError),
    /// A bound on certainty that promises nothing.
    #[error(transparent)]
    Certainty(#[from] CertaintyError),
    /// The promise would have to name items that were drawn from the data.
    #[error("certainty must say of what, and `share:` draws items of the data")]
    CertaintyOfShare,
    /// The promise would hold of any release.
    #[error("certainty is of a node that the taxonomy does not have")]
    CertaintyOfUnknown,
    /// Certainty is a share of numbers that carry noise.
    #[error("certainty is a share of owners, and numbers that carry noise do not tell how many there are")]
    CertaintyOfNoise,
    /// So large a delta allows to publish all that some owner did. A bound that depends on the number of owners would tell it.
    #[error("delta must be at most {most}: it is the probability that all that one owner did is published")]
    DeltaTooLarge {
        /// The largest delta that is allowed.
        most: f64,
    },
    /// A ceiling that is at no node.
    #[error("`ceiling` is empty")]
    NoCeiling(#[from] NamedNodesError),
    /// The promise would hold of any release.
    #[error("a ceiling is at a node that the taxonomy does not have")]
    CeilingAtUnknown,
    /// Something is asked for that this build does not have.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// The promise is about something sensitive, and nothing says what.
    #[error("what is sensitive is not given")]
    NoSensitive,
    /// A list of nodes cannot be read.
    #[error("{} cannot be read", .0.display())]
    SensitiveFile(PathBuf, #[source] std::io::Error),
    /// A list of nodes is empty.
    #[error("{} names nothing", .0.display())]
    EmptySensitiveFile(PathBuf),
    /// The share of sensitive items is none.
    #[error("`sensitive` is not a share")]
    SensitiveShare(#[source] ShareError),
    /// Items that are drawn and items that are named cannot be told apart afterwards.
    #[error("`sensitive` draws a share and names nodes as well")]
    SensitiveShareAndNames,
    /// A key of a job that its method does not read.
    #[error("`{key}` is not a key of the method {}", .method.word())]
    StrayKey {
        /// Which key.
        key: String,
        /// Which method.
        method: MethodName,
    },
    /// Two keys of a job that contradict each other.
    #[error("`{}` and `{}` cannot both be given", .keys[0], .keys[1])]
    Contradiction {
        /// Which keys.
        keys: [&'static str; 2],
    },
    /// A key of a job that another one makes meaningless.
    #[error("`{key}` has no effect here")]
    IdleKey {
        /// Which key.
        key: String,
    },
    /// Some of the numbers that noise needs, and not all.
    #[error("`{given}` is given, and `{missing}` is not")]
    HalfOfNoise {
        /// A number that is given.
        given: &'static str,
        /// One that is not.
        missing: &'static str,
    },
    /// There is no such noise.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// Owners of several rows are in several groups of one release already.
    #[error("`ledger` needs one row for each owner, and here a row is something else")]
    LedgerOfSeveralRows,
    /// Nothing could be spent of it.
    #[error("`budget` must be a number above 0")]
    Budget,
    /// A name that says no format.
    #[error("{}: its name does not say the format of the release", .0.display())]
    UnknownFormat(PathBuf),
    /// A name of a spreadsheet.
    #[error("{}: a release is not written as a spreadsheet", .0.display())]
    Spreadsheet(PathBuf),
    /// A name of something else for what a method on lines writes.
    #[error("{}: {} writes tab separated columns, and the name does not say so", .path.display(), .method.word())]
    LinesAreTsv {
        /// The output.
        path: PathBuf,
        /// Which method.
        method: MethodName,
    },
    /// A format that compresses inside, under a name that says that the file is compressed.
    #[error("{} would be compressed twice: {format} compresses inside", .path.display())]
    CompressedTwice {
        /// The output.
        path: PathBuf,
        /// Its format.
        format: &'static str,
    },
    /// Nothing says where a taxonomy that is built goes.
    #[error("no output was given")]
    NoOutput,
    /// A key that a taxonomy is not built by.
    #[error("`{key}` has no effect on the taxonomy that is built")]
    NotForBuilding {
        /// Which key.
        key: String,
    },
    /// A column that names transactions, and a unit that it does not have.
    #[error("`transaction` says what a transaction is, and `unit` says something else")]
    TwoUnits,
    /// More threads than are of use.
    #[error("{threads} threads are asked for, and a job may have {most}")]
    TooManyThreads {
        /// Threads that are asked for.
        threads: usize,
        /// The most.
        most: usize,
    },
    /// A key from a file and a seed exclude each other.
    #[error("both a key and a seed are given")]
    TwoKeys,
    /// No key could be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The file of a key cannot be read.
    #[error("{} cannot be read", .0.display())]
    KeyFile(PathBuf, #[source] std::io::Error),
    /// The file of a key holds something else.
    #[error("{} holds no key", .0.display())]
    NotAKey(PathBuf, #[source] KeyError),
    /// The period is no duration.
    #[error("`period` is not a duration")]
    Period(#[source] GapError),
    /// The pause is no duration.
    #[error("`gap` is not a pause")]
    Gap(#[from] GapError),
}

impl JobError {
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            JobError::NoK => "say how many owners the promise speaks of, for example {k=5}",
            JobError::Parameter(error) => return error.remedy(),
            JobError::Promise(PromiseError::Without { name: PropertyName::DifferentialPrivacy, .. }) => {
                "noise is on the numbers of facts: add {promise=common-facts}"
            }
            JobError::Promise(PromiseError::Without { .. }) => {
                "certainty is a share of the owners of a row: promise k-anonymity beside it"
            }
            JobError::Promise(_) => "name every property once",
            JobError::Certainty(_) => {
                "{certainty=0.5} says that at most half of the owners of a row may have it"
            }
            JobError::NoCeiling(_) => "name a node with {ceiling=NODE}, or a list with {ceiling=file:PATH}",
            JobError::CertaintyOfUnknown | JobError::CeilingAtUnknown => {
                "name nodes as the taxonomy spells them: {clump taxonomy show NODE} looks one up; with the built-in taxonomy, topics are health, mental health, sexuality, drugs, crime, religion, politics and finances"
            }
            JobError::CertaintyOfNoise => {
                "leave {epsilon}, {delta} and {per-owner} out, or leave {certainty} out and tell nothing below the node with {ceiling=NODE}"
            }
            JobError::DeltaTooLarge { .. } => {
                "lower {delta}: usual is less than 1 in ten times the number of owners"
            }
            JobError::CertaintyOfShare => {
                "name nodes with {sensitive=NODE}, or a list with {sensitive=file:PATH}"
            }
            JobError::BuiltWithout(without) => return Some(without.remedy()),
            JobError::NoSensitive => {
                "name it with {sensitive=NODE} (repeat it for several) or {sensitive=file:PATH} (one name per line)"
            }
            JobError::SensitiveFile { .. } | JobError::EmptySensitiveFile { .. } => {
                "the file has one name per line, as the taxonomy spells it"
            }
            JobError::SensitiveShare(_) => "write {sensitive=share:0.2} for a fifth of the items",
            JobError::SensitiveShareAndNames => "leave `share:` out: it is for experiments",
            JobError::StrayKey { key, method } => return Some(stray(key, *method)),
            JobError::Contradiction { keys: ["owner", _] } => {
                "name the column of the owner, or say that each row is one owner"
            }
            JobError::Contradiction { .. } => "leave one of them out",
            JobError::LedgerOfSeveralRows => {
                "say {unit=owner}: each group of an owner would have to be known of the others"
            }
            JobError::Budget => "{budget=4} allows four tables of {epsilon=1}",
            JobError::IdleKey { key } => idle(key),
            JobError::HalfOfNoise { .. } => {
                "noise needs all three, for example {epsilon=1 delta=1e-5 per-owner=10}"
            }
            JobError::Noise(error) => return error.remedy(),
            JobError::UnknownFormat { .. } => return Some(unknown_format()),
            JobError::Spreadsheet { .. } => "save as .csv, which spreadsheets open",
            JobError::LinesAreTsv { .. } => "end it in .tsv, .tsv.gz or .tsv.zst",
            JobError::CompressedTwice { .. } => "name it without .gz or .zst, so that others can read it",
            JobError::TooManyThreads { .. } => {
                "lower {threads}, or leave it out: all cores are used, and more threads than cores are no faster"
            }
            JobError::NoOutput => "name the file with {output=tree.tsv}",
            JobError::NotForBuilding { .. } => {
                "leave it out: a tree is built from the items of each owner; {clump anonymize} may want it"
            }
            JobError::TwoUnits => "leave out {unit}, or {transaction}",
            JobError::TwoKeys => "give {key} to link releases, or {seed} to repeat one",
            JobError::Key(_) => "give a key of your own with {key=FILE}",
            JobError::KeyFile { .. } | JobError::NotAKey { .. } => {
                "a key is 64 hexadecimal digits; make one with `openssl rand -hex 32`"
            }
            JobError::Period(_) => "{period=24h} is usual",
            JobError::Gap(_) => "{gap=30m} is usual",
        };
        Some(Remedy::of(sentence))
    }
}

/// The names that say a format.
fn unknown_format() -> Remedy {
    let extensions: Vec<String> = ReleaseFormat::ALL
        .iter()
        .flat_map(|format| format.extensions())
        .map(|end| format!(".{end}"))
        .collect();
    Remedy::of("end it in ")
        .say(&extensions.join(", "))
        .and(Remedy::of(" (text also in .gz or .zst after that), or say {to=FORMAT}"))
}

/// Advice for a key that has no effect.
fn idle(key: &str) -> &'static str {
    match key {
        "gap" | "time-format" => "leave it out, or add {unit=session}",
        "owners-as-they-are" | "fold-owners" => "leave it out: a row that is an owner has no name",
        "prefixes" => "leave it out, or add {taxonomy=prefix}",
        "cost" => "leave it out, or add {publish=lcg}",
        "parts" => "leave it out, or add {recoding=local|vertical}",
        "level" => "leave it out, or use {interests=subtree}",
        "drop-known-owners" => "leave it out, or name the audit with {earlier-audit}",
        "new-owners-only" => "leave it out: the audit shows who is new",
        "sensitive" => "leave it out, ask for a {report} or a {page}, or choose {method=coherence}",
        "population" | "labels" => "leave it out, or ask for a {report} or a {page}",
        "seed" => "leave it out, or add noise with {epsilon}",
        "ledger" => {
            "leave it out, or add noise with {epsilon}: exact numbers spend no budget that could be kept"
        }
        "budget" => "leave it out, or name the file that keeps it with {ledger=FILE}",
        "k-cell" | "totals" => "leave it out, or divide facts with {by}",
        "normal-form" => "leave it out: it is about whole queries",
        "title" | "date" => "leave it out, or ask for a {page}",
        _ => "leave it out: it is about a taxonomy in a file",
    }
}

/// Which methods read a key.
fn stray(key: &str, method: MethodName) -> Remedy {
    let reads = |method: &MethodName| method.has_parameter(key);
    let readers: Vec<&str> = MethodName::ALL.into_iter().filter(reads).map(MethodName::word).collect();
    match readers.as_slice() {
        _ if key == "to" => {
            Remedy::default().say(method.word()).say(" writes tab separated columns: name its output `.tsv`")
        }
        _ if key == "ledger" && method == MethodName::Pieces => Remedy::of(
            "leave it out, or say {method=nearest}: pieces of one owner are in many groups of one release, and k is promised of each alone",
        ),
        _ if key == "ceiling" || key == "never" => Remedy::of(
            "leave it out, or choose a method that makes rows of items or counts facts ({clump methods})",
        ),
        _ if key == "certainty" => Remedy::of(
            "leave it out, or choose a method that promises k-anonymity or counts facts ({clump methods})",
        ),
        [] => Remedy::of("leave it out: ").say(method.word()).say(" does not work that way"),
        [reader] => Remedy::of("leave it out, or choose the method that reads it: ")
            .set([Setting::with("method", *reader)]),
        readers => Remedy::of("leave it out, or choose a method that reads it: ").say(&readers.join(", ")),
    }
}
