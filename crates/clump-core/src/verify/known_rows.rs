//! Rows whose sets of labels are judged, as folds that can be made in parts and merged. Sets are looked at when all rows
//! are there, so what is folded is the rows themselves.

use super::Verdict;
use super::known_sets::{Evidence, Limits, TooManySets};
use crate::promise::Share;

/// Rows of a release, each with what it states of its owners, for k^m-anonymity and coherence.
///
/// Rows are pushed in the order of the file, and parts are merged in order.
///
/// ```
/// use clump_core::verify::ShownRows;
///
/// let mut rows = ShownRows::default();
/// rows.push(1, vec!["bread", "milk"]);
/// let mut rest = ShownRows::default();
/// rest.push(1, vec!["bread"]);
/// rest.push(1, vec!["milk"]);
/// rows.merge(rest);
/// assert!(rows.km_anonymous_rows::<&str>(2, 1)?.holds);
/// assert!(!rows.km_anonymous_rows::<&str>(2, 2)?.holds);
/// # Ok::<(), clump_core::verify::TooManySets>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShownRows<R> {
    rows: Vec<(usize, R)>,
}

impl<R> Default for ShownRows<R> {
    fn default() -> Self {
        ShownRows { rows: Vec::new() }
    }
}

impl<R> ShownRows<R> {
    /// Takes the next row, which states that it has so many `owners`.
    pub fn push(&mut self, owners: usize, row: R) {
        self.rows.push((owners, row));
    }

    /// Takes all rows of `later`, which come next.
    pub fn merge(&mut self, later: ShownRows<R>) {
        self.rows.extend(later.rows);
    }

    /// k^m-anonymity where each row counts as one owner: [`km_anonymous_rows`](super::km_anonymous_rows).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn km_anonymous_rows<L: Ord>(&self, k: usize, m: usize) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        self.coherent_rows(|_: &L| false, Share::ONE, k, m)
    }

    /// k^m-anonymity where each row stands for what it states: [`km_anonymous_groups`](super::km_anonymous_groups).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn km_anonymous_groups<L: Ord>(&self, k: usize, m: usize) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        self.coherent_groups(|_: &L| false, Share::ONE, k, m)
    }

    /// Coherence where each row counts as one owner: [`coherent_rows`](super::coherent_rows).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn coherent_rows<L: Ord>(
        &self,
        is_sensitive: impl Fn(&L) -> bool,
        h: Share,
        k: usize,
        p: usize,
    ) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        let rows = self.rows.iter().map(|(_, row)| row.as_ref());
        Evidence::of_rows(rows, is_sensitive).verdict(Limits { h, k, p })
    }

    /// Coherence where each row stands for what it states: [`coherent_groups`](super::coherent_groups).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn coherent_groups<L: Ord>(
        &self,
        is_sensitive: impl Fn(&L) -> bool,
        h: Share,
        k: usize,
        p: usize,
    ) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        let rows = self.rows.iter().map(|(owners, row)| (*owners, row.as_ref()));
        Evidence::of_groups(rows, is_sensitive).verdict(Limits { h, k, p })
    }
}

/// Transactions with their owners and what is published for them, for k^m-anonymity and coherence. Transactions, and the
/// parts that are merged, may come in any order.
#[derive(Clone, Debug)]
pub struct OwnedRows<O, R> {
    audit: Vec<(O, usize, R)>,
}

impl<O, R> Default for OwnedRows<O, R> {
    fn default() -> Self {
        OwnedRows { audit: Vec::new() }
    }
}

impl<O: Ord, R> OwnedRows<O, R> {
    /// Takes a transaction: its owner, the line it is published on, from 1, and what stands there.
    pub fn push(&mut self, owner: O, line: usize, row: R) {
        self.audit.push((owner, line, row));
    }

    /// Takes all transactions of `other`.
    pub fn merge(&mut self, other: OwnedRows<O, R>) {
        self.audit.extend(other.audit);
    }

    /// k^m-anonymity in distinct owners: [`km_anonymous_owners`](super::km_anonymous_owners).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn km_anonymous<L: Ord>(&self, k: usize, m: usize) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        self.coherent(|_: &L| false, Share::ONE, k, m)
    }

    /// Coherence in distinct owners: [`coherent_owners`](super::coherent_owners).
    ///
    /// # Errors
    /// When there are too many sets to look at.
    pub fn coherent<L: Ord>(
        &self,
        is_sensitive: impl Fn(&L) -> bool,
        h: Share,
        k: usize,
        p: usize,
    ) -> Result<Verdict, TooManySets>
    where
        R: AsRef<[L]>,
    {
        let audit = self.audit.iter().map(|(owner, line, row)| (owner, *line, row.as_ref()));
        Evidence::of_owners(audit, is_sensitive).verdict(Limits { h, k, p })
    }
}
