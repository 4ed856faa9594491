//! What `drop-rare` publishes of a random log, against its definition: a query is published once for each owner who
//! asked it, if these are k, and nothing else of the log is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fuzz::world::World;
use crate::fuzz::{clump, runs};

#[test]
fn published_queries_are_those_of_k_owners() {
    let mut published = 0;
    for number in runs() {
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let world = World::random(&mut random);
        let k = random.random_range(2..4);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("log.tsv"), world.query_log()).unwrap();
        let line = format!("anonymize log.tsv --method drop-rare --k {k} --output release.tsv");
        let ran = clump(folder.path(), &line);
        let said = String::from_utf8_lossy(&ran.stderr);
        let context = format!("run {number}: clump {line}\n{said}");
        if ran.status.code() == Some(2) {
            assert!(said.contains("hint:"), "{context}");
            continue;
        }
        assert_eq!(ran.status.code(), Some(0), "{context}");

        let mut asked: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for one in &world.asked {
            asked.entry(world.words(one).join(" ")).or_default().insert(&one.owner);
        }
        let mut expected: Vec<String> = asked
            .iter()
            .filter(|(_, owners)| owners.len() >= k)
            .flat_map(|(query, owners)| owners.iter().map(move |_| format!("-\t{query}\t\t\t")))
            .collect();
        expected.sort_unstable();
        let release = fs::read_to_string(folder.path().join("release.tsv")).unwrap();
        let found: Vec<&str> = release.lines().skip(1).collect();
        assert_eq!(found, expected, "{context}");
        if !found.is_empty() {
            published += 1;
            let verified = clump(folder.path(), "verify release.tsv");
            assert_eq!(verified.status.code(), Some(0), "{context}");
        }
    }
    println!("drop-rare published something in {published} runs");
    assert!(published > 0);
}
