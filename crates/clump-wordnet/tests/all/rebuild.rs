//! The committed artifact is what the generator makes of the WordNet database, where there is one. Under `CI` there
//! must be one.
//!
//! The directory is `CLUMP_WORDNET_DIR`, else `/usr/share/wordnet`. Compared are the payloads: another version of
//! zstd may pack the same payload into other bytes.

use std::path::{Path, PathBuf};
use std::{env, fs};

use clump_wordnet::generate::{embedded_payload, pack, payload};
use clump_wordnet::{DatabaseError, Files, WordNet};

#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
fn database() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CLUMP_WORDNET_DIR") {
        return Some(PathBuf::from(named));
    }
    let usual = Path::new("/usr/share/wordnet").to_path_buf();
    if usual.join("data.noun").exists() {
        return Some(usual);
    }
    assert!(env::var_os("CI").is_none(), "no WordNet database, and under CI no test may be skipped");
    println!("skipped: no WordNet database; name its directory in CLUMP_WORDNET_DIR");
    None
}

#[test]
fn the_committed_artifact_is_reproduced() {
    let Some(directory) = database() else { return };
    let files = Files::read(|name| fs::read(directory.join(name))).unwrap();
    let rebuilt = payload(&files).unwrap();
    assert!(rebuilt == embedded_payload(), "run `examples/generate.rs` and commit what it makes");
    let embedded = WordNet::load();
    for rebuilt in [WordNet::from_artifact(&pack(&rebuilt).unwrap()), WordNet::from_database(&files).unwrap()]
    {
        assert!(rebuilt.lemmas().eq(embedded.lemmas()));
        assert!(rebuilt.linked_words().eq(embedded.linked_words()));
    }
}

#[test]
fn nouns_alone_are_a_database_too() {
    let Some(directory) = database() else { return };
    let nouns =
        Files::read(
            |name| if name.contains("noun") { fs::read(directory.join(name)) } else { Ok(Vec::new()) },
        );
    let wordnet = WordNet::from_database(&nouns.unwrap()).unwrap();
    assert!(wordnet.lemmas().eq(WordNet::load().lemmas()));
    assert_eq!(wordnet.linked_words().count(), 0);
    assert_eq!((wordnet.linked("pulmonary"), wordnet.linked("walked")), (None, None));
}

/// A database small enough to read: the header and two synsets.
fn small(parent_of_dog: &str) -> Result<Vec<u8>, DatabaseError> {
    let data = format!(
        "  1 Free to use.  \n\
         00000001 03 n 01 entity 0 000 | all  \n\
         00000002 03 n 02 dog 0 Hound 0 001 @ {parent_of_dog} n 0000 | it barks  \n"
    );
    let index = "  1 Free to use.  \nentity n 1 0 1 0 00000001  \ndog n 1 1 @ 1 0 00000002  \nhound n 1 1 @ 1 0 00000002  \n";
    let files = Files::read(|name| {
        let text = match name {
            "data.noun" => data.as_str(),
            "index.noun" => index,
            _ => "",
        };
        Ok::<_, DatabaseError>(text.into())
    })?;
    payload(&files)
}

#[test]
fn a_database_that_is_not_wordnet_is_refused() {
    // The list of skipped synsets names senses that every WordNet has.
    assert!(matches!(small("00000001"), Err(DatabaseError::UnknownSense)));
    assert!(matches!(small("00000009"), Err(DatabaseError::UnknownSynset { line: 3, offset: 9, .. })));
    assert!(matches!(small("x"), Err(DatabaseError::Field { line: 3, .. })));
}
