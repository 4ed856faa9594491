//! The attack on hashed logs, from files to figures: how much of a release can be read without its key.

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

/// Result of the attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HashAttack {
    /// True if guesses could be compared with the truth. Without the key of a release, the right guesses are
    /// unknown.
    pub is_scored: bool,
    /// Figures of the inversion, step by step.
    #[serde(flatten)]
    pub inverted: Inverted,
    /// Wall-clock seconds of the attack.
    pub seconds: f64,
}

/// Attacks the hashed log at `release` with the logs of `reference`, other people's queries of the same kind.
/// With the key of the release, guesses are compared with the truth. Without a release, the owners of
/// `reference` are cut in two halves. One half is hashed with a key that is forgotten, and the other is the
/// reference: so the truth is known.
///
/// # Errors
/// When a log or the key cannot be read.
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
            // Owners of a hashed release are not names of people, so they have no spellings.
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

/// True if every word of a release could be what a hash makes of a word.
fn is_hashed(release: &QueryLog) -> bool {
    let is_hash = |word: String| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    release.queries.iter().flat_map(words).all(is_hash)
}

/// True if any word of the reference is in the release under this key. With the right one some are, or there
/// would be nothing to attack.
fn is_key_of(hash: &Hash, release: &QueryLog, reference: &QueryLog) -> bool {
    let tokens: FxHashSet<String> = release.queries.iter().flat_map(words).collect();
    reference.queries.iter().flat_map(words).any(|word| tokens.contains(&hash.word(&word)))
}
