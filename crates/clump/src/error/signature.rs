//! Errors of signing a certificate, or of checking its signature. A signature of somebody else is not an
//! error: the check returns false.

use std::io;
use std::path::PathBuf;

use clump_core::remedy::Remedy;

use super::CheckError;
use crate::PublishError;

/// Reasons why a certificate cannot be signed, or its signature cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The release has no certificate to sign.
    #[error("{}: there is no certificate next to it", .0.display())]
    NoCertificate(PathBuf),
    /// The release breaks its promise, or its certificate is about another file.
    #[error("{}: it breaks the promise of its certificate, or the certificate does not match it", .0.display())]
    NotKept(PathBuf),
    /// The certificate of the release is not signed.
    #[error("{}: its certificate is not signed", .0.display())]
    Unsigned(PathBuf),
    /// The file of the signature does not contain a signature.
    #[error("{} is not a signature", .0.display())]
    NoSignature(PathBuf),
    /// The file does not contain a private key of Ed25519 in PEM.
    #[error("{} is not a private key of Ed25519 in PEM", .0.display())]
    PrivateKey(PathBuf),
    /// The file does not contain a public key of Ed25519 in PEM.
    #[error("{} is not a public key of Ed25519 in PEM", .0.display())]
    PublicKey(PathBuf),
    /// The system cannot read this file.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The system gave no random numbers for a new key.
    #[error("the operating system gave no random numbers")]
    NoRandomness,
    /// The release cannot be checked before it is signed.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The file of the signature or of the key cannot be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

impl SignatureError {
    /// Advice for the user; `None` if no advice helps.
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
