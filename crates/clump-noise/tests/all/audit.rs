//! A statistical audit: two neighbouring logs are released 100,000 times each, and no event of a large family may be so
//! much more frequent for one than for the other that (epsilon, delta) is broken beyond doubt. The same audit must find
//! mechanisms guilty that are broken on purpose.
//!
//! An event is called a breach if a lower bound for p is above e^epsilon times an upper bound for q, plus delta. Bounds
//! are those of Chernoff, with a chance of error of 1e-6 divided by the number of bounds: a sound mechanism fails the
//! audit in less than one of a million runs.

use std::collections::BTreeMap;

use clump_core::promise::Privacy;
use clump_noise::{Bounding, DiscreteLaplace, Thresholding};
use opendp::domains::{AtomDomain, MapDomain};
use opendp::measurements::make_laplace_threshold;
use opendp::measures::{Approximate, MaxDivergence};
use opendp::metrics::{AbsoluteDistance, L01InfDistance};

const DRAWS: usize = 100_000;
const K: usize = 3;
const EPSILON: f64 = 1.0;
const PER_OWNER: u32 = 2;
/// The facts of the small domain.
const FACTS: [&str; 2] = ["rain", "tea"];

type Outcome = [Option<u64>; FACTS.len()];

/// The numbers that the mechanism is asked for: delta is what the threshold reaches and no more, so that the audit has
/// no slack in it.
fn promised() -> (Privacy, Thresholding) {
    let made = |delta: f64| {
        let privacy = Privacy::new(EPSILON, delta, PER_OWNER).expect("in range");
        (privacy, Thresholding::new(K, privacy).expect("a threshold"))
    };
    let (_, about) = made(0.04);
    let one = DiscreteLaplace::new(about.scale()).at_least((about.threshold() - K as u64) as i64);
    let (privacy, tight) = made(1.0 - (1.0 - one).powi(PER_OWNER as i32) + 1e-9);
    assert_eq!(tight, about);
    (privacy, tight)
}

/// A log of `owners[f]` owners of each fact, with or without one owner more, who has both facts and ten others.
fn counts(owners: [usize; FACTS.len()], one_more: bool, bounding: &Bounding) -> [u64; FACTS.len()] {
    let others = FACTS.iter().zip(owners).flat_map(|(fact, owners)| {
        (0..owners).map(move |owner| (format!("{fact} {owner}"), vec![(*fact).to_owned()]))
    });
    let mut log: BTreeMap<String, Vec<String>> = others.collect();
    if one_more {
        log.insert("victim".into(), FACTS.iter().map(|fact| (*fact).to_owned()).collect());
    }
    let mut counts = [0; FACTS.len()];
    for (owner, facts) in log {
        for fact in bounding.choose(owner.as_bytes(), facts) {
            let place = FACTS.iter().position(|name| *name == fact).expect("of the domain");
            counts[place] += 1;
        }
    }
    counts
}

/// Facts are independent, so many releases of one log are one release of many copies of its facts.
fn draw(mechanism: &dyn Fn(&[u64]) -> Vec<Option<u64>>, counts: [u64; FACTS.len()]) -> Vec<Outcome> {
    let outcomes = mechanism(&counts.repeat(DRAWS));
    outcomes.chunks_exact(FACTS.len()).map(|outcome| [outcome[0], outcome[1]]).collect()
}

/// For one fact: excluded or not, at least and at most so many.
fn of_one_fact(threshold: u64) -> Vec<Box<dyn Fn(Option<u64>) -> bool>> {
    let mut events: Vec<Box<dyn Fn(Option<u64>) -> bool>> =
        vec![Box::new(|_| true), Box::new(|count| count.is_none())];
    for least in threshold.saturating_sub(4)..threshold + 12 {
        events.push(Box::new(move |count| count.is_some_and(|count| count >= least)));
        events.push(Box::new(move |count| count.is_none_or(|count| count < least)));
    }
    events
}

/// Times that each event of the family happened: every pair of events of one fact, both or any of the two.
fn frequencies(outcomes: &[Outcome], threshold: u64) -> Vec<usize> {
    let events = of_one_fact(threshold);
    let mut happened = vec![0; 2 * events.len() * events.len()];
    let mut table: BTreeMap<Outcome, usize> = BTreeMap::new();
    outcomes.iter().for_each(|outcome| *table.entry(*outcome).or_default() += 1);
    for (outcome, times) in table {
        let holds = |count| events.iter().map(|event| event(count)).collect::<Vec<bool>>();
        let (one, other) = (holds(outcome[0]), holds(outcome[1]));
        let pairs =
            one.iter().flat_map(|one| other.iter().map(move |other| [*one && *other, *one || *other]));
        for (happened, holds) in happened.iter_mut().zip(pairs.flatten()) {
            *happened += if holds { times } else { 0 };
        }
    }
    happened
}

