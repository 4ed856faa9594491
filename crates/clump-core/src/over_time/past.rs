//! The rows of earlier releases, found by their identity.

use rustc_hash::FxHashMap;

/// A row of an earlier release. Attributes and people are numbers that the caller gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastRow {
    /// Number of the table in its release. Rows of one table have the same columns.
    pub table: u32,
    /// The identity of the row: what it says in each column, sorted.
    pub attributes: Vec<u32>,
    /// Those of the attributes that divide the people of a fact into cells, such as the day; sorted.
    pub cell: Vec<u32>,
    /// Attributes that follow from these, such as the month of a day; sorted.
    pub implied: Vec<u32>,
    /// The people whom the release counts in this row, sorted.
    pub people: Vec<u32>,
    /// The people of the data whom the release leaves out of this row, sorted.
    pub left_out: Vec<u32>,
}

impl PastRow {
    /// The published number of people.
    pub fn number(&self) -> i64 {
        self.people.len() as i64
    }

    /// True if all of the sorted `people` were in the data of this row, counted or left out.
    pub(super) fn had_all(&self, people: &[u32]) -> bool {
        let known = self.people.len() + self.left_out.len();
        let had = |person: &u32| {
            self.people.binary_search(person).is_ok() || self.left_out.binary_search(person).is_ok()
        };
        people.len() <= known && people.iter().all(had)
    }

    pub(super) fn identity(&self) -> Attributes<'_> {
        Attributes { own: &self.attributes, cell: &self.cell, implied: &self.implied }
    }
}

/// The attributes of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attributes<'a> {
    pub own: &'a [u32],
    pub cell: &'a [u32],
    pub implied: &'a [u32],
}

impl Attributes<'_> {
    fn has(self, attribute: u32) -> bool {
        self.own.binary_search(&attribute).is_ok() || self.implied.binary_search(&attribute).is_ok()
    }

    /// True if each row of this identity is about a part of what rows of `other` are about.
    pub fn is_below(self, other: Attributes<'_>) -> bool {
        other.own.iter().all(|&attribute| self.has(attribute))
    }

    /// True if rows of this identity are cells of the fact that `other` is about, or of a larger cell of it.
    pub fn is_cell_of(self, other: Attributes<'_>) -> bool {
        let is_same_fact = self.fact().eq(other.fact());
        self.own != other.own && is_same_fact && self.is_below(other)
    }

    fn fact(self) -> impl Iterator<Item = u32> {
        self.own.iter().copied().filter(move |attribute| self.cell.binary_search(attribute).is_err())
    }
}

/// All earlier releases.
#[derive(Clone, Debug, Default)]
pub struct Past {
    pub(super) rows: Vec<PastRow>,
    /// For each row, the number of its release.
    pub(super) release_of: Vec<u32>,
    pub(super) releases: usize,
    /// The largest number of attributes of a row.
    most: usize,
    /// For each identity, the rows that have it.
    same: FxHashMap<Vec<u32>, Vec<u32>>,
    /// For each attribute, the rows that have it, or have another that implies it.
    having: FxHashMap<u32, Vec<u32>>,
}

impl Past {
    /// Takes the rows of each earlier release.
    pub fn new(releases: Vec<Vec<PastRow>>) -> Past {
        let mut past = Past { releases: releases.len(), ..Past::default() };
        for (release, rows) in (0..).zip(releases) {
            for row in rows {
                let number = past.rows.len() as u32;
                past.most = past.most.max(row.attributes.len());
                past.same.entry(row.attributes.clone()).or_default().push(number);
                for &attribute in row.attributes.iter().chain(&row.implied) {
                    past.having.entry(attribute).or_default().push(number);
                }
                past.rows.push(row);
                past.release_of.push(release);
            }
        }
        past
    }

    /// The rows with exactly the sorted attributes `own`.
    pub(super) fn same(&self, own: &[u32]) -> &[u32] {
        self.same.get(own).map_or(&[], Vec::as_slice)
    }

    /// All identities with their rows, in no order.
    pub(super) fn identities(&self) -> impl Iterator<Item = &[u32]> {
        self.same.values().map(Vec::as_slice)
    }

    /// The rows that are linked with `identity`, sorted. O(sets of its attributes, at most as many as a row has, + rows
    /// with its rarest attribute).
    pub(super) fn linked(&self, identity: Attributes<'_>) -> Vec<u32> {
        let mut all: Vec<u32> = identity.own.iter().chain(identity.implied).copied().collect();
        all.sort_unstable();
        all.dedup();
        let (mut found, mut sets) = (Vec::new(), vec![Vec::new()]);
        for attribute in all {
            for place in 0..sets.len() {
                if sets[place].len() < self.most {
                    let own = [sets[place].as_slice(), &[attribute]].concat();
                    found.extend_from_slice(self.same(&own));
                    sets.push(own);
                }
            }
        }
        let having = |attribute: &u32| self.having.get(attribute).map_or(&[][..], Vec::as_slice);
        let rarest = identity.own.iter().map(having).min_by_key(|rows| rows.len());
        let is_below = |&&row: &&u32| self.rows[row as usize].identity().is_below(identity);
        found.extend(rarest.into_iter().flatten().filter(is_below));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A row of a release in words, before a ledger gives numbers to its values and owners. Owners have the numbers of the data, and are ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedRow {
    /// Number of the table in the release; pieces are one table.
    pub table: u32,
    /// The values of the row, each with the name of its column, in any order.
    pub values: Vec<String>,
    /// Those of the values that divide the owners of a fact into cells.
    pub cell: Vec<String>,
    /// Values that follow from these, such as the month of a day.
    pub implied: Vec<String>,
    /// The least number of owners with which the row is published.
    pub least: usize,
    /// The owners whom the row counts.
    pub owners: Vec<u32>,
    /// The owners of the data whom the row leaves out.
    pub left_out: Vec<u32>,
}

/// People and rows that the rules over time take from a release, besides all other rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenOverTime {
    /// Number of rows that are not published.
    pub rows: usize,
    /// Number of published rows that count fewer people.
    pub rows_smaller: usize,
    /// Number of people who are not counted in these; a person counts once for each row.
    pub people: usize,
}
