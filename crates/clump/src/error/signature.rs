//! Errors of signing a certificate, or of checking its signature. That somebody else signed it is not an
//! error but an answer.

use std::io;
use std::path::PathBuf;

use clump_core::remedy::Remedy;

use super::CheckError;
use crate::PublishError;

/// Reasons why there is no signature, or why it cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A release that has no certificate.
    #[error("{}: there is no certificate next to it", .0.display())]
    NoCertificate(PathBuf),
    /// A release that breaks its promise, or has the certificate of another file.
    #[error("{}: it breaks the promise of its certificate, or the certificate does not match it", .0.display())]
    NotKept(PathBuf),
    /// A certificate without a signature.
    #[error("{}: its certificate is not signed", .0.display())]
    Unsigned(PathBuf),
    /// A file that should hold a signature and does not.
    #[error("{} is not a signature", .0.display())]
    NoSignature(PathBuf),
    /// A file that should hold a private key and does not.
    #[error("{} is not a private key of Ed25519 in PEM", .0.display())]
    PrivateKey(PathBuf),
    /// A file that should hold a public key and does not.
    #[error("{} is not a public key of Ed25519 in PEM", .0.display())]
    PublicKey(PathBuf),
    /// A file that cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// No key can be made.
    #[error("the operating system gave no random numbers")]
    NoRandomness,
    /// The release cannot be checked.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The signature or the key cannot be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

impl SignatureError {
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            SignatureError::Check(error) => return error.remedy(),
            SignatureError::Publish(error) => return error.remedy(),
            SignatureError::NoRandomness => return None,
            SignatureError::NoCertificate { .. } => "put the certificate of the release next to it",
            SignatureError::NotKept { .. } => "run {clump verify} to see what is wrong",
            SignatureError::Unsigned { .. } => {
                "ask the publisher for the file `.sig`, or check the release without {key}; sign your own with {clump sign}"
            }
            SignatureError::NoSignature { .. } => {
                "get the file again from its publisher: a signature has 64 bytes"
            }
            SignatureError::PrivateKey { .. } => {
                "make one with {clump sign new-key=key.pem} or `openssl genpkey -algorithm ed25519`"
            }
            SignatureError::PublicKey { .. } => {
                "pass the public key, `key.pub.pem`, which is next to the private key; only {clump sign} uses the private key"
            }
            SignatureError::Unreadable { .. } => "check the path, that it is a file, and its permissions",
        };
        Some(Remedy::of(sentence))
    }
}
