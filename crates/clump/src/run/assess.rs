//! Computes the risk and the use of a release of rows, so that the publisher can decide about it.

use std::borrow::Cow;

use clump_core::measure::classification_metric;
use clump_core::progress::Progress;
use clump_core::promise::{Promise, PropertyName};
use clump_core::release::Release;
use clump_core::risk::{RiskParameters, certain, risk_before, risk_of_pieces};
use clump_core::sensitive::SensitiveItems;
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;
use clump_core::utility::{UtilityParameters, utility};
use clump_io::{Input, Spellings, plain_form, read_log};
use clump_report::{Assessment, CertainFacts, CertainGroups, SensitiveFacts};
use rustc_hash::FxHashMap;

use crate::DataError;
use crate::data::Data;
use crate::job::Job;
use crate::release::row_release::RowRelease;

/// Assesses `rows`, the release that `job` made of `data`.
pub(crate) fn assess(
    data: &Data,
    rows: &RowRelease,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Assessment, DataError> {
    let (transactions, taxonomy) = (&data.transactions, &data.taxonomy);
    let sensitive = sensitive(data, job)?;
    let nodes = sensitive.as_ref().map_or(&[][..], |found| &found.nodes);
    let population =
        job.report.population.as_deref().map(|path| population(path, data, job, progress)).transpose()?;
    let labels = job.report.labels.as_deref().map(|path| labels(path, data, job)).transpose()?;
    let parameters = RiskParameters::default();
    progress.go_on()?;
    let before = risk_before(transactions, taxonomy, nodes, population.as_ref(), parameters);
    progress.go_on()?;
    let after = rows.risk(data, nodes, population.as_ref(), parameters);
    progress.go_on()?;
    let queries = &data.queries.whole;
    let pieces =
        rows.cut().map(|cut| risk_of_pieces(transactions, queries, taxonomy, cut, nodes, parameters));
    progress.go_on()?;
    let utility = utility(transactions, taxonomy, rows.parts(), &UtilityParameters::default());
    progress.go_on()?;
    Ok(Assessment {
        before,
        after,
        pieces,
        utility,
        sensitive_items: sensitive.as_ref().map(SensitiveFacts::from),
        classification: labels
            .zip(rows.whole())
            .map(|(labels, release)| classification_metric(transactions, release, &labels)),
    })
}

/// Counts the owners about whom `release` makes a `sensitive` item certain. `None` if no item is sensitive,
/// if `promise` has no k-anonymity, or if it limits certainty itself.
pub(crate) fn certain_facts(
    data: &Data,
    (transactions, release): (&Transactions, &Release),
    promise: &Promise,
    sensitive: Option<&SensitiveItems>,
) -> Option<CertainFacts> {
    let nodes = if promise.has(PropertyName::KAnonymity) && !promise.has(PropertyName::Certainty) {
        &sensitive?.nodes
    } else {
        return None;
    };
    let names = |nodes: &[Node]| {
        let mut names: Vec<String> = nodes.iter().map(|&node| data.taxonomy.name(node).to_owned()).collect();
        names.sort_unstable();
        names
    };
    let found = certain(transactions, &data.taxonomy, release, nodes);
    Some(CertainFacts {
        nodes: names(nodes),
        holders: found.holders,
        certain: found.certain,
        shown: CertainGroups { groups: found.shown.groups, nodes: names(&found.nodes) },
    })
}

/// Items of the data that are sensitive by the names in the job; `None` if the job has no such names. Names
/// that match no item are counted.
pub(crate) fn sensitive(data: &Data, job: &Job) -> Result<Option<SensitiveItems>, DataError> {
    let Some(named) = job.sensitive_items()? else { return Ok(None) };
    let found = named.find(&data.transactions, &data.taxonomy);
    if found.items.is_empty() { Err(DataError::NothingSensitive) } else { Ok(Some(found)) }
}

/// The transactions of the population file, in the taxonomy of the data. Items that are not in the data are
/// left out, because an attacker cannot find them in the release.
fn population(
    path: &std::path::Path,
    data: &Data,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Transactions, DataError> {
    let inputs = Input::expand(&[Input::from(path)])?;
    let log = read_log(&inputs, &job.read_options(), &job.taxonomy.source, &progress.untold())?;
    let known = |row: usize| -> Vec<Node> {
        let items = log.transactions.get(row).iter();
        items.filter_map(|&item| data.taxonomy.find(log.taxonomy.name(item))).collect()
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

/// Reads the file at `path` with a label for each owner. Returns the number of each owner's label.
fn labels(path: &std::path::Path, data: &Data, job: &Job) -> Result<Vec<u32>, DataError> {
    let unreadable = |source| DataError::LabelFile(path.to_owned(), source);
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let mut label_of: FxHashMap<Cow<'_, str>, u32> = FxHashMap::default();
    // If spellings are folded, owners have the plain form of their names.
    let called =
        |owner| if job.input.spellings == Spellings::Fold { plain_form(owner) } else { Cow::Borrowed(owner) };
    for (number, line) in text.lines().enumerate() {
        let (owner, label) =
            line.split_once('\t').ok_or_else(|| DataError::LabelLine(path.to_owned(), number + 1))?;
        let next = numbers.len() as u32;
        let label = *numbers.entry(label.trim()).or_insert(next);
        if label_of.insert(called(owner.trim()), label).is_some_and(|other| other != label) {
            return Err(DataError::LabelLine(path.to_owned(), number + 1));
        }
    }
    let owner_labels: Option<Vec<u32>> =
        data.owner_names.iter().map(|owner| label_of.get(&Cow::Borrowed(owner)).copied()).collect();
    owner_labels.ok_or_else(|| DataError::NoLabel(path.to_owned()))
}
