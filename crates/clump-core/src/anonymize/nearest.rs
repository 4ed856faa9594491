//! `nearest`: the method designed for clump. It forms groups of k to 2k - 1 owners and searches for groups
//! that keep the most value in the time of its effort.
//!
//! Two constructions are compared: a sorted order of the rows cut into blocks by dynamic programming
//! (`blocks`), and groups grown greedily around seeds (`greedy`). The better result is improved by
//! large-neighbourhood search (`search`). The best groups found at any step are published.
//!
//! If the taxonomy is priced in bits, most of the value is in rare items, which hardly k owners share, so groups
//! that grow by bits are short-sighted. Therefore rows are grouped by LM first if prices are in bits and every
//! owner has one row. The search in bits starts from these groups unless others are better. So a run by bits
//! never keeps fewer bits than a run by LM, but takes twice the time. Bits lost of 5,581 foodmart customers at k
//! = 5, normal effort: by LM 0.765, by bits alone 0.769, by both 0.762. If owners have several rows, groups are
//! chosen by the value that all rows keep but published with one row for each owner, so this guarantee would not
//! hold. On short rows bits alone are better there: of the queries of excite they lose 0.742, both 0.772.
//!
//! The result need not have the minimum loss: k-anonymity by grouping is NP-hard from k = 3 on. The
//! [`floor`](crate::floor) bounds the distance to that minimum.

use std::sync::Arc;

use rayon::prelude::*;

use super::{AnonymizeError, Anonymizer, Form, Method, ParameterError, as_lcgs};
use crate::progress::{Cancelled, Progress, Stage};
use crate::promise::{Certainty, KAnonymity, Promise};
use crate::release::Release;
use crate::shards::{self, KeyedBy};
use crate::taxonomy::{PricedIn, Taxonomy};
use crate::transactions::Transactions;

mod blocks;
mod features;
mod greedy;
mod groups;
mod holders;
mod local;
mod mixed;
mod search;
mod sketch;
mod split;
#[cfg(test)]
mod tests;

use features::Rows;
use groups::Groups;
use holders::Holders;
use search::{GreedyOrder, Plan};

pub use mixed::Mixed;
pub use search::Effort;

/// Parameters of [`Nearest`] before they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestParameters {
    /// Least number of owners of a group, at least 2.
    pub k: usize,
    /// Time that the search for better groups may take.
    pub effort: Effort,
    /// Form of the bags: with duplicates or without. The value of groups is computed for this form.
    pub form: Form,
    /// Seed of the random choices in the search. The same seed gives the same release.
    pub seed: u64,
    /// Approximate number of rows in a shard, which is grouped alone; `None`: all rows at once. See [`shards`].
    pub shards: Option<usize>,
    /// Largest share of the owners of a group who may have an item at or below the same sensitive node.
    pub certainty: Option<Certainty>,
}

impl NearestParameters {
    /// Default parameters for this `k`.
    pub fn new(k: usize) -> NearestParameters {
        NearestParameters {
            k,
            effort: Effort::default(),
            form: Form::default(),
            seed: 0,
            shards: None,
            certainty: None,
        }
    }

    /// Checks the parameters and makes the method. It is an error if k < 2, if shards are too small for this
    /// k, or if both shards and a certainty are given.
    pub fn check(self) -> Result<Nearest, ParameterError> {
        ParameterError::require_k(self.k)?;
        ParameterError::require_shards(self.shards, self.k, self.certainty.as_ref())?;
        Ok(Nearest(self))
    }
}

/// The method designed for clump. Time about O(rows x features x window / k); memory some 4 bytes for each feature
/// of each row. Not suitable if rows have one item each and meet only at the root: then no group keeps anything.
///
/// ```
/// use clump_core::anonymize::Anonymizer;
/// use clump_core::anonymize::nearest::NearestParameters;
/// use clump_core::taxonomy::Taxonomy;
/// use clump_core::transactions::Transactions;
///
/// let tree = Taxonomy::from_pairs([("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food")])?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let rows = Transactions::one_per_owner([[node("apple")], [node("pear")]]);
/// let release = NearestParameters::new(2).check()?.anonymize(&rows, &tree, &())?;
/// assert_eq!(release.get(0), [node("fruit")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest(NearestParameters);

impl Method for Nearest {
    fn name(&self) -> &'static str {
        "nearest"
    }

    fn promise(&self) -> Promise {
        let groups = Promise::from(KAnonymity { k: self.0.k });
        match &self.0.certainty {
            Some(certainty) => groups.and(certainty.clone()).expect("there are groups"),
            None => groups,
        }
    }
}

impl Anonymizer for Nearest {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        let NearestParameters { k, form, shards, .. } = self.0;
        AnonymizeError::require_owners(transactions.owners(), k)?;
        let holders = Holders::required(transactions, taxonomy, self.0.certainty.as_ref())?;
        let groups = match shards {
            Some(target) => in_shards(transactions, taxonomy, &self.0, target, progress)?,
            None => group(transactions, taxonomy, &self.0, holders.clone(), progress)?,
        };
        let release = as_lcgs(transactions, taxonomy, &groups, form, progress)?;
        match holders {
            // Groups that are published as equal bags count as one group, and an owner with rows in several
            // of them counts once there. So a sensitive node may be too certain in the united group although
            // it is not in each part.
            Some(holders) if !transactions.is_one_per_owner() => {
                Ok(mixed::mix(transactions, taxonomy, release, (k, form), &holders, progress)?)
            }
            _ => Ok(release),
        }
    }
}

