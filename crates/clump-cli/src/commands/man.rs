//! `clump man`: manual pages, made from the table of flags.

use std::io;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};

use crate::commands::Cli;
use crate::failure::Refused;
use crate::{Answer, output, say};

/// Prints a manual page, or writes all of them to a folder
///
/// The page of clump refers to those of its commands (`clump-anonymize(1)`), so write them all to a folder where `man` looks.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump man --output ~/.local/share/man/man1\n  clump man anonymize | man -l -"
)]
pub struct Man {
    /// The page of one command instead of that of clump itself
    #[arg(conflicts_with = "output")]
    command: Option<String>,
    /// Writes all pages to this folder
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub fn run(command: &Man) -> anyhow::Result<Answer> {
    let mut clump = Cli::command();
    clump.build();
    if let Some(folder) = &command.output {
        std::fs::create_dir_all(folder)?;
        clap_mangen::generate_to(clump, folder)?;
        say!("Wrote     the pages of clump and of its commands to {}", folder.display());
        return Ok(Answer::Yes);
    }
    let page = match command.command.as_deref() {
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
