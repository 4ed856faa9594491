//! Unites the groups of any method until nothing sensitive is too certain in one.
//!
//! A method that ignores sensitive things may group owners who share them. A group in which too many owners
//! do is united with the group that has room for them and loses least. This goes on until every group meets
//! the limit (`groups::unite_until_allowed`). Groups that meet it and are not needed by others stay
//! unchanged, label for label. A united group is published as its least common generalization. No row is left
//! out.
//!
//! `nearest` needs none of this: it does not form such groups in the first place, which loses less. For
//! figures of 20,000 synthetic patients at a certainty of 0.5, see docs/how-to/guards.md.

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

/// A method whose groups are mixed. Its release is the method's own if no owner has anything sensitive or if
/// all groups meet the limit already. Extra time: O(groups that break the limit x groups x items).
#[derive(Debug)]
pub struct Mixed<M> {
    method: M,
    certainty: Certainty,
    k: usize,
    form: Form,
}

impl<M: Anonymizer> Mixed<M> {
    /// The groups of `method`, each of at least `k` owners and published as bags or sets, with at most this `certainty`.
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

/// Unites the groups of `release` until nothing is too certain in one. Groups have at least `k` owners and
/// are published in this `form`.
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
    // Every turn unites groups, so their number falls: this ends.
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

/// The groups of `release` as they are published, if something is too certain in one; otherwise none. Items
/// at the root may be written or not, so both forms are checked.
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
