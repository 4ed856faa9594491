//! The one interface of all methods: parameters are checked once into a value, and only such a value can run.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Spread};
use crate::cut::{Cut, WholeQueries};
use crate::progress::{Cancelled, Progress};
use crate::promise::{Certainty, PrivacyError, Promise};
use crate::release::Release;
use crate::remedy::Remedy;
use crate::sensitive::{Sensitive, SensitiveItems};
use crate::shards::LEAST_TIMES_K;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

pub mod apply;
pub mod apriori;
pub mod clump;
pub mod coherence;
pub mod nearest;
pub mod partition;
pub mod pieces;

/// Form of a published bag: with duplicates or without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Duplicates stay: the paper's Clump1.
    #[default]
    Bags,
    /// Each item once: the paper's Clump2. A dropped duplicate is a suppressed item.
    Sets,
}

impl Form {
    /// A sorted `bag` in this form.
    pub(crate) fn of(self, mut bag: Vec<Node>) -> Vec<Node> {
        if self == Form::Sets {
            bag.dedup();
        }
        bag
    }
}

/// Interface of all methods, whether they work on transactions ([`Anonymizer`]) or on the lines of a log
/// ([`Rewriter`](crate::rewrite::Rewriter)): a name, and a claim that others can check.
pub trait Method: Sync + std::fmt::Debug {
    /// The word that selects it.
    fn name(&self) -> &'static str;

    /// Promise of every release it makes.
    fn promise(&self) -> Promise;
}

/// A method on transactions, with its parameters checked.
pub trait Anonymizer: Method {
    /// Makes a release in which every published bag generalizes the transactions it stands for. The same input
    /// gives the same release, on any machine and with any number of threads.
    ///
    /// # Errors
    /// When the promise cannot be kept for these transactions at all, or the run is cancelled.
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError>;

    /// Things that the promise treats as sensitive; none for most methods. Whoever checks the promise must ask.
    fn sensitive(&self) -> Option<&Sensitive> {
        None
    }

    /// Use of an earlier release in `release`, which this method made in canonical form; none for all methods
    /// but [`apply`].
    fn applied(
        &self,
        _transactions: &Transactions,
        _taxonomy: &Taxonomy,
        _release: &Release,
    ) -> Option<apply::Applied> {
        None
    }
}

