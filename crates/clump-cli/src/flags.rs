//! Flags by stage. A flag that is given becomes a key of the job of the same name; the job's own defaults, and those of
//! a `--config` file, fill in the rest. So there is one list of settings, and it is [`Job`].

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use clump::Job;
use clump::core::promise::{Share, ShareError};
use clump::io::release::ReleaseFormat;
use clump::io::taxonomy::{Repair, TaxonomyFormat};
use clump::io::{Delimiter, TimeFormat, Unknown};
use clump::report::{Date, Noun, Title};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::failure::Refused;
use crate::stdin::connected;

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

/// What to read, where the taxonomy is what is made.
#[derive(Debug, Args)]
pub struct LogFlags {
    /// A job as a TOML file: keys are the names of the flags, and flags override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    input: InputFlags,
}

impl LogFlags {
    /// The job that `--config`, then these flags, then `more` describe.
    pub fn job(
        &self,
        inputs: &[PathBuf],
        more: impl IntoIterator<Item = Map<String, Value>>,
    ) -> anyhow::Result<Job> {
        let keys = keys(self.config.as_deref(), inputs, std::iter::once(given(&self.input)).chain(more))?;
        Ok(connected(serde_json::from_value(Value::Object(keys))?))
    }

    /// The flags as they would be typed again.
    pub fn again(&self) -> Vec<String> {
        let config = self.config.iter().map(|path| format!("--config {}", typed(&path.to_string_lossy())));
        let flags = given(&self.input).into_iter().map(|(key, value)| match value {
            Value::String(text) => format!("--{key} {}", typed(&text)),
            Value::Bool(_) => format!("--{key}"),
            other => format!("--{key} {other}"),
        });
        config.chain(flags).collect()
    }
}

/// A word as a shell takes it for one.
pub fn typed(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:,=+@%".contains(&byte);
    match !word.is_empty() && word.bytes().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The keys of the job that a file, then `inputs`, then groups of flags describe.
fn keys(
    config: Option<&Path>,
    inputs: &[PathBuf],
    groups: impl IntoIterator<Item = Map<String, Value>>,
) -> anyhow::Result<Map<String, Value>> {
    let mut keys = match config {
        Some(path) => read_config(path)?,
        None => Map::new(),
    };
    if !inputs.is_empty() {
        keys.insert("input".to_owned(), serde_json::to_value(inputs)?);
    }
    for group in groups {
        keys.extend(group);
    }
    Ok(keys)
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
        Ok(connected(serde_json::from_value(Value::Object(self.keys(inputs, more)?))?))
    }

    /// The keys of that job that were given.
    pub fn keys(
        &self,
        inputs: &[PathBuf],
        more: impl IntoIterator<Item = Map<String, Value>>,
    ) -> anyhow::Result<Map<String, Value>> {
        let own = [given(&self.input), given(&self.taxonomy)];
        keys(self.config.as_deref(), inputs, own.into_iter().chain(more))
    }
}

/// What to read, and how words become items.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Input")]
struct InputFlags {
    /// Layout of the input; by default its first bytes, header or extension decide
    #[arg(long, value_name = "LAYOUT", value_parser = ["aol", "basket", "csv", "tsv", "jsonl", "parquet", "arrow"])]
    from: Option<String>,
    /// In a table: the column that says whose row it is. A table needs this or `--owner-per-row`: it is never guessed
    #[arg(long, value_name = "COLUMN")]
    owner: Option<String>,
    /// In a table: each row is an owner of its own, and nobody has two
    #[arg(long)]
    owner_per_row: bool,
    /// Owners who differ only in spelling (case, Unicode form, spaces, `7` and `07`) are different people; without this
    /// or `--fold-owners` they end the run
    #[arg(long)]
    owners_as_they_are: bool,
    /// Owners who differ only in spelling are the same people: they are counted as one
    #[arg(long)]
    fold_owners: bool,
    /// In a table: the column that says which rows of an owner are one transaction, like a basket or a visit; k counts
    /// owners all the same
    #[arg(long, value_name = "COLUMN", conflicts_with = "unit")]
    transaction: Option<String>,
    /// In a table: the columns of the items; `*` is any text [default: items or item]
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',')]
    items: Vec<String>,
    /// In a table: the column with the text of a query, instead of items [default: query]
    #[arg(long, value_name = "COLUMN")]
    query: Option<String>,
    /// In a table: the column of the time, for sessions and for methods on lines [default: time]
    #[arg(long, value_name = "COLUMN")]
    time: Option<String>,
    /// How times are written, like `%d/%m/%Y %H:%M:%S`: for times that do not tell by themselves, such as dates with
    /// slashes. ISO times, 01.03.2006 07:17, and seconds to nanoseconds since 1970 are read without it
    #[arg(long, value_name = "FORMAT")]
    time_format: Option<TimeFormat>,
    /// In a CSV file: what separates its columns; by default its first lines decide. For items within a cell or a basket
    /// see `--separator`
    #[arg(long, value_name = "NAME", value_parser = delimiters())]
    delimiter: Option<String>,
    /// In a table: its cells are items, or say how often the row has the item that the column is called; then all columns
    /// but owner, time and query are items unless `--items` names some [default: items]
    #[arg(long, value_name = "WHAT", value_parser = ["items", "counts"])]
    cells: Option<String>,
    /// What separates the items of a basket; by default the extension or the first line decides. In a table: what
    /// separates items in one cell; by default a cell is one item, or a list
    #[arg(long, value_name = "NAME", value_parser = ["space", "comma", "tab", "semicolon", "pipe"])]
    separator: Option<String>,
    /// What one transaction is: all of an owner, a session, a query, or what the column `--transaction` says (called
    /// `transaction` if it is not named). k counts owners in each case [default: owner]
    #[arg(long, value_name = "UNIT", value_parser = ["owner", "session", "query", "transaction"])]
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
    /// What becomes of words and items that the taxonomy does not have: `drop`, `error`, or `as:NODE` for a node of it
    /// [default: drop]
    #[arg(long, value_name = "drop|error|as:NODE")]
    unknown: Option<Unknown>,
    /// The folder for what does not fit in memory; the files there have no names and vanish with the program
    /// [default: that of the system]
    #[arg(long, value_name = "FOLDER")]
    temp: Option<PathBuf>,
}

