//! The committed artifact is what the generator makes of the WordNet database, where there is one. Under `CI` there
//! must be one.
//!
//! The directory is `CLUMP_WORDNET_DIR`, else `/usr/share/wordnet`. Compared are the payloads: another version of
//! zstd may pack the same payload into other bytes.

use std::path::{Path, PathBuf};
use std::{env, fs};

use clump_wordnet::generate::{GenerateError, embedded_payload, pack, payload};
use clump_wordnet::{DatabaseError, Files, LICENSE, WordNet};

fn database() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CLUMP_WORDNET_DIR") {
        return Some(PathBuf::from(named));
    }
    Some(Path::new("/usr/share/wordnet").to_path_buf()).filter(|usual| usual.join("data.noun").exists())
}

#[test]
fn the_committed_artifact_is_reproduced() {
    let Some(directory) = database() else {
        assert!(env::var_os("CI").is_none(), "no WordNet database, and under CI no test may be skipped");
        println!("skipped: no WordNet database; name its directory in CLUMP_WORDNET_DIR");
        return;
    };
    let read = |name: &str| fs::read(directory.join(name)).unwrap();
    let (data, index, exceptions) = (read("data.noun"), read("index.noun"), read("noun.exc"));
    let rebuilt = payload(Files { data: &data, index: &index, exceptions: &exceptions }).unwrap();
    assert!(rebuilt == embedded_payload().unwrap(), "run `examples/generate.rs` and commit what it makes");
    let wordnet = WordNet::from_artifact(&pack(&rebuilt).unwrap()).unwrap();
    assert!(wordnet.lemmas().eq(WordNet::load().lemmas()));
    let read = WordNet::from_database(Files { data: &data, index: &index, exceptions: &exceptions }).unwrap();
    assert!(read.lemmas().eq(WordNet::load().lemmas()));
}

/// A database small enough to read: the header and two synsets.
fn small(parent_of_dog: &str) -> Result<Vec<u8>, GenerateError> {
    let data = format!(
        "  1 Free to use.  \n\
         00000001 03 n 01 entity 0 000 | all  \n\
         00000002 03 n 02 dog 0 Hound 0 001 @ {parent_of_dog} n 0000 | it barks  \n"
    );
    let index = "  1 Free to use.  \nentity n 1 0 1 0 00000001  \ndog n 1 1 @ 1 0 00000002  \nhound n 1 1 @ 1 0 00000002  \n";
    payload(Files { data: data.as_bytes(), index: index.as_bytes(), exceptions: b"" })
}

#[test]
fn a_database_that_is_not_wordnet_is_refused() {
    // The list of skipped synsets names senses that every WordNet has.
    assert!(matches!(small("00000001"), Err(GenerateError::Database(DatabaseError::UnknownSense))));
    assert!(matches!(
        small("00000009"),
        Err(GenerateError::Database(DatabaseError::UnknownSynset { line: 3, offset: 9, .. }))
    ));
    assert!(matches!(small("x"), Err(GenerateError::Database(DatabaseError::Field { line: 3, .. }))));
}

#[test]
fn the_licence_goes_with_the_artifact() {
    let payload = embedded_payload().unwrap();
    assert!(payload.windows(LICENSE.len()).any(|window| window == LICENSE.as_bytes()));
}
