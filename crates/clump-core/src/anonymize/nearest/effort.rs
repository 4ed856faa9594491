//! Budget of each effort. Effort is counted in candidates and steps, never in time, so that a slow machine gives
//! the same release as a fast one.

use serde::{Deserialize, Serialize};

use super::features::Rows;
use super::search::SearchEffort;

/// Time of the search for better groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// About the time of `clump` with r = 10.
    Fast,
    /// About ten times as long as `Fast`.
    #[default]
    Normal,
    /// As long as it pays: minutes for small logs, up to ten times `Normal` for large ones.
    Best,
}

/// The order in which greedy grouping looks for candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GreedyOrder {
    /// By the most telling features. Best for short windows: at 64 of 53,058 generated rows 0.30 against 0.38.
    Sorted,
    /// By reach. Best for long windows: at 4096 0.262 against 0.267.
    Reach,
}

/// Plan of an effort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub order: GreedyOrder,
    /// Free rows that a group looks at.
    pub window: usize,
    pub search: SearchEffort,
}

impl Plan {
    /// Plans of all efforts up to `effort`, in this order.
    pub fn up_to(effort: Effort, rows: &Rows, seed: u64) -> Vec<Plan> {
        let efforts = [Effort::Fast, Effort::Normal, Effort::Best];
        efforts
            .into_iter()
            .filter(|&other| other <= effort)
            .map(|effort| Plan::of(effort, rows, seed))
            .collect()
    }

    /// Work that an effort does beyond lower ones.
    pub fn of(effort: Effort, rows: &Rows, seed: u64) -> Plan {
        let (k, groups) = (rows.k, rows.len() / rows.k + 1);
        let mean = (rows.reach.iter().sum::<u64>() / rows.len().max(1) as u64) as i64;
        let search = SearchEffort { rounds: 0, steps: 1, attempts: 3, shard: 96, most: 5, heat: 0, seed };
        // A pass over a window serves k rows, so at equal cost a window grows with k.
        match effort {
            Effort::Fast => Plan {
                order: GreedyOrder::Sorted,
                window: (12 * k).clamp(48, 512),
                // A few thousand rows are nothing to search.
                search: SearchEffort { rounds: if rows.len() <= 2048 { 2 } else { 0 }, ..search },
            },
            // 53,058 generated rows, k = 5, loss per item at window and rounds: 4096 and 4 0.2591, 2048 and 3 0.2616, 2048
            // and 2 0.2622, 1650 and 2 0.2635, no window and 2 0.2587 in eight times the time.
            Effort::Normal => Plan {
                order: GreedyOrder::Reach,
                window: (330 * k).clamp(512, 1650),
                // Small logs are soon done: search them four times as long.
                search: if groups < 5_000 {
                    SearchEffort { rounds: 4, steps: 2, ..search }
                } else {
                    SearchEffort { rounds: 2, ..search }
                },
            },
            Effort::Best => Plan {
                order: GreedyOrder::Reach,
                window: 16_384,
                search: SearchEffort {
                    rounds: 40,
                    steps: (1_000_000 / groups / 40).clamp(1, 30),
                    attempts: 2,
                    heat: mean * 3 / 10,
                    ..search
                },
            },
        }
    }
}
