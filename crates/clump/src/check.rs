//! Checks a release file from its rows alone, or from its rows and the originals. The rows are read back from
//! the file, never taken from the method's memory.

use clump_core::promise::{KAnonymity, Property, PropertyName};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify::{self, TooManySets, Verdict, generalizes_sorted};
use clump_io::release::{ReleaseLayout, Released};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::CheckError;
use crate::check::ceiling::Places;
pub(crate) use crate::check::checked::Certified;
pub use crate::check::checked::{AgainstOriginals, Checked, CheckedProperty};
use crate::check::claim::Claim;
use crate::check::property::{Originals, OtherReleases, RowFile, shown_by_originals, shown_by_rows};

pub(crate) mod ceiling;
mod certain_facts;
pub mod certificate;
pub mod checked;
pub mod claim;
pub(crate) mod facts;
pub mod form;
pub mod lines;
pub(crate) mod listed;
pub(crate) mod other_pieces;
pub(crate) mod pieces;
pub(crate) mod property;
pub mod recount;
pub mod release_file;

/// Checks a claim about rows from the rows of a file alone. Ceilings and certainty also need `places`, which
/// finds the taxonomy nodes above a label.
pub(crate) fn check_alone(
    released: &Released,
    claim: &Claim,
    places: Option<&Places<'_>>,
) -> Result<Checked, CheckError> {
    let like = first_like(released);
    check_rows(claim, RowFile { released, like: &like, sensitive: &claim.sensitive, places })
}

/// Checks `claim` on the rows of `shown`, which also says for each row the first equal row.
fn check_rows(claim: &Claim, shown: RowFile<'_>) -> Result<Checked, CheckError> {
    let sensitive = claim.sensitive_labels(shown.released.labels())?;
    let shown_of = |property: &Property| Ok((property.clone(), shown_by_rows(property, shown)?));
    let properties: Result<Vec<_>, TooManySets> = claim.promise.properties().iter().map(shown_of).collect();
    let stated = stated_verdict(shown.released, claim, shown.like);
    Ok(Checked { sensitive, stated, ..Checked::alone(properties?) }.settled())
}

/// Checks a claim about rows from the rows and from the originals. `line_of_each[i]` is the line, from 1,
/// that transaction i is published on. Earlier releases come from the ledger, if `in_ledger` has one.
pub(crate) fn check_against(
    released: &Released,
    claim: &Claim,
    (transactions, taxonomy): (&Transactions, &Taxonomy),
    line_of_each: &[usize],
    places: Option<&Places<'_>>,
    in_ledger: Option<OtherReleases<'_>>,
) -> Result<Checked, CheckError> {
    let like = first_like(released);
    let shown = RowFile { released, like: &like, sensitive: &claim.sensitive, places };
    let checked = check_rows(claim, shown)?;
    let not_generalized = not_generalized(released, transactions, taxonomy, line_of_each, &like);
    let unaccounted = unaccounted(released, transactions, line_of_each, &like);
    let originals = Originals { transactions, taxonomy, line_of_each, in_ledger };
    let properties = claim.promise.properties().iter();
    let owners: Result<Vec<_>, TooManySets> =
        properties.map(|property| shown_by_originals(property, shown, originals)).collect();
    Ok(checked.with_originals(AgainstOriginals { not_generalized, unaccounted }, owners?))
}

/// For each label of the file, the taxonomy node of that name; `None` if the taxonomy has no such node.
pub(crate) fn nodes_of_labels(released: &Released, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
    released.labels().iter().map(|label| taxonomy.find(label)).collect()
}

/// Verdict on the owner counts in the file. In the layout of rows, [`shown_by_rows`] counts rows instead of
/// using these numbers, so this function checks them. In the layout of groups, it uses them already.
fn stated_verdict(released: &Released, claim: &Claim, like: &[u32]) -> Option<Verdict> {
    if claim.promise.is_nothing() || released.is_empty() {
        return None;
    }
    let least = match claim.promise.get(PropertyName::KAnonymity) {
        Some(&Property::KAnonymity(KAnonymity { k })) => k,
        _ => 1,
    };
    let rows = like.iter().enumerate().map(|(row, &first)| (stated(released, row), first));
    Some(match released.layout() {
        ReleaseLayout::Rows => verify::stated_by_rows(rows, least),
        ReleaseLayout::Groups => verify::stated_by_groups(rows, 1),
    })
}

/// Number of owners that the file states for a row, at most `usize::MAX`.
pub(crate) fn stated(released: &Released, row: usize) -> usize {
    usize::try_from(released.owners(row)).unwrap_or(usize::MAX)
}

