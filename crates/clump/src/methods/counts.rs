//! `counts`: publishes tables of facts, such as queries, that at least k owners share.

use clump_core::anonymize::{Method as Promising, ParameterError};
use clump_core::facts::{
    By, FactKind, FactParameters, NormalForm, ShownCounts, TableSpec, Tabulate, Thresholds,
};
use clump_core::promise::{Among, Ceiling, Certainty, DifferentialPrivacy, Privacy, Promise, PropertyName};
use clump_io::TimeZone;
use clump_io::facts::{FactCeilings, FactCertainty, FactRequest, WordRules};
use clump_log::Key;
use clump_noise::{Bounding, Thresholding};

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::keys::flags;
use crate::{JobError, RunError};

settings! {
    /// Counts facts, and publishes those that at least k owners share.
    pub struct Counts: CountsKeys {
        /// Table to publish, for example `query:day`; repeat for several [default: query]
        ///
        /// Facts, and after a colon the columns that divide their people into cells. Facts are `query`;
        /// `query,host` and `query,url` (the address that was clicked after it); `query,next` (the next query
        /// within `--gap`); `word`; `word,word` (of one query); `item`; `item,item` (of one transaction); or
        /// columns of the data: `product`, `query,country`. Cells are `day`, `week`, `month` or columns:
        /// `query:day,device`. Several tables go to a folder, and nothing about fewer than k people follows
        /// from one minus another. Without `--method`, the method is `counts`.
        #[arg(value_name = "FACTS[:CELLS]")]
        pub table: Vec<TableSpec>,
        /// Least number of people of a cell, for example 10 [default: k]
        #[arg(value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub k_cell: Option<usize>,
        /// Form of the numbers of people, for example `round:10` or `scale:100` [default: exact]
        ///
        /// `round:10` rounds to the nearest multiple of 10, but never below the threshold. `scale:100` shows
        /// the most common row as 100, and the others as smaller numbers, down to 1. A scaled table has no
        /// numbers of people, so a reader cannot verify k from it.
        #[arg(value_name = "exact|round:N|scale:N")]
        pub numbers: Option<ShownCounts>,
        /// Adds the number of times that a fact occurs, next to its number of people
        pub times: bool,
        /// Adds a row for the rest: the people of everything that has no row
        ///
        /// Its columns of the fact are empty. With cells, there is a row for each cell. It is left out where
        /// fewer than k people are behind it.
        pub rest: bool,
        /// Publishes only the N most common facts of each table, for example 1000
        #[arg(value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub top: Option<usize>,
        /// Counts stop words such as `the` in tables of words too
        pub stop_words: bool,
        /// Least number of characters of a word in tables of words, for example 3
        #[arg(value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub min_length: Option<usize>,
        /// Time zone of days, weeks and months, for example `Europe/Berlin` [default: UTC]
        ///
        /// Times without an offset are read as UTC.
        #[arg(value_name = "ZONE")]
        pub time_zone: Option<TimeZone>,
        /// Form in which queries are counted, for example `words` [default: case-and-space]
        ///
        /// It is also the form in which they are published. `case-and-space` has lower case and single
        /// spaces. `words` has each word once, sorted, without punctuation. `as-typed` changes only the
        /// spaces around a query.
        #[arg(value_name = "FORM", value_parser = flags::words::<NormalForm>())]
        pub normal_form: Option<NormalForm>,
        /// Epsilon of differential privacy: adds noise to the numbers, for example 2
        ///
        /// With or without one person, the probability of any table differs by at most the factor e^E.
        /// Typical: 1 to 4. Needs `--delta` and `--per-owner`.
        #[arg(value_name = "E", allow_negative_numbers = true)]
        pub epsilon: Option<f64>,
        /// Probability that the bound of `--epsilon` does not cover, for example 1e-6
        ///
        /// Choose it far below 1 divided by the number of people.
        #[arg(value_name = "D", allow_negative_numbers = true)]
        pub delta: Option<f64>,
        /// Most facts in which one person counts, with `--epsilon`, for example 5
        ///
        /// The facts are chosen at random, and the noise grows with this number. `clump inspect` shows which
        /// number keeps most.
        #[arg(value_name = "N", allow_negative_numbers = true)]
        pub per_owner: Option<u32>,
        /// With noise: the seed that chooses the facts that an owner counts in; from the operating system if
        /// there is none. The noise itself has no seed.
        #[shared]
        pub seed: Option<u64>,
    }
}

