//! What measuring adds up. Sums over different owners are added; groups are those of all owners.

use serde::{Deserialize, Serialize};

use super::{GroupCount, Measures, density, ratio};
use crate::taxonomy::{Node, Taxonomy};

/// Sums over some owners. An owner counts once in a group, so owners must not be divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureSums {
    /// Transactions.
    pub transactions: usize,
    /// Owners.
    pub owners: usize,
    /// Items of all transactions.
    pub items: usize,
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Their lengths.
    pub length: usize,
    /// What their items cost, in units of [`Taxonomy::scale`].
    pub units: u64,
    /// The levels of their items.
    pub levels: u64,
    /// Items that are published as they were.
    pub exact: usize,
    /// Leaves below what covers each item.
    pub ncp: u64,
    /// What covers each item costs so much, in units of [`Taxonomy::scale`].
    pub lm: u64,
}

/// What is known of all groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupSums {
    /// How many have how many owners, ascending.
    pub sizes: Vec<GroupCount>,
    /// The largest share of the transactions of one that are of one owner.
    pub largest_share_of_transactions: f64,
}

impl MeasureSums {
    /// With those of other owners.
    #[must_use]
    pub fn and(self, other: MeasureSums) -> MeasureSums {
        MeasureSums {
            transactions: self.transactions + other.transactions,
            owners: self.owners + other.owners,
            items: self.items + other.items,
            rows: self.rows + other.rows,
            length: self.length + other.length,
            units: self.units + other.units,
            levels: self.levels + other.levels,
            exact: self.exact + other.exact,
            ncp: self.ncp + other.ncp,
            lm: self.lm + other.lm,
        }
    }

    /// The figures, where these are the groups of all owners.
    pub fn finish(self, groups: &GroupSums, taxonomy: &Taxonomy) -> Measures {
        let MeasureSums { transactions, owners, items, rows, length, units, levels, exact, ncp, lm } = self;
        let suppressed = items - length;
        let units = units + suppressed as u64 * u64::from(taxonomy.scale());
        let loss = units as f64 / f64::from(taxonomy.scale());
        let mean = |units: u64, unit: u32| ratio(units as f64 / f64::from(unit), items);
        let sizes = &groups.sizes;
        let number = sizes.iter().map(|size| size.groups).sum();
        let smallest = sizes.first().map_or(0, |size| size.owners);
        let squares = |size: &GroupCount| size.groups as u128 * (size.owners as u128).pow(2);
        Measures {
            rows,
            transactions,
            owners,
            items,
            groups: number,
            smallest_group: smallest,
            largest_group: sizes.last().map_or(0, |size| size.owners),
            largest_share: ratio(1.0, smallest),
            largest_share_of_transactions: groups.largest_share_of_transactions,
            loss,
            loss_per_item: ratio(loss, items),
            ncp: mean(ncp, taxonomy.leaves(Node::ROOT)),
            lm: mean(lm, taxonomy.scale()),
            discernibility: sizes.iter().map(squares).sum::<u128>() as f64,
            average_group_size: ratio(rows as f64, number),
            mean_length: ratio(length as f64, rows),
            mean_level: ratio(levels as f64, length),
            items_exact: exact,
            items_generalized: length - exact,
            items_suppressed: suppressed,
            density: density(items, transactions, taxonomy),
            group_sizes: sizes.clone(),
        }
    }
}
