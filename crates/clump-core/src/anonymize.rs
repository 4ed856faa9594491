//! The interface of all methods. Parameters are checked once, which makes a method; only a checked method can run.

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
    /// Converts a sorted `bag` to this form: for sets, its duplicates are removed.
    pub(crate) fn of(self, mut bag: Vec<Node>) -> Vec<Node> {
        if self == Form::Sets {
            bag.dedup();
        }
        bag
    }
}

/// Interface of all methods, for transactions ([`Anonymizer`]) and for the lines of a log
/// ([`Rewriter`](crate::rewrite::Rewriter)): a name, and a promise that others can check.
pub trait Method: Sync + std::fmt::Debug {
    /// Name of the method, by which users select it.
    fn name(&self) -> &'static str;

    /// The promise that every release of this method keeps.
    fn promise(&self) -> Promise;
}

/// A method that publishes each transaction as one bag. Its parameters are checked.
pub trait Anonymizer: Method {
    /// Makes a release in which every published bag generalizes its transactions. The same input gives the
    /// same release, on any machine and with any number of threads.
    /// It is an error if the promise cannot be kept for these transactions at all, or the run is cancelled.
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError>;

    /// Sensitive items, which a check of the promise needs; `None` for most methods.
    fn sensitive(&self) -> Option<&Sensitive> {
        None
    }

    /// Figures about the use of an earlier release in `release`, which this method made and which is in
    /// canonical form. `None` for all methods except [`apply`].
    fn applied(
        &self,
        _transactions: &Transactions,
        _taxonomy: &Taxonomy,
        _release: &Release,
    ) -> Option<apply::Applied> {
        None
    }
}

/// A method that cuts transactions into parts and publishes the parts. Its parameters are checked.
pub trait Cutter: Method {
    /// Makes a release in parts. Every part is published as a bag of labels: one label for each of its items,
    /// at or above the item. Some whole queries are published word for word. The same input gives the same
    /// release, on any machine and with any number of threads.
    /// It is an error if the promise cannot be kept for these transactions at all, or the run is cancelled.
    fn cut(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Cut, AnonymizeError>;
}

/// Reason why a method cannot make a release of the given data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum AnonymizeError {
    /// The data have fewer owners than each group must have.
    #[error("{owners} {} cannot be {k}-anonymous", if *.owners == 1 { "owner" } else { "owners" })]
    TooFewOwners { owners: usize, k: usize },
    /// Too large a share of all owners have an item below the same sensitive node, so no groups meet the certainty.
    #[error(
        "{holders} of {owners} owners have an item at or below one sensitive node, more than the certainty allows in any groups"
    )]
    TooManyHolders { holders: usize, owners: usize },
    /// No item of the data is at or below a sensitive node.
    #[error("no item of the data is sensitive")]
    NoSensitiveItem,
    /// All items of the data are sensitive, so an attacker knows no public item and the promise protects nothing.
    #[error("every item of the data is sensitive, and the promise needs some that are not")]
    NoPublicItem,
    /// No public item is left: each one would have to be suppressed to keep the promise.
    #[error("no public item can be published: each one reveals too much, alone or with others")]
    NoPublicItemLeft,
    /// The rows have too many sets of public items to look at all of them.
    #[error("the rows have too many sets of at most {p} public items: stopped after {steps} steps")]
    TooManySets { p: usize, steps: u64 },
    /// The method needs times, and this line of the log has none.
    #[error("line {line} of the log has no time that can be read")]
    NoTime { line: usize },
    /// The run was cancelled before it ended.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl AnonymizeError {
    /// Checks that there are at least `k` owners, and returns an error otherwise.
    pub fn require_owners(owners: usize, k: usize) -> Result<(), AnonymizeError> {
        if owners < k { Err(AnonymizeError::TooFewOwners { owners, k }) } else { Ok(()) }
    }

    /// Advice for the user; `None` after a cancelled run.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            AnonymizeError::TooFewOwners { .. } => "lower {k}, or use data of more owners",
            AnonymizeError::TooManyHolders { .. } => {
                "raise {certainty}, name narrower nodes with {sensitive}, or use data of more owners"
            }
            AnonymizeError::NoSensitiveItem => {
                "name nodes as the taxonomy spells them ({clump taxonomy export} lists them), or draw a larger share"
            }
            AnonymizeError::NoPublicItem => {
                "name fewer items as sensitive: the promise is about readers who know public items"
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

/// Reason why a method does not accept its parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ParameterError {
    /// k is less than 2: an owner could be alone in a group.
    #[error("k must be at least 2, not {k}: a group of one owner hides nobody")]
    KTooSmall { k: usize },
    /// An attacker would know no item: m, or p, is 0.
    #[error("{parameter} must be at least 1: it is the number of items that an attacker knows")]
    NothingKnown { parameter: &'static str },
    /// An exact number would be published, although others get noise to hide it.
    #[error("`{parameter}` would publish exact numbers that the noise hides")]
    WithoutNoise { parameter: &'static str },
    /// Epsilon and delta are not a valid pair of privacy parameters.
    #[error(transparent)]
    Privacy(#[from] PrivacyError),
    /// The number of parts, which are anonymized one by one, is 0.
    #[error("parts must be at least 1: it is the number of parts that are anonymized one by one")]
    NoParts,
    /// The level of the taxonomy is less than 2: the root is at level 1, and everything is below it.
    #[error("level must be at least 2, not {level}: the root is at level 1, and everything is below it")]
    LevelTooHigh { level: u32 },
    /// The period for which an owner keeps a pseudonym is 0 seconds.
    #[error("period must be at least 1: it is the number of seconds for which an owner keeps a pseudonym")]
    NoPeriod,
    /// The number of children of a node (fan-out) is less than 2: a node with one child means the same as the
    /// child.
    #[error("fan-out must be at least 2, not {fan_out}: it is the number of children of a node")]
    FanOutTooSmall { fan_out: usize },
    /// The promise of the earlier release cannot be kept by reusing its rows or labels.
    #[error("{promise} is not a promise that rows can take from an earlier release")]
    NotPassedOn { promise: Promise },
    /// Numbers would be rounded to multiples of less than 2, or scaled to a largest number of less than 2.
    #[error("{parameter} must be at least 2, not {to}")]
    StepTooSmall { parameter: &'static str, to: u64 },
    /// The number of open groups to try for a row is 0.
    #[error("r must be at least 1: it is the number of open groups that are tried")]
    NoGroupTried,
    /// The weight of links is negative or not a number.
    #[error(
        "links must be a number of at least 0, not {links}: it is the weight of words that stay together"
    )]
    BadLinks { links: String },
    /// A shard has too few rows: rows would find no similar rows in it.
    #[error(
        "shards must be at least {least}, not {shards}: it is the number of rows that are grouped at a time"
    )]
    ShardsTooSmall { shards: usize, least: usize },
    /// A certainty is given together with shards: one shard may have too many owners with the same sensitive node.
    #[error("certainty is a share of all owners, but shards are grouped one by one")]
    CertaintyInShards,
}

