//! Finds owners who are already in the earlier release. Two releases of the same people can be combined, and
//! no promise covers that. So new rows must be of new owners.

use std::borrow::Cow;
use std::path::Path;

use clump_core::names::Names;
use clump_core::transactions::Transactions;
use clump_io::release::read_audit;
use clump_io::{Input, ReadCounts, Spellings, plain_form};
use rustc_hash::FxHashSet;

use crate::ApplyError;
use crate::DataError;
use crate::job::Job;
use crate::methods::{EarlierOwners, Method};

/// Compares the owners with the audit of the earlier release, if `job` has one. Removes owners who are in it
/// if the job says so; otherwise they are an error. Returns the number of removed owners.
///
/// # Errors
/// When the audit cannot be read, the input does not name its owners, or owners in the audit may not be
/// removed. Also when all owners are in it.
pub fn leave_out_known_owners(
    job: &Job,
    counts: &ReadCounts,
    transactions: &mut Transactions,
    owner_names: &mut Names,
) -> Result<usize, DataError> {
    let Method::Apply(apply) = &*job.method else { return Ok(0) };
    let Some(path) = apply.audit() else { return Ok(0) };
    if counts.baskets > 0 {
        return Err(ApplyError::UnnamedOwners(path.to_owned()).into());
    }
    let is_known = known(path, owner_names, job.input.spellings == Spellings::AsTheyAre)?;
    let (known, owners) = (is_known.iter().filter(|&&is_known| is_known).count(), owner_names.len());
    if known == 0 {
        return Ok(0);
    }
    if !matches!(apply.earlier_owners, Some(EarlierOwners::Drop(_))) || known == owners {
        return Err(ApplyError::KnownOwners { known, owners }.into());
    }
    leave_out(transactions, owner_names, &is_known);
    Ok(known)
}

/// Returns for each owner whether the audit at `path` has the name. If `as_they_are` is false, two spellings
/// of a name are equal.
fn known(path: &Path, owner_names: &Names, as_they_are: bool) -> Result<Vec<bool>, DataError> {
    let audit = read_audit(&Input::from(path))?;
    let form = |owner| if as_they_are { Cow::Borrowed(owner) } else { plain_form(owner) };
    let earlier: FxHashSet<Cow<'_, str>> = audit.owners.iter().map(form).collect();
    Ok(owner_names.iter().map(|owner| earlier.contains(&form(owner))).collect())
}

/// Removes every owner whose entry in `is_out` is true, with all transactions.
///
/// # Panics
/// When `is_out` does not have one entry for each owner.
fn leave_out(transactions: &mut Transactions, owner_names: &mut Names, is_out: &[bool]) {
    assert_eq!(is_out.len(), transactions.owners(), "every owner is in or out");
    if !is_out.contains(&true) {
        return;
    }
    let (mut rows, mut names) = (Transactions::default(), Names::default());
    // Numbers the remaining owners by first appearance, as reading does.
    let mut number = vec![None; is_out.len()];
    for row in 0..transactions.len() {
        let owner = transactions.owner(row) as usize;
        if !is_out[owner] {
            let number = *number[owner].get_or_insert_with(|| names.push(owner_names.get(owner)));
            rows.push(number, transactions.get(row).iter().copied());
        }
    }
    (*transactions, *owner_names) = (rows, names);
}
