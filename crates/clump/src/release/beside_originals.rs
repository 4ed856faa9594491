//! Rows of a release beside the originals of their owners, for the publisher to read before publishing.

use clump_core::taxonomy::Node;

use crate::data::Data;
use crate::release::row_release::RowRelease;

/// Some distinct rows of a release, in its order. Private: it holds originals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesideOriginals {
    /// Number of distinct rows of the release.
    pub of: usize,
    /// The rows that were asked for.
    pub rows: Vec<RowBeside>,
}

/// A row that is published, with its originals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowBeside {
    /// Distinct owners behind it.
    pub owners: usize,
    /// Its labels, sorted by place in the taxonomy.
    pub labels: Vec<String>,
    /// The whole query that the row is, word for word.
    pub text: Option<String>,
    /// Originals that are published as this row, the first 20 of them.
    pub originals: Vec<Vec<String>>,
    /// Number of further originals.
    pub more: usize,
}

/// Most originals that are shown for a row.
const MOST_ORIGINALS: usize = 20;

impl BesideOriginals {
    /// At most `most` rows from the number `from` on. O(transactions).
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
