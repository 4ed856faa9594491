//! Noise that is drawn against what is said of it. Noise has no seed, so these tests may fail by chance: each does so in less
//! than one of a million runs.

use clump_core::promise::Privacy;
use clump_noise::{DiscreteLaplace, FactsOf, Thresholding, USUAL_K, expected_kept, outlook};

fn thresholding(k: usize, epsilon: f64, per_owner: u32) -> Thresholding {
    let privacy = Privacy::new(epsilon, 1e-5, per_owner).expect("in range");
    Thresholding::new(k, privacy).expect("a threshold")
}

/// A sum of squares of `freedom` normal variables is above this in less than one of e^16, nine million, cases (Laurent
/// and Massart: *Adaptive estimation of a quadratic functional by model selection*, 2000, Lemma 1).
fn most_chi_square(freedom: usize) -> f64 {
    let freedom = freedom as f64;
    freedom + 2.0 * (freedom * 16.0).sqrt() + 2.0 * 16.0
}

/// Pearson's statistic of noise that was drawn against the distribution of scale `scale`: cells -reach to reach, with
/// everything beyond in the last ones.
fn chi_square(drawn: &[i64], scale: f64, reach: i64) -> f64 {
    let noise = DiscreteLaplace::new(scale);
    (-reach..=reach)
        .map(|cell| {
            let found = drawn.iter().filter(|&&z| z.clamp(-reach, reach) == cell).count() as f64;
            let below = if cell == -reach { 1.0 } else { noise.at_least(cell) };
            let above = if cell == reach { 0.0 } else { noise.at_least(cell + 1) };
            let expected = (below - above) * drawn.len() as f64;
            assert!(expected > 100.0, "cell {cell} is too small for the statistic");
            (found - expected).powi(2) / expected
        })
        .sum()
}

#[test]
fn noise_has_the_distribution_of_its_scale_and_of_no_other() {
    for (epsilon, per_owner, reach) in [(2.0, 3, 9), (1.0, 1, 6), (1.0, 10, 40)] {
        let thresholding = thresholding(5, epsilon, per_owner);
        let owners = 1_000_000;
        let published = thresholding.publish(&vec![owners; 200_000]).expect("randomness");
        let drawn: Vec<i64> = published
            .iter()
            .map(|count| count.expect("far above the threshold") as i64 - owners as i64)
            .collect();
        let most = most_chi_square(2 * reach as usize);
        let found = chi_square(&drawn, thresholding.scale(), reach);
        assert!(found < most, "scale {}: {found} and at most {most}", thresholding.scale());
        // The control: noise that is 5 % off would be noticed.
        for other in [0.95, 1.05] {
            let found = chi_square(&drawn, thresholding.scale() * other, reach);
            assert!(found > most, "scale {} times {other}: {found}", thresholding.scale());
        }
    }
}

#[test]
fn nothing_is_published_below_k_or_below_the_threshold() {
    let thresholding = thresholding(20, 0.1, 1);
    let owners: Vec<u64> = (0..100_000).map(|fact| fact % 200).collect();
    let published = thresholding.publish(&owners).expect("randomness");
    let counts: Vec<(u64, u64)> =
        owners.iter().zip(published).filter_map(|(owners, count)| Some((*owners, count?))).collect();
    assert!(!counts.is_empty());
    assert!(counts.iter().all(|(owners, count)| *owners >= 20 && *count >= thresholding.threshold()));
    assert!(
        counts.iter().any(|(owners, count)| owners < count)
            && counts.iter().any(|(owners, count)| owners > count)
    );
}

#[test]
fn every_release_has_noise_of_its_own() {
    let thresholding = thresholding(5, 0.1, 1);
    let release = || thresholding.publish(&[100_000; 100]).expect("randomness");
    assert_ne!(release(), release());
}

#[test]
fn the_expected_share_is_that_of_many_releases() {
    for (epsilon, k) in [(1.0, 5), (2.0, 20), (4.0, 5), (0.3, 2)] {
        let thresholding = thresholding(k, epsilon, 1);
        // Most facts have few owners: a tail like that of a log.
        let bar = |owners| {
            let facts = 20_000 / (owners * owners) + 3;
            FactsOf { owners, facts, pairs: owners * facts }
        };
        let histogram: Vec<FactsOf> = (1..=120).map(bar).collect();
        let owners: Vec<u64> = histogram.iter().flat_map(|bar| (0..bar.facts).map(|_| bar.owners)).collect();
        let expected = expected_kept(histogram.iter().copied(), &thresholding);
        assert_eq!((expected.facts, expected.pairs), (owners.len() as u64, owners.iter().sum()));

        let releases = 40;
        let (mut facts, mut pairs) = (0.0, 0.0);
        for _ in 0..releases {
            for (owners, _) in owners
                .iter()
                .zip(thresholding.publish(&owners).expect("randomness"))
                .filter(|(_, count)| count.is_some())
            {
                facts += 1.0;
                pairs += *owners as f64;
            }
        }
        // Hoeffding: a sum of independent terms in [0, b] is off by t in less than 2 exp(-2 t^2 / (sum of b^2)).
        let draws = |weight: fn(u64) -> f64| {
            let looked_at = owners.iter().filter(|owners| **owners >= k as u64);
            (looked_at.map(|owners| weight(*owners).powi(2)).sum::<f64>() * f64::from(releases) * 16.0 / 2.0)
                .sqrt()
        };
        let releases = f64::from(releases);
        assert!(
            (facts - expected.facts_kept * releases).abs() < draws(|_| 1.0),
            "epsilon {epsilon}, k {k}: {facts}"
        );
        assert!(
            (pairs - expected.pairs_kept * releases).abs() < draws(|n| n as f64),
            "epsilon {epsilon}, k {k}: {pairs}"
        );
        assert!(expected.share_of_facts() > 0.0 && expected.share_of_pairs() > expected.share_of_facts());
    }
}

#[test]
fn of_nothing_nothing_is_kept() {
    let kept = expected_kept([], &thresholding(5, 1.0, 1));
    assert_eq!((kept.share_of_facts(), kept.share_of_pairs()), (0.0, 0.0));
}

#[test]
fn an_outlook_finds_how_many_facts_an_owner_should_count_in() {
    // 3,000 owners with one common fact and 30 of their own: to count in one fact is mostly to count in a lonely one.
    let log: Vec<Vec<u32>> =
        (0..3_000).map(|owner| (0..31).map(|n| if n == 0 { 0 } else { owner * 30 + n }).collect()).collect();
    let outlooks = outlook(log.iter().map(Vec::as_slice), 3_000 * 30 + 1).expect("noise is built in");
    for outlook in &outlooks {
        for (at, k) in outlook.at.iter().zip(USUAL_K) {
            assert_eq!(at.k, k);
            assert!((at.facts - 1.0).abs() < 0.01, "epsilon {}: {at:?}", outlook.epsilon);
            assert!(
                (at.pairs_share - 3_000.0 / 93_000.0).abs() < 1e-4,
                "epsilon {}: {at:?}",
                outlook.epsilon
            );
        }
    }
    // All owners share 20 facts: if they count in all of them, all are kept.
    let shared: Vec<u32> = (0..20).collect();
    let many: Vec<&[u32]> = vec![&shared; 3_000];
    let outlooks = outlook(many, 20).expect("noise is built in");
    assert!(outlooks.iter().all(|outlook| outlook.at[0].facts > 19.9), "{outlooks:?}");
    let nobody = outlook([], 0).expect("noise is built in");
    assert!(nobody.iter().all(|outlook| outlook.at[0].pairs_share == 0.0));
}
