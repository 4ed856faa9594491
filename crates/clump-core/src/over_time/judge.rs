//! Decides for each row of a new release how many people it may count, next to all earlier releases.

use std::collections::BTreeMap;

use super::past::{Attributes, Past};
use super::safe_number::largest_safe;
use super::sums::{Sums, totals};
use crate::containers::set_of;

/// A row that a new release is about to publish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRow {
    /// See [`PastRow::table`](super::PastRow::table).
    pub table: u32,
    /// The identity of the row, sorted.
    pub attributes: Vec<u32>,
    /// Those of the attributes that divide the people of a fact into cells, sorted.
    pub cell: Vec<u32>,
    /// Attributes that follow from these, sorted.
    pub implied: Vec<u32>,
    /// The least number of people with which the row is published. k in the rules for this row.
    pub least: usize,
    /// The people whom the data have in this row, sorted: all of them, also those who must be left out.
    pub people: Vec<u32>,
}

impl NewRow {
    pub(super) fn identity(&self) -> Attributes<'_> {
        Attributes { own: &self.attributes, cell: &self.cell, implied: &self.implied }
    }
}

/// The decision about a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The row may count all of these people.
    Keep,
    /// The row may be published without these people, who are sorted.
    LeaveOut(Vec<u32>),
    /// The row may not be published.
    Suppress,
}

/// The rules for the rows of one new release.
#[derive(Clone, Debug)]
pub struct OverTime<'a> {
    past: &'a Past,
    /// For each row, the earlier rows that are linked with it.
    linked: Vec<Vec<u32>>,
    /// For each row, the numbers that follow from sums of earlier rows.
    sums: Vec<Vec<i64>>,
}

impl<'a> OverTime<'a> {
    /// The rules for `rows`, which now count the sorted people of `counted`: all people of the row, or fewer. `None` is a
    /// row that is suppressed. No two rows have the same identity. O(people of linked rows) for each row.
    pub fn new(past: &'a Past, rows: &[NewRow], counted: &[Option<Vec<u32>>]) -> OverTime<'a> {
        let linked: Vec<Vec<u32>> = rows.iter().map(|row| past.linked(row.identity())).collect();
        let of_parts = Sums::new(past, rows, counted);
        let sums = rows.iter().zip(&linked).map(|(row, linked)| {
            let mut sums = of_parts.of(past, row);
            sums.extend(totals(past, row, linked));
            sums
        });
        OverTime { past, sums: sums.collect(), linked }
    }

    /// Decides about row `number` of the rows, when it counts the sorted `people`: all people of the `row`, or fewer
    /// if other rules left some out already. Publishes as many people as possible. People who were in the same row
    /// before stay first.
    pub fn judge(&self, number: usize, row: &NewRow, people: &[u32]) -> Judgement {
        let mut counted = people.to_vec();
        loop {
            let is_nested = |&&earlier: &&u32| {
                let earlier = &self.past.rows[earlier as usize];
                is_part(&earlier.people, &row.people) || earlier.had_all(&counted)
            };
            let nested: Vec<u32> = self.linked[number].iter().filter(is_nested).copied().collect();
            let numbers = nested.iter().map(|&earlier| self.past.rows[earlier as usize].number());
            let others: Vec<i64> = numbers.chain(self.sums[number].iter().copied()).collect();
            match largest_safe(counted.len(), row.least, &others) {
                None => return Judgement::Suppress,
                Some(most) if most == counted.len() => break,
                Some(most) => counted = self.choose(&counted, most, &nested),
            }
        }
        if counted.len() == people.len() {
            return Judgement::Keep;
        }
        let is_out = |person: &&u32| counted.binary_search(person).is_err();
        Judgement::LeaveOut(people.iter().filter(is_out).copied().collect())
    }

    /// Finds rows that may not be published because the cells of an earlier total add up to 1 to k - 1 people more or
    /// less than the total: of each such table the row with fewest people. `counted` has the people of each row, or
    /// `None` if it is suppressed. Call it again without these rows, until it finds none.
    ///
    /// A sum falls by at least k with each suppressed row, so few rows are enough.
    pub fn beside_totals(&self, rows: &[NewRow], counted: &[Option<Vec<u32>>]) -> Vec<usize> {
        let mut cells: BTreeMap<(u32, u32), Vec<(usize, usize)>> = BTreeMap::new();
        for (number, row) in rows.iter().enumerate() {
            let Some(people) = &counted[number] else { continue };
            for &total in &self.linked[number] {
                let earlier = &self.past.rows[total as usize];
                if row.identity().is_cell_of(earlier.identity()) && earlier.had_all(people) {
                    cells.entry((total, row.table)).or_default().push((people.len(), number));
                }
            }
        }
        let fewest = cells.into_iter().filter_map(|((total, _), cells)| {
            let sum: i64 = cells.iter().map(|&(people, _)| people as i64).sum();
            let difference = (self.past.rows[total as usize].number() - sum).unsigned_abs();
            let (_, row) = cells.into_iter().min()?;
            (0 < difference && difference < rows[row].least as u64).then_some(row)
        });
        set_of(fewest)
    }

    /// Chooses `most` of the sorted `people`: exactly those of an earlier row if one has that number of them, otherwise
    /// first those who were in most of the `nested` rows.
    fn choose(&self, people: &[u32], most: usize, nested: &[u32]) -> Vec<u32> {
        let rows = || nested.iter().map(|&earlier| &self.past.rows[earlier as usize].people);
        if let Some(same) = rows().find(|earlier| earlier.len() == most && is_part(earlier, people)) {
            return same.clone();
        }
        let times = |person: &u32| rows().filter(|earlier| earlier.binary_search(person).is_ok()).count();
        let mut ranked: Vec<(usize, u32)> = people.iter().map(|person| (times(person), *person)).collect();
        ranked.sort_unstable_by_key(|&(times, person)| (usize::MAX - times, person));
        let mut chosen: Vec<u32> = ranked[..most].iter().map(|&(_, person)| person).collect();
        chosen.sort_unstable();
        chosen
    }
}

/// True if the sorted `all` has everything of the sorted `part`.
pub(super) fn is_part(part: &[u32], all: &[u32]) -> bool {
    part.len() <= all.len() && part.iter().all(|person| all.binary_search(person).is_ok())
}

/// For each of `rows`, the sorted people whom it may count; `None` if it may not be published. `counted` are the people
/// whom the row counts so far: all people of the row, or fewer if other rules left some out. Each round takes people
/// away or suppresses rows, so the rounds end. Two are common.
pub fn settle(past: &Past, rows: &[NewRow], mut counted: Vec<Option<Vec<u32>>>) -> Vec<Option<Vec<u32>>> {
    while round(past, rows, &mut counted) {}
    counted
}

/// True if the rules allow that `rows` count exactly the sorted people of `counted`.
pub fn is_settled(past: &Past, rows: &[NewRow], mut counted: Vec<Option<Vec<u32>>>) -> bool {
    !round(past, rows, &mut counted)
}

/// Judges all `rows` once. Returns true if a row lost people or was suppressed.
fn round(past: &Past, rows: &[NewRow], counted: &mut [Option<Vec<u32>>]) -> bool {
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
