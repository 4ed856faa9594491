//! The part of the taxonomy that a cut can use: the items that occur, and the nodes where paths to them part.
//!
//! A node with only one child in use covers the same rows as that child, so a cut gains nothing by rising to
//! it. Such nodes are left out, so a chain of 100,000 of them is one step. The remaining tree has at most
//! twice as many nodes as there are items.
//!
//! If an item is at an inner node A and other items are below A, the item gets a leaf of its own below A, with
//! the same label. Then it is treated like any other item: it is merged with the others when the cut rises to A.

use crate::containers::count_sorted;
use crate::taxonomy::{Node, Taxonomy};

pub(super) const ROOT: u32 = 0;

/// A tree with nodes numbered in preorder, like the taxonomy. The subtree of `v` is `v .. end[v]`.
#[derive(Debug)]
pub(super) struct Hierarchy {
    /// By node, its label in the taxonomy.
    pub label: Vec<Node>,
    /// By node, its parent; the root is its own parent.
    pub parent: Vec<u32>,
    pub end: Vec<u32>,
    /// By node, the number of occurrences of items at or below it.
    pub occurrences: Vec<u64>,
    /// By node, the NCP of its label in units of 1 / leaves(root): 0 at a leaf of the taxonomy.
    pub penalty: Vec<u64>,
    /// The items that occur, ascending, each with its node number in this tree.
    items: Vec<(Node, u32)>,
}

impl Hierarchy {
    /// Builds the tree from the items of `occurring`, in any order and with repetitions. An item at the root
    /// carries no information and is left out. O(n log n + nodes above the items).
    pub fn new(taxonomy: &Taxonomy, occurring: impl Iterator<Item = Node>) -> Hierarchy {
        let mut occurring: Vec<Node> = occurring.filter(|&item| item != Node::ROOT).collect();
        occurring.sort_unstable();
        let times: Vec<(Node, u64)> =
            count_sorted(&occurring).map(|(item, times)| (item, times as u64)).collect();

        let mut hierarchy = Hierarchy {
            label: Vec::new(),
            parent: Vec::new(),
            end: Vec::new(),
            occurrences: Vec::new(),
            penalty: Vec::new(),
            items: Vec::with_capacity(times.len()),
        };
        let nodes = branching(taxonomy, times.iter().map(|&(item, _)| item));
        let mut path: Vec<u32> = Vec::new();
        let mut times = times.into_iter().peekable();
        for (place, &node) in nodes.iter().enumerate() {
            let covers = |above: &u32| taxonomy.is_ancestor(hierarchy.label[*above as usize], node);
            path.truncate(path.iter().rposition(covers).map_or(0, |last| last + 1));
            let number = hierarchy.push(taxonomy, node, path.last().copied().unwrap_or(ROOT));
            path.push(number);
            if let Some((item, count)) = times.next_if(|&(item, _)| item == node) {
                let has_below = nodes.get(place + 1).is_some_and(|&next| next < taxonomy.end(node));
                let own = if has_below { hierarchy.push(taxonomy, node, number) } else { number };
                hierarchy.occurrences[own as usize] = count;
                hierarchy.items.push((item, own));
            }
        }
        hierarchy.add_up();
        hierarchy
    }

    fn push(&mut self, taxonomy: &Taxonomy, label: Node, parent: u32) -> u32 {
        let number = self.label.len() as u32;
        self.label.push(label);
        self.parent.push(parent);
        self.end.push(number + 1);
        self.occurrences.push(0);
        self.penalty.push(u64::from(taxonomy.penalty(label)));
        number
    }

    /// Adds the occurrences of each node to its parent, and extends the parent's range of nodes to the node's end.
    fn add_up(&mut self) {
        for node in (1..self.len()).rev() {
            let above = self.parent[node] as usize;
            self.occurrences[above] += self.occurrences[node];
            self.end[above] = self.end[above].max(self.end[node]);
        }
    }

    /// Number of nodes of this tree; at least one, the root.
    pub fn len(&self) -> usize {
        self.label.len()
    }

    /// The node number of `item` in this tree; `None` for the root of the taxonomy.
    ///
    /// # Panics
    /// If the item did not occur when the tree was built.
    pub fn item(&self, item: Node) -> Option<u32> {
        (item != Node::ROOT).then(|| {
            let place = self.items.binary_search_by_key(&item, |&(item, _)| item);
            self.items[place.expect("the hierarchy is made of all items")].1
        })
    }
}

/// The root, the `items` (ascending), and the nodes at which paths to two of them part, all in ascending
/// order. It is enough to compare neighbours among the items.
fn branching(taxonomy: &Taxonomy, items: impl Iterator<Item = Node>) -> Vec<Node> {
    let mut nodes = vec![Node::ROOT];
    let mut before = Node::ROOT;
    for item in items {
        let mut meet = item;
        while !taxonomy.is_ancestor(meet, before) {
            meet = taxonomy.parent(meet);
        }
        nodes.push(meet);
        nodes.push(item);
        before = item;
    }
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

// A cut through the tree: the node that each item is published as. It starts at the items and only rises.

/// A cut. Nodes on the cut or above it are *live*. Any other node is published as its ancestor on the cut.
#[derive(Debug)]
pub(super) struct TaxonomyCut<'h> {
    hierarchy: &'h Hierarchy,
    below: Vec<bool>,
    /// By node, true if the cut has risen to it; then all nodes below it are below the cut.
    risen: Vec<bool>,
    /// By node, the loss of the items at or below it if each is published as its node of the cut.
    losses: Vec<u64>,
    live: usize,
}

