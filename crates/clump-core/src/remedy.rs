//! Remedies for errors, as values. The library does not know how users write its settings. So a remedy refers to
//! settings by their keys, and the caller that shows it writes them: `--owner COLUMN` on a command line,
//! `owner="COLUMN"` in Python, the field `owner` on a page.
//!
//! A remedy is written as a sentence in which `{...}` refers to a setting by its key in a job:
//!
//! | in the sentence | as flags | as keywords | as fields |
//! |---|---|---|---|
//! | `{owner}` | `--owner` | `owner=` | `owner` |
//! | `{owner=COLUMN}` | `--owner COLUMN` | `owner="COLUMN"` | `owner: COLUMN` |
//! | `{force!}`, which is on or off | `--force` | `force=True` | `force` |
//! | `{unit=owner\|query}`, one or the other | `--unit owner` or `query` | `unit="owner"` or `"query"` | `unit: owner` or `query` |
//! | `{from=csv owner=COLUMN}`, all together | `--from csv --owner COLUMN` | `from_="csv", owner="COLUMN"` | `from: csv, owner: COLUMN` |
//! | `{clump inspect INPUT unknown-words!}`, another verb | `clump inspect INPUT --unknown-words` | `clump.inspect(INPUT, unknown_words=True)` | `inspect` |
//!
//! Within `{clump ...}`, a word such as `audit?` is a setting with any value. `{{` and `}}` stand for braces.

use std::borrow::Cow;
use std::fmt::Write;

/// Style in which a remedy writes settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Naming {
    /// Writes flags of the command line: `--owner COLUMN`.
    Flags,
    /// Writes keyword arguments of Python: `owner="COLUMN"`.
    Keywords,
    /// Writes fields of a form, or keys of a job: `owner: COLUMN`.
    Fields,
}

/// A setting that a remedy refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    key: Cow<'static, str>,
    values: Values,
}

/// The values that a remedy gives for a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// The remedy gives no value for the setting.
    Any,
    /// The setting is a switch that must be on.
    On,
    /// The remedy gives these values to choose from; the list is not empty.
    OneOf(Vec<String>),
}

impl Setting {
    /// The setting `key` with any value.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Setting {
        Setting { key: key.into(), values: Values::Any }
    }

    /// The setting `key` with this value.
    pub fn with(key: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Setting {
        Setting { key: key.into(), values: Values::OneOf(vec![value.into()]) }
    }

    /// The key of the setting in a job, for instance `owner-per-row`.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The values to choose from; empty if the remedy gives none.
    pub fn values(&self) -> &[String] {
        match &self.values {
            Values::Any | Values::On => &[],
            Values::OneOf(values) => values,
        }
    }

    /// Parses a setting from `word`, in the notation of [`Remedy::of`], such as `unit=owner`.
    fn read(word: &str) -> Setting {
        let (key, values) = match (word.split_once('='), word.strip_suffix('!')) {
            (Some((key, values)), _) => (key, Values::OneOf(values.split('|').map(str::to_owned).collect())),
            (None, Some(key)) => (key, Values::On),
            (None, None) => (word, Values::Any),
        };
        Setting { key: key.to_owned().into(), values }
    }

    /// The setting with its first value, written in the style `naming`.
    fn named(&self, naming: Naming) -> String {
        let (key, value) = (&self.key, self.values().first());
        match naming {
            Naming::Flags => match value {
                Some(value) => format!("--{key} {}", in_shell(value)),
                None => format!("--{key}"),
            },
            Naming::Keywords => {
                let mut key = key.replace('-', "_");
                if PYTHON_KEYWORDS.contains(&key.as_str()) {
                    key.push('_');
                }
                match (&self.values, value) {
                    (Values::On, _) => format!("{key}=True"),
                    (_, Some(value)) => format!("{key}={}", in_python(value)),
                    (_, None) => format!("{key}="),
                }
            }
            Naming::Fields => match value {
                Some(value) => format!("{key}: {value}"),
                None => key.to_string(),
            },
        }
    }
}

