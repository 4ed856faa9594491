//! The whole run as one value: what flags, a TOML file and other languages all turn into, and what the report echoes.
//!
//! A key is called what its flag is called. Every key but `input` and `k` has a default.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clump_core::anonymize::Form;
use clump_core::anonymize::apriori::Recoding;
use clump_core::anonymize::clump::{LcgRule, Order};
use clump_core::anonymize::nearest::Effort;
use clump_core::anonymize::partition::Published;
use clump_core::promise::Share;
use clump_core::release::RootItems;
use clump_core::sensitive::Sensitive;
use clump_io::release::{ReleaseFormat, ReleaseLayout};
use clump_io::taxonomy::{Repair, TaxonomyFile, TaxonomyFormat, TaxonomySource};
use clump_io::{
    BadLines, Cells, ColumnNames, Delimiter, Input, Layout, Matching, ReadOptions, Repeats, Room, RowOwner,
    Separator, Spellings, TimeFormat, Unit, Unknown, parse_gap,
};
use clump_report::{Date, Noun, RowsOfAnOwner, Title};
use serde::{Deserialize, Deserializer, Serialize};

use crate::paths::certificate_path;
use crate::{Bytes, MethodName, RunError};

pub mod byte_size;
pub mod sensitive;
pub mod settings;

