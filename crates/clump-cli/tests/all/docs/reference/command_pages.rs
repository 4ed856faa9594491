//! All commands with their flags, as `--help` has them.

use crate::commands;

pub fn page() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         Every command with all of its flags, as `clump help COMMAND` prints it. A test compares. What a flag is called, its key in a \
         [job](keys.md) is called too.\n\n\
         [Exit statuses and streams](exit.md) are the same for all.\n",
    );
    for command in commands::all() {
        let name = format!("clump {}", command.words);
        let help: Vec<&str> = command.help.lines().map(str::trim_end).collect();
        page += &format!("\n## {}\n\n```text\n{}\n```\n", name.trim(), help.join("\n").trim_end());
    }
    page
}