/// Groups of k to 2k - 1 owners; one group of all owners if there are fewer than 2k. A bound on certainty can
/// make some groups larger.
fn group(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parameters: &NearestParameters,
    holders: Option<Arc<Holders>>,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    let NearestParameters { effort, form, seed, .. } = *parameters;
    // If owners have several rows, fewer than 2k owners can still form several groups.
    let owners = transactions.owners();
    let k = holders.as_ref().map_or(parameters.k, |holders| holders.least_group(parameters.k, owners));
    if owners < k || (owners < 2 * k && transactions.is_one_per_owner()) {
        return Ok(vec![(0..transactions.len() as u32).collect()]);
    }
    let of = |taxonomy: &Taxonomy, known: &[Groups]| {
        let mut rows = Rows::new(transactions, taxonomy, k, form, progress)?;
        rows.holders.clone_from(&holders);
        let plans = Plan::up_to(effort, &rows, seed);
        let passes: usize = plans.iter().map(|plan| 1 + plan.rounds).sum();
        progress.begin(Stage::Group, (rows.len() * passes) as u64);
        let groups = best_groups(&rows, &plans, known, progress);
        progress.end();
        groups
    };
    let by_lm = match taxonomy.priced_in() {
        PricedIn::Bits if transactions.is_one_per_owner() => of(&taxonomy.priced_by_lm(), &[])?,
        PricedIn::Bits | PricedIn::Lm => Vec::new(),
    };
    let mut groups = of(taxonomy, &by_lm)?;
    Ok(groups.pop().expect("every effort has a plan"))
}

/// Cuts the rows into shards of about `target` rows, and groups each shard alone.
fn in_shards(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parameters: &NearestParameters,
    target: usize,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    progress.begin(Stage::Group, transactions.len() as u64);
    let shards = shards::shards_of(transactions, taxonomy, KeyedBy::Nodes, parameters.k, target, progress)?;
    let groups: Vec<Groups> = shards
        .par_iter()
        .map(|shard| {
            let rows = shard.transactions(transactions);
            let mut groups = group(&rows, taxonomy, parameters, None, &progress.untold())?;
            for row in groups.iter_mut().flatten() {
                *row = shard.rows()[*row as usize];
            }
            progress.advance(shard.rows().len() as u64);
            Ok(groups)
        })
        .collect::<Result<_, Cancelled>>()?;
    progress.end();
    Ok(groups.concat())
}

/// Runs the plans one after the other. Returns, for each plan, the best groups found up to then, so more
/// effort never loses more. `known` has, by plan, groups from elsewhere (or none); the result of a plan is
/// never worse than these.
fn best_groups(
    rows: &Rows,
    plans: &[Plan],
    known: &[Groups],
    progress: &dyn Progress,
) -> Result<Vec<Groups>, Cancelled> {
    let or_known = |start: Valued, plan: usize| match known.get(plan) {
        Some(groups) => start.or(Valued::new(rows, groups.clone())),
        None => start,
    };
    let sorted = greedy::sorted(rows);
    let grow = |plan: &Plan| -> Result<Valued, Cancelled> {
        let order = match plan.order {
            GreedyOrder::Sorted => &sorted,
            GreedyOrder::Reach => &greedy::by_reach(rows, &sorted),
        };
        let groups = greedy::greedy(rows, order, plan.window, progress)?;
        Ok(Valued::new(rows, groups::split_large(rows, groups)))
    };
    let (first, later) = plans.split_first().expect("every effort has a plan");
    let cut = || -> Result<Valued, Cancelled> {
        let (groups, kept) = blocks::cut(rows, &sorted, progress)?;
        let cuts = groups.len();
        let groups = groups::split_large(rows, groups);
        Ok(if groups.len() == cuts { Valued { groups, kept } } else { Valued::new(rows, groups) })
    };
    let built = match rows.holders {
        // Similar rows often have items below the same sensitive node, so blocks would break the limit.
        Some(_) => grow(first)?,
        None => {
            let (blocks, grown) = rayon::join(cut, || grow(first));
            blocks?.or(grown?)
        }
    };
    let mut start = or_known(built, 0);
    let mut best = search(rows, &start, first, progress)?;
    let mut found = vec![best.groups.clone()];
    for (number, plan) in (1..).zip(later) {
        // Starts from constructed groups, not from searched ones: a search that starts from the result of
        // another one finds little new.
        start = or_known(start.or(grow(plan)?), number);
        best = search(rows, &start, plan, progress)?.or(best);
        found.push(best.groups.clone());
    }
    Ok(found)
}

/// The better of `start` and the result of searching from `start` with `plan`.
fn search(rows: &Rows, start: &Valued, plan: &Plan, progress: &dyn Progress) -> Result<Valued, Cancelled> {
    if plan.rounds == 0 {
        return Ok(start.clone());
    }
    let found = search::search(rows, start.groups.clone(), plan, progress)?;
    let found = Valued::new(rows, groups::split_large(rows, found));
    Ok(if found.kept > start.kept { found } else { start.clone() })
}

#[derive(Clone)]
struct Valued {
    groups: Groups,
    kept: i64,
}

impl Valued {
    fn new(rows: &Rows, groups: Groups) -> Valued {
        Valued { kept: groups::value(rows, &groups), groups }
    }

    /// The one of both that keeps more; `self` if they are equal.
    fn or(self, other: Valued) -> Valued {
        if other.kept > self.kept { other } else { self }
    }
}
