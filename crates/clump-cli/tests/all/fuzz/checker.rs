//! The promises from their definitions, by brute force, on what was published and what was asked.

use std::collections::{BTreeMap, BTreeSet};

use crate::fuzz::plan::{Input, Plan, Promise, Unit};
use crate::fuzz::released::Row;
use crate::fuzz::world::{Transaction, World};

/// What is wrong, in words.
type Checked = Result<(), String>;

/// Checks everything that holds of a release of rows.
pub fn check(world: &World, plan: &Plan, release: &[Row], audit: &[(String, usize)]) -> Checked {
    let rows = nodes_of_rows(world, plan, release)?;
    let owners_of = owners_by_row(&rows, audit)?;
    stated_owners_are_true(release, &rows, &owners_of)?;
    every_transaction_is_generalized(world, plan, &rows, audit)?;
    nothing_else_is_published(release, audit)?;
    match plan.promise {
        Promise::KAnonymity => k_anonymity(plan.k, &owners_of),
        Promise::KmAnonymity { m } => known_sets(plan, &rows, &owners_of, m, &[]),
        Promise::Coherence { p, h } => {
            known_sets(plan, &rows, &owners_of, p, &plan.sensitive)?;
            likely_items(plan, &rows, &owners_of, p, h)
        }
    }
}

/// Rows as sorted numbers of labels: each is a name of the tree, and the root is written only if that was asked for.
fn nodes_of_rows(world: &World, plan: &Plan, release: &[Row]) -> Result<Vec<Vec<usize>>, String> {
    let mut rows = Vec::new();
    for row in release {
        let mut nodes = Vec::new();
        for item in &row.items {
            nodes.push(world.label(item).ok_or("a label is no node")?);
        }
        if nodes.contains(&0) && !plan.keeps_root {
            return Err("the root is published".to_owned());
        }
        nodes.sort_unstable();
        rows.push(nodes);
    }
    Ok(rows)
}

/// The owners behind each distinct row. Where lines were baskets, every line is an owner of its own name.
fn owners_by_row<'a>(
    rows: &[Vec<usize>],
    audit: &'a [(String, usize)],
) -> Result<BTreeMap<Vec<usize>, BTreeSet<&'a str>>, String> {
    let mut owners_of: BTreeMap<Vec<usize>, BTreeSet<&str>> = BTreeMap::new();
    for (owner, row) in audit {
        let row = rows.get(*row).ok_or("the audit names a row that does not exist")?;
        owners_of.entry(row.clone()).or_default().insert(owner);
    }
    if rows.iter().all(|row| owners_of.contains_key(row)) {
        Ok(owners_of)
    } else {
        Err("a row stands for nobody".to_owned())
    }
}

fn stated_owners_are_true(
    release: &[Row],
    rows: &[Vec<usize>],
    owners_of: &BTreeMap<Vec<usize>, BTreeSet<&str>>,
) -> Checked {
    for (row, nodes) in release.iter().zip(rows) {
        let owners = owners_of[nodes].len() as u64;
        if row.owners != owners {
            return Err(format!("a row states {} owners and has {owners}", row.owners));
        }
    }
    Ok(())
}

/// Every owner has as many entries as transactions, and they can be matched so that each row generalizes its own: every
/// published node stands for another item at or below it.
fn every_transaction_is_generalized(
    world: &World,
    plan: &Plan,
    rows: &[Vec<usize>],
    audit: &[(String, usize)],
) -> Checked {
    let mut entries: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (owner, row) in audit {
        entries.entry(owner).or_default().push(*row);
    }
    let transactions = world.transactions(plan.unit);
    let mut of_owner: BTreeMap<&str, Vec<&Transaction>> = BTreeMap::new();
    for transaction in &transactions {
        of_owner.entry(&transaction.owner).or_default().push(transaction);
    }
    if plan.input == Input::Basket {
        // Lines have no names: any one-to-one match of owners will do.
        let all: Vec<&Transaction> = transactions.iter().collect();
        let published: Vec<usize> = audit.iter().map(|&(_, row)| row).collect();
        return matched(world, &all, &published, rows).ok_or_else(|| "baskets do not match".to_owned());
    }
    if entries.keys().ne(of_owner.keys()) {
        return Err("the audit has other owners than the log".to_owned());
    }
    for (owner, transactions) in of_owner {
        matched(world, &transactions, &entries[owner], rows)
            .ok_or_else(|| format!("an owner's rows do not generalize its transactions ({:?})", plan.unit))?;
    }
    Ok(())
}

