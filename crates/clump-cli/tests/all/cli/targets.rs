//! Where outputs go: nothing is overwritten unasked, and a run that is refused leaves nothing.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixListener;

use insta::assert_snapshot;

use crate::desk::Desk;

const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2";

#[test]
fn force_replaces_what_is_there() {
    let desk = Desk::with_food();
    desk.file("release.tsv", "old").file("release.tsv.certificate.json", "old");
    desk.clump(&format!("{BASKETS} --output release.tsv --force")).ok();
    assert!(desk.text("release.tsv").contains("chicken"));
    assert!(desk.text("release.tsv.certificate.json").contains("k-anonymity"));
}

#[test]
fn targets_that_are_no_place_for_a_file() {
    let desk = Desk::with_food();
    fs::create_dir(desk.path("release.tsv")).unwrap();
    let targets = [
        "--output nowhere/release.tsv",
        "--output baskets.txt/release.tsv",
        "--output release.tsv --force",
        "--output baskets.txt --force",
        "--output r.tsv --audit r.tsv",
    ];
    assert_snapshot!(desk.refusals(BASKETS, targets));
    assert!(!desk.exists("nowhere"));
}

#[test]
fn what_was_there_is_never_replaced_by_any_name() {
    let desk = Desk::with_food();
    // A socket stands in for a device: never try this with /dev/null itself.
    let _socket = UnixListener::bind(desk.path("socket.tsv")).unwrap();
    std::os::unix::fs::symlink("baskets.txt", desk.path("link.txt")).unwrap();
    desk.file("words.tsv", "steak\tbeef\n").file("job.toml", "k = 2\n");
    let also_read = "baskets.txt --overrides words.tsv --config job.toml --to tsv";
    for flags in [
        "baskets.txt --output socket.tsv --force".to_owned(),
        "baskets.txt --output ./baskets.txt --force".to_owned(),
        format!("baskets.txt --output {} --force", desk.path("baskets.txt").display()),
        "link.txt --output baskets.txt --force".to_owned(),
        format!("{also_read} --output food.csv --force"),
        format!("{also_read} --output words.tsv --force"),
        format!("{also_read} --output job.toml --force"),
        "baskets.txt --output r.tsv --report r.tsv.certificate.json".to_owned(),
        "baskets.txt --output r.tsv --report ./r.tsv.certificate.json".to_owned(),
        "baskets.txt --output r.tsv --audit ./r.tsv".to_owned(),
    ] {
        desk.refused(&format!("anonymize {flags} --taxonomy food.csv --k 2"));
    }
    assert!(desk.path("socket.tsv").metadata().unwrap().file_type().is_socket());
}

#[test]
fn a_folder_for_temporary_files_that_takes_none_is_found_before_anything_is_read() {
    let desk = Desk::with_food();
    // Reading it would be an error of its own.
    desk.file("broken.tsv", [0; 64]);
    let runs = [
        "broken.tsv --taxonomy food.csv --k 2 --output release.tsv",
        "broken.tsv --method counts --table query --k 2 --output release.tsv",
        "broken.tsv --method hash --output release.tsv",
    ];
    for run in runs {
        let told = desk.refused(&format!("anonymize {run} --temp nowhere")).stderr;
        assert!(told.starts_with("error: nowhere: temporary files cannot be written there\n"), "{told}");
        assert!(told.contains("hint: use `--temp` to name a writable folder"), "{told}");
        let output = desk.command(&format!("anonymize {run}")).env("TMPDIR", "/nowhere").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("error: /nowhere: temporary files cannot be written there\n"), "{told}");
    }
}
