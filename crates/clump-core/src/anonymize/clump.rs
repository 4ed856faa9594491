//! Algorithm 1 of the paper. Every k-th row, in order of length, is the seed of a group; then each other row
//! joins the open group that loses least by taking it.
//!
//! Equal to the paper's algorithm if every owner has one row:
//!
//! - n = floor(|D| / k) groups, with seeds at the sorted positions (i - 1)k + 1;
//! - only the first r groups that still lack members are tried, and ties go to the lowest group number;
//! - rows that remain when all groups are full go to the group with the least GGD of all groups.
//!
//! Rows are ordered by their worth: by their length if priced by LM, by their information if priced in bits.
//!
//! Differs from the paper if owners have several rows (unit session or query), because k counts owners. A group is
//! full when it has k *distinct* owners, and a row cannot join an open group that has its owner already. n is the
//! largest number of groups that the owners can fill. A group that does not become full is dissolved at the end.
//!
//! Loses much if row lengths differ a lot: absolute GGD prefers short rows, and a larger r increases this effect.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{AnonymizeError, Anonymizer, Form, Method, ParameterError};
use crate::counts::{Counts, Spread};
use crate::lcg::printed_lcg;
use crate::loss;
use crate::progress::{Cancelled, Progress, Stage};
use crate::promise::{KAnonymity, Promise};
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Order in which rows become seeds and join groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Longest first: the paper's choice.
    #[default]
    Descending,
    /// Shortest first: the exact reverse.
    Ascending,
    /// Shuffled by the seed.
    Random,
}

/// Rule for the generalization of two bags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LcgRule {
    /// The least one, by definition.
    #[default]
    Least,
    /// The result of Algorithm 2 as printed, for reproduction only. O(taxonomy) for each candidate.
    Printed,
}

/// Parameters of [`Clump`] before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClumpParameters {
    /// Least number of owners of a group.
    pub k: usize,
    /// Number of open groups that are tried for each row.
    pub r: usize,
    /// Order in which rows become seeds and join groups.
    pub order: Order,
    /// Form of the bags: with duplicates or without.
    pub form: Form,
    /// Rule that generalizes two bags to one.
    pub lcg: LcgRule,
    /// Seed of [`Order::Random`]; unused by the other orders.
    pub seed: u64,
}

impl ClumpParameters {
    /// The paper's defaults for this `k`: r = 10, longest rows first, duplicates kept.
    pub fn new(k: usize) -> ClumpParameters {
        ClumpParameters {
            k,
            r: 10,
            order: Order::default(),
            form: Form::default(),
            lcg: LcgRule::default(),
            seed: 0,
        }
    }

    /// Checks the parameters and makes the method. It is an error if k < 2 or r < 1.
    pub fn check(self) -> Result<Clump, ParameterError> {
        ParameterError::require_k(self.k)?;
        if self.r < 1 {
            return Err(ParameterError::NoGroupTried);
        }
        Ok(Clump(self))
    }
}

const NO_GROUP: u32 = u32::MAX;

/// Number of rows between two reports of progress.
const ROWS_A_STEP: usize = 256;

/// Algorithm 1 of the paper. O(rows x r x items). The remaining rows, fewer than k if every owner has one
/// row, are compared with all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clump(ClumpParameters);

impl Method for Clump {
    fn name(&self) -> &'static str {
        "clump"
    }

    fn promise(&self) -> Promise {
        KAnonymity { k: self.0.k }.into()
    }
}

impl Anonymizer for Clump {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        AnonymizeError::require_owners(transactions.owners(), self.0.k)?;
        progress.begin(Stage::Group, transactions.len() as u64);
        let release = self.assign(transactions, taxonomy, progress)?;
        progress.end();
        Ok(release)
    }
}

impl Clump {
    fn assign(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, Cancelled> {
        let ClumpParameters { k, r, form, lcg, .. } = self.0;
        let worth: Vec<u64> =
            (0..transactions.len()).map(|row| loss::worth(taxonomy, transactions.get(row))).collect();
        let rows = self.order(&worth);
        let count = fillable_groups(transactions, k);
        let is_seed = |position: usize| position.is_multiple_of(k) && position / k < count;

        let seed = |row: usize| OpenGroup {
            common: Counts::of(taxonomy, transactions.get(row)),
            kept: loss::kept(taxonomy, transactions.get(row)),
            worth: worth[row],
            rows: 1,
            owners: vec![transactions.owner(row)],
        };
        let seeds = rows.iter().step_by(k).take(count);
        let mut groups: Vec<OpenGroup> = seeds.map(|&row| seed(row)).collect();
        let mut joining = JoiningRow::new(taxonomy, lcg);
        let mut open: BTreeSet<usize> = (0..count).collect();
        let mut group_of = vec![NO_GROUP; transactions.len()];
        let mut left = Vec::new();
        for (position, &row) in rows.iter().enumerate() {
            if position % ROWS_A_STEP == 0 {
                progress.go_on()?;
                progress.advance(ROWS_A_STEP.min(rows.len() - position) as u64);
            }
            if is_seed(position) {
                group_of[row] = (position / k) as u32;
                continue;
            }
            joining.load(transactions.owner(row), worth[row], transactions.get(row));
            let candidates =
                open.iter().copied().filter(|&group| !groups[group].owners.contains(&joining.owner)).take(r);
            match joining.best_of(candidates, &groups) {
                Some(best) => {
                    joining.join(&mut groups[best]);
                    group_of[row] = best as u32;
                    if groups[best].owners.len() == k {
                        open.remove(&best);
                    }
                }
                None => left.push(row),
            }
        }

        let is_short = |group: u32| group != NO_GROUP && groups[group as usize].owners.len() < k;
        left.extend(rows.iter().copied().filter(|&row| is_short(group_of[row])));
        let mut full: Vec<usize> = (0..count).filter(|&group| !is_short(group as u32)).collect();
        if full.is_empty() {
            // No group could be filled, but there are at least k owners: all rows become one group.
            let row = left.remove(0);
            groups[0] = seed(row);
            group_of[row] = 0;
            full.push(0);
        }
        for row in left {
            progress.go_on()?;
            joining.load(transactions.owner(row), worth[row], transactions.get(row));
            let best = joining.best_of(full.iter().copied(), &groups).expect("at least one group is full");
            joining.join(&mut groups[best]);
            group_of[row] = best as u32;
        }

        let bags: Bags = groups.iter().map(|group| form.of(group.common.bag(taxonomy))).collect();
        Ok(Release::new(bags, group_of))
    }

    /// Row indexes in this order of `worth`, which by LM is the length of the row.
    fn order(&self, worth: &[u64]) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..worth.len()).collect();
        match self.0.order {
            Order::Descending => rows.sort_by_key(|&row| std::cmp::Reverse(worth[row])),
            Order::Ascending => {
                rows.sort_by_key(|&row| std::cmp::Reverse(worth[row]));
                rows.reverse();
            }
            Order::Random => rows.shuffle(&mut ChaCha8Rng::seed_from_u64(self.0.seed)),
        }
        rows
    }
}

