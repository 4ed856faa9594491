//! Makes, checks and measures one run of a comparison. Each kind of release is measured as a cut of the same
//! transactions into parts.

use std::sync::Arc;
use std::time::Instant;

use clump_core::anonymize::Method as Promising;
use clump_core::cut::{Cut, Overlap, Parts, WholeQueries};
use clump_core::facts::{FactKind, FactTable, Measure};
use clump_core::measure::measure;
use clump_core::progress::Progress;
use clump_core::promise::{Promise, PropertyName};
use clump_core::rewrite::Rewriter;
use clump_core::risk::{Linkage, Proportion, RiskParameters, certain, risk_after};
use clump_core::taxonomy::{Node, PricedIn};
use clump_core::utility::{ItemSource, UtilityParameters, utility};
use clump_io::facts::normal_form;
use clump_log::linkage::link_lines;
use clump_report::{ComparedRun, Cost, KNOWN, Kind, Sample};

use super::kinds::Planned;
use super::learning::made_tables;
use super::linkage::linkage;
use super::published_texts::{FactPlaces, TextFacts, TopQueries};
use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::methods::{AnyMethod, FactMethod};
use crate::release::row_release::{RowMethod, RowRelease};
use crate::release::sample::{sample_facts, sample_lines, sample_rows};
use crate::release::targets::Targets;
use crate::run::make::{MadeLines, MadeRows};
use crate::run::read::Lines;

/// The data that all runs read and are measured against.
#[derive(Clone, Copy)]
pub(super) struct Compared<'d> {
    pub data: &'d Arc<Data>,
    /// The lines of the log; `None` if no method reads them.
    pub log: Option<&'d Arc<Lines>>,
    /// Unit of a second measure of loss, in addition to LM.
    pub cost: PricedIn,
    /// Nodes of which each, with everything below it, is sensitive.
    pub sensitive: &'d [Node],
}

/// Result of the check and the measures of one run.
struct CellFigures {
    promise: Promise,
    /// True if the promise is kept; `None` if the method promises nothing.
    holds: Option<bool>,
    seconds: f64,
    cost: Cost,
    sample: Option<Sample>,
}

/// Makes, checks and measures the release of one job. If the method fails, the result has its error.
pub(super) fn run_one(
    method: &AnyMethod,
    run: &Planned,
    compared: &Compared<'_>,
    progress: &dyn Progress,
) -> Result<ComparedRun, RunError> {
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
    let empty = |promise, error| ComparedRun {
        setting: run.setting.clone(),
        keys: run.keys(),
        seconds: Some(start.elapsed().as_secs_f64()),
        error,
        note: run.note.clone(),
        ..ComparedRun::new(job.method.name().word(), kind, job.k, promise)
    };
    Ok(match found {
        Ok(CellFigures { promise, holds, seconds, cost, sample }) => {
            ComparedRun { holds, seconds: Some(seconds), cost: Some(cost), sample, ..empty(promise, None) }
        }
        Err(error @ RunError::Anonymize { .. }) => empty(method.promise(), Some(error.to_string())),
        Err(error) => return Err(error),
    })
}

