//! One run of a comparison: made, checked and measured. Whatever kind of release it is, its figures are those of the cut of the
//! same transactions that it is.

use std::time::Instant;

use clump_core::anonymize::Method as Promising;
use clump_core::cut::{Cut, Overlap, WholeQueries};
use clump_core::facts::{FactKind, FactTable, Measure};
use clump_core::measure::measure;
use clump_core::progress::Progress;
use clump_core::promise::{Promise, PropertyName};
use clump_core::release::Release;
use clump_core::rewrite::Rewriter;
use clump_core::risk::{Linkage, Proportion, RiskParameters, certain, risk_after};
use clump_core::taxonomy::{Node, PricedIn};
use clump_core::transactions::Transactions;
use clump_core::utility::{Drawn, UtilityParameters, utility_of_parts};
use clump_io::facts::{count_facts, normal_form};
use clump_log::linkage::link_lines;
use clump_report::{Cell, Cost, KNOWN, Kind, Sample};

use super::kinds::Planned;
use super::published_facts::PublishedFacts;
use super::top_queries::TopQueries;
use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::methods::{AnyMethod, FactMethod};
use crate::release::made_rows::{MadeRows, RowMethod};
use crate::release::sample::{sample_facts, sample_lines, sample_rows};
use crate::release::targets::Targets;
use crate::run::lines::Lines;
use crate::run::{facts, lines, transactions};

/// What all runs are made of and measured against.
#[derive(Clone, Copy)]
pub(super) struct Compared<'d> {
    pub data: &'d Data,
    /// The lines, if a method needs them.
    pub log: Option<&'d Lines>,
    /// What losses are compared in, besides LM.
    pub cost: PricedIn,
    /// Nodes at or below which everything is sensitive.
    pub sensitive: &'d [Node],
}

/// What was found of a run.
struct Found {
    promise: Promise,
    /// None where nothing is promised.
    holds: Option<bool>,
    seconds: f64,
    cost: Cost,
    sample: Sample,
}

/// Runs one job, and measures it. What cannot be done is said in the cell.
pub(super) fn run_one(
    method: &AnyMethod,
    run: &Planned,
    compared: &Compared<'_>,
    progress: &dyn Progress,
) -> Result<Cell, RunError> {
    let (start, job) = (Instant::now(), &run.job);
    let (kind, found) = match method {
        AnyMethod::Transactions(method) => {
            (Kind::Rows, compared.rows(RowMethod::Whole(method.as_ref()), job, progress))
        }
        AnyMethod::Pieces(method) => {
            (Kind::Pieces, compared.rows(RowMethod::Pieces(method.as_ref()), job, progress))
        }
        AnyMethod::Facts(method) => (Kind::Facts, compared.facts(method, job, progress)),
        AnyMethod::Lines(method) => (Kind::Lines, compared.lines(method.as_ref(), job, progress)),
    };
    let empty = |promise, error| Cell {
        method: job.method.name().word().to_owned(),
        setting: run.setting.clone(),
        kind,
        k: job.k,
        promise,
        holds: None,
        seconds: Some(start.elapsed().as_secs_f64()),
        cost: None,
        error,
        sample: None,
    };
    Ok(match found {
        Ok(Found { promise, holds, seconds, cost, sample }) => Cell {
            holds,
            seconds: Some(seconds),
            cost: Some(cost),
            sample: Some(sample),
            ..empty(promise, None)
        },
        Err(error @ RunError::Anonymize { .. }) => empty(method.promise(), Some(error.to_string())),
        Err(error) => return Err(error),
    })
}

