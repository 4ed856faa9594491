//! The secret key of a keyed method: its source, and the reader of key files.

use std::path::{Path, PathBuf};

use clump_log::Key;

use crate::JobError;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;

/// Source of the secret key of a keyed method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// A new key from the operating system, which is not stored.
    #[default]
    System,
    /// A key computed from a number. Anyone who guesses the number can undo the release.
    Seed(u64),
    /// A key in a file of the publisher. Releases with the same key can be linked.
    File(PathBuf),
}

impl KeySource {
    /// Descriptions of the sources of keys in a certificate: file, seed, system.
    pub(crate) const ORIGINS: [&'static str; 3] = [
        "from a file of the publisher",
        "from a seed: whoever guesses it can undo the release",
        "from the operating system, forgotten",
    ];

    /// Description of this source in a certificate.
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

    /// Reads or draws the key.
    ///
    /// # Errors
    /// When the file has no valid key, or the system has no randomness.
    pub fn load(&self) -> Result<Key, JobError> {
        match self {
            KeySource::System => Ok(Key::from_system()?),
            KeySource::Seed(seed) => Ok(Key::from_seed(*seed)),
            KeySource::File(path) => read_key(path),
        }
    }
}

/// Reads a key from a file of the publisher.
///
/// # Errors
/// When the file cannot be read or has no valid key.
pub fn read_key(path: &Path) -> Result<Key, JobError> {
    let text = zeroize::Zeroizing::new(
        std::fs::read_to_string(path).map_err(|source| JobError::KeyFile(path.to_owned(), source))?,
    );
    Key::from_hex(&text).map_err(|source| JobError::NotAKey(path.to_owned(), source))
}
