//! Maps each property to its check. No other file knows which function of `verify` defines which property.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump_core::log::Table;
use clump_core::promise::{
    Among, Certainty, Coherence, CommonQueries, Composition, Differences, KAnonymity, KmAnonymity, Property,
    SealedQueries,
};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{self, Counted, PublishedRow, ShownRow, TooManySets, Verdict};
use clump_io::release::{ReleaseLayout, Released};
use clump_log::share::sealed_queries;

use crate::CheckError;
use crate::check::ceiling::{self, Places};
use crate::check::lines::{check_queries, require_numbers, sealed_rows};
use crate::check::other_pieces::OtherPieces;
use crate::check::{rows_of_line, stated};
use crate::guards::candidates::InLedger;

/// A file of rows, with everything that the checks of properties need.
#[derive(Clone, Copy)]
pub(crate) struct RowFile<'a> {
    pub released: &'a Released,
    /// For each row, the index of the first row that is equal to it.
    pub like: &'a [u32],
    pub sensitive: &'a BTreeSet<String>,
    /// Finds the nodes above a label; `None` if no ceiling or certainty needs it, or the tree is unknown.
    pub places: Option<&'a Places<'a>>,
}

/// The original data of a release of rows.
#[derive(Clone, Copy)]
pub(crate) struct Originals<'a> {
    pub transactions: &'a Transactions,
    pub taxonomy: &'a Taxonomy,
    /// For each transaction, the line that it is published on, from 1.
    pub line_of_each: &'a [usize],
    /// The other releases; `None` without a ledger.
    pub in_ledger: Option<OtherReleases<'a>>,
}

/// The other releases of a ledger.
#[derive(Clone, Copy)]
pub(crate) enum OtherReleases<'a> {
    /// Releases of whole rows, as groups of owners.
    Groups(&'a InLedger),
    /// Releases of facts or pieces, as rows with their owners.
    Pieces(&'a OtherPieces<'a>),
}

/// Verdict on `property` from the rows alone; `None` if the property is not about rows.
pub(crate) fn shown_by_rows(property: &Property, shown: RowFile<'_>) -> Result<Option<Verdict>, TooManySets> {
    let RowFile { released, like, .. } = shown;
    let all = 0..released.len();
    let rows = all.clone().map(|row| released.row(row));
    let bags = like.iter().copied();
    let owners = all.map(|row| stated(released, row));
    let evidence = |is_sensitive: &dyn Fn(&u32) -> bool| match released.layout() {
        ReleaseLayout::Rows => verify::Evidence::of_rows(rows.clone(), is_sensitive),
        ReleaseLayout::Groups => verify::Evidence::of_groups(owners.clone().zip(rows.clone()), is_sensitive),
    };
    Ok(Some(match (property, released.layout()) {
        // Rows show only an upper bound on candidates, and on differences from other rows.
        (
            &Property::KAnonymity(KAnonymity { k })
            | &Property::Composition(Composition { k })
            | &Property::Differences(Differences { k }),
            layout,
        ) => match layout {
            ReleaseLayout::Rows => verify::k_anonymous_rows(bags, k),
            ReleaseLayout::Groups => verify::k_anonymous_groups(owners.zip(bags), k),
        },
        (&Property::KmAnonymity(KmAnonymity { k, m }), _) => evidence(&|_| false).km_anonymous(k, m)?,
        (&Property::Coherence(Coherence { h, k, p }), _) => {
            evidence(&is_sensitive(shown)).coherent(h, k, p)?
        }
        (Property::Certainty(certainty), _) if certainty.published() == Among::Pieces => {
            return Ok(told_by_pieces(certainty, shown));
        }
        (Property::Certainty(certainty), layout) => {
            let Some(nodes_of_label) = nodes_shown(certainty, shown) else { return Ok(None) };
            let nodes = rows.map(|row| {
                let nodes = row.iter().flat_map(|&label| &nodes_of_label[label as usize]);
                nodes.copied().collect::<Vec<usize>>()
            });
            match layout {
                ReleaseLayout::Rows => verify::uncertain_rows(bags.zip(nodes), certainty.most()),
                ReleaseLayout::Groups => {
                    let stated = owners.zip(bags).zip(nodes);
                    verify::uncertain_groups(
                        stated.map(|((owners, bag), nodes)| (owners, bag, nodes)),
                        certainty.most(),
                    )
                }
            }
        }
        (Property::Ceiling(promised), layout) => {
            let Some(places) = shown.places else { return Ok(None) };
            let counted = match layout {
                ReleaseLayout::Rows => Counted::Rows,
                ReleaseLayout::Groups => Counted::Stated,
            };
            ceiling::shown_by_rows(promised, released, places, counted)
        }
        _ => return Ok(property.shown_by_rows(&published_rows(released))),
    }))
}

/// Owners and labels of each row, for properties that need neither texts nor the taxonomy.
fn published_rows(released: &Released) -> Vec<PublishedRow<'_>> {
    let row = |row| PublishedRow { owners: rows_of_line(released, row), labels: released.row(row) };
    (0..released.len()).map(row).collect()
}

