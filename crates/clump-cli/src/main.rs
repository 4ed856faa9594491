//! The program `clump`. It prints messages for people on stderr, and data and JSON on stdout.
//!
//! Exit codes: 0 means that the command succeeded and the promise was verified. 1 means that it ran, but the
//! answer is no. 2 means an error of usage, input or I/O. 128 plus a signal number means that the signal
//! ended the run.

#![allow(clippy::disallowed_methods, reason = "this is the one place that touches the three streams")]

use std::process::ExitCode;

use clap::Parser;

mod commands;
mod failure;
mod flags;
mod interrupt;
mod output;
mod progress;

use commands::{Cli, Command};

fn main() -> ExitCode {
    // This must come before any thread starts, because threads inherit the blocked signals.
    interrupt::hold_back();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let show_values = cli.show_values;
    // A panic of a decoder over a damaged file becomes an error, so this hook does not print it.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !clump::io::is_decoding() {
            tell(panic);
        }
    }));
    if interrupt::listen().is_err() {
        say!(
            "warning: an interruption ends this run at once; the next run then removes its unfinished files"
        );
    }
    match run(cli) {
        Ok(answer) => ExitCode::from(answer as u8),
        // The user ended the run, so no error is printed.
        Err(_) if interrupt::token().is_cancelled() => ExitCode::from(interrupt::status()),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::explain(&error, show_values);
            ExitCode::from(2)
        }
    }
}

/// Answer of a command that ran without error. Its value is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes = 0,
    No = 1,
}

fn run(cli: Cli) -> anyhow::Result<Answer> {
    if cli.licenses {
        return commands::licenses::run();
    }
    if let Some(shell) = cli.completions {
        return commands::shell::completions(shell);
    }
    if let Some(folder) = &cli.man {
        return commands::shell::man(folder);
    }
    match cli.command {
        Some(Command::Anonymize(command)) => commands::anonymize::run(*command),
        Some(Command::Apply(command)) => commands::apply::run(*command),
        Some(Command::Inspect(command)) => commands::inspect::run(command),
        Some(Command::Verify(command)) => commands::verify::run(command),
        Some(Command::Sign(command)) => commands::sign::run(command),
        Some(Command::Measure(command)) => commands::measure::run(command),
        Some(Command::Methods(command)) => commands::methods::run(command),
        Some(Command::Compare(command)) => commands::compare::run(command),
        #[cfg(feature = "serve")]
        Some(Command::Serve(command)) => commands::serve::run(command),
        Some(Command::Reproduce(command)) => commands::reproduce::run(command),
        Some(Command::Attack(command)) => commands::attack::run(command),
        Some(Command::Decode(command)) => commands::decode::run(command),
        Some(Command::Floor(command)) => commands::floor::run(command),
        Some(Command::Taxonomy(command)) => commands::taxonomy::run(command, cli.show_values),
        Some(Command::Generate(command)) => commands::generate::run(command),
        None => commands::help(),
    }
}
