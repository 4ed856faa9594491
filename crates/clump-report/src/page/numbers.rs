//! Numbers as people read them.

/// A share as a percentage with the digits that matter: `36.1 %`, `0.04 %`, `100 %`. The blank does not break.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    match value.abs() {
        size if size == 0.0 || (size - 100.0).abs() < 1e-9 || size >= 1000.0 => format!("{value:.0}\u{a0}%"),
        size if size >= 0.995 => format!("{value:.1}\u{a0}%"),
        size if size >= 0.005 => format!("{value:.2}\u{a0}%"),
        _ => "< 0.01\u{a0}%".to_owned(),
    }
}

/// Two digits after the point.
pub fn decimal(value: f64) -> String {
    format!("{value:.2}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn percentages_keep_the_digits_that_matter() {
        let percent = |share| super::percent(share).replace('\u{a0}', " ");
        let said = [0.0, 0.000_01, 0.000_4, 0.361_2, 0.999, 1.0, 3.5, 42.0].map(percent);
        assert_eq!(said, ["0 %", "< 0.01 %", "0.04 %", "36.1 %", "99.9 %", "100 %", "350.0 %", "4200 %"]);
    }
}