/// Keys of a job that are keywords in Python and get an underscore there.
const PYTHON_KEYWORDS: [&str; 1] = ["from"];

/// The value as one word of a shell command, in quotes if it needs them.
pub fn in_shell(value: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "-_./:+%".contains(char);
    if !value.is_empty() && value.chars().all(is_plain) {
        value.to_owned()
    } else {
        format!("'{}'", value.replace('\'', r"'\''"))
    }
}

/// The value as a Python literal: a number, or a string in quotes.
fn in_python(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() => value.to_owned(),
        _ => format!("\"{}\"", value.replace('\\', r"\\").replace('"', r#"\""#)),
    }
}

/// A part of the sentence of a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// Settings that are written together.
    Settings(Vec<Setting>),
    /// A command of the program: the words of its name, the things it works on, and its settings.
    Verb {
        name: Vec<String>,
        on: Vec<String>,
        settings: Vec<Setting>,
    },
}

/// Remedy for an error. The [module](self) explains the notation.
///
/// ```
/// use clump_core::remedy::{Naming, Remedy};
///
/// let remedy = Remedy::of("name the column with {owner=COLUMN}, or say {owner-per-row!}");
/// assert_eq!(remedy.render(Naming::Flags), "name the column with `--owner COLUMN`, or say `--owner-per-row`");
/// assert_eq!(remedy.render(Naming::Keywords), "name the column with `owner=\"COLUMN\"`, or say `owner_per_row=True`");
/// assert_eq!(remedy.settings().map(|setting| setting.key()).collect::<Vec<_>>(), ["owner", "owner-per-row"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remedy(Vec<Part>);

impl Remedy {
    /// Parses a remedy from a sentence with `{...}` for settings.
    pub fn of(sentence: &str) -> Remedy {
        let mut remedy = Remedy::default();
        let mut rest = sentence;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            if brace.starts_with("{{") || brace.starts_with("}}") {
                remedy = remedy.say(before).say(&brace[..1]);
                rest = &brace[2..];
            } else if let Some((inside, after)) = brace[1..].split_once('}') {
                remedy = remedy.say(before);
                remedy.0.push(Part::read(inside));
                rest = after;
            } else {
                break;
            }
        }
        remedy.say(rest)
    }

    /// The remedy "add the setting `key`", with any value.
    pub fn give(key: impl Into<Cow<'static, str>>) -> Remedy {
        Remedy::default().say("add ").set([Setting::new(key)])
    }

    /// Appends `text` unchanged.
    #[must_use]
    pub fn say(mut self, text: &str) -> Remedy {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.0.push(Part::Text(text.to_owned())),
        }
        self
    }

    /// Appends settings that are written together.
    #[must_use]
    pub fn set(mut self, settings: impl IntoIterator<Item = Setting>) -> Remedy {
        self.0.push(Part::Settings(settings.into_iter().collect()));
        self
    }

    /// Appends another remedy.
    #[must_use]
    pub fn and(mut self, other: Remedy) -> Remedy {
        for part in other.0 {
            match part {
                Part::Text(text) => self = self.say(&text),
                part => self.0.push(part),
            }
        }
        self
    }

    /// The settings that the remedy refers to, in order, so that a page can mark their fields. Settings of other
    /// commands are not included.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter().flat_map(|part| match part {
            Part::Settings(settings) => settings.as_slice(),
            Part::Text(_) | Part::Verb { .. } => &[],
        })
    }

    /// The sentence, with settings in the style `naming`.
    pub fn render(&self, naming: Naming) -> String {
        let mut text = String::new();
        for part in &self.0 {
            part.write(naming, &mut text);
        }
        text
    }
}

impl Part {
    /// Parses the text between two braces.
    fn read(inside: &str) -> Part {
        let mut words = inside.split_whitespace();
        let Some(line) = inside.strip_prefix("clump ") else {
            return Part::Settings(words.by_ref().map(Setting::read).collect());
        };
        let (mut name, mut on, mut settings) = (Vec::new(), Vec::new(), Vec::new());
        for word in line.split_whitespace() {
            let is_setting = word.contains('=') || word.ends_with('!') || word.ends_with('?');
            if is_setting {
                settings.push(Setting::read(word.trim_end_matches('?')));
            } else if word.chars().all(|char| char.is_lowercase() || char == '-') {
                name.push(word.to_owned());
            } else {
                on.push(word.to_owned());
            }
        }
        Part::Verb { name, on, settings }
    }

