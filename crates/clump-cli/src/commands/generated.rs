//! Texts that are made from the table of flags: help, completions, manual pages.

use std::io;

use clap::{Command, CommandFactory};

use crate::commands::Cli;
use crate::failure::Refused;
use crate::{Answer, output, say};

/// Without a command nothing can be done, but what can be done can be said.
pub fn help() -> anyhow::Result<Answer> {
    let help = Cli::command().render_help().to_string();
    help.split('\n').for_each(|line| say!("{line}"));
    Err(Refused::new(
        "no command was given",
        "try `clump anonymize examples/queries.tsv --k 5 --output release.tsv`",
    )
    .into())
}

pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "clump", &mut script);
    output::write(|out| out.write_all(&script))?;
    Ok(Answer::Yes)
}

pub fn man(command: Option<&str>) -> anyhow::Result<Answer> {
    let mut clump = Cli::command();
    clump.build();
    let page = match command {
        None => page(clump),
        Some(name) => {
            let command = clump
                .get_subcommands()
                .find(|command| command.get_name() == name)
                .cloned()
                .ok_or_else(|| Refused::new("clump has no such command", "`clump help` lists them"))?;
            page(command)
        }
    }?;
    output::write(|out| out.write_all(&page))?;
    Ok(Answer::Yes)
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
