//! Every command with its help, as clap lists them: no list of them is kept by hand.

use crate::desk::Desk;

/// A command.
pub struct Command {
    /// What follows `clump`: `taxonomy build`, or nothing.
    pub words: String,
    pub help: String,
}

/// All commands, each before those below it.
pub fn all() -> Vec<Command> {
    let mut found = Vec::new();
    gather("", &mut found);
    assert!(found.len() > 15, "{}", found.len());
    found
}

fn gather(words: &str, found: &mut Vec<Command>) {
    let help = Desk::new().clump(&format!("{words} --help")).ok().stdout;
    let below = names_below(&help);
    found.push(Command { words: words.to_owned(), help });
    for name in below {
        gather(format!("{words} {name}").trim(), found);
    }
}

/// The names below `Commands:`, but for `help`.
fn names_below(help: &str) -> Vec<String> {
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let first = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    first
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}