/// A run, by the words of its flags.
///
/// ```
/// let job: clump::Job = serde_json::from_str(r#"{ "input": ["log.tsv"], "k": 5 }"#)?;
/// assert_eq!(job.r, 10);
/// assert!(serde_json::from_str::<clump::Job>(r#"{ "kay": 5 }"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Job {
    /// Files to read, or patterns like `logs/*.gz`; `-` for standard input. One may stand without brackets.
    #[serde(deserialize_with = "one_or_many")]
    pub input: Vec<Input>,
    /// Their layout; decided by their first bytes, header or extension when not given.
    pub from: Option<Layout>,
    /// The column of a table that says whose row it is. A table needs this or `owner-per-row`.
    pub owner: Option<String>,
    /// Whether each row of a table is an owner of its own.
    pub owner_per_row: bool,
    /// Whether owners who differ only in spelling are different people.
    pub owners_as_they_are: bool,
    /// Whether owners who differ only in spelling are the same people.
    pub fold_owners: bool,
    /// The column of a table that says which rows of an owner are one transaction: a basket, a visit. Then the unit is
    /// `transaction`.
    pub transaction: Option<String>,
    /// The columns of the items, in which `*` is any text; `items` or `item` when not given.
    #[serde(deserialize_with = "one_or_many")]
    pub items: Vec<String>,
    /// The column of the text of a query; `query` when not given.
    pub query: Option<String>,
    /// The column of the time; `time` when not given.
    pub time: Option<String>,
    /// How times are written, by the directives of `strptime`; each tells when this is not given.
    pub time_format: Option<TimeFormat>,
    /// What separates the columns of a table that is text; decided by its first lines when not given.
    pub delimiter: Option<Delimiter>,
    /// Whether the cells of these columns are items, or say how often the row has the item that the column is called.
    pub cells: Cells,
    /// What separates the items of a basket, or of one cell of a table.
    pub separator: Option<Separator>,
    /// What one transaction is. [`Job::unit`] says it with regard to `transaction`.
    pub unit: UnitName,
    /// The pause that ends a session.
    pub gap: String,
    /// Whether an item may occur several times in a transaction.
    pub keep_repeats: bool,
    /// Whether malformed lines are counted instead of ending the run.
    pub skip_bad_lines: bool,
    /// How words become items.
    pub matching: Matching,
    /// A file of words that lead elsewhere, or nowhere.
    pub overrides: Option<PathBuf>,
    /// What becomes of words that the taxonomy does not have.
    pub unknown: Unknown,
    /// Whether a run goes on although more than half of the words or of the owners are gone before anything is grouped.
    pub accept_loss: bool,

    /// `wordnet`, `flat`, `prefix`, a file, or a directory of WordNet database files.
    pub taxonomy: String,
    /// The format of that file.
    pub taxonomy_format: Option<TaxonomyFormat>,
    /// What may be done to make that file one tree; what was done is counted.
    pub repair: Vec<Repair>,
    /// The language of its labels, where it has several.
    pub language: Option<String>,
    /// The prefix lengths that are nodes with `taxonomy = "prefix"`; none means all.
    pub prefixes: Vec<usize>,
    /// Which part of the taxonomy losses are measured in.
    pub scope: Scope,

    /// The method.
    pub method: MethodName,
    /// The least number of owners that the promise speaks of. Methods that promise nothing do not need it.
    pub k: Option<usize>,
    /// How many items of an owner an attacker knows, for `apriori`.
    pub m: usize,
    /// The largest share of rows that may have a sensitive item in common, for `coherence`.
    pub h: Share,
    /// How many public items of an owner an attacker knows, for `coherence`.
    pub p: usize,
    /// How many cuts `apriori` looks for: one, one a chunk of rows, or by groups of items first.
    pub recoding: Recoding,
    /// Chunks of rows, or groups of items, with a recoding that is not global.
    pub parts: usize,
    /// What `partition` publishes for a group.
    pub publish: Published,
    /// How long `nearest` looks for better groups.
    pub effort: Effort,
    /// How many open groups `clump` tries for a row.
    pub r: usize,
    /// The order in which `clump` takes rows.
    pub order: Order,
    /// Whether published bags hold duplicates.
    pub form: Form,
    /// Which generalization `clump` uses.
    pub lcg: LcgRule,
    /// A file with the key of keyed methods, for releases that can be linked.
    pub key: Option<PathBuf>,
    /// How long `short-sessions` keeps a name.
    pub period: String,
    /// Whether `drop-rare` gives each owner a number, so that the lines of one owner stay linked.
    pub link_owners: bool,
    /// What an interest is, for `split`.
    pub interests: InterestsName,
    /// The level of the subtrees that are interests; the root is at level 1.
    pub level: u32,
    /// Seed of whatever is random. Without one, searches take 0 and keys come from the operating system.
    pub seed: Option<u64>,

    /// The release whose generalization is applied, for `apply`.
    pub earlier: Option<PathBuf>,
    /// The private audit of that release: its owners must not be among the new ones.
    pub earlier_audit: Option<PathBuf>,
    /// Whether owners of the earlier release are left out instead of ending the run.
    pub drop_known_owners: bool,
    /// Whether the publisher vouches that no owner is in the earlier release, where no audit shows it.
    pub new_owners_only: bool,

    /// How many threads; all cores when not given. Changes no byte of a release.
    pub threads: Option<NonZeroUsize>,
    /// The most memory that the run may need; a run that needs more is refused. Changes no byte of a release.
    pub memory: Option<Bytes>,
    /// The folder for what does not fit in memory; that of the system when not given.
    pub temp: Option<PathBuf>,

    /// Where the release goes; `-` for standard output.
    pub output: Option<PathBuf>,
    /// Its format; by extension when not given, `tsv` to standard output.
    pub to: Option<ReleaseFormat>,
    /// Rows or groups; [`Job::release_layout`] says which when it is not given.
    pub layout: Option<ReleaseLayout>,
    /// Whether items that were generalized to the root are written.
    pub keep_root: bool,
    /// Whether existing files are replaced.
    pub force: bool,
    /// Whether the floor under the loss of any grouping is computed and certified.
    pub floor: bool,
    /// Where the page goes that may be published; the private one lies beside it.
    pub page: Option<PathBuf>,
    /// The heading of the pages; says what is promised when not given.
    pub title: Option<Title>,
    /// What owners are called on the pages and in the summary: `patient`, or `person/people`.
    pub noun: Noun,
    /// The day that stands on the pages; today, in UTC, when not given.
    pub date: Option<Date>,
    /// Where the private report goes.
    pub report: Option<PathBuf>,
    /// Where the private list of owners and their released rows goes.
    pub audit: Option<PathBuf>,
    /// What nobody should learn of an owner: names of nodes, `file:PATH` with one name per line, or `share:0.2`. What
    /// `coherence` protects; where groups are promised, it is told of whom it is certain. One may stand without brackets.
    #[serde(deserialize_with = "one_or_many")]
    pub sensitive: Vec<String>,
    /// The largest share of the owners of a published row that may have something at or below one of the `sensitive`
    /// nodes, for methods that promise k-anonymity. A release that does not keep to it is not published.
    pub cap: Option<Share>,
    /// A log of the people whom the owners come from, for the risk of an attacker who does not know who is in the data.
    pub population: Option<PathBuf>,
    /// A file of `owner<TAB>label` lines, for the classification metric.
    pub labels: Option<PathBuf>,
}

/// What one transaction is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitName {
    /// Everything of an owner.
    #[default]
    Owner,
    /// The queries of an owner until a pause of `gap`.
    Session,
    /// One query.
    Query,
    /// The rows of an owner that have the same value of the column `transaction`.
    Transaction,
}

/// Which part of the taxonomy losses are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The items of the data and their ancestors: the paper's way.
    #[default]
    Pruned,
    /// All of it, so that releases can be compared with each other.
    Full,
}

/// What an interest of an owner is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InterestsName {
    /// The subtree of the taxonomy that most items of a query lie in, at a level.
    #[default]
    Subtree,
    /// Queries that share words.
    Similar,
}

