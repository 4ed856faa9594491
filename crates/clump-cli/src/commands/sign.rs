//! `clump sign`: who vouches for a release?

use std::path::PathBuf;

use clap::Args;
use clump::signature;

use crate::failure::Refused;
use crate::{Answer, say};

/// Signs the certificate of a release, after the release was verified: readers who have your public key then know that neither was
/// changed, nor made by somebody else.
///
/// Ed25519. Keys are PEM files and signatures 64 bytes, as OpenSSL reads and writes them. The certificate names the hash of its
/// release, so the signature is for both. It is written beside the certificate, as `.sig`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump sign --new-key key.pem\n  clump sign release.csv --key key.pem\n  clump verify release.csv --key key.pub.pem"
)]
pub struct Sign {
    /// The release
    #[arg(value_name = "RELEASE", required_unless_present = "new_key")]
    release: Option<PathBuf>,
    /// The private key: yours, and secret
    #[arg(long, value_name = "FILE", required_unless_present = "new_key")]
    key: Option<PathBuf>,
    /// Makes a private key, and the public one beside it: `key.pem` has `key.pub.pem`
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
        Sign { .. } => return Err(Refused::new("no release is given", "name it, and the key").into()),
    }
    Ok(Answer::Yes)
}
