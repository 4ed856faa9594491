//! Formats of numbers for people.

/// Format of the numbers of an axis or of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// A number with this many decimals: `-1,234.50`.
    Decimals(usize),
    /// A share as a percentage: `36.1 %`.
    Percent,
}

impl Default for NumberFormat {
    fn default() -> NumberFormat {
        NumberFormat::Decimals(0)
    }
}

impl NumberFormat {
    /// `value` in this format.
    ///
    /// ```
    /// use clump_report::NumberFormat;
    ///
    /// assert_eq!(NumberFormat::Decimals(2).tell(1234.5), "1,234.50");
    /// assert_eq!(NumberFormat::Percent.tell(0.361), "36.1\u{a0}%");
    /// ```
    pub fn tell(self, value: f64) -> String {
        match self {
            NumberFormat::Decimals(decimals) => number(value, decimals),
            NumberFormat::Percent => percent(value),
        }
    }

    /// The label of an axis tick at `value`, where all ticks need `decimals` decimals.
    pub(crate) fn mark(self, value: f64, decimals: usize) -> String {
        match self {
            NumberFormat::Decimals(_) => number(value, decimals),
            NumberFormat::Percent => percent(value).replace(".0\u{a0}", "\u{a0}"),
        }
    }
}

/// `value` with `decimals` digits after the point and its thousands separated: `-1,234.50`. Never `-0`.
pub fn number(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let sign = if value < 0.0 && digits.contains(|digit| ('1'..='9').contains(&digit)) { "-" } else { "" };
    match whole.parse() {
        Ok(whole) => format!("{sign}{}{fraction}", count(whole)),
        // The number is NaN, or too large for an integer, so its digits are not grouped.
        Err(_) => format!("{sign}{digits}"),
    }
}

/// A share as a percentage with its significant digits: `36.1 %`, `0.04 %`, `100 %`, with a non-breaking
/// space.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    match value.abs() {
        size if size == 0.0 || (size - 100.0).abs() < 1e-9 || size >= 1000.0 => format!("{value:.0}\u{a0}%"),
        size if size >= 0.995 => format!("{value:.1}\u{a0}%"),
        size if size >= 0.005 => format!("{value:.2}\u{a0}%"),
        _ => "< 0.01\u{a0}%".to_owned(),
    }
}

/// A number with its noun: `1 owner`, `53,058 owners`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// A range of counts: `5 to 10`, or `5` if both ends are equal.
pub fn range(least: usize, most: usize) -> String {
    if least == most { count(least) } else { format!("{} to {}", count(least), count(most)) }
}

/// A count with thousands separated: `53,058`.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// `value` with two decimals and separated thousands.
pub(crate) fn decimal(value: f64) -> String {
    number(value, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_zero_has_no_sign() {
        let counts = [0, 999, 1_000, 53_058, 1_234_567].map(count);
        assert_eq!(counts, ["0", "999", "1,000", "53,058", "1,234,567"]);
        let told = [(1_234_567.891, 1), (-1_234.5, 2), (-0.001, 2), (0.5, 0), (999.6, 0)];
        assert_eq!(
            told.map(|(value, decimals)| number(value, decimals)),
            ["1,234,567.9", "-1,234.50", "0.00", "0", "1,000"]
        );
        assert_eq!(number(f64::NAN, 2), "NaN");
    }

    #[test]
    fn percentages_keep_the_digits_that_matter() {
        let percent = |share| percent(share).replace('\u{a0}', " ");
        let said = [0.0, 0.000_01, 0.000_4, 0.361_2, 0.999, 1.0, 3.5, 42.0].map(percent);
        assert_eq!(said, ["0 %", "< 0.01 %", "0.04 %", "36.1 %", "99.9 %", "100 %", "350.0 %", "4200 %"]);
    }

    #[test]
    fn marks_of_an_axis_have_the_digits_of_its_steps() {
        assert_eq!(NumberFormat::Percent.mark(0.2, 1), "20\u{a0}%");
        assert_eq!(NumberFormat::Percent.mark(0.025, 3), "2.5\u{a0}%");
        assert_eq!(NumberFormat::Decimals(0).mark(0.5, 1), "0.5");
    }
}
