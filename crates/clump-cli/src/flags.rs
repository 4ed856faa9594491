//! Flags that several commands share. Flags are keys of a job, declared with their help in [`clump::keys`].
//! This file merges flags, a `--config` file and the input paths into a job.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clump::core::promise::{Share, ShareError};
use clump::io::release::ReleaseFormat;
use clump::io::taxonomy::TaxonomyFormat;
use clump::io::{Input, Stream};
use clump::keys::{
    AssessKeys, GuardKeys, InputKeys, LossKeys, MemoryKeys, NounKeys, OutputKeys, PromiseKeys, ReportKeys,
    ScopeKeys, SensitiveKeys, ThreadKeys, TreeKeys, WordKeys,
};
use clump::{Job, Keys};
use serde_json::Value;

use crate::failure::{self, UsageError};

pub use clump::keys::flags::{method_names, whole_number};

/// Flags for reading the input, which most commands share.
#[derive(Debug, Args)]
pub struct SourceFlags {
    #[command(flatten)]
    log: LogFlags,
    #[command(flatten)]
    tree: TreeKeys,
    #[command(flatten)]
    scope: ScopeKeys,
}

/// Flags for reading a log without a taxonomy, for the command that makes one.
#[derive(Debug, Args)]
pub struct LogFlags {
    /// Job as a TOML file, for example `--config job.toml`; flags override its keys
    ///
    /// Keys have the names of the flags. `clump methods NAME` lists the keys of a method.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    config: Option<PathBuf>,
    #[command(flatten)]
    read: InputKeys,
    #[command(flatten)]
    words: WordKeys,
}

impl LogFlags {
    /// Merges keys from `--config`, `inputs`, these flags and `more`. Later keys override earlier ones.
    pub fn keys(&self, inputs: &[PathBuf], more: impl IntoIterator<Item = Keys>) -> anyhow::Result<Keys> {
        let mut keys = match &self.config {
            Some(path) => read_config(path)?,
            None => Keys::default(),
        };
        let inputs = inputs.iter().map(|path| path.as_path().into()).collect();
        keys.overlay(Keys { input: inputs, ..self.own() });
        for group in more {
            keys.overlay(group);
        }
        Ok(keys)
    }

    fn own(&self) -> Keys {
        Keys { read: self.read.clone(), words: self.words.clone(), ..Keys::default() }
    }

    /// These flags as words of a command line, quoted for a shell.
    pub fn again(&self) -> anyhow::Result<Vec<String>> {
        let config = self.config.iter().map(|path| format!("--config {}", typed(&path.to_string_lossy())));
        let Value::Object(given) = serde_json::to_value(self.own())? else { return Ok(config.collect()) };
        Ok(config.chain(given.into_iter().map(|(key, value)| again(&key, &value))).collect())
    }
}

/// A key and its value as a flag, quoted for a shell.
fn again(key: &str, value: &Value) -> String {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Bool(_) => format!("--{key}"),
        Value::Array(values) => {
            let words: Vec<String> = values.iter().map(word).collect();
            format!("--{key} {}", typed(&words.join(",")))
        }
        value => format!("--{key} {}", typed(&word(value))),
    }
}

/// A word as a user would type it in a shell, with quotes if it needs them.
pub fn typed(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:,=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

impl SourceFlags {
    /// Path of the job file; `None` without `--config`.
    pub fn config(&self) -> Option<&Path> {
        self.log.config.as_deref()
    }

    /// The job from `--config`, `inputs`, these flags and `more`.
    pub fn job(&self, inputs: &[PathBuf], more: impl IntoIterator<Item = Keys>) -> anyhow::Result<Job> {
        Ok(connected(Job::try_from(self.keys(inputs, more)?)?))
    }

    /// The keys from `--config`, `inputs`, these flags and `more`.
    pub fn keys(&self, inputs: &[PathBuf], more: impl IntoIterator<Item = Keys>) -> anyhow::Result<Keys> {
        let own = [Keys::from(self.tree.clone()), Keys::from(self.scope.clone())];
        self.log.keys(inputs, own.into_iter().chain(more))
    }
}

/// Replaces each input `-` by standard input, which only the program may open.
pub fn connect(inputs: &mut [Input]) {
    Input::connect(inputs, &Stream::standard_input(std::io::stdin()));
}

/// Connects standard input to the job, and uses the job's noun for owners in errors from here on.
pub fn connected(mut job: Job) -> Job {
    connect(&mut job.input.files);
    failure::name_owners(&job);
    job
}

/// A job with only the taxonomy settings of `tree`.
pub fn tree_job(tree: &TreeKeys) -> anyhow::Result<Job> {
    Ok(Job::try_from(Keys::from(tree.clone()))?)
}

/// Flags for the promise and the output of a run, which `anonymize` and `apply` share.
#[derive(Debug, Args)]
pub struct RunFlags {
    #[command(flatten)]
    loss: LossKeys,
    #[command(flatten)]
    promise: PromiseKeys,
    #[command(flatten)]
    sensitive: SensitiveKeys,
    #[command(flatten)]
    guards: GuardKeys,
    #[command(flatten)]
    output: OutputKeys,
    #[command(flatten)]
    report: ReportKeys,
    #[command(flatten)]
    noun: NounKeys,
    #[command(flatten)]
    assess: AssessKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    #[command(flatten)]
    memory: MemoryKeys,
}

impl From<RunFlags> for Keys {
    fn from(flags: RunFlags) -> Keys {
        let RunFlags { loss, promise, sensitive, guards, output, report, noun, assess, threads, memory } =
            flags;
        Keys {
            loss,
            promise,
            sensitive,
            guards,
            output,
            report,
            noun,
            assess,
            threads,
            memory,
            ..Keys::default()
        }
    }
}

/// A parser for the formats of taxonomies.
pub fn taxonomy_formats() -> impl TypedValueParser<Value = TaxonomyFormat> {
    clump::keys::flags::words::<TaxonomyFormat>()
}

/// A parser for the formats of a release.
pub fn release_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(ReleaseFormat::ALL.map(ReleaseFormat::word))
}

/// Parses a share, with a readable error.
pub fn share(text: &str) -> Result<Share, ShareError> {
    text.parse()
}

fn read_config(path: &Path) -> anyhow::Result<Keys> {
    let refuse = |what: String, hint: &str| UsageError::new(format!("{}: {what}", path.display()), hint);
    let bytes = std::fs::read(path)
        .map_err(|error| refuse(format!("cannot be read ({error})"), "check the path given to `--config`"))?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("is not UTF-8 text".to_owned(), JOB_HINT))?;
    // The error must not quote the file: by mistake, it may be a log.
    toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        refuse(format!("line {line}: {}", without_values(error.message())), JOB_HINT).into()
    })
}

const JOB_HINT: &str = "write the job as TOML; its keys are the names of the flags of `clump help anonymize`";

/// Text on what a parser expected. It omits the text that was found, which may be a value of the data.
fn without_values(message: &str) -> String {
    if message.starts_with("unknown field") {
        return "not a key of a job".to_owned();
    }
    match message.rsplit_once("expected ") {
        Some((_, expected)) => {
            format!("expected {expected}").replace("usize", "a whole number").replace("u64", "a whole number")
        }
        None => "not TOML".to_owned(),
    }
}