impl ParameterError {
    /// Checks that `k` is at least 2, and returns an error otherwise.
    pub fn require_k(k: usize) -> Result<(), ParameterError> {
        if k < 2 { Err(ParameterError::KTooSmall { k }) } else { Ok(()) }
    }

    /// Checks `shards`, the number of rows that are grouped at a time; `None` is always allowed. The number
    /// must be at least [`LEAST_TIMES_K`] times k. No certainty may be given with it: one shard may have too
    /// many owners with the same sensitive node.
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

    /// Advice for the user; `None` if there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            ParameterError::KTooSmall { .. } => {
                "use {k=5} to {k=10}; a larger k protects better and loses more"
            }
            ParameterError::NothingKnown { .. } => {
                "use 2, the usual number; more protects better and loses more"
            }
            ParameterError::NoGroupTried => "leave {r} out for the paper's 10",
            ParameterError::StepTooSmall { .. } => {
                "use {numbers=round:5} for multiples of 5, or {numbers=scale:100} for numbers from 1 to 100"
            }
            ParameterError::WithoutNoise { parameter: "times" } => {
                "leave {times} out, or count without {epsilon}"
            }
            ParameterError::WithoutNoise { .. } => {
                "leave {k-cell} out: with noise, {k} is the least number of owners of every cell"
            }
            ParameterError::Privacy(_) => "use {epsilon=1 delta=1e-5 per-owner=10}, the usual numbers",
            ParameterError::NoParts => "leave {parts} out for its default",
            ParameterError::LevelTooHigh { .. } => "leave {interests} out for its default",
            ParameterError::NoPeriod => "leave {period} out for its default",
            ParameterError::FanOutTooSmall { .. } => "leave {fan-out} out for its default",
            ParameterError::BadLinks { .. } => {
                "leave {links} out for its default; with 0, no words are put together"
            }
            ParameterError::ShardsTooSmall { .. } => {
                "use {shards=50000}, or leave it out if all rows fit in the memory of one machine"
            }
            ParameterError::CertaintyInShards => "leave out {shards} or {certainty}",
            ParameterError::NotPassedOn { .. } => return None,
        };
        Some(Remedy::of(sentence))
    }
}

impl SensitiveItems {
    /// Checks that at least one item is sensitive and at least one is public. A promise about public and
    /// sensitive items means nothing if either kind is missing.
    pub fn require_both(&self) -> Result<(), AnonymizeError> {
        match (self.items.is_empty(), self.public) {
            (true, _) => Err(AnonymizeError::NoSensitiveItem),
            (false, 0) => Err(AnonymizeError::NoPublicItem),
            (false, _) => Ok(()),
        }
    }
}

// Makes a release from groups of rows: every row of a group is published as the same bag.

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