/// Which tree items are generalized in.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Taxonomy")]
pub struct TreeFlags {
    /// `wordnet`, `flat` (all items below one root), `prefix` (ancestors of a code are its prefixes), a file, or a directory
    /// of WordNet database files [default: wordnet]
    #[arg(long, value_name = "NAME|FILE")]
    pub taxonomy: Option<String>,
    /// Format of that file: `child,parent` edges, `leaf;parent;...;root` rows of ARX, `A > B > C` paths, hierarchies of
    /// Amnesia, nested JSON, indented outlines, SKOS in Turtle; by default its text decides
    #[arg(long, value_name = "FORMAT", value_parser = taxonomy_formats())]
    taxonomy_format: Option<String>,
    /// What may be done to make that file one tree: done only if asked for, and counted. `clump taxonomy check` says
    /// which are needed
    #[arg(long, value_name = "REPAIR,...", value_delimiter = ',', value_parser = repairs())]
    repair: Vec<String>,
    /// Language of the labels of a SKOS file [default: en]
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
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
    /// Least number of owners that the promise speaks of; 5 to 10 is usual
    #[arg(long, short, value_parser = whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// How many threads to use; changes no byte of the release [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
}

/// Which method, and its parameters. `clump methods NAME` says which of them a method reads.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Method")]
pub struct MethodFlags {
    #[command(flatten)]
    #[serde(flatten)]
    promise: PromiseFlags,
    /// The most memory that the run may need, like `2GiB`: a run that needs more is refused before it begins; changes no
    /// byte of the release
    #[arg(long, value_name = "SIZE")]
    memory: Option<clump::Bytes>,
    /// What is done; `clump methods` lists all with what they promise. `nearest` loses least of those that promise
    /// k-anonymity; weaker promises may lose less [default: nearest]
    #[arg(long, value_name = "NAME", value_parser = method_names(), hide_possible_values = true)]
    method: Option<String>,
    /// Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With `nearest`: how long to look for better groups; counted in steps, so that the release does not depend on the
    /// machine [default: normal]
    #[arg(long, value_name = "EFFORT", value_parser = ["fast", "normal", "best"])]
    effort: Option<String>,
    /// With `nearest` and `clump`: publish bags with duplicates (the paper's Clump1) or sets without (Clump2)
    /// [default: bags]
    #[arg(long, value_name = "FORM", value_parser = ["bags", "sets"])]
    form: Option<String>,
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
    /// With `partition`: publish the cut that it found for a group, or the group's least common generalization, which
    /// loses less [default: cut]
    #[arg(long, value_name = "WHAT", value_parser = ["cut", "lcg"])]
    publish: Option<String>,
    /// With `apriori`: how many items of an owner an attacker knows [default: 2]
    #[arg(long, value_parser = whole_number, allow_negative_numbers = true)]
    m: Option<usize>,
    /// With `apriori`: one cut for all rows (AA), one for each chunk of like rows (LRA), or found by groups of items first
    /// (VPA). `local` loses more than `global` but where one rare item takes everything to the root [default: global]
    #[arg(long, value_name = "HOW", value_parser = ["global", "local", "vertical"])]
    recoding: Option<String>,
    /// With `apriori`: chunks of a local, or groups of items of a vertical recoding [default: 10]
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true)]
    parts: Option<usize>,
    /// With `coherence`: the largest share of matching rows that may hold one sensitive item [default: 0.4]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    h: Option<Share>,
    /// With `coherence`: how many public items of an owner an attacker knows [default: 2]
    #[arg(long, value_parser = whole_number, allow_negative_numbers = true)]
    p: Option<usize>,
    /// With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by default the
    /// key comes from the operating system and is forgotten
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// With `short-sessions`: how long an owner keeps a name [default: 24h]
    #[arg(long, value_name = "TIME")]
    period: Option<String>,
    /// With `drop-rare`: gives each owner a number, so that the lines of one owner stay linked; no promise covers what they
    /// tell together
    #[arg(long)]
    link_owners: bool,
    /// With `split`: an interest is a subtree of the taxonomy, or queries that share words [default: subtree]
    #[arg(long, value_name = "WHAT", value_parser = ["subtree", "similar"])]
    interests: Option<String>,
    /// With `split`: the level of these subtrees; the root is at level 1 [default: 5]
    #[arg(long, value_name = "N")]
    level: Option<u32>,
}

