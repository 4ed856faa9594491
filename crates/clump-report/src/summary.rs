//! A report in a few lines for a person.

use clump_core::anonymize::apply::Applied;
use clump_core::measure::Measures;
use clump_core::promise::Promise;
use clump_core::verify::{Counted, Verdict};

use crate::{Figures, FloorFacts, PrivateFacts, Report, Timing};

/// What was made, what was checked, what it cost and where the time went, one line each. Never a value of the data.
pub fn summary(report: &Report) -> Vec<String> {
    let mut lines = outcome(report);
    lines.push(took(&report.timing));
    lines
}

fn took(timing: &Timing) -> String {
    let stages: Vec<String> =
        timing.stages().map(|(stage, seconds)| format!("{stage} {seconds:.2}")).collect();
    format!("Took      {:.2} s: {}", timing.seconds_total, stages.join(", "))
}

fn outcome(report: &Report) -> Vec<String> {
    match &report.figures {
        Figures::Rows { measures, floor, private_items, applied, .. } => {
            let mut lines = vec![made(report, measures)];
            lines.extend(applied.map(applied_line));
            lines.extend(private_items.map(private_line));
            lines.extend(report.verdict.as_ref().map(|verdict| verified(&report.promise, verdict)));
            lines.push(lost(measures));
            lines.extend(floor.as_ref().map(|floor| floor_line(report, floor)));
            lines
        }
        Figures::Lines { lines, facts } => {
            let facts: Vec<String> =
                facts.iter().map(|fact| format!("{}: {}", fact.name, count(fact.count as usize))).collect();
            let mut said = vec![format!(
                "Rewrote   the log with {} to {} in {:.2} s",
                report.method,
                counted(*lines, "line", "lines"),
                report.timing.seconds
            )];
            if !facts.is_empty() {
                said.push(format!("Counted   {}", facts.join(", ")));
            }
            said.push(match &report.verdict {
                Some(verdict) => verified(&report.promise, verdict),
                None => format!("Promise   {}", report.promise.sentence()),
            });
            said
        }
    }
}

fn private_line(PrivateFacts { items, unmatched }: PrivateFacts) -> String {
    let items = counted(items, "item", "items");
    match unmatched {
        0 => format!("Private   {items} of the data"),
        _ => format!(
            "Private   {items} of the data; not among them, or misspelt: {} of the list",
            counted(unmatched, "name", "names")
        ),
    }
}

fn applied_line(applied: Applied) -> String {
    let (used, suppressed, empty) = match applied {
        Applied::Rows { earlier, used, empty } => {
            let fit_none = if empty == 1 { "fits none" } else { "fit none" };
            let empty = (empty > 0)
                .then(|| format!("{} {fit_none} that k owners share", counted(empty, "new row", "new rows")));
            (format!("{} of {}", count(used), counted(earlier, "row", "rows")), None, empty)
        }
        Applied::Labels { earlier, used, suppressed, empty } => (
            format!("{} of {}", count(used), counted(earlier, "label", "labels")),
            (suppressed > 0).then(|| format!("{} suppressed to keep the promise", count(suppressed))),
            (empty > 0).then(|| format!("{} left empty", counted(empty, "new row", "new rows"))),
        ),
    };
    let mut line = format!("Applied   {used} of the earlier release");
    for more in [suppressed, empty].into_iter().flatten() {
        line.push_str("; ");
        line.push_str(&more);
    }
    line
}

fn made(report: &Report, measures: &Measures) -> String {
    let owners = counted(measures.owners, "owner", "owners");
    let (method, seconds) = (&report.method, report.timing.seconds);
    match report.promise {
        Promise::KAnonymity { .. } => format!(
            "Grouped   {owners} into {} of {} with {method} in {seconds:.2} s",
            counted(measures.groups, "group", "groups"),
            range(measures.smallest_group, measures.largest_group),
        ),
        _ => format!(
            "Recoded   {} of {owners} with {method} in {seconds:.2} s",
            counted(measures.rows, "row", "rows")
        ),
    }
}

fn verified(promise: &Promise, verdict: &Verdict) -> String {
    let least = match verdict.counted {
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    let found = match promise {
        Promise::KAnonymity { .. } => format!("every published row stands for at least {least}"),
        Promise::KmAnonymity { .. } | Promise::Coherence { .. } => match verdict.sets {
            0 => "no item is left to be known".to_owned(),
            sets => format!("{}, each in the rows of at least {least}", counted(sets, "set", "sets")),
        },
        Promise::CommonQueries { .. } => match verdict.sets {
            0 => "no query is published".to_owned(),
            sets => format!("{}, each asked by at least {least}", counted(sets, "query", "queries")),
        },
        Promise::SealedQueries { k } => format!(
            "of {}, none opens with fewer than {k} shares",
            counted(verdict.sets, "sealed query", "sealed queries")
        ),
        Promise::Nothing => "nothing".to_owned(),
    };
    format!("Verified  {promise}: {found}")
}

fn lost(measures: &Measures) -> String {
    format!(
        "Lost      {:.1} % of the information: of {}, {} exact, {} generalized, {} suppressed",
        100.0 * measures.loss_per_item,
        counted(measures.items, "item", "items"),
        count(measures.exact),
        count(measures.generalized),
        count(measures.suppressed),
    )
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
