//! Builds taxonomies from edges between children and parents. Nothing here recurses: a chain of 100,000 nodes is a
//! valid taxonomy.

use std::sync::Arc;

use super::prices::Prices;
use super::{Node, Renumbered, Taxonomy};
use crate::containers::{Interner, Ragged};
use crate::names::Names;

/// A child and its parent, as one line of a file gives them.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// The name of the child.
    pub child: &'a str,
    /// The name of its parent; `None` declares the child as the root.
    pub parent: Option<&'a str>,
    /// Line of the edge in the file, for error messages.
    pub line: usize,
}

/// A node that has no preorder number yet. Drafts are numbered in the order of first mention.
struct Draft {
    parent: Option<u32>,
    /// Line on which the node occurs as a child; 0 if it has only occurred as a parent.
    given: usize,
    /// Line on which the node first occurs, as a child or as a parent.
    mentioned: usize,
}

impl Taxonomy {
    /// Builds the tree from its edges, in any order. Siblings are sorted by first mention.
    ///
    /// The root is the child without a parent, if there is one; then every parent must itself be a child. Otherwise
    /// the root is the one node that never occurs as a child.
    pub fn from_edges<'a>(edges: impl IntoIterator<Item = Edge<'a>>) -> Result<Taxonomy, TaxonomyError> {
        let mut names = Interner::default();
        let mut drafts: Vec<Draft> = Vec::new();
        for Edge { child, parent, line } in edges {
            let mut number_of = |name: &'a str| {
                if name.is_empty() || name.contains(['\t', '\n', '\r']) {
                    return Err(TaxonomyError::BadName { line });
                }
                let number = names.intern(name);
                if number as usize == drafts.len() {
                    drafts.push(Draft { parent: None, given: 0, mentioned: line });
                }
                Ok(number)
            };
            let parent = parent.map(&mut number_of).transpose()?;
            let child = number_of(child)?;
            let draft = &mut drafts[child as usize];
            if draft.given != 0 {
                let first = draft.given;
                return Err(if draft.parent == parent {
                    TaxonomyError::RepeatedName { first, line }
                } else {
                    TaxonomyError::TwoParents { first, line }
                });
            }
            draft.given = line;
            draft.parent = parent;
        }
        check_roots(&drafts)?;
        let (order, depths) = preorder(&drafts)?;
        let names = order.iter().map(|&number| names.get(number)).collect();
        Ok(Taxonomy::from_preorder(names, &depths))
    }

    /// Like [`Taxonomy::from_edges`], from `pairs` of a child and its parent. Pair i (from 1) counts as line i.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Taxonomy, TaxonomyError> {
        let edge = |(line, (child, parent))| Edge { child, parent: Some(parent), line };
        Taxonomy::from_edges((1..).zip(pairs).map(edge))
    }

    /// Builds the tree from the names of its nodes in preorder, and the distance of each node from the root.
    ///
    /// # Panics
    /// When `depths` is not a preorder: it must start with 0, never rise by more than one, and not fall to 0 again.
    /// Names must be unique; that is not checked here.
    pub fn from_preorder(names: Names, depths: &[u32]) -> Taxonomy {
        assert_eq!(names.len(), depths.len(), "one depth a name");
        assert_eq!(depths.first(), Some(&0), "the root comes first");
        let len = depths.len();
        let mut parent = vec![Node::ROOT; len];
        let mut path: Vec<Node> = vec![Node::ROOT];
        for (index, &depth) in depths.iter().enumerate().skip(1) {
            let depth = depth as usize;
            assert!(depth >= 1 && depth <= path.len(), "depths are those of a preorder with one root");
            path.truncate(depth);
            parent[index] = path[depth - 1];
            path.push(Node(index as u32));
        }

        let mut end: Vec<u32> = (1..=len as u32).collect();
        let mut leaves = vec![0u32; len];
        for index in (0..len).rev() {
            leaves[index] = leaves[index].max(1);
            if index > 0 {
                let above = parent[index].index();
                leaves[above] += leaves[index];
                end[above] = end[above].max(end[index]);
            }
        }
        // LM of the root is 1 by definition, even with a single leaf, where (M - 1) / (M - 1) is undefined.
        let scale = (leaves[0] - 1).max(1);
        let mut cost: Vec<u32> = leaves.iter().map(|&leaves| leaves - 1).collect();
        cost[0] = scale;
        let prices = Prices::lm(&parent, &cost, scale);
        let level = depths.iter().map(|&depth| depth + 1).collect();
        let names = Arc::new(names.into());
        Taxonomy { names, parent, end, leaves, level, cost, scale, prices }
    }
}

