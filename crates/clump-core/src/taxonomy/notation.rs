//! Marks that show whether a label was typed or generalized: `<person>` is a node, which stands for anything below it, and
//! `person` is the word that somebody typed.
//!
//! The brackets are part of the name. So every format, page and program shows them, and none has to know of them. Whoever
//! reads data refuses items in brackets ([`is_marked`]): nobody types a node.

use std::borrow::Cow;

use super::{Node, Taxonomy};

/// True if `name` is marked as that of a node: something in angle brackets.
///
/// ```
/// use clump_core::taxonomy::is_marked;
///
/// assert!(is_marked("<person>"));
/// assert!(!is_marked("person") && !is_marked("<5 years") && !is_marked("<>"));
/// ```
pub fn is_marked(name: &str) -> bool {
    name.len() > 2 && name.starts_with('<') && name.ends_with('>')
}

/// `name` as that of a node. A name that is marked stays as it is.
///
/// ```
/// use clump_core::taxonomy::marked;
///
/// assert_eq!(marked("person"), "<person>");
/// assert_eq!(marked("<person>"), "<person>");
/// ```
pub fn marked(name: &str) -> Cow<'_, str> {
    if is_marked(name) { Cow::Borrowed(name) } else { Cow::Owned(format!("<{name}>")) }
}

/// `name` without the marks of a node.
///
/// ```
/// use clump_core::taxonomy::unmarked;
///
/// assert_eq!((unmarked("<person>"), unmarked("person")), ("person", "person"));
/// ```
pub fn unmarked(name: &str) -> &str {
    if is_marked(name) { &name[1..name.len() - 1] } else { name }
}

impl Taxonomy {
    /// True if the name of `node` is marked: then an item that is published as `node` is not published as it was typed,
    /// whatever it was.
    pub fn is_marked(&self, node: Node) -> bool {
        is_marked(self.name(node))
    }

    /// The node that a person means by `name`: the one that is marked so, else the one with this very name. Of a word
    /// and the node that it is below, people who speak of a taxonomy mean the node.
    ///
    /// ```
    /// use clump_core::taxonomy::{Edge, Taxonomy};
    ///
    /// let edges = [("car", "<car>"), ("cars", "<car>"), ("<car>", "<vehicle>")];
    /// let tree = Taxonomy::from_edges(edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 }))?;
    /// assert_eq!(tree.find_meant("car"), tree.find("<car>"));
    /// assert_eq!(tree.find_meant("<car>"), tree.find("<car>"));
    /// assert_eq!(tree.find_meant("cars"), tree.find("cars"));
    /// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
    /// ```
    pub fn find_meant(&self, name: &str) -> Option<Node> {
        self.find(&marked(name)).or_else(|| self.find(name))
    }
}
