//! The user's settings as text to repeat a step: a command line, a TOML file and a line of Python.

use clump::Keys;
use clump::core::remedy::in_shell;
use clump::keys::{AssessKeys, GuardKeys, KeyGroup, MethodKeys, OutputKeys, ParameterKeys, ReportKeys};
use serde_json::{Map, Value};

use crate::form::map_of;

/// A command that a step repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Inspect,
    Compare,
    Anonymize,
}

impl Verb {
    fn word(self) -> &'static str {
        match self {
            Verb::Inspect => "inspect",
            Verb::Compare => "compare",
            Verb::Anonymize => "anonymize",
        }
    }

    /// The keys of `keys` that this command accepts.
    pub fn taken(self, keys: &Keys) -> Keys {
        let Keys { input, read, words, loss, tree, scope, promise, cost, sensitive, guards, threads, .. } =
            keys.clone();
        let source = Keys { input, read, words, tree, scope, ..Keys::default() };
        match self {
            Verb::Inspect => source,
            Verb::Compare => {
                let GuardKeys { certainty, ceiling, .. } = guards;
                let guards = GuardKeys { certainty, ceiling, ..GuardKeys::default() };
                Keys { loss, promise, cost, sensitive, guards, threads, ..source }
            }
            Verb::Anonymize => keys.clone(),
        }
    }
}

/// Texts that repeat a step in three languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    pub command: String,
    /// TOML text for a file that `--config` reads.
    pub toml: String,
    /// Command line that uses this file.
    pub config: String,
    pub python: String,
}

impl Repeat {
    /// Makes the texts for `verb` with `keys`, and with a `sample` share of the owners if given. The path of
    /// a release defaults to `release.csv`.
    pub fn of(verb: Verb, keys: &Keys, sample: Option<f64>) -> Repeat {
        let mut keys = verb.taken(keys);
        if verb == Verb::Anonymize && keys.output.output.is_none() {
            keys.output.output = Some("release.csv".into());
        }
        // `clump compare` accepts `--k` and `--sample`, which are not keys of a job.
        let k = keys.promise.k.filter(|_| verb == Verb::Compare).map(|k| ("k".to_owned(), Value::from(k)));
        let sample = sample.map(|share| ("sample".to_owned(), Value::from(share)));
        let mut map = in_order(&keys);
        let in_file: Vec<(String, Value)> =
            map.iter().filter(|(key, _)| k.is_none() || key != "k").cloned().collect();
        let beside: Vec<(String, Value)> = k.into_iter().chain(sample.clone()).collect();
        map.extend(sample);
        Repeat {
            command: command(verb, &map),
            toml: toml_of(&in_file),
            config: format!("{} --config job.toml{}", command(verb, &[]), flags(&beside)),
            python: python(verb, &map),
        }
    }
}

/// Keys with their values, in the order of the list of keys.
fn in_order(keys: &Keys) -> Vec<(String, Value)> {
    let mut map: Map<String, Value> = map_of(keys);
    let names = std::iter::once("input".to_owned()).chain(Keys::help().map(|(name, _)| name));
    names.filter_map(|name| map.remove(&name).map(|value| (name, value))).collect()
}

fn command(verb: Verb, map: &[(String, Value)]) -> String {
    let (inputs, settings): (Vec<_>, Vec<_>) = map.iter().cloned().partition(|(key, _)| key == "input");
    let inputs: String = inputs
        .iter()
        .flat_map(|(_, value)| words(value))
        .map(|path| format!(" {}", in_shell(&path)))
        .collect();
    format!("clump {}{inputs}{}", verb.word(), flags(&settings))
}

/// Settings as flags. Each flag has a space in front.
fn flags(map: &[(String, Value)]) -> String {
    let flag = |(key, value): &(String, Value)| match value {
        Value::Bool(_) => format!(" --{key}"),
        value => words(value).iter().map(|word| format!(" --{key} {}", in_shell(word))).collect(),
    };
    map.iter().map(flag).collect()
}

/// The values of a setting, as plain texts without quotes.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().map(plain).collect(),
        value => vec![plain(value)],
    }
}

fn toml_of(map: &[(String, Value)]) -> String {
    let line = |(key, value): &(String, Value)| {
        let value = match value {
            // A single input is a plain text instead of a list.
            Value::Array(values) if key == "input" && values.len() == 1 => &values[0],
            value => value,
        };
        toml::Value::try_from(value).map(|value| format!("{key} = {value}\n"))
    };
    map.iter().filter_map(|entry| line(entry).ok()).collect()
}

