//! Compares Algorithm 2 as printed with the definition that it should compute, by loss and time.

use clump_report::chart::{Axis, Chart, Series};
use clump_report::reproduction::{Cell, Claim, Column, Exhibit, ExhibitData, Table};
use clump_report::{NumberFormat, count, number};

use super::grid;
use super::grid::Share;
use super::plan::{K, Plan};
use super::runtime;
use super::setting::{Algorithm, Setting};
use super::trial::{Trial, Trials};

/// Losses that differ by less are equal. They are sums of whole numbers, divided once.
const SAME: f64 = 1e-9;

/// Makes the comparison at one k, for the sizes of the figures.
pub(super) fn exhibit(plan: &Plan, trials: &Trials) -> Exhibit {
    let at = |algorithm| -> Vec<Trial> {
        plan.printed().map(|setting| *trials.get(Setting::new(algorithm, setting.owners, K))).collect()
    };
    let [least, printed, partition] = [Algorithm::Clump1, Algorithm::Printed, Algorithm::Partition].map(at);
    let losses = [&least, &printed, &partition].map(|trials| {
        let points = trials.iter().map(|trial| (trial.setting.owners as f64, trial.loss_per_item));
        let algorithm = trials[0].setting.algorithm;
        Series::new(algorithm.title(), algorithm.look(), points)
    });
    let times = [&least, &printed].map(|trials| runtime::series(trials[0].setting.algorithm, trials));
    let chart = |title: &str, label: &str, series: Vec<Series>| Chart {
        title: title.to_owned(),
        x: Axis::new("|D|", NumberFormat::Decimals(0)),
        y: Axis::new(label, NumberFormat::Decimals(3)),
        series,
        ..Chart::default()
    };
    Exhibit {
        id: "as-printed".to_owned(),
        title: "Algorithm 2: as printed and as defined".to_owned(),
        data: ExhibitData::Log,
        about: vec![format!(
            "Clump1 above uses the least common generalization of Definition 2. Algorithm 2 as printed drops what a \
             transaction has beyond the common count of a node that it adds, where the definition passes it up to \
             the parent. Both at k = {K}."
        )],
        claims: vec![computes_the_least(&least, &printed), loses_less(&printed, &partition)],
        charts: vec![
            chart("Loss per item", "loss per item", losses.into()),
            chart("Time", "seconds", times.into()),
        ],
        table: table(&least, &printed, &partition),
    }
}

fn computes_the_least(least: &[Trial], printed: &[Trial]) -> Claim {
    let pairs = || least.iter().zip(printed);
    let same = Share::count(pairs().map(|(least, printed)| (printed.loss / least.loss - 1.0).abs() < SAME));
    let told: Vec<String> = pairs()
        .map(|(least, printed)| {
            format!(
                "{} instead of {} at |D| = {}",
                number(printed.loss_per_item, 3),
                number(least.loss_per_item, 3),
                count(least.setting.owners)
            )
        })
        .collect();
    Claim {
        paper: "It computes the least common generalization (Theorem 2).".to_owned(),
        verdict: grid::of_share(same),
        here: format!("As printed, Clump1 loses {} of each item.", told.join(", ")),
    }
}

fn loses_less(printed: &[Trial], partition: &[Trial]) -> Claim {
    let saved: Vec<f64> = printed.iter().zip(partition).map(saved).collect();
    let share = Share::count(saved.iter().map(|&percent| percent > 0.0));
    let told: Vec<String> = saved
        .iter()
        .zip(printed)
        .map(|(&percent, trial)| {
            format!("{} % less at |D| = {}", number(percent, 1), count(trial.setting.owners))
        })
        .collect();
    Claim {
        paper: "Clump loses less than Partition: with this algorithm too.".to_owned(),
        verdict: grid::of_share(share),
        here: format!("{}.", told.join(", ")),
    }
}

/// The percentage by which the loss of the first trial is below that of the second.
fn saved((clump, partition): (&Trial, &Trial)) -> f64 {
    100.0 * (1.0 - clump.loss / partition.loss)
}

fn table(least: &[Trial], printed: &[Trial], partition: &[Trial]) -> Table {
    let rows = least.iter().zip(printed).zip(partition).map(|((least, printed), partition)| {
        let numbers = [
            least.loss_per_item,
            printed.loss_per_item,
            partition.loss_per_item,
            saved((least, partition)),
            saved((printed, partition)),
            least.seconds,
            printed.seconds,
        ];
        std::iter::once(Cell::Count(least.setting.owners)).chain(numbers.map(Cell::Number)).collect()
    });
    Table {
        columns: vec![
            Column::new("owners"),
            Column::with_decimals("as defined, loss per item", 3),
            Column::with_decimals("as printed, loss per item", 3),
            Column::with_decimals("Partition, loss per item", 3),
            Column::with_decimals("as defined, less than Partition, %", 1),
            Column::with_decimals("as printed, less than Partition, %", 1),
            Column::with_decimals("as defined, s", 3),
            Column::with_decimals("as printed, s", 3),
        ],
        rows: rows.collect(),
    }
}
