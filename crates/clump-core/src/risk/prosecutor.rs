//! An attacker who knows that somebody is in the data, and the whole row as it is published.

use std::collections::BTreeMap;

use super::published::{Member, PublishedRows};

/// The highest chance of all owners, and the mean over owners. The chance of an owner is its share of the rows of the
/// group, which is 1 / owners in a release; where the owner is in several groups, the largest. Both are 0 where nobody
/// is in the data.
pub(super) fn prosecutor(published: &PublishedRows<'_>) -> [f64; 2] {
    // Owners by their share, rows of rows: as many as have the same one add up without rounding.
    let mut owners_with: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let share = |member: &Member| (published.rows[member.group as usize], member.rows);
    for groups in published.memberships() {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let largest = groups.iter().map(share).max_by(|a, b| product(a.1, b.0).cmp(&product(b.1, a.0)));
        *owners_with.entry(largest.expect("an owner has a row")).or_default() += 1;
    }
    let chances = || {
        owners_with.iter().map(|(&(of, rows), &owners)| (f64::from(rows) / f64::from(of), f64::from(owners)))
    };
    let owners: f64 = chances().map(|(_, owners)| owners).sum();
    let highest = chances().map(|(chance, _)| chance).fold(0.0, f64::max);
    let sum: f64 = owners_with
        .iter()
        .map(|(&(of, rows), &owners)| f64::from(owners) * f64::from(rows) / f64::from(of))
        .sum();
    [highest, sum / owners.max(1.0)]
}
