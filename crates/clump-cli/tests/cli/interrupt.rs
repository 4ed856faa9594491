//! A program that is told to end, by Ctrl-C or a polite kill: it ends soon and leaves nothing.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::Desk;

/// Tells the program to end, as Ctrl-C does.
fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

/// The exit code, and how long the program took from now on.
fn ended(child: &mut Child) -> (Option<i32>, Duration) {
    let start = Instant::now();
    (child.wait().unwrap().code(), start.elapsed())
}

/// What lies on the desk.
fn files(desk: &Desk) -> Vec<String> {
    let entries = desk.path("").read_dir().unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_run_that_is_told_to_end_says_nothing_and_leaves_nothing() {
    let desk = Desk::new();
    desk.clump("generate --owners 2000 --seed 1 --output log.tsv").ok();
    for signals in [1, 2] {
        let mut child = desk
            .command("anonymize log.tsv --k 5 --effort best --output release.tsv")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
        (0..signals).for_each(|_| interrupt(&child));
        let (code, took) = ended(&mut child);
        assert_eq!(code, Some(130));
        assert!(took < Duration::from_secs(2), "{took:?}");
        let said = child.wait_with_output().unwrap().stderr;
        assert_eq!(String::from_utf8_lossy(&said), "");
        assert_eq!(files(&desk), ["log.tsv"]);
    }
}

#[test]
fn a_program_that_waits_for_its_input_ends_too() {
    let desk = Desk::new();
    let mut child = desk
        .command("anonymize - --taxonomy flat --k 2 --from basket --output release.tsv")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let (code, took) = ended_without_input(&mut child);
    assert_eq!(code, Some(130));
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(files(&desk).is_empty());
}

/// As [`ended`], with the program's standard input kept open: `wait` alone closes it.
fn ended_without_input(child: &mut Child) -> (Option<i32>, Duration) {
    let _open = child.stdin.take();
    ended(child)
}