/// Number of owners whose row this line is: 1, or the size of the group if a line is a group.
pub(crate) fn rows_of_line(released: &Released, line: usize) -> usize {
    match released.layout() {
        ReleaseLayout::Rows => 1,
        ReleaseLayout::Groups => stated(released, line),
    }
}

/// For each line: the number of owners' rows that it represents, and the numbers of its labels and of its
/// text. Texts are numbered after the labels.
pub(crate) fn shown_lines(
    released: &Released,
) -> impl Iterator<Item = (usize, impl Iterator<Item = usize>)> + Clone {
    let first_text = released.labels().len();
    (0..released.len()).map(move |row| {
        let text = released.text_number(row).map(|text| first_text + text as usize);
        (rows_of_line(released, row), released.row(row).iter().map(|&label| label as usize).chain(text))
    })
}

/// For each row, the index of the first row with the same text and the same labels in any order. Later code
/// compares rows by this index. Equal rows are mostly adjacent.
pub(crate) fn first_like(released: &Released) -> Vec<u32> {
    let mut seen: FxHashMap<(Vec<u32>, Option<u32>), u32> = FxHashMap::default();
    let mut first: Vec<u32> = Vec::with_capacity(released.len());
    for row in 0..released.len() {
        let (labels, text) = (released.row(row), released.text_number(row));
        let like = match first.last() {
            Some(&like) if labels == released.row(row - 1) && text == released.text_number(row - 1) => like,
            _ => {
                let mut bag = labels.to_vec();
                bag.sort_unstable();
                *seen.entry((bag, text)).or_insert(row as u32)
            }
        };
        first.push(like);
    }
    first
}

/// Number of lines whose owners contradict the audit. The line of a group must have all owners of the group.
/// A line for one owner must have exactly one, and that owner must have no other line in the group.
fn unaccounted(
    released: &Released,
    transactions: &Transactions,
    line_of_each: &[usize],
    like: &[u32],
) -> usize {
    // In the layout of groups, each line is a group of its own.
    let group_of = |line: usize| match released.layout() {
        ReleaseLayout::Rows => like[line] as usize,
        ReleaseLayout::Groups => line,
    };
    let mut owners_of_group = vec![0u64; released.len()];
    let mut owners_of_line = vec![0u64; released.len()];
    let mut is_repeated = vec![false; released.len()];
    // Entries (group, owner, line): each group with its owners, and each owner with the lines in that group.
    let mut entries: Vec<(u32, u32, u32)> = line_of_each
        .iter()
        .enumerate()
        .map(|(row, &line)| (group_of(line - 1) as u32, transactions.owner(row), line as u32 - 1))
        .collect();
    entries.par_sort_unstable();
    entries.dedup();
    for of_owner in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        owners_of_group[of_owner[0].0 as usize] += 1;
        for &(_, _, line) in of_owner {
            owners_of_line[line as usize] += 1;
            is_repeated[line as usize] |= of_owner.len() > 1;
        }
    }
    (0..released.len())
        .filter(|&line| {
            let stands_for_them = match released.layout() {
                ReleaseLayout::Rows => owners_of_line[line] == 1 && !is_repeated[line],
                ReleaseLayout::Groups => owners_of_line[line] > 0,
            };
            let is_true = released.owners(line) == owners_of_group[group_of(line)];
            !stands_for_them || !is_true
        })
        .count()
}

/// Number of transactions whose published row does not generalize them. Transaction i is published on line
/// `line_of_each[i]`, from 1. `like[j]` is the first row of the release with the same labels as row j.
///
/// Transactions are ordered by owner and rows by labels, so nearly every lookup of a row reads distant
/// memory. Equal rows are therefore looked up once, and are stored close together.
fn not_generalized(
    released: &Released,
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    line_of_each: &[usize],
    like: &[u32],
) -> usize {
    let nodes = nodes_of_labels(released, taxonomy);
    let mut published = Bags::default();
    // True if all labels of a bag are nodes of the taxonomy: a bag with any other label generalizes nothing.
    let mut is_known = Vec::new();
    let mut bag_of: Vec<u32> = Vec::with_capacity(like.len());
    for (row, &first) in like.iter().enumerate() {
        bag_of.push(if first as usize == row {
            let labels = released.row(row).iter().map(|&label| nodes[label as usize]);
            is_known.push(labels.clone().all(|node| node.is_some()));
            published.push(labels.flatten()) as u32
        } else {
            bag_of[first as usize]
        });
    }
    (0..transactions.len())
        .into_par_iter()
        .filter(|&row| {
            let bag = bag_of[line_of_each[row] - 1] as usize;
            !is_known[bag] || !generalizes_sorted(taxonomy, published.get(bag), transactions.get(row))
        })
        .count()
}
