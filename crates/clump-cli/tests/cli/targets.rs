//! Where outputs go: nothing is overwritten unasked, and a run that is refused leaves nothing.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixListener;

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2";

#[test]
fn an_existing_release_is_kept() {
    let desk = Desk::with_food();
    desk.file("release.tsv", "precious");
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv exists already

    hint: choose another name, or pass `--force` to replace it
    ");
}

#[test]
fn an_existing_certificate_is_kept() {
    let desk = Desk::with_food();
    desk.file("release.tsv.certificate.json", "precious");
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv.certificate.json exists already

    hint: choose another name, or pass `--force` to replace it
    ");
}

#[test]
fn an_existing_audit_or_report_is_kept() {
    let desk = Desk::with_food();
    desk.file("audit.tsv", "precious").file("report.json", "precious");
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv --audit audit.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv exists already

    hint: choose another name, or pass `--force` to replace it
    ");
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv --report report.json")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: report.json exists already

    hint: choose another name, or pass `--force` to replace it
    ");
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
fn a_folder_that_does_not_exist() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output nowhere/release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere is not a folder

    hint: make the folder first
    ");
    assert!(!desk.exists("nowhere"));
}

#[test]
fn a_folder_that_is_a_file() {
    assert_snapshot!(Desk::with_food().refused(&format!("{BASKETS} --output baskets.txt/release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt is not a folder

    hint: make the folder first
    ");
}

#[test]
fn a_target_that_is_a_folder() {
    let desk = Desk::with_food();
    fs::create_dir(desk.path("release.tsv")).unwrap();
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv --force")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv is not a regular file

    hint: name a regular file; only the release of `anonymize` and the log of `decode` go to standard output
    ");
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
fn the_input_is_never_the_output() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output baskets.txt --force")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt is an input of this run

    hint: give every output a name of its own
    ");
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
fn two_outputs_never_share_a_name() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refused(&format!("{BASKETS} --output release.tsv --audit release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv is named for two outputs

    hint: give every output a name of its own
    ");
    desk.refused(&format!("{BASKETS} --output release.tsv --report release.tsv.certificate.json"));
}

#[test]
fn two_outputs_never_share_a_name_by_any_spelling() {
    let desk = Desk::with_food();
    desk.refused(&format!("{BASKETS} --output release.tsv --audit ./release.tsv"));
    desk.refused(&format!("{BASKETS} --output release.tsv --report ./release.tsv.certificate.json"));
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
