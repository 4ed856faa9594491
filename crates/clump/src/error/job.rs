//! Errors of a job before its input is read: settings that are missing, out of range, or contradict each
//! other.

use std::path::PathBuf;

use clump_core::anonymize::ParameterError;
use clump_core::features::BuiltWithout;
use clump_core::promise::{CertaintyError, NamedNodesError, PromiseError, PropertyName, ShareError};
use clump_core::remedy::{Remedy, Setting};
use clump_io::release::ReleaseFormat;
use clump_log::KeyError;
use clump_noise::NoiseError;

use crate::MethodName;

/// Reasons why a job is not valid.
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
    #[error("certainty needs named nodes, and `share:` draws random items")]
    CertaintyOfShare,
    /// The promise would hold of any release.
    #[error("a sensitive node is not in the taxonomy, so its certainty cannot be limited")]
    CertaintyOfUnknown,
    /// Certainty is a share of numbers that carry noise.
    #[error("certainty is a share of owners, and noisy counts do not show how many owners there are")]
    CertaintyOfNoise,
    /// A delta so large that all data of some owner may be published. A limit that depends on the number of
    /// owners would reveal that number.
    #[error("delta must be at most {most}: it is the probability that all data of one owner are published")]
    DeltaTooLarge {
        /// The largest delta that is allowed.
        most: f64,
    },
    /// A ceiling without a node.
    #[error("`ceiling` is empty")]
    NoCeiling(#[from] NamedNodesError),
    /// The promise would hold of any release.
    #[error("`ceiling` names a node that is not in the taxonomy")]
    CeilingAtUnknown,
    /// The job needs something that this build does not have.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// The promise is about something sensitive, and nothing is named.
    #[error("no sensitive node is given")]
    NoSensitive,
    /// A list of nodes cannot be read.
    #[error("{} cannot be read", .0.display())]
    SensitiveFile(PathBuf, #[source] std::io::Error),
    /// A list of nodes is empty.
    #[error("{} has no names", .0.display())]
    EmptySensitiveFile(PathBuf),
    /// The share of sensitive items is not valid.
    #[error("`sensitive` is not a share")]
    SensitiveShare(#[source] ShareError),
    /// Drawn items and named items cannot be told apart afterwards.
    #[error("`sensitive` has both a share and names of nodes")]
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
    /// A text that is no value of the key.
    #[error("`{key}` cannot have this value")]
    Value {
        /// Which key.
        key: &'static str,
    },
    /// Some of the numbers that noise needs, and not all.
    #[error("`{given}` is given, and `{missing}` is not")]
    HalfOfNoise {
        /// A number that is given.
        given: &'static str,
        /// A number that is not given.
        missing: &'static str,
    },
    /// There is no such noise.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// Owners of several rows are in several groups of one release already.
    #[error("`ledger` needs one row for each owner, and here an owner may have several rows")]
    LedgerOfSeveralRows,
    /// A budget of which nothing could be spent.
    #[error("`budget` must be a number above 0")]
    Budget,
    /// A name that does not show a format.
    #[error("{}: its name does not show the format of the release", .0.display())]
    UnknownFormat(PathBuf),
    /// The name of a spreadsheet.
    #[error("{}: a release is not written as a spreadsheet", .0.display())]
    Spreadsheet(PathBuf),
    /// A name of another format, for a method on lines.
    #[error("{}: {} writes tab-separated columns, and the name shows no such format", .path.display(), .method.word())]
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
    /// The output of a taxonomy that is built is not given.
    #[error("no output was given")]
    NoOutput,
    /// A key that building a taxonomy does not use.
    #[error("`{key}` has no effect on the taxonomy that is built")]
    NotForBuilding {
        /// Which key.
        key: String,
    },
    /// A column that names transactions, together with another unit.
    #[error("`transaction` and `unit` define a transaction in different ways")]
    TwoUnits,
    /// More threads than are useful.
    #[error("threads must be at most {most}, not {threads}")]
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
}

impl JobError {
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            JobError::NoK => "set the least number of owners who share a published row, for example {k=5}",
            JobError::Parameter(error) => return error.remedy(),
            JobError::Promise(PromiseError::Without { name: PropertyName::DifferentialPrivacy, .. }) => {
                "add {promise=common-facts}: noise is on the counts of facts"
            }
            JobError::Promise(PromiseError::Without { .. }) => {
                "promise k-anonymity too: certainty is a share of the owners of a row"
            }
            JobError::Promise(_) => "name every property once",
            JobError::Certainty(_) => {
                "set for example {certainty=0.5}: at most half of the owners of a row may have a sensitive item"
            }
            JobError::NoCeiling(_) => "name a node with {ceiling=NODE}, or a list with {ceiling=file:PATH}",
            JobError::CertaintyOfUnknown | JobError::CeilingAtUnknown => {
                "name nodes as the taxonomy spells them: {clump taxonomy show NODE} looks one up; with the built-in taxonomy, topics are health, mental health, sexuality, drugs, crime, religion, politics and finances"
            }
            JobError::CertaintyOfNoise => {
                "leave out {epsilon}, {delta} and {per-owner}, or replace {certainty} by {ceiling=NODE}"
            }
            JobError::DeltaTooLarge { .. } => "lower {delta} to less than 1 / (10 x number of owners)",
            JobError::CertaintyOfShare => {
                "name nodes with {sensitive=NODE}, or a list with {sensitive=file:PATH}"
            }
            JobError::BuiltWithout(without) => return Some(without.remedy()),
            JobError::NoSensitive => {
                "name it with {sensitive=NODE} (repeat it for several) or {sensitive=file:PATH} (one name per line)"
            }
            JobError::SensitiveFile { .. } | JobError::EmptySensitiveFile { .. } => {
                "name a file with one name per line, as the taxonomy spells it"
            }
            JobError::SensitiveShare(_) => "write {sensitive=share:0.2} for a fifth of the items",
            JobError::SensitiveShareAndNames => "leave `share:` out: it is for experiments",
            JobError::StrayKey { key, method } => return Some(stray(key, *method)),
            JobError::Contradiction { keys: ["owner", _] } => {
                "name the column of the owner, or state that each row is one owner"
            }
            JobError::Contradiction { .. } => "leave one of them out",
            JobError::LedgerOfSeveralRows => "use {unit=owner}, which makes one row for each owner",
            JobError::Budget => "set for example {budget=4}, which allows four tables of {epsilon=1}",
            JobError::IdleKey { key } => idle(key),
            JobError::Value { key: "taxonomy" } => "set for example {taxonomy=prefix:1,3}",
            JobError::Value { key: "interests" } => "set {interests=subtree:4} or {interests=similar}",
            JobError::Value { .. } => {
                "set {taxonomy-format=edges|arx|paths|amnesia|json|outline|skos|wordnet}, or {taxonomy-format=skos:de} for a language"
            }
            JobError::HalfOfNoise { .. } => {
                "give all three numbers of the noise, for example {epsilon=1 delta=1e-5 per-owner=10}"
            }
            JobError::Noise(error) => return error.remedy(),
            JobError::UnknownFormat { .. } => return Some(unknown_format()),
            JobError::Spreadsheet { .. } => "end the name in .csv, which spreadsheet programs open",
            JobError::LinesAreTsv { .. } => "end the name in .tsv, .tsv.gz or .tsv.zst",
            JobError::CompressedTwice { .. } => "name it without .gz or .zst, so that others can read it",
            JobError::TooManyThreads { .. } => {
                "lower {threads}, or leave it out: all cores are used, and more threads than cores are no faster"
            }
            JobError::NoOutput => "name the file with {output=tree.tsv}",
            JobError::NotForBuilding { .. } => {
                "leave it out here, and use it with {clump anonymize}: a tree is built from the items of each owner"
            }
            JobError::TwoUnits => "leave out {unit}, or {transaction}",
            JobError::TwoKeys => "give {key} to link releases, or {seed} to repeat one",
            JobError::Key(_) => "give a key of your own with {key=FILE}",
            JobError::KeyFile { .. } | JobError::NotAKey { .. } => {
                "make a key of 64 hexadecimal digits with `openssl rand -hex 32`"
            }
        };
        Some(Remedy::of(sentence))
    }
}

