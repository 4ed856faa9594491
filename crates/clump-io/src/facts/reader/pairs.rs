//! Pairs of items: the two stand in one transaction, whatever rows it was spread over.

use clump_core::progress::Progress;

use super::super::FactRequest;
use super::super::texts::joined;
use super::{FactNeed, Facts, WasRead, without_separator};
use crate::error::ReadError;
use crate::read::{Log, ReadOptions, read_log, temporary};
use crate::source::Input;
use crate::taxonomy::TaxonomySource;

/// Reads transactions first, and takes their pairs.
pub(super) fn read(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    facts: &mut impl Facts,
    progress: &dyn Progress,
) -> Result<WasRead, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let needs = |need| ReadError::FactNeeds { file: first.clone(), need };
    if request.by.is_some() {
        return Err(needs(FactNeed::WholeOwners));
    }
    let Log { taxonomy, transactions, owner_names, owner_is, counts, .. } =
        read_log(inputs, options, &TaxonomySource::Flat, progress)?;
    if counts.queries > 0 {
        return Err(needs(FactNeed::Items));
    }
    let mut key = String::new();
    for row in 0..transactions.len() {
        progress.go_on()?;
        let name = |&item| {
            let name = taxonomy.name(item);
            request.ceilings.as_ref().and_then(|ceilings| ceilings.above(name)).unwrap_or(name)
        };
        let mut items: Vec<_> =
            transactions.get(row).iter().map(|item| without_separator(name(item))).collect();
        items.sort_unstable();
        items.dedup();
        for (place, one) in items.iter().enumerate() {
            for other in &items[place + 1..] {
                facts.take(transactions.owner(row), joined(&mut key, one, other), None);
            }
        }
        facts.relieve().map_err(|source| temporary(&options.room.folder, source))?;
    }
    Ok(WasRead { owners: owner_names, owner_is, counts, lacks_clicks: false })
}
