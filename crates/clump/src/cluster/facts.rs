//! A table of facts on many machines.
//!
//! 1. [`FactPlan`]: what all machines are told. Rules, and the secret by which bounded owners choose their facts, are read and drawn
//!    once.
//! 2. [`FactPlan::read`]: all rows of some owners become records, one for each fact of an owner, or each cell of one.
//! 3. Records are added up by fact, and by fact and cell, by whoever divides the rows. [`FactPlan::judge_facts`] and
//!    [`FactPlan::judge_cells`] say what becomes of the sums.
//! 4. [`FactPlan::gather`]: what is kept comes to one machine. [`FactPlan::make`] makes the table there as a run in one process does:
//!    noise is added once, and every number is checked against what was counted.
//! 5. [`FactPlan::verify`]: what was written is checked, part by part.
//!
//! Rules, thresholds and choices are those of [`clump_io::facts`]: a run in one process makes the same table, with the same figures.

mod checking;
mod gathering;
mod judging;
mod plan;
mod records;

pub use checking::CheckedPart;
pub use gathering::{FactSums, GatheredFacts, OwnersCounted};
pub use plan::FactPlan;
