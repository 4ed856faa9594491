//! `clump completions`: what a shell needs to complete commands and flags.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::commands::Cli;
use crate::{Answer, output, say};

/// Prints a completion script for a shell, and says where to put it
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump completions bash > ~/.local/share/bash-completion/completions/clump\n  clump completions zsh > ~/.zfunc/_clump        (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)\n  clump completions fish > ~/.config/fish/completions/clump.fish"
)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

pub fn run(command: &Completions) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut Cli::command(), "clump", &mut script);
    output::write(|out| out.write_all(&script))?;
    say!("hint: {}", place(command.shell));
    Ok(Answer::Yes)
}

/// Where a shell looks for such a script.
fn place(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "put it in ~/.local/share/bash-completion/completions/clump",
        Shell::Zsh => "put it in ~/.zfunc/_clump, and `fpath+=~/.zfunc` before `compinit` in ~/.zshrc",
        Shell::Fish => "put it in ~/.config/fish/completions/clump.fish",
        Shell::Elvish => "put it in ~/.config/elvish/lib/clump.elv, and `use clump` in rc.elv",
        Shell::PowerShell => "add it to the file that $PROFILE names",
        _ => "see the manual of the shell for where it looks",
    }
}
