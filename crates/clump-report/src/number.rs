//! Numbers as a person reads them.

use crate::count;

/// `value` with `decimals` digits after the point and its thousands separated: `-1,234.50`. Never `-0`.
pub fn number(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let sign = if value < 0.0 && digits.contains(|digit| ('1'..='9').contains(&digit)) { "-" } else { "" };
    match whole.parse() {
        Ok(whole) => format!("{sign}{}{fraction}", count(whole)),
        // Not a number, or more than can be counted.
        Err(_) => format!("{sign}{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn thousands_are_separated_and_zero_has_no_sign() {
        let told = [(1_234_567.891, 1), (-1_234.5, 2), (-0.001, 2), (0.5, 0), (999.6, 0)];
        assert_eq!(
            told.map(|(value, decimals)| number(value, decimals)),
            ["1,234,567.9", "-1,234.50", "0.00", "0", "1,000"]
        );
        assert_eq!(number(f64::NAN, 2), "NaN");
    }
}
