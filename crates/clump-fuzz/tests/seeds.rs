//! Every fuzz target on its seeds, which say by their names whether they are taken, and on all that is cut off or
//! changed in one byte.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;

use clump::Job;
use clump_fuzz::TARGETS;

/// The seeds of a target with their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let paths = folder.read_dir().unwrap().map(|seed| seed.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut seeds: Vec<_> = paths.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect();
    if target == "certificate" {
        seeds.push(("good-run".to_owned(), certificate_of_a_run()));
    }
    seeds.sort();
    seeds
}

/// The certificate that this version writes.
fn certificate_of_a_run() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("baskets.csv"), "bread,wine\nbread,wine\nmilk,wine\n").unwrap();
    let job = serde_json::json!({
        "input": path("baskets.csv"), "from": "basket", "taxonomy": "flat", "k": 2, "accept-loss": true,
        "output": path("release.tsv"),
    });
    clump::run(&serde_json::from_value::<Job>(job).unwrap(), &()).unwrap();
    std::fs::read(path("release.tsv.certificate.json")).unwrap()
}

#[test]
fn seeds_are_taken_as_their_names_say() {
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        for (seed, bytes) in &seeds {
            assert_eq!(target(bytes), seed.starts_with("good"), "{name}: {seed}");
        }
        let good = seeds.iter().filter(|(seed, _)| seed.starts_with("good")).count();
        assert!((1..seeds.len()).contains(&good), "{name} has seeds of both kinds");
    }
}

/// Properties hold, or the target panics.
#[test]
fn properties_hold_near_the_seeds() {
    for (name, target) in TARGETS {
        for (_, bytes) in seeds(name) {
            let step = bytes.len() / 10 + 1;
            for place in (0..bytes.len()).step_by(step) {
                target(&bytes[..place]);
                for other in [0, b'"', b'\n', b'\t', b'|', 0xff] {
                    let mut changed = bytes.clone();
                    changed[place] = other;
                    target(&changed);
                }
            }
        }
    }
}
