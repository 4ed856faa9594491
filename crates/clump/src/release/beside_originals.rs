//! Shows rows of a release next to the original rows of their owners, so that the publisher can review them.

use clump_core::taxonomy::Node;

use crate::data::Data;
use crate::release::row_release::RowRelease;

/// A range of the distinct rows of a release, in the order of the release. Private: it contains originals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesideOriginals {
    /// Number of distinct rows in the whole release.
    pub of: usize,
    /// The rows in the requested range.
    pub rows: Vec<RowBeside>,
}

/// One published row with the original rows behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowBeside {
    /// Number of distinct owners whose row this is.
    pub owners: usize,
    /// Labels of the row, sorted by their position in the taxonomy.
    pub labels: Vec<String>,
    /// The query text of the row, if the row is a whole query.
    pub text: Option<String>,
    /// The first 20 original rows that are published as this row.
    pub originals: Vec<Vec<String>>,
    /// Number of originals that are not in `originals`.
    pub more: usize,
}

/// Largest number of originals in [`RowBeside::originals`].
const MOST_ORIGINALS: usize = 20;

impl BesideOriginals {
    /// Takes at most `most` distinct rows, beginning at index `from`. O(transactions).
    pub(crate) fn of(data: &Data, rows: &RowRelease, from: usize, most: usize) -> BesideOriginals {
        let (transactions, release) = rows.release(data);
        let sizes = release.group_sizes(transactions);
        let names = |items: &[Node]| items.iter().map(|&item| data.taxonomy.name(item).to_owned()).collect();
        let wanted = from.min(sizes.len())..from.saturating_add(most).min(sizes.len());
        let mut found: Vec<RowBeside> = wanted
            .clone()
            .map(|bag| RowBeside {
                owners: sizes[bag].owners,
                labels: names(release.bags().get(bag)),
                text: rows.text(data, bag).map(str::to_owned),
                ..RowBeside::default()
            })
            .collect();
        for row in 0..release.rows() {
            let bag = release.bag_of(row);
            if wanted.contains(&bag) {
                let beside = &mut found[bag - wanted.start];
                if beside.originals.len() < MOST_ORIGINALS {
                    beside.originals.push(names(transactions.get(row)))
                } else {
                    beside.more += 1
                }
            }
        }
        BesideOriginals { of: sizes.len(), rows: found }
    }
}
