//! Applies the rules over time to all rows of a release, until nothing changes.

use super::judge::{Candidate, Judgement, OverTime};
use super::past::Past;

/// For each of `rows`, the sorted people whom it may count; `None` if it may not be published. `counted` are the people
/// whom the row counts so far: all people of the row, or fewer if other rules left some out. Each round takes people
/// away or suppresses rows, so the rounds end. Two are common.
pub fn settle(past: &Past, rows: &[Candidate], mut counted: Vec<Option<Vec<u32>>>) -> Vec<Option<Vec<u32>>> {
    while round(past, rows, &mut counted) {}
    counted
}

/// True if the rules allow that `rows` count exactly the sorted people of `counted`.
pub fn is_settled(past: &Past, rows: &[Candidate], mut counted: Vec<Option<Vec<u32>>>) -> bool {
    !round(past, rows, &mut counted)
}

/// Judges all `rows` once. Returns true if a row lost people or was suppressed.
fn round(past: &Past, rows: &[Candidate], counted: &mut [Option<Vec<u32>>]) -> bool {
    let rules = OverTime::new(past, rows, counted);
    let mut is_changed = false;
    for (number, row) in rows.iter().enumerate() {
        let Some(people) = &mut counted[number] else { continue };
        match rules.judge(number, row, people) {
            Judgement::Keep => continue,
            Judgement::LeaveOut(out) => people.retain(|person| out.binary_search(person).is_err()),
            Judgement::Suppress => counted[number] = None,
        }
        is_changed = true;
    }
    let beside = rules.beside_totals(rows, counted);
    is_changed |= !beside.is_empty();
    beside.into_iter().for_each(|row| counted[row] = None);
    is_changed
}
