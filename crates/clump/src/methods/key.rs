//! The key of a keyed method: its origin, and how it is read.

use std::path::{Path, PathBuf};

use clump_log::Key;

use crate::JobError;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;

/// Origin of the key of a keyed method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// A fresh one from the operating system, forgotten after the run.
    #[default]
    System,
    /// From a number: the same release again. Anyone who guesses the number can undo it.
    Seed(u64),
    /// From a file that the publisher keeps, so that releases can be linked.
    File(PathBuf),
}

impl KeySource {
    /// Origins of keys, in the words of a certificate.
    pub(crate) const ORIGINS: [&'static str; 3] = [
        "from a file of the publisher",
        "from a seed: whoever guesses it can undo the release",
        "from the operating system, forgotten",
    ];

    /// Origin of this key, in the words of a certificate.
    pub(crate) fn origin(&self) -> &'static str {
        let [file, seed, system] = KeySource::ORIGINS;
        match self {
            KeySource::File(_) => file,
            KeySource::Seed(_) => seed,
            KeySource::System => system,
        }
    }

    pub(super) fn take(keys: &mut MethodKeys) -> Result<KeySource, JobError> {
        match (keys.key.take(), keys.seed.take()) {
            (Some(_), Some(_)) => Err(JobError::TwoKeys),
            (Some(path), None) => Ok(KeySource::File(path)),
            (None, Some(seed)) => Ok(KeySource::Seed(seed)),
            (None, None) => Ok(KeySource::System),
        }
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        let (path, seed) = match self {
            KeySource::System => (None, None),
            KeySource::Seed(seed) => (None, Some(seed)),
            KeySource::File(path) => (Some(path), None),
        };
        echo.put("key", path);
        echo.put("seed", seed);
    }

    /// The key itself.
    ///
    /// # Errors
    /// When the file holds no key, or the system has no randomness.
    pub fn load(&self) -> Result<Key, JobError> {
        match self {
            KeySource::System => Ok(Key::from_system()?),
            KeySource::Seed(seed) => Ok(Key::from_seed(*seed)),
            KeySource::File(path) => read_key(path),
        }
    }
}

/// Reads a key that a publisher keeps.
///
/// # Errors
/// When the file cannot be read or holds no key.
pub fn read_key(path: &Path) -> Result<Key, JobError> {
    let text = zeroize::Zeroizing::new(
        std::fs::read_to_string(path).map_err(|source| JobError::KeyFile(path.to_owned(), source))?,
    );
    Key::from_hex(&text).map_err(|source| JobError::NotAKey(path.to_owned(), source))
}
