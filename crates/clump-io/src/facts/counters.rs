//! Receivers of the facts of a log: counters for all tables of a run, and a callback for other ways to count.

use std::io;

use clump_core::progress::Progress;

use super::cell_counter::{CellCounter, CellNames, ClosedCells};
use super::counter::{ClosedCounter, Counter, Room};
use super::plan::{FactPlan, PlannedTable};
use super::{EachFact, FactRequest};
use crate::options::ReadingMemory;
use crate::spill::CountedKey;

/// Receives the facts of one record after the other.
pub(super) trait FactSink {
    /// Sets the cells of the next facts: one name for each division of the plan, empty if it is unknown.
    fn set_cells(&mut self, cells: &[String]);

    /// Receives a fact of an owner with its number of occurrences, at least 1. `fact` is its number in the plan.
    /// Must be O(1), because one cell of a table can state any number.
    fn take(&mut self, fact: usize, owner: u32, key: &str, times: u64);

    fn relieve(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Number of pairs after which the memory is measured again.
const LOOK: usize = 1 << 10;

/// Counts all facts of a plan, and the cells of those that its tables divide.
pub(super) struct Counters {
    facts: Vec<FactCounters>,
    names: Vec<CellNames>,
    /// For each division, the number of the current cell; `None` if it is unknown.
    cells: Vec<Option<u32>>,
    /// Least number of owners of a fact whose cells are read.
    least: usize,
    room: usize,
    next_look: usize,
}

struct FactCounters {
    facts: Counter,
    /// Number of each division of the fact, with its counter.
    divided: Vec<(usize, CellCounter)>,
}

impl Counters {
    pub(super) fn new(room: &ReadingMemory, request: &FactRequest, plan: &FactPlan) -> Counters {
        let divisions = |fact: usize| {
            let mut divisions: Vec<usize> = plan
                .tables
                .iter()
                .filter(|table| table.fact == fact)
                .filter_map(|table| table.division)
                .collect();
            divisions.sort_unstable();
            divisions.dedup();
            divisions
        };
        let counters: usize = (0..plan.facts.len()).map(|fact| 1 + divisions(fact).len()).sum();
        let of_one = Room { folder: room.folder.clone(), buffers: room.bytes / 4 / counters.max(1) };
        let of_fact = |fact| FactCounters {
            facts: Counter::new(of_one.clone()),
            divided: divisions(fact).into_iter().map(|at| (at, CellCounter::new(of_one.clone()))).collect(),
        };
        Counters {
            facts: (0..plan.facts.len()).map(of_fact).collect(),
            names: plan.divisions.iter().map(|_| CellNames::default()).collect(),
            cells: vec![None; plan.divisions.len()],
            // Noise and the row for the rest count cells of rare facts too.
            least: if request.bounding.is_some() || request.rest { 1 } else { request.thresholds.k },
            // The last quarter of the memory is for sorting, and for the published facts.
            room: room.bytes / 4 * 3,
            next_look: 0,
        }
    }

    fn pairs(&self) -> usize {
        let divided =
            |fact: &FactCounters| fact.divided.iter().map(|(_, cells)| cells.pairs()).sum::<usize>();
        self.facts.iter().map(|fact| fact.facts.pairs() + divided(fact)).sum()
    }

    fn bytes(&self) -> usize {
        let divided =
            |fact: &FactCounters| fact.divided.iter().map(|(_, cells)| cells.bytes()).sum::<usize>();
        self.facts.iter().map(|fact| fact.facts.bytes() + divided(fact)).sum()
    }

    /// Sorts all counts, so that they can be read.
    pub(super) fn close(self) -> io::Result<ClosedCounters> {
        let Counters { facts, names, least, .. } = self;
        let mut closed = Vec::new();
        for FactCounters { mut facts, divided } in facts {
            facts.sort();
            let close = |cells: CellCounter, at: usize| cells.close(&facts, &names[at], least);
            let divided = divided.into_iter().map(|(at, cells)| Ok((at, close(cells, at)?)));
            let divided = divided.collect::<io::Result<_>>()?;
            closed.push((facts.close()?, divided));
        }
        Ok(ClosedCounters { facts: closed, names })
    }
}

impl FactSink for Counters {
    #[inline]
    fn set_cells(&mut self, cells: &[String]) {
        for (at, name) in cells.iter().enumerate() {
            self.cells[at] = self.names[at].number(name);
        }
    }

    #[inline]
    fn take(&mut self, fact: usize, owner: u32, key: &str, times: u64) {
        let FactCounters { facts, divided } = &mut self.facts[fact];
        let number = facts.add(key, owner, times);
        for (at, cells) in divided {
            if let Some(cell) = self.cells[*at] {
                cells.add(number, cell, owner, times);
            }
        }
    }

    fn relieve(&mut self) -> io::Result<()> {
        let pairs = self.pairs();
        if pairs < self.next_look {
            return Ok(());
        }
        self.next_look = pairs + LOOK;
        if self.bytes() <= self.room {
            return Ok(());
        }
        for FactCounters { facts, divided } in &mut self.facts {
            for (at, cells) in divided {
                cells.relieve(facts, &self.names[*at])?;
            }
            facts.relieve()?;
        }
        self.next_look = 0;
        Ok(())
    }
}

/// All counts of a run.
pub(super) struct ClosedCounters {
    facts: Vec<(ClosedCounter, Vec<(usize, ClosedCells)>)>,
    names: Vec<CellNames>,
}

impl ClosedCounters {
    /// Passes every key of a fact to `each` with its owners; with a `division`, the cells of each key, those of a fact one
    /// after the other. Cells of facts with fewer than k owners may be missing, unless the request has noise or rests.
    /// The order depends only on what was counted.
    pub(super) fn each(
        &self,
        fact: usize,
        division: Option<usize>,
        progress: &dyn Progress,
        each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        match division {
            None => self.facts[fact].0.each(progress, each),
            Some(division) => {
                self.cells(fact, division).each(&self.facts[fact].0, &self.names[division], progress, each)
            }
        }
    }

    /// Passes every row of `table` to `each` with an owner, however few owners it has: the key of its fact, the name of
    /// its cell, the owner. A row comes once for each of its owners, in any order.
    pub(super) fn each_owner(
        &self,
        table: &PlannedTable,
        progress: &dyn Progress,
        mut each: impl FnMut(&str, &str, u32),
    ) -> io::Result<()> {
        let facts = &self.facts[table.fact].0;
        match table.division {
            None => facts.each(progress, |found| {
                found.owners.iter().for_each(|&owner| each(found.key, "", owner));
            }),
            Some(division) => self.cells(table.fact, division).each_owner(
                facts,
                &self.names[division],
                table.spec.by.len(),
                progress,
                each,
            ),
        }
    }

    fn cells(&self, fact: usize, division: usize) -> &ClosedCells {
        let (_, divided) = &self.facts[fact];
        let found = divided.iter().find(|(at, _)| *at == division);
        &found.expect("the plan has the division of each table").1
    }
}

/// Passes each fact to a callback, for each table that counts it.
pub(super) struct Passed<'p, 'e> {
    tables: &'p [PlannedTable],
    cells: Vec<String>,
    each: &'p mut EachFact<'e>,
}

impl<'p, 'e> Passed<'p, 'e> {
    pub(super) fn new(tables: &'p [PlannedTable], each: &'p mut EachFact<'e>) -> Passed<'p, 'e> {
        Passed { tables, cells: Vec::new(), each }
    }
}

impl FactSink for Passed<'_, '_> {
    fn set_cells(&mut self, cells: &[String]) {
        self.cells.clear();
        self.cells.extend_from_slice(cells);
    }

    fn take(&mut self, fact: usize, owner: u32, key: &str, times: u64) {
        for (number, table) in self.tables.iter().enumerate().filter(|(_, table)| table.fact == fact) {
            let cell = table.division.map(|division| self.cells.get(division).map_or("", String::as_str));
            (self.each)(number, owner, key, cell, times);
        }
    }
}
