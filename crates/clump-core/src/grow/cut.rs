//! An order of families as a balanced tree: a run of families is cut into as many even runs as a node may have children,
//! and a family likewise, down to single items.

use std::ops::Range;

use super::families::Families;

/// A node of the tree in preorder: its distance from the root, and the leaves below it by their places in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub depth: u32,
    pub leaves: Range<usize>,
}

/// Rest that is yet to be cut.
#[derive(Clone)]
enum Run {
    Families(Range<usize>),
    Items(Range<usize>),
}

/// The nodes in preorder. Each has at most `fan_out` children, none has only one, and siblings differ by at most one
/// family, or within a family by at most one item. O(nodes), without recursion.
pub(super) fn cut(families: &Families, fan_out: usize) -> Vec<Place> {
    let bounds = families.bounds();
    let mut nodes = Vec::new();
    let mut pending = vec![(0, Run::Families(0..families.len()))];
    while let Some((depth, run)) = pending.pop() {
        let run = match run {
            // A family alone is its items.
            Run::Families(run) if run.len() == 1 => Run::Items(bounds.get(run.start)),
            run => run,
        };
        let (leaves, parts): (Range<usize>, Vec<Run>) = match run {
            Run::Families(run) => (bounds.span(run.clone()), even(run, fan_out).map(Run::Families).collect()),
            Run::Items(run) if run.len() == 1 => (run, Vec::new()),
            Run::Items(run) => (run.clone(), even(run, fan_out).map(Run::Items).collect()),
        };
        // The root is a node also if all there is is one leaf.
        if nodes.is_empty() && leaves.len() == 1 {
            nodes.push(Place { depth: 0, leaves: leaves.clone() });
            nodes.push(Place { depth: 1, leaves });
            continue;
        }
        nodes.push(Place { depth, leaves });
        pending.extend(parts.into_iter().rev().map(|part| (depth + 1, part)));
    }
    nodes
}

/// `run` in at most `parts` parts, none of them empty, that differ by at most one.
fn even(run: Range<usize>, parts: usize) -> impl DoubleEndedIterator<Item = Range<usize>> {
    let parts = parts.min(run.len());
    let at = move |part: usize| run.start + part * run.len() / parts;
    (0..parts).map(move |part| at(part)..at(part + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_evenly_and_nothing_has_one_child() {
        let families = |sizes: &[u32]| sizes.iter().map(|&size| 0..size).collect::<Families>();
        let nodes = cut(&families(&[4, 4, 3]), 2);
        let drawn: Vec<String> = nodes
            .iter()
            .map(|place| {
                format!("{}{}-{}", "  ".repeat(place.depth as usize), place.leaves.start, place.leaves.end)
            })
            .collect();
        assert_eq!(drawn[..5], ["0-11", "  0-4", "    0-2", "      0-1", "      1-2"]);
        assert_eq!(drawn[8..10], ["  4-11", "    4-8"]);
        assert_eq!(nodes.len(), 21);
        let flat = cut(&families(&[3]), 8);
        assert_eq!(flat.len(), 4);
        assert_eq!(cut(&families(&[1]), 2).len(), 2);
    }
}
