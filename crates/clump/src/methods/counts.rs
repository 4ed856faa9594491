//! Tables of facts that k owners share.

use clump_core::anonymize::{Method as Promising, ParameterError};
use clump_core::facts::{By, FactKind, FactParameters, NormalForm, ShownCounts, Tabulate, Thresholds};
use clump_core::promise::{Among, Ceiling, Certainty, DifferentialPrivacy, Privacy, Promise, PropertyName};
use clump_io::facts::{FactCeilings, FactCertainty, FactRequest};
use clump_log::Key;
use clump_noise::{Bounding, Thresholding};
use serde::{Deserialize, Serialize};

use super::settings::{Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::job::keys::{MethodKeys, Worded, flags};
use crate::{JobError, RunError};

/// Counts facts, and publishes those that at least k owners share.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Counts {
    /// Kind of the facts.
    pub fact: FactKind,
    /// Column or period that divides the owners of a fact, if any.
    pub by: Option<By>,
    /// Least number of owners of a published cell of a fact; k if it is not given.
    pub k_cell: Option<usize>,
    /// Form in which numbers are shown.
    pub numbers: ShownCounts,
    /// True if the occurrences of a fact are published too.
    pub times: bool,
    /// True if a fact that is divided has a row for all of its published cells together.
    pub totals: bool,
    /// The form in which queries are counted and published.
    pub normal_form: NormalForm,
    /// Limit on the effect of one owner, if numbers have noise.
    pub privacy: Option<Privacy>,
    /// With noise: the seed that chooses the facts that an owner counts in; from the operating system if
    /// there is none. The noise itself has no seed.
    pub seed: Option<u64>,
}

setters!(Counts {
    fact: FactKind,
    by: Option<By>,
    k_cell: Option<usize>,
    numbers: ShownCounts,
    times: bool,
    totals: bool,
    normal_form: NormalForm,
    privacy: Option<Privacy>,
    seed: Option<u64>,
});

key_group! {
    /// Keys of this method only.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct CountsKeys {
        /// Kind of fact that is counted, for example `query,host` [default: query]
        ///
        /// `query`; `query,host` and `query,url` (the address that was clicked after it); `query,next` (the
        /// next query within `--gap`); `word`; `word,word` (of one query); `item`; `item,item` (of one
        /// transaction).
        #[arg(long, value_name = "FACT", hide = true)]
        pub fact: Option<FactKind>,
        /// Period or column that divides the people of a fact into cells, for example `week`
        #[arg(long, value_name = "day|week|month|COLUMN", hide = true)]
        pub by: Option<By>,
        /// Least number of people of a cell, with `--by`, for example 10 [default: k]
        #[arg(long, value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub k_cell: Option<usize>,
        /// Form of the numbers of people, for example `round:10` or `scale:100` [default: exact]
        ///
        /// `round:10` rounds to the nearest multiple of 10, but never below the threshold. `scale:100` shows
        /// the most common row as 100, and the others as smaller numbers, down to 1. A scaled table has no
        /// numbers of people, so a reader cannot verify k from it.
        #[arg(long, value_name = "exact|round:N|scale:N", hide = true)]
        pub numbers: Option<Worded<NumbersName>>,
        /// Adds the number of times that a fact occurs, next to its number of people
        #[arg(long, hide = true)]
        pub times: bool,
        /// Adds a row with the total of the published cells of a fact, with `--by`
        ///
        /// The total is the number of different people in these cells; its cell is empty. It says nothing
        /// about cells that are not published.
        #[arg(long, hide = true)]
        pub totals: bool,
        /// Form in which queries are counted, for example `words` [default: case-and-space]
        ///
        /// It is also the form in which they are published. `case-and-space` has lower case and single
        /// spaces. `words` has each word once, sorted, without punctuation. `as-typed` changes only the
        /// spaces around a query.
        #[arg(long, value_name = "FORM", value_parser = flags::words::<NormalForm>(), hide = true)]
        pub normal_form: Option<NormalForm>,
        /// Epsilon of differential privacy: adds noise to the numbers, for example 2
        ///
        /// With or without one person, the probability of any table differs by at most the factor e^E.
        /// Typical: 1 to 4. Needs `--delta` and `--per-owner`.
        #[arg(long, value_name = "E", allow_negative_numbers = true, hide = true)]
        pub epsilon: Option<f64>,
        /// Probability that the bound of `--epsilon` does not cover, for example 1e-6
        ///
        /// Choose it far below 1 divided by the number of people.
        #[arg(long, value_name = "D", allow_negative_numbers = true, hide = true)]
        pub delta: Option<f64>,
        /// Most facts in which one person counts, with `--epsilon`, for example 5
        ///
        /// The facts are chosen at random, and the noise grows with this number. `clump inspect` shows which
        /// number keeps most.
        #[arg(long, value_name = "N", allow_negative_numbers = true, hide = true)]
        pub per_owner: Option<u32>,
    }
}

