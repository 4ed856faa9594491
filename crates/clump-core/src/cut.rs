//! Transactions cut into parts (pieces), so that each part can be published for all owners who share it.
//!
//! A part has some of the items of one transaction; no item is in two parts. Items in no part are not published.
//! Parts are transactions themselves, and a release of them is a [`Release`] like any other: every part is
//! published as a bag that has one label for each of its items, at or above it. Whole rows are the cut in which
//! every transaction is one part.

use crate::containers::Ragged;
use crate::measure::{Measures, measure};
use crate::names::Names;
use crate::release::{Release, RootItems};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

mod figures;
mod of_facts;
mod parts;

pub use figures::{CutFigures, figures, upper_bound, upper_bound_of_counts};
pub use of_facts::Overlap;
pub use parts::{CutBuilder, firsts};

/// The queries of all transactions; a query may be published word for word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeQueries {
    /// The distinct items of each query.
    pub items: Bags,
    /// For each transaction, the numbers of its distinct queries. All items of a query are items of the transaction.
    pub of: Ragged<u32>,
}

impl WholeQueries {
    /// The queries of transaction `row`; empty if queries are not known.
    #[inline]
    pub fn asked(&self, row: usize) -> &[u32] {
        if row < self.of.len() { self.of.get(row) } else { &[] }
    }
}

/// A release in parts (pieces).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The parts, each with the owner of its transaction. Only owners with parts are numbered and counted.
    pub parts: Transactions,
    /// For each part, the number of the transaction that it was cut from.
    pub of: Vec<u32>,
    /// The published bag of each part.
    pub release: Release,
    /// For each bag of the release, the number of the query that it publishes word for word, if it does.
    pub query: Vec<Option<u32>>,
}

/// A borrowed release as its readers see it: whole rows, or the parts of a cut.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    release: &'a Release,
    /// The cut that the parts are from; `None` for whole rows.
    cut: Option<&'a Cut>,
}

impl<'a> From<&'a Release> for Parts<'a> {
    fn from(release: &'a Release) -> Parts<'a> {
        Parts { release, cut: None }
    }
}

impl<'a> From<&'a Cut> for Parts<'a> {
    fn from(cut: &'a Cut) -> Parts<'a> {
        Parts { release: &cut.release, cut: Some(cut) }
    }
}

impl<'a> Parts<'a> {
    /// The published bag of each part.
    pub fn release(self) -> &'a Release {
        self.release
    }

    /// The parts with their owners; for whole rows these are `transactions`.
    pub fn of(self, transactions: &'a Transactions) -> &'a Transactions {
        self.cut.map_or(transactions, |cut| &cut.parts)
    }

    /// Number of the transaction that `part` was cut from.
    pub fn transaction(self, part: usize) -> usize {
        self.cut.map_or(part, |cut| cut.of[part] as usize)
    }

    /// True if this is a release of whole rows.
    pub fn are_whole(self) -> bool {
        self.cut.is_none()
    }
}

impl Cut {
    /// Whole rows as a cut in which every transaction is one part.
    pub fn of_rows(transactions: &Transactions, release: &Release) -> Cut {
        Cut {
            parts: transactions.clone(),
            of: (0..transactions.len() as u32).collect(),
            query: vec![None; release.bags().len()],
            release: release.clone(),
        }
    }

    /// The cut in the form and order of publication, see [`Release::canonical`]. If bags have the same labels,
    /// whole queries come last, sorted by their `texts`.
    pub fn canonical(self, taxonomy: &Taxonomy, texts: &Names) -> Cut {
        let mut queries: Vec<u32> = self.query.iter().copied().flatten().collect();
        queries.sort_unstable_by_key(|&query| texts.get(query as usize));
        queries.dedup();
        let mut mark_of = vec![0; texts.len()];
        for (mark, &query) in (1u32..).zip(&queries) {
            mark_of[query as usize] = mark;
        }
        let mark = |bag: usize| self.query[bag].map_or(0, |query| mark_of[query as usize]);
        let (release, marks) = self.release.canonical_by(taxonomy, RootItems::Drop, mark);
        let query = |mark: u32| mark.checked_sub(1).map(|place| queries[place as usize]);
        Cut { release, query: marks.into_iter().map(query).collect(), ..self }
    }

    /// The cut with only the parts of these numbers. Bags that have no parts then stay until the next
    /// [`Cut::canonical`].
    pub fn keep(&self, is_kept: impl Fn(usize) -> bool) -> Cut {
        let kept: Vec<usize> = (0..self.of.len()).filter(|&part| is_kept(part)).collect();
        let mut parts = Transactions::default();
        // For each owner of parts, the number among those who keep one.
        let mut number = vec![None; self.parts.owners()];
        for &part in &kept {
            let next = parts.owners() as u32;
            let owner = *number[self.parts.owner(part) as usize].get_or_insert(next);
            parts.push(owner, self.parts.get(part).iter().copied());
        }
        let bag_of = kept.iter().map(|&part| self.release.bag_of(part) as u32).collect();
        Cut {
            parts,
            of: kept.iter().map(|&part| self.of[part]).collect(),
            release: Release::new(self.release.bags().clone(), bag_of),
            query: self.query.clone(),
        }
    }

    /// For each owner, the items of all transactions, and all labels that are published of the owner. The fate of
    /// items does not depend on the cut.
    pub fn united(&self, transactions: &Transactions) -> (Transactions, Release) {
        let owners = transactions.owners();
        let labels = self.of.iter().enumerate().flat_map(|(part, &transaction)| {
            let owner = transactions.owner(transaction as usize) as usize;
            self.release.get(part).iter().map(move |&label| (owner, label.0))
        });
        let labels = Ragged::by_key(owners, labels);
        let bags = labels.iter().map(|labels| labels.iter().map(|&label| Node(label))).collect();
        let by_owner = Transactions::one_per_owner(by_owner(transactions));
        (by_owner, Release::new(bags, (0..owners as u32).collect()))
    }

    /// Loss of the items of `transactions`, and figures of the groups of parts. The loss of an owner is measured
    /// over all transactions together, because a release does not show which of them a piece is from. So, unlike
    /// with whole rows, an item also counts as published if the same row publishes it for another transaction of
    /// its owner.
    pub fn measure(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Measures {
        let (by_owner, united) = self.united(transactions);
        let lost = measure(&by_owner, taxonomy, &united);
        Cut::measures(transactions.len(), lost, measure(&self.parts, taxonomy, &self.release))
    }

    /// Combines measures of a cut of `transactions` transactions: `lost` is measured over owners, and `parts` over
    /// the parts.
    pub fn measures(transactions: usize, lost: Measures, parts: Measures) -> Measures {
        Measures {
            transactions,
            items: lost.items,
            loss: lost.loss,
            loss_per_item: lost.loss_per_item,
            ncp: lost.ncp,
            lm: lost.lm,
            density: lost.density,
            items_exact: lost.items_exact,
            items_generalized: lost.items_generalized,
            items_suppressed: lost.items_suppressed,
            ..parts
        }
    }
}

/// For each owner, the items of all transactions, sorted.
fn by_owner(transactions: &Transactions) -> impl Iterator<Item = Vec<Node>> {
    let rows = transactions.by_owner();
    (0..rows.len()).map(move |owner| {
        let items = rows.get(owner).iter().flat_map(|&row| transactions.get(row as usize));
        let mut items: Vec<Node> = items.copied().collect();
        items.sort_unstable();
        items
    })
}
