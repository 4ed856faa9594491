//! All commands with their flags, as `--help` has them.

use super::printed;

pub fn page() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         Every command with all of its flags, as `clump help COMMAND` prints it. A test compares. What a flag is called, its key in a \
         [job](keys.md) is called too.\n\n\
         [Exit statuses and streams](exit.md) are the same for all.\n",
    );
    describe(&mut page, &mut vec![]);
    page
}

/// The section of the command `words`, and those of the commands below it.
fn describe(page: &mut String, words: &mut Vec<String>) {
    let mut asked: Vec<&str> = words.iter().map(String::as_str).collect();
    asked.push("--help");
    let help = printed(&asked);
    let name = ["clump"].into_iter().chain(words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    page.push_str(&format!("\n## {name}\n\n```text\n{}\n```\n", help.join("\n").trim_end()));
    for below in commands(&help) {
        words.push(below);
        describe(page, words);
        words.pop();
    }
}

/// The names below `Commands:`, but for `help`.
fn commands(help: &[&str]) -> Vec<String> {
    let listed =
        help.iter().skip_while(|line| **line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let name = |line: &&str| {
        let is_first = line.starts_with("  ") && !line.starts_with("   ");
        is_first.then(|| line.split_whitespace().next().unwrap().to_owned())
    };
    listed.filter_map(name).filter(|name| name != "help").collect()
}