impl Compared<'_> {
    /// Runs a method that publishes whole rows or pieces.
    fn rows(
        &self,
        method: RowMethod<'_>,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<CellFigures, RunError> {
        let data = self.data;
        let made = MadeRows::make(method, data.clone(), job, progress)?;
        let staged = made.stage(&Targets::nowhere(job, progress), job)?;
        let checked = made.check(&staged, None, job, progress)?;
        let released = made.rows.release(data);
        let risk = made.rows.risk(data, &[], None, RiskParameters::default());
        let cost = match &made.rows {
            RowRelease::Whole(release) => {
                let measures = measure(&data.transactions, &data.taxonomy, release);
                let cost = data.losses(&measures, Some(release), self.cost);
                self.measured(
                    cost,
                    &Cut::of_rows(&data.transactions, release),
                    Parts::from(release),
                    checked.promise(),
                    job,
                )
            }
            RowRelease::Pieces(cut) => {
                let cost = Cost { top_queries_error: top_queries_of_pieces(data, cut), ..self.losses(cut) };
                self.measured(cost, cut, Parts::from(cut.as_ref()), checked.promise(), job)
            }
        };
        let cost = Cost { linkage: at_known(&risk.linkage), ..cost };
        let text = |bag| made.rows.text(data, bag);
        Ok(CellFigures {
            promise: checked.promise(),
            holds: Some(checked.holds),
            seconds: made.seconds,
            cost,
            sample: Some(sample_rows(released, text, &data.taxonomy, &staged.facts.blake3)),
        })
    }

    /// Runs a method that publishes a table of facts. Its seconds include counting, for which the input is
    /// read again.
    fn facts(
        &self,
        method: &FactMethod,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<CellFigures, RunError> {
        let made = made_tables(method, job, progress)?;
        let staged = made.stage(&Targets::nowhere(job, progress), job)?;
        let checked = made.check(&staged, job, progress)?;
        let form = method.request.normal_form;
        let (table, spec) = (&made.tables[0], &method.first().parameters().spec);
        let published = TextFacts::of_table(table);
        let facts = match spec.kind {
            _ if made.tables.len() > 1 || !spec.by.is_empty() => None,
            FactKind::Query => Some(published.queries(self.data, |text| normal_form(text, form))),
            FactKind::Item | FactKind::Word => Some(published.items(self.data)),
            _ => None,
        };
        let facts = facts.map(|told| {
            if method.promise().has(PropertyName::DifferentialPrivacy) {
                told.of_told_owners(&self.data.transactions)
            } else {
                told.facts
            }
        });
        let mut cost = match facts {
            Some(facts) => self.of_facts(&facts, method.promise(), job),
            // Facts of several texts have no cells of one word, so only the attack is measured. The facts in which
            // an owner counts with noise are not known.
            None if made.noisy.is_none() => {
                let (inputs, options) = (job.input.expanded()?, job.read_options());
                let found = linkage(&inputs, &options, &method.request, &made.log.tables, progress)?;
                Cost { linkage: found, ..Cost::default() }
            }
            None => Cost::default(),
        };
        if tells_queries(table, spec.kind) {
            let told = |text: &str| published.number(&normal_form(text, form));
            cost.top_queries_error = TopQueries::of(self.data).error(told);
        }
        Ok(CellFigures {
            promise: checked.promise(),
            holds: Some(checked.holds),
            seconds: made.seconds_read + made.seconds,
            cost,
            // No sample of rows with noise: it would spend epsilon that no ledger records.
            sample: match method.thresholding {
                None => Some(sample_facts(&made.tables, false, &staged.facts.blake3)),
                Some(_) => None,
            },
        })
    }

    /// Runs a method that publishes lines of a log. If it publishes only queries of k owners, the lines are
    /// measured as a table of facts.
    fn lines(
        &self,
        method: &dyn Rewriter,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<CellFigures, RunError> {
        let log = self.log.expect("lines are read when a method needs them");
        let made = MadeLines::make(method, log.clone(), progress)?;
        let staged = made.stage(&Targets::nowhere(job, progress))?;
        let checked = made.check(&staged)?;
        let promise = method.promise();
        let mut cost = Cost::default();
        if promise.has(PropertyName::CommonQueries) {
            let published = TextFacts::of_lines(&made.rewritten.table);
            let FactPlaces { facts, .. } = published.queries(self.data, str::to_owned);
            cost = self.of_facts(&facts, promise.clone(), job);
            cost.top_queries_error = TopQueries::of(self.data).error(|text| published.number(text));
        } else {
            let linkage = link_lines(&log.log, &made.rewritten, RiskParameters::default());
            cost.linkage = at_known(&linkage);
        }
        Ok(CellFigures {
            holds: (!promise.is_nothing()).then_some(checked.holds),
            promise,
            seconds: made.seconds,
            cost,
            sample: Some(sample_lines(&made.rewritten.table, &staged.facts.blake3)),
        })
    }

    /// The measures of a table that publishes `facts`.
    fn of_facts(&self, facts: &WholeQueries, promise: Promise, job: &Job) -> Cost {
        let transactions = &self.data.transactions;
        let [once, read] =
            [Overlap::Once, Overlap::Keep].map(|overlap| Cut::of_facts(transactions, facts, overlap));
        let risk = risk_after(transactions, &self.data.taxonomy, &read, &[], None, RiskParameters::default());
        let cost = Cost { linkage: at_known(&risk.linkage), ..self.losses(&once) };
        self.measured(cost, &once, Parts::from(&read), promise, job)
    }

    /// The losses of `cut` in its parts.
    fn losses(&self, cut: &Cut) -> Cost {
        let measures = cut.measure(&self.data.transactions, &self.data.taxonomy);
        Cost { loss_per_item: Some(measures.loss_per_item), ncp: Some(measures.ncp), ..Cost::default() }
    }

    /// Adds the measures that every kind has to `cost`: the published cells of `cut`, and the errors of
    /// counts that a reader of `released` makes.
    fn measured(&self, cost: Cost, cut: &Cut, released: Parts<'_>, promise: Promise, job: &Job) -> Cost {
        let Data { transactions, taxonomy, .. } = &**self.data;
        let (parts, release) = (released.of(transactions), released.release());
        // Similarity between owners is not measured.
        let parameters = UtilityParameters { owners: 0, ..UtilityParameters::default() };
        let left = utility(transactions, taxonomy, released, &parameters);
        let rules = left.rules.iter().find(|kept| kept.level.is_none() && kept.rules > 0);
        let pairs = left.frequent_itemsets.iter().find(|kept| kept.level.is_none() && kept.size == 2);
        let errors =
            left.count_queries.iter().find(|errors| errors.drawn == ItemSource::Data && errors.items == 1);
        let (words, pieces) = self.data.words_of_cut(cut, job.k.unwrap_or(1));
        let counts_owners = [
            PropertyName::KAnonymity,
            PropertyName::CommonFacts,
            PropertyName::CommonQueries,
            PropertyName::DifferentialPrivacy,
        ];
        Cost {
            upper_bound: pieces.upper_bound.filter(|_| counts_owners.iter().any(|&name| promise.has(name))),
            count_error: errors.map(|errors| errors.mean_error),
            top_words_error: Some(left.top_words).filter(|top| top.top > 0).map(|top| top.mean_error),
            top_rows_error: Some(left.top_rows).filter(|top| top.top > 0).map(|top| top.mean_error),
            rules_kept: rules.map(|rules| rules.kept as f64 / rules.rules as f64),
            pairs_kept: pairs.map(|pairs| pairs.kept as f64 / pairs.top.max(1) as f64),
            certain_owners: (!self.sensitive.is_empty())
                .then(|| certain(parts, taxonomy, release, self.sensitive).certain.owners),
            rules: left.rules,
            ..cost
        }
        .with_words(&words)
    }
}

/// True if `table` has a row for each query with its number of owners, undivided and unscaled.
fn tells_queries(table: &FactTable, kind: FactKind) -> bool {
    kind == FactKind::Query && table.columns.measure == Measure::Owners && !table.has_cells()
}

/// Error of the numbers of owners for the top queries, as read from pieces that are whole queries.
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

/// Success of the attacker with [`KNOWN`] known items, the one that comparisons report.
pub(super) fn at_known(linkage: &[Linkage]) -> Option<Proportion> {
    linkage.iter().find(|linkage| linkage.known == KNOWN).map(|linkage| linkage.right_row)
}

#[cfg(test)]
mod tests {
    use clump_core::containers::Ragged;
    use clump_core::lcg::lcg_of_set;
    use clump_core::promise::KAnonymity;
    use clump_core::release::Release;
    use clump_core::transactions::Bags;
    use clump_io::Stream;

    use super::*;

    const K: usize = 5;

    /// Sixty owners with three queries each. Many owners have the same pairs of words.
    fn data() -> Arc<Data> {
        const PAIRS: [&str; 6] =
            ["hotel boston", "guitar chords", "bread recipe", "dog food", "car rental", "weather radar"];
        let mut log = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned();
        for owner in 0..60 {
            for query in 0..3 {
                let pair = PAIRS[(owner * 7 + query * query + owner / 11) % PAIRS.len()];
                let own = if owner % 3 == query { " cheap" } else { "" };
                log.push_str(&format!("{owner}\t{pair}{own}\t2006-03-01 07:0{query}:12\t\t\n"));
            }
        }
        let log = Stream::of_bytes("log.tsv", log.into_bytes());
        let job = Job::anonymize(log).method(crate::MethodName::Pieces);
        Arc::new(Data::read(&job.decided().unwrap(), &()).unwrap())
    }

    fn compared(data: &Arc<Data>) -> Compared<'_> {
        Compared { data, log: None, cost: PricedIn::Lm, sensitive: &[] }
    }

    /// The measures of `release` as whole rows.
    fn of_rows(data: &Arc<Data>, release: &Release) -> Cost {
        let cut = Cut::of_rows(&data.transactions, release);
        let (promise, job) = (KAnonymity { k: K }.into(), Job::default().k(K));
        compared(data).measured(Cost::default(), &cut, Parts::from(release), promise, &job)
    }

    /// Groups rows into groups of `K` transactions, in the order of `place`, and publishes each as its LCG.
    fn grouped(data: &Data, place: impl Fn(usize) -> usize) -> Release {
        let rows = data.transactions.len();
        let mut order: Vec<usize> = (0..rows).collect();
        order.sort_by_key(|&row| place(row));
        let (mut bags, mut bag_of) = (Bags::default(), vec![0; rows]);
        for group in order.chunks(K) {
            let shared = lcg_of_set(&data.taxonomy, group.iter().map(|&row| data.transactions.get(row)));
            let bag = bags.push(shared) as u32;
            group.iter().for_each(|&row| bag_of[row] = bag);
        }
        Release::new(bags, bag_of)
    }

    #[test]
    fn the_data_themselves_keep_everything() {
        let data = data();
        let rows = data.transactions.len() as u32;
        let cost = of_rows(&data, &Release::new(data.transactions.bags().clone(), (0..rows).collect()));
        assert_eq!([cost.as_typed_share, cost.gone_share], [Some(1.0), Some(0.0)]);
        assert_eq!([cost.information_kept, cost.links_kept], [Some(1.0), Some(1.0)]);
        assert_eq!([cost.top_words_error, cost.top_rows_error], [Some(0.0), Some(0.0)]);
        assert_eq!([cost.pairs_kept, cost.rules_kept], [Some(1.0), Some(1.0)]);
        assert!(cost.rules.iter().all(|level| level.kept == level.rules && level.spurious == 0));
        // The same queries, published as facts.
        let published = TextFacts::of_texts(data.queries.texts.iter());
        let facts = published.queries(&data, str::to_owned);
        let told = compared(&data).of_facts(&facts.facts, KAnonymity { k: K }.into(), &Job::default().k(K));
        assert_eq!([told.as_typed_share, told.information_kept, told.links_kept], [Some(1.0); 3]);
        assert_eq!(told.top_words_error, Some(0.0));
        assert_eq!(
            TopQueries::of(&data).error(|text| {
                let query = data.queries.texts.iter().position(|other| other == text).unwrap();
                u64::from(data.queries.owners(&data.transactions)[query])
            }),
            Some(0.0)
        );
    }

    #[test]
    fn nothing_keeps_nothing() {
        let data = data();
        let none = WholeQueries {
            items: Bags::default(),
            of: (0..data.transactions.len()).map(|_| Vec::new()).collect::<Ragged<u32>>(),
        };
        let cost = compared(&data).of_facts(&none, KAnonymity { k: K }.into(), &Job::default().k(K));
        assert_eq!(
            [cost.as_typed_share, cost.generalized_share, cost.gone_share],
            [Some(0.0), Some(0.0), Some(1.0)]
        );
        assert_eq!([cost.information_kept, cost.links_kept], [Some(0.0), Some(0.0)]);
        assert_eq!(
            [cost.top_words_error, cost.pairs_kept, cost.rules_kept],
            [Some(1.0), Some(0.0), Some(0.0)]
        );
        assert_eq!(TopQueries::of(&data).error(|_| 0), Some(1.0));
    }

    /// Groups of random rows score worse than groups of similar rows, by every measure.
    #[test]
    fn random_groups_score_badly() {
        let data = data();
        // Rows are similar if their first items have similar numbers.
        let like = of_rows(&data, &grouped(&data, |row| data.transactions.get(row)[0].index()));
        let random = of_rows(&data, &grouped(&data, |row| row * 7_919 % 181));
        for [good, bad] in [
            [like.information_kept, random.information_kept],
            [like.links_kept, random.links_kept],
            [like.as_typed_share, random.as_typed_share],
        ] {
            assert!(good.unwrap() > 2.0 * bad.unwrap(), "{good:?} against {bad:?}");
        }
        assert!(random.top_words_error > like.top_words_error, "{random:?}");
        assert_eq!(
            [random.pairs_kept, random.rules_kept, random.top_rows_error],
            [Some(0.0), Some(0.0), Some(1.0)]
        );
        assert!(like.rules_kept > Some(0.0) && like.top_rows_error < Some(1.0), "{like:?}");
    }
}
