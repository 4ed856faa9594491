//! What of a page may be published: nothing that the release and its certificate do not hold, but for aggregate figures
//! of risk, use and loss.
//!
//! The public page is drawn from the result of [`fn@public`] alone. Whoever adds a field to [`Page`] decides here what
//! becomes of it: every field is named.

use clump_core::risk::{Certainty, PieceRisk, Risk};

use super::{FactsShown, Page, RiskPair, TreeNode};
use crate::{Cell, Cost, Runs};

/// `page` without originals, without items that are not published, without counts of the data, times and messages.
pub fn public(page: &Page) -> Page {
    Page {
        title: page.title.clone(),
        notes: page.notes.clone(),
        noun: page.noun.clone(),
        date: page.date,
        certificate: page.certificate.clone(),
        sample: page.sample.clone(),
        words: None,
        certain: None,
        facts: page.facts.as_ref().map(|facts| FactsShown {
            kept_at: Vec::new(),
            withheld: Vec::new(),
            withheld_cells: Vec::new(),
            ..facts.clone()
        }),
        risk: page.risk.as_ref().map(|pair| RiskPair {
            // How many owners share something sensitive is a count of the data, and so are groups that show it only to
            // those who know the data. What the release shows stands in the certificate.
            before: Risk { homogeneous: None, ..pair.before.clone() },
            after: Risk { homogeneous: None, ..pair.after.clone() },
            // What labels make certain stands in the release; of how many owners something sensitive is, does not.
            pieces: pair.pieces.as_ref().map(|pieces| PieceRisk {
                certainty: Certainty { sensitive: Vec::new(), ..pieces.certainty.clone() },
                ..pieces.clone()
            }),
        }),
        utility: page.utility.clone(),
        comparison: page.comparison.as_ref().map(|comparison| Runs {
            cells: comparison.cells.iter().map(public_cell).collect(),
            floors: comparison.floors.clone(),
            profiles: None,
            presets: Vec::new(),
        }),
        advice: Vec::new(),
        fates: Vec::new(),
        tree: published(&page.tree),
        groups: Vec::new(),
    }
}

fn public_cell(cell: &Cell) -> Cell {
    let error = cell.error.as_ref().map(|_| "no result".to_owned());
    // Rows of another release must not be published beside this one, and owners who hold something are counts of the data.
    let cost = cell.cost.clone().map(|cost| Cost { certain_owners: None, ..cost });
    Cell { seconds: None, error, cost, note: None, sample: None, ..cell.clone() }
}

/// The nodes that are published, each below its nearest published ancestor, without their counts in the data.
fn published(tree: &[TreeNode]) -> Vec<TreeNode> {
    let mut kept: Vec<TreeNode> = Vec::new();
    // For every node of the tree: itself or its nearest ancestor in `kept`.
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