/// Whether transactions and rows can be paired so that each row generalizes its transaction.
fn matched(
    world: &World,
    transactions: &[&Transaction],
    published: &[usize],
    rows: &[Vec<usize>],
) -> Option<()> {
    if transactions.len() != published.len() {
        return None;
    }
    pairing(transactions.len(), published.len(), |transaction, row| {
        let (items, labels) = (&transactions[transaction].items, &rows[published[row]]);
        pairing(labels.len(), items.len(), |label, item| world.stands_for(labels[label], items[item]))
    })
    .then_some(())
}

/// Whether each of `left` can have one of `right` for itself: augmenting paths.
fn pairing(left: usize, right: usize, fits: impl Fn(usize, usize) -> bool) -> bool {
    fn find(
        one: usize,
        fits: &dyn Fn(usize, usize) -> bool,
        taken: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for other in 0..taken.len() {
            if tried[other] || !fits(one, other) {
                continue;
            }
            tried[other] = true;
            if taken[other].is_none_or(|holder| find(holder, fits, taken, tried)) {
                taken[other] = Some(one);
                return true;
            }
        }
        false
    }
    let mut taken = vec![None; right];
    (0..left).all(|one| find(one, &fits, &mut taken, &mut vec![false; right]))
}

/// No name of an owner or a visit, and no unknown word, is a label.
fn nothing_else_is_published(release: &[Row], audit: &[(String, usize)]) -> Checked {
    let owners: BTreeSet<&str> = audit.iter().map(|(owner, _)| owner.as_str()).collect();
    let is_foreign =
        |item: &String| owners.contains(item.as_str()) || item.ends_with("zz") || item.starts_with("qq");
    if release.iter().any(|row| row.items.iter().any(is_foreign)) {
        Err("something is published that is no item".to_owned())
    } else {
        Ok(())
    }
}

fn k_anonymity(k: usize, owners_of: &BTreeMap<Vec<usize>, BTreeSet<&str>>) -> Checked {
    match owners_of.values().find(|owners| owners.len() < k) {
        Some(owners) => Err(format!("a row stands for {} owners", owners.len())),
        None => Ok(()),
    }
}

/// All sets of up to `most` published nodes that some row has, without those in `left_out`.
fn sets_of(rows: &[Vec<usize>], most: usize, left_out: &[usize]) -> BTreeSet<Vec<usize>> {
    let mut sets = BTreeSet::new();
    for row in rows {
        let mut known: Vec<usize> = row.iter().copied().filter(|node| !left_out.contains(node)).collect();
        known.dedup();
        let mut grown: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..most {
            grown = grown
                .iter()
                .flat_map(|set| {
                    let more = known.iter().filter(|&&node| set.last().is_none_or(|&last| node > last));
                    more.map(|&node| set.iter().copied().chain([node]).collect())
                })
                .collect();
            sets.extend(grown.iter().cloned());
        }
    }
    sets
}

/// The owners of the rows that hold all of `set`.
fn holders<'a>(set: &[usize], owners_of: &BTreeMap<Vec<usize>, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let rows = owners_of.iter().filter(|(row, _)| set.iter().all(|node| row.contains(node)));
    rows.flat_map(|(_, owners)| owners.iter().copied()).collect()
}

/// Every set of up to `most` known items that occurs has k owners.
fn known_sets(
    plan: &Plan,
    rows: &[Vec<usize>],
    owners_of: &BTreeMap<Vec<usize>, BTreeSet<&str>>,
    most: usize,
    left_out: &[usize],
) -> Checked {
    for set in sets_of(rows, most, left_out) {
        let owners = holders(&set, owners_of).len();
        if owners < plan.k {
            return Err(format!("a set of {} known items has {owners} owners", set.len()));
        }
    }
    Ok(())
}

/// No sensitive item is held by more than a share of `h` of the owners who match a set of known items.
fn likely_items(
    plan: &Plan,
    rows: &[Vec<usize>],
    owners_of: &BTreeMap<Vec<usize>, BTreeSet<&str>>,
    most: usize,
    h: f64,
) -> Checked {
    for set in sets_of(rows, most, &plan.sensitive) {
        let matching = holders(&set, owners_of);
        for &sensitive in &plan.sensitive {
            let both: Vec<usize> = set.iter().copied().chain([sensitive]).collect();
            let with_item = holders(&both, owners_of).len();
            if plan.unit == Unit::Owner && with_item as f64 > h * matching.len() as f64 + 1e-9 {
                return Err(format!("{with_item} of {} owners hold one sensitive item", matching.len()));
            }
        }
    }
    Ok(())
}
