//! Facts that were judged, gathered until they are a log of facts. Whoever counts fills it: one process with all owners of each
//! fact, or many machines of which each has some.

use clump_core::containers::Interner;
use clump_core::facts::{Chosen, CountedCells, CountedFacts, Tally, Volume};
use rustc_hash::FxHashSet;

use super::rules::Withheld;
use super::{FactLog, FactRequest, InTable};
use crate::owner::OwnerIs;
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
    volume: Volume,
    withheld: WithheldCounts,
    withheld_cells: WithheldCounts,
    pairs_counted: Option<u64>,
}

/// Which parts of kept facts rows of the table are about.
#[derive(Debug)]
pub struct Shown {
    /// For each fact, whether a row counts all of its owners.
    pub facts: Vec<bool>,
    /// For each cell, whether a row counts its owners and none counts all of its fact.
    pub cells: Vec<bool>,
}

impl Gathered {
    /// Nothing yet of what `request` asks for.
    pub fn new(request: &FactRequest) -> Gathered {
        let (names, volume, withheld, withheld_cells) = Default::default();
        let cells = request.by.as_ref().map(|_| CountedCells::default());
        let counted = CountedFacts { facts: Tally::default(), cells };
        let request = request.clone();
        Gathered { request, names, counted, volume, withheld, withheld_cells, pairs_counted: None }
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
        self.names.intern(fact);
        self.counted.facts.push(fact, owners, times);
    }

    /// Takes a cell that is kept. Its fact was kept before, unless owners are bounded: then a cell is a fact of its own.
    pub fn keep_cell(&mut self, fact: &str, cell: &str, owners: u64, times: u64) {
        let number = self.names.intern(fact);
        if number as usize == self.counted.facts.len() {
            self.counted.facts.push(fact, 0, 0);
        }
        let cells = self.counted.cells.get_or_insert_default();
        cells.cells.push(cell, owners, times);
        cells.fact_of.push(number);
    }

    /// Takes so many cells of enough owners that a rule withholds.
    pub fn withhold_cells(&mut self, rule: Withheld, number: u64) {
        self.withheld_cells.add(rule, number);
    }

    /// Withholds facts that were kept, with their cells: those that `is_withheld` says, by number.
    pub(super) fn withhold_facts(&mut self, rule: Withheld, is_withheld: &[bool]) {
        let mut names = FxHashSet::default();
        for fact in (0..is_withheld.len()).filter(|&fact| is_withheld[fact]) {
            let facts = &self.counted.facts;
            self.volume.withhold(facts.owners(fact), facts.times(fact));
            self.withheld.add(rule, 1);
            names.insert(facts.key(fact).to_owned());
        }
        self.counted = self.counted.retain(|key| !names.contains(key));
        self.names = Interner::default();
        (0..self.counted.facts.len()).for_each(|fact| {
            self.names.intern(self.counted.facts.key(fact));
        });
    }

    /// How many cells the log has, whichever facts they are of, the one of lines whose cell is not known included.
    pub fn set_domain(&mut self, cells: u32) {
        self.counted.cells.get_or_insert_default().domain = cells;
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
    pub(super) fn find(&self, fact: &str) -> Option<u32> {
        self.names.find(fact)
    }

    /// How much was counted, whatever became of it.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// Which of the kept facts and cells rows of the table are about.
    pub fn shown(&self) -> Shown {
        let CountedFacts { facts, cells } = &self.counted;
        let Some(cells) = cells else { return Shown { facts: vec![true; facts.len()], cells: Vec::new() } };
        let Chosen { cells: chosen, totals } =
            Chosen::of(&self.counted, cells, self.request.thresholds, self.request.totals);
        let is_alone = |(&fact, is_chosen): (&u32, bool)| is_chosen && !totals[fact as usize];
        Shown { cells: cells.fact_of.iter().zip(chosen).map(is_alone).collect(), facts: totals }
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
