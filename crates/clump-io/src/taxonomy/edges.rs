//! A tree given by its edges, child and parent.

use clump_core::taxonomy::{Edge, Taxonomy, TaxonomyError};
use rustc_hash::FxHashMap;

use super::{Loaded, Repeated};
use crate::interner::Interner;

/// Child and parent by number of their names, and the line.
struct Draft {
    child: u32,
    parent: Option<u32>,
    line: usize,
}

pub(super) struct Edges {
    repeated: Repeated,
    names: Interner,
    edges: Vec<Draft>,
    /// The parent that each child was first given.
    given: FxHashMap<u32, Option<u32>>,
    qualified: u64,
}

impl Edges {
    pub(super) fn new(repeated: Repeated) -> Self {
        Edges {
            repeated,
            names: Interner::default(),
            edges: Vec::new(),
            given: FxHashMap::default(),
            qualified: 0,
        }
    }

    /// Adds an edge; an empty parent declares the root.
    ///
    /// A later place of a name becomes a leaf of its own under [`Repeated::Qualify`]: what is below that name stays
    /// with the first, since an edge cannot say which of the two it means.
    pub(super) fn push(&mut self, child: &str, parent: &str, line: usize) -> Result<(), TaxonomyError> {
        if child.is_empty() {
            return Err(TaxonomyError::BadName { line });
        }
        let above = (!parent.is_empty()).then(|| self.names.intern(parent));
        let mut number = self.names.intern(child);
        let moved = self.given.get(&number).is_some_and(|&first| first != above);
        if moved && !parent.is_empty() && self.repeated == Repeated::Qualify {
            number = self.names.intern(&format!("{parent}/{child}"));
            self.qualified += 1;
        }
        self.given.entry(number).or_insert(above);
        self.edges.push(Draft { child: number, parent: above, line });
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Loaded, TaxonomyError> {
        let name = |number: u32| self.names.get(number);
        let edges = self.edges.iter().map(|draft| Edge {
            child: name(draft.child),
            parent: draft.parent.map(name),
            line: draft.line,
        });
        Ok(Loaded { taxonomy: Taxonomy::from_edges(edges)?, qualified: self.qualified })
    }
}
