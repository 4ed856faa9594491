//! Facts that were judged, gathered until they are a log of facts. Whoever counts fills it: one process with all owners of each
//! fact, or many machines of which each has some.

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, Tally, Volume};
use rustc_hash::FxHashSet;

use super::rules::Withheld;
use super::{FactLog, FactRequest, InTable, KeptCost};
use crate::columns::OwnerIs;
use crate::read::ReadCounts;

/// How many were withheld by each rule.
#[derive(Debug, Default)]
struct WithheldCounts([u64; Withheld::ALL.len()]);

impl WithheldCounts {
    fn add(&mut self, rule: Withheld, number: u64) {
        self.0[rule as usize] += number;
    }

    /// Those that withheld anything, in the order of the rules.
    fn found(self) -> Vec<(Withheld, u64)> {
        Withheld::ALL.into_iter().zip(self.0).filter(|&(_, number)| number > 0).collect()
    }
}

/// What was gathered so far.
#[derive(Debug)]
pub struct Gathered {
    request: FactRequest,
    /// Facts that are kept, by number.
    names: Interner,
    counted: CountedFacts,
    /// Owners and times of each of them over the whole log.
    in_log: Vec<(u64, u64)>,
    volume: Volume,
    withheld: WithheldCounts,
    withheld_cells: WithheldCounts,
    pairs_counted: Option<u64>,
    /// What kept facts may cost, and what they do.
    limit: Option<KeptCost>,
    cost: u64,
}

impl Gathered {
    /// Nothing yet of what `request` asks for.
    pub fn new(request: &FactRequest) -> Gathered {
        let (names, volume, withheld, withheld_cells) = Default::default();
        let cells = request.by.as_ref().map(|_| CountedCells::default());
        let counted = CountedFacts { facts: Tally::default(), cells };
        let request = request.clone();
        let (in_log, pairs_counted, limit, cost) = Default::default();
        Gathered {
            request,
            names,
            counted,
            in_log,
            volume,
            withheld,
            withheld_cells,
            pairs_counted,
            limit,
            cost,
        }
    }

    /// The same, keeping no more than `limit` allows.
    #[must_use]
    pub(super) fn within(self, limit: Option<KeptCost>) -> Gathered {
        Gathered { limit, ..self }
    }

    /// True if a fact or cell with texts of so many `bytes` may be kept. What may not adds to the cost too, so that in the end it
    /// is known what all of them would need.
    fn has_room(&mut self, bytes: usize) -> bool {
        let Some(KeptCost { row, byte, most }) = self.limit else { return true };
        self.cost = self.cost.saturating_add(row + byte * bytes as u64);
        self.cost <= most
    }

    /// What all kept facts would cost, if that is more than they may.
    pub(super) fn over_limit(&self) -> Option<u64> {
        self.limit.filter(|limit| self.cost > limit.most).map(|_| self.cost)
    }

    /// Takes the numbers of so many facts, of so many owners each, that were there so often together.
    pub fn count(&mut self, rule: Option<Withheld>, owners: u64, facts: u64, times: u64) {
        let Some(rule) = rule else { return self.volume.push(facts, owners, times) };
        self.volume.push_withheld(facts, owners, times);
        if owners >= self.request.thresholds.k as u64 {
            self.withheld.add(rule, facts);
        }
    }

    /// Takes a fact that is kept. Where owners are bounded, those are meant who count in it.
    pub fn keep_fact(&mut self, fact: &str, owners: u64, times: u64) {
        if self.has_room(fact.len()) {
            self.names.intern(fact);
            self.counted.facts.push(fact, owners, times);
            self.in_log.push((owners, times));
        }
    }

    /// Takes a cell that is kept. Its fact was kept before, unless owners are bounded: then a cell is a fact of its own.
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

    /// Takes so many cells of enough owners that a rule withholds.
    pub fn withhold_cells(&mut self, rule: Withheld, number: u64) {
        self.withheld_cells.add(rule, number);
    }

    /// Counts facts over the cells that were kept: each has so many distinct `owners` there, by number. Those of too few are not
    /// published, and leave with their cells.
    pub fn count_over_cells(&mut self, owners: &[u64]) {
        let k = self.request.thresholds.k;
        self.keep_only(self.counted.over_cells(owners, k));
    }

    /// Withholds facts that were kept, with their cells: those that `is_withheld` says, by number.
    pub(super) fn withhold_facts(&mut self, rule: Withheld, is_withheld: &[bool]) {
        let mut names = FxHashSet::default();
        for fact in (0..is_withheld.len()).filter(|&fact| is_withheld[fact]) {
            let (owners, times) = self.in_log[fact];
            self.volume.withhold(owners, times);
            self.withheld.add(rule, 1);
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

    /// How many pairs of an owner and a fact the bounded owners count in.
    pub fn set_pairs_counted(&mut self, pairs: u64) {
        self.pairs_counted = Some(pairs);
    }

    /// The facts that are kept, with their cells.
    pub fn counted(&self) -> &CountedFacts {
        &self.counted
    }

    /// The number of a fact that is kept.
    pub fn find(&self, fact: &str) -> Option<u32> {
        self.names.find(fact)
    }

    /// How much was counted, whatever became of it.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// The log of all this. What is in a table of it, and whose facts it has, was counted elsewhere.
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
            withheld: self.withheld.found(),
            withheld_cells: self.withheld_cells.found(),
            in_table,
            owners_of_facts,
            owner_is,
            counts,
        }
    }
}
