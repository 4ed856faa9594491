//! The property `Differences`, for several releases of facts or pieces about the same people. An attacker who subtracts
//! their numbers from each other finds nothing about fewer than k people.
//!
//! Earlier releases and the people of their rows are only in the publisher's ledger, so only ledger and audit can prove
//! the property. The release alone can refute it: a row of fewer than k owners differs from no row by fewer than k.
//! [`over_time`](crate::over_time) has the rules and the proof. This check shares no code with it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::property::REPEATED;
use super::{Promised, PropertyName, Wording};
use crate::over_time::PastRow;
use crate::verify::{Counted, Set, Verdict, too_few};

/// No number of the release differs by 1 to k - 1 from a number of another release of the same ledger whose people are
/// all among the people of the other row, nor from a sum of such numbers.
///
/// Checked by [`differing_numbers`] from audit and ledger.
///
/// ```
/// use clump_core::promise::{Differences, KAnonymity, Promise};
///
/// let promise = Promise::from(KAnonymity { k: 5 }).and(Differences { k: 5 })?;
/// assert_eq!(promise.to_string(), "5-anonymity and no differences of 1 to 4 owners between releases of its ledger");
/// # Ok::<(), clump_core::promise::PromiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Differences {
    /// The least difference that is not 0.
    pub k: usize,
}

impl Promised for Differences {
    fn beside(&self) -> Option<PropertyName> {
        Some(PropertyName::KAnonymity)
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        let few = self.k.saturating_sub(1);
        Wording {
            short: format!("no differences of 1 to {few} owners between releases of its ledger"),
            sentence: format!(
                "Whoever subtracts a number of this release from the same number of another release of its ledger, or from a sum \
                 of such numbers, gets 0 or at least {} owners. So a row may count slightly fewer owners than the data have.",
                self.k
            ),
            looked_at: ["row", "rows"],
            not_covered: vec![
                "Releases of the same people that are not in the ledger can be subtracted from this one.",
                "Sums of some of the parts of a longer period, such as ten of twelve months, are not checked.",
                "Equal numbers in two releases tell that the same owners came again.",
                "Other releases cannot be seen in this one: the publisher compared the numbers, and whoever has audit and ledger can.",
            ],
            remedy: "do not publish it: make it again with the ledger, so that its numbers keep their distance from earlier ones",
        }
    }

    fn closes(&self) -> &'static [&'static str] {
        &[REPEATED]
    }
}

/// A release as this check sees it.
struct LedgerRelease<'a> {
    rows: &'a [PastRow],
    /// For each row, all people whom the data have in it, counted or left out.
    had: Vec<BTreeSet<u32>>,
    by_identity: BTreeMap<&'a [u32], usize>,
    /// The largest number of attributes of a row.
    most: usize,
}