/// The words of all formats of taxonomies.
pub fn taxonomy_formats() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(TaxonomyFormat::ALL.map(TaxonomyFormat::word))
}

/// The words of all delimiters.
fn delimiters() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Delimiter::ALL.map(Delimiter::word))
}

/// The words of all repairs.
fn repairs() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Repair::ALL.map(Repair::word))
}

/// The words of all methods.
pub fn method_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(clump::MethodName::ALL.map(clump::MethodName::word))
}

/// The words of all formats of a release.
pub fn release_formats() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(ReleaseFormat::ALL.map(ReleaseFormat::word))
}

/// How much may be lost before anything is grouped.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Input")]
pub struct LossFlags {
    /// Goes on although more than half of the words, or of the owners, are gone before anything is grouped: not in the
    /// taxonomy, or without a known item
    #[arg(long)]
    accept_loss: bool,
}

/// Where the release goes.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Output")]
pub struct OutputFlags {
    /// The release; text is compressed if the name ends in .gz or .zst; `-` writes it to standard output, without a
    /// certificate
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Format of the release; by default its extension decides, and tsv goes to standard output
    #[arg(long, value_name = "FORMAT", value_parser = release_formats())]
    to: Option<String>,
    /// A row for every owner of a group, or one for every group with its number of owners [default: rows; groups with
    /// `--unit session`, `--unit query` or `--transaction`]
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

/// What nobody should learn.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Sensitive items")]
pub struct SensitiveFlags {
    /// What nobody should learn of an owner: a node, with everything below it, `file:PATH` with one name per line, or
    /// `share:0.2` of all items for experiments; repeat for several. `coherence` protects it; reports and pages say of
    /// how many owners it is certain
    #[arg(long, value_name = "NODE|file:PATH|share:S")]
    sensitive: Vec<String>,
    #[command(flatten)]
    #[serde(skip)]
    renamed: RenamedFlags,
}

/// Flags of earlier versions: they say what they are called now.
#[derive(Debug, Args)]
pub struct RenamedFlags {
    #[arg(long, hide = true, value_parser = renamed_to_sensitive)]
    private: Option<String>,
}

fn renamed_to_sensitive(_: &str) -> Result<String, &'static str> {
    Err("it is called `--sensitive` now, and a list is named `--sensitive file:PATH`")
}

/// What is assessed besides the loss, for the report and the pages.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Report (private)")]
pub struct AssessFlags {
    /// A log of the people whom the owners come from, for attackers who do not know who is in the data
    #[arg(long, value_name = "LOG")]
    population: Option<PathBuf>,
    /// `owner<TAB>label` lines, for the classification metric
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
}

/// What stays with the publisher.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Report (private)")]
pub struct ReportFlags {
    /// With methods on transactions: a page that shows verdict, risk, use and loss, and may be published; printed, it is one
    /// sheet to sign. The private one beside it (`page.private.html` for `page.html`, mode 0600) shows originals too, and
    /// what other k would lose
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// The heading of the pages [default: says what is promised]
    #[arg(long, value_name = "TEXT")]
    title: Option<Title>,
    /// What owners are called on the pages and on the terminal: `patient`, or one and several: `person/people`
    /// [default: owner]
    #[arg(long, value_name = "WORD")]
    noun: Option<Noun>,
    /// The day that stands on the pages, as `2026-01-31` [default: today, in UTC]
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
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

/// A share, with an error that a person understands.
pub fn share(text: &str) -> Result<Share, ShareError> {
    text.parse()
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
