//! All settings of a run in one value, made from flags, a TOML file or a program. Reports repeat it.
//!
//! [`Keys`] are the settings as the user wrote them, and a [`Job`] is their meaning. Each section of it has
//! its own file, and a method has only its own parameters. The conversion refuses settings that contradict
//! each other or have no effect.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clump_core::facts::TableSpec;
use clump_core::promise::{Ceiling, Privacy};
use clump_core::release::RootItems;
use clump_core::sensitive::Sensitive;
use clump_core::taxonomy::PricedIn;
use clump_io::release::{Packing, ReleaseFormat, ReleaseLayout};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, Items, ReadOptions, Repeats, RowOwner, Unit};
use clump_report::RowsOfAnOwner;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::JobError;
use crate::job::keys::ReadBy;
use crate::methods::{Counts, Method, MethodChoice, WorksOn};
use crate::paths::certificate_path;

pub mod byte_size;
mod defaults;
pub mod echo;
pub(crate) mod guards;
mod input;
pub mod keys;
mod output;
mod report;
mod resources;
pub mod sensitive;
pub mod settings;
mod taxonomy;
mod words;

pub use byte_size::{ByteSize, ByteSizeError};
pub use guards::{CeilingGuard, CertaintyGuard, Guards, LedgerGuard, NeverGuard};
pub(crate) use input::stated_unit;
pub use input::{InputSettings, UnitName};
pub use keys::Keys;
pub use output::OutputSettings;
pub use report::ReportSettings;
pub use resources::Resources;
pub use taxonomy::{Scope, TaxonomySettings};
pub use words::WordSettings;
pub(crate) use words::take_kind;

/// The settings of a run. [`run`](crate::run()) reads the input and writes the output that they describe.
///
/// A program sets what differs from the defaults:
///
/// ```
/// use clump::{Job, Nearest};
///
/// let job = Job::anonymize("log.tsv").k(5).method(Nearest::default()).output("release.csv");
/// assert_eq!(job.k, Some(5));
/// ```
///
/// A TOML or JSON file uses the names of the flags as keys, all on one level:
///
/// ```
/// use clump::{Job, Method};
///
/// let job: Job = serde_json::from_str(r#"{ "input": "log.tsv", "k": 5, "method": "clump", "r": 20 }"#)?;
/// let Method::Clump(parameters) = &*job.method else { panic!("another method") };
/// assert_eq!(parameters.r, 20);
/// // `r` is a parameter of `clump`, and of no other method.
/// assert!(serde_json::from_str::<Job>(r#"{ "input": "log.tsv", "k": 5, "r": 20 }"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Job {
    /// Settings of the input.
    pub input: InputSettings,
    /// Rules by which words become items.
    pub words: WordSettings,
    /// The tree that items are generalized in.
    pub taxonomy: TaxonomySettings,
    /// The method with its parameters, or that the data decide.
    pub method: MethodChoice,
    /// Minimum number of owners who share a row, group or fact. Methods without a promise do not need it.
    pub k: Option<usize>,
    /// Unit of the loss that the method minimises, and of the lower bound of this loss. Reports also state
    /// the paper's loss.
    pub cost: PricedIn,
    /// Sensitive items: names of nodes, `file:PATH` with one name per line, or `share:0.2`. `coherence`
    /// protects them. For other methods, the report states for how many owners a reader can infer them.
    pub sensitive: Vec<String>,
    /// Rules about the release in addition to the promise of the method.
    pub guards: Guards,
    /// Settings of the output.
    pub output: OutputSettings,
    /// Settings of reports and pages.
    pub report: ReportSettings,
    /// Limits of the threads and memory of the run.
    pub resources: Resources,
}

/// Setters, to build a job.
impl Job {
    /// A job that makes a release of `input`: a file, a pattern like `logs/*.gz`, a stream of bytes, or
    /// record batches.
    pub fn anonymize(input: impl Into<Input>) -> Job {
        Job::default().and(input)
    }

    /// Adds another input.
    #[must_use]
    pub fn and(mut self, input: impl Into<Input>) -> Job {
        self.input.files.push(input.into());
        self
    }

