//! The public part of a page: only contents of the release and of its certificate.
//!
//! Risk, use and loss are counted in the data, so they are private. In a small release, a share with three
//! digits can reveal a hidden count.
//!
//! The public page is drawn only from the result of [`fn@public`]. The function lists every field of
//! [`Page`], so a new field needs a decision here.

use super::{Page, TreeNode};

/// `page` without originals, unpublished items, counts of the data, times and messages.
pub fn public(page: &Page) -> Page {
    Page {
        title: page.title.clone(),
        notes: page.notes.clone(),
        skipped: None,
        noun: page.noun.clone(),
        date: page.date,
        certificate: page.certificate.clone(),
        sample: page.sample.clone(),
        figures: None,
        certain: None,
        facts: page.facts.clone(),
        assessment: None,
        comparison: None,
        advice: Vec::new(),
        fates: Vec::new(),
        tree: published(&page.tree),
        groups: Vec::new(),
    }
}

/// The published nodes, each below its nearest published ancestor, without their counts in the data.
fn published(tree: &[TreeNode]) -> Vec<TreeNode> {
    let mut kept: Vec<TreeNode> = Vec::new();
    // For each node of the tree: the index in `kept` of the node or of its nearest published ancestor.
    let mut nearest: Vec<Option<u32>> = Vec::with_capacity(tree.len());
    for node in tree {
        let parent = node.parent.and_then(|parent| nearest[parent as usize]);
        if node.after == 0 {
            nearest.push(parent);
        } else {
            nearest.push(Some(kept.len() as u32));
            kept.push(TreeNode { name: node.name.clone(), parent, before: 0, after: node.after });
        }
    }
    kept
}
