//! Who pays for what the search left uncovered.
//!
//! Let b(t) >= 0 bound how far the groups with lead t are underpriced. The lead may pay b(t) alone. But where many
//! leads owe, it is cheaper to raise all prices: let phi >= 0 not fall along the ranks. A group T has its lead at its
//! lowest rank, so raising each price by phi(rank) raises the sum over T by at least k * phi(lead), and the lead then
//! owes only b(t) - k * phi(lead), if that is positive. Every T is covered, at a cost of
//!
//! sum over t of phi(t) + max(0, b(t) - k * phi(t)).
//!
//! (Charging leads alone is phi = 0. For constant phi the best value is the n/k-th largest b, divided by k: then just
//! the n/k largest debts are paid, as if each were a group of its own.) The best phi is an isotonic quantile
//! regression. It is found here by pooling adjacent violators over blocks of consecutive ranks, which is optimal
//! among those constant on the blocks.

/// Ranks are cut into this many blocks at most.
const BLOCKS: usize = 128;

/// A run of ranks with one raise.
struct Block {
    /// Debts, largest first.
    debts: Vec<i64>,
    raise: i64,
}

impl Block {
    fn new(mut debts: Vec<i64>, k: i64) -> Block {
        debts.sort_unstable_by(|a, b| b.cmp(a));
        // Raising by one more costs len and saves k for each debt above k * raise: worth it while more than len / k
        // are.
        let raise = debts.get(debts.len() / k as usize).map_or(0, |&debt| debt / k);
        Block { debts, raise }
    }
}

/// The least that covers `debts`, given by rank, and each at least 0.
pub fn charge(debts: &[i64], k: usize) -> i64 {
    let k = k as i64;
    let mut blocks: Vec<Block> = Vec::new();
    for chunk in debts.chunks(debts.len().div_ceil(BLOCKS).max(1)) {
        let mut block = Block::new(chunk.to_vec(), k);
        while let Some(before) = blocks.pop_if(|before| before.raise > block.raise) {
            let mut both = before.debts;
            both.append(&mut block.debts);
            block = Block::new(both, k);
        }
        blocks.push(block);
    }
    let cost = |block: &Block| {
        block.debts.iter().map(|debt| block.raise + (debt - k * block.raise).max(0)).sum::<i64>()
    };
    blocks.iter().map(cost).sum()
}
