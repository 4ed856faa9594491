//! Excludes facts so that a table of facts makes nothing sensitive too certain.
//!
//! A row tells its reader that N owners have all of its labels: the words of a query, the query as a whole and the
//! clicked host, or two items. An attacker who knows some labels K of an owner looks at the rows that show K. Some
//! of these rows also show something at or below a sensitive node. They show how many of the owners with K have it.
//!
//! **Rule.** It applies to every sensitive node and every set K of labels that is in one row with something at or
//! below the node, and that has no such label itself. The rows that show K and the node have together at most a
//! share c of the owners of the largest row that shows K.
//!
//! **Proof that the certainty is at most c.** Let A be the owners with K, and B those of them who are seen to have
//! the node, that is, who are counted in a row that shows both. An owner may be counted in several of these rows,
//! so |B| is at most the sum of their numbers. All owners of a row that shows K have K, so |A| is at least the
//! largest number. With the rule, |B| / |A| <= sum / largest <= c. Other tables, such as a table of single items,
//! may show |A| more exactly. |A| does not depend on the table, so the bound is still valid.
//!
//! If numbers are rounded or on a scale, the rule is applied twice. The exact numbers are needed for the proof;
//! with the shown numbers, a reader who has only the table can check the rule. If owners are divided into cells,
//! the cell is one more label, which an attacker may know. A fact is excluded with all of its cells.
//! If only a cell were missing, a reader would conclude that it has few owners.
//!
//! **Which facts.** For a set K that breaks the rule, the fact of the largest row that shows K and the node is
//! excluded. This is repeated until the rule is met, and no fewer facts would do for this K. An excluded fact may
//! have been the largest row that shows another K', so everything is checked again until nothing is excluded.
//!
//! Two things are not bounded: how many of *all* owners have it (K is empty), and what the absence of a row
//! reveals. An absent row may have had too few owners or revealed too much.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tallies::{CountedCells, CountedFacts};
use super::{ShownCounts, Thresholds};
use crate::containers::Ragged;
use crate::promise::Share;

/// Largest number of other labels in a row with a sensitive label. A fact with more is excluded, because each
/// label doubles the number of sets.
const MOST_BESIDE: usize = 12;

/// The labels that facts show, as numbers. The caller decides what a label is, and which labels are equal.
#[derive(Clone, Debug, Default)]
pub struct FactLabels {
    /// For each fact, the numbers of its labels.
    pub of_facts: Ragged<u32>,
    /// For each label, the numbers of the sensitive nodes that it is at or below.
    pub nodes: Ragged<u32>,
    /// For each fact, the sensitive nodes that only several of its labels together are at or below, as two words of
    /// a phrase may be.
    pub together: Ragged<u32>,
}

/// Bound on the certainty of something sensitive in a table of facts, and the form of the table.
#[derive(Clone, Copy, Debug)]
pub struct Uncertain {
    /// The largest allowed certainty, as a share of owners.
    pub most: Share,
    /// Least numbers of owners of published facts and cells.
    pub thresholds: Thresholds,
    /// Form in which the table shows numbers of owners.
    pub shown: ShownCounts,
}

impl Uncertain {
    /// For each of the `counted` facts, true if it must be excluded. The table of all other facts meets the rule.
    ///
    /// O(rows with something sensitive x sets of their other labels x rows with the rarest label of the set).
    pub fn excluded(&self, counted: &CountedFacts, labels: &FactLabels) -> Vec<bool> {
        let mut search = ExclusionSearch::new(self, counted, labels);
        while search.pass() {}
        search.is_excluded
    }
}

struct FactRow {
    fact: u32,
    owners: u64,
    least: u64,
}

/// The rows of a table, and for each fact if it is excluded so far.
struct ExclusionSearch<'u> {
    uncertain: &'u Uncertain,
    rows: Vec<FactRow>,
    /// For each row, its labels, sorted.
    labels: Ragged<u32>,
    /// For each row, the sensitive nodes that it shows.
    shows: Ragged<u32>,
    nodes_of_label: Ragged<u32>,
    /// For each label, the rows that have it.
    holding: Ragged<u32>,
    is_excluded: Vec<bool>,
}

