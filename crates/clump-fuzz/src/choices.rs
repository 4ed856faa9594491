//! Choices from bytes: a fuzzer that changes a byte changes one choice.

/// A sequence of choices, one for each byte. After the last byte, the first possibility is chosen.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % end
    }

    /// One of `all`.
    pub fn of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        all[self.below(N)]
    }

    /// Yes or no.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
