//! Runs under `strace`, which makes a system call fail, or sends a signal in the middle of it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::workshop::Workshop;

/// The system calls by which files get and lose their names, and by which these are brought to disk.
pub const CALLS: [&str; 4] = ["linkat", "rename", "unlink", "fsync"];

/// Whether runs can be traced here. Where they cannot, as in many a container, that is said aloud, and under CI it fails.
#[allow(clippy::disallowed_methods, reason = "a test that is skipped says so, whoever captures its output")]
pub fn is_there() -> bool {
    let traced =
        Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).stderr(Stdio::null()).status();
    let is_there = traced.is_ok_and(|status| status.success());
    if !is_there {
        assert!(std::env::var_os("CI").is_none(), "no strace, and under CI no test may be skipped");
        let _ = writeln!(
            std::io::stderr(),
            "skipped: strace is not there, or may not trace; install it to inject faults"
        );
    }
    is_there
}

/// Runs clump under `strace`, which is to write its `log`, and injects `what` into the call number `when` of `call`. None if the
/// run makes no such call any more.
pub fn injected(
    mut strace: Command,
    log: &Path,
    arguments: &[String],
    call: &str,
    what: &str,
    when: usize,
) -> Option<Output> {
    let output = strace
        .args(["-f", "-qq", "-o"])
        .arg(log)
        .args(["-e", &format!("trace={call}"), "-e", &format!("inject={call}:{what}:when={when}")])
        .arg(env!("CARGO_BIN_EXE_clump"))
        .args(arguments)
        .output()
        .unwrap();
    let calls = std::fs::read_to_string(log)
        .unwrap()
        .lines()
        .filter(|line| line.contains(&format!("{call}(")))
        .count();
    std::fs::remove_file(log).unwrap();
    (calls >= when).then_some(output)
}

/// Runs clump, holds it up at the call number `when` of `call`, and meanwhile tells it to end, as Ctrl-C does.
pub fn interrupted(workshop: &Workshop, arguments: &[String], call: &str, when: usize) -> Output {
    let is_publishing = || !workshop.leftovers().is_empty();
    let child = workshop
        .command("env")
        // A script that runs in the background ignores Ctrl-C, and so would what it starts.
        .args(["--default-signal=INT", "strace"])
        // Detached, so that the child is the run itself.
        .args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")])
        .args(["-e", &format!("inject={call}:delay_enter=2000000:when={when}")])
        .arg(env!("CARGO_BIN_EXE_clump"))
        .args(arguments)
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !is_publishing() && start.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(5));
    }
    // All calls before take a few milliseconds. The call is held up for two seconds, so that a busy machine has time to
    // deliver the signal.
    sleep(Duration::from_millis(400));
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    child.wait_with_output().unwrap()
}
