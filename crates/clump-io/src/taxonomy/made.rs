//! Trees made from the items of the data: below a mere root, or by the prefixes of codes. Children are sorted, so the tree
//! does not tell in which order the data came.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy, TaxonomyError};

/// The name of the root, before it is marked.
const ROOT: &str = "*";

/// A tree, and the node of each word it was made from.
pub(crate) struct Made {
    pub taxonomy: Taxonomy,
    /// By number of the word; the root for words that are not items.
    pub nodes: Vec<Node>,
}

/// The tree of a mere root.
pub(crate) fn root() -> Taxonomy {
    Taxonomy::from_preorder([ROOT].into_iter().collect(), &[0])
}

/// Every item below its prefixes of the given `lengths` in characters, or of every length if there are none.
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
    // The branch of the item before, without the root. Text order puts a prefix right before what it is a prefix of, so
    // this is a preorder.
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
