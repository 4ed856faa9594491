//! A tree given by its branches, each from the root down. Branches share their upper nodes, so the same edge comes
//! again and again; what may not come again is a whole branch, or a name below another parent.

use clump_core::taxonomy::{Edge, Taxonomy, TaxonomyError};
use rustc_hash::FxHashMap;

use super::{Loaded, Repeated};
use crate::interner::Interner;

struct Draft {
    parent: Option<u32>,
    /// Where it was first mentioned.
    line: usize,
    /// The line of the branch that ends here.
    branch: Option<usize>,
}

pub(super) struct Branches {
    repeated: Repeated,
    /// Names as the file has them.
    names: Interner,
    /// By parent draft and name.
    children: FxHashMap<(Option<u32>, u32), u32>,
    drafts: Vec<Draft>,
    /// The unique label of each draft, numbered as the drafts are.
    labels: Interner,
    roots: Vec<u32>,
    qualified: u64,
}

impl Branches {
    pub(super) fn new(repeated: Repeated) -> Self {
        Branches {
            repeated,
            names: Interner::default(),
            children: FxHashMap::default(),
            drafts: Vec::new(),
            labels: Interner::default(),
            roots: Vec::new(),
            qualified: 0,
        }
    }

    /// Adds a branch, root first.
    pub(super) fn push<'a>(
        &mut self,
        branch: impl IntoIterator<Item = &'a str>,
        line: usize,
    ) -> Result<(), TaxonomyError> {
        let mut at = None;
        for name in branch {
            if name.is_empty() || name.contains('\t') {
                return Err(TaxonomyError::BadName { line });
            }
            let key = (at, self.names.intern(name));
            at = Some(match self.children.get(&key) {
                Some(&draft) => draft,
                None => {
                    let draft = self.add(at, name, line)?;
                    self.children.insert(key, draft);
                    draft
                }
            });
        }
        if let Some(end) = at
            && let Some(first) = self.drafts[end as usize].branch.replace(line)
        {
            return Err(TaxonomyError::RepeatedName { first, line });
        }
        Ok(())
    }

    /// The tree, labels in place of names.
    pub(super) fn finish(self) -> Result<Loaded, TaxonomyError> {
        if let [first, second, ..] = self.roots[..] {
            return Err(TaxonomyError::SeveralRoots {
                first: self.drafts[first as usize].line,
                line: self.drafts[second as usize].line,
                count: self.roots.len(),
            });
        }
        let label = |draft: u32| self.labels.get(draft);
        let edges = self.drafts.iter().zip(0..).map(|(draft, number)| Edge {
            child: label(number),
            parent: draft.parent.map(label),
            line: draft.line,
        });
        Ok(Loaded { taxonomy: Taxonomy::from_edges(edges)?, qualified: self.qualified })
    }

    /// Adds a node; its number is that of its label.
    fn add(&mut self, parent: Option<u32>, name: &str, line: usize) -> Result<u32, TaxonomyError> {
        let number = match (self.labels.find(name), parent) {
            (None, _) => self.labels.intern(name),
            (Some(other), Some(parent)) => {
                let longer = format!("{}/{name}", self.labels.get(parent));
                if self.repeated == Repeated::Error || self.labels.find(&longer).is_some() {
                    return Err(self.fault(other, parent, line));
                }
                self.qualified += 1;
                self.labels.intern(&longer)
            }
            (Some(_), None) => {
                let first = self.drafts[self.roots[0] as usize].line;
                return Err(TaxonomyError::SeveralRoots { first, line, count: self.roots.len() + 1 });
            }
        };
        self.drafts.push(Draft { parent, line, branch: None });
        if parent.is_none() {
            self.roots.push(number);
        }
        Ok(number)
    }

    /// What it means that a new child of `parent` is called as `other` is: that is an ancestor, or elsewhere.
    fn fault(&self, other: u32, parent: u32, line: usize) -> TaxonomyError {
        let above = std::iter::successors(Some(parent), |&node| self.drafts[node as usize].parent);
        match above.zip(1..).find(|&(node, _)| node == other) {
            Some((_, length)) => TaxonomyError::Cycle { line, length },
            None => TaxonomyError::TwoParents { first: self.drafts[other as usize].line, line },
        }
    }
}