    /// Sets the column of a table that has the owner of each row.
    #[must_use]
    pub fn owner(mut self, column: impl Into<String>) -> Job {
        self.input.columns.owner = Some(RowOwner::Column(column.into()));
        self
    }

    /// Makes each row of a table a different owner.
    #[must_use]
    pub fn owner_per_row(mut self) -> Job {
        self.input.columns.owner = Some(RowOwner::EachRow);
        self
    }

    /// Sets the unit of a transaction.
    #[must_use]
    pub fn unit(mut self, unit: Unit) -> Job {
        self.input.unit = Some(unit);
        self
    }

    /// Sets the tree that items are generalized in.
    #[must_use]
    pub fn taxonomy(mut self, source: impl Into<TaxonomySource>) -> Job {
        self.taxonomy.source = source.into();
        self
    }

    /// Sets the part of the tree that losses are measured in.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Job {
        self.taxonomy.scope = scope;
        self
    }

    /// Sets the minimum number of owners that the promise states.
    #[must_use]
    pub fn k(mut self, k: usize) -> Job {
        self.k = Some(k);
        self
    }

    /// Sets the method: a value with parameters, or only a name, for default parameters.
    #[must_use]
    pub fn method(mut self, method: impl Into<Method>) -> Job {
        self.method = MethodChoice::Stated(method.into());
        self
    }

    /// Sets the unit of the loss that the method minimises. Methods that minimise no loss refuse bits.
    #[must_use]
    pub fn cost(mut self, cost: PricedIn) -> Job {
        self.cost = cost;
        self
    }

    /// Sets the sensitive items.
    #[must_use]
    pub fn sensitive(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Job {
        self.sensitive = names.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the file of the release; its extension decides the format.
    #[must_use]
    pub fn output(mut self, release: impl Into<PathBuf>) -> Job {
        self.output.release = Some(release.into());
        self
    }

    /// Sets the layout: rows or groups.
    #[must_use]
    pub fn layout(mut self, layout: ReleaseLayout) -> Job {
        self.output.layout = Some(layout);
        self
    }

    /// Computes the lower bound of the loss of any grouping, and states it in the certificate.
    #[must_use]
    pub fn floor(mut self) -> Job {
        self.output.floor = true;
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Job {
        self.resources.threads = Some(threads);
        self
    }

    /// Sets the file of the private report.
    #[must_use]
    pub fn report(mut self, report: impl Into<PathBuf>) -> Job {
        self.report.report = Some(report.into());
        self
    }

    /// Replaces existing files.
    #[must_use]
    pub fn force(mut self) -> Job {
        self.output.force = true;
        self
    }

    /// Sets the kind of items: words as they were typed, or the nodes to which they are mapped.
    #[must_use]
    pub fn items(mut self, items: Items) -> Job {
        self.words.items = Some(items);
        self
    }

    /// Sets the file of the private list of owners and their released rows.
    #[must_use]
    pub fn audit(mut self, audit: impl Into<PathBuf>) -> Job {
        self.report.audit = Some(audit.into());
        self
    }

    /// Sets the file of the page that may be published; the private page is beside it.
    #[must_use]
    pub fn page(mut self, page: impl Into<PathBuf>) -> Job {
        self.report.page = Some(page.into());
        self
    }
}

impl TryFrom<Keys> for Job {
    type Error = JobError;

    fn try_from(mut keys: Keys) -> Result<Job, JobError> {
        let method = MethodChoice::take(&mut keys.method, &mut keys.parameters, &mut keys.earlier)?;
        let guards = Guards::take(&mut keys.guards, method.name());
        let works_on = method.name().facts().works_on;
        let has_groups = method.name().can_promise_groups();
        let reads_words = method.name().reads_words() || guards.are_about_nodes();
        // Must come first: `--items` may also have the word for the kind of items, which is no column.
        let words = if reads_words {
            WordSettings::take(&mut keys.words, &mut keys.read.items)
        } else {
            WordSettings::default()
        };
        let mut job = Job {
            input: InputSettings::take(
                std::mem::take(&mut keys.input),
                &mut keys.read,
                works_on,
                method.counts(),
            )?,
            k: keys.promise.k.take(),
            output: OutputSettings::take(&mut keys.output, works_on, has_groups),
            report: ReportSettings::take(&mut keys.report, &mut keys.noun, &mut keys.assess, works_on),
            resources: Resources {
                threads: keys.threads.threads.take(),
                memory: keys.memory.memory.take(),
                temp: keys.read.temp.take(),
            }
            .checked()?,
            method,
            guards,
            words,
            ..Job::default()
        };
        if reads_words {
            job.taxonomy = TaxonomySettings::take(&mut keys.tree)?;
        }
        if job.hears_sensitive() {
            job.sensitive = std::mem::take(&mut keys.sensitive.sensitive);
        }
        if job.method.minimises_loss() {
            job.cost = keys.cost.cost.take().unwrap_or_default();
        }
        if works_on == WorksOn::Transactions {
            job.words.take_loss(&mut keys.loss);
            job.taxonomy.take_scope(&mut keys.scope);
        }
        // An error about a key of another method comes first: that key may be why others have no effect.
        let mut refused: Vec<JobError> = keys.given().iter().map(|key| job.refuse(key)).collect();
        refused.sort_by_key(|reason| matches!(reason, JobError::IdleKey { .. }));
        if let Some(reason) = refused.into_iter().next() {
            return Err(reason);
        }
        job.refuse_idle_in_pieces()?;
        job.guards.refuse_idle(&job)?;
        Ok(job)
    }
}

impl Job {
    /// True if the promise or a report uses the sensitive items.
    fn hears_sensitive(&self) -> bool {
        match self.method.name().facts().works_on {
            WorksOn::Facts => self.guards.certainty.most.is_some(),
            WorksOn::Lines => false,
            WorksOn::Transactions => {
                self.method.name().can_promise_groups()
                    || self.report.is_assessed()
                    || matches!(*self.method, Method::Coherence(_))
            }
        }
    }

    /// The error for a key that no section read: the other settings make it idle, or it belongs to another
    /// method.
    pub(crate) fn refuse(&self, key: &str) -> JobError {
        let method = self.method.name();
        let works_on = method.facts().works_on;
        let is_read = match Keys::read_by(key) {
            ReadBy::All => true,
            ReadBy::Transactions => works_on == WorksOn::Transactions,
            ReadBy::Tables => works_on != WorksOn::Lines,
            ReadBy::Words => self.reads_words(),
            ReadBy::Named => method.has_parameter(key),
        };
        if is_read {
            JobError::IdleKey { key: key.to_owned() }
        } else {
            JobError::StrayKey { key: key.to_owned(), method }
        }
    }

    /// All settings by key, including defaults. Settings without a value are omitted.
    pub fn echo(&self) -> echo::Echo {
        let mut echo = echo::Echo::default();
        let works_on = self.method.name().facts().works_on;
        self.input.echo(works_on, self.method.counts(), self.words.items, &mut echo);
        if self.reads_words() {
            self.words.echo(&mut echo);
            self.taxonomy.echo(&mut echo);
        }
        if works_on == WorksOn::Transactions {
            echo.put("scope", self.taxonomy.scope);
        }
        let stated = match &self.method {
            MethodChoice::Open => None,
            MethodChoice::Stated(method) => Some(method),
        };
        echo.put("method", stated.map(Method::name));
        echo.put("k", self.k);
        if let Some(method) = stated {
            method.echo(&mut echo);
        }
        if self.method.minimises_loss() {
            echo.put("cost", self.cost);
        }
        echo.put("sensitive", &self.sensitive);
        self.guards.echo(&mut echo);
        self.output.echo(&mut echo);
        self.report.echo(&mut echo);
        self.resources.echo(&mut echo);
        echo
    }

    /// Refuses bits as the unit of loss for methods that do not minimise a loss.
    pub(crate) fn refuse_idle_cost(&self) -> Result<(), JobError> {
        if self.cost == PricedIn::default() || self.method.minimises_loss() {
            Ok(())
        } else {
            Err(self.refuse("cost"))
        }
    }

    /// For `pieces`, refuses settings that only apply to whole rows: a lower bound of the loss, items at the
    /// root, and repeated items.
    pub(crate) fn refuse_idle_in_pieces(&self) -> Result<(), JobError> {
        let idle = [
            ("floor", self.output.floor),
            ("keep-root", self.output.root_items == RootItems::Keep),
            ("keep-repeats", self.input.repeats == Repeats::Keep),
        ];
        match idle.into_iter().find(|&(_, is_given)| is_given && self.is_in_pieces()) {
            Some((key, _)) => Err(JobError::StrayKey { key: key.to_owned(), method: self.method.name() }),
            None => Ok(()),
        }
    }

    /// Minimum number of owners who share a row, group or fact.
    ///
    /// # Errors
    /// When the job has none.
    pub fn require_k(&self) -> Result<usize, JobError> {
        self.k.ok_or(JobError::NoK)
    }

    /// Options for the reader of the input.
    pub fn read_options(&self) -> ReadOptions {
        let InputSettings {
            files: _,
            layout,
            columns,
            time_format,
            delimiter,
            separator,
            spellings,
            unit: _,
            repeats,
            bad_lines,
            sample,
            split,
        } = self.input.clone();
        let WordSettings { matching, items, overrides, unknown, accept_loss: _, guarded } =
            self.words.clone();
        ReadOptions {
            layout,
            columns,
            delimiter,
            time_format,
            spellings,
            separator,
            unit: self.transaction_is(),
            repeats,
            matching,
            items,
            unknown,
            bad_lines,
            overrides,
            // For facts, the list of excluded words is applied while counting.
            never: if self.method.counts().is_some() { None } else { self.guards.never.list.clone() },
            counted_nodes: Vec::new(),
            guarded_nodes: [self.promised_nodes(), guarded].concat(),
            whole_queries: self.is_in_pieces(),
            room: self.resources.room(),
            first: None,
            sample,
            split,
            with_noise: false,
        }
    }

    /// The parameters of noise; `None` if the job adds none.
    pub fn privacy(&self) -> Option<Privacy> {
        match &*self.method {
            Method::Counts(counts) => counts.privacy(),
            _ => None,
        }
    }

    /// Paths of all files that the job reads.
    pub fn files_read(&self) -> Vec<PathBuf> {
        let population = self.report.population.iter().map(|path| Input::from(path.as_path()));
        let files = self.input.paths().chain(input::paths(population));
        let key = match self.method.key() {
            Some(crate::KeySource::File(path)) => Some(path.clone()),
            _ => None,
        };
        let (earlier, audit) = match &*self.method {
            Method::Apply(apply) => (apply.earlier.clone(), apply.audit().map(Path::to_owned)),
            _ => (None, None),
        };
        files
            .chain(self.guards.files())
            .chain(self.taxonomy.file().map(|file| file.path.clone()))
            .chain(self.words.overrides.clone())
            .chain(sensitive::files(&self.sensitive))
            .chain(sensitive::files(&self.guards.ceilings()))
            .chain(key)
            .chain(earlier.as_deref().map(certificate_path))
            .chain(earlier)
            .chain(audit)
            .chain(self.report.labels.clone())
            .collect()
    }

    /// The sensitive items; `None` if the job has none.
    ///
    /// # Errors
    /// When a list cannot be read or is empty.
    pub fn sensitive_items(&self) -> Result<Option<Sensitive>, JobError> {
        sensitive::parse(&self.sensitive, self.method.seed().unwrap_or(0))
    }

    /// The nodes for which the reader counts owners by item, to check the limit of certainty for whole rows.
    pub(crate) fn counted_nodes(&self) -> Result<Vec<String>, JobError> {
        // For pieces and tables, the release alone is enough for this check. A run without sensitive items
        // has no such nodes; `clump apply` takes them from the earlier release.
        if self.is_in_pieces() || self.method.counts().is_some() || self.sensitive.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.certainty_of_nodes()?.map(|certainty| certainty.nodes().to_vec()).unwrap_or_default())
    }

    /// The ceilings that the release promises; `None` if the job has none.
    ///
    /// # Errors
    /// When a list cannot be read or is empty, or a name is empty.
    pub fn ceilings(&self) -> Result<Option<Ceiling>, JobError> {
        match self.guards.ceilings().as_slice() {
            [] => Ok(None),
            values => Ok(Some(Ceiling::new(sensitive::nodes(values)?)?)),
        }
    }

    /// Names of all nodes in guards: ceilings and sensitive nodes.
    pub(crate) fn guarded_nodes(&self) -> Result<Vec<String>, JobError> {
        let mut names = sensitive::nodes(&self.guards.ceilings())?;
        if let Some(Sensitive::Nodes(sensitive)) = self.sensitive_items()? {
            names.extend(sensitive);
        }
        Ok(names)
    }

    /// Names of the nodes in the promises of guards. Ignores lists that cannot be read: building the guard
    /// refuses them.
    fn promised_nodes(&self) -> Vec<String> {
        let ceilings = self.ceilings().ok().flatten().map(|ceiling| ceiling.nodes().to_vec());
        let certain = self.certainty_of_nodes().ok().flatten().map(|certainty| certainty.nodes().to_vec());
        ceilings.into_iter().chain(certain).flatten().collect()
    }

    /// True if the method or a guard looks words up in the taxonomy.
    pub(crate) fn reads_words(&self) -> bool {
        self.method.name().reads_words() || self.guards.are_about_nodes()
    }

    /// States whether an owner has one row, several rows because of several transactions, or several pieces.
    pub fn rows_of_an_owner(&self) -> RowsOfAnOwner {
        match self.transaction_is() {
            _ if self.is_in_pieces() => RowsOfAnOwner::Pieces,
            // A row of a table of facts belongs to all owners of the fact.
            _ if self.method.counts().is_some() => RowsOfAnOwner::One,
            Unit::Owner => RowsOfAnOwner::One,
            Unit::Session { .. } | Unit::Query | Unit::Transaction => RowsOfAnOwner::Several,
        }
    }

    /// The tables that the release puts into a folder; none if it is one file.
    pub fn tables_in_folder(&self) -> Vec<TableSpec> {
        let tables = self.method.counts().map(Counts::tables).unwrap_or_default();
        if tables.len() > 1 { tables } else { Vec::new() }
    }

    /// Format of the release. A folder of tables has no extension: its files are `csv` unless the job says otherwise.
    ///
    /// # Errors
    /// As [`OutputSettings::release_format`].
    pub fn release_format(&self) -> Result<ReleaseFormat, JobError> {
        if self.tables_in_folder().is_empty() {
            return self.output.release_format();
        }
        let format = self.output.format.unwrap_or(ReleaseFormat::Csv);
        format.available()?;
        Ok(format)
    }

    /// Refuses a file name that suggests another format or compression than the method writes.
    pub(crate) fn refuse_misleading_name(&self) -> Result<(), JobError> {
        if self.tables_in_folder().is_empty() {
            return self.output.refuse_misleading_name(self.method.name());
        }
        match &self.output.release {
            Some(path)
                if Packing::from_path(path) != Packing::Plain || ReleaseFormat::from_path(path).is_some() =>
            {
                let reason = "several tables go to a folder, and the name of the output is that of a file";
                Err(JobError::Tables { reason })
            }
            _ => Ok(()),
        }
    }

    /// Layout of the release. By default, a row is an owner. If owners may have several rows, a row is a
    /// group with its number of owners instead, so that readers do not count rows as owners.
    pub fn release_layout(&self) -> ReleaseLayout {
        let default = match self.rows_of_an_owner() {
            RowsOfAnOwner::One => ReleaseLayout::Rows,
            RowsOfAnOwner::Several | RowsOfAnOwner::Pieces => ReleaseLayout::Groups,
        };
        self.output.layout.unwrap_or(default)
    }
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.echo().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Job, D::Error> {
        Job::try_from(Keys::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
