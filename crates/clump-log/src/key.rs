//! The secret key of a method: 32 bytes that are wiped after use and never printed.

use zeroize::{Zeroize, ZeroizeOnDrop};

/// A secret key. It comes from the operating system and is held in memory only, unless the publisher stores
/// it in a file so that several releases can be linked.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Key([u8; 32]);

/// Errors of making or reading a key.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    #[error("the operating system gave no random bytes")]
    NoRandomness,
    #[error("not a key: expected 64 hexadecimal digits")]
    NotAKey,
}

impl Key {
    /// Makes a new random key with the operating system.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn from_system() -> Result<Key, KeyError> {
        let mut key = Key([0; 32]);
        getrandom::fill(&mut key.0).map_err(|_| KeyError::NoRandomness)?;
        Ok(key)
    }

    /// Makes the key of `seed`, for repeatable releases. A reader who knows the seed knows the key.
    pub fn from_seed(seed: u64) -> Key {
        Key(blake3::derive_key("clump 2026 key from a seed", &seed.to_le_bytes()))
    }

    /// Parses a key of 64 hexadecimal digits, ignoring white space around them.
    ///
    /// # Errors
    /// When the text is anything else. The error does not show the text.
    pub fn from_hex(text: &str) -> Result<Key, KeyError> {
        let hash = blake3::Hash::from_hex(text.trim()).map_err(|_| KeyError::NotAKey)?;
        Ok(Key(*hash.as_bytes()))
    }

    /// The key as 64 hexadecimal digits, for a file that only the publisher can read.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from(self.0).to_hex().to_string()
    }

    /// A derived key for one purpose. It reveals nothing about this key or the keys of other purposes.
    pub fn derive(&self, purpose: &str) -> Key {
        Key(*blake3::keyed_hash(&self.0, purpose.as_bytes()).as_bytes())
    }

    /// Keyed hash of `text`. Equal texts have equal hashes. Without the key, a hash looks like random bytes.
    pub fn hash(&self, text: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&self.0, text).as_bytes()
    }

    /// Pseudonym of `text`: 16 hexadecimal digits. Among ten million texts, two have the same pseudonym with
    /// a probability below 1 in 300,000.
    pub fn pseudonym(&self, text: &str) -> String {
        let mut name = blake3::keyed_hash(&self.0, text.as_bytes()).to_hex().to_string();
        name.truncate(16);
        name
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_by_origin_and_purpose_and_show_nothing() {
        let key = Key::from_seed(7);
        assert_eq!(key.pseudonym("dog"), Key::from_seed(7).pseudonym("dog"));
        assert_ne!(key.pseudonym("dog"), Key::from_seed(8).pseudonym("dog"));
        assert_ne!(key.pseudonym("dog"), key.derive("owners").pseudonym("dog"));
        assert_eq!(key.pseudonym("dog").len(), 16);
        assert_eq!(format!("{key:?}"), "Key");
    }

    #[test]
    fn two_keys_of_the_system_are_not_the_same() -> Result<(), KeyError> {
        assert_ne!(Key::from_system()?.pseudonym("dog"), Key::from_system()?.pseudonym("dog"));
        Ok(())
    }

    #[test]
    fn a_key_in_a_file_is_hexadecimal() {
        let text = format!(" {}\n", "0f".repeat(32));
        assert_eq!(Key::from_hex(&text).map(|key| key.to_hex()), Ok("0f".repeat(32)));
        assert_eq!(Key::from_hex("0f").map(drop), Err(KeyError::NotAKey));
        assert_eq!(Key::from_hex(&"zz".repeat(32)).map(drop), Err(KeyError::NotAKey));
    }
}
