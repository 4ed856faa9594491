//! Signs certificates. A certificate has the hash of its release, so the signer guarantees both. A reader
//! with the public key knows that nobody else made or changed them.
//!
//! The signatures are Ed25519. Keys are PEM files (PKCS #8, and SPKI for public keys). A signature file has
//! the 64 bytes of the signature, as OpenSSL writes them. The signature is of the bytes of a certificate, and
//! is next to it: `release.csv.certificate.json.sig`.
//!
//! ```
//! use clump::io::Stream;
//! use clump::io::taxonomy::TaxonomySource;
//! use clump::{Job, signature};
//!
//! let folder = tempfile::tempdir()?;
//! let [key, release] = ["key.pem", "release.tsv"].map(|name| folder.path().join(name));
//! let baskets = Stream::of_bytes("baskets.txt", *b"tea milk\ntea milk\n");
//! clump::run(&Job::anonymize(baskets).taxonomy(TaxonomySource::Flat).k(2).output(&release), &())?;
//!
//! let public = signature::new_key(&key)?;
//! signature::sign(&release, &key, false)?;
//! assert!(signature::is_signed(&release, &public)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use zeroize::Zeroizing;

use crate::check::checked::Strength;
use crate::check::claim::Stated;
use crate::paths::certificate_path;
use crate::release::publish::{Existing, publish_bytes};
use crate::release::staged::Audience;
use crate::{ReleaseFile, SignatureError};

/// Makes a private key in the file `private`, which only the user may read, and its public key next to it.
/// For `key.pem`, the public key is `key.pub.pem`. Returns the path of the public key.
///
/// # Errors
/// When one of the files exists already or cannot be written, or the operating system gave no random numbers.
pub fn new_key(private: &Path) -> Result<PathBuf, SignatureError> {
    let mut secret = Zeroizing::new([0; 32]);
    getrandom::fill(secret.as_mut()).map_err(|_| SignatureError::NoRandomness)?;
    let key = SigningKey::from_bytes(&secret);
    let unusable = || SignatureError::PrivateKey(private.to_owned());
    let private_text = key.to_pkcs8_pem(LineEnding::LF).map_err(|_| unusable())?;
    let public_text = key.verifying_key().to_public_key_pem(LineEnding::LF).map_err(|_| unusable())?;
    let public = private.with_extension("pub.pem");
    let keys = [
        (private, private_text.as_bytes(), Audience::Private),
        (&public, public_text.as_bytes(), Audience::Public),
    ];
    publish_bytes(keys, Existing::Keep, &())?;
    Ok(public)
}

/// Checks the release at `release` and signs its certificate with the private key in the file `key`. Returns
/// the path of the signature. `replace` allows replacing an older signature.
///
/// # Errors
/// When there is no certificate, or it is about another release. When the promise is broken, the key cannot
/// be read, or the signature cannot be written.
pub fn sign(release: &Path, key: &Path, replace: bool) -> Result<PathBuf, SignatureError> {
    let text = Zeroizing::new(read_text(key)?);
    let key = SigningKey::from_pkcs8_pem(&text).map_err(|_| SignatureError::PrivateKey(key.to_owned()))?;
    let certificate = read_certificate(release)?;
    let checked = ReleaseFile::read(release, None, None, None)?.check(Stated::default())?;
    // The file alone does not prove everything: the signer guarantees the rest.
    if checked.strength == Strength::Broken || checked.certified != Some(true) {
        return Err(SignatureError::NotKept(release.to_owned()));
    }
    let target = signature_path(release);
    let signature = key.sign(&certificate).to_bytes();
    let file = (target.as_path(), &signature[..], Audience::Public);
    publish_bytes([file], Existing::replaced(replace), &())?;
    Ok(target)
}

/// True if the certificate of the release at `release` was signed with the private key that belongs to the
/// public key in the file `key`. [`ReleaseFile::check`] says if the certificate is about this release, and if
/// its promise holds.
///
/// # Errors
/// When there is no certificate or no signature, or the key cannot be read.
pub fn is_signed(release: &Path, key: &Path) -> Result<bool, SignatureError> {
    let public = VerifyingKey::from_public_key_pem(&read_text(key)?)
        .map_err(|_| SignatureError::PublicKey(key.to_owned()))?;
    let certificate = read_certificate(release)?;
    let path = signature_path(release);
    let signature = match std::fs::read(&path) {
        Ok(bytes) => Signature::from_slice(&bytes).map_err(|_| SignatureError::NoSignature(path))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(SignatureError::Unsigned(release.to_owned()));
        }
        Err(source) => return Err(SignatureError::Unreadable(path, source)),
    };
    Ok(public.verify_strict(&certificate, &signature).is_ok())
}

/// Path of the signature of a release, next to its certificate.
fn signature_path(release: &Path) -> PathBuf {
    let mut name = OsString::from(certificate_path(release));
    name.push(".sig");
    PathBuf::from(name)
}

/// Reads the bytes of the certificate, which are what is signed.
fn read_certificate(release: &Path) -> Result<Vec<u8>, SignatureError> {
    let path = certificate_path(release);
    std::fs::read(&path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => SignatureError::NoCertificate(release.to_owned()),
        _ => SignatureError::Unreadable(path, source),
    })
}

fn read_text(path: &Path) -> Result<String, SignatureError> {
    std::fs::read_to_string(path).map_err(|source| SignatureError::Unreadable(path.to_owned(), source))
}
