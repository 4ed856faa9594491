//! Finds facts and cells that enough people have and that have no row. Only exclusion by a rule explains that.

use std::path::Path;

use clump_core::facts::{FactParameters, SEPARATOR};
use clump_io::ReadError;
use clump_io::facts::{FactRequest, Rules};

/// Number of the `uncovered` facts or cells that should have a row. Each has its key and its number of owners.
pub(crate) fn missing_rows(
    uncovered: &[(String, u64)],
    parameters: &FactParameters,
    request: &FactRequest,
    never: Option<&Path>,
) -> Result<usize, ReadError> {
    let rules = Rules::read(never)?.guarding(request);
    let columns = parameters.spec.by.len();
    // Cells of a fact need k owners together, so fewer than k prove nothing.
    let least = parameters.least(true).max(parameters.least(false));
    let should_have_a_row = |key: &str| {
        let cell = match columns {
            0 => key.len(),
            columns => key.rmatch_indices(SEPARATOR).nth(columns - 1).map_or(0, |(at, _)| at),
        };
        let (fact, cell) = key.split_at(cell);
        rules.exclude(parameters.spec.kind, fact).is_none()
            && rules.exclude_cell(cell.trim_start_matches(SEPARATOR)).is_none()
    };
    Ok(uncovered.iter().filter(|(key, owners)| *owners >= least && should_have_a_row(key)).count())
}
