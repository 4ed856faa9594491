//! The plan of a run that counts facts, which is sent to all machines.

use std::fmt;
use std::sync::Arc;

use clump_io::arrow_schema::Schema;
use clump_io::facts::{ExclusionRule, Rules};
use clump_io::{Batches, FactNeed, Input, ReadError, RowOwner};
use serde::{Deserialize, Serialize};

use super::super::table::wrong;
use crate::RunError;
use crate::job::Job;
use crate::methods::{AnyMethod, Counts, FactMethod, Method};

/// A job that counts facts, and what must be the same on all machines.
#[derive(Clone, Debug)]
pub struct FactPlan {
    pub(super) job: Job,
    pub(super) method: FactMethod,
    pub(super) told: PlanMessage,
}

/// The part of the plan that does not follow from the job.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PlanMessage {
    /// Secret by which bounded owners choose the facts that they count in.
    secret: [u8; 32],
    pub rules: Rules,
}

/// Shows neither the secret nor the list.
impl fmt::Debug for PlanMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Told")
    }
}

impl FactPlan {
    /// The plan of `job`: reads its list of what is never published, and draws a secret if there is no seed.
    /// Machines need neither file nor randomness.
    ///
    /// # Errors
    /// When a setting is wrong, the list cannot be used, or queries have no owners.
    pub fn new(job: &Job) -> Result<FactPlan, RunError> {
        let counts = counts_of(job)?;
        if job.guards.are_about_nodes() {
            return Err(wrong("ceilings and certainty are guards of one process"));
        }
        if job.input.columns.owner == Some(RowOwner::EachRow) && counts.fact.is_of_queries() {
            return Err(ReadError::FactNeeds { file: frame(), need: FactNeed::Owners }.into());
        }
        let told =
            PlanMessage { secret: counts.secret()?, rules: Rules::read(job.guards.never.list.as_deref())? };
        FactPlan::of(job, told)
    }

    /// Reads the plan from the bytes of [`FactPlan::to_bytes`], for the same job.
    ///
    /// # Errors
    /// When the bytes are not a plan, or a setting is wrong.
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

    /// The plan as bytes that can be sent to machines. Private: they have the list of what is never
    /// published, and the secret.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&self.told).expect("a plan is plain data")
    }

    /// The same plan with rules that also exclude these normal forms of queries, each with the word of its
    /// rule, as [`FactPlan::read`] found them on all machines. A form may come with several rules.
    ///
    /// # Errors
    /// When a word is not that of a rule.
    pub fn and_as_typed(
        self,
        forms: impl IntoIterator<Item = (String, String)>,
    ) -> Result<FactPlan, RunError> {
        let forms = forms.into_iter().map(|(form, word)| Ok((form, rule_of(&word)?)));
        let forms: Vec<(String, ExclusionRule)> = forms.collect::<Result<_, RunError>>()?;
        let told = PlanMessage { rules: self.told.rules.and_as_typed(forms), ..self.told };
        Ok(FactPlan { told, ..self })
    }

    /// The columns of a fact in the table. Rows that are equal there belong to one fact.
    pub fn fact_columns(&self) -> &'static [&'static str] {
        self.method.request.kind.columns()
    }

    /// True if each owner counts in a limited number of facts, as noise demands.
    pub fn is_bounded(&self) -> bool {
        self.method.request.bounding.is_some()
    }
}

/// An input that means the rows of all machines, for errors.
pub(super) fn frame() -> Input {
    Batches::new("frame", Arc::new(Schema::empty()), Vec::new()).into()
}

/// The word of a rule.
pub(super) fn word_of(rule: ExclusionRule) -> String {
    match serde_json::to_value(rule) {
        Ok(serde_json::Value::String(word)) => word,
        _ => unreachable!("a rule is written as a word"),
    }
}

/// The rule of a word.
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
