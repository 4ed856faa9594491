//! Presets: rules of other publishers, applied to this log, with the share that each keeps.

use clump_core::risk::Proportion;
use serde::Serialize;

use super::Runs;
use crate::table::{Cell, Column, Table};
use crate::{NumberFormat, Sample};

/// A table that the rule of another publisher makes from this log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PresetRun {
    /// Name of the preset.
    pub preset: String,
    /// The publisher who uses this rule.
    pub publisher: String,
    /// The rule in words.
    pub rule: String,
    /// Document that describes the rule.
    pub source: String,
    /// Our assumption if the published rule is incomplete; `None` if it is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Subject of a row, in the plural: `queries`.
    pub facts: String,
    /// Least number of owners of a row.
    pub k: usize,
    /// The kept shares; `None` if the log lacks the data that the rule needs.
    pub kept: Option<PresetKept>,
    /// True if every row has at least k owners; `None` without a table.
    pub holds: Option<bool>,
    /// Seconds of the run, including reading.
    pub seconds: Option<f64>,
    /// Short reason why there is no table; `None` if there is one.
    pub error: Option<String>,
    /// Rows of the table, drawn at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// Shares of a log that the table of a preset keeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PresetKept {
    /// Number of rows of the table.
    pub rows: usize,
    /// Share of the distinct facts that the table has.
    pub facts_kept: f64,
    /// Share of all occurrences of facts that the table counts.
    pub volume_kept: f64,
    /// Share of attacks with [`KNOWN`](super::KNOWN) facts of an owner that pick the right one of the owners
    /// of a row.
    pub linkage: Option<Proportion>,
}

impl Runs {
    /// The table of all presets; `None` without presets.
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

    /// The table of presets for a page.
    pub(crate) fn presets_on_page(&self) -> Option<Table> {
        self.preset_table(|name| Column::with_format(name, NumberFormat::Percent))
    }

    /// The table of presets for a terminal: a header, and one line for each preset.
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
