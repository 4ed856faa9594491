//! Handling of Ctrl-C, SIGTERM and SIGHUP: cancels the run, which then removes its unfinished files. A
//! process receives signals as a whole, so the cancellation token is global.
//!
//! All threads block the signals, and one thread waits for them. This thread can see which signal came, and
//! its code runs outside of a signal handler.

use std::io;
use std::process::exit;
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::Duration;

use clump::core::progress::Cancel;
use nix::sys::signal::{SigSet, Signal};

/// The signals that end the program.
const ENDING: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

/// Time that a cancelled run gets to end before the process exits. A run that is blocked, such as in a read
/// from a pipe, does not see the token.
const PATIENCE: Duration = Duration::from_millis(800);

static TOKEN: LazyLock<Cancel> = LazyLock::new(Cancel::new);

/// The first signal that the process received; empty before.
static HEARD: OnceLock<Signal> = OnceLock::new();

/// The cancellation token of the run.
pub fn token() -> &'static Cancel {
    &TOKEN
}

/// The exit code of a cancelled run, as shells define it: 128 plus the number of the signal.
pub fn status() -> u8 {
    128 + *HEARD.get().unwrap_or(&Signal::SIGINT) as u8
}

/// Blocks signals in this thread and in all threads that it starts. [`listen`] waits for signals that end the
/// program. With SIGXFSZ blocked, a write above the limit on file sizes returns an error instead of killing
/// the process. The run then prints the error and removes its files.
pub fn hold_back() {
    let mut signals = *ending();
    signals.add(Signal::SIGXFSZ);
    // If the signals cannot be blocked, they kill the process as usual.
    let _ = signals.thread_block();
}

/// Starts a thread that waits for signals. The first signal cancels the run, which gets a short time to end.
/// A second signal ends the process immediately.
///
/// # Errors
/// When no thread can be started. Then signals kill the process again.
pub fn listen() -> io::Result<()> {
    let listening = thread::Builder::new().name("signals".to_owned()).spawn(|| {
        while let Ok(signal) = ending().wait() {
            hear(signal);
        }
    });
    if listening.is_err() {
        let _ = ending().thread_unblock();
    }
    listening.map(drop)
}

/// The signals to wait for, without those ignored at the start, as `nohup` requires.
fn ending() -> &'static SigSet {
    static HEEDED: LazyLock<SigSet> =
        LazyLock::new(|| ENDING.into_iter().filter(|&signal| !is_ignored(signal)).collect());
    &HEEDED
}

/// True if this process ignores `signal`, according to `/proc`. Without `/proc`, false.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal as i32 - 1) & 1 == 1
}

fn hear(signal: Signal) {
    if HEARD.set(signal).is_err() {
        end();
    }
    token().cancel();
    // This thread must wait for a second signal, so another thread waits for the timeout.
    thread::spawn(|| {
        thread::sleep(PATIENCE);
        end();
    });
}

/// Exits the process. If a publication has not given all files their names, it is undone first.
fn end() -> ! {
    token().abandon();
    exit(status().into());
}
