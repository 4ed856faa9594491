//! Judged facts, gathered into a log of facts. The code that counts fills it: one process with all owners of
//! each fact, or a cluster where each machine has some owners.

use std::collections::BTreeMap;

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, Tally, Volume};
use rustc_hash::FxHashSet;

use super::rules::ExclusionRule;
use super::{FactLog, FactMemory, FactRequest, InTable};
use crate::columns::OwnerIs;
use crate::read::ReadCounts;

/// The facts gathered so far.
#[derive(Debug)]
pub struct FactStore {
    request: FactRequest,
    names: Interner,
    counted: CountedFacts,
    /// Owners and occurrences of each kept fact in the whole log.
    in_log: Vec<(u64, u64)>,
    volume: Volume,
    /// The number of facts, and of cells, that each rule excludes.
    excluded: BTreeMap<ExclusionRule, u64>,
    excluded_cells: BTreeMap<ExclusionRule, u64>,
    pairs_counted: Option<u64>,
    limit: Option<FactMemory>,
    cost: u64,
}

impl FactStore {
    /// Starts without facts, for what `request` asks for.
    pub fn new(request: &FactRequest) -> FactStore {
        let (names, volume, excluded, excluded_cells) = Default::default();
        let cells = request.by.as_ref().map(|_| CountedCells::default());
        let counted = CountedFacts { facts: Tally::default(), cells };
        let request = request.clone();
        let (in_log, pairs_counted, limit, cost) = Default::default();
        FactStore {
            request,
            names,
            counted,
            in_log,
            volume,
            excluded,
            excluded_cells,
            pairs_counted,
            limit,
            cost,
        }
    }

    #[must_use]
    pub(super) fn within(self, limit: Option<FactMemory>) -> FactStore {
        FactStore { limit, ..self }
    }

    /// True if a fact or cell with texts of so many `bytes` may be kept. One that may not adds to the cost
    /// too, so the total need is known at the end.
    fn has_room(&mut self, bytes: usize) -> bool {
        let Some(FactMemory { row, byte, most }) = self.limit else { return true };
        self.cost = self.cost.saturating_add(row + byte * bytes as u64);
        self.cost <= most
    }

    /// The cost of all facts to keep, if it exceeds the limit.
    pub(super) fn over_limit(&self) -> Option<u64> {
        self.limit.filter(|limit| self.cost > limit.most).map(|_| self.cost)
    }

    /// Counts `facts` facts of `owners` owners each, with `times` occurrences together.
    pub fn count(&mut self, rule: Option<ExclusionRule>, owners: u64, facts: u64, times: u64) {
        let Some(rule) = rule else { return self.volume.push(facts, owners, times) };
        self.volume.push_excluded(facts, owners, times);
        if owners >= self.request.thresholds.k as u64 {
            *self.excluded.entry(rule).or_default() += facts;
        }
    }

    /// Adds a kept fact. With bounded owners, `owners` are those who count in it.
    pub fn keep_fact(&mut self, fact: &str, owners: u64, times: u64) {
        if self.has_room(fact.len()) {
            self.names.intern(fact);
            self.counted.facts.push(fact, owners, times);
            self.in_log.push((owners, times));
        }
    }

    /// Adds a kept cell. Its fact was added before, unless owners are bounded: then a cell is a fact of its
    /// own.
    pub fn keep_cell(&mut self, fact: &str, cell: &str, owners: u64, times: u64) {
        if !self.has_room(fact.len() + cell.len()) {
            return;
        }
        let number = self.names.intern(fact);
        if number as usize == self.counted.facts.len() {
            self.counted.facts.push(fact, 0, 0);
            self.in_log.push((0, 0));
        }
        let cells = self.counted.cells.get_or_insert_default();
        cells.cells.push(cell, owners, times);
        cells.fact_of.push(number);
    }

    /// Counts `number` cells of enough owners that a rule excludes.
    pub fn exclude_cells(&mut self, rule: ExclusionRule, number: u64) {
        *self.excluded_cells.entry(rule).or_default() += number;
    }

    /// Counts facts over the kept cells, where fact number `i` has `owners[i]` distinct owners. Facts of too
    /// few owners are not published: they are removed with their cells.
    pub fn count_over_cells(&mut self, owners: &[u64]) {
        let k = self.request.thresholds.k;
        self.keep_only(self.counted.over_cells(owners, k));
    }

    /// Excludes those kept facts, with their cells, that `is_excluded` marks by number.
    pub(super) fn exclude_facts(&mut self, rule: ExclusionRule, is_excluded: &[bool]) {
        let mut names = FxHashSet::default();
        for fact in (0..is_excluded.len()).filter(|&fact| is_excluded[fact]) {
            let (owners, times) = self.in_log[fact];
            self.volume.exclude(owners, times);
            *self.excluded.entry(rule).or_default() += 1;
            names.insert(self.counted.facts.key(fact).to_owned());
        }
        self.keep_only(self.counted.retain(|key| !names.contains(key)));
    }

    /// Replaces the kept facts by `counted`, which are some of them.
    fn keep_only(&mut self, counted: CountedFacts) {
        let mut names = Interner::default();
        self.in_log = (0..counted.facts.len())
            .filter_map(|fact| {
                let key = counted.facts.key(fact);
                names.intern(key);
                self.find(key).map(|fact| self.in_log[fact as usize])
            })
            .collect();
        (self.counted, self.names) = (counted, names);
    }

    /// Sets the number of pairs of an owner and a fact that bounded owners count in.
    pub fn set_pairs_counted(&mut self, pairs: u64) {
        self.pairs_counted = Some(pairs);
    }

    /// The kept facts, with their cells.
    pub fn counted(&self) -> &CountedFacts {
        &self.counted
    }

    /// The number of a kept fact.
    pub fn find(&self, fact: &str) -> Option<u32> {
        self.names.find(fact)
    }

    /// The volume of everything that was counted, published or not.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// Makes the log. The caller has counted the part in its table, and the owners of its facts.
    pub fn finish(
        self,
        in_table: Option<InTable>,
        owners_of_facts: u64,
        owner_is: OwnerIs,
        counts: ReadCounts,
    ) -> FactLog {
        FactLog {
            counted: self.counted,
            pairs_counted: self.pairs_counted,
            volume: self.volume,
            excluded: self.excluded.into_iter().collect(),
            excluded_cells: self.excluded_cells.into_iter().collect(),
            in_table,
            owners_of_facts,
            owner_is,
            counts,
        }
    }
}
