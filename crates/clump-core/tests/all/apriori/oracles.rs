//! k^m-anonymity, the best cut and the paper's algorithm, spelled out naively: by counting every set.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;

/// Label of each item.
pub type Cut = BTreeMap<Node, Node>;

/// The owner of each row, and what it is published as.
pub type Rows = Vec<(u32, BTreeSet<Node>)>;

/// The rows of a release, with their owners.
pub fn rows(transactions: &Transactions, release: &Release) -> Rows {
    let row = |row| (transactions.owner(row), release.get(row).iter().copied().collect());
    (0..transactions.len()).map(row).collect()
}

/// True if every set of at most `m` nodes in a row is in rows of `k` owners.
pub fn is_km_anonymous(rows: &Rows, k: usize, m: usize) -> bool {
    let mut sets: BTreeSet<Vec<Node>> = BTreeSet::new();
    for (_, row) in rows {
        sets.extend(subsets(&row.iter().copied().collect::<Vec<_>>(), m));
    }
    sets.iter().all(|set| {
        let matching = rows.iter().filter(|(_, row)| set.iter().all(|node| row.contains(node)));
        matching.map(|(owner, _)| owner).collect::<BTreeSet<_>>().len() >= k
    })
}

/// The subsets of `set` with 1 to `m` members, each in the order of `set`.
fn subsets<T: Clone>(set: &[T], m: usize) -> Vec<Vec<T>> {
    let mut subsets: Vec<Vec<T>> = vec![Vec::new()];
    for member in set {
        let with: Vec<Vec<T>> = subsets
            .iter()
            .filter(|subset| subset.len() < m)
            .map(|subset| subset.iter().cloned().chain([member.clone()]).collect())
            .collect();
        subsets.extend(with);
    }
    subsets.retain(|subset| !subset.is_empty());
    subsets
}

/// The loss of a release: for each occurrence of an item the leaves below the lowest published node that covers it.
pub fn loss(taxonomy: &Taxonomy, transactions: &Transactions, rows: &Rows) -> u64 {
    let mut loss = 0;
    for (row, (_, published)) in rows.iter().enumerate() {
        for &item in transactions.get(row) {
            let mut node = item;
            while node != Node::ROOT && !published.contains(&node) {
                node = taxonomy.parent(node);
            }
            loss += penalty(taxonomy, node);
        }
    }
    loss
}

fn penalty(taxonomy: &Taxonomy, node: Node) -> u64 {
    let is_exact = taxonomy.is_leaf(node) && node != Node::ROOT;
    if is_exact { 0 } else { u64::from(taxonomy.leaves(node)) }
}

/// Every cut for the items at or below `node`. An item at an inner node stays one until the cut is there or above.
pub fn cuts(taxonomy: &Taxonomy, node: Node, items: &BTreeSet<Node>) -> Vec<Cut> {
    let below = items.range(node..taxonomy.end(node)).copied();
    let risen: Cut = below.map(|item| (item, node)).collect();
    let own = items.get(&node).map(|&item| (item, item));
    let mut finer = vec![Cut::from_iter(own)];
    for child in taxonomy.children(node) {
        let parts = cuts(taxonomy, child, items);
        finer = finer
            .iter()
            .flat_map(|cut| parts.iter().map(|part| cut.iter().chain(part).map(|(&a, &b)| (a, b)).collect()))
            .collect();
    }
    if !finer.contains(&risen) {
        finer.push(risen);
    }
    finer
}

/// OA, the optimal anonymization: of all cuts that keep the promise the rows of one with the least loss.
pub fn optimum(taxonomy: &Taxonomy, transactions: &Transactions, k: usize, m: usize) -> (u64, Rows) {
    let items: BTreeSet<Node> = transactions.bags().items().iter().copied().collect();
    let published = |cut: Cut| -> Rows {
        let publish = |item| cut[item];
        let nodes =
            |row| transactions.get(row).iter().map(publish).filter(|&node| node != Node::ROOT).collect();
        (0..transactions.len()).map(|row| (transactions.owner(row), nodes(row))).collect()
    };
    cuts(taxonomy, Node::ROOT, &items)
        .into_iter()
        .map(published)
        .filter(|rows| is_km_anonymous(rows, k, m))
        .map(|rows| (loss(taxonomy, transactions, &rows), rows))
        .min_by_key(|(loss, _)| *loss)
        .expect("the root keeps the promise")
}

/// A node, or the leaf of its own that an item at an inner node has below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    node: Node,
    is_own: bool,
}

const ROOT: Term = Term { node: Node::ROOT, is_own: false };

/// AA as the paper has it: all sets of extended rows are counted, and for each that is rare all combinations of
/// ancestors of its members are tried. The least loss wins, then the fewest steps, then the member of best rank.
pub struct Naive<'a> {
    taxonomy: &'a Taxonomy,
    transactions: &'a Transactions,
    risen: BTreeSet<Term>,
}

