//! `clump methods`: lists the methods with their promises.

use clap::Args;
use clump::{Keys, MethodFacts, MethodName, WorksOn, methods_page};

use serde::Serialize;

use crate::failure::UsageError;
use crate::{Answer, output};

/// Lists the methods with their promises, or explains one method and its flags.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clump methods\n  clump methods partition")]
pub struct Methods {
    /// Method to explain, for example `counts`
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Prints everything as JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Prints everything as the page of the documentation
    #[arg(long, conflicts_with = "name")]
    markdown: bool,
}

/// A method in the output of `--json`.
#[derive(Debug, Serialize)]
struct Explained {
    name: MethodName,
    parameters: Vec<String>,
    #[serde(flatten)]
    facts: &'static MethodFacts,
}

impl Explained {
    fn of(name: MethodName) -> Explained {
        Explained { name, parameters: name.parameters(), facts: name.facts() }
    }
}

pub fn run(command: Methods) -> anyhow::Result<Answer> {
    let chosen = command.name.as_deref().map(find).transpose()?;
    match (chosen, command.json) {
        (Some(method), true) => output::json(&Explained::of(method))?,
        (None, true) => output::json(&MethodName::ALL.map(Explained::of))?,
        (Some(method), false) => print(&explain(method))?,
        (None, false) if command.markdown => print(&methods_page())?,
        (None, false) => print(&list())?,
    }
    Ok(Answer::Yes)
}

fn find(word: &str) -> Result<MethodName, UsageError> {
    let found = MethodName::ALL.into_iter().find(|method| method.word() == word);
    found.ok_or_else(|| UsageError::new("there is no such method", "run `clump methods` to list them"))
}

fn print(text: &str) -> anyhow::Result<()> {
    output::write(|out| out.write_all(text.as_bytes()))
}

fn list() -> String {
    let mut text = String::new();
    for (kind, title) in [
        (WorksOn::Transactions, "On transactions: rows of items"),
        (WorksOn::Facts, "On facts: what many people share"),
        (WorksOn::Lines, "On the lines of a query log"),
    ] {
        text.push_str(&format!("{title}\n\n"));
        for method in MethodName::ALL.into_iter().filter(|method| method.facts().works_on == kind) {
            let MethodFacts { promise, sentence, .. } = method.facts();
            let parameters = flags(method);
            text.push_str(&format!("  {}\n      {sentence}\n      promises: {promise}\n", method.word()));
            if !parameters.is_empty() {
                text.push_str(&format!("      parameters: {parameters}\n"));
            }
        }
        text.push('\n');
    }
    text.push_str("`clump methods NAME` explains one method and its flags.\n");
    text
}

fn explain(method: MethodName) -> String {
    let MethodFacts { promise, sentence, explanation, reference, weakness, .. } = method.facts();
    let parameters = match flags(method) {
        flags if flags.is_empty() => "none".to_owned(),
        flags => flags,
    };
    let mut text = format!("{}\n\n{}\n\n", method.word(), wrap(&format!("{sentence} {explanation}"), 0));
    let facts =
        [("promises", *promise), ("parameters", &parameters), ("from", reference), ("weakness", weakness)];
    for (name, fact) in facts {
        text.push_str(&format!("{name:INDENT$}{}\n", wrap(fact, INDENT)));
    }
    for (flag, help) in flags_with_help(method) {
        text.push_str(&format!("\n{flag}\n"));
        for paragraph in help.split("\n\n") {
            text.push_str(&format!("{:INDENT$}{}\n", "", wrap(paragraph, INDENT)));
        }
    }
    text
}

/// Column of the terminal at which the text after a label starts.
const INDENT: usize = 12;

fn flags(method: MethodName) -> String {
    let flags: Vec<String> = method.parameters().iter().map(|key| format!("--{key}")).collect();
    flags.join(" ")
}

/// The flags of this method with their help. Flags that several methods share have a short text here; details
/// are in `clump anonymize --help`.
fn flags_with_help(method: MethodName) -> Vec<(String, String)> {
    let flags = Keys::augment_args(clap::Command::new("methods"));
    let parameters = method.parameters();
    let told = |key: &String| {
        let flag = flags.get_arguments().find(|flag| flag.get_long() == Some(key.as_str()))?;
        let details = flag.get_long_help().filter(|_| flag.is_hide_set());
        let help = details.or_else(|| flag.get_help())?.to_string();
        let values: Vec<String> =
            flag.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let values = match values.as_slice() {
            [] => flag.get_value_names().map(|names| names[0].to_string()),
            values => Some(values.join("|")),
        };
        let takes_value = flag.get_action().takes_values();
        let value = values.filter(|_| takes_value).map_or_else(String::new, |value| format!(" {value}"));
        Some((format!("--{key}{value}"), help))
    };
    parameters.iter().filter_map(told).collect()
}

/// Breaks `text` into lines that end at column 96 or before, and indents all lines except the first.
fn wrap(text: &str, indent: usize) -> String {
    let mut wrapped = String::new();
    let mut column = indent;
    for (number, word) in text.split_whitespace().enumerate() {
        if number > 0 && column + 1 + word.len() > 96 {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if number > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += word.len();
    }
    wrapped
}
