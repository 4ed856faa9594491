//! Where each cell can stand alone: as the word itself if k owners have it, else at the lowest node at which enough come
//! together.
//!
//! From the leaves up: the cells of a node that has k owners get its label. Otherwise they move to the parent, join what else
//! has moved there, and stay as soon as the cells gathered there have k owners. What reaches the root is not published.

use super::cells::{Cells, TAKEN};
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Gives every free cell its label. Afterwards every label but [`TAKEN`] has free cells of k owners, or none.
///
/// O(nodes + cells x height); most cells stay where they are.
pub(super) fn place(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let own = cells.by_label();
    let mut has_seen = vec![Node::ROOT; cells.transactions.owners()];
    // What moves up, and for the nodes at which it stands now where it begins. In preorder all that is below a node comes
    // after it, so going backwards it is what was added last.
    let mut moving: Vec<u32> = Vec::new();
    let mut stands: Vec<(Node, usize)> = Vec::new();
    for node in cells.taxonomy.nodes().skip(1).rev() {
        if node.0 % (1 << 16) == 0 {
            progress.go_on()?;
        }
        let end = cells.taxonomy.end(node);
        let mut start = moving.len();
        while let Some(&(_, from)) = stands.last().filter(|&&(below, _)| below < end) {
            start = from;
            stands.pop();
        }
        moving.extend_from_slice(own.get(node.index()));
        let mut owners = 0;
        for &cell in &moving[start..] {
            let seen = &mut has_seen[cells.owner(cell) as usize];
            owners += usize::from(*seen != node);
            *seen = node;
        }
        if owners >= k {
            for cell in moving.drain(start..) {
                cells.label[cell as usize] = node;
            }
        } else if start < moving.len() {
            stands.push((node, start));
        }
    }
    moving.extend_from_slice(own.get(Node::ROOT.index()));
    for cell in moving {
        cells.label[cell as usize] = TAKEN;
    }
    Ok(())
}
