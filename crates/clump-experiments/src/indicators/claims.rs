//! The paper's claims about Figures 3, 4 and 5.

use clump_report::reproduction::Claim;
use clump_report::{count, number};

use super::super::grid;
use super::super::grid::{Grid, Share};
use super::Compared;

/// The paper's best saving of loss by Clump against Partition, in percent.
const LESS_LOSS: f64 = 30.0;

/// Our reading of "very small": at most this many percent.
const VERY_SMALL: f64 = 5.0;

/// Claims about Figure 3. `saved` is the percentage by which the loss of Clump1 is below that of Partition.
pub(super) fn of_loss(loss: &Compared, saved: &Grid) -> Vec<Claim> {
    let less = Share::count(saved.values().iter().map(|&percent| percent > 0.0));
    let (most, owners, k) = saved.largest();
    let (over_k, over_sizes) = (saved.falls_over_k(), saved.falls_over_sizes());
    let apart = loss.clump2.with(&loss.clump1, |sets, bags| 100.0 * (sets / bags - 1.0).abs());
    vec![
        Claim {
            paper: "Clump loses less than Partition.".to_owned(),
            verdict: grid::of_share(less),
            here: format!(
                "Clump1 loses less at {} of {} pairs of |D| and k: {} to {} less.",
                less.hold,
                less.of,
                percent(saved.smallest()),
                percent(most)
            ),
        },
        Claim {
            paper: "Clump loses up to 30 % less than Partition.".to_owned(),
            verdict: grid::reaches(most, LESS_LOSS, 1.0),
            here: format!("{} at most, at |D| = {} and k = {k}.", percent(most), count(owners)),
        },
        Claim {
            paper: "The improvement shrinks as k grows.".to_owned(),
            verdict: grid::of_share(over_k),
            here: format!("{} from one k to the next, at the same |D|.", shrinks(over_k)),
        },
        Claim {
            paper: "The improvement shrinks as |D| grows.".to_owned(),
            verdict: grid::of_share(over_sizes),
            here: format!("{} from one |D| to the next, at the same k.", shrinks(over_sizes)),
        },
        Claim {
            paper: "Clump1 and Clump2 hardly differ in loss.".to_owned(),
            verdict: grid::at_most(apart.largest().0, VERY_SMALL),
            here: format!(
                "They differ by {} to {}. Held means at most {} everywhere, in part at most twice that.",
                percent(apart.smallest()),
                percent(apart.largest().0),
                percent(VERY_SMALL)
            ),
        },
    ]
}

/// A sentence that compares our method with the paper's. It states the loss per item, and the percentage by
/// which it is below that of Partition.
pub(super) fn ours_in_a_sentence(per_item: &Grid, less: &Grid) -> String {
    format!(
        "ours, the method nearest with its defaults, loses {} to {} of each item, {} to {} less than Partition.",
        number(per_item.smallest(), 3),
        number(per_item.largest().0, 3),
        percent(less.smallest()),
        percent(less.largest().0),
    )
}

/// The paper's claim about Figure 4.
pub(super) fn of_length(length: &Compared) -> Claim {
    let Compared { clump1, clump2, partition, .. } = length;
    let longer = clump1.with(clump2, |bags, sets| bags - sets);
    let longer = longer.with(&clump1.with(partition, |bags, cuts| bags - cuts), f64::min);
    let share = Share::count(longer.values().iter().map(|&items| items > 0.0));
    let times = |other: &Grid| {
        let times = clump1.with(other, |bags, other| bags / other);
        format!("{} to {} times", number(times.smallest(), 1), number(times.largest().0, 1))
    };
    Claim {
        paper: "Clump1 publishes much longer rows than Clump2 and Partition.".to_owned(),
        verdict: grid::of_share(share),
        here: format!(
            "Its rows are the longest at {} of {} pairs of |D| and k: {} those of Clump2, {} those of Partition.",
            share.hold,
            share.of,
            times(clump2),
            times(partition)
        ),
    }
}

