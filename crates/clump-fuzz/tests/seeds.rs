//! Every fuzz target on its seeds, which say by their names whether they are taken, on all that is cut off or changed in one
//! byte, and on what fuzzing has found worth keeping.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};

use clump_fuzz::TARGETS;

/// Targets that make something of all bytes.
const TAKING_ALL: [&str; 2] = ["closed-form", "promises"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names of what lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The seeds of a target with their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder("seeds").join(target);
    let read = |name: String| {
        let bytes = std::fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    names(&folder).into_iter().map(read).collect()
}

/// Inputs that fuzzing found: for each input a line with its length, its bytes, and a line end.
fn found(target: &str) -> Vec<Vec<u8>> {
    let Ok(bytes) = std::fs::read(folder("found").join(target)) else { return Vec::new() };
    let mut rest = &bytes[..];
    let mut found = Vec::new();
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let length: usize = std::str::from_utf8(&rest[..end]).unwrap().parse().unwrap();
        let (input, behind) = rest[end + 1..].split_at(length);
        found.push(input.to_vec());
        rest = behind.strip_prefix(b"\n").unwrap();
    }
    assert!(rest.is_empty(), "{target}: the file ends with an input");
    found
}

#[test]
fn every_target_has_its_folder() {
    let mut targets: Vec<&str> = TARGETS.iter().map(|&(name, _)| name).collect();
    targets.sort_unstable();
    assert_eq!(names(&folder("seeds")), targets);
    assert!(names(&folder("found")).iter().all(|name| targets.contains(&name.as_str())));
}

#[test]
fn seeds_are_taken_as_their_names_say() {
    let mut wrong = Vec::new();
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        let is_wrong = |(seed, bytes): &&(String, Vec<u8>)| target(bytes) != seed.starts_with("good");
        wrong.extend(seeds.iter().filter(is_wrong).map(|(seed, _)| format!("{name}/{seed}")));
    }
    assert!(wrong.is_empty(), "not taken as their names say: {wrong:?}");
}

#[test]
fn every_target_has_seeds_of_both_kinds() {
    for (name, _) in TARGETS.into_iter().filter(|target| !TAKING_ALL.contains(&target.0)) {
        let seeds = seeds(name);
        let good = seeds.iter().filter(|(seed, _)| seed.starts_with("good")).count();
        assert!((1..seeds.len()).contains(&good), "{name} has seeds of both kinds");
    }
}

/// Properties hold, or the target panics.
#[test]
fn properties_hold_for_what_was_found() {
    let mut count = 0;
    for (name, target) in TARGETS {
        for bytes in found(name) {
            target(&bytes);
            count += 1;
        }
    }
    assert!(count > 0, "fuzzing has found something");
}

/// The same. Whole runs take too long for this; what was found has enough of them.
#[test]
fn properties_hold_near_the_seeds() {
    for (name, target) in TARGETS.into_iter().filter(|target| target.0 != "run") {
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
