//! A method that keeps groups together over several releases, so that every owner always has at least k candidates.
//!
//! An owner has a *history*: its groups, one in each earlier release that it is in. Its *candidates* in a new group
//! are the owners of that group whose history also has all of these groups. (An owner who shared an earlier group
//! but is not in the new group is no candidate any more.) Owners with equal history are a *class*. The class with
//! an empty history contains the new owners, and all owners are candidates for them.
//!
//! 1. *More owners never hurt.* An owner who joins a group takes no candidate from its members. So a group in which
//!    all owners have k candidates stays right when it grows, and two right groups can be merged.
//! 2. *A group of k owners of one class is right*: each is a candidate for the others.
//! 3. *Owners can be published* if they have k candidates among all published owners. Owners with fewer are
//!    stranded, and leaving them out may strand others. The owners who remain at the end do not depend on the
//!    order. They could all be one group, so they can be published.
//! 4. Candidates of an owner are of its class, or of a class with a longer history and so with fewer candidates.
//!    Classes are processed by their number of candidates. So the candidates of a class, except its own owners, are
//!    already in groups. A class of k owners is grouped alone, by a method. A smaller one finds at least k
//!    candidates, its own owners included: it joins a group that has them, or several such groups are merged. By 1
//!    and 2 every group is right.
//!
//! The next release has these groups in its histories and is made the same way. So over any number of releases,
//! each owner of each release has k candidates. The new groups of a class are parts of it, so grouping each class
//! alone loses nothing that another right grouping could keep. The exception is owners who join: they join where
//! least is lost.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::anonymize::{AnonymizeError, Anonymizer, Form, Method};
use crate::containers::{Ragged, set_of};
use crate::counts::Counts;
use crate::progress::Progress;
use crate::promise::{Composition, Promise};
use crate::release::Release;
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

mod told_apart;

pub use told_apart::told_apart;

/// A method that keeps groups of earlier releases together.
#[derive(Clone, Copy, Debug)]
pub struct Composed<'m> {
    /// Method that groups the owners of one class.
    pub method: &'m dyn Anonymizer,
    /// Earlier groups of the owners of the transactions; none of these owners may be
    /// [stranded](Histories::stranded).
    pub histories: &'m Histories,
    /// The least number of candidates of an owner, and of owners of a group.
    pub k: usize,
    /// Form of published bags: with or without duplicates.
    pub form: Form,
}

impl Method for Composed<'_> {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn promise(&self) -> Promise {
        let promise = self.method.promise();
        promise.and(Composition { k: self.k }).expect("a method that groups promises k-anonymity")
    }
}

impl Anonymizer for Composed<'_> {
    /// # Panics
    /// When an owner has several transactions, or is stranded.
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        assert!(transactions.is_one_per_owner(), "an owner is in one group of a release");
        AnonymizeError::require_owners(transactions.len(), self.k)?;
        let rows_of = self.histories.rows_of_each_class(transactions);
        let mut grouping = Grouping { composed: self, transactions, taxonomy, groups: Vec::new() };
        for class in self.histories.fewest_candidates_first() {
            progress.go_on()?;
            let rows = rows_of.get(class);
            match rows.len() {
                0 => {}
                few if few < self.k => grouping.join(class, rows),
                // With fewer than 2k rows, splitting off k would leave fewer than k.
                few if few < 2 * self.k => grouping.groups.push(grouping.of(rows)),
                _ => grouping.group(rows, progress)?,
            }
        }
        let groups = grouping.groups;
        let bags = groups.iter().map(|group| self.form.of(group.counts.bag(taxonomy))).collect();
        let rows: Vec<Vec<u32>> = groups.into_iter().map(|group| group.rows).collect();
        Ok(Release::of_groups(&rows, bags))
    }
}

/// Owners who are published together.
struct ComposedGroup {
    /// One transaction number for each owner.
    rows: Vec<u32>,
    counts: Counts,
}

impl ComposedGroup {
    fn take_in(&mut self, other: ComposedGroup) {
        self.rows.extend(other.rows);
        self.counts.meet(&other.counts);
    }
}

