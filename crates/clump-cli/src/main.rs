//! The binary `clump`: flags and glue. What is said to a person goes to stderr; stdout carries data or JSON.
//!
//! Exit codes: 0 done, and the promise was verified; 1 ran, but the answer is no; 2 usage, input or I/O; 128 and the number
//! of the signal: told to end.

#![allow(clippy::disallowed_methods, reason = "this is the one place that touches the three streams")]

use std::process::ExitCode;

use clap::Parser;

mod commands;
mod failure;
mod flags;
mod interrupt;
mod output;
mod progress;
mod shown;
mod stdin;

use commands::{Cli, Command};

fn main() -> ExitCode {
    // Before any thread starts, since each takes over what its maker holds back.
    interrupt::hold_back();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let show_values = cli.show_values;
    // A damaged file is explained as an error; that a decoder panicked over it is nothing to tell.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !clump::io::is_decoding() {
            tell(panic);
        }
    }));
    if interrupt::listen().is_err() {
        say!(
            "warning: a run that is interrupted is ended in the middle; the next one takes back what it had begun"
        );
    }
    match run(cli) {
        Ok(answer) => ExitCode::from(answer as u8),
        // Who told it to end knows why it did.
        Err(_) if interrupt::token().is_cancelled() => ExitCode::from(interrupt::status()),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::explain(&error, show_values);
            ExitCode::from(2)
        }
    }
}

/// What a command that ran has to say.
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
