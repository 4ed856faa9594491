//! What a release states of the owners behind its rows must be possible, whoever they are. It is not yet the truth:
//! that shows only with the originals.

use std::collections::BTreeMap;

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Rows that each state how many owners share them: equal rows state the same number, which is at least `least` and the
/// number of these rows. An owner has one of them, however many transactions stand behind it.
pub fn stated_by_rows<R: Ord>(stated: impl IntoIterator<Item = (usize, R)>, least: usize) -> Verdict {
    verdict(stated, |numbers| {
        let (stated, rows) = (numbers[0], numbers.len());
        if numbers.iter().any(|&number| number != stated) {
            Some(Reason::Contradictory)
        } else if stated > rows {
            Some(Reason::Overstated { stated, rows })
        } else {
            too_few(stated, least).or((stated < rows).then_some(Reason::Understated { stated, rows }))
        }
    })
}

/// Groups that state how many owners they have: at least `least`, and no group stands there twice. Rows that are taken
/// for groups do, and their owners would count again and again.
pub fn stated_by_groups<R: Ord>(stated: impl IntoIterator<Item = (usize, R)>, least: usize) -> Verdict {
    verdict(stated, |numbers| match numbers {
        [stated] => too_few(*stated, least),
        _ => Some(Reason::Repeated { times: numbers.len() }),
    })
}

fn too_few(found: usize, needed: usize) -> Option<Reason> {
    (found < needed).then_some(Reason::TooFew { found, needed })
}

/// Brings equal rows together; `fault` judges by what they state, in the order of the file.
fn verdict<R: Ord>(
    stated: impl IntoIterator<Item = (usize, R)>,
    fault: impl Fn(&[usize]) -> Option<Reason>,
) -> Verdict {
    let mut groups: BTreeMap<R, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    let mut verdict = Verdict::of_nothing(Counted::Stated);
    for (owners, row) in stated {
        verdict.rows += 1;
        let (lines, numbers) = groups.entry(row).or_default();
        lines.push(verdict.rows);
        numbers.push(owners);
    }
    verdict.sets = groups.len();
    verdict.smallest = groups.values().flat_map(|(_, numbers)| numbers).copied().min().unwrap_or(0);
    for (lines, numbers) in groups.into_values() {
        let Some(reason) = fault(&numbers) else { continue };
        verdict.violations += 1;
        if verdict.first.as_ref().is_none_or(|first| lines < first.rows) {
            let rows = lines.into_iter().take(ROWS_NAMED).collect();
            verdict.first = Some(Violation { rows, columns: Vec::new(), reason });
        }
    }
    verdict.holds = verdict.violations == 0;
    verdict
}
