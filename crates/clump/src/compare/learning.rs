//! Knowledge of a reader: makes a release of the training owners and takes what its rows say.

use std::sync::Arc;

use clump_core::facts::{FactTable, NormalForm};
use clump_core::log::Table;
use clump_core::progress::Progress;
use clump_core::promise::PropertyName;
use clump_core::tasks::{Knowledge, Learned, RowContent};
use clump_io::Stream;
use clump_io::facts::{count_facts, normal_form};

use super::raw::raw_facts;
use super::tables::{OF_QUERIES, learned_from};
use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::methods::{AnyMethod, FactMethod};
use crate::release::row_release::{RowMethod, RowRelease};
use crate::run::make::{MadeLines, MadeRows, MadeTables};
use crate::run::read::Lines;

/// The data of the owners of whom the tested releases are made.
pub(super) struct Training {
    pub data: Arc<Data>,
    /// The lines of the log; `None` if no method reads them.
    pub log: Option<Arc<Lines>>,
}

impl Training {
    /// Makes the release of `job`, which reads the training owners, and learns from it. `None` if the method
    /// cannot make one, for example of too few owners.
    pub fn knowledge(&self, job: &Job, progress: &dyn Progress) -> Result<Option<Knowledge>, RunError> {
        let found = match job.ready_method()? {
            AnyMethod::Transactions(method) => self.rows(RowMethod::Whole(method.as_ref()), job, progress),
            AnyMethod::Pieces(method) => self.rows(RowMethod::Pieces(method.as_ref()), job, progress),
            AnyMethod::Facts(method) => made_tables(&method, job, progress).map(|made| of_tables(&made)),
            AnyMethod::Lines(method) => {
                let log = self.log.as_ref().expect("lines are read when a method needs them");
                MadeLines::make(method.as_ref(), Arc::clone(log), progress)
                    .and_then(|made| of_lines(&made, job, progress))
            }
        };
        match found {
            Ok(known) => Ok(Some(known)),
            Err(RunError::Anonymize { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn rows(&self, method: RowMethod<'_>, job: &Job, progress: &dyn Progress) -> Result<Knowledge, RunError> {
        let made = MadeRows::make(method, Arc::clone(&self.data), job, progress)?;
        Ok(of_rows(&self.data, &made.rows))
    }
}

/// Counts the facts of `job` and makes their tables.
pub(super) fn made_tables(
    method: &FactMethod,
    job: &Job,
    progress: &dyn Progress,
) -> Result<MadeTables, RunError> {
    let begun = std::time::Instant::now();
    let log = count_facts(&job.input.expanded()?, &job.read_options(), &method.request, progress)?;
    MadeTables::make(method.clone(), log, begun.elapsed().as_secs_f64())
}

/// The lessons of tables. A table of queries also teaches their words and pairs of words: the people who asked a query
/// typed each of its words. Where a table counts words, nobody adds them up.
fn of_tables(made: &MadeTables) -> Knowledge {
    let mut known = Knowledge::default();
    let specs = made.method.tabulate.iter().map(|table| &table.parameters().spec);
    let kinds: Vec<Option<Learned>> = specs.map(learned_from).collect();
    for (kind, table) in kinds.iter().zip(&made.tables) {
        let &Some(kind) = kind else { continue };
        known.learn_table(kind, table);
        if kind == Learned::Query {
            let added_up = of_words(table);
            let is_untold = |kind: &Learned| !kinds.contains(&Some(*kind));
            let untold = [Learned::Word, Learned::WordPair].into_iter().filter(is_untold);
            untold.for_each(|kind| known.and(kind, &added_up));
        }
    }
    known
}

fn of_words(table: &FactTable) -> Knowledge {
    let mut known = Knowledge::default();
    for row in 0..table.len() {
        learn_query(&mut known, table.texts(row).next().unwrap_or_default(), table.number(row));
    }
    known
}

fn learn_query(known: &mut Knowledge, query: &str, owners: u64) {
    let words = normal_form(query, NormalForm::Words);
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let query = normal_form(query, NormalForm::CaseAndSpace);
    known.learn_row(RowContent::Words, &words, Some(&query), owners);
}

/// The lessons of whole rows or pieces: each row is published once for each of its owners.
fn of_rows(data: &Data, rows: &RowRelease) -> Knowledge {
    let mut known = Knowledge::default();
    let content = if data.counts.queries > 0 { RowContent::Words } else { RowContent::Items };
    let (transactions, release) = rows.release(data);
    for (bag, size) in release.group_sizes(transactions).iter().enumerate() {
        if let Some(query) = rows.text(data, bag) {
            learn_query(&mut known, query, size.owners as u64);
            continue;
        }
        let labels = release.bags().get(bag).iter().map(|&item| data.taxonomy.name(item));
        let labels: Vec<&str> = match content {
            // A label can have several words: `new york`.
            RowContent::Words => labels.flat_map(words_of_label).collect(),
            RowContent::Items => labels.collect(),
        };
        known.learn_row(content, &labels, None, size.owners as u64);
    }
    known
}

/// The words of a label. A category stays whole.
fn words_of_label(label: &str) -> impl Iterator<Item = &str> {
    let is_category = label.starts_with('<');
    label.split(move |sign: char| sign == ' ' && !is_category)
}

/// The lessons of lines: they are a log, so they are counted like one. If a release has a line for each owner of a query,
/// each line is one owner, and lines with an address count clicks alone.
fn of_lines(made: &MadeLines, job: &Job, progress: &dyn Progress) -> Result<Knowledge, RunError> {
    let is_by_owner = !made.promise.has(PropertyName::CommonQueries);
    let table = &made.rewritten.table;
    let column = |name: &str| table.header().iter().position(|&column| column == name);
    let (Some(query), Some(url)) = (column("Query"), column("ClickURL")) else {
        return Ok(Knowledge::default());
    };
    let lines = |is_read: &dyn Fn(&[&str]) -> bool| -> Job {
        let log = as_log(table, is_by_owner, is_read);
        let mut lines = Job::anonymize(Stream::of_bytes("lines.tsv", log.into_bytes()));
        lines.input.unit = job.input.unit;
        lines
    };
    if is_by_owner {
        return known_of(&lines(&|_| true), &OF_QUERIES, progress);
    }
    let of_queries = lines(&|cells| !cells[query].is_empty() && cells[url].is_empty());
    let of_clicks = lines(&|cells| !cells[url].is_empty());
    let mut known = known_of(&of_queries, &[Learned::Query, Learned::Word, Learned::WordPair], progress)?;
    known.and(Learned::QueryHost, &known_of(&of_clicks, &[Learned::QueryHost], progress)?);
    Ok(known)
}

fn known_of(log: &Job, kinds: &[Learned], progress: &dyn Progress) -> Result<Knowledge, RunError> {
    Ok(raw_facts(log, kinds, None, progress)?.known)
}

/// The lines that `is_read` accepts, as a log. Unless lines tell their owner, each line is an owner.
fn as_log(table: &Table, is_by_owner: bool, is_read: &dyn Fn(&[&str]) -> bool) -> String {
    let mut log = table.header().join("\t") + "\n";
    for row in 0..table.len() {
        let cells: Vec<&str> = table.row(row).collect();
        if !is_read(&cells) {
            continue;
        }
        if is_by_owner {
            log.push_str(cells[0]);
        } else {
            log.push_str(&format!("line {row}"));
        }
        for cell in &cells[1..] {
            log.push('\t');
            log.push_str(cell);
        }
        log.push('\n');
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_its_words_but_a_category_is_one_label() {
        assert_eq!(words_of_label("new york").collect::<Vec<_>>(), ["new", "york"]);
        assert_eq!(words_of_label("<new york>").collect::<Vec<_>>(), ["<new york>"]);
    }

    #[test]
    fn a_query_teaches_its_normal_form_and_its_words() {
        let mut known = Knowledge::default();
        learn_query(&mut known, "Dog  FOOD, dog", 5);
        assert_eq!(known.weight(Learned::Query, "dog food, dog"), 5);
        assert_eq!(known.weight(Learned::WordPair, "dog\u{1f}food"), 5);
        assert_eq!(known.of(Learned::Word).len(), 2);
    }
}
