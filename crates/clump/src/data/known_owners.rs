//! Owners who are in the earlier release already. Two releases of the same people can be combined, and no
//! promise covers that: new rows must be of new owners.

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

/// Looks the owners up in the audit of the earlier release, if `job` names one. Owners who are in it are left
/// out if the job says so; else they are an error. Returns their number.
///
/// # Errors
/// When the audit cannot be read, when owners have no names, or when some of them, or all, are in it.
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

/// For each owner, true if the audit at `path` names them: in any spelling, unless spellings are different
/// people.
fn known(path: &Path, owner_names: &Names, as_they_are: bool) -> Result<Vec<bool>, DataError> {
    let audit = read_audit(&Input::from(path))?;
    let form = |owner| if as_they_are { Cow::Borrowed(owner) } else { plain_form(owner) };
    let earlier: FxHashSet<Cow<'_, str>> = audit.owners.iter().map(form).collect();
    Ok(owner_names.iter().map(|owner| earlier.contains(&form(owner))).collect())
}

/// Leaves these owners out.
///
/// # Panics
/// When the list is not one of all owners.
fn leave_out(transactions: &mut Transactions, owner_names: &mut Names, is_out: &[bool]) {
    assert_eq!(is_out.len(), transactions.owners(), "every owner is in or out");
    if !is_out.contains(&true) {
        return;
    }
    let (mut rows, mut names) = (Transactions::default(), Names::default());
    // Owners are numbered by first appearance, and so are those who stay.
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