impl Default for Job {
    fn default() -> Job {
        Job {
            input: Vec::new(),
            from: None,
            owner: None,
            owner_per_row: false,
            owners_as_they_are: false,
            fold_owners: false,
            transaction: None,
            items: Vec::new(),
            query: None,
            time: None,
            time_format: None,
            delimiter: None,
            cells: Cells::default(),
            separator: None,
            unit: UnitName::default(),
            gap: "30m".to_owned(),
            keep_repeats: false,
            skip_bad_lines: false,
            matching: Matching::default(),
            overrides: None,
            unknown: Unknown::default(),
            accept_loss: false,
            taxonomy: "wordnet".to_owned(),
            taxonomy_format: None,
            repair: Vec::new(),
            language: None,
            prefixes: Vec::new(),
            scope: Scope::default(),
            method: MethodName::default(),
            k: None,
            m: 2,
            h: Share::from_millionths(400_000).expect("less than the whole"),
            p: 2,
            recoding: Recoding::default(),
            parts: 10,
            publish: Published::default(),
            effort: Effort::default(),
            r: 10,
            order: Order::default(),
            form: Form::default(),
            lcg: LcgRule::default(),
            key: None,
            period: "24h".to_owned(),
            link_owners: false,
            interests: InterestsName::default(),
            level: 5,
            seed: None,
            earlier: None,
            earlier_audit: None,
            drop_known_owners: false,
            new_owners_only: false,
            threads: None,
            memory: None,
            temp: None,
            output: None,
            to: None,
            layout: None,
            keep_root: false,
            force: false,
            floor: false,
            page: None,
            title: None,
            noun: Noun::default(),
            date: None,
            report: None,
            audit: None,
            sensitive: Vec::new(),
            cap: None,
            population: None,
            labels: None,
        }
    }
}

fn one_or_many<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "one, or several in brackets")]
    enum Several<T> {
        One(T),
        Many(Vec<T>),
    }
    Ok(match Several::deserialize(deserializer)? {
        Several::One(one) => vec![one],
        Several::Many(many) => many,
    })
}

impl Job {
    /// How the input is read.
    ///
    /// # Errors
    /// When `gap` is not a pause, or when two keys contradict each other.
    pub fn read_options(&self) -> Result<ReadOptions, RunError> {
        let gap = parse_gap(&self.gap)?;
        Ok(ReadOptions {
            layout: self.from,
            columns: ColumnNames {
                owner: self.row_owner()?,
                transaction: self.transaction.clone(),
                items: self.items.clone(),
                query: self.query.clone(),
                time: self.time.clone(),
                cells: self.cells,
            },
            delimiter: self.delimiter,
            time_format: self.time_format.clone(),
            spellings: self.spellings()?,
            separator: self.separator,
            unit: match self.unit()? {
                UnitName::Owner => Unit::Owner,
                UnitName::Session => Unit::Session { gap },
                UnitName::Query => Unit::Query,
                UnitName::Transaction => Unit::Transaction,
            },
            repeats: if self.keep_repeats { Repeats::Keep } else { Repeats::Remove },
            matching: self.matching,
            unknown: self.unknown.clone(),
            bad_lines: if self.skip_bad_lines { BadLines::Skip } else { BadLines::Error },
            overrides: self.overrides.clone(),
            room: self.room(),
            first: None,
        })
    }

    /// What one transaction is: what `unit` says, or what the column `transaction` says if there is one.
    ///
    /// # Errors
    /// When both say something else.
    pub fn unit(&self) -> Result<UnitName, RunError> {
        match (&self.transaction, self.unit) {
            (None, unit) => Ok(unit),
            // The default: nobody said it, or it is what everybody gets who says nothing.
            (Some(_), UnitName::Owner | UnitName::Transaction) => Ok(UnitName::Transaction),
            (Some(_), UnitName::Session | UnitName::Query) => Err(RunError::TwoUnits),
        }
    }

    /// Whose row a row of a table is, if that is said.
    fn row_owner(&self) -> Result<Option<RowOwner>, RunError> {
        match (&self.owner, self.owner_per_row) {
            (Some(_), true) => Err(RunError::Contradiction { keys: ["owner", "owner-per-row"] }),
            (Some(column), false) => Ok(Some(RowOwner::Column(column.clone()))),
            (None, true) => Ok(Some(RowOwner::EachRow)),
            (None, false) => Ok(None),
        }
    }

    /// What becomes of owners who differ only in spelling.
    fn spellings(&self) -> Result<Spellings, RunError> {
        match (self.owners_as_they_are, self.fold_owners) {
            (true, true) => Err(RunError::Contradiction { keys: ["owners-as-they-are", "fold-owners"] }),
            (true, false) => Ok(Spellings::AsTheyAre),
            (false, true) => Ok(Spellings::Fold),
            (false, false) => Ok(Spellings::Refuse),
        }
    }

