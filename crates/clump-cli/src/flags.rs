//! Flags by stage. A flag that is given becomes a key of the job of the same name; the job's own defaults, and those of
//! a `--config` file, fill in the rest. So there is one list of settings, and it is [`Job`].

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use clump::Job;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::failure::Refused;

/// Everything that reading needs: what most commands begin with.
#[derive(Debug, Args)]
pub struct SourceFlags {
    /// A job as a TOML file: keys are the names of the flags, and flags override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    input: InputFlags,
    #[command(flatten)]
    taxonomy: TaxonomyFlags,
}

impl SourceFlags {
    /// The job file, if one is given.
    pub fn config(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// The job that `--config`, then these flags, then `more` describe.
    pub fn job(
        &self,
        inputs: &[PathBuf],
        more: impl IntoIterator<Item = Map<String, Value>>,
    ) -> anyhow::Result<Job> {
        let mut keys = match &self.config {
            Some(path) => read_config(path)?,
            None => Map::new(),
        };
        if !inputs.is_empty() {
            keys.insert("input".to_owned(), serde_json::to_value(inputs)?);
        }
        keys.extend(given(&self.input));
        keys.extend(given(&self.taxonomy));
        for group in more {
            keys.extend(group);
        }
        Ok(serde_json::from_value(Value::Object(keys))?)
    }
}

/// What to read, and how words become items.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Input")]
struct InputFlags {
    /// Layout of the input; by default its header or extension decides
    #[arg(long, value_name = "LAYOUT", value_parser = ["aol", "basket"])]
    from: Option<String>,
    /// What separates the items of a basket; by default the extension or the first line decides
    #[arg(long, value_name = "NAME", value_parser = ["space", "comma", "tab"])]
    separator: Option<String>,
    /// What one transaction is: all of an owner, a session, or a query. k counts owners in each case [default: owner]
    #[arg(long, value_name = "UNIT", value_parser = ["owner", "session", "query"])]
    unit: Option<String>,
    /// The pause that ends a session [default: 30m]
    #[arg(long, value_name = "TIME")]
    gap: Option<String>,
    /// Keeps repeated items of a transaction
    #[arg(long)]
    keep_repeats: bool,
    /// Counts malformed lines and goes on
    #[arg(long)]
    skip_bad_lines: bool,
    /// How words become items: `full` knows plurals, phrases and stop words, `paper` takes exact single words [default:
    /// full]
    #[arg(long, value_name = "HOW", value_parser = ["full", "paper"])]
    matching: Option<String>,
    /// A file of `word<TAB>node` or `word<TAB>drop` lines that come before the taxonomy's own words
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
    /// What becomes of words that the taxonomy does not have [default: drop]
    #[arg(long, value_name = "WHAT", value_parser = ["drop", "error"])]
    unknown: Option<String>,
}

/// Which tree items are generalized in.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Taxonomy")]
pub struct TreeFlags {
    /// `wordnet`, `flat` (all items below one root), `prefix` (ancestors of a code are its prefixes) or a file [default:
    /// wordnet]
    #[arg(long, value_name = "NAME|FILE")]
    pub taxonomy: Option<String>,
    /// Format of that file: `child,parent` edges, `leaf;parent;...;root` rows or `A > B > C` paths; by default its
    /// first line decides
    #[arg(long, value_name = "FORMAT", value_parser = ["edges", "arx", "paths"])]
    taxonomy_format: Option<String>,
    /// What a name in two branches of that file is: an error, or two nodes, the later one called `parent/name`
    /// [default: error]
    #[arg(long, value_name = "WHAT", value_parser = ["error", "qualify"])]
    repeated: Option<String>,
}

/// The tree, and how it is fitted to the data.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Taxonomy")]
struct TaxonomyFlags {
    #[command(flatten)]
    #[serde(flatten)]
    tree: TreeFlags,
    /// Prefix lengths that are nodes with `--taxonomy prefix`; by default all
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    prefixes: Vec<usize>,
    /// Measure losses in the taxonomy pruned to the data, as the paper does, or in the full one [default: pruned]
    #[arg(long, value_name = "SCOPE", value_parser = ["pruned", "full"])]
    scope: Option<String>,
}

impl TreeFlags {
    /// The job that these flags alone describe.
    pub fn job(&self) -> anyhow::Result<Job> {
        Ok(serde_json::from_value(Value::Object(given(self)))?)
    }
}

/// What is promised, and how many hands work on it.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Method")]
pub struct PromiseFlags {
    /// Least number of owners behind every published row; 5 to 10 is usual
    #[arg(long, short, value_parser = whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// How many threads to use; changes no byte of the release [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
}

/// How rows are grouped.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Method")]
pub struct MethodFlags {
    #[command(flatten)]
    #[serde(flatten)]
    promise: PromiseFlags,
    /// `nearest` loses least; `clump` is the paper's Algorithm 1 [default: nearest]
    #[arg(long, value_name = "NAME", value_parser = ["nearest", "clump"])]
    method: Option<String>,
    /// How long `nearest` looks for better groups; counted in steps, so that the release does not depend on the
    /// machine [default: normal]
    #[arg(long, value_name = "EFFORT", value_parser = ["fast", "normal", "best"])]
    effort: Option<String>,
    /// Publish bags with duplicates (the paper's Clump1) or sets without (Clump2) [default: bags]
    #[arg(long, value_name = "FORM", value_parser = ["bags", "sets"])]
    form: Option<String>,
    /// Seed of whatever is random [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With `clump`: how many open groups are tried for a row [default: 10]
    #[arg(long, value_parser = whole_number, allow_negative_numbers = true)]
    r: Option<usize>,
    /// With `clump`: the order in which rows are taken, by length [default: descending]
    #[arg(long, value_name = "ORDER", value_parser = ["descending", "ascending", "random"])]
    order: Option<String>,
    /// With `clump`: the least common generalization, or what the paper's Algorithm 2 as printed returns (slow, loses
    /// more) [default: least]
    #[arg(long, value_name = "RULE", value_parser = ["least", "printed"])]
    lcg: Option<String>,
}

/// Where the release goes.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Output")]
pub struct OutputFlags {
    /// The release; `-` writes it to standard output, without a certificate
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Format of the release; by default its extension decides, else tsv
    #[arg(long, value_name = "FORMAT", value_parser = ["tsv", "jsonl"])]
    to: Option<String>,
    /// One line a transaction, or one line a group with its number of owners first [default: rows]
    #[arg(long, value_name = "LAYOUT", value_parser = ["rows", "groups"])]
    layout: Option<String>,
    /// Writes items that were generalized to the root; they cost what suppression costs and tell a length
    #[arg(long)]
    keep_root: bool,
    /// Replaces existing files
    #[arg(long)]
    force: bool,
    /// Computes a proved floor under the loss of any grouping, and certifies how far from the optimum this one is at
    /// most
    #[arg(long)]
    floor: bool,
}

/// What stays with the publisher.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Report (private)")]
pub struct ReportFlags {
    /// All measures, the resolved job and the unknown words, as JSON; mode 0600
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Each owner and its released row; mode 0600
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
}

/// The flags of a group that were given, by key.
pub fn given(group: &impl Serialize) -> Map<String, Value> {
    let Ok(Value::Object(mut keys)) = serde_json::to_value(group) else { return Map::new() };
    keys.retain(|_, value| {
        !matches!(value, Value::Null | Value::Bool(false)) && value.as_array().is_none_or(|a| !a.is_empty())
    });
    keys
}

/// A count, with an error that a person understands.
pub fn whole_number(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "not a whole number")
}

fn at_least_one(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "not a whole number from 1")
}

fn read_config(path: &Path) -> anyhow::Result<Map<String, Value>> {
    let refuse = |what: String, hint: &str| Refused::new(format!("{}: {what}", path.display()), hint);
    let bytes = std::fs::read(path)
        .map_err(|error| refuse(format!("cannot be read ({error})"), "check the path given to `--config`"))?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("is not UTF-8 text".to_owned(), JOB_HINT))?;
    // Checked as a job first: only then errors know their line. They must not quote it: it may be a line of a log.
    if let Err(error) = toml::from_str::<Job>(&text) {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        return Err(refuse(format!("line {line}: {}", without_values(error.message())), JOB_HINT).into());
    }
    Ok(toml::from_str(&text)?)
}

const JOB_HINT: &str = "a job is TOML, and its keys are the names of the flags of `clump help anonymize`";

/// What a parser expected, without what it found.
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
