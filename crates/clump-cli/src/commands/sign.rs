//! `clump sign`: signs the certificate of a release.

use std::path::PathBuf;

use clap::Args;
use clump::signature;

use crate::failure::UsageError;
use crate::{Answer, say};

/// Signs the certificate of a release, so that readers can check who published it.
///
/// clump verifies the release first. Readers who have your public key then know that you made release and
/// certificate, and that no one changed them. The signature is Ed25519. Keys are PEM files and signatures
/// have 64 bytes, as in OpenSSL. The certificate contains the hash of its release, so one signature covers
/// both. It is written next to the certificate, as `.sig`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump sign --new-key key.pem\n  clump sign release.csv --key key.pem\n  clump verify release.csv --key key.pub.pem"
)]
pub struct Sign {
    /// Release to sign, for example `release.csv`
    #[arg(value_name = "RELEASE", required_unless_present = "new_key")]
    release: Option<PathBuf>,
    /// Your private key, for example `--key key.pem`; keep it secret
    #[arg(long, value_name = "FILE", required_unless_present = "new_key")]
    key: Option<PathBuf>,
    /// Makes a private and a public key, for example `--new-key key.pem`
    ///
    /// The public key is next to the private one: `key.pub.pem`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["release", "key"])]
    new_key: Option<PathBuf>,
    /// Replaces an existing signature; keys are never replaced
    #[arg(long, conflicts_with = "new_key")]
    force: bool,
}

pub fn run(command: Sign) -> anyhow::Result<Answer> {
    match command {
        Sign { new_key: Some(private), .. } => {
            let public = signature::new_key(&private)?;
            say!("Private   {}: keep it secret", private.display());
            say!("Wrote     {}: give it to your readers", public.display());
        }
        Sign { release: Some(release), key: Some(key), force, .. } => {
            let written = signature::sign(&release, &key, force)?;
            say!("Checked   {}: nothing in it contradicts its certificate", release.display());
            say!("Wrote     {}", written.display());
        }
        Sign { .. } => {
            return Err(
                UsageError::new("no release is given", "name the release, and the key with `--key`").into()
            );
        }
    }
    Ok(Answer::Yes)
}
