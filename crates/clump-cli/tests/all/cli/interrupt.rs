//! A program that is told to end, by Ctrl-C or a polite kill: it ends soon and leaves nothing.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::Desk;

/// A run that waits for its input.
const WAITS: &str = "anonymize - --taxonomy flat --k 2 --from basket --output release.tsv";

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

/// A command that heeds all signals, also where this test was started with some of them ignored.
fn heeding(desk: &Desk, line: &str) -> Command {
    under_env(desk, "--default-signal", line)
}

/// A command under `env` with a setting of its signals.
fn under_env(desk: &Desk, signals: &str, line: &str) -> Command {
    let inner = desk.command(line);
    let mut command = Command::new("env");
    command.arg(signals).arg(inner.get_program()).args(inner.get_args()).current_dir(desk.path(""));
    command
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
        let mut child = heeding(&desk, "anonymize log.tsv --k 5 --effort best --output release.tsv")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
        (0..signals).for_each(|_| send("INT", &child));
        let (code, took) = ended(&mut child);
        assert_eq!(code, Some(130));
        assert!(took < Duration::from_secs(2), "{took:?}");
        let said = child.wait_with_output().unwrap().stderr;
        assert_eq!(String::from_utf8_lossy(&said), "");
        assert_eq!(files(&desk), ["log.tsv"]);
    }
}

#[test]
fn a_run_that_waits_for_its_input_ends_with_the_code_of_the_first_signal() {
    let desk = Desk::new();
    for (signals, status) in [(&["TERM"][..], 143), (&["HUP"], 129), (&["INT"], 130), (&["TERM", "INT"], 143)]
    {
        let mut child = heeding(&desk, WAITS).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        for signal in signals {
            send(signal, &child);
            std::thread::sleep(Duration::from_millis(50));
        }
        let (code, took) = ended_without_input(&mut child);
        assert_eq!(code, Some(status), "{signals:?}");
        assert!(took < Duration::from_secs(3), "{took:?}");
        assert!(files(&desk).is_empty());
    }
}

/// As [`ended`], with the program's standard input kept open: `wait` alone closes it.
fn ended_without_input(child: &mut Child) -> (Option<i32>, Duration) {
    let _open = child.stdin.take();
    ended(child)
}

#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let desk = Desk::new();
    let mut child = under_env(&desk, "--ignore-signal=HUP", WAITS)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    send("HUP", &child);
    std::thread::sleep(Duration::from_millis(1200));
    assert!(child.try_wait().unwrap().is_none(), "nohup keeps a run going");
    send("TERM", &child);
    assert_eq!(ended_without_input(&mut child).0, Some(143));
}