/// The paper's claim about Figure 5.
pub(super) fn of_level(level: &Compared) -> Claim {
    let Compared { clump1, clump2, partition, .. } = level;
    let deeper = |a: &Grid, b: &Grid| a.with(b, |a, b| a - b);
    let count = |grid: &Grid| Share::count(grid.values().iter().map(|&levels| levels > 0.0));
    let (sets, cuts) = (deeper(clump2, partition), deeper(partition, clump1));
    let (order, sets, cuts) = (count(&sets.with(&cuts, f64::min)), count(&sets), count(&cuts));
    Claim {
        paper: "Items of Clump2 lie deepest, then those of Partition, then those of Clump1.".to_owned(),
        verdict: grid::of_share(order),
        here: format!(
            "In this order at {} of {} pairs of |D| and k: Clump2 is deeper than Partition at {}, Partition than \
             Clump1 at {}.",
            order.hold, order.of, sets.hold, cuts.hold
        ),
    }
}

fn shrinks(share: Share) -> String {
    format!("It shrinks in {} of {} steps", share.hold, share.of)
}

fn percent(value: f64) -> String {
    format!("{} %", number(value, 1))
}

#[cfg(test)]
mod tests {
    use clump_report::reproduction::Held;

    use super::*;

    /// A grid of two sizes and two k.
    fn grid(values: [f64; 4]) -> Grid {
        Grid::new(&[1_000, 10_000], &[5, 7], values.to_vec())
    }

    fn compared(clump1: [f64; 4], clump2: [f64; 4], partition: [f64; 4]) -> Compared {
        let [clump1, clump2, partition] = [clump1, clump2, partition].map(grid);
        Compared { ours: clump1.clone(), clump1, clump2, partition }
    }

    fn loss_verdicts(clump1: [f64; 4], clump2: [f64; 4]) -> Vec<Held> {
        let loss = compared(clump1, clump2, [100.0, 100.0, 1_000.0, 1_000.0]);
        of_loss(&loss, &Compared::less_than_partition(&loss).clump1)
            .into_iter()
            .map(|claim| claim.verdict)
            .collect()
    }

    #[test]
    fn the_papers_figure_3_holds_where_it_is_drawn_so() {
        assert_eq!(loss_verdicts([70.0, 75.0, 800.0, 850.0], [71.0, 75.0, 820.0, 860.0]), vec![Held::Yes; 5]);
    }

    #[test]
    fn figure_3_is_doubted_point_by_point() {
        let grows = [90.0, 80.0, 700.0, 600.0];
        assert_eq!(loss_verdicts(grows, grows), [Held::Yes, Held::Yes, Held::No, Held::No, Held::Yes]);
        let worse = [101.0, 102.0, 1_010.0, 1_020.0];
        let apart = worse.map(|loss| 1.2 * loss);
        assert_eq!(loss_verdicts(worse, apart), [Held::No, Held::No, Held::Yes, Held::No, Held::No]);
        let mixed = [80.0, 101.0, 850.0, 840.0];
        assert_eq!(
            loss_verdicts(mixed, mixed.map(|loss| 1.07 * loss)),
            [Held::InPart, Held::InPart, Held::InPart, Held::InPart, Held::InPart]
        );
    }

    #[test]
    fn clump1_must_be_longer_than_both() {
        let verdict = |clump2, partition| of_length(&compared([9.0; 4], clump2, partition)).verdict;
        assert_eq!(verdict([3.0; 4], [2.0; 4]), Held::Yes);
        assert_eq!(verdict([3.0; 4], [2.0, 2.0, 2.0, 10.0]), Held::InPart);
        assert_eq!(verdict([9.0; 4], [2.0; 4]), Held::No);
    }

    #[test]
    fn the_order_of_levels_is_one_claim() {
        let verdict = |clump1, clump2, partition| of_level(&compared(clump1, clump2, partition)).verdict;
        assert_eq!(verdict([2.0; 4], [5.0; 4], [3.0; 4]), Held::Yes);
        assert_eq!(verdict([2.0; 4], [3.0; 4], [5.0; 4]), Held::No);
        assert_eq!(verdict([2.0; 4], [5.0, 3.0, 5.0, 5.0], [4.0; 4]), Held::InPart);
    }
}