impl Counts {
    /// Counts the facts of these tables, with default settings.
    pub fn of(tables: impl IntoIterator<Item = impl Into<TableSpec>>) -> Counts {
        Counts { table: tables.into_iter().map(Into::into).collect(), ..Counts::default() }
    }

    /// The parameters of noise; `None` unless all three are set and valid.
    pub fn privacy(&self) -> Option<Privacy> {
        Privacy::new(self.epsilon?, self.delta?, self.per_owner?).ok()
    }

    /// Adds noise with these parameters to the numbers.
    #[must_use]
    pub fn noise(self, privacy: Privacy) -> Counts {
        self.epsilon(privacy.epsilon()).delta(privacy.delta()).per_owner(privacy.per_owner())
    }

    /// Refuses a job that sets only some parameters of noise, or invalid ones.
    fn refuse_half_of_noise(&self) -> Result<(), JobError> {
        let is_given = [
            ("epsilon", self.epsilon.is_some()),
            ("delta", self.delta.is_some()),
            ("per-owner", self.per_owner.is_some()),
        ];
        let first = |wanted| is_given.into_iter().find(|&(_, given)| given == wanted).map(|(key, _)| key);
        match (first(true), first(false)) {
            (Some(given), Some(missing)) => Err(JobError::HalfOfNoise { given, missing }),
            _ => Ok(()),
        }?;
        if let (Some(epsilon), Some(delta), Some(per_owner)) = (self.epsilon, self.delta, self.per_owner) {
            Privacy::new(epsilon, delta, per_owner).map_err(ParameterError::from)?;
        }
        Ok(())
    }

    /// Refuses tables that cannot be published together, and settings that noise does not cover.
    fn refuse_tables(&self) -> Result<(), JobError> {
        let refuse = |reason| Err(JobError::Tables { reason });
        let tables = &self.table;
        if (1..tables.len()).any(|at| tables[..at].contains(&tables[at])) {
            return refuse("one of them occurs twice");
        }
        let names: Vec<String> = tables.iter().map(TableSpec::file_stem).collect();
        if (1..names.len()).any(|at| names[..at].contains(&names[at])) {
            return refuse("two of them would have the same file name");
        }
        let has = |by: &By| tables.iter().any(|table| table.by.contains(by));
        if tables.len() > 1 && has(&By::Week) && has(&By::Month) {
            return refuse(
                "weeks and months overlap, so a difference could count few people: use one of them",
            );
        }
        if tables.len() > 1 && self.epsilon.is_some() {
            return refuse("noise works for one table");
        }
        if tables.len() > 1 && self.shown() != ShownCounts::Exact {
            return refuse("rounded and scaled numbers work for one table");
        }
        let extra = [("rest", self.rest), ("top", self.top.is_some())];
        match extra.into_iter().find(|&(_, is_set)| is_set && self.epsilon.is_some()) {
            Some((key, _)) => Err(JobError::Contradiction { keys: [key, "epsilon"] }),
            None => Ok(()),
        }
    }

    /// True if every fact that enough people have gets a row, unless a rule excludes its text.
    pub(crate) fn publishes_all(&self) -> bool {
        self.privacy().is_none() && self.top.is_none() && self.normal_form != Some(NormalForm::Words)
    }

    fn shown(&self) -> ShownCounts {
        self.numbers.unwrap_or_default()
    }

    /// The tables to publish.
    pub fn tables(&self) -> Vec<TableSpec> {
        if self.table.is_empty() { vec![TableSpec::default()] } else { self.table.clone() }
    }

    /// True if a table counts facts of a kind for which `is` returns true.
    pub(crate) fn has(&self, is: impl Fn(FactKind) -> bool) -> bool {
        self.tables().iter().any(|table| is(table.kind))
    }

    /// The parameters of each table with threshold `k`, without noise. Only the first of several tables has numbers
    /// of occurrences: two tables with them could be subtracted.
    pub(crate) fn parameters(&self, k: usize) -> Vec<FactParameters> {
        let of_table = |(number, spec)| FactParameters {
            spec,
            thresholds: Thresholds { k, k_cell: self.k_cell.unwrap_or(k) },
            shown: self.shown(),
            times: self.times && number == 0,
            noise: None,
        };
        self.tables().into_iter().enumerate().map(of_table).collect()
    }

    /// The facts to count with threshold `k`, without guards and without a limit for each owner.
    pub(crate) fn request(&self, k: usize) -> FactRequest {
        let thresholds = Thresholds { k, k_cell: self.k_cell.unwrap_or(k) };
        FactRequest {
            normal_form: self.normal_form.unwrap_or_default(),
            words: WordRules { stop_words: self.stop_words, min_length: self.min_length.unwrap_or(0) },
            time_zone: self.time_zone.clone().unwrap_or_default(),
            top: self.top,
            rest: self.rest,
            times: self.times,
            ..FactRequest::of(self.tables(), thresholds)
        }
    }

