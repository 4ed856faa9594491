//! What happens when the program is told to end (Ctrl-C, a polite kill, a terminal that closes): its run is cancelled and removes
//! what it has begun to write. Signals belong to the process, so the token of its one run does, too.
//!
//! The signals are held back from all threads, and one thread waits for them: so it hears which one came, and does its work
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

/// How long a run may take to end by itself. What waits for others, as a read from a pipe, does not hear of the token.
const PATIENCE: Duration = Duration::from_millis(800);

static TOKEN: LazyLock<Cancel> = LazyLock::new(Cancel::new);

/// The first signal that came.
static HEARD: OnceLock<Signal> = OnceLock::new();

/// The token of the run.
pub fn token() -> &'static Cancel {
    &TOKEN
}

/// The exit code of a run that was told to end, as shells have it: 128 and the number of the signal.
pub fn status() -> u8 {
    128 + *HEARD.get().unwrap_or(&Signal::SIGINT) as u8
}

/// Holds signals back from this thread and from all that it starts. Those that tell to end are for [`listen`]. And a write that
/// exceeds the limit on the size of files fails with an error of its own, instead of killing the process: then the run
/// explains itself and leaves nothing.
pub fn hold_back() {
    let mut signals = *ending();
    signals.add(Signal::SIGXFSZ);
    // Where they cannot be held back, they kill, as they always do.
    let _ = signals.thread_block();
}

/// Listens to signals from now on. The first lets the run end by itself, if it does so soon; a second one ends it at once.
///
/// # Errors
/// When there is no thread to listen. Then signals kill again.
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
    // This thread hears of the second signal, so another one waits.
    thread::spawn(|| {
        thread::sleep(PATIENCE);
        end();
    });
}

/// Ends the program. Files that are getting their names lose them again, unless all have them.
fn end() -> ! {
    token().abandon();
    exit(status().into());
}
