//! The figures of a run as one flat map, for programs that read them.

use std::collections::BTreeMap;

use clump_core::measure::Measures;
use clump_core::promise::Promise;
use clump_report::{
    BitsFigures, CertainFacts, FactFigures, Figures, FloorFacts, LinesRead, NoiseFigures, OwnersRead, Report,
    Words,
};
use serde::Serialize;

/// Fate of the items that were read, measures, and times, taken from [`Report::figures`] and
/// [`Report::timing`]. Exact figures of a log are left out if its table has noise.
#[derive(Debug, Serialize)]
pub struct RunFigures<'r> {
    /// Always true: the figures count the input, and so also people who are in no published row.
    private: bool,
    #[serde(flatten)]
    words: Option<&'r Words>,
    #[serde(flatten)]
    owners: Option<&'r OwnersRead>,
    #[serde(flatten)]
    measures: Option<&'r Measures>,
    #[serde(flatten)]
    lines: Option<LineFigures<'r>>,
    #[serde(flatten)]
    facts: Option<Facts<'r>>,
    method: &'r str,
    promise: Promise,
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<FloorFacts>,
    #[serde(flatten)]
    bits: Option<BitsFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certain: Option<&'r CertainFacts>,
    seconds: f64,
    seconds_read: f64,
    seconds_write: f64,
    seconds_verify: f64,
    seconds_measure: f64,
    seconds_total: f64,
    peak_memory: Option<u64>,
}

#[derive(Debug, Serialize)]
struct LineFigures<'r> {
    lines: usize,
    #[serde(flatten)]
    read: &'r LinesRead,
    facts: BTreeMap<&'r str, u64>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Facts<'r> {
    Exact(&'r FactFigures),
    Tables {
        tables: &'r [FactFigures],
    },
    /// Figures of a table with noise: only those that the table and its promise show anyway.
    Noisy {
        nouns: &'r [String; 2],
        rows: usize,
        noise: PublicNoise,
    },
}

#[derive(Debug, Serialize)]
struct PublicNoise {
    threshold: u64,
}

impl<'r> Facts<'r> {
    /// The figures of one table, or of several in a list; `None` for other releases.
    fn of(tables: &'r [FactFigures]) -> Option<Facts<'r>> {
        let [figures] = tables else {
            return (!tables.is_empty()).then_some(Facts::Tables { tables });
        };
        Some(match figures.noise {
            None => Facts::Exact(figures),
            Some(NoiseFigures { threshold, .. }) => {
                Facts::Noisy { nouns: &figures.nouns, rows: figures.rows, noise: PublicNoise { threshold } }
            }
        })
    }
}

impl<'r> From<&'r Report> for RunFigures<'r> {
    fn from(report: &'r Report) -> RunFigures<'r> {
        let (owners, lines) = match &report.figures {
            Figures::Facts { tables, .. } if tables.iter().any(|table| table.noise.is_some()) => (None, None),
            Figures::Rows { owners, .. } | Figures::Facts { owners, .. } => (Some(owners), None),
            Figures::Lines { lines, read, owners, facts } => {
                let facts = facts.iter().map(|fact| (fact.name.as_str(), fact.count)).collect();
                (Some(owners), Some(LineFigures { lines: *lines, read, facts }))
            }
        };
        RunFigures {
            private: true,
            words: report.figures.words(),
            owners,
            measures: report.figures.measures(),
            lines,
            facts: Facts::of(report.figures.tables()),
            method: &report.method,
            promise: report.promise.promise(),
            floor: report.figures.floor(),
            bits: report.figures.bits(),
            certain: report.certain.as_ref(),
            seconds: report.timing.seconds,
            seconds_read: report.timing.read,
            seconds_write: report.timing.write,
            seconds_verify: report.timing.verify,
            seconds_measure: report.timing.measure,
            seconds_total: report.timing.seconds_total,
            peak_memory: report.peak_memory,
        }
    }
}
