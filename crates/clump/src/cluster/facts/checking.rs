//! Checks a written table, on the machine that has all rows of a fact.

use clump_core::anonymize::Method as _;
use clump_core::progress::Progress;
use clump_io::release::ReleaseFormat;
use clump_io::{Batches, Input};
use serde::Serialize;

use super::plan::FactPlan;
use crate::CheckError;
use crate::check::CheckedProperty;
use crate::check::facts::{TableForm, check_facts, read_table};

/// Findings about some rows of a table. Rows and violations of all machines are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedPart {
    /// True if nothing breaks the promise.
    pub holds: bool,
    /// Rows that were checked.
    pub rows: usize,
    /// Violations of the promise: too few owners, a repeated row, an address or a number of a person, or a
    /// total that its cells cannot have.
    pub violations: usize,
}

impl FactPlan {
    /// Checks that `rows` keep the promise for all that they show. The table keeps it if this holds on all
    /// machines.
    ///
    /// # Errors
    /// When they are not rows of a table of facts.
    pub fn verify(&self, rows: Batches, progress: &dyn Progress) -> Result<CheckedPart, CheckError> {
        let parameters = self.method.tabulate.parameters();
        let columns = parameters.columns();
        let table = read_table(&Input::from(rows), ReleaseFormat::Arrow, Some(&columns), progress)?;
        let checked = check_facts(&table, &self.method.promise(), TableForm::of(parameters), None);
        let verdicts = checked.properties.iter().filter_map(CheckedProperty::verdict);
        let is_right = table.columns == columns;
        let violations = verdicts.map(|verdict| verdict.violations).sum::<usize>() + usize::from(!is_right);
        Ok(CheckedPart { holds: violations == 0, rows: table.len(), violations })
    }
}