/// The largest n for which n groups of k distinct owners exist. An owner counts in at most as many groups as it has
/// rows, so n is the largest with sum over owners of min(rows, n) >= n * k; floor(|D| / k) if each has one row.
fn fillable_groups(transactions: &Transactions, k: usize) -> usize {
    let mut rows_of = vec![0usize; transactions.owners()];
    for row in 0..transactions.len() {
        rows_of[transactions.owner(row) as usize] += 1;
    }
    let fits = |n: usize| rows_of.iter().map(|&rows| rows.min(n)).sum::<usize>() >= n * k;
    // The sum is concave in n, so the possible n are 0 to the answer, without gaps.
    let (mut low, mut high) = (0, transactions.len() / k);
    while low < high {
        let middle = high - (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// A group, and the generalization of its rows so far.
struct OpenGroup {
    /// For each node, the number of items that all rows of the group have at or below it, as a [`Counts`]
    /// vector.
    common: Counts,
    /// Value that the group keeps of each of its rows.
    kept: u64,
    /// Sum of the worths of the rows: of their lengths, or of their bits.
    worth: u64,
    rows: usize,
    /// Distinct owners of its rows. A short list: a group is closed when it has k.
    owners: Vec<u32>,
}

/// A row that is prepared once and compared with many groups. O(nodes above the group's LCG) for each group;
/// with [`LcgRule::Printed`], which adds one row after the other (the paper's Lemma 1), O(taxonomy).
struct JoiningRow<'t> {
    taxonomy: &'t Taxonomy,
    rule: LcgRule,
    owner: u32,
    worth: u64,
    items: Vec<Node>,
    spread: Spread<'t>,
    /// Value that the row keeps if it is published unchanged.
    kept: u64,
}

impl<'t> JoiningRow<'t> {
    fn new(taxonomy: &'t Taxonomy, rule: LcgRule) -> JoiningRow<'t> {
        let spread = Spread::new(taxonomy);
        JoiningRow { taxonomy, rule, owner: 0, worth: 0, items: Vec::new(), spread, kept: 0 }
    }

    fn load(&mut self, owner: u32, worth: u64, items: &[Node]) {
        (self.owner, self.worth) = (owner, worth);
        self.items.clear();
        self.items.extend_from_slice(items);
        self.spread.load(items);
        self.kept = loss::kept(self.taxonomy, items);
    }

    /// Index of the candidate group with the least GGD after it takes the row; the first of equals.
    fn best_of(&self, candidates: impl Iterator<Item = usize>, groups: &[OpenGroup]) -> Option<usize> {
        let mut best: Option<(u64, usize)> = None;
        for number in candidates {
            let group = &groups[number];
            let (worth, size) = (group.worth + self.worth, group.rows + 1);
            // A group with the row keeps no more than either of the two alone. This test rejects many candidates.
            let at_least = loss::ggd(worth, size, group.kept.min(self.kept));
            if best.is_none_or(|(least, _)| at_least < least) {
                let kept = match self.rule {
                    LcgRule::Least => self.spread.kept_with(&group.common),
                    LcgRule::Printed => loss::kept(self.taxonomy, &self.printed_with(group)),
                };
                let ggd = loss::ggd(worth, size, kept);
                if best.is_none_or(|(least, _)| ggd < least) {
                    best = Some((ggd, number));
                }
            }
        }
        best.map(|(_, number)| number)
    }

    fn join(&self, group: &mut OpenGroup) {
        match self.rule {
            LcgRule::Least => self.spread.join(&mut group.common),
            LcgRule::Printed => group.common = Counts::of(self.taxonomy, &self.printed_with(group)),
        }
        group.kept = group.common.kept(self.taxonomy);
        group.worth += self.worth;
        group.rows += 1;
        if !group.owners.contains(&self.owner) {
            group.owners.push(self.owner);
        }
    }

    fn printed_with(&self, group: &OpenGroup) -> Vec<Node> {
        printed_lcg(self.taxonomy, &[&group.common.bag(self.taxonomy), &self.items])
    }
}
