//! The classes of methods and the keywords of guards, as the Python package has them.

use std::any::TypeId;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Command};
use clump::core::promise::Share;
use clump::keys::{GuardKeys, KeyGroup, key_name};
use clump::{Keys, MethodFacts, MethodName};

use super::sentences;

const TOP: &str = r#""""Methods with their parameters, and keywords of guards, as the library has them.

Made by `CLUMP_DOCS=write cargo test -p clump-cli --test all docs`, never by hand. What is not given has the default that
`clump methods NAME` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from ._base import Method, PathLike
"#;

/// The module `_generated`.
pub fn module() -> String {
    let flags = Keys::augment_args(Command::new("job"));
    let flag = |key: &str| {
        let of_key = |flag: &&Arg| key_name(flag.get_id().as_str()) == key;
        flags.get_arguments().find(of_key).unwrap_or_else(|| panic!("{key} is no flag"))
    };
    let mut module = TOP.to_owned();
    let guards = GuardKeys::keys().into_iter().map(|key| key_name(key.field));
    keywords(&mut module, "Guards", "Rules beside the promise of the method.", guards, flag);
    let facts = own_parameters(MethodName::Counts).into_iter();
    keywords(&mut module, "Facts", "Which facts are counted, and what is shown of them.", facts, flag);
    for method in MethodName::ALL {
        class(&mut module, method, flag);
    }
    let classes: Vec<String> =
        MethodName::ALL.map(|method| format!("    \"{}\",\n", class_name(method))).to_vec();
    module + &format!("\n\n__all__ = [\n{}]\n", classes.concat())
}

/// Keys that are parameters of `method` and no settings of the job.
fn own_parameters(method: MethodName) -> Vec<String> {
    let mut keys = method.parameters();
    keys.drain(..method.facts().also_reads.len());
    keys
}

fn keywords<'f>(
    module: &mut String,
    name: &str,
    meaning: &str,
    keys: impl Iterator<Item = String>,
    flag: impl Fn(&str) -> &'f Arg,
) {
    module.push_str(&format!("\n\nclass {name}(TypedDict, total=False):\n    \"\"\"{meaning}\"\"\"\n\n"));
    for key in keys {
        module.push_str(&format!("    {}: {}\n", keyword(&key), kind(flag(&key))));
    }
}

fn class<'f>(module: &mut String, method: MethodName, flag: impl Fn(&str) -> &'f Arg) {
    let MethodFacts { sentence, promise, .. } = method.facts();
    let name = class_name(method);
    let keys = own_parameters(method);
    module.push_str(&format!("\n\n@dataclass(frozen=True)\nclass {name}(Method):\n"));
    let summary = wrap(&format!("{sentence} Promises: {promise}."), "    ", "    \"\"\"");
    let mut document = summary;
    if !keys.is_empty() {
        document.push_str("\n\n    Parameters\n    ----------\n");
    }
    for key in &keys {
        let flag = flag(key);
        document.push_str(&format!("    {} : {}, optional\n", keyword(key), described(&kind(flag))));
        document.push_str(&wrap(&help(flag), "        ", "        "));
        document.push('\n');
    }
    if !keys.is_empty() {
        document.push_str("    ");
    }
    module.push_str(&format!("{document}\"\"\"\n\n    name: ClassVar[str] = \"{}\"\n", method.word()));
    for key in &keys {
        let (kind, keyword) = (kind(flag(key)), keyword(key));
        match kind.as_str() {
            "bool" => module.push_str(&format!("    {keyword}: bool = False\n")),
            kind => module.push_str(&format!("    {keyword}: {kind} | None = None\n")),
        }
    }
}

/// The name of the variant in Rust is that of the class.
fn class_name(method: MethodName) -> String {
    format!("{method:?}")
}

fn keyword(key: &str) -> String {
    key.replace('-', "_")
}

/// The type of a keyword.
fn kind(flag: &Arg) -> String {
    if !flag.get_action().takes_values() {
        return "bool".to_owned();
    }
    let words: Vec<String> =
        flag.get_possible_values().iter().map(|word| format!("\"{}\"", word.get_name())).collect();
    let parsed = flag.get_value_parser().type_id();
    let is_one = |types: &[TypeId]| types.iter().any(|&of| parsed == of);
    let of = TypeId::of::<usize>;
    let kind = if !words.is_empty() {
        format!("Literal[{}]", words.join(", "))
    } else if is_one(&[of(), TypeId::of::<u64>(), TypeId::of::<u32>(), TypeId::of::<NonZeroUsize>()]) {
        "int".to_owned()
    } else if is_one(&[TypeId::of::<f64>(), TypeId::of::<Share>()]) {
        "float".to_owned()
    } else if is_one(&[TypeId::of::<PathBuf>()]) {
        "PathLike".to_owned()
    } else {
        "str".to_owned()
    };
    match flag.get_action() {
        ArgAction::Append => format!("{kind} | Sequence[{kind}]"),
        _ => kind,
    }
}

/// A type as numpydoc writes it.
fn described(kind: &str) -> String {
    match kind.strip_prefix("Literal[").and_then(|words| words.strip_suffix(']')) {
        Some(words) => format!("{{{words}}}"),
        None => kind.replace("PathLike", "path"),
    }
}

/// The help of a flag, with other flags called as keywords.
fn help(flag: &Arg) -> String {
    let help = flag.get_long_help().or_else(|| flag.get_help()).unwrap().to_string();
    let mut text = String::new();
    for (number, part) in sentences(&help).split("--").enumerate() {
        let end = part.find(|char: char| !char.is_ascii_lowercase() && char != '-').unwrap_or(part.len());
        match number {
            0 => text.push_str(part),
            _ => text.push_str(&format!("{}{}", part[..end].replace('-', "_"), &part[end..])),
        }
    }
    if text.ends_with('.') { text } else { text + "." }
}

/// `text` in lines of less than 120 columns: `first` before the first of them, `indent` before the others.
fn wrap(text: &str, indent: &str, first: &str) -> String {
    let (mut lines, mut line) = (String::new(), first.to_owned());
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 112 {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = indent.to_owned();
        }
        if !line.ends_with([' ', '"']) {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + line.trim_end()
}
