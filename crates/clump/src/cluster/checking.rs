//! The check of published rows, on the machine that has all rows that are equal to one of them.

use std::collections::BTreeSet;

use clump_core::progress::Progress;
use clump_core::promise::KAnonymity;
use clump_core::verify::Verdict;
use clump_io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump_io::{Batches, Input};

use crate::CheckError;
use crate::check::check_alone;
use crate::check::claim::Claim;

/// Whether every row of `rows` stands for k owners: equal rows are counted, and what they state of it must be so. The release
/// keeps its promise if all machines say yes.
///
/// # Errors
/// When they are no rows of a release.
pub fn verify(
    rows: Batches,
    k: usize,
    layout: ReleaseLayout,
    progress: &dyn Progress,
) -> Result<Verdict, CheckError> {
    let released = read_release(&Input::from(rows), ReleaseFormat::Arrow, layout, progress)?;
    let claim = Claim { promise: KAnonymity { k }.into(), sensitive: BTreeSet::new() };
    let checked = check_alone(&released, &claim, None)?;
    let verdict = checked.verdict().expect("a property is promised").clone();
    Ok(Verdict { holds: checked.is_promise_kept(), ..verdict })
}
