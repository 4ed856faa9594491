//! Figure 7: running time of each algorithm against the number of owners (|D|).

use clump_report::chart::{Axis, Chart, Series};
use clump_report::reproduction::{Cell, Claim, Column, Exhibit, ExhibitData, Table};
use clump_report::{NumberFormat, count, number};

use super::grid;
use super::grid::Share;
use super::plan::{K, Plan};
use super::setting::{Algorithm, R};
use super::trial::{Trial, Trials};

/// Algorithms of the figure: the paper's two, and ours.
const TIMED: [Algorithm; 3] = [Algorithm::Clump1, Algorithm::Partition, Algorithm::Nearest];

/// Times that grow with an exponent up to this are called linear, or better.
const LINEAR: f64 = 1.1;

/// Makes the figure with a point for every size of `plan`.
pub(super) fn exhibit(plan: &Plan, trials: &Trials) -> Exhibit {
    let timed = TIMED.map(|algorithm| -> Vec<Trial> {
        plan.over_sizes(algorithm).map(|setting| *trials.get(setting)).collect()
    });
    let [clump, partition, _] = &timed;
    let chart = |title: &str, shown: &[Vec<Trial>]| Chart {
        title: title.to_owned(),
        x: Axis::new("|D|", NumberFormat::Decimals(0)),
        y: Axis::new("seconds", NumberFormat::Decimals(3)),
        series: shown.iter().zip(TIMED).map(|(trials, algorithm)| series(algorithm, trials)).collect(),
        ..Chart::default()
    };
    let rows = (0..clump.len()).map(|size| {
        let Trial { setting, items, seconds, .. } = clump[size];
        let counts = [Cell::Count(setting.owners), Cell::Count(items)];
        let times = timed.iter().map(|trials| Cell::Number(trials[size].seconds));
        let rates = [seconds / setting.owners as f64 * 1e6, seconds / items as f64 * 1e9].map(Cell::Number);
        counts.into_iter().chain(times).chain(rates).collect()
    });
    let mut columns = vec![Column::new("owners"), Column::new("items")];
    columns.extend(TIMED.map(|algorithm| Column::with_decimals(format!("{}, s", algorithm.title()), 4)));
    columns.push(Column::with_decimals("Clump1 an owner, µs", 2));
    columns.push(Column::with_decimals("Clump1 an item, ns", 1));
    Exhibit {
        id: "figure-7".to_owned(),
        title: "Figure 7: running time".to_owned(),
        data: ExhibitData::Log,
        about: vec![format!(
            "Wall-clock seconds of grouping and publishing in memory, at k = {K} and r = {R}; reading is not \
             counted. Clump runs on one thread, the others on all. Short runs are repeated, and the least counts."
        )],
        claims: vec![slower(&Timed::of(clump), &Timed::of(partition)), linear(&Timed::of(clump))],
        charts: vec![chart("The paper's two", &timed[..2]), chart("With ours", &timed)],
        table: Table { columns, rows: rows.collect() },
    }
}

pub(super) fn series(algorithm: Algorithm, trials: &[Trial]) -> Series {
    let points = trials.iter().map(|trial| (trial.setting.owners as f64, trial.seconds));
    Series::new(algorithm.title(), algorithm.look(), points)
}

/// A measured running time, and the size of its input.
#[derive(Clone, Copy)]
struct Timed {
    owners: usize,
    items: usize,
    seconds: f64,
}

impl Timed {
    fn of(trials: &[Trial]) -> Vec<Timed> {
        let timed = |trial: &Trial| Timed {
            owners: trial.setting.owners,
            items: trial.items,
            seconds: trial.seconds,
        };
        trials.iter().map(timed).collect()
    }
}

fn slower(clump: &[Timed], partition: &[Timed]) -> Claim {
    let times: Vec<f64> =
        clump.iter().zip(partition).map(|(clump, partition)| clump.seconds / partition.seconds).collect();
    let share = Share::count(times.iter().map(|&times| times > 1.0));
    let told: Vec<String> = times.iter().map(|&times| number(times, 1)).collect();
    Claim {
        paper: "Clump takes longer than Partition.".to_owned(),
        verdict: grid::of_share(share),
        here: format!(
            "It does at {} of {} sizes: {} times as long, the smallest |D| first.",
            share.hold,
            share.of,
            told.join(", ")
        ),
    }
}

fn linear(clump: &[Timed]) -> Claim {
    let fit = |size: fn(&Timed) -> usize| {
        let points: Vec<(f64, f64)> = clump.iter().map(|timed| (size(timed) as f64, timed.seconds)).collect();
        grid::exponent(&points)
    };
    let powers = [fit(|timed| timed.owners), fit(|timed| timed.items)];
    let here = match (powers, clump) {
        ([Some(owners), Some(items)], [first, .., last]) => {
            let rate = |timed: &Timed| {
                let an_owner = number(timed.seconds / timed.owners as f64 * 1e6, 2);
                format!("{an_owner} µs an owner at |D| = {}", count(timed.owners))
            };
            format!(
                "{}, {}. The best fits are |D| to the power {}, and the number of items to the power {}, which \
                 differs where first owners have more of them. Held means that both are at most {LINEAR}, in part \
                 that one is.",
                rate(first),
                rate(last),
                number(owners, 2),
                number(items, 2)
            )
        }
        _ => "One size makes no line.".to_owned(),
    };
    Claim {
        paper: "Clump's time is linear in |D|.".to_owned(),
        verdict: grid::of_share(Share::count(powers.into_iter().flatten().map(|power| power <= LINEAR))),
        here,
    }
}

#[cfg(test)]
mod tests {
    use clump_report::reproduction::Held;

    use super::*;

    /// For each of some numbers of owners, a log of `length(owners)` items and a time of `seconds(owners)`.
    fn timed(length: fn(f64) -> f64, seconds: fn(f64) -> f64) -> Vec<Timed> {
        let at = |owners: usize| Timed {
            owners,
            items: (owners as f64 * length(owners as f64)) as usize,
            seconds: seconds(owners as f64),
        };
        [1_000, 10_000, 53_058].map(at).into()
    }

    #[test]
    fn linear_is_said_of_owners_and_of_items() {
        let even: fn(f64) -> f64 = |_| 20.0;
        assert_eq!(linear(&timed(even, |owners| 2e-6 * owners)).verdict, Held::Yes);
        assert_eq!(linear(&timed(even, |owners| 2e-6 * owners.powi(2))).verdict, Held::No);
        let shorter: fn(f64) -> f64 = |owners| 2_000.0 * owners.powf(-0.3);
        assert_eq!(linear(&timed(shorter, |owners| 2e-6 * owners)).verdict, Held::InPart);
        assert_eq!(linear(&timed(even, |owners| owners)[..1]).verdict, Held::Untold);
    }

    #[test]
    fn slower_is_said_size_by_size() {
        let clump = timed(|_| 20.0, |_| 1.0);
        let verdict = |partition: fn(f64) -> f64| slower(&clump, &timed(|_| 20.0, partition)).verdict;
        assert_eq!(verdict(|_| 0.5), Held::Yes);
        assert_eq!(verdict(|_| 2.0), Held::No);
        assert_eq!(verdict(|owners| owners / 5_000.0), Held::InPart);
    }
}
