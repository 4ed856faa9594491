//! Stores runs of items in flat columns: the items of all runs end to end, and the owner and the end of each
//! run. If owners have several transactions, a run also has a part: the time for sessions, the number of the
//! transaction if a column names it, or the number of a query.
//!
//! A run is the items of one query or basket. Neighbouring runs that must belong to one transaction are
//! merged, so a log that is sorted by owner has one run per owner. An item costs 4 bytes and a run 12 (with
//! parts 20), whatever the number of owners.

use std::io;

use clump_core::containers::Ragged;
use clump_core::progress::Progress;
use clump_core::taxonomy::Node;

use crate::spill::{Segment, Spill, read_u32, read_u64};
use crate::unit::{Repeats, Unit};

/// Part of a query that never counts as a repetition of another query.
pub(crate) const UNIQUE: i64 = 0;

pub(super) struct Runs {
    pub unit: Unit,
    pub repeats: Repeats,
    /// Items of each closed run. Items after the last closed run belong to the current one.
    pub items: Ragged<Node>,
    pub owners: Vec<u32>,
    /// By run, the number that separates the transactions of an owner: seconds or a transaction or query
    /// number. Empty if owners are the unit.
    pub parts: Vec<i64>,
}

impl Runs {
    pub(super) fn new(unit: Unit, repeats: Repeats) -> Self {
        Runs { unit, repeats, items: Ragged::default(), owners: Vec::new(), parts: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.owners.len()
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        4 * self.items.values().len() + 12 * self.owners.len() + 8 * self.parts.len()
    }

    pub(super) fn part(&self, run: usize) -> i64 {
        self.parts.get(run).copied().unwrap_or(0)
    }

    /// Ends the current run. Its items are those pushed since the previous run ended.
    #[inline]
    pub(super) fn close(&mut self, owner: u32, part: i64) {
        if self.continues(owner, part) {
            self.items.close_onto_last();
            return;
        }
        self.owners.push(owner);
        self.items.close();
        match self.unit {
            Unit::Session { .. } | Unit::Transaction | Unit::Query => self.parts.push(part),
            Unit::Owner => {}
        }
    }

    /// True if a run of `owner` and `part` can be appended to the last run: both are one transaction.
    fn continues(&self, owner: u32, part: i64) -> bool {
        let is_same_owner = self.owners.last() == Some(&owner);
        match self.unit {
            Unit::Owner => is_same_owner,
            Unit::Transaction => is_same_owner && self.parts.last() == Some(&part),
            Unit::Session { .. } | Unit::Query => false,
        }
    }

    /// Sorts runs by owner, then by part, then by order of arrival. Runs that are already in order, as in
    /// most logs, are not moved; others are copied once.
    pub(super) fn sort(&mut self) {
        let key = |run: usize| (self.owners[run], self.part(run));
        if (1..self.len()).all(|run| key(run - 1) <= key(run)) {
            return;
        }
        let runs = u32::try_from(self.len()).expect("fewer than 2^32 queries");
        let mut order: Vec<u32> = (0..runs).collect();
        order.sort_by_key(|&run| key(run as usize));
        let mut sorted = Runs::new(self.unit, self.repeats);
        sorted.items.open().reserve_exact(self.items.values().len());
        for run in order {
            let run = run as usize;
            sorted.items.open().extend_from_slice(self.items.get(run));
            sorted.close(self.owners[run], self.part(run));
        }
        *self = sorted;
    }

    /// True if each run may drop its repeated items: repeats are unwanted, and the unit is no session or
    /// query.
    pub(super) fn is_compact(&self) -> bool {
        matches!(self.unit, Unit::Owner | Unit::Transaction) && self.repeats == Repeats::Remove
    }

    pub(super) fn compact(&mut self) {
        if self.is_compact() {
            self.items.make_sets();
        }
    }

    pub(super) fn compact_last(&mut self) {
        if self.is_compact() && self.len() > 0 {
            self.items.reopen();
            self.items.close_as_set();
        }
    }

    /// True if run `first` and run `second`, which follows it directly, belong to the same transaction.
    pub(super) fn are_together(&self, first: usize, second: usize) -> bool {
        self.owners[first] == self.owners[second]
            && match self.unit {
                Unit::Owner => true,
                Unit::Query if self.parts[first] == UNIQUE => false,
                Unit::Query | Unit::Transaction => self.parts[first] == self.parts[second],
                Unit::Session { gap } => {
                    let pause = self.parts[second] - self.parts[first];
                    u64::try_from(pause).is_ok_and(|pause| pause <= gap.as_secs())
                }
            }
    }
}

impl Runs {
    /// Appends the sorted runs to `spill`, each as owner, part, number of items, and items.
    pub(super) fn write(&self, spill: &mut Spill) -> io::Result<()> {
        spill.segment(|out| {
            (0..self.len()).try_for_each(|run| {
                let items = self.items.get(run);
                out.write_all(&self.owners[run].to_le_bytes())?;
                out.write_all(&self.part(run).to_le_bytes())?;
                out.write_all(&(items.len() as u64).to_le_bytes())?;
                items.iter().try_for_each(|item| out.write_all(&item.0.to_le_bytes()))
            })
        })
    }

    /// Appends all runs of `spill` in sorted order, and renumbers their items. Memory holds only the result.
    pub(super) fn merge(
        &mut self,
        spill: &Spill,
        renumbered: impl Fn(Node) -> Node,
        progress: &dyn Progress,
    ) -> io::Result<()> {
        // Runs of the same owner and part keep their order of arrival.
        let head = |segment: &mut Segment<'_>| Ok((read_u32(segment)?, read_u64(segment)?.cast_signed()));
        spill.merge(head, |(owner, part), segment| {
            progress.go_on()?;
            let last = self.len().checked_sub(1);
            if last.is_some_and(|last| (self.owners[last], self.part(last)) != (owner, part)) {
                self.compact_last();
            }
            for _ in 0..read_u64(segment)? {
                self.items.open().push(renumbered(Node(read_u32(segment)?)));
            }
            self.close(owner, part);
            Ok(())
        })?;
        self.compact_last();
        Ok(())
    }
}
