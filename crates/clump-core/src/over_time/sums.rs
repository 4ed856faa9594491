//! The numbers that follow from sums: of the months of a year, and of the cells of a total.

use std::collections::BTreeMap;

use super::judge::{NewRow, is_part};
use super::past::{Past, PastRow};

/// The releases that are inside each release. The new release has the last number.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// For each release that the new one belongs to, itself or one around it: its parts, in at most two ways.
    families: Vec<Family>,
    new: usize,
}

/// A release with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Family {
    whole: usize,
    parts: Vec<usize>,
}

impl Sums {
    /// Finds out which releases are inside others. O(rows with a common identity * releases * people).
    pub fn new(past: &Past, rows: &[NewRow], counted: &[Option<Vec<u32>>]) -> Sums {
        let inside = Inside::new(past, rows, counted);
        let new = past.releases;
        let mut families = Vec::new();
        for whole in 0..=new {
            let all: Vec<usize> = (0..=new).filter(|&part| inside.is_part_of(part, whole)).collect();
            let outer = |&part: &usize| !all.iter().any(|&other| inside.is_part_of(part, other));
            let inner = |&part: &usize| !all.iter().any(|&other| inside.is_part_of(other, part));
            let outer = all.iter().copied().filter(outer).collect();
            let inner = all.iter().copied().filter(inner).collect();
            for parts in [outer, inner] {
                let family = Family { whole, parts };
                let has_new = whole == new || family.parts.contains(&new);
                if has_new && family.parts.len() > 1 && !families.contains(&family) {
                    families.push(family);
                }
            }
        }
        Sums { families, new }
    }

    /// The numbers from which the number of `row` must differ by 0 or at least k.
    pub fn of(&self, past: &Past, row: &NewRow) -> Vec<i64> {
        let earlier = past.same(&row.attributes);
        let number = |release: usize| {
            let of_release = |row: &&u32| past.release_of[**row as usize] as usize == release;
            earlier.iter().find(of_release).map(|&row| past.rows[row as usize].number())
        };
        let of_family = |Family { whole, parts }: &Family| {
            let others = parts.iter().filter(|&&part| part != self.new);
            let numbers: Vec<i64> = others.filter_map(|&part| number(part)).collect();
            let sum: i64 = numbers.iter().sum();
            match *whole == self.new {
                true => (numbers.len() > 1).then_some(sum),
                false => number(*whole).filter(|_| !numbers.is_empty()).map(|whole| whole - sum),
            }
        };
        self.families.iter().filter_map(of_family).collect()
    }
}

/// The releases that contain each other.
struct Inside {
    releases: usize,
    /// For release a and release b, at `a * releases + b`: true if they have an identity in common.
    is_common: Vec<bool>,
    /// True if some people of a row of a are not in the data of the same row of b.
    is_broken: Vec<bool>,
}

impl Inside {
    fn new(past: &Past, rows: &[NewRow], counted: &[Option<Vec<u32>>]) -> Inside {
        let releases = past.releases + 1;
        let mut inside = Inside {
            releases,
            is_common: vec![false; releases * releases],
            is_broken: vec![false; releases * releases],
        };
        let release = |row: u32| past.release_of[row as usize] as usize;
        let of = |row: u32| &past.rows[row as usize];
        for same in past.identities() {
            for (&a, &b) in same.iter().flat_map(|a| same.iter().map(move |b| (a, b))) {
                inside.look(release(a), release(b), || of(b).had_all(&of(a).people));
            }
        }
        for (row, counted) in rows.iter().zip(counted) {
            // A suppressed row does not show whether one release is inside another.
            let Some(counted) = counted else { continue };
            for &earlier in past.same(&row.attributes) {
                let PastRow { people, .. } = of(earlier);
                inside.look(release(earlier), past.releases, || is_part(people, &row.people));
                inside.look(past.releases, release(earlier), || of(earlier).had_all(counted));
            }
        }
        inside
    }

    /// Notes if a row of release a is nested in the row of release b with the same identity.
    fn look(&mut self, a: usize, b: usize, is_nested: impl FnOnce() -> bool) {
        let place = a * self.releases + b;
        self.is_common[place] = true;
        if !self.is_broken[place] && !is_nested() {
            self.is_broken[place] = true;
        }
    }

    fn is_inside(&self, a: usize, b: usize) -> bool {
        let place = a * self.releases + b;
        self.is_common[place] && !self.is_broken[place]
    }

    /// True if release a is inside release b and not equal to it. Of equal releases, all but the first are parts of
    /// the first, so that families have each of them once.
    fn is_part_of(&self, a: usize, b: usize) -> bool {
        a != b && self.is_inside(a, b) && (!self.is_inside(b, a) || b < a)
    }
}

/// For each table of each release, the sum of the `linked` rows below `row` that are nested in it.
pub(super) fn totals(past: &Past, row: &NewRow, linked: &[u32]) -> Vec<i64> {
    let mut sums: BTreeMap<(u32, u32), i64> = BTreeMap::new();
    for &number in linked {
        let earlier = &past.rows[number as usize];
        if earlier.identity().is_cell_of(row.identity()) && is_part(&earlier.people, &row.people) {
            *sums.entry((past.release_of[number as usize], earlier.table)).or_default() += earlier.number();
        }
    }
    sums.into_values().collect()
}
