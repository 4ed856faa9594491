//! Why a certificate cannot be signed, or its signature not be looked at. That somebody else signed it is no error but an answer.

use std::io;
use std::path::PathBuf;

use clump_core::remedy::Remedy;

use super::CheckError;
use crate::PublishError;

/// Why there is no signature, or nothing can be said of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A release that has no certificate.
    #[error("{}: there is no certificate beside it", .0.display())]
    NoCertificate(PathBuf),
    /// A release that nobody should vouch for.
    #[error("{}: it does not keep what its certificate says, or the certificate is about another file", .0.display())]
    NotKept(PathBuf),
    /// A certificate that nobody has signed.
    #[error("{}: nobody has signed its certificate", .0.display())]
    Unsigned(PathBuf),
    /// A file that should hold a signature and does not.
    #[error("{} is no signature", .0.display())]
    NoSignature(PathBuf),
    /// A file that should hold a private key and does not.
    #[error("{} is no private key of Ed25519 in PEM", .0.display())]
    PrivateKey(PathBuf),
    /// A file that should hold a public key and does not.
    #[error("{} is no public key of Ed25519 in PEM", .0.display())]
    PublicKey(PathBuf),
    /// A file that cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// No key can be made.
    #[error("the system has no random numbers")]
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
            SignatureError::NoCertificate { .. } => {
                "put the certificate beside the release that was written with it"
            }
            SignatureError::NotKept { .. } => "{clump verify} says what is wrong",
            SignatureError::Unsigned { .. } => {
                "ask its publisher for the file `.sig`, or check it without {key}: {clump sign} writes signatures"
            }
            SignatureError::NoSignature { .. } => "it has 64 bytes; take the file from its publisher again",
            SignatureError::PrivateKey { .. } => {
                "{clump sign new-key=key.pem} makes one, and so does `openssl genpkey -algorithm ed25519`"
            }
            SignatureError::PublicKey { .. } => {
                "a private key is for {clump sign}; the public one is beside it, `key.pub.pem`"
            }
            SignatureError::Unreadable { .. } => "check the path, that it is a file, and its permissions",
        };
        Some(Remedy::of(sentence))
    }
}