/// A method that cuts transactions into parts and publishes these, with its parameters checked.
pub trait Cutter: Method {
    /// Makes a release in parts: every part is published as a bag of labels, one for each of its items and at or above it.
    /// Of the whole queries some are published word for word. The same input gives the same release, on any machine and
    /// with any number of threads.
    ///
    /// # Errors
    /// When the promise cannot be kept for these transactions at all, or the run is cancelled.
    fn cut(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Cut, AnonymizeError>;
}

/// Why no release can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum AnonymizeError {
    /// Fewer owners than each group must hold.
    #[error("{owners} {} cannot be {k}-anonymous", if *.owners == 1 { "owner" } else { "owners" })]
    TooFewOwners { owners: usize, k: usize },
    /// More owners have something sensitive than may be known of a group.
    #[error(
        "{holders} of {owners} owners have something at or below one sensitive node: no groups make that less certain"
    )]
    TooManyHolders { holders: usize, owners: usize },
    /// Nothing that was named sensitive occurs.
    #[error("no item of the data is sensitive")]
    NoSensitiveItem,
    /// Everything was named sensitive, so an attacker knows nothing that could give it away.
    #[error("every item of the data is sensitive: none is public, so nothing is protected")]
    NoPublicItem,
    /// All public items would have to go.
    #[error("no public item can be published: each of them tells too much, alone or with others")]
    NoPublicItemLeft,
    /// The rows hold more sets of what an attacker may know than can be looked at.
    #[error("the rows hold too many sets of at most {p} public items: given up after {steps} steps")]
    TooManySets { p: usize, steps: u64 },
    /// Times are needed, and a line has none.
    #[error("line {line} of the log has no time that can be read")]
    NoTime { line: usize },
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl AnonymizeError {
    /// # Errors
    /// When there are fewer than `k` owners.
    pub fn require_owners(owners: usize, k: usize) -> Result<(), AnonymizeError> {
        if owners < k { Err(AnonymizeError::TooFewOwners { owners, k }) } else { Ok(()) }
    }

    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            AnonymizeError::TooFewOwners { .. } => "lower {k}, or publish together with more owners",
            AnonymizeError::TooManyHolders { .. } => {
                "raise {certainty}, name narrower nodes with {sensitive}, or publish together with more owners"
            }
            AnonymizeError::NoSensitiveItem => {
                "name nodes as the taxonomy spells them: {clump taxonomy export} lists it; a share must leave at least one"
            }
            AnonymizeError::NoPublicItem => {
                "name only what nobody should learn: the promise is about those who know something else"
            }
            AnonymizeError::NoPublicItemLeft => {
                "raise {h}, lower {k} or {p}, or choose a method that generalizes ({clump methods})"
            }
            AnonymizeError::TooManySets { .. } => {
                "lower {p}, or choose a method that generalizes ({clump methods})"
            }
            AnonymizeError::NoTime { .. } => {
                "give every line a time, or choose a method that needs none ({clump methods})"
            }
            AnonymizeError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }
}

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ParameterError {
    /// One owner alone is not hidden.
    #[error("k must be at least 2, not {k}: a group of one owner hides nobody")]
    KTooSmall { k: usize },
    /// An attacker who knows nothing is no attacker.
    #[error("{parameter} must be at least 1: it is the number of items that an attacker knows")]
    NothingKnown { parameter: &'static str },
    /// An exact number beside noisy ones.
    #[error("`{parameter}` would tell without noise what the noise hides")]
    WithoutNoise { parameter: &'static str },
    /// Two numbers that are no (epsilon, delta).
    #[error(transparent)]
    Privacy(#[from] PrivacyError),
    /// Parts that hold nothing.
    #[error("parts must be at least 1: it is the number of parts that are anonymized one by one")]
    NoParts,
    /// Everything is below the root.
    #[error("level must be at least 2, not {level}: the root is at level 1, and everything is below it")]
    LevelTooHigh { level: u32 },
    /// A pseudonym that nobody keeps for any time.
    #[error("period must be at least 1: it is the number of seconds for which an owner keeps a pseudonym")]
    NoPeriod,
    /// A node with one child says what the child says.
    #[error("fan-out must be at least 2, not {fan_out}: it is the number of children of a node")]
    FanOutTooSmall { fan_out: usize },
    /// An earlier release whose promise says nothing of other rows.
    #[error("{promise} is not a promise that rows can take from an earlier release")]
    NotPassedOn { promise: Promise },
    /// Numbers that would not be changed, or all be the same.
    #[error("{parameter} must be at least 2, not {to}")]
    StepTooSmall { parameter: &'static str, to: u64 },
    /// No group would be tried.
    #[error("r must be at least 1: it is the number of open groups that are tried")]
    NoGroupTried,
    /// Links that are worth less than nothing, or no number.
    #[error("links must be a number of at least 0, not {links}: it is what words together are worth")]
    BadLinks { links: String },
    /// Shards in which rows find nobody who is like them.
    #[error(
        "shards must be at least {least}, not {shards}: it is the number of rows that are grouped at a time"
    )]
    ShardsTooSmall { shards: usize, least: usize },
    /// Shards of which one may have too many owners with something sensitive.
    #[error("certainty is a share of all owners, and shards are grouped one by one")]
    CertaintyInShards,
}

impl ParameterError {
    /// # Errors
    /// When k < 2.
    pub fn require_k(k: usize) -> Result<(), ParameterError> {
        if k < 2 { Err(ParameterError::KTooSmall { k }) } else { Ok(()) }
    }

    /// Checks the number of rows that are grouped at a time, if not all of them are.
    ///
    /// # Errors
    /// When it is smaller than [`LEAST_TIMES_K`] times k, or a certainty is bounded: one of the shards may have too many who
    /// have something sensitive.
    fn require_shards(
        shards: Option<usize>,
        k: usize,
        certainty: Option<&Certainty>,
    ) -> Result<(), ParameterError> {
        let least = k.saturating_mul(LEAST_TIMES_K);
        match shards {
            Some(shards) if shards < least => Err(ParameterError::ShardsTooSmall { shards, least }),
            Some(_) if certainty.is_some() => Err(ParameterError::CertaintyInShards),
            _ => Ok(()),
        }
    }

    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            ParameterError::KTooSmall { .. } => {
                "{k=5} to {k=10} is usual; larger hides better and loses more"
            }
            ParameterError::NothingKnown { .. } => "2 is usual; more protects better and loses more",
            ParameterError::NoGroupTried => "leave {r} out for the paper's 10",
            ParameterError::StepTooSmall { .. } => {
                "{round=5} rounds to multiples of 5, {scale=100} shows 1 to 100"
            }
            ParameterError::WithoutNoise { parameter: "times" } => {
                "leave {times} out, or count without {epsilon}"
            }
            ParameterError::WithoutNoise { parameter: "totals" } => {
                "leave {totals} out: a sum of cells tells no more than they do"
            }
            ParameterError::WithoutNoise { .. } => {
                "leave {k-cell} out: with noise, {k} is the least number of owners of every cell"
            }
            ParameterError::Privacy(_) => "{epsilon=1 delta=1e-5 per-owner=10} is usual",
            ParameterError::NoParts => "leave {parts} out for its default",
            ParameterError::LevelTooHigh { .. } => "leave {level} out for its default",
            ParameterError::NoPeriod => "leave {period} out for its default",
            ParameterError::FanOutTooSmall { .. } => "leave {fan-out} out for its default",
            ParameterError::BadLinks { .. } => "leave {links} out for its default; 0 puts no words together",
            ParameterError::ShardsTooSmall { .. } => {
                "{shards=50000} is usual; leave it out where all rows fit in the memory of one machine"
            }
            ParameterError::CertaintyInShards => "leave {shards} out, or {certainty}",
            ParameterError::NotPassedOn { .. } => return None,
        };
        Some(Remedy::of(sentence))
    }
}