fn python(verb: Verb, map: &[(String, Value)]) -> String {
    let keyword = |key: &str| match key {
        "from" => "from_".to_owned(),
        key => key.replace('-', "_"),
    };
    let is_parameter = |key: &str| MethodKeys::has(key) || ParameterKeys::has(key);
    let is_written = |key: &str| {
        let is_output = OutputKeys::has(key) && !["layout", "keep-root", "floor"].contains(&key);
        verb == Verb::Anonymize && (is_output || ReportKeys::has(key) || AssessKeys::has(key))
    };
    let (mut data, mut given, mut method, mut parameters, mut path, mut written) =
        (String::new(), Vec::new(), None, Vec::new(), None, Vec::new());
    for (key, value) in map {
        let said = || format!("{}={}", keyword(key), in_python(value));
        match (key.as_str(), value) {
            ("input", Value::Array(values)) if values.len() == 1 => data = in_python(&values[0]),
            ("input", value) => data = in_python(value),
            ("method", value) => method = Some(plain(value)),
            ("output", value) => path = Some(in_python(value)),
            (key, _) if is_written(key) => written.push(said()),
            (key, _) if verb == Verb::Anonymize && is_parameter(key) => parameters.push(said()),
            _ => given.push(said()),
        }
    }
    let method = match (method, parameters.is_empty()) {
        (Some(method), true) => Some(format!("method=\"{method}\"")),
        (method, false) => {
            Some(format!("method=clump.{}({})", class(&method.unwrap_or_default()), parameters.join(", ")))
        }
        (None, true) => None,
    };
    // Puts `k` first, then the method.
    let k = given.iter().position(|said| said.starts_with("k=")).map(|place| given.remove(place));
    let arguments: Vec<String> = [data].into_iter().chain(k).chain(method).chain(given).collect();
    let call = format!("clump.{}({})", verb.word(), arguments.join(", "));
    let mut lines = vec!["import clump_anon as clump".to_owned(), String::new()];
    match path {
        Some(path) => {
            lines.push(format!("result = {call}"));
            let arguments: Vec<String> = [path].into_iter().chain(written).collect();
            lines.push(format!("result.write({})", arguments.join(", ")));
        }
        None => lines.push(call),
    }
    lines.join("\n")
}

/// Python class of a method: `DropRare` for `drop-rare`.
fn class(method: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    method.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn in_python(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Array(values) => format!("[{}]", values.iter().map(in_python).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Keys {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_job_is_a_command_and_a_call() {
        let keys = keys(
            r#"{ "input": "my log.tsv", "k": 5, "method": "nearest", "effort": "fast", "output": "r.csv" }"#,
        );
        let repeat = Repeat::of(Verb::Anonymize, &keys, None);
        assert_eq!(
            repeat.command,
            "clump anonymize 'my log.tsv' --k 5 --method nearest --effort fast --output r.csv"
        );
        assert!(repeat.python.ends_with(
            "result = clump.anonymize(\"my log.tsv\", k=5, method=clump.Nearest(effort=\"fast\"))\nresult.write(\"r.csv\")"
        ));
    }

    #[test]
    fn a_toml_file_is_read_as_the_same_keys() {
        let keys = keys(
            r#"{ "output": "r.csv", "input": ["a 'b'.csv"], "from": "csv", "owner": "user \"id\"", "spelling": "as-they-are", "k": 5,
                 "sensitive": ["illness", "it's"], "certainty": 0.5, "taxonomy": "prefix:1,3", "method": "counts", "epsilon": 0.5, "delta": 1e-6 }"#,
        );
        let toml = Repeat::of(Verb::Anonymize, &keys, None).toml;
        assert_eq!(toml::from_str::<Keys>(&toml).unwrap(), keys, "{toml}");
    }

    #[test]
    fn a_shell_takes_every_value_for_one_word() {
        let keys = keys(
            r#"{ "input": "a 'b'.csv", "owner": "user $(id)", "spelling": "fold", "sensitive": ["a", "b c"] }"#,
        );
        assert_eq!(
            Repeat::of(Verb::Anonymize, &keys, None).command,
            r"clump anonymize 'a '\''b'\''.csv' --owner 'user $(id)' --spelling fold --sensitive a --sensitive 'b c' --output release.csv"
        );
    }

    #[test]
    fn a_verb_gets_what_it_takes() {
        let keys = keys(
            r#"{ "input": "a.csv", "owner": "user", "k": 5, "method": "nearest", "ceiling": "drug", "output": "r.csv" }"#,
        );
        let command = |verb| Repeat::of(verb, &keys, Some(0.05)).command;
        assert_eq!(Repeat::of(Verb::Inspect, &keys, None).command, "clump inspect a.csv --owner user");
        assert_eq!(
            command(Verb::Compare),
            "clump compare a.csv --owner user --k 5 --ceiling drug --sample 0.05"
        );
        let python = Repeat::of(Verb::Compare, &keys, None).python;
        assert!(
            python.ends_with("clump.compare(\"a.csv\", k=5, owner=\"user\", ceiling=[\"drug\"])"),
            "{python}"
        );
        // A job has no sample, so the command has it and `--k` as flags.
        let repeat = Repeat::of(Verb::Compare, &keys, Some(0.05));
        assert_eq!(repeat.config, "clump compare --config job.toml --k 5 --sample 0.05");
        assert_eq!(repeat.toml, "input = \"a.csv\"\nowner = \"user\"\nceiling = [\"drug\"]\n");
    }

    #[test]
    fn a_method_with_parameters_is_a_class_of_python() {
        let keys = keys(
            r#"{ "input": ["a", "b"], "method": "drop-rare", "link-owners": true, "k": 5, "output": "r.tsv", "page": "p.html" }"#,
        );
        let python = Repeat::of(Verb::Anonymize, &keys, None).python;
        assert!(
            python.contains(r#"clump.anonymize(["a", "b"], k=5, method=clump.DropRare(link_owners=True))"#),
            "{python}"
        );
        assert!(python.ends_with(r#"result.write("r.tsv", page="p.html")"#), "{python}");
    }
}
