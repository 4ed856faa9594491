//! Why a run ended without a release, and what to do about it.

use std::path::PathBuf;

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::built::BuiltWithout;
use clump_core::grow::GrowError;
use clump_core::promise::{CapError, PromiseError, ShareError};
use clump_io::release::ReleaseFormat;
use clump_io::{GapError, ReadError};
use clump_log::KeyError;
use clump_log::share::RowError;

use crate::earlier::ApplyError;
use crate::release::publish::PublishError;
use crate::{ByteSize, GoneBefore, MethodName};

/// Everything that can go wrong between a [`Job`](crate::Job) and its release. No variant holds a value of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The job does not say how many owners a group needs.
    #[error("k is not given")]
    NoK,
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// Properties that do not make a promise together.
    #[error(transparent)]
    Promise(#[from] PromiseError),
    /// A cap that promises nothing.
    #[error(transparent)]
    Cap(#[from] CapError),
    /// The promise would have to name items that were drawn from the data.
    #[error("a cap must say what it is on, and `share:` draws items of the data")]
    CapOnShare,
    /// The promise would hold of any release.
    #[error("a cap is on a node that the taxonomy does not have")]
    CapOnUnknown,
    /// The promise is about something sensitive, and nothing says what.
    #[error("what is sensitive is not given")]
    NoSensitive,
    /// The list of what is sensitive cannot be read.
    #[error("{} cannot be read", .path.display())]
    SensitiveFile {
        /// The list.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The list of what is sensitive is empty.
    #[error("{} names nothing sensitive", .path.display())]
    EmptySensitiveFile {
        /// The list.
        path: PathBuf,
    },
    /// The share of sensitive items is none.
    #[error("`sensitive` is not a share")]
    SensitiveShare(#[source] ShareError),
    /// Items that are drawn and items that are named cannot be told apart afterwards.
    #[error("`sensitive` draws a share and names nodes as well")]
    SensitiveShareAndNames,
    /// A release has labels, and no tree.
    #[error("`{word}:` says nothing of a release that is read: it has no tree, only labels")]
    NotALabel {
        /// `below` or `share`.
        word: &'static str,
    },
    /// A promise about something sensitive, of a release that shows nothing of it.
    #[error("no label of the release is sensitive, so nothing can be checked")]
    NoSensitiveLabel,
    /// A promise about what an attacker may know, of a release in which that is nothing.
    #[error("every label of the release is sensitive: none is public, so nothing is protected")]
    NoPublicLabel,
    /// What is named sensitive does not occur.
    #[error("nothing of the data is at or below what is named sensitive")]
    NothingSensitive,
    /// The file of labels cannot be read.
    #[error("{} cannot be read", .path.display())]
    LabelFile {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A line of the file of labels that is none.
    #[error("{}: line {line}: expected an owner who has no other label yet, and a label, separated by a tab", .path.display())]
    LabelLine {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    /// An owner without a label.
    #[error("{}: some owner of the input has no label", .path.display())]
    NoLabel {
        /// The file.
        path: PathBuf,
    },
    /// A key of a job that its method does not read.
    #[error("`{key}` is not a key of the method {}", .method.word())]
    StrayKey {
        /// Which key.
        key: String,
        /// Which method.
        method: MethodName,
    },
    /// Nothing says where the taxonomy goes.
    #[error("no output was given")]
    NoOutput,
    /// A key that a taxonomy is not built by.
    #[error("`{key}` has no effect on the taxonomy that is built")]
    NotForBuilding {
        /// Which key.
        key: String,
    },
    /// No taxonomy can be made from the data.
    #[error(transparent)]
    Grow(#[from] GrowError),
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
    /// A name that says no format.
    #[error("{}: its name does not say the format of the release", .path.display())]
    UnknownFormat {
        /// The output.
        path: PathBuf,
    },
    /// A name of a spreadsheet.
    #[error("{}: a release is not written as a spreadsheet", .path.display())]
    Spreadsheet {
        /// The output.
        path: PathBuf,
    },
    /// A name of something else for what a method on lines writes.
    #[error("{}: {} writes tab separated columns, and the name does not say so", .path.display(), .method.word())]
    LinesAreTsv {
        /// The output.
        path: PathBuf,
        /// Which method.
        method: MethodName,
    },
    /// A label that the format of the release cannot carry.
    #[error("a label of the release holds `|`, which separates items in {format}")]
    LabelHoldsSeparator {
        /// The format.
        format: &'static str,
    },
    /// A format that compresses inside, under a name that says that the file is compressed.
    #[error("{} would be compressed twice: {format} compresses inside", .path.display())]
    CompressedTwice {
        /// The output.
        path: PathBuf,
        /// Its format.
        format: &'static str,
    },
    /// A setting of a verdict that its promise does not know.
    #[error("`{parameter}` is no number of that promise")]
    StrayStated {
        /// Which one.
        parameter: &'static str,
    },
    /// The key of an attack is not the one of the release.
    #[error("{} is not the key of this release", .path.display())]
    WrongKey {
        /// The key.
        path: PathBuf,
    },
    /// A release that was not hashed.
    #[error("{} holds words that are not hashed", .path.display())]
    NotHashed {
        /// The release.
        path: PathBuf,
    },
    /// A column that names transactions, and a unit that it does not have.
    #[error("`transaction` says what a transaction is, and `unit` says something else")]
    TwoUnits,
    /// A key from a file and a seed exclude each other.
    #[error("both a key and a seed are given")]
    TwoKeys,
    /// No key could be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The file of a key cannot be read.
    #[error("{} cannot be read", .path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The file of a key holds something else.
    #[error("{} holds no key", .path.display())]
    NotAKey {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: KeyError,
    },
    /// The period is no duration.
    #[error("`period` is not a duration")]
    Period(#[source] GapError),
    /// Nothing says what a release promises.
    #[error("what the release promises is not given")]
    NoPromise,
    /// A number of the promise is missing.
    #[error("{parameter} is not given")]
    NotStated {
        /// Which one.
        parameter: &'static str,
    },
    /// A release of lines where rows of items are needed.
    #[error("{}: a log has no rows of items", .path.display())]
    NotRows {
        /// The release.
        path: PathBuf,
    },
    /// Owners under names that may be their own.
    #[error("{}: owners have names that are not numbers from 1 on", .path.display())]
    NamedOwners {
        /// The release.
        path: PathBuf,
    },
    /// A row of a release of shares that cannot be read.
    #[error("{}: {source}", .path.display())]
    Sealed {
        /// The release.
        path: PathBuf,
        /// What is wrong, and where.
        source: RowError,
    },
    /// The pause is no duration.
    #[error("`gap` is not a pause")]
    Gap(#[from] GapError),
    /// The input could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Nothing is left to publish.
    #[error("no owner has an item of the taxonomy")]
    NothingKnown {
        /// Owners that were read.
        owners: u64,
        /// Distinct words that the taxonomy does not have.
        unknown: usize,
    },
    /// Most of what was read is gone before anything is grouped.
    #[error("{} gone before anything is grouped", .0.what())]
    GoneBefore(#[source] GoneBefore),
    /// The promise cannot be kept.
    #[error("{reason}")]
    Anonymize {
        /// Why not.
        reason: AnonymizeError,
        /// Where owners went; none if all are there.
        #[source]
        cause: Option<Dropped>,
    },
    /// The paper's experiments go up to a k that the log has no owners for.
    #[error("{owners} owners are too few for the paper's experiments, which need {needed}")]
    TooSmallToReproduce {
        /// Owners of the log.
        owners: usize,
        /// The largest k of the experiments.
        needed: usize,
        /// Where owners went; none if all are there.
        #[source]
        cause: Option<Dropped>,
    },
    /// One file is given twice, so its owners would be counted twice.
    #[error("{} is given twice", .path.display())]
    RepeatedInput {
        /// The file.
        path: PathBuf,
    },
    /// A file of another kind where finished cells of a comparison are kept.
    #[error("{} is no file of finished cells", .path.display())]
    NotCells {
        /// The file.
        path: PathBuf,
    },
    /// Rows of sessions or queries do not say how many of them they stand for.
    #[error("{} has one row for each owner of a group, and an owner has several transactions", .path.display())]
    RowsWithoutAudit {
        /// The release.
        path: PathBuf,
    },
    /// The run does not fit in the memory that it may have.
    #[error("the run would need about {needed} of memory, and may have {memory}")]
    Memory {
        /// What it would need.
        needed: ByteSize,
        /// What it may have.
        memory: ByteSize,
        /// What would fit.
        instead: Option<&'static str>,
    },
    /// Something was asked for that this build does not have.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// An earlier release is not applied.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// A file could not be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// An audit of another release, or of one that was changed since.
    #[error("{} is the audit of another release than {}", .audit.display(), .release.display())]
    OtherAudit {
        /// The audit.
        audit: PathBuf,
        /// The release.
        release: PathBuf,
    },
    /// A release and its audit do not belong together.
    #[error("{}: line {line}: {what}", .path.display())]
    Audit {
        /// The audit.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A released label that the taxonomy of the data does not have.
    #[error("{}: row {row}: a label is not in the taxonomy of the input", .path.display())]
    ForeignLabel {
        /// The release.
        path: PathBuf,
        /// Which row, from 1.
        row: usize,
    },
    /// A release of another number of rows than the data have transactions.
    #[error("{} has {rows} rows, but the input has {transactions} transactions", .path.display())]
    OtherRows {
        /// The release.
        path: PathBuf,
        /// Its rows.
        rows: usize,
        /// Transactions of the input.
        transactions: usize,
    },
    /// A released row that does not stand for its transaction.
    #[error("{}: row {row}: it does not generalize the transaction that the audit names", .path.display())]
    NotGeneralized {
        /// The release.
        path: PathBuf,
        /// Which row, from 1.
        row: usize,
    },
    /// The certificate beside a release cannot be understood. What the parser says of it may quote it.
    #[error("{} is not a certificate that this version writes: line {line}", .path.display())]
    Certificate {
        /// The certificate.
        path: PathBuf,
        /// Where it stops being one, from 1.
        line: usize,
    },
    /// A release or its certificate cannot be read.
    #[error("{} cannot be read", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The system refuses to start that many threads.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// stdout went away or a file vanished.
    #[error("writing the release failed")]
    Io(#[from] std::io::Error),
}

/// Owners that were dropped.
#[derive(Debug, thiserror::Error)]
#[error("{empty} of {read} owners have no item of the taxonomy ({unknown} distinct words are not in it)")]
pub struct Dropped {
    /// Owners that were read.
    pub read: u64,
    /// Those of them without a known item.
    pub empty: u64,
    /// Distinct unknown words.
    pub unknown: usize,
}

impl RunError {
    /// What the user can do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            RunError::NoK => "say how many owners the promise speaks of, for example `--k 5`",
            RunError::Parameter(ParameterError::KTooSmall { .. }) => {
                "`--k 5` to `--k 10` is usual; larger hides better and loses more"
            }
            RunError::Parameter(ParameterError::NoGroupTried) => "leave `--r` out for the paper's 10",
            RunError::Parameter(ParameterError::NothingKnown { .. }) => {
                "2 is usual; more protects better and loses more"
            }
            RunError::Parameter(ParameterError::BuiltWithout(without)) | RunError::BuiltWithout(without) => {
                return Some(without.hint());
            }
            RunError::Parameter(_) => "leave the flag out for its default",
            RunError::Promise(PromiseError::Without { .. }) => {
                "a cap is on what the owners of a row share: promise k-anonymity beside it"
            }
            RunError::Promise(_) => "name every property once",
            RunError::Cap(_) => "`--cap 0.5` says that at most half of the owners of a row may have it",
            RunError::CapOnUnknown => {
                "name nodes as the taxonomy spells them: `clump taxonomy show NODE` looks one up"
            }
            RunError::CapOnShare => {
                "name nodes with `--sensitive NODE`, or a list with `--sensitive file:PATH`"
            }
            RunError::NoSensitive => {
                "name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)"
            }
            RunError::SensitiveFile { .. } | RunError::EmptySensitiveFile { .. } => {
                "the file has one name per line, as the taxonomy spells it"
            }
            RunError::SensitiveShare(_) => "write `--sensitive share:0.2` for a fifth of the items",
            RunError::SensitiveShareAndNames => "leave `share:` out: it is for experiments",
            RunError::NotALabel { .. } => {
                "name labels as they are published, or list them in a file: `--sensitive file:PATH`; the certificate names them under `sensitive_items`"
            }
            RunError::NoSensitiveLabel => {
                "name labels as they are published; a certificate that names others is not the one of this release"
            }
            RunError::NoPublicLabel => {
                "name only what nobody should learn: the promise is about those who know something else"
            }
            RunError::NothingSensitive => {
                "name nodes as the taxonomy spells them (`clump taxonomy show NODE` looks one up), or a list with `--sensitive file:PATH`"
            }
            RunError::LabelFile { .. } | RunError::LabelLine { .. } | RunError::NoLabel { .. } => {
                "the file has a line `owner<TAB>label` for every owner"
            }
            RunError::StrayKey { key, method } => return Some(stray_hint(key, *method)),
            RunError::NoOutput => "name the file with `--output tree.tsv`",
            RunError::NotForBuilding { .. } => {
                "leave it out: a tree is built from the items of each owner; `clump anonymize` may want it"
            }
            RunError::Grow(_) => "lower `--k`, or bring a taxonomy in a file",
            RunError::Contradiction { keys: ["owner", _] } => {
                "name the column of the owner, or say that each row is one owner"
            }
            RunError::Contradiction { .. } => "leave one of them out",
            RunError::IdleKey { key } => return Some(idle_hint(key).to_owned()),
            RunError::UnknownFormat { .. } => return Some(unknown_format_hint()),
            RunError::Spreadsheet { .. } => "save as .csv, which spreadsheets open",
            RunError::LinesAreTsv { .. } => "end it in .tsv, .tsv.gz or .tsv.zst",
            RunError::LabelHoldsSeparator { .. } => {
                "choose a format that takes any label: .csv, .jsonl, .parquet or .arrow"
            }
            RunError::CompressedTwice { .. } => "name it without .gz or .zst, so that others can read it",
            RunError::StrayStated { parameter } => {
                return Some(match *parameter {
                    "m" => "say `--promise km-anonymity`, or leave `--m` out".to_owned(),
                    "cap" => {
                        "say `--promise k-anonymity --promise sensitive-cap`, or leave `--cap` out".to_owned()
                    }
                    parameter => format!("say `--promise coherence`, or leave `--{parameter}` out"),
                });
            }
            RunError::WrongKey { .. } => "pass the file that was given to `clump anonymize --key`",
            RunError::NotHashed { .. } => "this is an attack on releases of `--method hash`",
            RunError::TwoUnits => "leave out `--unit`, or `--transaction`",
            RunError::TwoKeys => "give `--key` to link releases, or `--seed` to repeat one",
            RunError::Key(_) => "give a key of your own with `--key FILE`",
            RunError::KeyFile { .. } | RunError::NotAKey { .. } => {
                "a key is 64 hexadecimal digits; make one with `openssl rand -hex 32`"
            }
            RunError::Period(_) => "`--period 24h` is usual",
            RunError::NoPromise => "say it with `--promise`, for example `--promise k-anonymity --k 5`",
            RunError::NotStated { parameter } => {
                return Some(format!("add `--{parameter}`; the certificate beside a release states it too"));
            }
            RunError::NotRows { .. } => {
                "`clump verify` checks it; losses are those of methods on transactions"
            }
            RunError::NamedOwners { .. } => {
                "no promise covers names; `clump anonymize --method drop-rare` publishes lines without them"
            }
            RunError::Sealed { .. } => "the file was changed or cut short; take it from its publisher again",
            RunError::Gap(_) => "`--gap 30m` is usual",
            RunError::Read(error) => return error.hint(),
            RunError::NothingKnown { .. } => {
                "is this the right `--taxonomy`? List the words with `clump inspect INPUT --unknown-words`"
            }
            RunError::GoneBefore(_) => {
                "is this the right `--taxonomy`? `clump inspect INPUT --unknown-words` lists the words; `--overrides FILE` or \
                 `--unknown as:NODE` gives them a place; `--accept-loss` goes on without them"
            }
            RunError::Anonymize { reason: AnonymizeError::NoSensitiveItem, .. } => {
                "name nodes as the taxonomy spells them: `clump taxonomy export` lists it; a share must leave at least one"
            }
            RunError::Anonymize { reason: AnonymizeError::NoPublicItem, .. } => {
                "name only what nobody should learn: the promise is about those who know something else"
            }
            RunError::Anonymize { reason: AnonymizeError::NoPublicItemLeft, .. } => {
                "raise `--h`, lower `--k` or `--p`, or choose a method that generalizes (`clump methods`)"
            }
            RunError::Anonymize { reason: AnonymizeError::NoTime { .. }, .. } => {
                "give every line a time, or choose a method that needs none (`clump methods`)"
            }
            RunError::Anonymize { cause: Some(_), .. } => {
                "lower `--k`, or list the unknown words with `clump inspect INPUT --unknown-words`"
            }
            RunError::Anonymize { cause: None, .. } => "lower `--k`, or publish together with more owners",
            RunError::TooSmallToReproduce { .. } => "give a larger log, or none: then one is generated",
            RunError::RepeatedInput { .. } => "name each file once: k must not count an owner twice",
            RunError::Apply(error) => return Some(error.hint()),
            RunError::Publish(error) => return publish_hint(error).map(str::to_owned),
            RunError::NotCells { .. } => {
                "runs that are finished are kept there until the comparison is complete: name another `--output`"
            }
            RunError::Memory { needed, instead, .. } => {
                let less = instead.unwrap_or("release the owners in parts, each with a run of its own");
                return Some(format!("allow more with `--memory {needed}`, or {less}"));
            }
            RunError::RowsWithoutAudit { .. } => "pass the audit of the release with `--audit`",
            RunError::OtherRows { .. } => {
                "pass the input and the settings of the very run that made this release"
            }
            RunError::OtherAudit { .. } => {
                "pass the file that was written with this very release, and the release as it was written"
            }
            RunError::Audit { .. } | RunError::ForeignLabel { .. } | RunError::NotGeneralized { .. } => {
                "pass the audit, the input and the settings of the very run that made this release"
            }
            RunError::Certificate { .. } => "remove it, and pass `--k` and `--layout` instead",
            RunError::Unreadable { .. } => "check that it is a file, and its permissions",
            RunError::Threads(_) => "lower `--threads`",
            RunError::Io(_) => return None,
        };
        Some(hint.to_owned())
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            RunError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}

/// The names that say a format.
fn unknown_format_hint() -> String {
    let extensions: Vec<String> = ReleaseFormat::ALL
        .iter()
        .flat_map(|format| format.extensions())
        .map(|end| format!(".{end}"))
        .collect();
    format!("end it in {} (text also in .gz or .zst after that), or say `--to FORMAT`", extensions.join(", "))
}

/// What a key that has no effect needs.
fn idle_hint(key: &str) -> &'static str {
    match key {
        "gap" | "time-format" => "leave it out, or add `--unit session`",
        "owners-as-they-are" | "fold-owners" => "leave it out: a row that is an owner has no name",
        "prefixes" => "leave it out, or add `--taxonomy prefix`",
        "parts" => "leave it out, or add `--recoding local` or `vertical`",
        "level" => "leave it out, or use `--interests subtree`",
        "drop-known-owners" => "leave it out, or name the audit with `--earlier-audit`",
        "new-owners-only" => "leave it out: the audit shows who is new",
        "sensitive" => "leave it out, ask for a `--report` or a `--page`, or choose `--method coherence`",
        "population" | "labels" => "leave it out, or ask for a `--report` or a `--page`",
        "title" | "date" => "leave it out, or ask for a `--page`",
        _ => "leave it out: it is about a taxonomy in a file",
    }
}

/// Which methods read a key.
fn stray_hint(key: &str, method: MethodName) -> String {
    let reads = |method: &MethodName| method.parameters().contains(&key);
    let readers: Vec<&str> = MethodName::ALL.into_iter().filter(reads).map(MethodName::word).collect();
    match readers.as_slice() {
        _ if key == "to" => format!("{} writes tab separated columns: name its output `.tsv`", method.word()),
        _ if key == "cap" => {
            "leave it out, or choose a method that promises k-anonymity (`clump methods`)".to_owned()
        }
        [] => format!("leave it out: {} does not work that way", method.word()),
        [reader] => format!("leave it out, or choose the method that reads it: `--method {reader}`"),
        readers => format!("leave it out, or choose a method that reads it: {}", readers.join(", ")),
    }
}

fn publish_hint(error: &PublishError) -> Option<&'static str> {
    Some(match error {
        PublishError::Exists { .. } => "choose another name, or pass `--force` to replace it",
        PublishError::TwoOutputs { .. } | PublishError::IsInput { .. } => {
            "give every output a name of its own"
        }
        PublishError::NotEmpty { .. } => {
            "choose another folder, or pass `--force` to replace files of the same names in it"
        }
        PublishError::NotAFile { .. } => {
            "name a regular file; only the release of `anonymize` and the log of `decode` go to standard output"
        }
        PublishError::NoFolder { .. } => "make the folder first",
        PublishError::Unwritable { .. } => {
            "outputs are first written beside their targets: check the permissions of the folder and the space on its disk"
        }
    })
}