impl<'a> LedgerRelease<'a> {
    fn of(rows: &'a [PastRow]) -> LedgerRelease<'a> {
        let had = |row: &PastRow| row.people.iter().chain(&row.left_out).copied().collect();
        LedgerRelease {
            rows,
            had: rows.iter().map(had).collect(),
            most: rows.iter().map(|row| row.attributes.len()).max().unwrap_or(0),
            by_identity: rows.iter().map(|row| row.attributes.as_slice()).zip(0..).collect(),
        }
    }

    /// The rows with an identity that has some of the attributes of `row`, or all.
    fn above(&self, row: &PastRow) -> Vec<usize> {
        let all: BTreeSet<u32> = row.attributes.iter().chain(&row.implied).copied().collect();
        let mut some: Vec<Vec<u32>> = vec![Vec::new()];
        for attribute in all {
            let shorter = some.iter().filter(|less| less.len() < self.most);
            let longer: Vec<Vec<u32>> =
                shorter.map(|less| [less.as_slice(), &[attribute]].concat()).collect();
            some.extend(longer);
        }
        some.iter().filter_map(|identity| self.by_identity.get(identity.as_slice()).copied()).collect()
    }

    /// True if the data of `row` have all `people`.
    fn had(&self, row: usize, people: &[u32]) -> bool {
        people.len() <= self.had[row].len() && people.iter().all(|person| self.had[row].contains(person))
    }

    /// True if both releases have a common row, and the people of each common row are in the data of `other`.
    fn is_inside(&self, other: &LedgerRelease<'_>) -> bool {
        let mut common = self
            .by_identity
            .iter()
            .filter_map(|(identity, &own)| Some((own, *other.by_identity.get(identity)?)))
            .peekable();
        common.peek().is_some() && common.all(|(own, theirs)| other.had(theirs, &self.rows[own].people))
    }
}

/// Checks that no row of release `which` of `releases` differs from rows of others, or from their sums, by 1 to k - 1
/// people. `lines` has for each row of the release the lines it is published on, from 1.
pub fn differing_numbers(releases: &[Vec<PastRow>], which: usize, lines: &[Vec<usize>], k: usize) -> Verdict {
    let all: Vec<LedgerRelease<'_>> = releases.iter().map(|rows| LedgerRelease::of(rows)).collect();
    let this = &all[which];
    // For each row, the numbers that it is compared with.
    let mut others: Vec<Vec<i64>> = vec![Vec::new(); this.rows.len()];
    for (_, other) in all.iter().enumerate().filter(|&(number, _)| number != which) {
        compare(this, other, &mut others);
    }
    for (whole, parts) in families(&all) {
        compare_sums(&all, which, (whole, &parts), &mut others);
    }
    let sets = this.rows.iter().zip(&others).zip(lines).map(|((row, others), lines)| {
        let number = row.people.len() as i64;
        // A row that is compared with nothing differs from 0 by its own number.
        let differences = others.iter().map(|other| (number - other).unsigned_abs() as usize);
        let least = differences.filter(|&difference| difference > 0).min();
        let count = least.unwrap_or(row.people.len()).min(row.people.len());
        Set { rows: row.people.len(), count, fault: too_few(count, k).map(|reason| (lines.clone(), reason)) }
    });
    Verdict::of_sets(Counted::Owners, sets)
}

/// Compares the rows of `this` with the linked rows of `other`: one by one, and cells with their totals.
fn compare(this: &LedgerRelease<'_>, other: &LedgerRelease<'_>, others: &mut [Vec<i64>]) {
    let number = |release: &LedgerRelease<'_>, row: usize| release.rows[row].people.len() as i64;
    // Totals of one release with the sums of cells of the other: (total, table of the cells) -> cells.
    let mut cells_of_other: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    let mut cells_of_this: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    for (row, own) in this.rows.iter().enumerate() {
        for above in other.above(own) {
            let is_part = other.had(above, &own.people);
            if is_part || this.had(row, &other.rows[above].people) {
                others[row].push(number(other, above));
            }
            if is_part && is_cell(own, &other.rows[above]) {
                cells_of_this.entry((above, own.table)).or_default().push(row);
            }
        }
    }
    for (row, theirs) in other.rows.iter().enumerate() {
        for above in
            this.above(theirs).into_iter().filter(|&above| this.rows[above].attributes != theirs.attributes)
        {
            let is_part = this.had(above, &theirs.people);
            if is_part || other.had(row, &this.rows[above].people) {
                others[above].push(number(other, row));
            }
            if is_part && is_cell(theirs, &this.rows[above]) {
                cells_of_other.entry((above, theirs.table)).or_default().push(row);
            }
        }
    }
    for ((total, _), cells) in cells_of_other {
        others[total].push(cells.iter().map(|&cell| number(other, cell)).sum());
    }
    for ((total, _), cells) in cells_of_this {
        let sum: i64 = cells.iter().map(|&cell| number(this, cell)).sum();
        // Each cell with what the others leave of the total.
        cells.iter().for_each(|&cell| others[cell].push(number(other, total) - (sum - number(this, cell))));
    }
}

/// True if `row`, which is below `total` or the same, is a cell of its fact.
fn is_cell(row: &PastRow, total: &PastRow) -> bool {
    let fact = |row: &PastRow| -> BTreeSet<u32> {
        row.attributes.iter().filter(|attribute| !row.cell.contains(attribute)).copied().collect()
    };
    row.attributes != total.attributes && fact(row) == fact(total)
}

/// Compares the rows of release `which` with the sums of the `parts` of `whole`, if it is one of these releases.
fn compare_sums(
    all: &[LedgerRelease<'_>],
    which: usize,
    (whole, parts): (usize, &[usize]),
    others: &mut [Vec<i64>],
) {
    if whole != which && !parts.contains(&which) {
        return;
    }
    for (&identity, &row) in &all[which].by_identity {
        let number = |release: usize| {
            let row = *all[release].by_identity.get(identity)?;
            Some(all[release].rows[row].people.len() as i64)
        };
        let numbers: Vec<i64> = parts.iter().filter_map(|&part| number(part)).collect();
        let sum: i64 = numbers.iter().sum();
        if let (true, Some(of_whole), Some(own)) = (numbers.len() > 1, number(whole), number(which)) {
            others[row].push(if whole == which { sum } else { of_whole - (sum - own) });
        }
    }
}

/// Each release with its parts, in two ways: those inside it that are inside no other, and those that have no other
/// inside.
fn families(all: &[LedgerRelease<'_>]) -> Vec<(usize, Vec<usize>)> {
    let releases = 0..all.len();
    let inside: Vec<Vec<bool>> = releases
        .clone()
        .map(|a| releases.clone().map(|b| a != b && all[a].is_inside(&all[b])).collect())
        .collect();
    // Of equal releases, each is inside the ones before it.
    let is_part = |a: usize, b: usize| inside[a][b] && (!inside[b][a] || b < a);
    let mut families = Vec::new();
    for whole in releases.clone() {
        let parts: Vec<usize> = releases.clone().filter(|&part| is_part(part, whole)).collect();
        let outer = parts.iter().copied().filter(|&a| !parts.iter().any(|&b| is_part(a, b)));
        let inner = parts.iter().copied().filter(|&a| !parts.iter().any(|&b| is_part(b, a)));
        families.extend([(whole, outer.collect()), (whole, inner.collect())]);
    }
    families
}