    fn write(&self, naming: Naming, text: &mut String) {
        let named = |settings: &[Setting]| -> Vec<String> {
            settings.iter().map(|setting| setting.named(naming)).collect()
        };
        match self {
            Part::Text(plain) => text.push_str(plain),
            Part::Settings(settings) => {
                let between = if naming == Naming::Flags { " " } else { ", " };
                let _ = write!(text, "`{}`", named(settings).join(between));
                // The other values to choose from; only the last setting has any.
                let others =
                    settings.last().map_or(&[][..], |setting| setting.values().get(1..).unwrap_or(&[]));
                for (index, value) in others.iter().enumerate() {
                    let value = if naming == Naming::Keywords { in_python(value) } else { value.clone() };
                    let joint = if index + 1 == others.len() { " or" } else { "," };
                    let _ = write!(text, "{joint} `{value}`");
                }
            }
            Part::Verb { name, on, settings } => {
                let _ = match naming {
                    Naming::Flags => {
                        let words: Vec<String> =
                            name.iter().chain(on).cloned().chain(named(settings)).collect();
                        write!(text, "`clump {}`", words.join(" "))
                    }
                    Naming::Keywords => {
                        let arguments: Vec<String> = on.iter().cloned().chain(named(settings)).collect();
                        write!(text, "`clump.{}({})`", name.join("_"), arguments.join(", "))
                    }
                    Naming::Fields => write!(text, "`{}`", name.join(" ")),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renders(sentence: &str, as_flags: &str, as_keywords: &str, as_fields: &str) {
        let remedy = Remedy::of(sentence);
        let namings = [Naming::Flags, Naming::Keywords, Naming::Fields];
        assert_eq!(namings.map(|naming| remedy.render(naming)), [as_flags, as_keywords, as_fields]);
    }

    #[test]
    fn settings_are_named_by_whoever_shows_them() {
        renders("check the path", "check the path", "check the path", "check the path");
        renders("add {owner}", "add `--owner`", "add `owner=`", "add `owner`");
        renders("{k=5} is usual", "`--k 5` is usual", "`k=5` is usual", "`k: 5` is usual");
        renders("{force!}", "`--force`", "`force=True`", "`force`");
        renders(
            "{unit=owner|query|session}",
            "`--unit owner`, `query` or `session`",
            "`unit=\"owner\"`, `\"query\"` or `\"session\"`",
            "`unit: owner`, `query` or `session`",
        );
        renders(
            "{from=csv owner-per-row!}",
            "`--from csv --owner-per-row`",
            "`from_=\"csv\", owner_per_row=True`",
            "`from: csv, owner-per-row`",
        );
        renders(
            "{clump taxonomy show NODE} or {clump inspect INPUT unknown-words!}",
            "`clump taxonomy show NODE` or `clump inspect INPUT --unknown-words`",
            "`clump.taxonomy_show(NODE)` or `clump.inspect(INPUT, unknown_words=True)`",
            "`taxonomy show` or `inspect`",
        );
        renders("write `{{\"name\"}}`", "write `{\"name\"}`", "write `{\"name\"}`", "write `{\"name\"}`");
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        let remedy = Remedy::of("is ").set([Setting::with("owner", "user's id")]).say(" meant?");
        assert_eq!(remedy.render(Naming::Flags), r"is `--owner 'user'\''s id'` meant?");
        assert_eq!(remedy.render(Naming::Keywords), "is `owner=\"user's id\"` meant?");
        assert_eq!(remedy.render(Naming::Fields), "is `owner: user's id` meant?");
    }

    #[test]
    fn a_brace_that_is_not_closed_is_text() {
        assert_eq!(Remedy::of("a {b").render(Naming::Flags), "a {b");
    }
}