impl Parameters for Counts {
    type Keys = CountsKeys;

    fn take(keys: CountsKeys, shared: &mut MethodKeys) -> Result<Counts, JobError> {
        let counts = Counts {
            fact: keys.fact.unwrap_or_default(),
            by: keys.by,
            k_cell: keys.k_cell,
            numbers: keys.numbers.map_or(Ok(ShownCounts::Exact), shown)?,
            times: keys.times,
            totals: keys.totals,
            normal_form: keys.normal_form.unwrap_or_default(),
            privacy: privacy(keys.epsilon, keys.delta, keys.per_owner)?,
            seed: shared.seed.take(),
        };
        counts.refuse_nonsense()?;
        Ok(counts)
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("fact", self.fact);
        echo.put("by", &self.by);
        echo.put("k-cell", self.k_cell);
        echo.put("numbers", written(self.numbers));
        echo.put("times", self.times);
        echo.put("totals", self.totals);
        echo.put("normal-form", Some(self.normal_form).filter(|_| self.fact.has_whole_queries()));
        echo.put("epsilon", self.privacy.map(Privacy::epsilon));
        echo.put("delta", self.privacy.map(Privacy::delta));
        echo.put("per-owner", self.privacy.map(Privacy::per_owner));
        echo.put("seed", self.seed);
    }
}

impl Counts {
    /// Refuses settings that contradict each other or have no effect.
    fn refuse_nonsense(&self) -> Result<(), JobError> {
        if matches!(self.numbers, ShownCounts::Scaled(_)) && self.times {
            return Err(JobError::Contradiction { keys: ["numbers", "times"] });
        }
        for (key, is_given) in [("k-cell", self.k_cell.is_some()), ("totals", self.totals)] {
            if self.by.is_none() && is_given {
                return Err(JobError::IdleKey { key: key.to_owned() });
            }
        }
        if self.privacy.is_none() && self.seed.is_some() {
            return Err(JobError::IdleKey { key: "seed".to_owned() });
        }
        if self.normal_form != NormalForm::default() && !self.fact.has_whole_queries() {
            Err(JobError::IdleKey { key: "normal-form".to_owned() })
        } else {
            Ok(())
        }
    }

    /// The parameters of a table at `k`, without noise.
    pub(crate) fn parameters(&self, k: usize) -> FactParameters {
        FactParameters {
            kind: self.fact,
            by: self.by.clone(),
            thresholds: Thresholds { k, k_cell: self.k_cell.unwrap_or(k) },
            shown: self.numbers,
            times: self.times,
            totals: self.totals,
            noise: None,
        }
    }

    /// The facts to count for a table at `k`, without guards and without the bound that noise needs.
    pub(crate) fn request(&self, k: usize) -> FactRequest {
        FactRequest {
            kind: self.fact,
            by: self.by.clone(),
            normal_form: self.normal_form,
            thresholds: self.parameters(k).thresholds,
            totals: self.totals,
            never: None,
            ceilings: None,
            certainty: None,
            times: self.times,
            bounding: None,
        }
    }

    /// The nodes of `certainty` in the taxonomy of `job`.
    fn fact_certainty(&self, certainty: &Certainty, job: &Job) -> Result<FactCertainty, RunError> {
        let (source, options) = (&job.taxonomy.source, job.read_options());
        let found = FactCertainty::new(source, &options, certainty.nodes(), certainty.most(), self.numbers)?;
        Ok(found.ok_or(JobError::CertaintyOfUnknown)?)
    }

