//! The program `clump` as others meet it. `cli`: its command line, in a fresh folder for each test. `docs`: the documents,
//! of which every command is run. `fuzz`: random logs and command lines against a checker that shares nothing with it.
//! Tests of faults are a program of their own (`tests/faults`): they measure how long runs take and stop them between two
//! system calls, so nothing else may run beside them.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod cli;
mod commands;
mod desk;
mod docs;
mod fuzz;
