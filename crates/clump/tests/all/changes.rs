//! Random changes to valid releases of every promise. Each release is made by a run, read by readers of this test and changed;
//! whether it still keeps its promise is then decided from the definition, by brute force and without any code of clump, and
//! the verdict on the changed file must be the same: nothing that is broken is accepted, nothing that is kept is refused.
//!
//! The short form is a test like any other. The long form is
//! `CLUMP_MUTATIONS=10000 cargo test -p clump-anon --all-features --test all changes -- --nocapture`, which makes so many changes for
//! each promise and prints how many kept it.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

mod audited;
mod facts;
mod lines;
mod rows;

/// Changed releases for each promise in the short form.
const SHORT: usize = 200;
/// From one valid release so many changed ones are made.
const OF_ONE: usize = 50;

/// A release that can be changed, with all that it takes to check it.
trait Changed: Clone {
    /// Changes it at random.
    fn change(&mut self, random: &mut ChaCha8Rng);

    /// By the definition: what is kept, one after the other; none where nothing can be said.
    fn is_kept(&self) -> Option<Vec<bool>>;

    /// By clump, from the file: the same.
    fn is_verified(&self) -> Option<Vec<bool>>;

    /// What lies in the file, for who wants to see a failure again.
    fn text(&self) -> String;
}

/// Holds the verdicts on changed releases against the definition. `make` makes valid ones.
#[allow(clippy::print_stdout, reason = "who runs the long form wants to know what was tried")]
fn hold_against<R: Changed>(promise: &str, make: impl Fn(&mut ChaCha8Rng) -> R) {
    let changes = std::env::var("CLUMP_MUTATIONS").map_or(SHORT, |number| number.parse().unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    let mut valid = make(&mut random);
    for number in 0..changes {
        if number % OF_ONE == 0 {
            valid = make(&mut random);
            for found in [valid.is_kept(), valid.is_verified()] {
                let holds = found.as_ref().is_some_and(|found| found.iter().all(|&holds| holds));
                assert!(holds, "{promise}: what a run made is valid: {found:?}\n{}", valid.text());
            }
        }
        let mut changed = valid.clone();
        for _ in 0..random.random_range(1..4) {
            changed.change(&mut random);
        }
        let (kept, verified) = (changed.is_kept(), changed.is_verified());
        assert_eq!(verified, kept, "{promise}, change {number}:\n{}", changed.text());
        let word = match kept {
            Some(kept) if kept.iter().all(|&holds| holds) => "kept",
            Some(_) => "broken",
            None => "nothing to say",
        };
        *counted.entry(word).or_default() += 1;
    }
    println!("{promise}: {changes} changed releases, {counted:?}");
    for word in ["kept", "broken"] {
        let count = counted.get(word).copied().unwrap_or(0);
        assert!(count * 20 > changes, "{promise}: too few are {word} to say anything: {counted:?}");
    }
}

/// One of `all`.
fn one_of<'a, T>(all: &'a [T], random: &mut ChaCha8Rng) -> &'a T {
    &all[random.random_range(0..all.len())]
}