/// The groups that are built so far.
struct Grouping<'a> {
    composed: &'a Composed<'a>,
    transactions: &'a Transactions,
    taxonomy: &'a Taxonomy,
    groups: Vec<ComposedGroup>,
}

impl Grouping<'_> {
    /// The group of these `rows`, with what they have in common; there must be at least one.
    fn of(&self, rows: &[u32]) -> ComposedGroup {
        let counts = |row: u32| Counts::of(self.taxonomy, self.transactions.get(row as usize));
        let mut common = counts(rows[0]);
        rows[1..].iter().for_each(|&row| common.meet(&counts(row)));
        ComposedGroup { rows: rows.to_vec(), counts: common }
    }

    /// Groups the `rows` of one class with the method, and adds the groups.
    fn group(&mut self, rows: &[u32], progress: &dyn Progress) -> Result<(), AnonymizeError> {
        let bags = rows.iter().map(|&row| self.transactions.get(row as usize).iter().copied());
        let bags = Transactions::one_per_owner(bags);
        let release = self.composed.method.anonymize(&bags, self.taxonomy, progress)?;
        let of_each = rows.iter().enumerate().map(|(at, &row)| (release.bag_of(at), row));
        let of_each = Ragged::by_key(release.bags().len(), of_each);
        for (bag, rows) in release.bags().iter().zip(of_each.iter()).filter(|(_, rows)| !rows.is_empty()) {
            self.groups.push(ComposedGroup { rows: rows.to_vec(), counts: Counts::of(self.taxonomy, bag) });
        }
        Ok(())
    }

    /// Adds the `rows` of a class of fewer than k owners to groups where they have k candidates. Each row joins the
    /// group where this loses least, if there are k candidates without the other rows; otherwise all rows join one
    /// group.
    fn join(&mut self, class: usize, rows: &[u32]) {
        let &Composed { histories, k, .. } = self.composed;
        let transactions = self.transactions;
        let candidates_in = |group: &ComposedGroup| {
            let is_one = |&&row: &&u32| histories.is_candidate(class, transactions.owner(row as usize));
            group.rows.iter().filter(is_one).count()
        };
        let mut near: Vec<(usize, usize)> = self.groups.iter().map(candidates_in).zip(0..).collect();
        near.retain(|&(candidates, _)| candidates > 0);
        let with = |joining: usize| -> Vec<usize> {
            let is_enough = |&&(candidates, _): &&(usize, usize)| candidates + joining >= k;
            near.iter().filter(is_enough).map(|&(_, group)| group).collect()
        };
        let at_once = with(1);
        if !at_once.is_empty() {
            return rows.iter().for_each(|&row| self.add(&at_once, self.of(&[row])));
        }
        let mut all = self.of(rows);
        let with_all = with(rows.len());
        if !with_all.is_empty() {
            return self.add(&with_all, all);
        }
        // Uses as few groups as needed, those with most candidates first.
        near.sort_by_key(|&(candidates, group)| (Reverse(candidates), group));
        let mut found = rows.len();
        let needed = near.iter().take_while(|&&(candidates, _)| {
            let is_needed = found < k;
            found += candidates;
            is_needed
        });
        let mut merged: Vec<usize> = needed.map(|&(_, group)| group).collect();
        merged.sort_unstable();
        for group in merged.into_iter().rev() {
            all.take_in(self.groups.remove(group));
        }
        assert!(candidates_in(&all) >= k, "nobody is stranded");
        self.groups.push(all);
    }

    /// Adds `joining` to the group whose kept value grows most by it (the first of several). `places` are the
    /// indices of the groups to choose from.
    fn add(&mut self, places: &[usize], joining: ComposedGroup) {
        let gain = |&place: &usize| {
            let group = &self.groups[place];
            let mut counts = group.counts.clone();
            counts.meet(&joining.counts);
            let kept = |rows: usize, counts: &Counts| i128::from(rows as u64 * counts.kept(self.taxonomy));
            kept(group.rows.len() + joining.rows.len(), &counts) - kept(group.rows.len(), &group.counts)
        };
        let best = places.iter().max_by_key(|&place| (gain(place), Reverse(*place)));
        let best = *best.expect("there is a place");
        self.groups[best].take_in(joining);
    }
}

