//! Where outputs go: nothing is overwritten unasked, and a run that is refused leaves nothing.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixListener;

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, refusals_of};

const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2";

#[test]
fn files_that_exist_are_kept() {
    let files = [
        ("release.tsv", "precious", ""),
        ("release.tsv.certificate.json", "precious", ""),
        ("audit.tsv", "precious", "--audit audit.tsv"),
        ("report.json", "precious", "--report report.json"),
    ];
    assert_snapshot!(refusals_of(&format!("{BASKETS} --output release.tsv"), files));
}

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
fn what_is_not_a_regular_file_is_never_replaced() {
    // A socket stands in for a device: never try this with /dev/null itself.
    let desk = Desk::with_food();
    let _socket = UnixListener::bind(desk.path("socket.tsv")).unwrap();
    desk.refused(&format!("{BASKETS} --output socket.tsv --force"));
    assert!(desk.path("socket.tsv").metadata().unwrap().file_type().is_socket());
}

#[test]
fn the_input_is_never_the_output_by_any_name() {
    let desk = Desk::with_food();
    std::os::unix::fs::symlink("baskets.txt", desk.path("link.txt")).unwrap();
    desk.refused(&format!("{BASKETS} --output ./baskets.txt --force"));
    desk.refused(&format!("{BASKETS} --output {} --force", desk.path("baskets.txt").display()));
    desk.refused("anonymize link.txt --taxonomy food.csv --k 2 --output baskets.txt --force");
}

#[test]
fn the_taxonomy_the_overrides_and_the_job_are_never_the_output() {
    let desk = Desk::with_food();
    desk.file("words.tsv", "steak\tbeef\n").file("job.toml", "k = 2\n");
    for target in ["food.csv", "words.tsv", "job.toml"] {
        desk.refused(&format!(
            "{BASKETS} --overrides words.tsv --config job.toml --to tsv --output {target} --force"
        ));
    }
}

#[test]
fn two_outputs_never_share_a_name_by_any_spelling() {
    let desk = Desk::with_food();
    for second in [
        "--report release.tsv.certificate.json",
        "--audit ./release.tsv",
        "--report ./release.tsv.certificate.json",
    ] {
        desk.refused(&format!("{BASKETS} --output release.tsv {second}"));
    }
}

#[test]
fn a_run_that_fails_late_leaves_nothing_behind() {
    let desk = Desk::with_food();
    desk.file("log.txt", format!("beef milk\nmilk {SECRET}\n"));
    desk.refused(
        "anonymize log.txt --taxonomy food.csv --k 2 --unknown error --output release.tsv --audit audit.tsv --report \
         report.json",
    );
}
