//! Groups of equal rows as a file shows them: a fold over its rows, which can be made in parts and merged.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// What the rows of a release show by themselves: how many are equal, and what they state of their owners.
///
/// Rows are pushed in the order of the file. A file may be cut anywhere: parts that are folded apart and merged in order
/// give the same verdicts as the whole. O(1) for a row, and less for one that equals the row before it; memory is in the
/// distinct rows.
///
/// ```
/// use clump_core::verify::ShownGroups;
///
/// let mut rows = ShownGroups::default();
/// rows.push(2, "tea");
/// rows.push(2, "tea");
/// let mut rest = ShownGroups::default();
/// rest.push(1, "gin");
/// rows.merge(rest);
///
/// let verdict = rows.k_anonymous_rows(2);
/// assert!(!verdict.holds);
/// assert_eq!(verdict.first.expect("one row is alone").rows, [3]);
/// ```
#[derive(Clone, Debug)]
pub struct ShownGroups<R> {
    numbers: FxHashMap<R, usize>,
    /// In the order of their first rows.
    groups: Vec<Group<R>>,
    /// The group of the last row: the next one is mostly of the same.
    last: usize,
    rows: usize,
}

/// Rows that are equal.
#[derive(Clone, Debug)]
struct Group<R> {
    row: R,
    rows: usize,
    /// The sum of what the rows state. A file may state anything; a sum that is too large to count is large enough.
    stated: usize,
    /// What the first row states, and the least that one of them does.
    first_stated: usize,
    least_stated: usize,
    /// Not all of them state the same.
    is_contradictory: bool,
    /// The first of these rows, ascending, from 1.
    lines: Vec<usize>,
}

impl<R> Default for ShownGroups<R> {
    fn default() -> Self {
        ShownGroups { numbers: FxHashMap::default(), groups: Vec::new(), last: 0, rows: 0 }
    }
}

impl<R: Clone + Eq + Hash> ShownGroups<R> {
    /// Takes the next row, which states that it has so many `owners`.
    pub fn push(&mut self, owners: usize, row: R) {
        self.rows += 1;
        let line = self.rows;
        let place = match self.groups.get(self.last) {
            Some(group) if group.row == row => self.last,
            _ => {
                let groups = &mut self.groups;
                *self.numbers.entry(row).or_insert_with_key(|row| {
                    groups.push(Group {
                        row: row.clone(),
                        rows: 0,
                        stated: 0,
                        first_stated: owners,
                        least_stated: owners,
                        is_contradictory: false,
                        lines: Vec::new(),
                    });
                    groups.len() - 1
                })
            }
        };
        self.last = place;
        let group = &mut self.groups[place];
        group.rows += 1;
        group.stated = group.stated.saturating_add(owners);
        group.least_stated = group.least_stated.min(owners);
        group.is_contradictory |= owners != group.first_stated;
        if group.lines.len() < ROWS_NAMED {
            group.lines.push(line);
        }
    }

    /// Takes all rows of `later`, a fold over the rows that come next.
    pub fn merge(&mut self, later: ShownGroups<R>) {
        let before = self.rows;
        self.rows += later.rows;
        for mut group in later.groups {
            group.lines.iter_mut().for_each(|line| *line += before);
            let place = *self.numbers.entry(group.row.clone()).or_insert(self.groups.len());
            match self.groups.get_mut(place) {
                None => self.groups.push(group),
                Some(mine) => {
                    mine.rows += group.rows;
                    mine.stated = mine.stated.saturating_add(group.stated);
                    mine.least_stated = mine.least_stated.min(group.least_stated);
                    mine.is_contradictory |=
                        group.is_contradictory || group.first_stated != mine.first_stated;
                    let room = ROWS_NAMED - mine.lines.len();
                    mine.lines.extend(group.lines.into_iter().take(room));
                }
            }
        }
    }

    /// k-anonymity from the rows alone: every row is identical to at least k - 1 others. An empty release hides nobody: no.
    pub fn k_anonymous_rows(&self, k: usize) -> Verdict {
        self.k_anonymous(Counted::Rows, k, |group| group.rows)
    }

    /// k-anonymity from groups that state how many owners they have. Groups with the same content count together.
    pub fn k_anonymous_groups(&self, k: usize) -> Verdict {
        self.k_anonymous(Counted::Stated, k, |group| group.stated)
    }

    fn k_anonymous(&self, counted: Counted, k: usize, count: impl Fn(&Group<R>) -> usize) -> Verdict {
        if self.groups.is_empty() {
            return Verdict::of_nothing(counted);
        }
        let counts = || self.groups.iter().map(&count);
        let too_few = |group: &Group<R>| {
            let found = count(group);
            (found < k).then_some(Reason::TooFew { found, needed: k })
        };
        let rows = counts().fold(0, usize::saturating_add);
        self.verdict(counted, rows, counts().min().unwrap_or(0), too_few)
    }

    /// Rows that each state how many owners share them: equal rows state the same number, which is at least `least` and
    /// the number of these rows. An owner has one of them, however many transactions stand behind it.
    pub fn stated_by_rows(&self, least: usize) -> Verdict {
        self.stated(|&Group { rows, first_stated: stated, is_contradictory, .. }| {
            if is_contradictory {
                Some(Reason::Contradictory)
            } else if stated > rows {
                Some(Reason::Overstated { stated, rows })
            } else {
                too_few(stated, least).or((stated < rows).then_some(Reason::Understated { stated, rows }))
            }
        })
    }

    /// Groups that state how many owners they have: at least `least`, and no group stands there twice. Rows that are
    /// taken for groups do, and their owners would count again and again.
    pub fn stated_by_groups(&self, least: usize) -> Verdict {
        self.stated(|group| match group.rows {
            1 => too_few(group.first_stated, least),
            times => Some(Reason::Repeated { times }),
        })
    }

    fn stated(&self, fault: impl Fn(&Group<R>) -> Option<Reason>) -> Verdict {
        let smallest = self.groups.iter().map(|group| group.least_stated).min().unwrap_or(0);
        self.verdict(Counted::Stated, self.rows, smallest, fault)
    }

    fn verdict(
        &self,
        counted: Counted,
        rows: usize,
        smallest: usize,
        fault: impl Fn(&Group<R>) -> Option<Reason>,
    ) -> Verdict {
        let sets = self.groups.len();
        let mut verdict = Verdict { rows, sets, smallest, ..Verdict::of_nothing(counted) };
        for group in &self.groups {
            let Some(reason) = fault(group) else { continue };
            verdict.violations += 1;
            if verdict.first.is_none() {
                verdict.first = Some(Violation { rows: group.lines.clone(), columns: Vec::new(), reason });
            }
        }
        verdict.holds = verdict.violations == 0;
        verdict
    }
}

fn too_few(found: usize, needed: usize) -> Option<Reason> {
    (found < needed).then_some(Reason::TooFew { found, needed })
}
