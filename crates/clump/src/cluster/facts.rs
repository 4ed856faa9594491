//! A table of facts on many machines.
//!
//! 1. [`FactPlan`] is sent to all machines. Its rules are read once. The secret by which bounded owners
//!    choose their facts is drawn once.
//! 2. [`FactPlan::read`] turns all rows of some owners into records, one for each fact of an owner, or each
//!    cell of one.
//! 3. The cluster program adds records up by fact, and by fact and cell. [`FactPlan::judge_facts`] and
//!    [`FactPlan::judge_cells`] decide which sums are kept.
//! 4. [`FactPlan::gather`] takes what is kept to one machine. [`FactPlan::make`] makes the table there as a
//!    run in one process does: it adds noise once, and checks every number against the counts.
//! 5. [`FactPlan::verify`] checks what was written, part by part.
//!
//! Rules, thresholds and choices are those of [`clump_io::facts`]: a run in one process makes the same table,
//! with the same figures.

mod checking;
mod gathering;
mod judging;
mod plan;
mod records;

pub use checking::CheckedPart;
pub use gathering::{FactSums, FactTotals, OwnersCounted};
pub use plan::FactPlan;
