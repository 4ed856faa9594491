//! An attacker who knows that somebody is in the data, and the whole row as it is published.

use std::collections::BTreeMap;

use super::published::Published;

/// The highest chance of all owners, and the mean over owners. The chance of an owner is 1 / owners of the group; where
/// the owner has several rows, that of the smallest group. Both are 0 where nobody is in the data.
pub(super) fn prosecutor(published: &Published<'_>) -> [f64; 2] {
    // Owners by the size of their group: as many as share a size add up without rounding.
    let mut owners_of_size: BTreeMap<u32, u32> = BTreeMap::new();
    for groups in published.memberships() {
        let smallest = groups.iter().map(|&(_, group)| published.owners[group as usize]).min();
        *owners_of_size.entry(smallest.expect("an owner has a row")).or_default() += 1;
    }
    let owners: u32 = owners_of_size.values().sum();
    let highest = owners_of_size.keys().next().map_or(0.0, |&size| 1.0 / f64::from(size));
    let sum: f64 = owners_of_size.iter().map(|(&size, &owners)| f64::from(owners) / f64::from(size)).sum();
    [highest, sum / f64::from(owners.max(1))]
}
