//! Figure 6: loss and time over Clump's r, the number of open groups that are tried for a row.

use clump_report::chart::{Axis, Chart, Series};
use clump_report::reproduction::{Cell, Claim, Column, Exhibit, ExhibitData, Table};
use clump_report::{NumberFormat, count, number};

use super::grid;
use super::grid::Share;
use super::plan::{K, Plan, RS};
use super::setting::{Algorithm, R};
use super::trial::Trials;

/// Our reading of a "good" r: its loss is at most this many percent above the least loss.
const GOOD: f64 = 5.0;

/// Makes the figure for the largest size of the plan.
pub(super) fn exhibit(plan: &Plan, trials: &Trials) -> Exhibit {
    let found = plan.over_r().map(|setting| *trials.get(setting));
    let (loss, seconds) = (found.map(|trial| trial.loss_per_item), found.map(|trial| trial.seconds));
    let chart = |title: &str, label: &str, decimals: usize, values: &[f64]| Chart {
        title: title.to_owned(),
        x: Axis::new("r", NumberFormat::Decimals(0)),
        y: Axis::new(label, NumberFormat::Decimals(decimals)),
        series: vec![Series::new(
            Algorithm::Clump1.title(),
            Algorithm::Clump1.look(),
            RS.iter().map(|&r| r as f64).zip(values.iter().copied()),
        )],
        ..Chart::default()
    };
    let rows = RS.iter().zip(&found).map(|(&r, trial)| {
        vec![
            Cell::Count(r),
            Cell::Number(trial.loss),
            Cell::Number(trial.loss_per_item),
            Cell::Number(trial.seconds),
        ]
    });
    Exhibit {
        id: "figure-6".to_owned(),
        title: "Figure 6: sensitivity to r".to_owned(),
        data: ExhibitData::Log,
        about: vec![format!("Clump1 at |D| = {} and k = {K}.", count(plan.whole()))],
        claims: claims(&loss, &seconds),
        charts: vec![
            chart("Loss per item", "loss per item", 4, &loss),
            chart("Time", "seconds", 3, &seconds),
        ],
        table: Table {
            columns: vec![
                Column::new("r"),
                Column::new("loss"),
                Column::with_decimals("loss per item", 4),
                Column::with_decimals("seconds", 3),
            ],
            rows: rows.collect(),
        },
    }
}

/// The paper's claims, checked with loss per item and seconds at each r of [`RS`].
fn claims(loss: &[f64; RS.len()], seconds: &[f64; RS.len()]) -> Vec<Claim> {
    let rises = Share::count([loss.windows(2).any(|step| step[1] > step[0])]);
    let slower = Share::count(seconds.windows(2).map(|step| step[1] > step[0]));
    let best = (0..RS.len()).min_by(|&a, &b| loss[a].total_cmp(&loss[b])).expect("some r is tried");
    let papers = RS.iter().position(|&r| r == R).expect("the paper's r is tried");
    let more = 100.0 * (loss[papers] / loss[best] - 1.0);
    let how_good = if best == papers {
        "It loses least of those tried.".to_owned()
    } else {
        format!("It loses {} % more than the best, r = {}.", number(more, 1), RS[best])
    };
    let told: Vec<String> =
        RS.iter().zip(loss).map(|(r, loss)| format!("{} at r = {r}", number(*loss, 3))).collect();
    vec![
        Claim {
            paper: "A larger r does not always lose less.".to_owned(),
            verdict: grid::of_share(rises),
            here: format!("Loss per item is {}.", told.join(", ")),
        },
        Claim {
            paper: "r = 10 is a good choice.".to_owned(),
            verdict: grid::at_most(more, GOOD),
            here: format!("{how_good} Held means at most {GOOD} % more, in part at most twice that."),
        },
        Claim {
            paper: "A larger r takes longer.".to_owned(),
            verdict: grid::of_share(slower),
            here: format!(
                "Time grows in {} of {} steps: {} s at r = {}, {} s at r = {}.",
                slower.hold,
                slower.of,
                number(seconds[0], 3),
                RS[0],
                number(seconds[RS.len() - 1], 3),
                RS[RS.len() - 1]
            ),
        },
    ]
}

#[cfg(test)]
mod tests {
    use clump_report::reproduction::Held;

    use super::*;

    fn verdicts(loss: [f64; 5], seconds: [f64; 5]) -> Vec<Held> {
        claims(&loss, &seconds).into_iter().map(|claim| claim.verdict).collect()
    }

    #[test]
    fn r_is_judged_by_loss_and_by_time() {
        let slower = [0.1, 0.2, 0.3, 0.4, 0.5];
        assert_eq!(verdicts([0.5, 0.5, 0.6, 0.6, 0.6], slower), [Held::Yes; 3]);
        assert_eq!(verdicts([0.9, 0.8, 0.5, 0.4, 0.3], slower), [Held::No, Held::No, Held::Yes]);
        let mixed = [0.1, 0.2, 0.1, 0.2, 0.3];
        assert_eq!(verdicts([0.50, 0.54, 0.60, 0.7, 0.8], mixed), [Held::Yes, Held::InPart, Held::InPart]);
    }
}
