//! Large-neighbourhood search: takes apart the groups that fit a random row best, rebuilds them, and keeps
//! the result if it is better.
//!
//! Each round sorts the groups so that similar ones are neighbours, cuts this order into shards, and searches
//! each shard separately. Shards and their random streams depend only on the data and the seed, so the number
//! of threads does not change the result.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::features::Rows;
use super::groups::{Groups, Meter, common};
use super::local::Local;
use super::split::{self, Splits};
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::shards::mixed;

/// Number of groups in a shard that is searched separately.
const SHARD: usize = 96;

/// Largest number of groups that a step takes apart besides the group of the random row.
const MOST_GROUPS: usize = 4;

/// Groups with more rows than this are not rebuilt in one step: they have many rows of few owners.
const MOST_ROWS: usize = 1 << 12;

/// Improves `groups` in all rounds of the plan. With heat the result can be worse; the caller must compare.
pub(super) fn search(
    rows: &Rows,
    mut groups: Groups,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    for round in 0..plan.rounds {
        progress.go_on()?;
        let seed = mixed(plan.seed ^ mixed(round as u64 + 1));
        let order = arrange(rows, &groups, seed, SHARD / 2);
        let mut slots: Vec<Option<Vec<u32>>> = groups.into_iter().map(Some).collect();
        let count = order.len().div_ceil(SHARD).max(1);
        // Cuts the groups into shards of equal size, so that none is too small to search.
        let bounds: Vec<usize> = (0..=count).map(|s| s * order.len() / count).collect();
        let shards: Vec<Groups> = bounds
            .windows(2)
            .map(|b| order[b[0]..b[1]].iter().filter_map(|&g| slots[g as usize].take()).collect())
            .collect();
        let left = (plan.rounds - round - 1) as i64;
        let heat = plan.heat * left / plan.rounds as i64;
        let searched: Vec<Groups> = shards
            .into_par_iter()
            .enumerate()
            .map_init(
                || ShardSearcher::new(rows),
                |shard, (number, groups)| {
                    let rows = groups.iter().map(Vec::len).sum::<usize>();
                    let mut random = Random::new(seed, number as u64);
                    let groups = shard.search(groups, plan, heat, &mut random, progress)?;
                    progress.advance(rows as u64);
                    Ok(groups)
                },
            )
            .collect::<Result<_, Cancelled>>()?;
        groups = searched.into_iter().flatten().collect();
    }
    Ok(groups)
}

/// Sorts the groups by a tree of splits over the features that all rows of a group share, so that similar
/// groups are neighbours.
fn arrange(rows: &Rows, groups: &Groups, seed: u64, least: usize) -> Vec<u32> {
    let lists: Vec<Vec<u32>> = groups.par_iter().map(|group| common(rows, group)).collect();
    let lists = Ragged::from_iter(lists);
    let mut order: Vec<u32> = (0..groups.len() as u32).collect();
    split::arrange(&lists, &rows.features, &mut order, Splits { side: 1, least, seed });
    order
}

/// Searches one shard after another, reusing its working memory.
struct ShardSearcher<'a> {
    rows: &'a Rows,
    local: Local<'a>,
    meter: Meter,
    /// By feature, its weight if the current row has it; otherwise 0.
    has: Vec<u32>,
}

struct SearchGroup {
    rows: Vec<u32>,
    common: Vec<u32>,
    kept: i64,
}

