//! Attacks on one release: by what is known of an owner, by what a whole group shares, by owners that are made up, by length.

use std::collections::BTreeMap;

use clump::Data;
use clump::core::anonymize::Cutter;
use clump::core::anonymize::pieces::PiecesParameters;
use clump::core::cut::{Cut, WholeQueries};
use clump::core::release::Release;
use clump::core::risk::{Risk, RiskParameters, certain, risk_after, risk_before};
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::transactions::Transactions;

use crate::{Figure, Tried, share, whole_rows};

/// How many words of an owner are known.
const KNOWN: usize = 3;

/// Words without whole queries: the rows are those of owners.
fn pieces(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Tried<Cut> {
    let queries = WholeQueries::default();
    let cut = PiecesParameters::new(k).check()?.cut(transactions, &queries, taxonomy, &())?;
    Ok(cut.canonical(taxonomy, &Default::default()))
}

/// Who knows three words of somebody takes the row in which they are likeliest.
pub fn linkage(data: &Data, rows: &Release, k: usize) -> Tried<Figure> {
    let Data { transactions, taxonomy, .. } = data;
    let parameters = RiskParameters::default();
    let right = |risk: Risk| {
        let found = risk.linkage.iter().find(|linkage| linkage.known == KNOWN);
        found.map_or(0.0, |linkage| linkage.right_row.share)
    };
    let cut = pieces(transactions, taxonomy, k)?;
    Ok(Figure {
        attack: "linkage",
        counted: "owners whose row is taken by three known words",
        shares: vec![
            ("as they are", right(risk_before(transactions, taxonomy, &[], None, parameters))),
            ("whole rows", right(risk_after(transactions, taxonomy, rows, &[], None, parameters))),
            ("pieces", right(risk_after(transactions, taxonomy, &cut, &[], None, parameters))),
        ],
    })
}

/// Who knows in which group somebody is reads what all of it share.
pub fn homogeneity(data: &Data, rows: &Release, sensitive: &str) -> Tried<Figure> {
    let node = data.taxonomy.find_meant(sensitive).ok_or("SENSITIVE is no node that the log reaches")?;
    let found = certain(&data.transactions, &data.taxonomy, rows, &[node]);
    Ok(Figure {
        attack: "homogeneity",
        counted: "holders of something sensitive for whom a row makes it certain",
        shares: vec![("whole rows", share(found.certain.owners, found.holders))],
    })
}

/// How many owners with a word of their own are attacked by made-up ones.
const VICTIMS: usize = 50;

/// Somebody sends k - 1 owners into the data who have nothing but a word that one real owner has.
pub fn sybils(data: &Data, k: usize) -> Tried<Figure> {
    let Data { transactions, taxonomy, .. } = data;
    let mut owners: BTreeMap<Node, Vec<u32>> = BTreeMap::new();
    for row in 0..transactions.len() {
        for &item in transactions.get(row) {
            let owners = owners.entry(item).or_default();
            if owners.last() != Some(&transactions.owner(row)) {
                owners.push(transactions.owner(row));
            }
        }
    }
    let mut victims: BTreeMap<u32, Node> = BTreeMap::new();
    for (&item, owners) in
        owners.iter().filter(|(item, owners)| owners.len() == 1 && taxonomy.is_leaf(**item))
    {
        if victims.len() < VICTIMS {
            victims.entry(owners[0]).or_insert(item);
        }
    }
    let mut joined = transactions.clone();
    for &word in victims.values() {
        (1..k).for_each(|_| joined.push(joined.owners() as u32, [word]));
    }
    // Rows of an owner are one here.
    let row_of = |owner: u32| (0..transactions.len()).find(|&row| transactions.owner(row) == owner);
    let rows = whole_rows(&joined, taxonomy, k)?;
    let is_in_row =
        |(&owner, word): (&u32, &Node)| row_of(owner).is_some_and(|row| rows.get(row).contains(word));
    let cut = pieces(&joined, taxonomy, k)?;
    let is_in_piece = |(&owner, word): (&u32, &Node)| {
        let is_of = |part: usize| joined.owner(cut.of[part] as usize) == owner;
        (0..cut.of.len()).any(|part| is_of(part) && cut.release.get(part).contains(word))
    };
    let shown = |is_shown: &dyn Fn((&u32, &Node)) -> bool| {
        share(victims.iter().filter(|&victim| is_shown(victim)).count(), victims.len())
    };
    Ok(Figure {
        attack: "sybils",
        counted: "words of one owner that are published as typed after k - 1 owners were made up for each",
        shares: vec![("whole rows", shown(&is_in_row)), ("pieces", shown(&is_in_piece))],
    })
}

/// How many labels a row has tells how many words its owner had.
pub fn length(data: &Data, rows: &Release) -> Figure {
    let Data { transactions, .. } = data;
    let within = |most: usize| {
        let is_near = |row: &usize| transactions.get(*row).len().abs_diff(rows.get(*row).len()) <= most;
        share((0..transactions.len()).filter(is_near).count(), transactions.len())
    };
    Figure {
        attack: "length",
        counted: "owners with as many words as their row has labels",
        shares: vec![("whole rows", within(0)), ("or two more", within(2))],
    }
}
