//! The settings of a cluster run that counts facts. They are made once and sent to all machines.

use std::fmt;
use std::sync::Arc;

use clump_core::facts::{FactKind, TableSpec};
use clump_io::arrow_schema::Schema;
use clump_io::facts::{ExclusionRule, Rules};
use clump_io::{Batches, FactNeed, Input, ReadError, RowOwner};
use serde::{Deserialize, Serialize};

use super::super::table::wrong;
use crate::RunError;
use crate::job::Job;
use crate::methods::{AnyMethod, Counts, FactMethod, Method};

/// A job that counts facts, its exclusion rules, and its secret for random choices.
#[derive(Clone, Debug)]
pub struct FactPlan {
    pub(super) job: Job,
    pub(super) method: FactMethod,
    pub(super) told: PlanMessage,
}

/// The part of the plan that is sent: everything that does not follow from the job.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PlanMessage {
    /// Secret that chooses the facts in which an owner counts, where noise limits their number.
    secret: [u8; 32],
    pub rules: Rules,
}

/// Hides the secret and the rules.
impl fmt::Debug for PlanMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Told")
    }
}

impl FactPlan {
    /// Makes the plan of `job`: reads its list of excluded words, and draws the secret if the job has no
    /// seed. The machines then need neither the file nor randomness.
    ///
    /// # Errors
    /// When a setting is wrong, the list cannot be read, or queries are counted without a column of owners.
    pub fn new(job: &Job) -> Result<FactPlan, RunError> {
        let counts = counts_of(job)?;
        if job.guards.are_about_nodes() {
            return Err(wrong("ceilings and certainty are guards of one process"));
        }
        if counts.tables().len() > 1 || counts.rest || counts.top.is_some() {
            return Err(wrong("a cluster makes one table, without `rest` and `top`"));
        }
        if job.input.columns.owner == Some(RowOwner::EachRow) && counts.has(FactKind::is_of_queries) {
            return Err(ReadError::FactNeeds { file: frame(), need: FactNeed::Owners }.into());
        }
        let told =
            PlanMessage { secret: counts.secret()?, rules: Rules::read(job.guards.never.list.as_deref())? };
        FactPlan::of(job, told)
    }

    /// Reads the result of [`FactPlan::to_bytes`] for the same job.
    ///
    /// # Errors
    /// When the bytes are not such a result, or a setting is wrong.
    pub fn from_bytes(job: &Job, bytes: &[u8]) -> Result<FactPlan, RunError> {
        let told = serde_json::from_slice(bytes).map_err(|_| wrong("no plan of a cluster"))?;
        FactPlan::of(job, told)
    }

    fn of(job: &Job, told: PlanMessage) -> Result<FactPlan, RunError> {
        let job = job.decided()?.into_owned();
        let AnyMethod::Facts(method) = job.ready_method()? else { return Err(not_counts()) };
        let mut method = *method;
        method.request.bounding = counts_of(&job)?.bounding(told.secret);
        Ok(FactPlan { job, method, told })
    }

    /// The plan as JSON for other machines. Private: it has the list of excluded words and the secret.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&self.told).expect("a plan is plain data")
    }

    /// Adds normal forms of queries that are excluded, each with the word for the rule that excludes it.
    /// [`FactPlan::read`] found them on all machines. Several rules may exclude a form.
    ///
    /// # Errors
    /// When no rule has such a word.
    pub fn and_as_typed(
        self,
        forms: impl IntoIterator<Item = (String, String)>,
    ) -> Result<FactPlan, RunError> {
        let forms = forms.into_iter().map(|(form, word)| Ok((form, rule_of(&word)?)));
        let forms: Vec<(String, ExclusionRule)> = forms.collect::<Result<_, RunError>>()?;
        let told = PlanMessage { rules: self.told.rules.and_as_typed(forms), ..self.told };
        Ok(FactPlan { told, ..self })
    }

    /// Names of the columns that identify a fact in the table. Rows with equal values there are about the
    /// same fact.
    pub fn fact_columns(&self) -> Vec<&str> {
        self.table().fact_columns().collect()
    }

    /// The columns of the frame that the table names, apart from those with a role.
    pub fn data_columns(&self) -> Vec<String> {
        let TableSpec { more, by, .. } = self.table();
        let cells = by.iter().filter(|by| !by.is_time()).map(|by| by.column().to_owned());
        more.iter().cloned().chain(cells).collect()
    }

    /// True if the table divides facts into cells.
    pub fn has_cells(&self) -> bool {
        !self.table().by.is_empty()
    }

    /// The table.
    pub(super) fn table(&self) -> &TableSpec {
        &self.method.first().parameters().spec
    }

    /// True if the plan limits the number of facts in which an owner counts, as noise requires.
    pub fn is_bounded(&self) -> bool {
        self.method.request.bounding.is_some()
    }
}

/// Represents the rows of all machines in an error message, in place of a file.
pub(super) fn frame() -> Input {
    Batches::new("frame", Arc::new(Schema::empty()), Vec::new()).into()
}

/// The word for a rule in messages between machines.
pub(super) fn word_of(rule: ExclusionRule) -> String {
    match serde_json::to_value(rule) {
        Ok(serde_json::Value::String(word)) => word,
        _ => unreachable!("a rule is written as a word"),
    }
}

/// The rule with this word.
pub(super) fn rule_of(word: &str) -> Result<ExclusionRule, RunError> {
    serde_json::from_value(word.into()).map_err(|_| wrong("no rule is called so"))
}

fn counts_of(job: &Job) -> Result<&Counts, RunError> {
    match &*job.method {
        Method::Counts(counts) => Ok(counts),
        _ => Err(not_counts()),
    }
}

fn not_counts() -> RunError {
    wrong("facts are counted by the method counts alone")
}
