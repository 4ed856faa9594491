//! The settings of a cluster run that counts facts. They are made once and sent to all machines.

use std::fmt;
use std::sync::Arc;

use clump_core::facts::{FactKind, TableSpec, Thresholds};
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
    /// The tables that are counted: those of the method, then those that only follow from them.
    pub(super) tables: Vec<TableSpec>,
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
        let tables = method.request.counted_tables();
        Ok(FactPlan { job, method, tables, told })
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

    /// For each published table, the names of the columns that identify a fact. Rows with equal values there are about
    /// the same fact.
    pub fn fact_columns(&self) -> Vec<Vec<&str>> {
        self.published().iter().map(|table| table.fact_columns().collect()).collect()
    }

    /// The columns of the frame that the tables name, apart from those with a role.
    pub fn data_columns(&self) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        for TableSpec { more, by, .. } in self.published() {
            let cells = by.iter().filter(|by| !by.is_time()).map(|by| by.column().to_owned());
            for column in more.iter().cloned().chain(cells) {
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
        columns
    }

    /// True if a table divides facts into cells.
    pub fn has_cells(&self) -> bool {
        self.tables.iter().any(|table| !table.by.is_empty())
    }

    /// Number of the most common facts that a table may have; `None` without a limit.
    pub fn top(&self) -> Option<usize> {
        self.method.request.top
    }

    /// True if tables get rows for everything that has no row.
    pub fn has_rest(&self) -> bool {
        self.method.request.rest
    }

    /// The tables whose names the driver needs, if there are several tables: the number of the table, the number of
    /// texts of a name, and the number of people that a name needs. A name is the last texts of a fact with its cell.
    pub fn named_tables(&self) -> Vec<(usize, usize, usize)> {
        let Thresholds { k, k_cell } = self.method.request.thresholds;
        let least = |table: &TableSpec| if table.by.is_empty() { k } else { k_cell };
        let named = self.tables.iter().enumerate().filter(|_| self.tables.len() > 1);
        let named = named.map(|(number, table)| (number, table.more.len() + table.by.len(), least(table)));
        named.filter(|&(_, texts, _)| texts > 0).collect()
    }

    /// The tables to publish.
    pub(super) fn published(&self) -> &[TableSpec] {
        &self.tables[..self.method.tabulate.len()]
    }

    /// The table with this `number`, which came from another machine.
    pub(super) fn table(&self, number: usize) -> Result<&TableSpec, RunError> {
        self.tables.get(number).ok_or_else(|| wrong("no table has this number"))
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
