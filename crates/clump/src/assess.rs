//! Risk and use of a release of rows: what a publisher looks at before deciding.

use clump_core::measure::classification_metric;
use clump_core::release::Release;
use clump_core::risk::{RiskParameters, risk_after, risk_before};
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;
use clump_core::utility::{UtilityParameters, utility};
use clump_io::{Input, read_log};
use clump_report::Assessment;
use rustc_hash::FxHashMap;

use crate::RunError;
use crate::data::Data;
use crate::job::Job;

/// Assesses `release`, made of `data` by `job`.
///
/// # Errors
/// When something sensitive is no node of the taxonomy, or the population or the labels cannot be read.
pub fn assess(data: &Data, release: &Release, job: &Job) -> Result<Assessment, RunError> {
    let (transactions, taxonomy) = (&data.transactions, &data.taxonomy);
    let sensitive = sensitive(data, job)?;
    let population = job.population.as_deref().map(|path| population(path, data, job)).transpose()?;
    let labels = job.labels.as_deref().map(|path| labels(path, data)).transpose()?;
    let parameters = RiskParameters::default();
    Ok(Assessment {
        before: risk_before(transactions, taxonomy, &sensitive, population.as_ref(), parameters),
        after: risk_after(transactions, taxonomy, release, &sensitive, population.as_ref(), parameters),
        utility: utility(transactions, taxonomy, release, &UtilityParameters::default()),
        classification: labels.map(|labels| classification_metric(transactions, release, &labels)),
    })
}

/// The nodes that the job names. One that the data do not reach is left out; one that no taxonomy has is an error where
/// the whole taxonomy is at hand.
fn sensitive(data: &Data, job: &Job) -> Result<Vec<Node>, RunError> {
    let found: Vec<Node> = job.sensitive.iter().filter_map(|name| data.taxonomy.find(name)).collect();
    if found.is_empty() && !job.sensitive.is_empty() {
        return Err(RunError::NothingSensitive);
    }
    Ok(found)
}

/// The transactions of a population, in the taxonomy of the data. What the data do not know is left out: nobody could
/// look for it.
fn population(path: &std::path::Path, data: &Data, job: &Job) -> Result<Transactions, RunError> {
    let inputs = Input::expand(&[Input::from(path)])?;
    let log = read_log(&inputs, &job.read_options()?, &job.taxonomy_source(), &())?;
    let nodes: FxHashMap<&str, Node> =
        data.taxonomy.nodes().map(|node| (data.taxonomy.name(node), node)).collect();
    let known = |row: usize| -> Vec<Node> {
        let items = log.transactions.get(row).iter();
        items.filter_map(|&item| nodes.get(log.taxonomy.name(item)).copied()).collect()
    };
    let mut population = Transactions::default();
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for row in 0..log.transactions.len() {
        let items = known(row);
        if !items.is_empty() {
            let next = numbers.len() as u32;
            let owner = *numbers.entry(log.transactions.owner(row)).or_insert(next);
            population.push(owner, items);
        }
    }
    Ok(population)
}

/// The label of each owner, as numbers.
fn labels(path: &std::path::Path, data: &Data) -> Result<Vec<u32>, RunError> {
    let unreadable = |source| RunError::LabelFile { path: path.to_owned(), source };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let mut label_of: FxHashMap<&str, u32> = FxHashMap::default();
    for (number, line) in text.lines().enumerate() {
        let (owner, label) = line
            .split_once('\t')
            .ok_or_else(|| RunError::LabelLine { path: path.to_owned(), line: number + 1 })?;
        let next = numbers.len() as u32;
        let label = *numbers.entry(label.trim()).or_insert(next);
        if label_of.insert(owner.trim(), label).is_some_and(|other| other != label) {
            return Err(RunError::LabelLine { path: path.to_owned(), line: number + 1 });
        }
    }
    let owner_labels: Option<Vec<u32>> =
        data.owner_names.iter().map(|owner| label_of.get(owner).copied()).collect();
    owner_labels.ok_or_else(|| RunError::NoLabel { path: path.to_owned() })
}
