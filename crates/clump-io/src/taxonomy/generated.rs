//! Trees made from the items of the data: with items below a single root, or below the prefixes of their
//! codes. Children are sorted, so the tree does not reveal the order of the data.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy, TaxonomyError, marked, unmarked};

pub(crate) const ROOT: &str = "*";

pub(crate) struct Made {
    pub taxonomy: Taxonomy,
    /// The node of each word, by number of the word; the root for words that are not items.
    pub nodes: Vec<Node>,
}

pub(crate) fn root() -> Taxonomy {
    Taxonomy::from_preorder([ROOT].into_iter().collect(), &[0])
}

/// Puts every item below its prefixes. `lengths` are the lengths of these prefixes in characters; if it is
/// empty, prefixes of every length count.
pub(crate) fn prefixes(
    words: &Names,
    is_item: impl Fn(usize) -> bool,
    lengths: &[usize],
) -> Result<Made, TaxonomyError> {
    let cut = |code: &str, cuts: &mut Vec<usize>| {
        let ends = code.char_indices().skip(1).zip(1usize..).filter_map(|((end, _), length)| {
            let counts = lengths.is_empty() || lengths.contains(&length);
            (counts && code[..end].ends_with(char::is_alphanumeric)).then_some(end)
        });
        cuts.extend(ends);
    };
    let mut sorted: Vec<usize> = (0..words.len()).filter(|&word| is_item(word)).collect();
    sorted.sort_unstable_by_key(|&word| words.get(word));
    let mut names: Names = [ROOT].into_iter().collect();
    let mut depths = vec![0];
    let mut nodes = vec![Node::ROOT; words.len()];
    // The branch of the previous item, without the root. In text order a prefix comes right before the texts
    // that begin with it, so this is a preorder.
    let mut branch: Vec<&str> = Vec::new();
    let mut cuts = Vec::new();
    for word in sorted {
        let name = words.get(word);
        cuts.clear();
        cut(name, &mut cuts);
        cuts.push(name.len());
        branch.retain(|above| name.starts_with(above) && cuts.contains(&above.len()));
        let known = branch.len();
        for &end in &cuts[..] {
            let prefix = &name[..end];
            if !branch[..known].contains(&prefix) {
                names.push(prefix);
                depths.push(branch.len() as u32 + 1);
                branch.push(prefix);
            }
        }
        if names.len() >= u32::MAX as usize {
            return Err(TaxonomyError::TooLarge { count: names.len() });
        }
        nodes[word] = Node(names.len() as u32 - 1);
    }
    Ok(Made { taxonomy: Taxonomy::from_preorder(names, &depths), nodes })
}

pub(crate) struct NewLeaf<'a> {
    /// Number of the new leaf's word in the data.
    pub word: usize,
    pub name: &'a str,
    /// The node of the tree below which the leaf is added.
    pub below: Node,
    /// The name of a new node between that node and the leaf; `None` for no such node.
    pub branch: Option<String>,
}

pub(crate) struct Completion<'a> {
    pub leaves: Vec<NewLeaf<'a>>,
    pub words: usize,
    /// For each node, true if it is also an item that people type.
    pub is_typed: &'a [bool],
    /// A node that gets angle brackets even without children, because it replaces words of other names.
    pub stand_in: Option<Node>,
}

/// Adds leaves to `tree`. The resulting nodes have the indices that the data use: first the nodes of `tree`,
/// then the words.
pub(crate) fn complete(tree: &Taxonomy, completion: Completion<'_>) -> Result<Made, TaxonomyError> {
    let Completion { mut leaves, words, is_typed, stand_in } = completion;
    let count = 2 * tree.len() + 2 * leaves.len();
    if count >= u32::MAX as usize {
        return Err(TaxonomyError::TooLarge { count });
    }
    leaves.sort_unstable_by(|a, b| (a.below, &a.branch, a.name).cmp(&(b.below, &b.branch, b.name)));
    let mut grown =
        TreeBuilder { names: Names::default(), depths: Vec::with_capacity(tree.len() + leaves.len()) };
    let mut nodes = vec![Node::ROOT; tree.len() + words];
    let mut rest = leaves.as_slice();
    for node in tree.nodes() {
        let (here, after) = rest.split_at(rest.partition_point(|leaf| leaf.below == node));
        rest = after;
        let (name, depth) = (tree.name(node), tree.level(node) - 1);
        let is_inner = !tree.is_leaf(node) || !here.is_empty() || node == Node::ROOT;
        if !is_inner && stand_in != Some(node) {
            nodes[node.index()] = grown.push(name, depth);
            continue;
        }
        let inner = grown.push(&marked(name), depth);
        let is_typed = is_typed.get(node.index()).is_some_and(|&typed| typed) && is_inner;
        nodes[node.index()] = if is_typed { grown.push(unmarked(name), depth + 1) } else { inner };
        for branch in here.chunk_by(|a, b| a.branch == b.branch) {
            let depth = match &branch[0].branch {
                None => depth + 1,
                Some(name) => {
                    grown.push(name, depth + 1);
                    depth + 2
                }
            };
            for leaf in branch {
                nodes[tree.len() + leaf.word] = grown.push(leaf.name, depth);
            }
        }
    }
    Ok(Made { taxonomy: Taxonomy::from_preorder(grown.names, &grown.depths), nodes })
}

