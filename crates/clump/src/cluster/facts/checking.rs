//! Checks the rows of a written table. One machine must have all rows of a fact.

use clump_core::anonymize::Method as _;
use clump_core::progress::Progress;
use clump_io::release::ReleaseFormat;
use clump_io::{Batches, Input};
use serde::Serialize;

use super::plan::FactPlan;
use crate::CheckError;
use crate::check::CheckedProperty;
use crate::check::facts::{check_facts, numbers_of, read_table};

/// Result of the check of some rows of a table. The cluster program adds up the numbers of all machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedPart {
    /// True if there is no violation.
    pub holds: bool,
    /// Number of rows that were checked.
    pub rows: usize,
    /// Number of violations: too few owners, a repeated row, or an address or an identifying number of a person.
    pub violations: usize,
}

impl FactPlan {
    /// Checks `rows` of the published table with this `number` against the promise, without the input. The table keeps
    /// the promise if this holds on all machines.
    ///
    /// # Errors
    /// When the rows are not those of a table of facts.
    pub fn verify(
        &self,
        number: usize,
        rows: Batches,
        progress: &dyn Progress,
    ) -> Result<CheckedPart, CheckError> {
        let parameters = self.method.tabulate.get(number).unwrap_or(self.method.first()).parameters();
        let columns = parameters.columns();
        let table = read_table(&Input::from(rows), ReleaseFormat::Arrow, Some(&columns), progress)?;
        let checked = check_facts(&table, &self.method.promise(), numbers_of(parameters), None);
        let verdicts = checked.properties.iter().filter_map(CheckedProperty::verdict);
        let is_right = table.columns == columns;
        let violations = verdicts.map(|verdict| verdict.violations).sum::<usize>() + usize::from(!is_right);
        Ok(CheckedPart { holds: violations == 0, rows: table.len(), violations })
    }
}
