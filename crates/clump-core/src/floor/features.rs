//! A transaction as a set of features: (v, c) stands for "at least c items at or below v" and weighs w(v). The rows
//! of a group share a feature exactly when m_S(v) >= c, so kept(S) is the weight of the features that all rows of S
//! have.

use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The features that a k-anonymous group can keep at all: of weight > 0, and held by rows of at least k owners.
pub struct Features {
    weights: Vec<u32>,
    /// The weight of all features of each row.
    kept: Vec<u64>,
    /// The features of each row.
    rows: Lists,
    /// The rows of each feature.
    holders: Lists,
}

impl Features {
    /// The features of `transactions`. O(items x depth of the taxonomy), in time and in memory.
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Features {
        let mut counts = Counts::new(taxonomy);
        let mut most = vec![0u32; taxonomy.len()];
        for row in 0..transactions.len() {
            counts.each(transactions.get(row), |node, count| {
                most[node.index()] = most[node.index()].max(count);
            });
        }
        // Before the rare ones are dropped, (v, c) has number first[v] + c - 1.
        let mut total = 0;
        let mut first = Vec::with_capacity(most.len());
        for &most in &most {
            first.push(total);
            total += most as usize;
        }
        let owners = owners_of_each(transactions, &mut counts, &first, total);

        let mut weights = Vec::new();
        let mut number = vec![None; total];
        for node in taxonomy.nodes().filter(|&node| taxonomy.weight(node) > 0) {
            for feature in first[node.index()]..first[node.index()] + most[node.index()] as usize {
                if owners[feature] as usize >= k {
                    number[feature] = Some(weights.len() as u32);
                    weights.push(taxonomy.weight(node));
                }
            }
        }
        let mut rows = Lists::default();
        for row in 0..transactions.len() {
            counts.each(transactions.get(row), |node, count| {
                let features = first[node.index()]..first[node.index()] + count as usize;
                rows.numbers.extend(number[features].iter().flatten());
            });
            rows.close();
        }
        let holders = rows.invert(weights.len());
        let weight = |&feature: &u32| u64::from(weights[feature as usize]);
        let kept = (0..transactions.len()).map(|row| rows.get(row).iter().map(weight).sum()).collect();
        Features { weights, kept, rows, holders }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The weight of `feature`, in units.
    #[inline]
    pub fn weight(&self, feature: u32) -> u32 {
        self.weights[feature as usize]
    }

    /// The features of `row`, sorted.
    #[inline]
    pub fn of(&self, row: usize) -> &[u32] {
        self.rows.get(row)
    }

    /// The rows that have `feature`, sorted.
    #[inline]
    pub fn holders(&self, feature: u32) -> &[u32] {
        self.holders.get(feature as usize)
    }

    /// The weight of all features of `row`: no group with it keeps more.
    #[inline]
    pub fn kept(&self, row: usize) -> u64 {
        self.kept[row]
    }
}

/// For each feature, rare ones included, how many owners have a row with it.
fn owners_of_each(
    transactions: &Transactions,
    counts: &mut Counts<'_>,
    first: &[usize],
    total: usize,
) -> Vec<u32> {
    // Owner by owner, since the rows of one need not stand together.
    let mut rows: Vec<usize> = (0..transactions.len()).collect();
    rows.sort_by_key(|&row| transactions.owner(row));
    let mut owners = vec![0; total];
    let mut last = vec![None; total];
    for row in rows {
        let owner = Some(transactions.owner(row));
        counts.each(transactions.get(row), |node, count| {
            for feature in first[node.index()]..first[node.index()] + count as usize {
                if last[feature] != owner {
                    last[feature] = owner;
                    owners[feature] += 1;
                }
            }
        });
    }
    owners
}

/// Counts the items of a bag at and below each node.
struct Counts<'a> {
    taxonomy: &'a Taxonomy,
    count: Vec<u32>,
    touched: Vec<Node>,
}

impl<'a> Counts<'a> {
    fn new(taxonomy: &'a Taxonomy) -> Counts<'a> {
        Counts { taxonomy, count: vec![0; taxonomy.len()], touched: Vec::new() }
    }

    /// Calls `see` with every node but the root that has items of `bag` at or below it, in preorder, and their number.
    fn each(&mut self, bag: &[Node], mut see: impl FnMut(Node, u32)) {
        for &item in bag {
            let mut node = item;
            while node != Node::ROOT {
                if self.count[node.index()] == 0 {
                    self.touched.push(node);
                }
                self.count[node.index()] += 1;
                node = self.taxonomy.parent(node);
            }
        }
        self.touched.sort_unstable();
        for node in self.touched.drain(..) {
            see(node, std::mem::take(&mut self.count[node.index()]));
        }
    }
}

/// Lists of numbers, end to end.
#[derive(Default)]
struct Lists {
    numbers: Vec<u32>,
    /// Where each list ends in `numbers`.
    ends: Vec<usize>,
}

impl Lists {
    fn close(&mut self) {
        self.ends.push(self.numbers.len());
    }

    #[inline]
    fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.numbers[start..self.ends[index]]
    }

    /// For each of `len` numbers, the lists it is in.
    fn invert(&self, len: usize) -> Lists {
        let mut ends = vec![0usize; len];
        for &number in &self.numbers {
            ends[number as usize] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        // `ends` now holds starts, and each becomes its end as it is filled.
        let mut numbers = vec![0u32; self.numbers.len()];
        for list in 0..self.ends.len() {
            for &number in self.get(list) {
                let next = &mut ends[number as usize];
                numbers[*next] = list as u32;
                *next += 1;
            }
        }
        Lists { numbers, ends }
    }
}