    /// True if a limit of certainty can be proved: the tables are one, and all its texts are typed or items.
    fn can_bound_certainty(&self) -> bool {
        matches!(self.tables().as_slice(), [table] if table.more.is_empty() || table.kind == FactKind::Columns)
    }

    /// Finds the nodes of `certainty` in the taxonomy of `job`.
    fn fact_certainty(&self, certainty: &Certainty, job: &Job) -> Result<FactCertainty, RunError> {
        let (source, options) = (&job.taxonomy.source, job.read_options());
        let found = FactCertainty::new(source, &options, certainty.nodes(), certainty.most(), self.shown())?;
        Ok(found.ok_or(JobError::CertaintyOfUnknown)?)
    }

    /// The secret that chooses the facts in which an owner counts, from the seed or from the system.
    pub(crate) fn secret(&self) -> Result<[u8; 32], JobError> {
        let key = match self.seed {
            Some(seed) => Key::from_seed(seed),
            None => Key::from_system()?,
        };
        Ok(key.hash(b"facts that an owner counts in"))
    }

    /// The rule that limits the number of facts in which an owner counts; `None` without noise.
    pub(crate) fn bounding(&self, secret: [u8; 32]) -> Option<Bounding> {
        self.privacy().map(|privacy| Bounding::new(secret, privacy.per_owner()))
    }
}

