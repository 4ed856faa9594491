//! Signatures: who vouches for a release.

use crate::desk::Desk;

/// A release on a desk with two keys.
fn desk() -> Desk {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output r.tsv").ok();
    for key in ["key", "other"] {
        desk.clump(&format!("sign --new-key {key}.pem")).ok().says(&format!("{key}.pub.pem"));
    }
    desk
}

#[test]
fn a_signed_release_is_verified_with_the_public_key_and_with_no_other() {
    let desk = desk();
    for (key, said) in [("key.pub.pem", "certificate is not signed"), ("none.pem", "cannot be read")] {
        let refused = desk.refused(&format!("verify r.tsv --key {key}"));
        assert!(refused.stderr.contains(said) && !refused.stderr.contains("Holds"), "{refused}");
    }
    let signed = desk.clump("sign r.tsv --key key.pem").ok();
    assert!(signed.stderr.contains("r.tsv.certificate.json.sig"), "{signed}");
    let verified = desk.clump("verify r.tsv --key key.pub.pem --json").ok();
    assert!(
        verified.stderr.contains("Signed  ") && verified.stdout.contains("\"signed\": true"),
        "{verified}"
    );

    desk.without_trace("verify r.tsv --key other.pub.pem", 1).says("Broken    the signature");
    desk.refused("verify r.tsv --key key.pem").says("is not a public key");
}

#[test]
fn nobody_vouches_for_what_was_changed() {
    let desk = desk();
    desk.clump("sign r.tsv --key key.pem").ok();
    // The certificate is signed still, but it is about another file.
    let text = desk.text("r.tsv");
    let (all_but_last, _) = text.trim_end().rsplit_once('\n').unwrap();
    desk.file("r.tsv", format!("{all_but_last}\n"));
    desk.without_trace("verify r.tsv --key key.pub.pem", 1);
    // Nor does it help to state what is to be checked.
    let stated = desk.clump("verify r.tsv --key key.pub.pem --json --promise k-anonymity --k 2");
    let json = stated.json();
    let answer = ["unbroken", "certified", "signed"].map(|key| json[key].as_bool().unwrap());
    assert_eq!((stated.status, answer), (1, [false; 3]), "{stated}");
    assert_eq!(json["strength"], "broken", "{stated}");
    let refused = desk.refused("sign r.tsv --key key.pem --force");
    assert!(refused.stderr.contains("breaks the promise of its certificate"), "{refused}");
    desk.refused("sign --new-key key.pem").says("exists");
}
