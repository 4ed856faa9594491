//! VPA: the items are cut into groups, and the cut rises for one group after the other as if there were no other items.
//! What is rare across groups is left to a run over all items, which starts from a cut that has risen by then.
//!
//! Differs from the paper in how a group is counted: sets of nodes within it, in all rows, instead of rows that are
//! projected to it. So a node above several groups is not taken for rarer than it is.

use std::ops::Range;

use super::climb::RowMeter;
use super::climb::clear_rare_sets;
use super::cut::TaxonomyCut;
use super::extended::Extended;
use super::hierarchy::{Hierarchy, ROOT};
use crate::progress::{Cancelled, Progress};

/// Raises `cut` until every set of 2 to `m` nodes of one of `parts` groups has `k` owners. Single nodes must have them.
/// Copies the rows for each group. Tells no progress; the run over all items does.
pub(super) fn clear_rare_sets_in_groups(
    extended: &Extended,
    k: u32,
    m: usize,
    parts: usize,
    cut: &mut TaxonomyCut<'_>,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let hierarchy = cut.hierarchy();
    let untold = progress.untold();
    for group in groups(hierarchy, parts) {
        let mut extended = extended.clone();
        extended.retain(|node| group.contains(&node) && hierarchy.end[node as usize] <= group.end);
        clear_rare_sets(extended, k, m, cut, &mut RowMeter::new(&untold, 0))?;
    }
    Ok(())
}

/// Stretches of the hierarchy with nearly equal numbers of occurrences, at most `parts` of them. A node is of a group
/// if its whole subtree is.
fn groups(hierarchy: &Hierarchy, parts: usize) -> Vec<Range<u32>> {
    let total = u128::from(hierarchy.occurrences[ROOT as usize]);
    let nodes = hierarchy.len() as u32;
    let mut groups: Vec<Range<u32>> = Vec::new();
    let (mut start, mut passed) = (ROOT + 1, 0);
    for node in ROOT + 1..nodes {
        if hierarchy.end[node as usize] == node + 1 {
            let group = |passed: u64| u128::from(passed) * parts as u128 / total;
            let before = passed;
            passed += hierarchy.occurrences[node as usize];
            if group(before) != group(passed) {
                groups.push(start..node + 1);
                start = node + 1;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Names;
    use crate::taxonomy::{Node, Taxonomy};

    #[test]
    fn groups_hold_whole_subtrees_and_every_leaf_is_in_one() {
        // 0 > {1 > {2, 3}, 4 > {5, 6}}
        let depths = [0, 1, 2, 2, 1, 2, 2];
        let names: Vec<String> = (0..depths.len()).map(|number| number.to_string()).collect();
        let tree = Taxonomy::from_preorder(names.iter().map(String::as_str).collect::<Names>(), &depths);
        let hierarchy = Hierarchy::new(&tree, [2, 3, 5, 6].map(Node).into_iter());
        assert_eq!(groups(&hierarchy, 1), vec![1..7; 1]);
        assert_eq!(groups(&hierarchy, 2), [1..4, 4..7]);
        assert_eq!(groups(&hierarchy, 100), [1..3, 3..4, 4..6, 6..7]);
        // Most of the items are one: it ends several groups at once.
        let hierarchy = Hierarchy::new(&tree, [2, 2, 2, 2, 2, 6].map(Node).into_iter());
        assert_eq!(groups(&hierarchy, 3), [1..2, 2..3]);
    }
}
