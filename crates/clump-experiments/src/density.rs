//! Table III: the density of the first owners of the log.

use clump_core::measure::density;
use clump_report::reproduction::{Cell, Claim, Column, Exhibit, ExhibitData, Table};
use clump_report::{count, number};

use super::grid;
use super::grid::Share;
use super::plan::Plan;
use super::source::ReproducedLog;

/// Numbers of owners (|D|) in the paper's Table III, each with the density in percent.
const PAPER: [(usize, f64); 6] =
    [(1_000, 0.28), (10_000, 0.25), (20_000, 0.20), (30_000, 0.16), (40_000, 0.14), (53_058, 0.11)];

/// Makes the table with a row for every size of `plan`.
pub(super) fn exhibit(log: &ReproducedLog, plan: &Plan) -> Exhibit {
    let mut densities = Vec::new();
    let mut rows = Vec::new();
    for &owners in &plan.all_sizes {
        let subset = log.first(owners);
        let (items, transactions) = (subset.transactions.items(), subset.transactions.len());
        let in_percent = |taxonomy| 100.0 * density(items, transactions, taxonomy);
        let of_all = in_percent(&log.all().taxonomy);
        let paper = PAPER.iter().find(|&&(size, _)| size == owners);
        rows.push(vec![
            Cell::Count(owners),
            paper.map_or(Cell::None, |&(_, density)| Cell::Number(density)),
            Cell::Number(of_all),
            Cell::Number(items as f64 / transactions as f64),
            Cell::Number(in_percent(&subset.taxonomy)),
        ]);
        densities.push(of_all);
    }
    let falls = Share::count(densities.windows(2).map(|step| step[1] < step[0]));
    let told = plan.all_sizes.iter().zip(&densities);
    let told: Vec<String> =
        told.map(|(&owners, &density)| format!("{} % of {}", number(density, 2), count(owners))).collect();
    Exhibit {
        id: "table-3".to_owned(),
        title: "Table III: density".to_owned(),
        data: ExhibitData::Log,
        about: vec![
            "Items of the first |D| owners, as a share of what they could hold: N / (|D| x |L|). |L| is the number \
             of leaves of one taxonomy, that of the whole log, as in the paper; the last column has that of the \
             taxonomy pruned to these owners, in which the figures below are measured."
                .to_owned(),
        ],
        claims: vec![Claim {
            paper: "The log gets sparser as |D| grows.".to_owned(),
            verdict: grid::of_share(falls),
            here: format!("{}.", told.join(", ")),
        }],
        charts: Vec::new(),
        table: Table {
            columns: vec![
                Column::new("owners"),
                Column::with_decimals("density in the paper, %", 2),
                Column::with_decimals("density, %", 3),
                Column::with_decimals("mean items an owner", 2),
                Column::with_decimals("density in the pruned taxonomy, %", 3),
            ],
            rows,
        },
    }
}
