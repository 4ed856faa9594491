//! Targets for documents about a release: jobs, certificates, signatures and ledgers.

use clump::report::Certificate;
use clump::{Job, rewritten_ledger, signature};

use crate::folder::Folder;

/// The content for which the signature among the seeds was made. It stands for a certificate.
const SIGNED: &[u8] = b"{}\n";

/// Tests a certificate: reading, writing and reading again gives the same.
pub fn certificate(bytes: &[u8]) -> bool {
    let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) else { return false };
    let written = certificate.to_bytes();
    let again: Certificate = serde_json::from_slice(&written).expect("what is written can be read");
    assert_eq!(again, certificate);
    assert_eq!(again.to_bytes(), written, "there is one way to write it");
    true
}

/// Tests a job in TOML or JSON: reading, writing in either format and reading again gives the same. The job
/// does not run, because it could read and write any file.
pub fn job(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let job = if text.starts_with('{') {
        serde_json::from_str::<Job>(text).ok()
    } else {
        toml::from_str::<Job>(text).ok()
    };
    let Some(job) = job else { return false };
    let written = toml::to_string(&job).expect("a job is plain data");
    let again: Job = toml::from_str(&written).expect("what is written can be read");
    assert_eq!(again, job);
    let written = serde_json::to_string(&job).expect("a job is plain data");
    let again: Job = serde_json::from_str(&written).expect("what is written can be read");
    assert_eq!(again, job);
    true
}

/// Tests a ledger: reading, writing and reading again gives the same number of releases, the same hashes of
/// owners, and the same spent epsilon to the last digit.
pub fn ledger(bytes: &[u8]) -> bool {
    let Some(written) = rewritten_ledger(bytes) else { return false };
    let again = rewritten_ledger(&written).expect("what is written can be read");
    assert!(again == written, "there is one way to write it");
    let [read, told] = [bytes, &written].map(|bytes| {
        let value: serde_json::Value = serde_json::from_slice(bytes).expect("a ledger is JSON");
        let releases = value["releases"].as_array().cloned().unwrap_or_default();
        let groups: Vec<_> = releases.iter().map(|release| release["rows"]["groups"].clone()).collect();
        (value["key"].clone(), releases.len(), groups)
    });
    assert!(read == told, "a release, a group or the key is another one");
    true
}

/// Tests a signature that is followed by its public key. Only the signature among the seeds may be accepted,
/// since its private key was deleted after this one signature.
pub fn signature(bytes: &[u8]) -> bool {
    let Some((signed, key)) = bytes.split_at_checked(64) else { return false };
    let folder = Folder::new();
    folder.write("release.tsv.certificate.json", SIGNED);
    folder.write("release.tsv.certificate.json.sig", signed);
    let is_signed = signature::is_signed(&folder.path("release.tsv"), &folder.write("key.pub.pem", key));
    let is_taken = is_signed.unwrap_or(false);
    let known: &[u8] = include_bytes!("../seeds/signature/good-signed");
    assert!(!is_taken || signed == &known[..64], "nobody else can sign");
    is_taken
}