impl SensitiveItems {
    /// Makes sure that there is something to protect, and something public that it is protected from: a promise about
    /// public items and sensitive ones says nothing where either are missing.
    ///
    /// # Errors
    /// When no item of the data is sensitive, or every one is.
    pub fn require_both(&self) -> Result<(), AnonymizeError> {
        match (self.items.is_empty(), self.public) {
            (true, _) => Err(AnonymizeError::NoSensitiveItem),
            (false, 0) => Err(AnonymizeError::NoPublicItem),
            (false, _) => Ok(()),
        }
    }
}

// From groups of rows to the release that publishes every row of a group as the same bag.

/// Publishes each group as its least common generalization. Every row is in one group, and no group is empty.
fn as_lcgs(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    groups: &[Vec<u32>],
    form: Form,
    progress: &dyn Progress,
) -> Result<Release, Cancelled> {
    let lcgs: Result<Vec<Vec<Node>>, Cancelled> = groups
        .par_iter()
        .map_init(
            || Spread::new(taxonomy),
            |spread, group| {
                progress.go_on()?;
                let length = |row: &u32| transactions.get(*row as usize).len();
                let shortest = *group.iter().min_by_key(|row| length(row)).expect("groups have rows");
                let mut counts = Counts::of(taxonomy, transactions.get(shortest as usize));
                for &row in group.iter().filter(|&&row| row != shortest) {
                    spread.load(transactions.get(row as usize));
                    spread.join(&mut counts);
                }
                Ok(form.of(counts.bag(taxonomy)))
            },
        )
        .collect();
    Ok(Release::of_groups(groups, lcgs?))
}
