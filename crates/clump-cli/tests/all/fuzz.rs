//! Random logs, random command lines, and a checker that shares nothing with the program but the files that it wrote.
//!
//! Each run makes a small tree and a log in its words, writes the log in one of the layouts that clump reads, runs the
//! binary with a random method, unit, layout and format, and reads release and audit with readers of its own. The
//! promise is then checked from its definition, by brute force, against the log as it was made. A run is a pure function
//! of its number, so a failure names all that it takes to see it again.
//!
//! The short form is a test like any other. The long form is
//! `CLUMP_FUZZ_RUNS=5000 cargo test -p clump-cli --test all fuzz -- --nocapture`, which prints what it counted;
//! `CLUMP_FUZZ_FIRST=1234` begins with that run.

mod checker;
mod lines;
mod plan;
mod released;
mod world;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Output};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::plan::Plan;
use self::world::World;

/// Runs of the short form.
const SHORT: u64 = 120;

#[test]
fn whatever_is_published_keeps_its_promise() {
    let runs = runs();
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    for run in runs.clone() {
        for fact in one_run(run) {
            *counted.entry(fact).or_default() += 1;
        }
    }
    let published = counted.get("published").copied().unwrap_or(0);
    println!("runs {runs:?}: {counted:#?}");
    let made = runs.end - runs.start;
    assert!(made < SHORT || published * 2 > made, "too few runs publish anything: {published} of {made}");
}

/// The numbers of the runs: those of the short form, unless others are asked for.
fn runs() -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let first = number("CLUMP_FUZZ_FIRST").unwrap_or(0);
    first..first + number("CLUMP_FUZZ_RUNS").unwrap_or(SHORT)
}

/// Runs the program once and checks all that it says; returns what is worth counting.
fn one_run(number: u64) -> Vec<String> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let world = World::random(&mut random);
    let plan = Plan::random(&world, &mut random);
    let folder = tempfile::tempdir().unwrap();
    world.write(folder.path(), &plan);
    let line = plan.command_line();
    let context = format!("run {number}: clump {line}");
    let ran = clump(folder.path(), &line);
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let mut facts = plan.facts();
    match ran.status.code() {
        Some(0) => {}
        // A log with too few owners, for example: said, and nothing is left behind.
        Some(2) => {
            assert!(!folder.path().join(plan.release()).exists(), "{context}\n{said}");
            assert!(said.contains("error:") && said.contains("hint:"), "{context}\n{said}");
            facts.push(format!("refused: {}", said.lines().next().unwrap_or_default()));
            return facts;
        }
        status => panic!("{context} ended with {status:?}\n{said}"),
    }
    assert!(!said.contains("panicked"), "{context}\n{said}");
    let release = released::read(&folder.path().join(plan.release()), plan.format);
    let audit = released::read_audit(&folder.path().join("audit.tsv"));
    if let Err(fault) = checker::check(&world, &plan, &release, &audit) {
        panic!("{context}\n{fault}\n{said}");
    }
    for verify in plan.verify_lines() {
        let verified = clump(folder.path(), &verify);
        let said = String::from_utf8_lossy(&verified.stderr);
        assert_eq!(verified.status.code(), Some(0), "{context}\nclump {verify}\n{said}");
    }
    facts.push("published".to_owned());
    facts
}

fn clump(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clump"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .env_clear()
        .env("TMPDIR", folder)
        .output()
        .unwrap()
}
