//! The attack on hashed logs: reads the files, and measures how much of a release can be read without its
//! key.

use std::path::Path;
use std::time::Instant;

use clump_core::log::QueryLog;
use clump_core::progress::Progress;
use clump_io::{Input, ReadOptions, Spellings, read_lines};
use clump_log::attack::{Inverted, attack, held_out, score};
use clump_log::hash::Hash;
use clump_log::{Key, words};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::{CheckError, JobError, read_key};

/// Result of an attack on a hashed log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HashAttack {
    /// True if guesses were compared with the truth. This is not possible for a release without its key,
    /// because then the right words are unknown.
    pub is_scored: bool,
    /// Figures of guessing the words behind the hashes, step by step.
    #[serde(flatten)]
    pub inverted: Inverted,
    /// Wall-clock seconds that the attack took, without reading.
    pub seconds: f64,
}

/// Attacks the hashed log at `release`, using the logs of `reference`: similar queries of other people. With
/// the `key` of the release, guesses are compared with the truth. Without a release, the owners of
/// `reference` are split into two halves. One half is hashed with a random key and attacked with the other
/// half, so the truth is known.
///
/// # Errors
/// When a log or the key cannot be read, the release is not hashed, or the key is of another release.
pub fn attack_hash(
    reference: &[Input],
    release: Option<&Path>,
    key: Option<&Path>,
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<HashAttack, CheckError> {
    let reference = read_lines(&Input::expand(reference)?, options, progress)?.log;
    let (is_scored, inverted, start) = match release {
        None => {
            let key = Key::from_system().map_err(JobError::from)?;
            let start = Instant::now();
            (true, held_out(&reference, key), start)
        }
        Some(path) => {
            // Owners in a hashed release are pseudonyms, so they have no other spellings.
            let options = ReadOptions { spellings: Spellings::AsTheyAre, ..ReadOptions::default() };
            let release = read_lines(&[Input::from(path)], &options, progress)?.log;
            if !is_hashed(&release) {
                return Err(CheckError::NotHashed(path.to_owned()));
            }
            let hash = key.map(read_key).transpose()?.map(Hash::new);
            if let (Some(hash), Some(key)) = (&hash, key)
                && !is_key_of(hash, &release, &reference)
            {
                return Err(CheckError::WrongKey(key.to_owned()));
            }
            let start = Instant::now();
            let guesses = attack(&release, &reference);
            let is_right =
                |token: &str, word: &str| hash.as_ref().is_some_and(|hash| hash.word(word) == token);
            (hash.is_some(), score(&guesses, &release, is_right), start)
        }
    };
    Ok(HashAttack { is_scored, inverted, seconds: start.elapsed().as_secs_f64() })
}

/// True if every word of a release has the form of a hash.
fn is_hashed(release: &QueryLog) -> bool {
    let is_hash = |word: String| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    release.queries.iter().flat_map(words).all(is_hash)
}

/// True if this key gives any word of the reference a hash that is in the release. With the right key there
/// are some, unless the logs have no common word. Then an attack is not possible anyway.
fn is_key_of(hash: &Hash, release: &QueryLog, reference: &QueryLog) -> bool {
    let tokens: FxHashSet<String> = release.queries.iter().flat_map(words).collect();
    reference.queries.iter().flat_map(words).any(|word| tokens.contains(&hash.word(&word)))
}