/// Advice with the names of all formats.
fn unknown_format() -> Remedy {
    let extensions: Vec<String> = ReleaseFormat::ALL
        .iter()
        .flat_map(|format| format.extensions())
        .map(|end| format!(".{end}"))
        .collect();
    Remedy::of("end the name in ")
        .say(&extensions.join(", "))
        .and(Remedy::of(" (text also with .gz or .zst after that), or set {to=FORMAT}"))
}

/// Advice for a key that has no effect.
fn idle(key: &str) -> &'static str {
    match key {
        "gap" | "time-format" => "leave it out, or add {unit=session}",
        "spelling" => "leave it out: owners have no names if each row is one owner",
        "cost" => "leave it out, or add {publish=lcg}",
        "parts" => "leave it out, or add {recoding=local|vertical}",
        "sensitive" => "leave it out, add {report} or {page}, or choose {method=coherence}",
        "population" | "labels" => "leave it out, or add {report} or {page}",
        "seed" => "leave it out, or add noise with {epsilon}",
        "ledger" => "leave it out, or add noise with {epsilon}: exact numbers spend no budget",
        "budget" => "leave it out, or name the file that keeps it with {ledger=FILE}",
        "k-cell" | "totals" => "leave it out, or divide facts with {by}",
        "normal-form" => "leave it out: it has an effect on whole queries only",
        "title" | "date" => "leave it out, or add {page}",
        _ => "leave it out: it has an effect on a taxonomy in a file only",
    }
}

/// Advice for a key that the method does not read.
fn stray(key: &str, method: MethodName) -> Remedy {
    let reads = |method: &MethodName| method.has_parameter(key);
    let readers: Vec<&str> = MethodName::ALL.into_iter().filter(reads).map(MethodName::word).collect();
    match readers.as_slice() {
        _ if key == "to" => Remedy::of("end the name of the output in .tsv: ")
            .say(method.word())
            .say(" writes tab-separated columns"),
        _ if key == "ledger" && method == MethodName::Pieces => Remedy::of(
            "leave it out, or use {method=nearest}: pieces of one owner are in many groups of a release, and k is promised for each alone",
        ),
        _ if key == "ceiling" || key == "never" => Remedy::of(
            "leave it out, or choose a method that makes rows of items or counts facts ({clump methods})",
        ),
        _ if key == "certainty" => Remedy::of(
            "leave it out, or choose a method that promises k-anonymity or counts facts ({clump methods})",
        ),
        [] => Remedy::of("leave it out: ").say(method.word()).say(" does not use it"),
        [reader] => Remedy::of("leave it out, or choose the method that reads it: ")
            .set([Setting::with("method", *reader)]),
        readers => Remedy::of("leave it out, or choose a method that reads it: ").say(&readers.join(", ")),
    }
}
