//! Practice of other publishers, run on this log by their rules: how much of it such a rule keeps.

use clump_core::risk::Proportion;
use serde::{Deserialize, Serialize};

use super::Runs;
use crate::table::{Cell, Column, Table};
use crate::{NumberFormat, Sample};

/// A table that a published rule makes of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresetRun {
    /// The name of the rule.
    pub preset: String,
    /// Whose rule it is.
    pub publisher: String,
    /// Its meaning.
    pub rule: String,
    /// Place where it says so.
    pub source: String,
    /// Gap that it leaves and that is assumed here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Subject of a row, in the plural: `queries`.
    pub facts: String,
    /// The least number of owners of a row.
    pub k: usize,
    /// Its result; none where the log does not have what the rule is about.
    pub kept: Option<PresetKept>,
    /// True if every row has as many owners; none where nothing was made.
    pub holds: Option<bool>,
    /// Seconds, reading included.
    pub seconds: Option<f64>,
    /// Why nothing was made, in a word or two.
    pub error: Option<String>,
    /// Rows, drawn at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// Share of a log that a rule keeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresetKept {
    /// Rows of the table.
    pub rows: usize,
    /// Share of the distinct facts.
    pub facts_kept: f64,
    /// Share of how often facts were there.
    pub volume_kept: f64,
    /// Share of attacks with [`KNOWN`](super::KNOWN) facts of an owner that name one of the owners of a row and are right.
    pub linkage: Option<Proportion>,
}

impl Runs {
    /// The tables of all rules; none if none was asked for.
    fn preset_table(&self, share: impl Fn(&str) -> Column) -> Option<Table> {
        let columns = vec![
            Column::text("rule"),
            Column::text("facts"),
            Column::new("k"),
            Column::text("promise"),
            Column::new("rows"),
            share("distinct"),
            share("volume"),
            share("linkage"),
            Column::with_format("seconds", NumberFormat::Decimals(2)),
            Column::text("no table"),
        ];
        let row = |run: &PresetRun| {
            let kept = |of: fn(&PresetKept) -> Option<f64>| Cell::number(run.kept.as_ref().and_then(of));
            let promise = match run.holds {
                Some(true) => "holds",
                Some(false) => "broken",
                None => "–",
            };
            vec![
                Cell::text(&run.preset),
                Cell::text(&run.facts),
                Cell::Count(run.k),
                Cell::text(promise),
                Cell::count(run.kept.map(|kept| kept.rows)),
                kept(|kept| Some(kept.facts_kept)),
                kept(|kept| Some(kept.volume_kept)),
                kept(|kept| kept.linkage.map(|linkage| linkage.share)),
                Cell::number(run.seconds),
                Cell::text(run.error.as_deref().unwrap_or_default()),
            ]
        };
        let rows: Vec<Vec<Cell>> = self.presets.iter().map(row).collect();
        (!rows.is_empty()).then(|| Table { columns, rows }.without_empty_columns())
    }

    /// For a page.
    pub(crate) fn presets_on_page(&self) -> Option<Table> {
        self.preset_table(|name| Column::with_format(name, NumberFormat::Percent))
    }

    /// For a terminal, one line for each below a header.
    pub fn presets_text(&self) -> Vec<String> {
        let table = self.preset_table(|name| Column::with_decimals(name, super::tables::DIGITS));
        table.map(|table| table.text()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_the_log_cannot_have_says_why_in_its_line() {
        let run = PresetRun {
            preset: "bing".to_owned(),
            publisher: String::new(),
            rule: String::new(),
            source: String::new(),
            assumed: None,
            facts: "queries".to_owned(),
            k: 5,
            kept: Some(PresetKept { rows: 1_200, facts_kept: 0.125, volume_kept: 0.5, linkage: None }),
            holds: Some(true),
            seconds: Some(0.25),
            error: None,
            sample: None,
        };
        let without =
            PresetRun { kept: None, holds: None, error: Some("no times".to_owned()), ..run.clone() };
        let runs = Runs { presets: vec![run, without], ..Runs::default() };
        assert_eq!(
            runs.presets_text(),
            [
                "rule  facts    k  promise   rows  distinct  volume  seconds  no table",
                "bing  queries  5  holds    1,200     0.125   0.500     0.25",
                "bing  queries  5  –            -         -       -     0.25  no times",
            ]
        );
        assert!(Runs::default().presets_text().is_empty());
    }
}