struct TreeBuilder {
    names: Names,
    depths: Vec<u32>,
}

impl TreeBuilder {
    fn push(&mut self, name: &str, depth: u32) -> Node {
        self.depths.push(depth);
        Node(self.names.push(name))
    }
}

#[cfg(test)]
mod tests {
    use clump_core::taxonomy::Edge;

    use super::*;

    fn tree(made: &Made) -> Vec<(String, String)> {
        let taxonomy = &made.taxonomy;
        let name = |node| taxonomy.name(node).to_owned();
        taxonomy.nodes().skip(1).map(|node| (name(node), name(taxonomy.parent(node)))).collect()
    }

    fn edges(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(child, parent)| (child.to_owned(), parent.to_owned())).collect()
    }

    #[test]
    fn prefixes_end_in_a_letter_or_digit_and_items_may_be_inner_nodes() {
        let words: Names = ["25.1", "3", "25", "25.", "é1"].into_iter().collect();
        let made = prefixes(&words, |_| true, &[]).unwrap();
        let expected =
            [("2", "*"), ("25", "2"), ("25.", "25"), ("25.1", "25"), ("3", "*"), ("é", "*"), ("é1", "é")];
        assert_eq!(tree(&made), edges(&expected));
        for (word, node) in words.iter().zip(&made.nodes) {
            assert_eq!(made.taxonomy.name(*node), word);
        }
    }

    #[test]
    fn lengths_choose_the_prefixes() {
        let words: Names = ["A10BA02", "A10B", "A10BB", "C1"].into_iter().collect();
        let made = prefixes(&words, |_| true, &[1, 3]).unwrap();
        let expected = [
            ("A", "*"),
            ("A10", "A"),
            ("A10B", "A10"),
            ("A10BA02", "A10"),
            ("A10BB", "A10"),
            ("C", "*"),
            ("C1", "C"),
        ];
        assert_eq!(tree(&made), edges(&expected));
    }

    fn food() -> Taxonomy {
        let edges = [("drink", "food"), ("beer", "drink"), ("other", "food"), ("web", "food")];
        Taxonomy::from_edges(edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 }))
            .unwrap()
    }

    fn outline(taxonomy: &Taxonomy) -> String {
        let line =
            |node| format!("{}{}\n", "  ".repeat(taxonomy.level(node) as usize - 1), taxonomy.name(node));
        taxonomy.nodes().map(line).collect()
    }

    #[test]
    fn inner_nodes_are_marked_and_typed_ones_have_a_leaf() {
        let tree = food();
        let find = |name: &str| tree.find(name).unwrap();
        let leaf = |word, name, below: &str, branch: Option<&str>| NewLeaf {
            word,
            name,
            below: find(below),
            branch: branch.map(str::to_owned),
        };
        let leaves = vec![
            leaf(3, "www.b.com", "web", Some("<b.com>")),
            leaf(0, "wine", "drink", None),
            leaf(2, "b.com", "web", Some("<b.com>")),
        ];
        let mut is_typed = vec![false; tree.len()];
        is_typed[find("drink").index()] = true;
        is_typed[find("beer").index()] = true;
        let completion = Completion { leaves, words: 4, is_typed: &is_typed, stand_in: Some(find("other")) };
        let made = complete(&tree, completion).unwrap();
        let expected = "<food>\n  <drink>\n    drink\n    wine\n    beer\n  <other>\n  <web>\n    <b.com>\n      b.com\n      www.b.com\n";
        assert_eq!(outline(&made.taxonomy), expected);
        let name = |number: usize| made.taxonomy.name(made.nodes[number]);
        assert_eq!((name(find("drink").index()), name(find("beer").index())), ("drink", "beer"));
        assert_eq!((name(tree.len()), name(tree.len() + 3)), ("wine", "www.b.com"));
        assert_eq!(name(find("other").index()), "<other>");
        assert_eq!(made.nodes[tree.len() + 1], Node::ROOT, "a word that is no leaf");
    }
}
