//! Amounts of memory as text: `2GiB`, `500MB`, `1.5 GiB`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A number of bytes. As text: a number and a unit, those of 1,024 with an `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct ByteSize(pub u64);

/// Error for text that is not an amount of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of memory: expected a number and a unit, like `2GiB` or `500MB`")]
pub struct ByteSizeError;

const UNITS: [(&str, u64); 9] = [
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("b", 1),
];

impl FromStr for ByteSize {
    type Err = ByteSizeError;

    fn from_str(text: &str) -> Result<ByteSize, ByteSizeError> {
        let text = text.trim().to_ascii_lowercase();
        let (number, unit) = UNITS
            .iter()
            .find_map(|&(name, unit)| text.strip_suffix(name).map(|number| (number.trim(), unit)))
            .ok_or(ByteSizeError)?;
        if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(ByteSizeError);
        }
        let number: f64 = number.parse().map_err(|_| ByteSizeError)?;
        let bytes = (number * unit as f64).round();
        if bytes >= 1.0 && bytes < (1u64 << 63) as f64 {
            Ok(ByteSize(bytes as u64))
        } else {
            Err(ByteSizeError)
        }
    }
}

impl ByteSize {
    /// The largest unit that fits at least once: its name and its bytes. Units are powers of 1,024.
    fn unit(self) -> (&'static str, u64) {
        [("TiB", 1u64 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
            .into_iter()
            .find(|&(_, unit)| self.0 >= unit)
            .unwrap_or(("B", 1))
    }

    /// Rounds up to the precision of `Display`. So the amount in an error message is enough.
    pub(crate) fn rounded_up(self) -> ByteSize {
        let (_, unit) = self.unit();
        let tenths = (u128::from(self.0) * 10).div_ceil(u128::from(unit));
        ByteSize(((tenths * u128::from(unit)) / 10) as u64)
    }
}

impl fmt::Display for ByteSize {
    /// Writes the number in the largest unit that fits at least once, with at most one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit) = self.unit();
        let tenths = (10.0 * self.0 as f64 / unit as f64).round() as u64;
        match tenths % 10 {
            0 => write!(f, "{}{name}", tenths / 10),
            tenth => write!(f, "{}.{tenth}{name}", tenths / 10),
        }
    }
}

impl TryFrom<String> for ByteSize {
    type Error = ByteSizeError;

    fn try_from(text: String) -> Result<ByteSize, ByteSizeError> {
        text.parse()
    }
}

impl From<ByteSize> for String {
    /// Writes a text that parses to exactly the same number.
    fn from(bytes: ByteSize) -> String {
        let text = bytes.to_string();
        if text.parse() == Ok(bytes) { text } else { format!("{}B", bytes.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        for (text, bytes) in [
            ("2GiB", 2 << 30),
            ("2 gib", 2 << 30),
            ("1.5GiB", 3 << 29),
            ("500MB", 500_000_000),
            ("64KiB", 1 << 16),
            ("12b", 12),
        ] {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
            assert_eq!(String::from(ByteSize(bytes)).parse(), Ok(ByteSize(bytes)));
        }
        assert_eq!(ByteSize(2 << 30).to_string(), "2GiB");
        assert_eq!(ByteSize(3_435_973_837).to_string(), "3.2GiB");
        assert_eq!(String::from(ByteSize(1_234_567)), "1234567B");
        for text in ["", "2", "GiB", "-1GiB", "0B", "1e3MB", "2GiBs", "99999999TiB", "1.2.3MB"] {
            assert_eq!(text.parse::<ByteSize>(), Err(ByteSizeError), "{text}");
        }
    }
}
