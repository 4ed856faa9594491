//! Table of the tasks that each release serves: one row for each run, one column for each purpose.

use clump_core::tasks::{KeptUse, Purpose};
use serde::Serialize;

use super::Runs;
use super::tables::DIGITS;
use crate::NumberFormat;
use crate::table::{Cell, Column, Table};

/// Scores that the scores of releases are compared with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reference {
    /// Name of the reference: `original`, `plain SQL` or `empty release`.
    pub name: String,
    /// Least number of owners of a published fact; `None` if there is no threshold.
    pub k: Option<usize>,
    /// Scores of a reader who has the reference instead of a release.
    pub tasks: Vec<KeptUse>,
}

impl Runs {
    /// The purposes that were measured, in the order of pages.
    pub fn purposes(&self) -> Vec<Purpose> {
        self.references.first().into_iter().flat_map(|first| &first.tasks).map(|task| task.purpose).collect()
    }

    /// The table of tasks; `None` if none was measured. Each figure is a share of the score of the original data.
    fn task_table(&self, share: impl Fn(&str) -> Column) -> Option<Table> {
        let purposes = self.purposes();
        let mut columns = vec![Column::text("method"), Column::new("k")];
        columns.extend(purposes.iter().map(|purpose| share(purpose.word())));
        let row = |name: String, k: Option<usize>, tasks: &[KeptUse]| {
            let kept = |purpose: &Purpose| {
                Cell::number(tasks.iter().find(|task| task.purpose == *purpose).map(|task| task.kept))
            };
            let mut cells = vec![Cell::Text(name), Cell::count(k)];
            cells.extend(purposes.iter().map(kept));
            cells
        };
        let references = self.references.iter().map(|found| row(found.name.clone(), found.k, &found.tasks));
        let runs = self.cells.iter().map(|run| row(run.name(), run.k, &run.tasks));
        let rows: Vec<Vec<Cell>> = references.chain(runs).collect();
        (!purposes.is_empty()).then_some(Table { columns, rows })
    }

    /// The table of tasks for a page.
    pub(crate) fn tasks_on_page(&self) -> Option<Table> {
        self.task_table(|name| Column::with_format(name, NumberFormat::Percent))
    }

    /// The table of tasks for a terminal: a header, and one line for each reference and run.
    pub fn tasks_text(&self) -> Vec<String> {
        let table = self.task_table(|name| Column::with_decimals(name, DIGITS));
        table.map(|table| table.text()).unwrap_or_default()
    }

    /// The scores of the original data in words: `completion 0.059, words 1`. They tell how hard a task is.
    pub fn scores_of_original(&self) -> String {
        let original = self.references.first().into_iter().flat_map(|first| &first.tasks);
        let score = |task: &KeptUse| {
            let number = format!("{:.DIGITS$}", task.score);
            format!("{} {}", task.purpose.word(), if task.score == 1.0 { "1" } else { &number })
        };
        original.map(score).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;

    use super::*;
    use crate::{ComparedRun, Kind};

    #[test]
    fn runs_are_beside_the_original_plain_sql_and_nothing() {
        let tasks = |completion, words| {
            let of = |purpose, score: f64, original: f64| KeptUse { purpose, score, kept: score / original };
            vec![of(Purpose::Completion, completion, 0.5), of(Purpose::Words, words, 1.0)]
        };
        let reference = |name: &str, k, tasks| Reference { name: name.to_owned(), k, tasks };
        let run = |tasks| ComparedRun {
            tasks,
            ..ComparedRun::new("pieces", Kind::Pieces, Some(5), Promise::nothing())
        };
        let runs = Runs {
            cells: vec![run(tasks(0.375, 0.9)), run(Vec::new())],
            references: vec![
                reference("original", None, tasks(0.5, 1.0)),
                reference("plain SQL", Some(5), tasks(0.4, 0.95)),
                reference("empty release", None, tasks(0.0, 0.0)),
            ],
            ..Runs::default()
        };
        assert_eq!(
            runs.tasks_text(),
            [
                "method         k  completion  words",
                "original       -       1.000  1.000",
                "plain SQL      5       0.800  0.950",
                "empty release  -       0.000  0.000",
                "pieces         5       0.750  0.900",
                "pieces         5           -      -",
            ]
        );
        assert_eq!(runs.scores_of_original(), "completion 0.500, words 1");
        assert!(Runs::default().tasks_text().is_empty());
    }
}
