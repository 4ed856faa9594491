//! `counts`: publishes tables of facts, such as queries, that at least k owners share.

use clump_core::anonymize::{Method as Promising, ParameterError};
use clump_core::facts::{By, FactKind, FactParameters, NormalForm, ShownCounts, Tabulate, Thresholds};
use clump_core::promise::{Among, Ceiling, Certainty, DifferentialPrivacy, Privacy, Promise, PropertyName};
use clump_io::facts::{FactCeilings, FactCertainty, FactRequest};
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
        /// Kind of fact that is counted, for example `query,host` [default: query]
        ///
        /// `query`; `query,host` and `query,url` (the address that was clicked after it); `query,next` (the
        /// next query within `--gap`); `word`; `word,word` (of one query); `item`; `item,item` (of one
        /// transaction).
        #[arg(value_name = "FACT")]
        pub fact: FactKind = FactKind::default(),
        /// Period or column that divides the people of a fact into cells, for example `week`
        #[arg(value_name = "day|week|month|COLUMN")]
        pub by: Option<By>,
        /// Least number of people of a cell, with `--by`, for example 10 [default: k]
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
        /// Adds a row with the total of the published cells of a fact, with `--by`
        ///
        /// The total is the number of different people in these cells; its cell is empty. It says nothing
        /// about cells that are not published.
        pub totals: bool,
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

    fn shown(&self) -> ShownCounts {
        self.numbers.unwrap_or_default()
    }

    /// The parameters of a table with threshold `k`, without noise.
    pub(crate) fn parameters(&self, k: usize) -> FactParameters {
        FactParameters {
            kind: self.fact,
            by: self.by.clone(),
            thresholds: Thresholds { k, k_cell: self.k_cell.unwrap_or(k) },
            shown: self.shown(),
            times: self.times,
            totals: self.totals,
            noise: None,
        }
    }

    /// The facts to count for a table with threshold `k`, without guards and without a limit for each owner.
    pub(crate) fn request(&self, k: usize) -> FactRequest {
        FactRequest {
            kind: self.fact,
            by: self.by.clone(),
            normal_form: self.normal_form.unwrap_or_default(),
            thresholds: self.parameters(k).thresholds,
            totals: self.totals,
            never: None,
            ceilings: None,
            certainty: None,
            times: self.times,
            bounding: None,
        }
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
        sentence: "Publishes a table of queries, words, clicks or items that at least k people share, with \
                   the number of people.",
        explanation: "A fact is a query, a query with the host or address clicked after it, a query with \
                      the next one, a word, two words of a query, an item, or two items. Queries are \
                      counted in lower case with single spaces. Nothing is generalized, and words of the \
                      same meaning are counted apart. `by` divides the people of a fact into cells by day, \
                      week, month or a column, and `k-cell` is the threshold of a cell. The cells of a fact \
                      are published only if they have k people together, and a total counts only the people \
                      in these cells. Identifiers are excluded at any k: e-mail addresses, telephone, card \
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
        self.refuse_half_of_noise()?;
        if matches!(self.shown(), ShownCounts::Scaled(_)) && self.times {
            return Err(JobError::Contradiction { keys: ["numbers", "times"] });
        }
        if self.by.is_none() && self.k_cell.is_some() {
            return idle("k-cell");
        }
        if self.by.is_none() && self.totals {
            return idle("totals");
        }
        if self.epsilon.is_none() && self.seed.is_some() {
            return idle("seed");
        }
        match self.normal_form {
            Some(_) if !self.fact.has_whole_queries() => idle("normal-form"),
            None if self.fact.has_whole_queries() => {
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
            let tabulate = parameters.check()?;
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
        let tabulate = FactParameters { noise: Some(noise), ..parameters }.check()?;
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
    /// Makes the table from the counted facts.
    pub tabulate: Tabulate,
    /// The facts to count, and the rules that exclude some.
    pub request: FactRequest,
    /// The noise and its threshold; `None` for exact numbers.
    pub thresholding: Option<Thresholding>,
    /// The nodes that replace everything below them; `None` if there are none.
    pub ceiling: Option<Ceiling>,
    /// The limit of certainty for sensitive nodes; `None` if there is none.
    pub certainty: Option<Certainty>,
}

impl Promising for FactMethod {
    fn name(&self) -> &'static str {
        self.tabulate.name()
    }

    fn promise(&self) -> Promise {
        let mut promise = self.tabulate.promise();
        if let Some(certainty) = &self.certainty {
            promise = promise.and(certainty.clone()).expect("certainty stands beside common facts");
        }
        match &self.ceiling {
            Some(ceiling) => promise.and(ceiling.clone()).expect("no table promises a ceiling by itself"),
            None => promise,
        }
    }
}
