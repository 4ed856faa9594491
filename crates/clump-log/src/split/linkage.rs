//! Measures links between the parts of split owners: an adversary who sees only the release links each part
//! to the most similar other part.
//!
//! Similarity is the cosine of tf-idf weights over words, hosts of clicked addresses, and half hours with a
//! query. A feature of more than [`MOST_PARTS`] parts says little about any of them and is left out. That
//! bounds the work by parts x features x [`MOST_PARTS`]. A better adversary would link more: the counts are
//! not an upper bound.

use clump_core::containers::{SparseCounts, count_sorted};
use clump_core::log::QueryLog;
use clump_core::progress::{Cancelled, Progress};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parts;
use crate::{host, words};

/// A feature that more parts have is left out. Ten words in each of 300,000 parts of 53,058 owners, each in
/// as many parts as allowed, would need 3 billion additions.
const MOST_PARTS: usize = 1_000;

const SECONDS_IN_HALF_HOUR: i64 = 30 * 60;

/// Success of the adversary. The publisher counts it, because the publisher knows the owner of each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linkage {
    /// Number of parts whose most similar other part is of the same owner.
    pub parts: u64,
    /// Expected number of such parts if each part were linked to another at random, rounded.
    pub at_random: u64,
    /// Number of owners with a part whose most similar other part is also theirs.
    pub owners: u64,
}

impl Linkage {
    /// Links each part of `log` to the most similar other part, and counts the links within one owner.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn new(log: &QueryLog, parts: &Parts, progress: &dyn Progress) -> Result<Linkage, Cancelled> {
        let owner = |part: u32| parts.owner[part as usize];
        let nearest = Profiles::new(log, parts).nearest(progress)?;
        let linked: Vec<u32> = (0..nearest.len() as u32)
            .filter(|&part| nearest[part as usize].is_some_and(|other| owner(other) == owner(part)))
            .collect();
        let owners: FxHashSet<u32> = linked.iter().map(|&part| owner(part)).collect();
        Ok(Linkage {
            parts: linked.len() as u64,
            at_random: at_random(&parts.of_owners()),
            owners: owners.len() as u64,
        })
    }
}

/// A part of an owner with p of all P parts is linked to the same owner with probability (p - 1) / (P - 1).
fn at_random(of_owners: &[u64]) -> u64 {
    let all: u64 = of_owners.iter().sum();
    let right: u64 = of_owners.iter().map(|parts| parts * (parts - 1)).sum();
    if all < 2 { 0 } else { (right as f64 / (all - 1) as f64).round() as u64 }
}

/// A property of a part by which parts are compared.
#[derive(PartialEq, Eq, Hash)]
enum Feature<'a> {
    Word(String),
    Host(&'a str),
    HalfHour(i64),
}

/// The features of each part with their weights, and the parts that have each feature.
struct Profiles {
    /// For each part, feature and weight, sorted by feature; the weights form a vector of length 1.
    parts: Vec<Vec<(u32, f64)>>,
    /// For each feature, part and weight, sorted by part.
    features: Vec<Vec<(u32, f64)>>,
}

impl Profiles {
    fn new(log: &QueryLog, parts: &Parts) -> Profiles {
        let mut profiles = Profiles { parts: counts(log, parts), features: Vec::new() };
        let features = profiles.parts.iter().flatten().map(|&(feature, _)| feature as usize + 1).max();
        let mut holders = vec![0usize; features.unwrap_or(0)];
        for &(feature, _) in profiles.parts.iter().flatten() {
            holders[feature as usize] += 1;
        }
        let all = profiles.parts.len() as f64;
        profiles.features = vec![Vec::new(); holders.len()];
        for (part, list) in profiles.parts.iter_mut().enumerate() {
            list.retain(|&(feature, _)| holders[feature as usize] <= MOST_PARTS);
            for (feature, weight) in list.iter_mut() {
                *weight = (1.0 + weight.ln()) * (all / holders[*feature as usize] as f64).ln();
            }
            let length = list.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
            // A feature that only one part has counts in the length of that part, but links nothing.
            list.retain(|&(feature, _)| holders[feature as usize] > 1);
            for (feature, weight) in list {
                *weight /= length;
                profiles.features[*feature as usize].push((part as u32, *weight));
            }
        }
        profiles
    }

    /// The most similar other part of each part, ties to the lowest number; `None` if no other part shares a
    /// feature.
    fn nearest(&self, progress: &dyn Progress) -> Result<Vec<Option<u32>>, Cancelled> {
        let fresh = || SparseCounts::new(self.parts.len());
        (0..self.parts.len() as u32)
            .into_par_iter()
            .map_init(fresh, |cosine: &mut SparseCounts<f64>, part| {
                progress.go_on()?;
                for &(feature, weight) in &self.parts[part as usize] {
                    for &(other, other_weight) in &self.features[feature as usize] {
                        if other != part {
                            cosine.add(other, weight * other_weight);
                        }
                    }
                }
                let mut best: Option<(f64, u32)> = None;
                for (other, found) in cosine.drain() {
                    let is_better = |(most, least)| found > most || found == most && other < least;
                    if found > 0.0 && best.is_none_or(is_better) {
                        best = Some((found, other));
                    }
                }
                Ok(best.map(|(_, other)| other))
            })
            .collect()
    }
}

/// For each part, its features with the number of its lines that show them, sorted by feature.
fn counts(log: &QueryLog, parts: &Parts) -> Vec<Vec<(u32, f64)>> {
    let mut numbers: FxHashMap<Feature<'_>, u32> = FxHashMap::default();
    let mut number = |feature| {
        let next = numbers.len() as u32;
        *numbers.entry(feature).or_insert(next)
    };
    let queries: Vec<Vec<u32>> = log
        .queries
        .iter()
        .map(|query| {
            let mut list: Vec<u32> = words(query).map(|word| number(Feature::Word(word))).collect();
            list.sort_unstable();
            list.dedup();
            list
        })
        .collect();
    let mut shown: Vec<Vec<u32>> = vec![Vec::new(); parts.names.len()];
    for (line, &part) in log.lines.iter().zip(&parts.of_line) {
        let shown = &mut shown[part as usize];
        shown.extend(&queries[line.query as usize]);
        if line.url != 0 {
            shown.push(number(Feature::Host(host(log.text(line.url)))));
        }
        if let Some(seconds) = line.seconds {
            shown.push(number(Feature::HalfHour(seconds.div_euclid(SECONDS_IN_HALF_HOUR))));
        }
    }
    let counted = |mut shown: Vec<u32>| {
        shown.sort_unstable();
        count_sorted(&shown).map(|(feature, times)| (feature, times as f64)).collect()
    };
    shown.into_par_iter().map(counted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_at_random_is_right_by_chance_only() {
        assert_eq!(at_random(&[]), 0);
        assert_eq!(at_random(&[1]), 0);
        assert_eq!(at_random(&[2]), 2);
        assert_eq!(at_random(&[1, 1, 1]), 0);
        // Each of 6 parts is linked to the one other part of its owner in 1 of 5 cases: 6 / 5, rounded to 1.
        assert_eq!(at_random(&[2, 2, 2]), 1);
    }
}
