//! A report in a few lines for a person.

use clump_core::verify::Counted;

use crate::Report;

/// What was made, what was checked and what it cost, one line each. Never a value of the data.
pub fn summary(report: &Report) -> [String; 3] {
    let measures = &report.measures;
    let by = match report.verdict.counted {
        Counted::Rows => "rows",
        Counted::Stated | Counted::Owners => "owners",
    };
    let grouped = format!(
        "Grouped   {} owners into {} groups of {} to {} with {} in {:.2} s",
        count(measures.owners),
        count(measures.groups),
        count(measures.smallest_group),
        count(measures.largest_group),
        report.method,
        report.timing.seconds,
    );
    let verified = format!(
        "Verified  {}: every published row stands for at least {} {by}",
        report.promise,
        count(report.verdict.smallest_group),
    );
    let lost = format!(
        "Lost      {:.1} % of the information: of {} items {} stay exact, {} are generalized, {} suppressed",
        100.0 * measures.loss_per_item,
        count(measures.items),
        count(measures.exact),
        count(measures.generalized),
        count(measures.suppressed),
    );
    [grouped, verified, lost]
}

/// A count with thousands separated: `53,058`.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 999, 1_000, 53_058, 1_234_567].map(super::count),
            ["0", "999", "1,000", "53,058", "1,234,567"]
        );
    }
}
