//! Parameters and data that methods refuse, and what methods promise.

use clump_core::anonymize::ParameterError as E;
use clump_core::anonymize::apriori::AprioriParameters;
use clump_core::anonymize::clump::ClumpParameters;
use clump_core::anonymize::coherence::CoherenceParameters;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::anonymize::partition::PartitionParameters;
use clump_core::anonymize::pieces::PiecesParameters;
use clump_core::anonymize::{AnonymizeError, Anonymizer, Method};
use clump_core::sensitive::Sensitive;

use crate::common::{food, table_one};

fn coherence(k: usize, p: usize) -> CoherenceParameters {
    CoherenceParameters { h: "0.4".parse().unwrap(), k, p, sensitive: Sensitive::Nodes(Vec::new()) }
}

#[test]
fn parameters_are_checked() {
    let apriori = AprioriParameters::new(5, 2);
    let nearest = |shards| NearestParameters { shards: Some(shards), ..NearestParameters::new(5) };
    let pieces = |k, links| PiecesParameters { links, ..PiecesParameters::new(k) };
    let links = |links: f64| E::BadLinks { links: links.to_string() };
    let one = || E::KTooSmall { k: 1 };
    let refused = [
        (AprioriParameters { k: 1, ..apriori }.check().err(), one()),
        (AprioriParameters { m: 0, ..apriori }.check().err(), E::NothingKnown { parameter: "m" }),
        (AprioriParameters { parts: 0, ..apriori }.check().err(), E::NoParts),
        (ClumpParameters::new(1).check().err(), one()),
        (ClumpParameters { r: 0, ..ClumpParameters::new(2) }.check().err(), E::NoGroupTried),
        (coherence(1, 2).check().err(), one()),
        (coherence(2, 0).check().err(), E::NothingKnown { parameter: "p" }),
        (NearestParameters::new(1).check().err(), one()),
        (nearest(49).check().err(), E::ShardsTooSmall { shards: 49, least: 50 }),
        (PartitionParameters::new(1).check().err(), one()),
        (pieces(1, 0.0).check().err(), one()),
        (pieces(2, f64::NAN).check().err(), links(f64::NAN)),
        (pieces(2, f64::INFINITY).check().err(), links(f64::INFINITY)),
        (pieces(2, -0.1).check().err(), links(-0.1)),
    ];
    for (found, expected) in refused {
        assert_eq!(found, Some(expected));
    }
    assert!(nearest(50).check().is_ok());
}

#[test]
fn methods_say_what_they_promise() {
    let methods: [(&dyn Method, &str, &str); 6] = [
        (&AprioriParameters::new(5, 2).check().unwrap(), "apriori", "5^2-anonymity"),
        (&ClumpParameters::new(6).check().unwrap(), "clump", "6-anonymity"),
        (&coherence(2, 2).check().unwrap(), "coherence", "(0.4, 2, 2)-coherence"),
        (&NearestParameters::new(6).check().unwrap(), "nearest", "6-anonymity"),
        (&PartitionParameters::new(6).check().unwrap(), "partition", "6-anonymity"),
        (&PiecesParameters::new(3).check().unwrap(), "pieces", "3-anonymity"),
    ];
    for (method, name, promise) in methods {
        assert_eq!((method.name(), method.promise().to_string().as_str()), (name, promise));
    }
    let method = coherence(2, 2).check().unwrap();
    assert_eq!(Anonymizer::sensitive(&method), Some(&Sensitive::Nodes(Vec::new())));
}

#[test]
fn too_few_owners_are_refused() {
    let food = food();
    let methods: [&dyn Anonymizer; 5] = [
        &AprioriParameters::new(6, 2).check().unwrap(),
        &ClumpParameters::new(6).check().unwrap(),
        &coherence(6, 2).check().unwrap(),
        &NearestParameters::new(6).check().unwrap(),
        &PartitionParameters::new(6).check().unwrap(),
    ];
    for method in methods {
        let refused = method.anonymize(&table_one(&food), &food, &());
        assert_eq!(refused, Err(AnonymizeError::TooFewOwners { owners: 5, k: 6 }));
    }
}
