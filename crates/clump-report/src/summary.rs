//! A report in a few lines for a person.

use clump_core::verify::Counted;

use crate::{FloorFacts, Report};

/// What was made, what was checked and what it cost, one line each. Never a value of the data.
pub fn summary(report: &Report) -> Vec<String> {
    let measures = &report.measures;
    let by = match report.verdict.counted {
        Counted::Rows => counted(report.verdict.smallest_group, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(report.verdict.smallest_group, "owner", "owners"),
    };
    let grouped = format!(
        "Grouped   {} into {} of {} with {} in {:.2} s",
        counted(measures.owners, "owner", "owners"),
        counted(measures.groups, "group", "groups"),
        range(measures.smallest_group, measures.largest_group),
        report.method,
        report.timing.seconds,
    );
    let verified = format!("Verified  {}: every published row stands for at least {by}", report.promise,);
    let lost = format!(
        "Lost      {:.1} % of the information: of {}, {} exact, {} generalized, {} suppressed",
        100.0 * measures.loss_per_item,
        counted(measures.items, "item", "items"),
        count(measures.exact),
        count(measures.generalized),
        count(measures.suppressed),
    );
    let mut lines = vec![grouped, verified, lost];
    lines.extend(report.floor.as_ref().map(|floor| floor_line(report, floor)));
    lines
}

fn floor_line(report: &Report, floor: &FloorFacts) -> String {
    let least = format!(
        "Floor     every grouping with {} loses at least {:.1} %",
        report.promise,
        100.0 * floor.loss_per_item
    );
    match floor.times_optimum {
        Some(times) => format!("{least}: this one loses at most {times:.2} times the optimum"),
        None => least,
    }
}

/// `1 owner`, `53,058 owners`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// `5 to 10`, or `5` alone.
pub fn range(least: usize, most: usize) -> String {
    if least == most { count(least) } else { format!("{} to {}", count(least), count(most)) }
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
