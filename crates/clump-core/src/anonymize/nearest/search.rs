//! Large-neighbourhood search: take apart the groups nearest to a row, rebuild them, keep what is better.
//!
//! Each round orders the groups so that similar ones are neighbours, cuts this order into shards, and
//! searches each shard on its own. Shards and their random streams depend on the data and the seed alone, so
//! the number of threads changes nothing.

use rayon::prelude::*;

use super::features::Rows;
use super::groups::{Groups, Meter, common};
use super::local::Local;
use super::split;
use super::split::Splits;
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};

/// Amount of searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchEffort {
    pub rounds: usize,
    /// Steps in each round for each group.
    pub steps: usize,
    /// Attempts in each step.
    pub attempts: usize,
    /// Groups in a shard.
    pub shard: usize,
    /// The most groups a step takes apart.
    pub most: usize,
    pub seed: u64,
    /// Cost that a step may have at first; the allowance falls to 0 by the last round.
    pub heat: i64,
}

/// More rows than this are not rebuilt in one step: they are many rows of few owners.
const MOST_ROWS: usize = 1 << 12;

/// Improves `groups`. With heat the result may be worse than the start; the caller checks that.
pub(super) fn search(
    rows: &Rows,
    mut groups: Groups,
    search: SearchEffort,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    for round in 0..search.rounds {
        progress.go_on()?;
        let seed = mix(search.seed ^ mix(round as u64 + 1));
        let order = arrange(rows, &groups, seed, search.shard / 2);
        let mut slots: Vec<Option<Vec<u32>>> = groups.into_iter().map(Some).collect();
        let count = order.len().div_ceil(search.shard).max(1);
        // Shards of equal size, so that none is too small to search.
        let bounds: Vec<usize> = (0..=count).map(|s| s * order.len() / count).collect();
        let shards: Vec<Groups> = bounds
            .windows(2)
            .map(|b| order[b[0]..b[1]].iter().filter_map(|&g| slots[g as usize].take()).collect())
            .collect();
        let left = (search.rounds - round - 1) as i64;
        let heat = search.heat * left / search.rounds as i64;
        let searched: Vec<Groups> = shards
            .into_par_iter()
            .enumerate()
            .map_init(
                || ShardSearcher::new(rows),
                |shard, (number, groups)| {
                    let rows = groups.iter().map(Vec::len).sum::<usize>();
                    let mut random = Random::new(seed, number as u64);
                    let groups = shard.search(groups, search, heat, &mut random, progress)?;
                    progress.advance(rows as u64);
                    Ok(groups)
                },
            )
            .collect::<Result<_, Cancelled>>()?;
        groups = searched.into_iter().flatten().collect();
    }
    Ok(groups)
}

/// The groups in the order of a split tree over what each of them keeps.
fn arrange(rows: &Rows, groups: &Groups, seed: u64, least: usize) -> Vec<u32> {
    let pieces: Vec<Ragged<u32>> =
        groups.par_chunks(512).map(|piece| piece.iter().map(|group| common(rows, group)).collect()).collect();
    let total = pieces.iter().map(|piece| piece.values().len()).sum();
    let mut lists = Ragged::with_capacity(groups.len(), total);
    for piece in &pieces {
        lists.append(piece);
    }
    let mut order: Vec<u32> = (0..groups.len() as u32).collect();
    split::arrange(&lists, &rows.features, &mut order, Splits { side: 1, least, seed });
    order
}

/// A searcher of shards with its working memory.
struct ShardSearcher<'a> {
    rows: &'a Rows,
    local: Local<'a>,
    meter: Meter,
    /// Of each feature its weight if the row looked at has it.
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
        search: SearchEffort,
        heat: i64,
        random: &mut Random,
        progress: &dyn Progress,
    ) -> Result<Groups, Cancelled> {
        let mut groups: Vec<SearchGroup> = groups.into_iter().map(|rows| self.group(rows)).collect();
        let mut near: Vec<(i64, usize)> = Vec::new();
        for _ in 0..groups.len() * search.steps {
            progress.go_on()?;
            if groups.len() < 2 {
                break;
            }
            let home = random.below(groups.len());
            let row = groups[home].rows[random.below(groups[home].rows.len())];
            self.rank(&groups, home, row, random.below(2) == 0, &mut near);
            let take = (1 + random.below(search.most - 1)).min(near.len());
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
            if let Some((better, _)) = self.local.improve(&lists, search.attempts, allowance, random) {
                // The number of groups may change: reuse the places, drop or append the rest.
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

    /// Fit of `row` to each group but its own.
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

/// Scrambles a number (the finalizer of SplitMix64).
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A stream of numbers.
pub(super) struct Random(u64);

impl Random {
    /// The stream of task `place` under `seed`.
    pub fn new(seed: u64, place: u64) -> Random {
        Random(mix(mix(seed) ^ place))
    }

    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `end`, which must be positive.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}
