//! What happens when the program is told to end (Ctrl-C, or a polite kill): its run is cancelled and removes what it has
//! begun to write. Signals belong to the process, so the token of its one run does, too.

use std::process::exit;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use clump::core::progress::Cancel;
use nix::sys::signal::{SigSet, Signal};

/// The exit code of a run that was told to end: 128, and the number of the signal of Ctrl-C.
pub const STATUS: u8 = 130;

/// How long a run may take to end by itself. What waits for others, as a read from a pipe, does not hear of the token.
const PATIENCE: Duration = Duration::from_millis(800);

static TOKEN: LazyLock<Cancel> = LazyLock::new(Cancel::new);

/// The token of the run.
pub fn token() -> &'static Cancel {
    &TOKEN
}

/// Listens to signals from now on. The first lets the run end by itself, if it does so soon; a second one ends it at once.
///
/// # Errors
/// When the system does not let us listen.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if token().is_cancelled() {
            end();
        }
        token().cancel();
        // This thread hears of the second signal, so another one waits.
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            end();
        });
    })
}

/// Lets a write that exceeds the limit on the size of files fail with an error of its own, instead of killing the process:
/// then the run explains itself and leaves nothing.
pub fn hold_back_file_size() {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Where it cannot be held back, the limit kills, as it always does.
    let _ = signals.thread_block();
}

/// Ends the program. Files that are getting their names lose them again, unless all have them.
fn end() -> ! {
    token().abandon();
    exit(STATUS.into());
}
