//! Tables of facts on many machines.
//!
//! 1. [`FactPlan`] is sent to all machines. It has the exclusion rules, and the secret that chooses the facts
//!    in which an owner counts if there is noise. Both are made only once.
//! 2. [`FactPlan::read`] turns all rows of some owners into records: one for each fact of an owner, or for
//!    each cell of such a fact, in each table.
//! 3. The cluster program adds records up by fact, and by fact and cell. [`FactPlan::judge_facts`] and
//!    [`FactPlan::judge_cells`] decide which sums may be published.
//! 4. [`FactPlan::gather`] collects these sums on one machine. Several tables are made safe together there:
//!    [`FactTotals::wanted`] asks for the owners of the rows that this needs.
//! 5. [`FactPlan::make`] makes the tables as a run in one process does: it adds noise once, and checks every
//!    number against the counts.
//! 6. [`FactPlan::verify`] checks the written tables, part by part.
//!
//! Rules, thresholds, random choices and repairs are those of [`clump_io::facts`]. So a run in one process makes
//! the same tables, with the same figures.

mod checking;
mod gathering;
mod judging;
mod plan;
mod records;
mod repairs;

pub use checking::CheckedPart;
pub use gathering::{FactSums, FactTotals, OwnersCounted};
pub use plan::FactPlan;
