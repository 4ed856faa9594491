//! Tables of facts that k owners share.

use clump_core::anonymize::{Method as Promising, ParameterError};
use clump_core::facts::{By, FactKind, FactParameters, NormalForm, ShownCounts, Tabulate, Thresholds};
use clump_core::promise::{Among, Ceiling, Certainty, DifferentialPrivacy, Privacy, Promise, PropertyName};
use clump_io::facts::{FactCeilings, FactCertainty, FactRequest};
use clump_log::Key;
use clump_noise::{Bounding, Thresholding};

use super::settings::{Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::job::keys::{MethodKeys, flags};
use crate::{JobError, RunError};

/// Counts facts, and publishes those that at least k owners share.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Counts {
    /// What a fact is.
    pub fact: FactKind,
    /// What divides the owners of a fact, if anything does.
    pub by: Option<By>,
    /// From how many owners on one cell of a fact is published; k if it is not given.
    pub k_cell: Option<usize>,
    /// Whether numbers are rounded to a multiple of this.
    pub round: Option<u64>,
    /// Whether the most common row is shown as this, and the others relative to it.
    pub scale: Option<u64>,
    /// Whether it is told how often a fact was there.
    pub times: bool,
    /// Whether a fact that is divided has a row for all of its published cells together.
    pub totals: bool,
    /// The form in which queries are counted and published.
    pub normal_form: NormalForm,
    /// Whether numbers carry noise, and how much one owner may matter then.
    pub privacy: Option<Privacy>,
    /// With noise: the seed by which the facts are chosen that an owner counts in; from the operating system if there is
    /// none. The noise itself has no seed.
    pub seed: Option<u64>,
}

setters!(Counts {
    fact: FactKind,
    by: Option<By>,
    k_cell: Option<usize>,
    round: Option<u64>,
    scale: Option<u64>,
    times: bool,
    totals: bool,
    normal_form: NormalForm,
    privacy: Option<Privacy>,
    seed: Option<u64>,
});