impl<'a> ShardSearcher<'a> {
    fn new(rows: &'a Rows) -> ShardSearcher<'a> {
        ShardSearcher {
            rows,
            local: Local::new(rows),
            meter: Meter::new(rows),
            has: vec![0; rows.features.len()],
        }
    }

    fn group(&mut self, rows: Vec<u32>) -> SearchGroup {
        let common = common(self.rows, &rows);
        let kept = self.meter.of(self.rows, &common);
        SearchGroup { rows, common, kept }
    }

    fn search(
        &mut self,
        groups: Groups,
        plan: &Plan,
        heat: i64,
        random: &mut Random,
        progress: &dyn Progress,
    ) -> Result<Groups, Cancelled> {
        let mut groups: Vec<SearchGroup> = groups.into_iter().map(|rows| self.group(rows)).collect();
        let mut near: Vec<(i64, usize)> = Vec::new();
        for _ in 0..groups.len() * plan.steps {
            progress.go_on()?;
            if groups.len() < 2 {
                break;
            }
            let home = random.below(groups.len());
            let row = groups[home].rows[random.below(groups[home].rows.len())];
            self.rank(&groups, home, row, random.below(2) == 0, &mut near);
            let take = (1 + random.below(MOST_GROUPS)).min(near.len());
            near.select_nth_unstable_by(take - 1, |a, b| b.cmp(a));
            near.truncate(take);
            let mut chosen: Vec<usize> = near.iter().map(|&(_, at)| at).collect();
            chosen.push(home);
            chosen.sort_unstable();
            let lists: Vec<&[u32]> = chosen.iter().map(|&at| groups[at].rows.as_slice()).collect();
            if lists.iter().map(|list| list.len()).sum::<usize>() > MOST_ROWS {
                continue;
            }
            let allowance = if heat > 0 { random.below(heat as usize) as i64 } else { 0 };
            if let Some(better) = self.local.improve(&lists, plan.attempts, allowance, random) {
                // The number of groups may change: overwrites old groups, then appends new ones or removes
                // those left over.
                let mut places = chosen.into_iter();
                for rows in better {
                    let group = self.group(rows);
                    match places.next() {
                        Some(at) => groups[at] = group,
                        None => groups.push(group),
                    }
                }
                for at in places.rev() {
                    groups.swap_remove(at);
                }
            }
        }
        Ok(groups.into_iter().map(|group| group.rows).collect())
    }

    /// Fills `near` with a score of `row` for each group except its own.
    fn rank(
        &mut self,
        groups: &[SearchGroup],
        home: usize,
        row: u32,
        by_change: bool,
        near: &mut Vec<(i64, usize)>,
    ) {
        for &feature in self.rows.get(row) {
            self.has[feature as usize] = self.rows.features[feature as usize].weight;
        }
        near.clear();
        for (at, group) in groups.iter().enumerate() {
            if at == home {
                continue;
            }
            let kept: i64 = group.common.iter().map(|&feature| i64::from(self.has[feature as usize])).sum();
            let size = group.rows.len() as i64;
            near.push((if by_change { (size + 1) * kept - size * group.kept } else { kept }, at));
        }
        for &feature in self.rows.get(row) {
            self.has[feature as usize] = 0;
        }
    }
}

/// A stream of pseudo-random numbers.
pub(super) struct Random(u64);

impl Random {
    /// The stream of the task with index `place` under `seed`.
    pub fn new(seed: u64, place: u64) -> Random {
        Random(mixed(mixed(seed) ^ place))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// A random number from 0 to `end` - 1; `end` must be positive.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

// Parameters of each effort. Effort is counted in candidates and steps, never in time, so that a slow machine
// gives the same release as a fast one.

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

/// Order of the rows in which greedy grouping looks for candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GreedyOrder {
    /// Sorted by their most important features. Best for short windows: at 64 of 53,058 generated rows the
    /// loss is 0.30 against 0.38.
    Sorted,
    /// Sorted by reach, descending. Best for long windows: at 4096 the loss is 0.262 against 0.267.
    Reach,
}

/// Parameters of one effort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub order: GreedyOrder,
    /// Number of free rows among which a group looks for candidates.
    pub window: usize,
    /// Number of rounds of the search.
    pub rounds: usize,
    /// Number of steps in each round, per group.
    steps: usize,
    /// Number of attempts in each step.
    attempts: usize,
    /// Largest decrease of the value that a step may accept in the first round; it falls to 0 by the last round.
    heat: i64,
    seed: u64,
}

impl Plan {
    /// The plans of all efforts up to `effort`, lowest first.
    pub fn up_to(effort: Effort, rows: &Rows, seed: u64) -> Vec<Plan> {
        let efforts = [Effort::Fast, Effort::Normal, Effort::Best].into_iter();
        efforts.filter(|&other| other <= effort).map(|effort| Plan::of(effort, rows, seed)).collect()
    }

    /// The plan for the work of `effort` that lower efforts do not include.
    pub fn of(effort: Effort, rows: &Rows, seed: u64) -> Plan {
        let (k, groups) = (rows.k, rows.len() / rows.k + 1);
        let mean = (rows.reach.iter().sum::<u64>() / rows.len().max(1) as u64) as i64;
        // One pass over a window serves k rows, so at equal cost the window can grow with k.
        match effort {
            Effort::Fast => Plan {
                order: GreedyOrder::Sorted,
                window: (12 * k).clamp(48, 512),
                // Searching a few thousand rows takes little time.
                rounds: if rows.len() <= 2048 { 2 } else { 0 },
                steps: 1,
                attempts: 3,
                heat: 0,
                seed,
            },
            // Loss per item of 53,058 generated rows at k = 5, by window and rounds: 4096 and 4 0.2591, 2048 and
            // 3 0.2616, 2048 and 2 0.2622, 1650 and 2 0.2635, no window and 2 0.2587 in eight times the time.
            Effort::Normal => {
                // Small logs take little time, so they are searched four times as long.
                let (rounds, steps) = if groups < 5_000 { (4, 2) } else { (2, 1) };
                let window = (330 * k).clamp(512, 1650);
                Plan { order: GreedyOrder::Reach, window, rounds, steps, attempts: 3, heat: 0, seed }
            }
            Effort::Best => Plan {
                order: GreedyOrder::Reach,
                window: 16_384,
                rounds: 40,
                steps: (1_000_000 / groups / 40).clamp(1, 30),
                attempts: 2,
                heat: mean * 3 / 10,
                seed,
            },
        }
    }
}
