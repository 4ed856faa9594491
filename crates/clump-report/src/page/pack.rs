//! Packing of whole numbers as text: most need 1 to 3 letters, and none that JSON or HTML must escape.
//!
//! A number is written in base 46, the highest digit first. Letters are those of ASCII from `#` on. The last
//! digit of a number is one of the first 46 of them, the others are among the next 46, so no separator is
//! needed. Two of these 92 letters would need escapes: `!` replaces `<`, and a blank replaces `\`.
//!
//! A sorted row of 20 items out of 20,000 takes two letters per item as differences; JSON arrays take six.

const BASE: u64 = 46;

/// A column of numbers as text.
#[derive(Debug, Default)]
pub struct Packed(String);

impl Packed {
    /// Adds one number.
    pub fn push(&mut self, number: u64) {
        let mut digits = [0; 12]; // 46^12 > 2^64
        let (mut first, mut rest) = (digits.len() - 1, number / BASE);
        digits[first] = (number % BASE) as u8;
        while rest > 0 {
            first -= 1;
            digits[first] = (BASE + rest % BASE) as u8;
            rest /= BASE;
        }
        self.0.extend(digits[first..].iter().map(|&digit| letter(digit)));
    }

    /// Adds a bag of numbers: its length, then the smallest number, then the difference of each to the
    /// previous one.
    pub fn push_bag(&mut self, mut numbers: Vec<u32>) {
        numbers.sort_unstable();
        self.push(numbers.len() as u64);
        let mut last = 0;
        for number in numbers {
            self.push(u64::from(number - last));
            last = number;
        }
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.0
    }
}

impl FromIterator<u64> for Packed {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Packed {
        let mut packed = Packed::default();
        numbers.into_iter().for_each(|number| packed.push(number));
        packed
    }
}

fn letter(digit: u8) -> char {
    match b'#' + digit {
        b'<' => '!',
        b'\\' => ' ',
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as `unpack` of the script.
    fn unpack(text: &str) -> Vec<u64> {
        let (mut numbers, mut number) = (Vec::new(), 0);
        for letter in text.bytes() {
            let code = match letter {
                b'!' => b'<',
                b' ' => b'\\',
                other => other,
            };
            let digit = u64::from(code - b'#');
            number = number * BASE + digit % BASE;
            if digit < BASE {
                numbers.push(number);
                number = 0;
            }
        }
        numbers
    }

    #[test]
    fn numbers_come_back_and_need_no_escapes() {
        let numbers: Vec<u64> = (0..5_000).chain([u64::from(u32::MAX), 1 << 53, u64::MAX]).collect();
        let text = numbers.iter().copied().collect::<Packed>().into_text();
        assert_eq!(unpack(&text), numbers);
        assert!(!text.contains(['"', '\\', '<']) && text.is_ascii());
        assert_eq!(serde_json::to_string(&text).unwrap().len(), text.len() + 2);
    }

    #[test]
    fn bags_are_written_as_differences() {
        let mut packed = Packed::default();
        packed.push_bag(vec![70, 5, 5]);
        packed.push_bag(vec![]);
        assert_eq!(unpack(&packed.into_text()), [3, 5, 0, 65, 0]);
    }
}