impl<'u> ExclusionSearch<'u> {
    /// Numbers rows and labels by the texts of facts and cells, independently of the order of counting.
    fn new(uncertain: &'u Uncertain, counted: &CountedFacts, given: &FactLabels) -> ExclusionSearch<'u> {
        let facts = &counted.facts;
        let mut order: Vec<usize> = (0..facts.len()).collect();
        order.sort_unstable_by_key(|&fact| facts.key(fact));
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let (mut nodes_of_label, mut labels_of_fact) = (Ragged::default(), Ragged::<u32>::default());
        for &fact in &order {
            for &label in given.of_facts.get(fact) {
                let next = nodes_of_label.len() as u32;
                let number = *numbers.entry(label).or_insert(next);
                if number == next {
                    nodes_of_label.push(given.nodes.get(label as usize).iter().copied());
                }
                labels_of_fact.open().push(number);
            }
            labels_of_fact.close();
        }
        // Cells are labels too, numbered after all others; no cell is sensitive.
        let (rows_of, first_cell) = (rows_of(counted), nodes_of_label.len() as u32);
        for _ in 0..rows_of.values().iter().filter_map(|&(cell, _)| cell).max().map_or(0, |last| last + 1) {
            nodes_of_label.push([]);
        }
        let (mut rows, mut labels, mut shows) = (Vec::new(), Ragged::default(), Ragged::default());
        for (place, &fact) in order.iter().enumerate() {
            let of_fact = labels_of_fact.get(place);
            let nodes = of_fact.iter().flat_map(|&label| nodes_of_label.get(label as usize));
            let shown: BTreeSet<u32> = nodes.chain(given.together.get(fact)).copied().collect();
            for &(cell, owners) in rows_of.get(fact) {
                labels.push(of_fact.iter().copied().chain(cell.map(|cell| first_cell + cell)));
                shows.push(shown.iter().copied());
                let Thresholds { k, k_cell } = uncertain.thresholds;
                let least = if cell.is_some() { k_cell } else { k } as u64;
                rows.push(FactRow { fact: fact as u32, owners, least });
            }
        }
        labels.make_sets();
        let holding = labels.invert(nodes_of_label.len());
        let is_excluded = vec![false; facts.len()];
        ExclusionSearch { uncertain, rows, labels, shows, nodes_of_label, holding, is_excluded }
    }

    /// Checks every set once, and excludes facts until each set meets the rule. Returns false if no fact was excluded.
    fn pass(&mut self) -> bool {
        let before = self.is_excluded.iter().filter(|&&is_excluded| is_excluded).count();
        let mut by_number = vec![ShownCounts::Exact];
        if self.uncertain.shown != ShownCounts::Exact {
            by_number.push(self.uncertain.shown);
        }
        for shown in by_number {
            let live = self.rows.iter().filter(|row| !self.is_excluded[row.fact as usize]);
            let most = live.map(|row| row.owners).max().unwrap_or(0);
            let numbers: Vec<usize> = self
                .rows
                .iter()
                .map(|row| usize::try_from(shown.show(row.owners, row.least, most)).unwrap_or(usize::MAX))
                .collect();
            let mut seen: FxHashSet<(u32, Vec<u32>)> = FxHashSet::default();
            for row in 0..self.rows.len() {
                for at in 0..self.shows.get(row).len() {
                    let node = self.shows.get(row)[at];
                    self.look_at(row, node, &numbers, &mut seen);
                }
            }
        }
        self.is_excluded.iter().filter(|&&is_excluded| is_excluded).count() > before
    }

    /// Checks every set of labels of `row` without those at or below `node`, which the row shows.
    fn look_at(&mut self, row: usize, node: u32, numbers: &[usize], seen: &mut FxHashSet<(u32, Vec<u32>)>) {
        let fact = self.rows[row].fact as usize;
        let labels = self.labels.get(row);
        let is_beside = |label: &&u32| !self.nodes_of_label.get(**label as usize).contains(&node);
        let beside: Vec<u32> = labels.iter().filter(is_beside).copied().collect();
        let all = labels.len();
        if beside.len() > MOST_BESIDE {
            self.is_excluded[fact] = true;
        }
        for chosen in 1u32.. {
            if self.is_excluded[fact] || chosen >> beside.len() > 0 {
                return;
            }
            let known = (0..beside.len()).filter(|at| chosen >> at & 1 == 1).map(|at| beside[at]);
            let known: Vec<u32> = known.collect();
            // An attacker who knows all labels of the row learns nothing new from it.
            if known.len() < all && seen.insert((node, known.clone())) {
                self.keep_uncertain(node, &known, numbers);
            }
        }
    }

    /// Excludes facts until `node` is not too certain for an attacker who knows the labels `known`.
    fn keep_uncertain(&mut self, node: u32, known: &[u32], numbers: &[usize]) {
        let rarest = known.iter().min_by_key(|&&label| self.holding.get(label as usize).len());
        let rarest = rarest.map_or(&[][..], |&label| self.holding.get(label as usize));
        let has_all = |row: usize| {
            let labels = self.labels.get(row);
            known.iter().all(|label| labels.binary_search(label).is_ok())
        };
        let is_live = |row: usize| !self.is_excluded[self.rows[row].fact as usize];
        let both = rarest.iter().map(|&row| row as usize).filter(|&row| is_live(row) && has_all(row));
        let (holders, others): (Vec<usize>, Vec<usize>) =
            both.partition(|&row| self.shows.get(row).contains(&node));
        let largest_other = others.into_iter().map(|row| numbers[row]).max().unwrap_or(0);
        let mut of_fact: FxHashMap<u32, usize> = FxHashMap::default();
        for &row in &holders {
            let sum = of_fact.entry(self.rows[row].fact).or_default();
            *sum = sum.saturating_add(numbers[row]);
        }
        let mut all = of_fact.values().fold(0, |all: usize, &sum| all.saturating_add(sum));
        let mut largest_first = holders;
        largest_first.sort_by_key(|&row| Reverse(numbers[row]));
        for row in largest_first {
            let fact = self.rows[row].fact;
            if self.is_excluded[fact as usize] {
                continue;
            }
            if !self.uncertain.most.is_exceeded(all, largest_other.max(numbers[row])) {
                return;
            }
            self.is_excluded[fact as usize] = true;
            all = all.saturating_sub(of_fact[&fact]);
        }
    }
}

/// For each fact, its rows: the cell's number (`None` for all cells) and the owners. Cells are numbered by name.
fn rows_of(counted: &CountedFacts) -> Ragged<(Option<u32>, u64)> {
    let mut rows = Vec::new();
    if let Some(CountedCells { cells, fact_of }) = &counted.cells {
        let mut sorted: Vec<usize> = (0..cells.len()).collect();
        sorted.sort_unstable_by_key(|&cell| cells.key(cell));
        for (number, same) in (0u32..).zip(sorted.chunk_by(|&a, &b| cells.key(a) == cells.key(b))) {
            rows.extend(
                same.iter().map(|&cell| (fact_of[cell] as usize, (Some(number), cells.owners(cell)))),
            );
        }
    }
    let facts = &counted.facts;
    if counted.cells.is_none() {
        rows.extend((0..facts.len()).map(|fact| (fact, (None, facts.owners(fact)))));
    }
    Ragged::by_key(facts.len(), rows.into_iter())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::facts::Tally;
    use crate::verify::{ShownRow, uninferred_facts};

    /// A test fact: its labels, and its owners in each cell, or in the whole log for a table without cells.
    type Fact = (Vec<u32>, Vec<u64>);

    /// Label 0 is at or below the first node, label 1 below both, label 2 below the second. Labels 5 and 6 are
    /// below the first only together.
    fn nodes(label: u32) -> Vec<u32> {
        [(0, 0..2), (1, 1..3)]
            .into_iter()
            .filter(|(_, of)| of.contains(&label))
            .map(|(node, _)| node)
            .collect()
    }

    fn together(labels: &[u32]) -> Vec<u32> {
        let tells = labels.contains(&5) && labels.contains(&6) && !labels.iter().any(|&label| label < 2);
        if tells { vec![0] } else { Vec::new() }
    }

    fn labels_of(facts: &[Fact]) -> FactLabels {
        FactLabels {
            of_facts: facts.iter().map(|(labels, _)| labels.clone()).collect(),
            nodes: (0..7).map(nodes).collect(),
            together: facts.iter().map(|(labels, _)| together(labels)).collect(),
        }
    }

    const CELLS: [&str; 3] = ["east", "north", "west"];

    fn counted(facts: &[Fact], has_cells: bool, k: u64) -> CountedFacts {
        let mut counted = CountedFacts::default();
        let mut cells = CountedCells::default();
        for (number, (labels, owners)) in facts.iter().enumerate() {
            let all = owners.iter().filter(|&&owners| !has_cells || owners >= k).sum();
            counted.facts.push(&format!("{number} {labels:?}"), all, all);
            for (cell, &owners) in owners.iter().enumerate().filter(|&(_, &owners)| owners >= k) {
                cells.cells.push(CELLS[cell], owners, owners);
                cells.fact_of.push(number as u32);
            }
        }
        counted.cells = has_cells.then_some(cells);
        counted
    }

    /// The table without the excluded facts, as the naive definition reads it.
    fn shown(facts: &[Fact], counted: &CountedFacts, is_excluded: &[bool]) -> Vec<ShownRow<u32>> {
        let rows_of = rows_of(counted);
        let mut rows = Vec::new();
        for (fact, (labels, _)) in facts.iter().enumerate().filter(|&(fact, _)| !is_excluded[fact]) {
            for &(cell, owners) in rows_of.get(fact) {
                let as_usize = |nodes: Vec<u32>| nodes.into_iter().map(|node| node as usize).collect();
                let cell = cell.map(|cell| (100 + cell, Vec::new()));
                let of_fact = labels.iter().map(|&label| (label, as_usize(nodes(label))));
                rows.push(ShownRow {
                    owners: owners as usize,
                    labels: of_fact.chain(cell).collect(),
                    together: as_usize(together(labels)),
                });
            }
        }
        rows
    }

    fn uncertain(most: &str, shown: ShownCounts) -> Uncertain {
        let thresholds = Thresholds { k: 2, k_cell: 2 };
        Uncertain { most: most.parse().unwrap(), thresholds, shown }
    }

    #[test]
    fn the_largest_go_first_and_no_more_than_must() {
        // At least twelve owners have label 3, and 4 + 5 of them are seen to have 0 or 1.
        let facts: Vec<Fact> =
            [(vec![3, 0], 4), (vec![3, 1], 5), (vec![3, 4], 12), (vec![0], 40), (vec![4, 2], 3)]
                .map(|(labels, owners)| (labels, vec![owners]))
                .into();
        let counted = counted(&facts, false, 2);
        let excluded = |most| uncertain(most, ShownCounts::Exact).excluded(&counted, &labels_of(&facts));
        assert_eq!(excluded("0.75"), [false; 5]);
        assert_eq!(excluded("0.5"), [false, true, false, false, false]);
        assert_eq!(excluded("0.3"), [true, true, false, false, false]);
        // A label that is alone in its row reveals nothing about an owner.
        assert_eq!(excluded("0"), [true, true, false, false, true]);
    }

    #[test]
    fn shown_numbers_must_hold_as_well() {
        let facts: Vec<Fact> = vec![(vec![3, 0], vec![6]), (vec![3, 4], vec![14])];
        let counted = counted(&facts, false, 2);
        let excluded = |shown| uncertain("0.5", shown).excluded(&counted, &labels_of(&facts));
        assert_eq!(excluded(ShownCounts::Exact), [false, false]);
        // 6 of 14 owners are shown as 10 of 10.
        assert_eq!(excluded(ShownCounts::Rounded(10)), [true, false]);
    }

    #[test]
    fn a_fact_of_too_many_labels_is_excluded() {
        let labels: Vec<u32> = (0..14).collect();
        let given = FactLabels {
            of_facts: [labels].into_iter().collect(),
            nodes: (0..14).map(|label| if label == 0 { vec![0] } else { vec![] }).collect(),
            together: [vec![]].into_iter().collect(),
        };
        let mut facts = Tally::default();
        facts.push("long", 9, 9);
        let counted = CountedFacts { facts, ..CountedFacts::default() };
        assert_eq!(uncertain("0.9", ShownCounts::Exact).excluded(&counted, &given), [true]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

        /// The remaining facts meet the definition, with exact and with shown numbers. No fact is excluded without
        /// need, and the order of counting does not matter.
        #[test]
        fn what_is_left_keeps_the_definition(
            facts in prop::collection::vec(
                (prop::collection::btree_set(0u32..7, 1..4), (2u64..12, 0u64..12, 0u64..12)), 1..14),
            most in prop::sample::select(vec!["0", "0.3", "0.5", "0.9"]),
            shown_as in prop::sample::select(
                vec![ShownCounts::Exact, ShownCounts::Rounded(5), ShownCounts::Scaled(10)]),
            has_cells in any::<bool>(),
        ) {
            let facts: Vec<Fact> =
                facts.into_iter().map(|(labels, (a, b, c))| (labels.into_iter().collect(), vec![a, b, c])).collect();
            let of = uncertain(most, shown_as);
            let counted = counted(&facts, has_cells, 2);
            let is_excluded = of.excluded(&counted, &labels_of(&facts));
            let holds = |is_excluded: &[bool]| {
                let exact = shown(&facts, &counted, is_excluded);
                let largest = exact.iter().map(|row| row.owners).max().unwrap_or(0) as u64;
                let as_shown: Vec<_> = exact
                    .iter()
                    .map(|row| {
                        let owners = of.shown.show(row.owners as u64, 2, largest) as usize;
                        ShownRow { owners, ..row.clone() }
                    })
                    .collect();
                uninferred_facts(&exact, of.most).holds && uninferred_facts(&as_shown, of.most).holds
            };
            prop_assert!(holds(&is_excluded));
            let nothing = vec![false; facts.len()];
            prop_assert_eq!(holds(&nothing), is_excluded == nothing);
            // The same facts, counted in the opposite order.
            let mut other = CountedFacts::default();
            (0..facts.len()).rev().for_each(|fact| {
                other.facts.push(counted.facts.key(fact), counted.facts.owners(fact), counted.facts.times(fact));
            });
            if !has_cells {
                let back: Vec<Fact> = facts.iter().rev().cloned().collect();
                let mut again = of.excluded(&other, &labels_of(&back));
                again.reverse();
                prop_assert_eq!(again, is_excluded);
            }
        }
    }
}
