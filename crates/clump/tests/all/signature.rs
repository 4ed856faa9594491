//! Signatures of certificates, against those that OpenSSL makes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clump::io::Stream;
use clump::io::taxonomy::TaxonomySource;
use clump::{Job, SignatureError, signature};

use crate::common::Desk;

/// Made by OpenSSL 3.0, as is the signature.
const PRIVATE: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIA3Ho74l28ZsCynFLB6GQGOx2LMt1EquWqgwFKSVuLh1
-----END PRIVATE KEY-----
";
const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAl0+b43KSdNhILj9ITMHduynN1Q5yRF0s4+KxTn+lZT8=
-----END PUBLIC KEY-----
";
const SIGNED: &str = "{\"promise\":\"k-anonymity\"}\n";
const SIGNATURE: [u8; 64] = [
    0xe3, 0xa8, 0x23, 0xfc, 0x5f, 0xcd, 0x6e, 0x3d, 0x89, 0x28, 0x63, 0xd7, 0xce, 0x48, 0xa7, 0x26, 0x24,
    0x30, 0x81, 0xec, 0x45, 0x38, 0xb4, 0xf0, 0xa1, 0x6f, 0x3d, 0xc3, 0xe0, 0xb0, 0x39, 0x58, 0x61, 0x9e,
    0xaa, 0xf1, 0xce, 0x3d, 0x9a, 0xb5, 0xdb, 0xab, 0x6a, 0xcf, 0x5a, 0xba, 0x62, 0xc5, 0x8a, 0x6c, 0xdd,
    0x5e, 0x64, 0x51, 0x00, 0x63, 0xce, 0x5f, 0xb3, 0x01, 0x62, 0x47, 0xc1, 0x03,
];

/// A release with its certificate.
fn release(desk: &Desk) -> PathBuf {
    let baskets = Stream::of_bytes("baskets.txt", *b"tea milk\ntea milk\ngin\ngin tonic\n");
    let release = desk.path("r.tsv");
    let job = Job::anonymize(baskets).taxonomy(TaxonomySource::Flat).k(2).output(&release);
    clump::run(&job, &()).unwrap().published.unwrap();
    release
}

fn changed(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    bytes[3] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn what_openssl_signed_is_signed_and_nothing_else() {
    let desk = Desk::new("");
    let (public, release) = (desk.write("public.pem", PUBLIC), desk.path("r.tsv"));
    let certificate = desk.write("r.tsv.certificate.json", SIGNED);
    assert!(matches!(signature::is_signed(&release, &public), Err(SignatureError::Unsigned { .. })));
    let signed = desk.write("r.tsv.certificate.json.sig", &SIGNATURE);
    assert!(signature::is_signed(&release, &public).unwrap());
    changed(&certificate);
    assert!(!signature::is_signed(&release, &public).unwrap());
    desk.write("r.tsv.certificate.json", SIGNED);
    changed(&signed);
    assert!(!signature::is_signed(&release, &public).unwrap());
    desk.write("r.tsv.certificate.json.sig", &SIGNATURE[..63]);
    assert!(matches!(signature::is_signed(&release, &public), Err(SignatureError::NoSignature { .. })));
    let other = signature::new_key(&desk.path("other.pem")).unwrap();
    desk.write("r.tsv.certificate.json.sig", &SIGNATURE);
    assert!(!signature::is_signed(&release, &other).unwrap());
}

#[test]
fn a_release_is_signed_once_it_was_verified() {
    let desk = Desk::new("");
    let (private, public) = (desk.write("private.pem", PRIVATE), desk.write("public.pem", PUBLIC));
    let release = release(&desk);
    let signed = signature::sign(&release, &private, false).unwrap();
    assert_eq!(signed, desk.path("r.tsv.certificate.json.sig"));
    assert!(signature::is_signed(&release, &public).unwrap());
    assert!(matches!(signature::sign(&release, &private, false), Err(SignatureError::Publish(_))));
    signature::sign(&release, &private, true).unwrap();
    // Keys are not taken for each other, and a file that was changed is signed by nobody.
    assert!(matches!(signature::sign(&release, &public, true), Err(SignatureError::PrivateKey { .. })));
    assert!(matches!(signature::is_signed(&release, &private), Err(SignatureError::PublicKey { .. })));
    let text = fs::read_to_string(&release).unwrap();
    fs::write(&release, text.replace("gin", "rum")).unwrap();
    assert!(matches!(signature::sign(&release, &private, true), Err(SignatureError::NotKept { .. })));
    fs::remove_file(desk.path("r.tsv.certificate.json")).unwrap();
    assert!(matches!(signature::sign(&release, &private, true), Err(SignatureError::NoCertificate { .. })));
}

#[test]
fn keys_are_made_once_and_the_private_one_is_for_its_owner_alone() {
    let desk = Desk::new("");
    let private = desk.path("key.pem");
    let public = signature::new_key(&private).unwrap();
    assert_eq!(public, desk.path("key.pub.pem"));
    assert_eq!(private.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let before = fs::read(&private).unwrap();
    assert!(matches!(signature::new_key(&private), Err(SignatureError::Publish(_))));
    assert_eq!(fs::read(&private).unwrap(), before);
    let release = release(&desk);
    signature::sign(&release, &private, false).unwrap();
    assert!(signature::is_signed(&release, &public).unwrap());
}
