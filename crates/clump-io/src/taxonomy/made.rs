//! Trees made from the items of the data: flat, or by the prefixes of codes. Children are sorted, so the tree does
//! not tell in which order the data came.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy, TaxonomyError};

/// The name of the root. An item of this name is the root: it could be anything.
const ROOT: &str = "*";

/// A tree, and the node of each word it was made from.
pub(crate) struct Made {
    pub taxonomy: Taxonomy,
    /// By number of the word; the root for words that are not items.
    pub nodes: Vec<Node>,
}

/// All items below one root.
pub(crate) fn flat(words: &Names, is_item: impl Fn(usize) -> bool) -> Result<Made, TaxonomyError> {
    make(words, is_item, |_, _| {})
}

/// `taxonomy` with the items as further leaves below its root, sorted by name. Its own nodes keep their numbers. The nodes
/// of the result are by the numbers that a lexicon of `taxonomy` hands out: its nodes first, then words.
pub(crate) fn grow(
    taxonomy: &Taxonomy,
    words: &Names,
    is_item: impl Fn(usize) -> bool,
) -> Result<Made, TaxonomyError> {
    let mut sorted: Vec<usize> = (0..words.len()).filter(|&word| is_item(word)).collect();
    sorted.sort_unstable_by_key(|&word| words.get(word));
    let count = taxonomy.len() + sorted.len();
    if count >= u32::MAX as usize {
        return Err(TaxonomyError::TooLarge { count });
    }
    let mut names: Names = taxonomy.nodes().map(|node| taxonomy.name(node)).collect();
    let mut depths: Vec<u32> = taxonomy.nodes().map(|node| taxonomy.level(node) - 1).collect();
    let mut nodes: Vec<Node> = taxonomy.nodes().collect();
    nodes.resize(taxonomy.len() + words.len(), Node::ROOT);
    for word in sorted {
        nodes[taxonomy.len() + word] = Node(names.push(words.get(word)));
        depths.push(1);
    }
    Ok(Made { taxonomy: Taxonomy::from_preorder(names, &depths), nodes })
}

/// Every item below its prefixes of the given `lengths` in characters, or of every length if there are none.
pub(crate) fn prefixes(
    words: &Names,
    is_item: impl Fn(usize) -> bool,
    lengths: &[usize],
) -> Result<Made, TaxonomyError> {
    make(words, is_item, |code, cuts| {
        let ends = code.char_indices().skip(1).zip(1usize..).filter_map(|((end, _), length)| {
            let counts = lengths.is_empty() || lengths.contains(&length);
            (counts && code[..end].ends_with(char::is_alphanumeric)).then_some(end)
        });
        cuts.extend(ends);
    })
}

/// Walks the items in order. Text order puts a prefix right before what it is a prefix of, so this is a preorder.
/// `cut` gives the ends of an item's prefixes that are nodes, ascending.
fn make(
    words: &Names,
    is_item: impl Fn(usize) -> bool,
    cut: impl Fn(&str, &mut Vec<usize>),
) -> Result<Made, TaxonomyError> {
    let mut sorted: Vec<usize> = (0..words.len()).filter(|&word| is_item(word)).collect();
    sorted.sort_unstable_by_key(|&word| words.get(word));
    let mut names: Names = [ROOT].into_iter().collect();
    let mut depths = vec![0];
    let mut nodes = vec![Node::ROOT; words.len()];
    // The branch of the item before, without the root.
    let mut branch: Vec<&str> = Vec::new();
    let mut cuts = Vec::new();
    for word in sorted {
        let name = words.get(word);
        if name == ROOT {
            continue;
        }
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

#[cfg(test)]
mod tests {
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
    fn flat_trees_are_sorted_and_leave_out_what_is_no_item() {
        let words: Names = ["b", "the", "a", "*"].into_iter().collect();
        let made = flat(&words, |word| word != 1).unwrap();
        assert_eq!(tree(&made), edges(&[("a", "*"), ("b", "*")]));
        assert_eq!(made.nodes, [Node(2), Node::ROOT, Node(1), Node::ROOT]);
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
}