    /// Room for reading: a quarter of the memory at most, since what is made of the input needs the rest.
    fn room(&self) -> Room {
        let default = Room::default();
        let quarter = |memory: Bytes| usize::try_from(memory.0 / 4).unwrap_or(usize::MAX);
        Room {
            bytes: self.memory.map_or(default.bytes, |memory| quarter(memory).min(default.bytes)),
            folder: self.temp.clone().unwrap_or(default.folder),
        }
    }

    /// The files to read, patterns replaced by what they stand for.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn inputs(&self) -> Result<Vec<Input>, RunError> {
        Ok(Input::expand(&self.input)?)
    }

    /// Every file that the job reads. A pattern that no file matches names none; reading says so.
    pub fn files_read(&self) -> Vec<PathBuf> {
        let population = self.population.iter().map(|path| Input::from(path.as_path()));
        let named = self.input.iter().cloned().chain(population);
        let inputs = named
            .flat_map(|input| Input::expand(&[input]).unwrap_or_default())
            .filter(|input| *input != Input::Stdin)
            .map(PathBuf::from);
        let taxonomy = match self.taxonomy_source() {
            TaxonomySource::File(file) => Some(file.path),
            TaxonomySource::WordNet | TaxonomySource::Prefix { .. } | TaxonomySource::Flat => None,
        };
        inputs
            .chain(taxonomy)
            .chain(self.overrides.clone())
            .chain(sensitive::files(&self.sensitive))
            .chain(self.key.clone())
            .chain(self.earlier.clone())
            .chain(self.earlier.as_deref().map(certificate_path))
            .chain(self.earlier_audit.clone())
            .chain(self.labels.clone())
            .collect()
    }

    /// What nobody should learn of an owner; none if nothing is named.
    ///
    /// # Errors
    /// When a list cannot be read, or says nothing.
    pub fn sensitive(&self) -> Result<Option<Sensitive>, RunError> {
        sensitive::parse(&self.sensitive, self.seed.unwrap_or(0))
    }

    /// What the taxonomy is made of.
    pub fn taxonomy_source(&self) -> TaxonomySource {
        match self.taxonomy.as_str() {
            "wordnet" => TaxonomySource::WordNet,
            "flat" => TaxonomySource::Flat,
            "prefix" => TaxonomySource::Prefix { lengths: self.prefixes.clone() },
            path => TaxonomySource::File(TaxonomyFile {
                path: PathBuf::from(path),
                format: self.taxonomy_format,
                repair: self.repair.clone(),
                language: self.language.clone(),
            }),
        }
    }

    /// What becomes of items that were generalized to the root.
    pub fn root_items(&self) -> RootItems {
        if self.keep_root { RootItems::Keep } else { RootItems::Drop }
    }

    /// Whether an owner may have several transactions, and so several rows.
    pub fn rows_of_an_owner(&self) -> RowsOfAnOwner {
        match self.unit() {
            Ok(UnitName::Owner) => RowsOfAnOwner::One,
            _ => RowsOfAnOwner::Several,
        }
    }

    /// What a row of the release stands for. By default an owner; where an owner may have several transactions, a
    /// group with its number of owners, so that nobody takes rows for owners.
    pub fn release_layout(&self) -> ReleaseLayout {
        let default = match self.rows_of_an_owner() {
            RowsOfAnOwner::One => ReleaseLayout::Rows,
            RowsOfAnOwner::Several => ReleaseLayout::Groups,
        };
        self.layout.unwrap_or(default)
    }

    /// How the release is written: as `to` says, else as the name of the output says; `tsv` to standard output.
    ///
    /// # Errors
    /// When the name says no format, or that of a spreadsheet.
    pub fn release_format(&self) -> Result<ReleaseFormat, RunError> {
        let file = self.output.as_deref().filter(|path| *path != Path::new("-"));
        if let Some(path) = file.filter(|path| is_spreadsheet(path)) {
            return Err(RunError::Spreadsheet { path: path.to_owned() });
        }
        match (self.to, file) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(ReleaseFormat::default()),
            (None, Some(path)) => ReleaseFormat::from_path(path)
                .ok_or_else(|| RunError::UnknownFormat { path: path.to_owned() }),
        }
    }
}

/// Whether the name is that of a file of a spreadsheet program.
fn is_spreadsheet(path: &Path) -> bool {
    let extension = Input::from(path).extension();
    extension.is_some_and(|extension| ["xlsx", "xls", "xlsm", "ods"].contains(&extension.as_str()))
}
