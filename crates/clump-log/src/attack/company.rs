//! Company of words: the words that occur with each word in queries, with numbers of owners.

use clump_core::containers::{Ragged, count_sorted};
use rayon::prelude::*;

/// The pairs of words in the queries of a log, with their order: `new york` is not `york new`.
pub(super) struct Company {
    /// For each word, the words that come later in a query.
    later: Neighbours,
    /// For each word, the words that come earlier in a query.
    earlier: Neighbours,
    /// Number of pairs of words over all owners.
    pairs: f64,
}

/// For each word a list of its neighbours, each with the number of owners who have both in a query.
struct Neighbours {
    lists: Ragged<(u32, u32)>,
    /// For each word the sum of the owners in its list.
    totals: Vec<f64>,
}

impl Neighbours {
    /// Makes a list for each of `words` words. Sorted `entries` are a word, its neighbour, number of owners.
    fn new(words: usize, entries: &[(u32, u32, u32)]) -> Neighbours {
        let mut totals = vec![0.0; words];
        for &(word, _, owners) in entries {
            totals[word as usize] += f64::from(owners);
        }
        let filed = entries.iter().map(|&(word, other, owners)| (word as usize, (other, owners)));
        Neighbours { lists: Ragged::by_key(words, filed), totals }
    }

    fn of(&self, word: u32) -> &[(u32, u32)] {
        self.lists.get(word as usize)
    }
}

/// The side of a word on which another word occurs.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Later,
    Earlier,
}

pub(super) const SIDES: [Side; 2] = [Side::Later, Side::Earlier];

impl Company {
    /// Counts `pairs` of word numbers below `words`. A pair has the earlier word in its upper 32 bits, the
    /// later in its lower 32 bits, and occurs once for each owner who has it.
    pub fn new(words: usize, mut pairs: Vec<u64>) -> Company {
        pairs.par_sort_unstable();
        let mut entries: Vec<(u32, u32, u32)> = count_sorted(&pairs)
            .map(|(pair, owners)| ((pair >> 32) as u32, pair as u32, owners as u32))
            .collect();
        let later = Neighbours::new(words, &entries);
        for (first, second, _) in &mut entries {
            std::mem::swap(first, second);
        }
        entries.par_sort_unstable();
        Company { later, earlier: Neighbours::new(words, &entries), pairs: pairs.len() as f64 }
    }

    /// The words on `side` of `word` in queries, with their numbers of owners, sorted by word.
    pub fn on(&self, side: Side, word: u32) -> &[(u32, u32)] {
        self.neighbours(side).of(word)
    }

    /// The words that have `word` on their `side`, with their numbers of owners, sorted by word.
    pub fn around(&self, side: Side, word: u32) -> &[(u32, u32)] {
        self.neighbours(side.opposite()).of(word)
    }

    /// Expected number of owners with `other` on `side` of `word` if words were combined at random.
    pub fn expected(&self, side: Side, word: u32, other: u32) -> f64 {
        let (near, far) = (self.neighbours(side), self.neighbours(side.opposite()));
        near.totals[word as usize] * far.totals[other as usize] / self.pairs
    }

    /// Number of pairs of words, divided by that of `other`.
    pub fn scale(&self, other: &Company) -> f64 {
        if other.pairs == 0.0 { 1.0 } else { self.pairs / other.pairs }
    }

    /// The shape alpha of the Gamma distribution of r, the factor by which two words occur together more
    /// often than at random. It is estimated by moments: with mean e r for given r, the mean of c (c - 1) is
    /// e^2 (1 + 1 / alpha).
    pub fn shape(&self) -> f64 {
        let square = |count: f64| count * (count - 1.0);
        let seen: f64 = self.later.lists.values().iter().map(|&(_, owners)| square(f64::from(owners))).sum();
        let squares = |side: &Neighbours| side.totals.iter().map(|total| total * total).sum::<f64>();
        let expected = squares(&self.later) * squares(&self.earlier) / (self.pairs * self.pairs);
        expected / (seen - expected)
    }

    fn neighbours(&self, side: Side) -> &Neighbours {
        match side {
            Side::Later => &self.later,
            Side::Earlier => &self.earlier,
        }
    }
}

impl Side {
    fn opposite(self) -> Side {
        match self {
            Side::Later => Side::Earlier,
            Side::Earlier => Side::Later,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_from_both_sides() {
        let pair = |first: u64, second: u64| first << 32 | second;
        let company = Company::new(3, vec![pair(0, 2), pair(0, 1), pair(0, 2), pair(2, 1)]);
        assert_eq!(company.on(Side::Later, 0), [(1, 1), (2, 2)]);
        assert_eq!(company.on(Side::Earlier, 0), []);
        assert_eq!(company.on(Side::Earlier, 1), [(0, 1), (2, 1)]);
        assert_eq!(company.around(Side::Later, 2), [(0, 2)]);
        // Word 0 is first in three of four pairs, and word 1 is second in two: 3 x 2 / 4.
        assert_eq!(company.expected(Side::Later, 0, 1), 1.5);
        assert_eq!(company.expected(Side::Earlier, 1, 0), 1.5);
    }
}
