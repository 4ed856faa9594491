//! The check of published rows, on the machine that has all rows that are equal to one of them.

use clump_core::progress::Progress;
use clump_core::verify::{ShownGroups, Verdict};
use clump_io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump_io::{Batches, Input};

use crate::CheckError;

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
    let mut groups = ShownGroups::default();
    for row in 0..released.len() {
        let items: Vec<&str> = released.items(row).collect();
        groups.push(usize::try_from(released.owners(row)).unwrap_or(usize::MAX), items);
    }
    let [counted, stated] = match layout {
        ReleaseLayout::Groups => [groups.k_anonymous_groups(k), groups.stated_by_groups(k)],
        ReleaseLayout::Rows => [groups.k_anonymous_rows(k), groups.stated_by_rows(k)],
    };
    Ok(if counted.holds { stated } else { counted })
}
