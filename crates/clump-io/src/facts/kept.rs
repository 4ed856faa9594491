//! Which facts are of interest once all are counted: those of enough owners that no rule withholds.

use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, SEPARATOR, Tally, Volume};
use clump_core::progress::Progress;

use super::bounded::bound;
use super::counter::Counter;
use super::reader::ReadFacts;
use super::rules::{Rules, Withheld};
use super::{FactLog, FactRequest};
use crate::error::ReadError;
use crate::read::{ReadCounts, temporary};

/// Chooses from all facts that were read.
pub(super) fn keep(
    read: ReadFacts,
    request: &FactRequest,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let ReadFacts { facts, cells, owners, owner_is, counts, folder } = read;
    let temporary = |source: io::Error| temporary(&folder, source);
    let k = request.thresholds.k as u64;
    let (mut kept, mut tally, mut volume) = (Interner::default(), Tally::default(), Volume::default());
    let mut withheld = [0u64; Withheld::ALL.len()];
    let mut is_owner_kept = vec![false; owners.len()];
    let facts = facts.close().map_err(temporary)?;
    let counted = facts.each(progress, |found| {
        let number = found.owners.len() as u64;
        // Nobody publishes what one owner has, so no rule is asked of it.
        let rule = if number > 1 { rules.withhold(request.kind, found.key) } else { None };
        let Some(rule) = rule else {
            volume.push(number, found.times);
            if number >= k {
                kept.intern(found.key);
                tally.push(found.key, number, found.times);
                found.owners.iter().for_each(|&owner| is_owner_kept[owner as usize] = true);
            }
            return;
        };
        volume.push_withheld(number, found.times);
        withheld[rule as usize] += u64::from(number >= k);
    });
    counted.map_err(temporary)?;
    let mut counted = CountedFacts { facts: tally, cells: None };
    let mut pairs_counted = None;
    if let Some(bounding) = &request.bounding {
        let cells = cells.map(Counter::close).transpose().map_err(temporary)?;
        let counter = cells.as_ref().unwrap_or(&facts);
        let bounded = bound(counter, &owners, bounding, request, rules, progress).map_err(temporary)?;
        counted = bounded.counted;
        pairs_counted = Some(bounded.pairs);
    } else if let Some(cells) = cells {
        let k_cell = request.thresholds.k_cell;
        let mut found_cells = CountedCells { hidden: vec![0; kept.len()], ..CountedCells::default() };
        let finished = cells.finish(progress, |found| {
            let Some((fact, cell)) = found.key.rsplit_once(SEPARATOR) else { return };
            let Some(fact) = kept.find(fact) else { return };
            // A line whose cell is not known is in one that is never published.
            let is_shown =
                found.owners.len() >= k_cell && !cell.is_empty() && rules.withhold_cell(cell).is_none();
            match is_shown {
                true => {
                    found_cells.cells.push(cell, found.owners.len() as u64, found.times);
                    found_cells.fact_of.push(fact);
                }
                false => found_cells.hidden[fact as usize] += 1,
            }
        });
        finished.map_err(temporary)?;
        counted.cells = Some(found_cells);
    }
    let withheld = Withheld::ALL.into_iter().zip(withheld).filter(|&(_, facts)| facts > 0).collect();
    Ok(FactLog {
        counted,
        pairs_counted,
        volume,
        withheld,
        owners_kept: is_owner_kept.iter().filter(|&&is_kept| is_kept).count() as u64,
        owner_is,
        counts: ReadCounts { owners: owners.len() as u64, ..counts },
    })
}