// Groups of owners in earlier releases, and the candidates that follow from them.

/// A group of an earlier release: the number of the release, and the number of the group in it.
pub type EarlierGroup = (u32, u32);

/// The histories of all owners of some transactions.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    /// The class of each owner. Classes are numbered in the order of their first owners.
    class_of: Vec<u32>,
    /// Number of owners in each class.
    owners: Vec<usize>,
    /// For each class, the classes whose owners are its candidates, ascending; `None` if all owners are.
    candidates: Vec<Option<Vec<u32>>>,
}

impl Histories {
    /// Takes for each owner the earlier groups of this owner, in any order. O(groups log groups) if groups of
    /// earlier releases are small.
    pub fn new(of_each: &[Vec<EarlierGroup>]) -> Histories {
        let mut numbers: BTreeMap<Vec<EarlierGroup>, u32> = BTreeMap::new();
        let mut histories: Vec<Vec<EarlierGroup>> = Vec::new();
        let mut found = Histories::default();
        for groups in of_each {
            let groups = set_of(groups.iter().cloned());
            let class = *numbers.entry(groups).or_insert_with_key(|groups| {
                histories.push(groups.clone());
                found.owners.push(0);
                histories.len() as u32 - 1
            });
            found.owners[class as usize] += 1;
            found.class_of.push(class);
        }
        let mut classes_of: BTreeMap<EarlierGroup, Vec<u32>> = BTreeMap::new();
        for (class, history) in (0u32..).zip(&histories) {
            history.iter().for_each(|&group| classes_of.entry(group).or_default().push(class));
        }
        found.candidates = histories
            .iter()
            .map(|history| {
                let rarest =
                    history.iter().map(|group| &classes_of[group]).min_by_key(|classes| classes.len())?;
                let has_all = |&&class: &&u32| {
                    history.iter().all(|group| histories[class as usize].binary_search(group).is_ok())
                };
                Some(rarest.iter().filter(has_all).copied().collect())
            })
            .collect();
        found
    }

    /// For each owner, true if the owner cannot have `k` candidates, however the others are grouped.
    pub fn stranded(&self, k: usize) -> Vec<bool> {
        let mut is_stranded = vec![false; self.owners.len()];
        loop {
            let present =
                |class: u32| if is_stranded[class as usize] { 0 } else { self.owners[class as usize] };
            let few = |class: &usize| {
                let candidates = self.candidates[*class].as_ref();
                let found =
                    candidates.map(|classes| classes.iter().map(|&class| present(class)).sum::<usize>());
                !is_stranded[*class] && found.is_some_and(|found| found < k)
            };
            let next: Vec<usize> = (0..self.owners.len()).filter(few).collect();
            if next.is_empty() {
                break;
            }
            next.into_iter().for_each(|class| is_stranded[class] = true);
        }
        self.class_of.iter().map(|&class| is_stranded[class as usize]).collect()
    }

    /// True if `owner` is a candidate for the owners of `class`.
    fn is_candidate(&self, class: usize, owner: u32) -> bool {
        let of_class = self.candidates[class].as_ref();
        of_class.is_none_or(|classes| classes.binary_search(&self.class_of[owner as usize]).is_ok())
    }

    /// All classes, sorted by number of candidates. The class of new owners, for whom all owners are candidates,
    /// comes last.
    fn fewest_candidates_first(&self) -> Vec<usize> {
        let candidates = |class: &usize| {
            let classes = self.candidates[*class].as_ref();
            classes
                .map_or(usize::MAX, |classes| classes.iter().map(|&class| self.owners[class as usize]).sum())
        };
        let mut classes: Vec<usize> = (0..self.owners.len()).collect();
        classes.sort_by_key(|class| (candidates(class), *class));
        classes
    }

    /// For each class, the rows of its owners.
    fn rows_of_each_class(&self, transactions: &Transactions) -> Ragged<u32> {
        let class = |row: usize| self.class_of[transactions.owner(row) as usize] as usize;
        Ragged::by_key(self.owners.len(), (0..transactions.len()).map(|row| (class(row), row as u32)))
    }
}
