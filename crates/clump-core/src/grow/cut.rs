//! Cuts a sorted list of families into a balanced tree with names. A range of families is cut into as many even
//! ranges as a node may have children, and a family likewise, down to single items.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::families::Families;
use crate::names::Names;

/// A node of the tree: its distance from the root, and the positions in the sorted list of the leaves below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub depth: u32,
    pub leaves: Range<usize>,
}

/// A range of families or items that is still to be cut.
#[derive(Clone)]
enum Run {
    Families(Range<usize>),
    Items(Range<usize>),
}

/// The nodes of the tree in preorder. Each has at most `fan_out` children, none has only one, and siblings differ
/// by at most one family, or within a family by at most one item. O(nodes), without recursion.
pub(super) fn cut(families: &Families, fan_out: usize) -> Vec<Place> {
    let bounds = families.bounds();
    let mut nodes = Vec::new();
    let mut pending = vec![(0, Run::Families(0..families.len()))];
    while let Some((depth, run)) = pending.pop() {
        let run = match run {
            // A single family is cut into its items.
            Run::Families(run) if run.len() == 1 => Run::Items(bounds.get(run.start)),
            run => run,
        };
        let (leaves, parts): (Range<usize>, Vec<Run>) = match run {
            Run::Families(run) => (bounds.span(run.clone()), even(run, fan_out).map(Run::Families).collect()),
            Run::Items(run) if run.len() == 1 => (run, Vec::new()),
            Run::Items(run) => (run.clone(), even(run, fan_out).map(Run::Items).collect()),
        };
        // The root has a node of its own even if there is only one leaf.
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

/// Splits `run` into at most `parts` non-empty ranges whose lengths differ by at most one.
fn even(run: Range<usize>, parts: usize) -> impl DoubleEndedIterator<Item = Range<usize>> {
    let parts = parts.min(run.len());
    let at = move |part: usize| run.start + part * run.len() / parts;
    (0..parts).map(move |part| at(part)..at(part + 1))
}

// Names of the nodes. An item has its own name. The name of a node above items says that it is one of them: `milk
// or bread` above two, `milk or 7 others` above eight, with the most common item first. So readers do not take a
// node for a list of items, as with the earlier `milk, bread`. Names are unique and short, and without the
// characters that separate names in taxonomy files.
//
// Names may be equal to those of rare items: avoiding the name of a rare item would reveal that the item exists.

const ROOT: &str = "*";

/// The name of the leaf for all rare items.
const RARE: &str = "other";

/// Largest number of characters of an item name within the name of a node above it.
const MOST_CHARACTERS: usize = 24;

/// The names of `nodes` in preorder. The last node is the leaf for all rare items. `leaves` has the names of all
/// other leaves by position, and `rank` their ranks by support.
pub(super) fn names(nodes: &[Place], leaves: &[&str], rank: &[u32]) -> Names {
    let mut taken: FxHashSet<String> = leaves.iter().map(|&name| name.to_owned()).collect();
    let mut unique = |name: String| {
        let mut attempt = name.clone();
        for number in 2.. {
            if taken.insert(attempt.clone()) {
                break;
            }
            attempt = format!("{name} #{number}");
        }
        attempt
    };
    let most_common = most_common(nodes, rank);
    let mut names = Names::default();
    for (place, [first, second]) in nodes.iter().zip(&most_common) {
        let is_leaf = place.leaves.len() == 1 && place.depth > 0;
        names.push(&match (place.depth, is_leaf) {
            (0, _) => unique(ROOT.to_owned()),
            (_, true) => match leaves.get(place.leaves.start) {
                Some(&name) => name.to_owned(),
                None => unique(RARE.to_owned()),
            },
            (_, false) => {
                let first = short(leaves[*first]);
                unique(match place.leaves.len() {
                    2 => format!("{first} or {}", short(leaves[*second])),
                    leaves => format!("{first} or {} others", leaves - 1),
                })
            }
        });
    }
    names
}

/// For each node, the positions of the two most common leaves below it; for a leaf, its own position twice.
fn most_common(nodes: &[Place], rank: &[u32]) -> Vec<[usize; 2]> {
    let commonness = |place: usize| rank.get(place).copied().unwrap_or(u32::MAX);
    let mut best: Vec<[usize; 2]> = nodes.iter().map(|place| [place.leaves.start; 2]).collect();
    let mut children: Vec<(u32, [usize; 2])> = Vec::new();
    // Backwards, so that children come before their parents. The last entries of `children` with a larger depth
    // are the children of the current node.
    for (node, place) in nodes.iter().enumerate().rev() {
        let mut candidates: Vec<usize> = Vec::new();
        while let Some(&(depth, found)) = children.last() {
            if depth <= place.depth {
                break;
            }
            candidates.extend(found);
            children.pop();
        }
        if !candidates.is_empty() {
            candidates.sort_unstable_by_key(|&leaf| (commonness(leaf), leaf));
            candidates.dedup();
            best[node] = [candidates[0], *candidates.get(1).unwrap_or(&candidates[0])];
        }
        children.push((place.depth, best[node]));
    }
    best
}

/// The name of an item, shortened and cleaned for use within another name.
fn short(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|character| match character {
            ';' | '>' | '"' | ',' => ' ',
            other => other,
        })
        .collect();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    if clean.chars().count() <= MOST_CHARACTERS {
        return clean;
    }
    let cut: String = clean.chars().take(MOST_CHARACTERS - 1).collect();
    format!("{}\u{2026}", cut.trim_end())
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

    #[test]
    fn nodes_are_called_by_their_most_common_items() {
        let place = |depth, leaves| Place { depth, leaves };
        let nodes =
            [place(0, 0..3), place(1, 0..2), place(2, 0..1), place(2, 1..2), place(1, 2..3), place(1, 3..4)];
        let names = |leaves: &[&str]| -> Vec<String> {
            super::names(&nodes, leaves, &[2, 0, 1]).iter().map(str::to_owned).collect()
        };
        assert_eq!(names(&["rye", "milk", "egg"]), ["*", "milk or rye", "rye", "milk", "egg", "other"]);
        let odd = names(&["other", "*", "a > b; \"c\" of more than twenty-four letters"]);
        assert_eq!(odd[..2], ["* #2", "* or other"]);
        assert_eq!(odd[5], "other #2");
        let taken = names(&["b", "a", "a or b"]);
        assert_eq!(taken[1], "a or b #2");
        let eight =
            [place(0, 0..3), place(1, 0..3), place(2, 0..1), place(2, 1..2), place(2, 2..3), place(1, 3..4)];
        let all = super::names(&eight, &["rye", "milk, fresh", "egg"], &[2, 0, 1]);
        assert_eq!(all.get(1), "milk fresh or 2 others");
        assert_eq!(short("a > b; \"c\" of more than twenty-four letters"), "a b c of more than twen\u{2026}");
    }
}
