//! Runs that had to leave memory: every segment of the file is in order, and a merge brings the transactions
//! together that are spread over them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};
use std::path::Path;

use clump_core::progress::Progress;
use clump_core::taxonomy::Node;

use super::runs::Runs;
use crate::spill::{Segment, Spill, is_over, read_u32, read_u64};

pub(super) struct SpilledRuns {
    spill: Spill,
}

impl SpilledRuns {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        Ok(SpilledRuns { spill: Spill::new(folder)? })
    }

    /// Appends `runs`, which are in order.
    pub(super) fn push(&mut self, runs: &Runs) -> io::Result<()> {
        self.spill.segment(|out| (0..runs.len()).try_for_each(|run| write(out, runs, run)))
    }

    /// Puts all runs in order, items renumbered, behind what `merged` has. Only what comes out is held in memory.
    pub(super) fn merge(
        &self,
        renumbered: impl Fn(Node) -> Node,
        merged: &mut Runs,
        progress: &dyn Progress,
    ) -> io::Result<()> {
        let mut segments: Vec<Segment<'_>> = self.spill.segments().collect();
        // The first of equal keys is that of the earlier segment, so runs of one owner and part stay as they came.
        let mut heads: BinaryHeap<Reverse<(u32, i64, usize)>> = BinaryHeap::new();
        for (number, segment) in segments.iter_mut().enumerate() {
            heads.extend(read_head(segment)?.map(|(owner, part)| Reverse((owner, part, number))));
        }
        while let Some(Reverse((owner, part, number))) = heads.pop() {
            progress.go_on()?;
            let last = merged.len().checked_sub(1);
            if last.is_some_and(|last| (merged.owners[last], merged.part(last)) != (owner, part)) {
                merged.compact_last();
            }
            let segment = &mut segments[number];
            for _ in 0..read_u64(segment)? {
                merged.items.open().push(renumbered(Node(read_u32(segment)?)));
            }
            merged.close(owner, part);
            heads.extend(read_head(segment)?.map(|(owner, part)| Reverse((owner, part, number))));
        }
        merged.compact_last();
        Ok(())
    }
}

/// A run is its owner, its part, the number of its items, and these.
fn write(out: &mut dyn Write, runs: &Runs, run: usize) -> io::Result<()> {
    let items = runs.items.get(run);
    out.write_all(&runs.owners[run].to_le_bytes())?;
    out.write_all(&runs.part(run).to_le_bytes())?;
    out.write_all(&(items.len() as u64).to_le_bytes())?;
    items.iter().try_for_each(|item| out.write_all(&item.0.to_le_bytes()))
}

/// Owner and part of the next run; `None` where there is none.
fn read_head(segment: &mut Segment<'_>) -> io::Result<Option<(u32, i64)>> {
    if is_over(segment)? {
        return Ok(None);
    }
    Ok(Some((read_u32(segment)?, read_u64(segment)?.cast_signed())))
}