impl<'h> TaxonomyCut<'h> {
    pub fn new(hierarchy: &'h Hierarchy) -> TaxonomyCut<'h> {
        let nodes = hierarchy.len();
        let mut losses = vec![0; nodes];
        for node in (0..nodes).rev() {
            // An item at an inner node has a penalty even if it is published as itself.
            if hierarchy.end[node] as usize == node + 1 {
                losses[node] = hierarchy.occurrences[node] * hierarchy.penalty[node];
            }
            if node > 0 {
                losses[hierarchy.parent[node] as usize] += losses[node];
            }
        }
        TaxonomyCut { hierarchy, below: vec![false; nodes], risen: vec![false; nodes], losses, live: nodes }
    }

    pub fn hierarchy(&self) -> &'h Hierarchy {
        self.hierarchy
    }

    pub fn is_live(&self, node: u32) -> bool {
        !self.below[node as usize]
    }

    pub fn live(&self) -> usize {
        self.live
    }

    /// Increase of the loss if the cut rises to `node`, which must be live. In units of 1 / leaves(root).
    pub fn price(&self, node: u32) -> u64 {
        let Hierarchy { occurrences, penalty, .. } = self.hierarchy;
        let at = node as usize;
        occurrences[at] * penalty[at] - self.losses[at]
    }

    /// Raises the cut to `node`, which must be live: everything below is published as `node`. O(depth); in
    /// addition, each node drops below the cut only once.
    pub fn rise_to(&mut self, node: u32) {
        let price = self.price(node);
        let mut above = node as usize;
        self.losses[above] += price;
        while above != ROOT as usize {
            above = self.hierarchy.parent[above] as usize;
            self.losses[above] += price;
        }
        let end = self.hierarchy.end[node as usize];
        let mut next = node + 1;
        while next < end {
            let at = next as usize;
            self.below[at] = true;
            self.live -= 1;
            // Skips the subtree of a node to which the cut rose before: it is below the cut already.
            next = if self.risen[at] { self.hierarchy.end[at] } else { next + 1 };
        }
        self.risen[node as usize] = true;
    }

    /// By node, the live node that it is published as: the node itself if it is live.
    pub fn covers(&self) -> Vec<u32> {
        let mut covers: Vec<u32> = Vec::with_capacity(self.below.len());
        for node in ROOT..self.below.len() as u32 {
            let above = self.hierarchy.parent[node as usize];
            covers.push(if self.is_live(node) { node } else { covers[above as usize] });
        }
        covers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::of_depths;

    #[test]
    fn a_chain_is_one_step_and_an_inner_item_has_a_leaf() {
        // Tree (parent > children): 0 > 1 > 2 > {3 > {4, 5}, 6 > 7 > 8}
        let tree = of_depths(&[0, 1, 2, 3, 4, 4, 3, 4, 5]);
        let hierarchy = Hierarchy::new(&tree, [3, 8, 4, 0, 8].map(Node).into_iter());
        assert_eq!(hierarchy.label, [0, 2, 3, 3, 4, 8].map(Node));
        assert_eq!(hierarchy.parent, [0, 0, 1, 2, 2, 1]);
        assert_eq!(hierarchy.end, [6, 6, 5, 4, 5, 6]);
        assert_eq!(hierarchy.occurrences, [4, 4, 2, 1, 1, 2]);
        assert_eq!(hierarchy.penalty, [3, 3, 2, 2, 0, 0]);
        assert_eq!(hierarchy.item(Node(3)), Some(3));
        assert_eq!(hierarchy.item(Node(0)), None);
    }

    #[test]
    fn nothing_but_the_root() {
        let hierarchy = Hierarchy::new(&of_depths(&[0]), [Node::ROOT].into_iter());
        assert_eq!((hierarchy.len(), hierarchy.end[0], hierarchy.occurrences[0]), (1, 1, 0));
    }

    #[test]
    fn prices_are_differences_of_the_loss() {
        // Tree (parent > children): 0 > {1 > {2 > {3, 4}, 5}, 6}
        let tree = of_depths(&[0, 1, 2, 3, 3, 2, 1]);
        let hierarchy = Hierarchy::new(&tree, [3, 3, 4, 5, 6, 6].map(Node).into_iter());
        let mut cut = TaxonomyCut::new(&hierarchy);
        assert_eq!((cut.price(2), cut.price(1), cut.price(ROOT)), (3 * 2, 4 * 3, 6 * 4));
        cut.rise_to(2);
        assert_eq!((cut.price(2), cut.price(1), cut.price(ROOT)), (0, 12 - 6, 24 - 6));
        assert_eq!(cut.covers(), [0, 1, 2, 2, 2, 5, 6]);
        cut.rise_to(1);
        assert_eq!(cut.covers(), [0, 1, 1, 1, 1, 1, 6]);
        assert_eq!((cut.live(), cut.price(ROOT)), (3, 24 - 12));
    }
}
