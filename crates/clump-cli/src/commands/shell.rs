//! `clump --completions` and `clump --man`: make completion scripts and manual pages from the flags.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::commands::Cli;
use crate::{Answer, output, say};

/// Prints the completion script of `shell` on stdout, and the path for it on stderr.
pub fn completions(shell: Shell) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "clump", &mut script);
    output::write(|out| out.write_all(&script))?;
    say!("hint: {}", place(shell));
    Ok(Answer::Yes)
}

/// Path at which `shell` looks for its completion script.
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

/// Writes manual pages to `folder`, one for clump and one for each command.
pub fn man(folder: &Path) -> anyhow::Result<Answer> {
    let mut clump = Cli::command();
    clump.build();
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(clump, folder)?;
    say!("Wrote     the pages of clump and of its commands to {}", folder.display());
    Ok(Answer::Yes)
}
