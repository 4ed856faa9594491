//! Sets of features of one row as bits, and their weight by table: eight look-ups for 64 features.

/// The weight of every byte of a bit set.
pub struct Scales {
    /// 64-bit words of a set.
    words: usize,
    /// For each byte of a set, the weight of each of its 256 values.
    tables: Vec<[u32; 256]>,
}

impl Scales {
    /// Scales for sets in which bit i weighs `weights[i]`.
    pub fn new(weights: &[u32]) -> Scales {
        let words = weights.len().div_ceil(64).max(1);
        let mut tables = vec![[0u32; 256]; words * 8];
        for (byte, table) in tables.iter_mut().enumerate() {
            for value in 1..256usize {
                let lowest = byte * 8 + value.trailing_zeros() as usize;
                table[value] = table[value & (value - 1)] + weights.get(lowest).copied().unwrap_or(0);
            }
        }
        Scales { words, tables }
    }

    /// 64-bit words of a set.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The weight of what both sets hold.
    #[inline]
    pub fn weigh_both(&self, a: &[u64], b: &[u64]) -> u32 {
        let mut sum = 0;
        for ((a, b), tables) in a.iter().zip(b).zip(self.tables.chunks_exact(8)) {
            let both = a & b;
            if both != 0 {
                for (table, byte) in tables.iter().zip(both.to_le_bytes()) {
                    sum += table[usize::from(byte)];
                }
            }
        }
        sum
    }
}
