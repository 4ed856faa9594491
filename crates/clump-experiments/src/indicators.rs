//! Figures 3, 4 and 5: loss, length and level of each algorithm, over k and |D|.

use clump_report::chart::{Axis, Chart, Series};
use clump_report::reproduction::{Cell, Column, Exhibit, ExhibitData, Table};
use clump_report::{NumberFormat, count};

use super::grid::Grid;
use super::plan::{KS, Plan};
use super::setting::Algorithm;
use super::trial::{Trial, Trials};

mod claims;

/// The grid of one measure for every algorithm, in the order of [`Algorithm::COMPARED`].
struct Compared {
    clump1: Grid,
    clump2: Grid,
    partition: Grid,
    ours: Grid,
}

impl Compared {
    fn new(plan: &Plan, trials: &Trials, figure: fn(&Trial) -> f64) -> Compared {
        let [clump1, clump2, partition, ours] =
            Algorithm::COMPARED.map(|algorithm| trials.grid(plan, algorithm, figure));
        Compared { clump1, clump2, partition, ours }
    }

    /// For each algorithm, the percentage by which its `loss` is below that of Partition.
    fn less_than_partition(loss: &Compared) -> Compared {
        let less =
            |grid: &Grid| grid.with(&loss.partition, |loss, partition| 100.0 * (1.0 - loss / partition));
        Compared {
            clump1: less(&loss.clump1),
            clump2: less(&loss.clump2),
            partition: less(&loss.partition),
            ours: less(&loss.ours),
        }
    }

    fn all(&self) -> [(Algorithm, &Grid); 4] {
        let grids = [&self.clump1, &self.clump2, &self.partition, &self.ours];
        std::array::from_fn(|index| (Algorithm::COMPARED[index], grids[index]))
    }

    /// Makes one chart for each size of the log.
    fn charts(&self, plan: &Plan, y: &Axis) -> Vec<Chart> {
        let chart = |(size, &owners): (usize, &usize)| Chart {
            title: format!("|D| = {}", count(owners)),
            x: k_axis(),
            y: y.clone(),
            series: self
                .all()
                .map(|(algorithm, grid)| Series::new(algorithm.title(), algorithm.look(), over_k(grid, size)))
                .into(),
            ..Chart::default()
        };
        plan.sizes.iter().enumerate().map(chart).collect()
    }
}

/// Makes Figures 3, 4 and 5.
pub(super) fn exhibits(plan: &Plan, trials: &Trials) -> [Exhibit; 3] {
    [figure_3(plan, trials), figure_4(plan, trials), figure_5(plan, trials)]
}

fn figure_3(plan: &Plan, trials: &Trials) -> Exhibit {
    let loss = Compared::new(plan, trials, |trial| trial.loss);
    let per_item = Compared::new(plan, trials, |trial| trial.loss_per_item);
    let less = Compared::less_than_partition(&loss);
    let axis = Axis::new("loss (sum of GGD)", NumberFormat::Decimals(0));
    let mut charts = loss.charts(plan, &axis);
    charts.extend(less.charts(plan, &Axis::new("% less loss than Partition", NumberFormat::Decimals(1))));
    let mut columns = Vec::new();
    for (algorithm, grid) in loss.all() {
        columns.push((Column::new(format!("{} loss", algorithm.title())), grid));
    }
    for (algorithm, grid) in per_item.all() {
        columns.push((Column::with_decimals(format!("{} per item", algorithm.title()), 3), grid));
    }
    columns.push((Column::with_decimals("Clump1 less than Partition, %", 1), &less.clump1));
    columns.push((Column::with_decimals("ours less than Partition, %", 1), &less.ours));
    Exhibit {
        id: "figure-3".to_owned(),
        title: "Figure 3: information loss".to_owned(),
        data: ExhibitData::Log,
        about: vec![
            "Loss is the paper's: the sum of GGD over all groups, in items, so that it grows with |D|. Per item it \
             is a share: 0 when everything is published, 1 when nothing is."
                .to_owned(),
            format!("Beyond the paper: {}", claims::ours_in_a_sentence(&per_item.ours, &less.ours)),
        ],
        claims: claims::of_loss(&loss, &less.clump1),
        charts,
        table: table(plan, &columns),
    }
}

fn figure_4(plan: &Plan, trials: &Trials) -> Exhibit {
    let length = Compared::new(plan, trials, |trial| trial.mean_length);
    let given = trials.grid(plan, Algorithm::Clump1, |trial| trial.items as f64 / trial.rows as f64);
    let mut columns = columns_of(&length);
    columns.push((Column::with_decimals("before", 2), &given));
    Exhibit {
        id: "figure-4".to_owned(),
        title: "Figure 4: length of published rows".to_owned(),
        data: ExhibitData::Log,
        about: vec![
            "Mean number of items of a published row. Root items count, as in the paper's tables, though they tell \
             nothing but their number."
                .to_owned(),
        ],
        claims: vec![claims::of_length(&length)],
        charts: length.charts(plan, &Axis::new("items a row", NumberFormat::Decimals(2))),
        table: table(plan, &columns),
    }
}

fn figure_5(plan: &Plan, trials: &Trials) -> Exhibit {
    let level = Compared::new(plan, trials, |trial| trial.mean_level);
    Exhibit {
        id: "figure-5".to_owned(),
        title: "Figure 5: level of published items".to_owned(),
        data: ExhibitData::Log,
        about: vec![
            "Mean level of published items. The root is level 1; a larger level is further down the taxonomy and \
             tells more. The paper calls that lower."
                .to_owned(),
        ],
        claims: vec![claims::of_level(&level)],
        charts: level.charts(plan, &Axis::new("level", NumberFormat::Decimals(2))),
        table: table(plan, &columns_of(&level)),
    }
}

fn k_axis() -> Axis {
    Axis::new("k", NumberFormat::Decimals(0))
}

fn over_k(grid: &Grid, size: usize) -> Vec<(f64, f64)> {
    KS.iter().map(|&k| k as f64).zip(grid.over_k(size).iter().copied()).collect()
}

fn columns_of(compared: &Compared) -> Vec<(Column, &Grid)> {
    compared.all().map(|(algorithm, grid)| (Column::with_decimals(algorithm.title(), 2), grid)).into()
}

/// Makes a table with a row for each size and k.
fn table(plan: &Plan, columns: &[(Column, &Grid)]) -> Table {
    let settings = plan.grid(Algorithm::Clump1).enumerate();
    let rows = settings.map(|(cell, setting)| {
        let values = columns.iter().map(|(_, grid)| Cell::Number(grid.values()[cell]));
        [Cell::Count(setting.owners), Cell::Count(setting.k)].into_iter().chain(values).collect()
    });
    let names = columns.iter().map(|(column, _)| column.clone());
    Table {
        columns: [Column::new("owners"), Column::new("k")].into_iter().chain(names).collect(),
        rows: rows.collect(),
    }
}