impl Naive<'_> {
    pub fn rows(taxonomy: &Taxonomy, transactions: &Transactions, k: usize, m: usize) -> Rows {
        let mut naive = Naive { taxonomy, transactions, risen: BTreeSet::new() };
        for size in 1..=m {
            naive.level(k, size);
        }
        let nodes =
            |row| naive.items(row).map(|item| naive.cover(item).node).filter(|&node| node != Node::ROOT);
        (0..transactions.len()).map(|row| (transactions.owner(row), nodes(row).collect())).collect()
    }

    fn level(&mut self, k: usize, size: usize) {
        let mut sets = BTreeSet::new();
        for row in 0..self.transactions.len() {
            let above: BTreeSet<Term> = self.items(row).flat_map(|item| self.path(item)).collect();
            let mut extended: Vec<_> = above
                .into_iter()
                .filter(|&term| term != ROOT && self.is_live(term))
                .map(|term| self.rank(term))
                .collect();
            extended.sort_unstable();
            sets.extend(subsets(&extended, size).into_iter().filter(|set| set.len() == size));
        }
        for ranked in sets {
            let set: Vec<Term> = ranked.into_iter().map(|(_, term)| term).collect();
            let is_related = |a: &Term, b: &Term| a != b && self.covers(*a, *b);
            let is_antichain = !set.iter().any(|a| set.iter().any(|b| is_related(a, b)));
            if is_antichain && set.iter().all(|&term| self.is_live(term)) && self.owners(&set) < k {
                self.generalize(&set, k);
            }
        }
    }

    fn generalize(&mut self, set: &[Term], k: usize) {
        let mut combinations: Vec<Vec<Term>> = vec![Vec::new()];
        for &term in set {
            let path = self.path(term);
            combinations = combinations
                .iter()
                .flat_map(|some| path.iter().map(|&above| [&some[..], &[above]].concat()))
                .collect();
        }
        let least = combinations.iter().filter(|general| self.owners(general) >= k).min_by_key(|general| {
            let changed = || set.iter().zip(*general).filter(|(term, above)| term != above);
            let risen: BTreeSet<Term> =
                self.risen.iter().copied().chain(changed().map(|(_, &above)| above)).collect();
            let steps: u32 = changed().map(|(&term, &above)| self.depth(term) - self.depth(above)).sum();
            let loss = Naive { risen, ..*self }.loss();
            (loss, steps, set.iter().zip(*general).position(|(term, above)| term != above))
        });
        let least = least.expect("the root has k owners").clone();
        self.risen
            .extend(set.iter().zip(&least).filter(|(term, above)| term != above).map(|(_, &above)| above));
    }

    fn items(&self, row: usize) -> impl Iterator<Item = Term> {
        let items = self.transactions.get(row).iter();
        items.map(|&node| Term { node, is_own: !self.taxonomy.is_leaf(node) && node != Node::ROOT })
    }

    fn parent(&self, term: Term) -> Term {
        let node = if term.is_own { term.node } else { self.taxonomy.parent(term.node) };
        Term { node, is_own: false }
    }

    /// The term and all above it.
    fn path(&self, term: Term) -> Vec<Term> {
        let mut path = vec![term];
        while *path.last().unwrap() != ROOT {
            path.push(self.parent(*path.last().unwrap()));
        }
        path
    }

    fn depth(&self, term: Term) -> u32 {
        self.path(term).len() as u32
    }

    fn covers(&self, above: Term, below: Term) -> bool {
        self.path(below).contains(&above)
    }

    /// Owners with a row in which every term has an item.
    fn owners(&self, set: &[Term]) -> usize {
        let is_in = |row: usize| {
            set.iter().all(|&term| term == ROOT || self.items(row).any(|item| self.covers(term, item)))
        };
        let rows = (0..self.transactions.len()).filter(|&row| is_in(row));
        rows.map(|row| self.transactions.owner(row)).collect::<BTreeSet<_>>().len()
    }

    fn rank(&self, term: Term) -> (std::cmp::Reverse<usize>, Term) {
        (std::cmp::Reverse(self.owners(&[term])), term)
    }

    fn is_live(&self, term: Term) -> bool {
        !self.path(term)[1..].iter().any(|above| self.risen.contains(above))
    }

    fn cover(&self, item: Term) -> Term {
        self.path(item).into_iter().rfind(|above| self.risen.contains(above)).unwrap_or(item)
    }

    fn loss(&self) -> u64 {
        let items = (0..self.transactions.len()).flat_map(|row| self.items(row));
        items.map(|item| penalty(self.taxonomy, self.cover(item).node)).sum()
    }
}