key_group! {
    /// The keys of this method alone.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct CountsKeys {
        /// With `counts`: what is counted: `query`, `query,host`, `query,url` (what was clicked after it), `query,next` (the next one
        /// within `--gap`), `word`, `word,word` (of one query), `item`, or `item,item` (of one transaction) [default: query]
        #[arg(long, value_name = "FACT", hide = true)]
        pub fact: Option<FactKind>,
        /// With `counts`: divides the owners of a fact by `day`, `week`, `month` or a column of the table, like a region
        #[arg(long, value_name = "day|week|month|COLUMN", hide = true)]
        pub by: Option<By>,
        /// With `counts` and `--by`: the least number of owners of one cell [default: k]
        #[arg(long, value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub k_cell: Option<usize>,
        /// With `counts`: rounds numbers to the nearest multiple of this, and never below the threshold
        #[arg(long, value_name = "N", hide = true)]
        pub round: Option<u64>,
        /// With `counts`: shows how common a row is on a scale from 1 to this, the most common one, instead of its number of
        /// owners
        #[arg(long, value_name = "N", hide = true)]
        pub scale: Option<u64>,
        /// With `counts`: tells how often a fact was there, besides of how many owners
        #[arg(long, hide = true)]
        pub times: bool,
        /// With `counts` and `--by`: adds a row for all published cells of a fact together, with an empty cell: the number of
        /// distinct owners in them. It says nothing about cells that are not published
        #[arg(long, hide = true)]
        pub totals: bool,
        /// With `counts`: the form of queries: `case-and-space` (lower case, single spaces), `words` (each word once, sorted, without
        /// signs) or `as-typed` [default: case-and-space]
        #[arg(long, value_name = "FORM", value_parser = flags::words::<NormalForm>(), hide = true)]
        pub normal_form: Option<NormalForm>,
        /// With `counts`: numbers carry noise, so that with or without any one owner every table is at most e^E times as likely.
        /// Needs `--delta` and `--per-owner`; 1 to 4 is usual
        #[arg(long, value_name = "E", allow_negative_numbers = true, hide = true)]
        pub epsilon: Option<f64>,
        /// With `--epsilon`: the probability that is left out of this; far below one in the number of owners, like 1e-5
        #[arg(long, value_name = "D", allow_negative_numbers = true, hide = true)]
        pub delta: Option<f64>,
        /// With `--epsilon`: in how many facts an owner counts at most; they are chosen at random, and the noise grows with
        /// them. `clump inspect` tells what keeps most
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
            round: keys.round,
            scale: keys.scale,
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
        echo.put("round", self.round);
        echo.put("scale", self.scale);
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
    /// Refuses what contradicts itself or has no effect.
    fn refuse_nonsense(&self) -> Result<(), JobError> {
        for (other, is_given) in [("round", self.round.is_some()), ("times", self.times)] {
            if self.scale.is_some() && is_given {
                return Err(JobError::Contradiction { keys: ["scale", other] });
            }
        }
        for (key, is_given) in [("k-cell", self.k_cell.is_some()), ("totals", self.totals)] {
            if self.by.is_none() && is_given {
                return Err(JobError::IdleKey { key: key.to_owned() });
            }
        }
        if self.privacy.is_none() && self.seed.is_some() {
            return Err(JobError::IdleKey { key: "seed".to_owned() });
        }
        match self.normal_form != NormalForm::default() && !self.fact.has_whole_queries() {
            true => Err(JobError::IdleKey { key: "normal-form".to_owned() }),
            false => Ok(()),
        }
    }

    /// How numbers are shown.
    pub(crate) fn shown(&self) -> ShownCounts {
        match (self.round, self.scale) {
            (Some(to), _) => ShownCounts::Rounded(to),
            (None, Some(to)) => ShownCounts::Scaled(to),
            (None, None) => ShownCounts::Exact,
        }
    }

    /// The parameters of a table at `k`, but for noise.
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

    /// What is counted for a table at `k`, but for guards and for the bound that noise needs.
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

    /// Where the taxonomy of `job` has the nodes of `certainty`.
    fn fact_certainty(&self, certainty: &Certainty, job: &Job) -> Result<FactCertainty, RunError> {
        let (source, options) = (&job.taxonomy.source, job.read_options());
        let found = FactCertainty::new(source, &options, certainty.nodes(), certainty.most(), self.shown())?;
        Ok(found.ok_or(JobError::CertaintyOfUnknown)?)
    }

    /// A secret by which owners choose the facts that they count in: that of the seed, or one that nobody knows.
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
        promise: "every published row is a fact that holds of at least k owners; with `epsilon`, also differential privacy",
        also_reads: &[SharedSetting::K, SharedSetting::Ledger, SharedSetting::Budget],
        sentence: "Publishes a table of what at least k owners share, word for word, with the number of owners: queries, words, clicks.",
        explanation: "A fact is a query, a query with the host or the address that was clicked after it, a query with the next one, a \
                      word, two words of a query, an item, or two items. Queries are counted in lower case with single spaces; \
                      nothing is generalized, and nothing is counted by meaning. `by` divides the owners of a fact by day, week, \
                      month or a column; `k-cell` is the threshold of a cell. Cells of a fact are published \
                      only if they have k owners together, and a total counts the owners in these cells alone. What looks like an e-mail address, a telephone, card or social security \
                      number, a street address, a user name or a number of seven digits and more is withheld whatever k. With `epsilon`, `delta` and `per-owner` numbers carry noise (OpenDP): each owner \
                      counts in at most so many facts, chosen at random by a secret that is forgotten, or by a `seed`; a fact is \
                      published if k owners count in it and its noisy number reaches the threshold that delta demands; every cell \
                      is a fact of its own. Then a number is that of the owners who count, not of all: where owners have more facts than \
                      `per-owner`, it is far below. Memory is bounded: what does not fit lies on disk meanwhile.",
        reference: "What publishers of query data do: Google for the EU's Digital Markets Act, Bing, Brave; cells as in the cell-size \
                    policy of the US Medicare (CMS). Noise as in R. Rogers: A Unifying Privacy Analysis Framework for Unknown Domain \
                    Algorithms in Differential Privacy, 2023, over k owners as in Google's pre-thresholding.",
        weakness: "What belongs together is lost: a row says nothing of the other rows of its owners. Rare facts are gone, not generalized, \
                   and a fact that k owners share is published even if it names a person.",
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

/// The largest delta of a run. Public: the number of owners, which delta should stay below one part of, is not.
const MOST_DELTA: f64 = 1e-3;

/// Where the taxonomy of `job` has the nodes of `ceiling`.
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
    /// From counted facts to a table.
    pub tabulate: Tabulate,
    /// What is counted.
    pub request: FactRequest,
    /// The noise, if numbers carry any.
    pub thresholding: Option<Thresholding>,
    /// Below which nodes nothing is told, if there are any.
    pub ceiling: Option<Ceiling>,
    /// How certain what is sensitive may be, if something is.
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
