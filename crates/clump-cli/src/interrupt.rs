//! Handling of Ctrl-C, SIGTERM and SIGHUP: the run is cancelled and removes its unfinished files. Signals
//! belong to the process, so the token of its one run is global too.
//!
//! All threads block the signals, and one thread waits for them. So it knows which signal came, and works
//! outside of any signal handler.

use std::io;
use std::process::exit;
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::Duration;

use clump::core::progress::Cancel;
use nix::sys::signal::{SigSet, Signal};

/// The signals that tell a program to end.
const ENDING: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

/// Time that a cancelled run gets to end. A run that waits for others, such as a read from a pipe, does not
/// see the token.
const PATIENCE: Duration = Duration::from_millis(800);

static TOKEN: LazyLock<Cancel> = LazyLock::new(Cancel::new);

/// The first signal that came.
static HEARD: OnceLock<Signal> = OnceLock::new();

/// The token of the run.
pub fn token() -> &'static Cancel {
    &TOKEN
}

/// The exit code of a cancelled run, as in shells: 128 plus the number of the signal.
pub fn status() -> u8 {
    128 + *HEARD.get().unwrap_or(&Signal::SIGINT) as u8
}

/// Blocks signals in this thread and in all that it starts. [`listen`] waits for those that end the program.
/// With SIGXFSZ blocked, a write that exceeds the limit on file sizes fails with an error instead of killing
/// the process. Then the run explains itself and removes its files.
pub fn hold_back() {
    let mut signals = *ending();
    signals.add(Signal::SIGXFSZ);
    // If they cannot be blocked, they kill the process, as by default.
    let _ = signals.thread_block();
}

/// Starts to listen to signals. The first lets the run end by itself, for a short time; a second one ends it
/// at once.
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

/// The signals to listen to. Those that were ignored when the program started stay ignored: `nohup` asks for that.
fn ending() -> &'static SigSet {
    static HEEDED: LazyLock<SigSet> =
        LazyLock::new(|| ENDING.into_iter().filter(|&signal| !is_ignored(signal)).collect());
    &HEEDED
}

/// True if this process ignores `signal`. Reads the mask from `/proc`; on other systems no signal counts as ignored.
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
    // This thread must receive the second signal, so another one waits.
    thread::spawn(|| {
        thread::sleep(PATIENCE);
        end();
    });
}

/// Ends the program. A publication that has not given all files their names is undone.
fn end() -> ! {
    token().abandon();
    exit(status().into());
}