    /// A secret by which owners choose the facts that they count in: that of the seed, or an unknown one.
    pub(crate) fn secret(&self) -> Result<[u8; 32], JobError> {
        let key = match self.seed {
            Some(seed) => Key::from_seed(seed),
            None => Key::from_system()?,
        };
        Ok(key.hash(b"facts that an owner counts in"))
    }

    /// The rule by which owners choose these facts by a `secret`; none without noise.
    pub(crate) fn bounding(&self, secret: [u8; 32]) -> Option<Bounding> {
        self.privacy.map(|privacy| Bounding::new(secret, privacy.per_owner()))
    }
}

/// Form of numbers, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumbersName {
    /// As counted.
    Exact,
    /// To multiples of a number.
    Round,
    /// From 1 to a number.
    Scale,
}

/// The form of numbers that a key states.
fn shown(numbers: Worded<NumbersName>) -> Result<ShownCounts, JobError> {
    match (numbers.word, numbers.number("numbers")?) {
        (NumbersName::Exact, None) => Ok(ShownCounts::Exact),
        (NumbersName::Round, Some(to)) => Ok(ShownCounts::Rounded(to)),
        (NumbersName::Scale, Some(to)) => Ok(ShownCounts::Scaled(to)),
        _ => Err(JobError::Argument { key: "numbers" }),
    }
}

/// The key of a form of numbers; none for exact ones.
fn written(shown: ShownCounts) -> Option<Worded<NumbersName>> {
    match shown {
        ShownCounts::Exact => None,
        ShownCounts::Rounded(to) => Some(Worded::with(NumbersName::Round, to)),
        ShownCounts::Scaled(to) => Some(Worded::with(NumbersName::Scale, to)),
    }
}

/// The numbers of noise: all three, or none.
fn privacy(
    epsilon: Option<f64>,
    delta: Option<f64>,
    per_owner: Option<u32>,
) -> Result<Option<Privacy>, JobError> {
    match (epsilon, delta, per_owner) {
        (None, None, None) => Ok(None),
        (Some(epsilon), Some(delta), Some(per_owner)) => {
            let privacy = Privacy::new(epsilon, delta, per_owner).map_err(ParameterError::from)?;
            Ok(Some(privacy))
        }
        (epsilon, delta, per_owner) => {
            let is_given = [
                ("epsilon", epsilon.is_some()),
                ("delta", delta.is_some()),
                ("per-owner", per_owner.is_some()),
            ];
            let first =
                |wanted| is_given.into_iter().find(|&(_, given)| given == wanted).map_or("", |(key, _)| key);
            Err(JobError::HalfOfNoise { given: first(true), missing: first(false) })
        }
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

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        self.refuse_nonsense()?;
        let k = job.require_k()?;
        let ceiling = job.ceilings()?;
        let ceilings = ceiling.as_ref().map(|ceiling| fact_ceilings(ceiling, job)).transpose()?;
        let certainty = job.certainty_of_nodes()?.map(|certainty| certainty.among(Among::Facts));
        if certainty.is_some() && self.privacy.is_some() {
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
        let Some(privacy) = self.privacy else {
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

/// The largest delta of a run. Public: the number of owners, which delta should stay below one part of, is
/// not.
const MOST_DELTA: f64 = 1e-3;

/// The nodes of `ceiling` in the taxonomy of `job`.
///
/// # Errors
/// When it does not have one of them, or cannot be read.
fn fact_ceilings(ceiling: &Ceiling, job: &Job) -> Result<FactCeilings, RunError> {
    let found = FactCeilings::new(&job.taxonomy.source, &job.read_options(), ceiling.nodes())?;
    Ok(found.ok_or(JobError::CeilingAtUnknown)?)
}

/// A method on facts, with its parameters checked.
#[derive(Clone, Debug)]
pub struct FactMethod {
    /// Turns counted facts into a table.
    pub tabulate: Tabulate,
    /// The facts to count.
    pub request: FactRequest,
    /// The noise, if numbers have any.
    pub thresholding: Option<Thresholding>,
    /// Nodes below which nothing is published, if there are any.
    pub ceiling: Option<Ceiling>,
    /// Bound on the certainty of sensitive nodes, if there is one.
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