impl Compared<'_> {
    /// Whole rows, or pieces.
    fn rows(&self, method: RowMethod<'_>, job: &Job, progress: &dyn Progress) -> Result<Found, RunError> {
        let data = self.data;
        let made = transactions::make(method, &Targets::nowhere(progress), data, job, progress)?;
        let released = made.rows.release(data);
        let checked = &made.staged.checked;
        let cost = match &made.rows {
            MadeRows::Whole(release) => {
                let measures = measure(&data.transactions, &data.taxonomy, release);
                let cost = Cost {
                    loss_per_item: Some(measures.loss_per_item),
                    loss_bits_share: match self.cost {
                        PricedIn::Lm => None,
                        PricedIn::Bits => Some(data.bits(release, None).loss_bits_share),
                    },
                    ncp: Some(measures.ncp),
                    mean_length: Some(measures.mean_length),
                    mean_level: Some(measures.mean_level),
                    ..Cost::default()
                };
                self.measured(cost, &Cut::of_rows(&data.transactions, release), released, checked.promise(), job)
            }
            MadeRows::Pieces { cut, .. } => {
                let cost = Cost { top_queries_error: top_queries_of_pieces(data, cut), ..self.losses(cut) };
                self.measured(cost, cut, released, checked.promise(), job)
            }
        };
        let text = |bag| made.rows.text(data, bag);
        Ok(Found {
            promise: checked.promise(),
            holds: Some(checked.holds),
            seconds: made.seconds,
            cost,
            sample: sample_rows(released, text, &data.taxonomy, &made.staged.facts.blake3),
        })
    }

    /// A table of facts. Its seconds are those of counting, for which the data are read again, and of making the table.
    fn facts(&self, method: &FactMethod, job: &Job, progress: &dyn Progress) -> Result<Found, RunError> {
        let begun = Instant::now();
        let log = count_facts(&job.input.expanded()?, &job.read_options(), &method.request, progress)?;
        let counting = begun.elapsed().as_secs_f64();
        let made = facts::make(method, &Targets::nowhere(progress), &log, job, progress)?;
        let form = method.request.normal_form;
        let published = PublishedFacts::of_table(&made.table);
        let facts = match method.request.kind {
            FactKind::Query => Some(published.queries(self.data, |text| normal_form(text, form))),
            FactKind::Item | FactKind::Word => Some(published.items(self.data)),
            _ => None,
        };
        let mut cost = facts.map(|facts| self.of_facts(&facts, method.promise(), job)).unwrap_or_default();
        if tells_queries(&made.table, method.request.kind) {
            let told = |text: &str| published.number(&normal_form(text, form));
            cost.top_queries_error = TopQueries::of(self.data).error(told);
        }
        let checked = &made.staged.checked;
        Ok(Found {
            promise: checked.promise(),
            holds: Some(checked.holds),
            seconds: counting + made.seconds,
            cost,
            sample: sample_facts(&made.table, &made.staged.facts.blake3),
        })
    }

    /// Lines of a log. Where only queries of k owners are published, the lines are a table of facts, row by row.
    fn lines(&self, method: &dyn Rewriter, job: &Job, progress: &dyn Progress) -> Result<Found, RunError> {
        let log = self.log.expect("lines are read when a method needs them");
        let made = lines::make(method, &Targets::nowhere(progress), log, progress)?;
        let promise = method.promise();
        let mut cost = Cost::default();
        if promise.has(PropertyName::CommonQueries) {
            let published = PublishedFacts::of_lines(&made.rewritten.table);
            let facts = published.queries(self.data, str::to_owned);
            cost = self.of_facts(&facts, promise.clone(), job);
            cost.top_queries_error = TopQueries::of(self.data).error(|text| published.number(text));
        } else {
            let linkage = link_lines(&log.log, &made.rewritten, RiskParameters::default());
            cost.linkage = at_known(&linkage);
        }
        Ok(Found {
            holds: (!promise.is_nothing()).then_some(made.staged.checked.holds),
            promise,
            seconds: made.seconds,
            cost,
            sample: sample_lines(&made.rewritten.table, &made.staged.facts.blake3),
        })
    }

    /// The figures of a table of `facts`.
    fn of_facts(&self, facts: &WholeQueries, promise: Promise, job: &Job) -> Cost {
        let transactions = &self.data.transactions;
        let [once, read] =
            [Overlap::Once, Overlap::Keep].map(|overlap| Cut::of_facts(transactions, facts, overlap));
        self.measured(self.losses(&once), &once, (&read.parts, &read.release), promise, job)
    }

    /// What a cut loses.
    fn losses(&self, cut: &Cut) -> Cost {
        let measures = cut.measure(&self.data.transactions, &self.data.taxonomy);
        Cost { loss_per_item: Some(measures.loss_per_item), ncp: Some(measures.ncp), ..Cost::default() }
    }

    /// `cost` with what every kind is measured by: what became of the cells, by `cut`; what readers of the rows can still count,
    /// and what an attacker can, by `released`.
    fn measured(
        &self,
        cost: Cost,
        cut: &Cut,
        released: (&Transactions, &Release),
        promise: Promise,
        job: &Job,
    ) -> Cost {
        let Data { transactions, taxonomy, .. } = self.data;
        let (parts, release) = released;
        let left = utility_of_parts(transactions, taxonomy, released, &UtilityParameters::default());
        let risk = risk_after(parts, taxonomy, release, &[], None, RiskParameters::default());
        let rules = left.rules.iter().find(|kept| kept.level.is_none() && kept.rules > 0);
        let pairs = left.frequent_itemsets.iter().find(|kept| kept.level.is_none() && kept.size == 2);
        let errors =
            left.count_queries.iter().find(|errors| errors.drawn == Drawn::Data && errors.items == 1);
        let (words, pieces) = self.data.words_of_cut(cut, job.k.unwrap_or(1));
        let counts_owners = [PropertyName::KAnonymity, PropertyName::CommonFacts, PropertyName::CommonQueries];
        Cost {
            ceiling: pieces.ceiling.filter(|_| counts_owners.iter().any(|&name| promise.has(name))),
            count_error: errors.map(|errors| errors.mean_error),
            top_words_error: Some(left.top_words).filter(|top| top.top > 0).map(|top| top.mean_error),
            top_rows_error: Some(left.top_rows).filter(|top| top.top > 0).map(|top| top.mean_error),
            rules_kept: rules.map(|rules| rules.kept as f64 / rules.rules as f64),
            pairs_kept: pairs.map(|pairs| pairs.kept as f64 / pairs.top.max(1) as f64),
            linkage: at_known(&risk.linkage),
            certain_owners: (!self.sensitive.is_empty())
                .then(|| certain(parts, taxonomy, release, self.sensitive).certain.owners),
            rules: left.rules,
            ..cost
        }
        .with_words(&words)
    }
}

/// Whether `table` tells how many owners asked a query.
fn tells_queries(table: &FactTable, kind: FactKind) -> bool {
    kind == FactKind::Query && table.columns.measure == Measure::Owners && !table.columns.has_cells
}

/// How far the numbers of the top queries are off that pieces publish word for word.
fn top_queries_of_pieces(data: &Data, cut: &Cut) -> Option<f64> {
    let sizes = cut.release.group_sizes(&cut.parts);
    let mut owners = vec![0; data.queries.texts.len()];
    for (query, size) in cut.query.iter().zip(&sizes) {
        if let Some(query) = query {
            owners[*query as usize] += size.owners as u64;
        }
    }
    TopQueries::of(data).error_by_number(|query| owners[query])
}

/// The attack of a comparison among those that were measured.
pub(super) fn at_known(linkage: &[Linkage]) -> Option<Proportion> {
    linkage.iter().find(|linkage| linkage.known == KNOWN).map(|linkage| linkage.right_row)
}
