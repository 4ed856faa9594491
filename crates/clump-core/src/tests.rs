//! Small trees for the tests of single files.

use proptest::prelude::*;

use crate::taxonomy::Taxonomy;

/// Nodes `n0`, `n1`, ..., of which node i + 1 is below `parents[i]`.
pub(crate) fn tree(parents: &[usize]) -> Taxonomy {
    let names: Vec<String> = (0..=parents.len()).map(|number| format!("n{number}")).collect();
    let edges =
        parents.iter().zip(&names[1..]).map(|(&parent, child)| (child.as_str(), names[parent].as_str()));
    Taxonomy::from_pairs(edges).expect("a tree")
}

/// A tree of so many nodes below the root, each of them below an earlier one.
pub(crate) fn any_tree(nodes: std::ops::Range<usize>) -> impl Strategy<Value = Taxonomy> {
    prop::collection::vec(any::<prop::sample::Index>(), nodes).prop_map(|below| {
        let parents: Vec<usize> = below.iter().zip(1..).map(|(parent, node)| parent.index(node)).collect();
        tree(&parents)
    })
}

/// A tree of nodes `0`, `1`, ... in preorder, at these distances from the root.
pub(crate) fn of_depths(depths: &[u32]) -> Taxonomy {
    let names: Vec<String> = (0..depths.len()).map(|number| number.to_string()).collect();
    Taxonomy::from_preorder(names.iter().map(String::as_str).collect(), depths)
}

/// A tree from parent choices: each node is below one of the nodes on the last path, so any preorder can come
/// out.
pub(crate) fn preorder(choices: &[u32]) -> Taxonomy {
    let mut depths = vec![0u32];
    for choice in choices {
        depths.push(1 + choice % (depths[depths.len() - 1] + 1));
    }
    of_depths(&depths)
}

/// Result of `run` on so many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}
