//! Unites the groups of any method until every group meets a limit on certainty.
//!
//! A method that ignores sensitive nodes may put too many owners with the same one into a group. Such a group
//! is united with the group that can take such owners and loses least. This goes on until every group meets the
//! limit (`groups::unite_until_allowed`). Groups that meet it and are not needed for others stay unchanged,
//! label for label. A united group is published as its least common generalization. No row is left out.
//!
//! `nearest` does not need this: it respects the limit while it forms groups, which loses less. For figures
//! of 20,000 synthetic patients at a certainty of 0.5, see docs/how-to/guards.md.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::features::Rows;
use super::groups::{self, Groups};
use super::holders::Holders;
use crate::anonymize::{AnonymizeError, Anonymizer, Form, Method, apply, as_lcgs};
use crate::progress::{Cancelled, Progress};
use crate::promise::{Certainty, Promise};
use crate::release::Release;
use crate::sensitive::Sensitive;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// A method whose groups are united where they break a limit on certainty. Its release is unchanged if all
/// groups meet the limit already. Extra time: O(groups that break the limit x groups x items).
#[derive(Debug)]
pub struct Mixed<M> {
    method: M,
    certainty: Certainty,
    k: usize,
    form: Form,
}

impl<M: Anonymizer> Mixed<M> {
    /// Wraps `method`, whose groups must have at least `k` owners and be published in this `form`, and limits
    /// the certainty to `certainty`.
    pub fn new(method: M, k: usize, form: Form, certainty: Certainty) -> Mixed<M> {
        Mixed { method, certainty, k, form }
    }
}

impl<M: Anonymizer> Method for Mixed<M> {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn promise(&self) -> Promise {
        self.method.promise().and(self.certainty.clone()).expect("there are groups")
    }
}

impl<M: Anonymizer> Anonymizer for Mixed<M> {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        let holders = Holders::required(transactions, taxonomy, Some(&self.certainty))?;
        let release = self.method.anonymize(transactions, taxonomy, progress)?;
        match holders {
            Some(holders) => {
                Ok(mix(transactions, taxonomy, release, (self.k, self.form), &holders, progress)?)
            }
            None => Ok(release),
        }
    }

    fn sensitive(&self) -> Option<&Sensitive> {
        self.method.sensitive()
    }

    fn applied(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        release: &Release,
    ) -> Option<apply::Applied> {
        self.method.applied(transactions, taxonomy, release)
    }
}

/// Unites the groups of `release` until every one meets the limit of `holders`. All groups have at least `k`
/// owners and are published in this `form`.
pub(super) fn mix(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    mut release: Release,
    (k, form): (usize, Form),
    holders: &Arc<Holders>,
    progress: &dyn Progress,
) -> Result<Release, Cancelled> {
    let mut rows = Rows::new(transactions, taxonomy, k, form, progress)?;
    rows.holders = Some(Arc::clone(holders));
    // Every turn unites groups, so their number falls and the loop ends.
    while let Some(alike) = too_certain(&rows, &release, holders) {
        let groups = groups::unite_until_allowed(&rows, alike, progress)?;
        let lcgs = as_lcgs(transactions, taxonomy, &groups, form, progress)?;
        let bag = |group: &Vec<u32>| {
            let first = group[0] as usize;
            let is_as_made = group.iter().all(|&row| release.get(row as usize) == release.get(first));
            if is_as_made { release.get(first).to_vec() } else { lcgs.get(first).to_vec() }
        };
        let bags = groups.iter().map(bag).collect();
        release = Release::of_groups(&groups, bags);
    }
    Ok(release)
}

/// The groups of `release`, where rows with equal labels are one group, if some group breaks the limit;
/// otherwise `None`. Root items may be published or left out, so both cases are checked.
fn too_certain(rows: &Rows, release: &Release, holders: &Holders) -> Option<Groups> {
    [true, false].into_iter().find_map(|with_root| {
        let mut alike: BTreeMap<Vec<Node>, Vec<u32>> = BTreeMap::new();
        for row in 0..rows.len() {
            let shown = release.get(row).iter().copied().filter(|&node| with_root || node != Node::ROOT);
            alike.entry(shown.collect()).or_default().push(row as u32);
        }
        let alike: Groups = alike.into_values().collect();
        let is_broken = alike.iter().any(|group| !holders.allow(rows, group));
        is_broken.then_some(alike)
    })
}
