//! The decimal text of a whole number, on the stack.

/// As many characters as the longest has: `-9223372036854775808`.
const LENGTH: usize = 20;

pub(in crate::read) struct Digits {
    bytes: [u8; LENGTH],
    start: usize,
}

impl Digits {
    pub(super) fn new(is_negative: bool, mut magnitude: u64) -> Self {
        let mut digits = Digits { bytes: [b'0'; LENGTH], start: LENGTH };
        loop {
            digits.push(b'0' + (magnitude % 10) as u8);
            magnitude /= 10;
            if magnitude == 0 {
                break;
            }
        }
        if is_negative {
            digits.push(b'-');
        }
        digits
    }

    fn push(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.start..]).expect("digits are ASCII")
    }
}

impl From<i64> for Digits {
    fn from(number: i64) -> Self {
        Digits::new(number < 0, number.unsigned_abs())
    }
}

impl From<u64> for Digits {
    fn from(number: u64) -> Self {
        Digits::new(false, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_writes_them() {
        for number in [0, 7, -7, 10, 1234567890, i64::MAX, i64::MIN] {
            assert_eq!(Digits::from(number).as_str(), number.to_string());
        }
        assert_eq!(Digits::from(u64::MAX).as_str(), u64::MAX.to_string());
    }
}