/// Verdict on `property` from the rows and their originals, counted in distinct owners. `None` if the
/// property is not about rows.
pub(crate) fn shown_by_originals(
    property: &Property,
    shown: RowFile<'_>,
    originals: Originals<'_>,
) -> Result<Option<Verdict>, TooManySets> {
    let RowFile { released, like, .. } = shown;
    let Originals { transactions, taxonomy, line_of_each, in_ledger } = originals;
    let owned = (0..transactions.len()).map(|row| {
        let line = line_of_each[row];
        (transactions.owner(row), line, released.row(line - 1))
    });
    let grouped = owned.clone().map(|(owner, line, _)| (owner, line, like[line - 1]));
    Ok(Some(match *property {
        Property::KAnonymity(KAnonymity { k }) => verify::k_anonymous_owners(grouped, k),
        Property::KmAnonymity(KmAnonymity { k, m }) => {
            verify::Evidence::of_owners(owned, |_| false).km_anonymous(k, m)?
        }
        Property::Coherence(Coherence { h, k, p }) => {
            verify::Evidence::of_owners(owned, is_sensitive(shown)).coherent(h, k, p)?
        }
        Property::Composition(Composition { k }) => {
            let Some(OtherReleases::Groups(known)) = in_ledger else { return Ok(None) };
            let named = grouped.map(|(owner, line, bag)| (known.owner(owner), line, bag));
            verify::composed_owners(named, &known.groups(), k)
        }
        Property::Differences(Differences { k }) => {
            let Some(OtherReleases::Pieces(others)) = in_ledger else { return Ok(None) };
            others.verdict(released, like, line_of_each, k)
        }
        // The file alone shows everything that pieces reveal, so the originals are not needed.
        Property::Certainty(ref certainty) if certainty.published() == Among::Pieces => {
            let told = told_by_pieces(certainty, shown);
            return Ok(told.map(|told| Verdict { counted: Counted::Owners, ..told }));
        }
        Property::Certainty(ref certainty) => {
            // A node that no item of the data is below is missing in the tree of the data.
            let nodes: Vec<Option<Node>> =
                certainty.nodes().iter().map(|name| taxonomy.find_meant(name)).collect();
            let has = |row: usize, above: Node| {
                transactions.get(row).iter().any(|&item| taxonomy.is_ancestor(above, item))
            };
            let audit = grouped.enumerate().map(|(row, (owner, line, bag))| {
                let held =
                    nodes.iter().enumerate().filter(move |(_, node)| node.is_some_and(|node| has(row, node)));
                (owner, line, bag, held.map(|(number, _)| number).collect::<Vec<usize>>())
            });
            verify::uncertain_owners(audit, certainty.most())
        }
        Property::Ceiling(ref promised) => {
            let Some(places) = shown.places else { return Ok(None) };
            ceiling::shown_by_rows(promised, released, places, Counted::Owners)
        }
        _ => return Ok(property.shown_by_rows(&published_rows(released))),
    }))
}

/// Verdict on `property` from a `table` of lines read from `path`; `None` if the property is not about lines.
pub(crate) fn shown_by_lines(
    property: &Property,
    path: &Path,
    table: &Table,
) -> Result<Option<Verdict>, CheckError> {
    Ok(match *property {
        Property::CommonQueries(CommonQueries { k }) => {
            require_numbers(path, table)?;
            Some(check_queries(table, k))
        }
        Property::SealedQueries(SealedQueries { k }) => Some(sealed_queries(&sealed_rows(path, table)?, k)),
        _ => None,
    })
}

fn is_sensitive(RowFile { released, sensitive, .. }: RowFile<'_>) -> impl Fn(&u32) -> bool + use<> {
    let sensitive: Vec<bool> = released.labels().iter().map(|label| sensitive.contains(label)).collect();
    move |&label| sensitive[label as usize]
}

/// Verdict on what a reader who knows a part of a piece can infer from the rest. Equal rows are counted as
/// one piece. `None` if it is unknown which labels are below the sensitive nodes.
fn told_by_pieces(certainty: &Certainty, shown: RowFile<'_>) -> Option<Verdict> {
    let nodes_of_label = nodes_shown(certainty, shown)?;
    let RowFile { released, like, .. } = shown;
    let mut owners: BTreeMap<u32, usize> = BTreeMap::new();
    for (row, &like) in like.iter().enumerate() {
        let owners = owners.entry(like).or_default();
        *owners = owners.saturating_add(rows_of_line(released, row));
    }
    let rows: Vec<ShownRow<u32>> = owners
        .into_iter()
        .map(|(row, owners)| {
            let labels = released.row(row as usize).iter();
            ShownRow {
                owners,
                labels: labels.map(|&label| (label, nodes_of_label[label as usize].clone())).collect(),
                together: Vec::new(),
            }
        })
        .collect();
    Some(verify::uninferred(&rows, certainty.most()))
}

/// For each label of the file, the indexes of the nodes of `certainty` that it equals or is below. `None` if
/// the tree of the labels is unknown.
fn nodes_shown(
    certainty: &Certainty,
    RowFile { released, places, .. }: RowFile<'_>,
) -> Option<Vec<Vec<usize>>> {
    let (places, names) = (places?, certainty.nodes());
    Some(released.labels().iter().map(|label| places.nodes_of_label(label, names)).collect())
}
