//! Bundles: all rows with the same tag. In a correct release, the rows of a tag have the same sealed text,
//! and each owner has exactly one share. A reader must not rely on either.

use curve25519_dalek::Scalar;
use rayon::prelude::*;

use super::polynomial::Share;
use super::row::SealedRow;
use super::seal;

/// The rows of a release, sorted by tag.
pub(super) struct ByTag<'a> {
    rows: &'a [SealedRow],
    order: Vec<u32>,
}

impl<'a> ByTag<'a> {
    pub(super) fn new(rows: &'a [SealedRow]) -> ByTag<'a> {
        let mut order: Vec<u32> = (0..u32::try_from(rows.len()).expect("fewer than 2^32 rows")).collect();
        order.par_sort_unstable_by_key(|&row| (rows[row as usize].tag, row));
        ByTag { rows, order }
    }

    /// One bundle for each tag, in the order of the tags.
    pub(super) fn bundles(&self) -> Vec<Bundle<'_>> {
        let tag = |row: u32| self.rows[row as usize].tag;
        let same_tag = self.order.chunk_by(|&a, &b| tag(a) == tag(b));
        same_tag.map(|members| Bundle { rows: self.rows, members }).collect()
    }
}

/// The rows of one tag.
#[derive(Clone, Copy)]
pub(super) struct Bundle<'a> {
    rows: &'a [SealedRow],
    /// Numbers of the rows in the bundle, from 0, ascending; at least one.
    members: &'a [u32],
}

/// Faults of a bundle: ways in which it differs from every bundle that the method publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Irregular {
    /// The rows of the bundle have different sealed texts.
    Texts,
    /// Two shares with the same x have different values y or different owners.
    Share,
    /// An owner has several shares, and would count several times.
    Owner {
        /// Number of owners in the bundle.
        owners: usize,
        /// Number of distinct shares in the bundle.
        shares: usize,
    },
}

impl<'a> Bundle<'a> {
    pub(super) fn members(&self) -> &'a [u32] {
        self.members
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &'a SealedRow> + Clone {
        let rows = self.rows;
        self.members.iter().map(move |&row| &rows[row as usize])
    }

    /// The distinct shares by ascending x, exactly one for each owner.
    pub(super) fn shares(&self) -> Result<Vec<Share<Scalar>>, Irregular> {
        let first = self.first();
        if self.rows().any(|row| row.sealed != first.sealed) {
            return Err(Irregular::Texts);
        }
        let mut shares: Vec<&SealedRow> = self.rows().collect();
        shares.sort_by_key(|row| row.x);
        if shares.array_windows().any(|[a, b]| a.x == b.x && (a.y != b.y || a.owner != b.owner)) {
            return Err(Irregular::Share);
        }
        shares.dedup_by_key(|row| row.x);
        let mut owners: Vec<&str> = shares.iter().map(|row| row.owner.as_str()).collect();
        owners.sort_unstable();
        owners.dedup();
        if owners.len() < shares.len() {
            return Err(Irregular::Owner { owners: owners.len(), shares: shares.len() });
        }
        Ok(shares.into_iter().map(SealedRow::share).collect())
    }

    /// The query; `None` if `secret` is wrong, or if the query was not sealed for `k` owners.
    pub(super) fn open(&self, secret: &Scalar, k: usize) -> Option<String> {
        seal::open(secret, &self.first().tag, k, &self.first().sealed)
    }

    fn first(&self) -> &'a SealedRow {
        &self.rows[self.members[0] as usize]
    }
}
