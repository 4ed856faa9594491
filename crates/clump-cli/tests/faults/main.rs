//! What can go wrong while files get their names: other runs, kills, errors of the system, Ctrl-C, and limits. Whatever
//! happens, the files of two runs are never taken for those of one, nothing is lost, and after the next run nothing
//! is left over.
//!
//! The short form is a test like any other. The long form is
//! `CLUMP_FAULTS_KILLS=500 CLUMP_FAULTS_RACES=200 CLUMP_FAULTS_LEDGER=40 cargo test -p clump-cli --test faults -- --nocapture`, which prints what it
//! counted. Errors and kills at each system call are injected by `strace`; where that cannot be had, the tests say so, and
//! under CI they fail.

#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what was counted, and what was not done, is told"
)]

mod injected;
mod kills;
mod ledger;
mod limits;
mod races;
mod strace;
mod workshop;

/// How many times a test does what it does: `short`, or what the environment says.
fn times(variable: &str, short: usize) -> usize {
    std::env::var(variable)
        .map_or(short, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number")))
}