/// Chernoff: the probability of an event is above the result, or below it, with a chance of error of `error`.
fn bound(happened: usize, error: f64, lower: bool) -> f64 {
    let found = happened as f64 / DRAWS as f64;
    let part = |found: f64, truth: f64| if found == 0.0 { 0.0 } else { found * (found / truth).ln() };
    let far = |truth: f64| {
        let divergence = part(found, truth) + part(1.0 - found, 1.0 - truth);
        divergence * DRAWS as f64 > (1.0 / error).ln()
    };
    let (mut near, mut away) = (found, if lower { 0.0 } else { 1.0 });
    for _ in 0..60 {
        let middle = (near + away) / 2.0;
        *(if far(middle) { &mut away } else { &mut near }) = middle;
    }
    away
}

/// By how much the promise is broken beyond doubt, over both directions and all events; below 0 if it is not.
fn breach(
    mechanism: &dyn Fn(&[u64]) -> Vec<Option<u64>>,
    owners: [usize; FACTS.len()],
    privacy: Privacy,
    threshold: u64,
) -> f64 {
    let bounding = Bounding::new([1; 32], privacy.per_owner());
    let frequencies_of =
        |one_more| frequencies(&draw(mechanism, counts(owners, one_more, &bounding)), threshold);
    let (without, with) = (frequencies_of(false), frequencies_of(true));
    let error = 1e-6 / (4 * without.len()) as f64;
    let above = |p: &[usize], q: &[usize]| {
        let breaches = p.iter().zip(q).map(|(p, q)| {
            bound(*p, error, true) - privacy.epsilon().exp() * bound(*q, error, false) - privacy.delta()
        });
        breaches.fold(f64::MIN, f64::max)
    };
    above(&without, &with).max(above(&with, &without))
}

/// Logs that are told apart by what the mechanism has most trouble with: facts that reach k, facts around the
/// threshold, and one of each.
fn neighbours(threshold: u64) -> [[usize; FACTS.len()]; 4] {
    let threshold = threshold as usize;
    [[K - 1, K - 1], [threshold - 1, threshold - 1], [K - 1, threshold], [threshold + 3, threshold + 4]]
}

fn worst_breach(mechanism: &dyn Fn(&[u64]) -> Vec<Option<u64>>, privacy: Privacy, threshold: u64) -> f64 {
    neighbours(threshold)
        .map(|owners| breach(mechanism, owners, privacy, threshold))
        .into_iter()
        .fold(f64::MIN, f64::max)
}

/// OpenDP's mechanism with numbers of our choice, on what facts have above `below` owners.
fn with_numbers(scale: f64, threshold: i64, below: u64) -> impl Fn(&[u64]) -> Vec<Option<u64>> {
    move |owners| {
        let counts = MapDomain::new(AtomDomain::<u64>::default(), AtomDomain::<i64>::default());
        let metric = L01InfDistance::<AbsoluteDistance<i64>>::default();
        let made = make_laplace_threshold::<_, _, Approximate<MaxDivergence>>(
            counts, metric, scale, threshold, None,
        );
        let above = (0..).zip(owners).filter(|(_, owners)| **owners > below);
        let above = above.map(|(fact, owners)| (fact, (owners - below) as i64)).collect();
        let noisy = made.and_then(|made| made.invoke(&above)).expect("randomness");
        (0..owners.len() as u64)
            .map(|fact| noisy.get(&fact).map(|count| (*count).max(0) as u64 + below))
            .collect()
    }
}

#[test]
fn neighbours_cannot_be_told_apart_beyond_the_promise() {
    let (privacy, thresholding) = promised();
    let found = worst_breach(
        &|owners| thresholding.publish(owners).expect("randomness"),
        privacy,
        thresholding.threshold(),
    );
    assert!(found <= 0.0, "broken by {found}");
}

#[test]
fn broken_mechanisms_are_found_out() {
    let (privacy, thresholding) = promised();
    let (threshold, below) = (thresholding.threshold(), K as u64 - 1);
    let (scale, least) = (thresholding.scale(), (threshold - below) as i64);
    let [reach_k, around, ..] = neighbours(threshold);
    let broken =
        |scale, least, owners| breach(&with_numbers(scale, least, below), owners, privacy, threshold);
    assert!(broken(scale, least, reach_k) <= 0.0, "these are the numbers of the promise");
    assert!(broken(scale / 2.0, least, around) > 0.0, "half the noise");
    assert!(broken(scale, 1, reach_k) > 0.0, "no threshold");
    assert!(broken(scale, least - 1, reach_k) > 0.0, "the threshold itself passes");
    assert!(
        broken(scale, least - below as i64, reach_k) > 0.0,
        "a threshold that is counted from 0 and not from k"
    );
}

#[test]
fn owners_of_more_facts_than_they_are_bounded_to_are_found_out() {
    // Noise and threshold for owners of one fact, and one who counts in two.
    let privacy = |per_owner| Privacy::new(EPSILON, 0.01, per_owner).expect("in range");
    let of_one = Thresholding::new(K, privacy(1)).expect("a threshold");
    let [_, around, ..] = neighbours(of_one.threshold());
    let mechanism = |owners: &[u64]| of_one.publish(owners).expect("randomness");
    assert!(breach(&mechanism, around, privacy(2), of_one.threshold()) > 0.0);
}
