//! Choices that the bytes of a fuzzer make. If the fuzzer changes a byte, one choice changes.

/// A sequence of choices, one for each byte. After the last byte, every choice is the first possibility.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    /// A number from 0 that is below `end`; `end` must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % end
    }

    /// One of `all`; the first after the last byte.
    pub fn of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        all[self.below(N)]
    }

    /// True or false; false after the last byte.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
