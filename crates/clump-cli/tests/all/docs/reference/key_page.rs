//! All keys of a job, by group, with what they may say and which methods read them.

use clap::{Arg, Args, Command};
use clump::{Keys, MethodName};

use super::cell;

pub fn page() -> String {
    let mut page = String::from(
        "# Keys of a job\n\n\
         A run is one value, a job, and a job is a set of keys. A key is called what its flag is called, in a TOML file (`--config job.toml`), in \
         Python (with `_` for `-`), in the report and on the command line. `input` is the list of files to read. A test compares this page with the \
         code; [job.schema.json](schema/job.schema.json) is the same as a JSON schema.\n\n\
         The last column says which methods read a key: with another method it is refused.\n",
    );
    let command = Keys::augment_args(Command::new("job"));
    let mut heading = None;
    for (name, help) in Keys::help() {
        let flag = command.get_arguments().find(|flag| flag.get_id().as_str().replace('_', "-") == name);
        let group = flag.and_then(Arg::get_help_heading).unwrap_or("Earlier release");
        if heading.replace(group) != Some(group) {
            page.push_str(&format!(
                "\n## {group}\n\n| key | value | what it says | read by |\n|---|---|---|---|\n"
            ));
        }
        let methods: Vec<String> = MethodName::ALL
            .into_iter()
            .filter(|method| method.has_parameter(&name))
            .map(|method| format!("`{}`", method.word()))
            .collect();
        let (value, help) = (flag.map_or_else(|| "`FILE`".to_owned(), value), cell(help));
        page.push_str(&format!("| `{name}` | {value} | {help} | {} |\n", methods.join(", ")));
    }
    page
}

/// What a flag may be given.
fn value(flag: &Arg) -> String {
    if !flag.get_action().takes_values() {
        return "`true`".to_owned();
    }
    let words: Vec<String> =
        flag.get_possible_values().iter().map(|word| format!("`{}`", word.get_name())).collect();
    if !words.is_empty() {
        return words.join(", ");
    }
    let name = flag.get_value_names().and_then(|names| names.first()).map_or("N", |name| name.as_str());
    let name = if name == flag.get_id().as_str().to_uppercase() { "N" } else { name };
    format!("`{}`", name.replace('|', "\\|"))
}
