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
    /// The job does not state k, the least number of owners of a group.
    #[error("k is not given")]
    NoK,
    /// A parameter of the method is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The properties that the job asks for cannot be combined in one promise.
    #[error(transparent)]
    Promise(#[from] PromiseError),
    /// The bound on certainty is so weak that it promises nothing, or it has no node.
    #[error(transparent)]
    Certainty(#[from] CertaintyError),
    /// Certainty needs the names of nodes, but the sensitive items are drawn at random with `share:`.
    #[error("certainty needs named nodes, and `share:` draws random items")]
    CertaintyOfShare,
    /// A node for certainty is not in the taxonomy, so any release would keep the promise.
    #[error("a sensitive node is not in the taxonomy, so its certainty cannot be limited")]
    CertaintyOfUnknown,
    /// Certainty is a share of owners, but the job adds noise to the numbers of owners.
    #[error("certainty is a share of owners, and noisy counts do not show how many owners there are")]
    CertaintyOfNoise,
    /// Delta is so large that all data of some owner may be published. The limit on delta does not depend on
    /// the number of owners, because it would reveal that number.
    #[error("delta must be at most {most}: it is the probability that all data of one owner are published")]
    DeltaTooLarge {
        /// The largest delta that a job may state.
        most: f64,
    },
    /// The job sets a ceiling without naming a node.
    #[error("`ceiling` is empty")]
    NoCeiling(#[from] NamedNodesError),
    /// The node of a ceiling is not in the taxonomy, so any release would keep the promise.
    #[error("`ceiling` names a node that is not in the taxonomy")]
    CeilingAtUnknown,
    /// The job needs a feature that this build of clump does not have.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// The promise is about sensitive nodes, but the job names none.
    #[error("no sensitive node is given")]
    NoSensitive,
    /// A file with names of sensitive nodes cannot be read.
    #[error("{} cannot be read", .0.display())]
    SensitiveFile(PathBuf, #[source] std::io::Error),
    /// A file with names of sensitive nodes is empty.
    #[error("{} has no names", .0.display())]
    EmptySensitiveFile(PathBuf),
    /// The share of items to draw as sensitive is not a valid share.
    #[error("`sensitive` is not a share")]
    SensitiveShare(#[source] ShareError),
    /// Sensitive items are given both by names and as a share, and later nobody could tell which are which.
    #[error("`sensitive` has both a share and names of nodes")]
    SensitiveShareAndNames,
    /// The job has a key that its method does not use.
    #[error("`{key}` is not a key of the method {}", .method.word())]
    StrayKey {
        /// Name of the key.
        key: String,
        /// The method of the job.
        method: MethodName,
    },
    /// The job has two keys that contradict each other.
    #[error("`{}` and `{}` cannot both be given", .keys[0], .keys[1])]
    Contradiction {
        /// Names of the two keys.
        keys: [&'static str; 2],
    },
    /// These tables cannot be published together, or not with the other settings.
    #[error("these tables cannot be published so: {reason}")]
    Tables {
        /// The reason.
        reason: &'static str,
    },
    /// The job has a key that has no effect because of another setting.
    #[error("`{key}` has no effect here")]
    IdleKey {
        /// Name of the key that has no effect.
        key: String,
    },
    /// The job has a value that its key does not allow.
    #[error("`{key}` cannot have this value")]
    Value {
        /// Name of the key.
        key: &'static str,
    },
    /// Noise needs several numbers, and the job states only some of them.
    #[error("`{given}` is given, and `{missing}` is not")]
    HalfOfNoise {
        /// Name of a number that the job states.
        given: &'static str,
        /// Name of a number that the job does not state.
        missing: &'static str,
    },
    /// Noise cannot be drawn, or cannot give the privacy that the job asks for.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// A ledger needs one row per owner. Owners with several rows would be in several groups of one release.
    #[error("`ledger` needs one row for each owner, and here an owner may have several rows")]
    LedgerOfSeveralRows,
    /// The row for the rest cannot be compared with earlier releases.
    #[error("a ledger does not compare the row for the rest with earlier ones")]
    LedgerOfRest,
    /// The privacy budget is not above 0, so it would allow no table at all.
    #[error("`budget` must be a number above 0")]
    Budget,
    /// The name of the release file does not show its format.
    #[error("{}: its name does not show the format of the release", .0.display())]
    UnknownFormat(PathBuf),
    /// The name of the release file is that of a spreadsheet, which is not a format of releases.
    #[error("{}: a release is not written as a spreadsheet", .0.display())]
    Spreadsheet(PathBuf),
    /// A method on lines writes tab-separated columns, but the name of the output is of another format.
    #[error("{}: {} writes tab-separated columns, and the name shows no such format", .path.display(), .method.word())]
    LinesAreTsv {
        /// Path of the output.
        path: PathBuf,
        /// The method of the job.
        method: MethodName,
    },
    /// The format compresses its content, and the file name asks for compression once more.
    #[error("{} would be compressed twice: {format} compresses inside", .path.display())]
    CompressedTwice {
        /// Path of the output.
        path: PathBuf,
        /// Name of the format of the output.
        format: &'static str,
    },
    /// The job builds a taxonomy, but names no output for it.
    #[error("no output was given")]
    NoOutput,
    /// The job builds a taxonomy, and has a key that this does not use.
    #[error("`{key}` has no effect on the taxonomy that is built")]
    NotForBuilding {
        /// Name of the key without effect.
        key: String,
    },
    /// The job names a column of transactions, and also another unit of a transaction.
    #[error("`transaction` and `unit` define a transaction in different ways")]
    TwoUnits,
    /// The job asks for more threads than are useful.
    #[error("threads must be at most {most}, not {threads}")]
    TooManyThreads {
        /// Number of threads in the job.
        threads: usize,
        /// Largest number of threads that a job may ask for.
        most: usize,
    },
    /// The job has both a key file and a seed, but only one of them can make the key.
    #[error("both a key and a seed are given")]
    TwoKeys,
    /// The key that the method needs cannot be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The file with the key cannot be read.
    #[error("{} cannot be read", .0.display())]
    KeyFile(PathBuf, #[source] std::io::Error),
    /// The file for the key contains something else.
    #[error("{} holds no key", .0.display())]
    NotAKey(PathBuf, #[source] KeyError),
}

impl JobError {
    /// Advice for the user; `None` if no advice helps.
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
            JobError::Tables { .. } => "change the list of {table}, or leave the other setting out",
            JobError::LedgerOfSeveralRows => "use {unit=owner}, which makes one row for each owner",
            JobError::LedgerOfRest => "leave {rest} out",
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

/// Advice that lists the file extensions of all formats.
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

/// Advice for the key `key`, which has no effect.
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
        "k-cell" => "leave it out, or divide facts into cells, for example {table=query:day}",
        "time-zone" => "leave it out, or divide facts by time, for example {table=query:day}",
        "stop-words" | "min-length" => "leave it out, or add a table of words, for example {table=word}",
        "normal-form" => "leave it out: it has an effect on whole queries only",
        "title" | "date" => "leave it out, or add {page}",
        _ => "leave it out: it has an effect on a taxonomy in a file only",
    }
}

/// Advice for the key `key`, which the `method` does not use.
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