fn check_roots(drafts: &[Draft]) -> Result<(), TaxonomyError> {
    if drafts.is_empty() {
        return Err(TaxonomyError::Empty);
    }
    if drafts.len() >= u32::MAX as usize {
        return Err(TaxonomyError::TooLarge { count: drafts.len() });
    }
    if let Some(root) = drafts.iter().find(|draft| draft.parent.is_none() && draft.given != 0)
        && let Some(unknown) = drafts.iter().find(|draft| draft.given == 0)
    {
        return Err(TaxonomyError::UnknownParent { line: unknown.mentioned, root: root.given });
    }
    let mut roots = drafts.iter().filter(|draft| draft.parent.is_none());
    if let (Some(first), Some(second)) = (roots.next(), roots.next()) {
        let (first, line) = (first.mentioned, second.mentioned);
        return Err(TaxonomyError::SeveralRoots { first, line, count: 2 + roots.count() });
    }
    Ok(())
}

/// Draft numbers in preorder with their depths. Nodes that are not reachable from the root are on or below a cycle;
/// then the result is an error.
fn preorder(drafts: &[Draft]) -> Result<(Vec<u32>, Vec<u32>), TaxonomyError> {
    let children = (0u32..).zip(drafts).filter_map(|(child, draft)| Some((draft.parent? as usize, child)));
    let children = Ragged::by_key(drafts.len(), children);
    let root = (0u32..).zip(drafts).find(|(_, draft)| draft.parent.is_none());
    let mut order = Vec::with_capacity(drafts.len());
    let mut depths = Vec::with_capacity(drafts.len());
    let mut pending: Vec<(u32, u32)> = root.map(|(root, _)| (root, 0)).into_iter().collect();
    while let Some((number, depth)) = pending.pop() {
        order.push(number);
        depths.push(depth);
        pending.extend(children.get(number as usize).iter().rev().map(|&child| (child, depth + 1)));
    }
    if order.len() < drafts.len() { Err(find_cycle(drafts, &order)) } else { Ok((order, depths)) }
}

fn find_cycle(drafts: &[Draft], reached: &[u32]) -> TaxonomyError {
    let mut visited = vec![false; drafts.len()];
    for &number in reached {
        visited[number as usize] = true;
    }
    let start = visited.iter().position(|&seen| !seen).expect("a node was not reached");
    // Going up from a node that the root does not reach never ends at the root, so it enters a cycle.
    let mut node = start as u32;
    while !visited[node as usize] {
        visited[node as usize] = true;
        node = drafts[node as usize].parent.expect("only the root has no parent, and it was reached");
    }
    let entry = node;
    let (mut line, mut length) = (usize::MAX, 0);
    loop {
        line = line.min(drafts[node as usize].given);
        length += 1;
        node = drafts[node as usize].parent.expect("nodes of a cycle have parents");
        if node == entry {
            return TaxonomyError::Cycle { line, length };
        }
    }
}

// Pruning: cuts a taxonomy down to the items of the data and their ancestors, like the paper's tree ("contains
// 25645 items"). LM counts leaves, so pruning makes it more exact: only leaves *in use* make a node general.

impl Taxonomy {
    /// Keeps `used` items, their ancestors and the root. The order of nodes stays the same, so sorted lists stay
    /// sorted. Removed nodes get the invalid number `u32::MAX`. O(nodes + used). The result is priced by LM.
    pub(crate) fn prune(&self, used: impl IntoIterator<Item = Node>) -> Renumbered {
        let mut keep = vec![false; self.len()];
        keep[0] = true;
        for mut node in used {
            while !keep[node.index()] {
                keep[node.index()] = true;
                node = self.parent(node);
            }
        }
        let mut names = Names::default();
        let mut depths = Vec::new();
        let mut numbers = vec![Node(u32::MAX); self.len()];
        for node in self.nodes().filter(|node| keep[node.index()]) {
            numbers[node.index()] = Node(names.push(self.name(node)));
            depths.push(self.level(node) - 1);
        }
        Renumbered { taxonomy: Taxonomy::from_preorder(names, &depths), numbers }
    }
}

// Errors of a taxonomy, each with its line.