impl MethodSettings for Counts {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Facts,
        properties: &[PropertyName::CommonFacts, PropertyName::Certainty, PropertyName::DifferentialPrivacy],
        promise: "at least k people share every published fact; with `epsilon`, also differential privacy",
        also_reads: &[SharedSetting::K, SharedSetting::Ledger, SharedSetting::Budget],
        sentence: "Publishes tables of queries, words, clicks, items or columns that at least k people share, \
                   with the number of people.",
        explanation: "A fact is a query, a query with the host or address clicked after it, a query with \
                      the next one, a word, two words of a query, an item, two items, or values of columns. \
                      Queries are counted in lower case with single spaces. Nothing is generalized, and words \
                      of the same meaning are counted apart. A table can divide the people of a fact into \
                      cells by day, week, month or columns, and `k-cell` is the threshold of a cell. The \
                      cells of a fact are published only if they have k people together. Several tables are \
                      made safe together: where a difference of their numbers would count fewer than k \
                      people, these people are left out of both. Identifiers are excluded at any k: e-mail addresses, telephone, card \
                      and social security numbers, street addresses, user names, and numbers of seven or \
                      more digits. `epsilon`, `delta` and `per-owner` add noise (OpenDP). Each person then \
                      counts in at most `per-owner` facts. A secret that is forgotten, or a `seed`, chooses \
                      them at random. A fact is published if k people count in it and its noisy number \
                      reaches the threshold that `delta` demands. Each cell is a fact of its own. A noisy \
                      number counts only the people who chose the fact: if people have more facts than \
                      `per-owner`, it is far below the number of all people. Memory is limited: data that \
                      do not fit are on disk during the run.",
        reference: "The practice of publishers of queries: Google for the EU's Digital Markets Act, Bing, \
                    Brave. Cells follow the cell-size policy of the US Medicare (CMS). Noise follows R. \
                    Rogers: A Unifying Privacy Analysis Framework for Unknown Domain Algorithms in \
                    Differential Privacy, 2023, over k people as in Google's pre-thresholding.",
        weakness: "A row says nothing about the other rows of its people. Rare facts are suppressed, not \
                   generalized. A fact that k people share is published even if it names a person.",
    };

    fn settle(&mut self) -> Result<(), JobError> {
        let idle = |key: &str| Err(JobError::IdleKey { key: key.to_owned() });
        self.table = self.tables();
        self.refuse_half_of_noise()?;
        self.refuse_tables()?;
        if matches!(self.shown(), ShownCounts::Scaled(_)) && self.times {
            return Err(JobError::Contradiction { keys: ["numbers", "times"] });
        }
        let has_cells = self.table.iter().any(|table| !table.by.is_empty());
        if !has_cells && self.k_cell.is_some() {
            return idle("k-cell");
        }
        if self.epsilon.is_none() && self.seed.is_some() {
            return idle("seed");
        }
        if self.stop_words && !self.has(FactKind::is_of_words) {
            return idle("stop-words");
        }
        if self.min_length.is_some() && !self.has(FactKind::is_of_words) {
            return idle("min-length");
        }
        if self.time_zone.is_some() && !self.table.iter().flat_map(|table| &table.by).any(By::is_time) {
            return idle("time-zone");
        }
        match self.normal_form {
            Some(_) if !self.has(FactKind::has_whole_queries) => idle("normal-form"),
            None if self.has(FactKind::has_whole_queries) => {
                self.normal_form = Some(NormalForm::default());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        self.clone().settle()?;
        let k = job.require_k()?;
        let ceiling = job.ceilings()?;
        let ceilings = ceiling.as_ref().map(|ceiling| fact_ceilings(ceiling, job)).transpose()?;
        let certainty = job.certainty_of_nodes()?.map(|certainty| certainty.among(Among::Facts));
        if certainty.is_some() && self.privacy().is_some() {
            return Err(JobError::CertaintyOfNoise.into());
        }
        if certainty.is_some() && !self.can_bound_certainty() {
            let reason = "certainty works for one table whose facts have no further column";
            return Err(JobError::Tables { reason }.into());
        }
        let certainties =
            certainty.as_ref().map(|certainty| self.fact_certainty(certainty, job)).transpose()?;
        let request = FactRequest {
            never: job.guards.never.list.clone(),
            ceilings,
            certainty: certainties,
            ..self.request(k)
        };
        let parameters = self.parameters(k);
        let Some(privacy) = self.privacy() else {
            let tabulate = parameters.into_iter().map(FactParameters::check).collect::<Result<_, _>>()?;
            let method = FactMethod { tabulate, request, thresholding: None, ceiling, certainty };
            return Ok(AnyMethod::Facts(Box::new(method)));
        };
        if privacy.delta() > MOST_DELTA {
            return Err(JobError::DeltaTooLarge { most: MOST_DELTA }.into());
        }
        let thresholding = Thresholding::new(k, privacy).map_err(JobError::from)?;
        let noise = DifferentialPrivacy {
            privacy,
            noise_scale: thresholding.scale(),
            threshold: thresholding.threshold(),
            seeded: self.seed.is_some(),
        };
        let with_noise = |table| FactParameters { noise: Some(noise), ..table }.check();
        let tabulate = parameters.into_iter().map(with_noise).collect::<Result<_, _>>()?;
        let request = FactRequest { bounding: self.bounding(self.secret()?), ..request };
        let method = FactMethod { tabulate, request, thresholding: Some(thresholding), ceiling, certainty };
        Ok(AnyMethod::Facts(Box::new(method)))
    }
}

/// The largest allowed delta. The limit is public. A better limit, 1 divided by the number of owners, would
/// reveal that number.
const MOST_DELTA: f64 = 1e-3;

/// Finds the nodes of `ceiling` in the taxonomy of `job`.
fn fact_ceilings(ceiling: &Ceiling, job: &Job) -> Result<FactCeilings, RunError> {
    let found = FactCeilings::new(&job.taxonomy.source, &job.read_options(), ceiling.nodes())?;
    Ok(found.ok_or(JobError::CeilingAtUnknown)?)
}

/// The method `counts` with checked parameters.
#[derive(Clone, Debug)]
pub struct FactMethod {
    /// Makes each table from its counted facts: one or more.
    pub tabulate: Vec<Tabulate>,
    /// The facts to count, and the rules that exclude some.
    pub request: FactRequest,
    /// The noise and its threshold; `None` for exact numbers.
    pub thresholding: Option<Thresholding>,
    /// The nodes that replace everything below them; `None` if there are none.
    pub ceiling: Option<Ceiling>,
    /// The limit of certainty for sensitive nodes; `None` if there is none.
    pub certainty: Option<Certainty>,
}

impl FactMethod {
    /// The first table.
    pub fn first(&self) -> &Tabulate {
        self.tabulate.first().expect("a method has a table")
    }
}

impl Promising for FactMethod {
    fn name(&self) -> &'static str {
        self.first().name()
    }

    fn promise(&self) -> Promise {
        // All tables have the same thresholds, and noise is for one table.
        let mut promise = self.first().promise();
        if let Some(certainty) = &self.certainty {
            promise = promise.and(certainty.clone()).expect("certainty stands beside common facts");
        }
        match &self.ceiling {
            Some(ceiling) => promise.and(ceiling.clone()).expect("no table promises a ceiling by itself"),
            None => promise,
        }
    }
}
