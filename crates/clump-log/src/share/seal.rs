//! Encryption of a query that detects every change: ChaCha20-Poly1305 (RFC 8439) with a key made from the
//! constant term of its polynomial.
//!
//! The text is padded to a multiple of 32 bytes, so that most queries look equally long. The tag of the query
//! and k are associated data: a text sealed under one tag and one k opens only with both. The nonce is 0,
//! because a key seals one text only: the secret differs for every query and every k.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

/// Tag of a query, which is in all rows of the query. 128 bits: among a billion queries, two have the same
/// tag with a probability below 2^-68. Without the key, nobody can compute the tag of a guessed query.
pub(super) type Tag = [u8; 16];

/// Texts are padded to a multiple of this many bytes.
const STEP: usize = 32;

/// Number of bytes of the shortest sealed text: one step of padded text, and 16 bytes of authentication.
pub(super) const SHORTEST: usize = STEP + 16;

/// Byte that ends the text; only zeros follow it.
const END: u8 = 0x80;

/// Encrypts `text` so that only [`open`] with the same secret, tag and k returns it.
pub(super) fn seal(secret: &Scalar, tag: &Tag, k: usize, text: &str) -> Vec<u8> {
    let mut padded = Vec::with_capacity(text.len() + STEP);
    padded.extend_from_slice(text.as_bytes());
    padded.push(END);
    padded.resize(padded.len().next_multiple_of(STEP), 0);
    cipher(secret)
        .encrypt(&Nonce::default(), Payload { msg: &padded, aad: &associated(tag, k) })
        .expect("a query is shorter than the 256 GiB that can be sealed")
}

/// Decrypts `sealed`; `None` if any part was changed, or if secret, tag or k are wrong.
pub(super) fn open(secret: &Scalar, tag: &Tag, k: usize, sealed: &[u8]) -> Option<String> {
    let payload = Payload { msg: sealed, aad: &associated(tag, k) };
    let mut text = cipher(secret).decrypt(&Nonce::default(), payload).ok()?;
    let end = text.iter().rposition(|&byte| byte != 0).filter(|&end| text[end] == END)?;
    text.truncate(end);
    String::from_utf8(text).ok()
}

fn cipher(secret: &Scalar) -> ChaCha20Poly1305 {
    let secret = Zeroizing::new(secret.to_bytes());
    let key = Zeroizing::new(blake3::derive_key("clump 2026 share: key of a sealed query", &*secret));
    ChaCha20Poly1305::new((&*key).into())
}

fn associated(tag: &Tag, k: usize) -> [u8; 24] {
    let mut data = [0; 24];
    data[..16].copy_from_slice(tag);
    data[16..].copy_from_slice(&(k as u64).to_le_bytes());
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: Tag = [7; 16];

    #[test]
    fn texts_of_any_length_come_back() {
        let secret = Scalar::from(42u64);
        for length in 0..100 {
            let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let sealed = seal(&secret, &TAG, 5, &text);
            assert_eq!(sealed.len(), (length + 1).next_multiple_of(32) + 16);
            assert_eq!(open(&secret, &TAG, 5, &sealed), Some(text));
        }
        assert_eq!(
            open(&secret, &TAG, 5, &seal(&secret, &TAG, 5, "\0a\u{80}\0")).as_deref(),
            Some("\0a\u{80}\0")
        );
    }

    #[test]
    fn nothing_else_opens_it() {
        let secret = Scalar::from(42u64);
        let sealed = seal(&secret, &TAG, 5, "dog food");
        assert_eq!(open(&Scalar::from(43u64), &TAG, 5, &sealed), None);
        assert_eq!(open(&secret, &[8; 16], 5, &sealed), None);
        assert_eq!(open(&secret, &TAG, 4, &sealed), None);
        assert_eq!(open(&secret, &TAG, 5, &sealed[1..]), None);
        assert_eq!(open(&secret, &TAG, 5, &[]), None);
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(open(&secret, &TAG, 5, &changed), None);
        }
    }
}