/// Reason why edges do not form a taxonomy. Lines are those of the [`Edge`](super::Edge)s.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum TaxonomyError {
    /// The list of edges is empty.
    #[error("the taxonomy has no nodes")]
    Empty,
    /// A child is its own ancestor, so the edges form a cycle.
    #[error("line {line}: the node is its own ancestor (a cycle of {length} nodes)")]
    Cycle { line: usize, length: usize },
    /// The edges form two or more trees.
    #[error("line {line}: a second root; the first is on line {first} ({count} in all)")]
    SeveralRoots { first: usize, line: usize, count: usize },
    /// One child has two different parents.
    #[error("line {line}: the node has another parent on line {first}")]
    TwoParents { first: usize, line: usize },
    /// The same child and parent occur twice.
    #[error("line {line}: the node was already given on line {first}")]
    RepeatedName { first: usize, line: usize },
    /// The edges declare a root, and a parent never occurs as a child.
    #[error("line {line}: the parent is not defined (the root is on line {root})")]
    UnknownParent { line: usize, root: usize },
    /// A name is not possible in a release.
    #[error("line {line}: a name is empty, or contains a tab or a line break")]
    BadName { line: usize },
    /// There are more nodes than node numbers.
    #[error("{count} nodes are more than a taxonomy can hold ({})", u32::MAX - 1)]
    TooLarge { count: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(edges: &[(&str, &str)]) -> Result<Taxonomy, TaxonomyError> {
        Taxonomy::from_edges(edges.iter().enumerate().map(|(index, &(child, parent))| Edge {
            child,
            parent: (!parent.is_empty()).then_some(parent),
            line: index + 1,
        }))
    }

    #[test]
    fn numbers_are_preorder_and_subtrees_are_ranges() {
        let taxonomy = build(&[("a1", "a"), ("b", "r"), ("a", "r"), ("a2", "a"), ("b1", "b")]).unwrap();
        let names: Vec<&str> = taxonomy.nodes().map(|node| taxonomy.name(node)).collect();
        assert_eq!(names, ["r", "a", "a1", "a2", "b", "b1"]);
        let a = taxonomy.find("a").unwrap();
        assert_eq!(taxonomy.end(a), taxonomy.find("b").unwrap());
        assert_eq!(taxonomy.leaves(a), 2);
        assert_eq!(taxonomy.children(Node::ROOT).count(), 2);
        assert!(taxonomy.is_ancestor(a, a) && taxonomy.is_ancestor(Node::ROOT, a));
        assert!(!taxonomy.is_ancestor(a, taxonomy.find("b1").unwrap()));
    }

    #[test]
    fn each_fault_is_its_own_error_with_its_line() {
        use TaxonomyError::*;
        let cases: [(&[(&str, &str)], TaxonomyError); 9] = [
            (&[], Empty),
            (&[("x", "r"), ("a", "b"), ("b", "c"), ("c", "a")], Cycle { line: 2, length: 3 }),
            (&[("a", "a"), ("b", "r")], Cycle { line: 1, length: 1 }),
            (&[("a", "b"), ("b", "a")], Cycle { line: 1, length: 2 }),
            (&[("a", "r"), ("b", "s"), ("c", "q")], SeveralRoots { first: 1, line: 2, count: 3 }),
            (&[("a", "r"), ("b", "r"), ("a", "b")], TwoParents { first: 1, line: 3 }),
            (&[("a", "r"), ("a", "r")], RepeatedName { first: 1, line: 2 }),
            (&[("r", ""), ("a", "r"), ("b", "x")], UnknownParent { line: 3, root: 1 }),
            (&[("a\tb", "r")], BadName { line: 1 }),
        ];
        for (edges, error) in cases {
            assert_eq!(build(edges).unwrap_err(), error, "{edges:?}");
        }
    }

    #[test]
    fn a_chain_of_100_000_nodes_does_not_overflow_the_stack() {
        let names: Vec<String> = (0..100_000).map(|index| index.to_string()).collect();
        let edges = names.windows(2).map(|pair| (pair[1].as_str(), pair[0].as_str()));
        let taxonomy = Taxonomy::from_pairs(edges).unwrap();
        assert_eq!(taxonomy.height(), 100_000);
        assert_eq!(taxonomy.leaves(Node::ROOT), 1);
        assert_eq!((taxonomy.lm(Node::ROOT), taxonomy.lm(Node(1))), (1.0, 0.0));
    }
}
