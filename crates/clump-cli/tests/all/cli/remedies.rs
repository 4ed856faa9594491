//! Remedies name settings by their keys, in sentences that each surface renders in words of its own. Flags exist only on the
//! command line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clump::core::remedy::{Naming, Remedy};

use crate::commands;
use crate::desk::Desk;

/// Crates that say something and know no flags.
const LIBRARIES: [&str; 8] = [
    "clump",
    "clump-core",
    "clump-experiments",
    "clump-generate",
    "clump-io",
    "clump-log",
    "clump-noise",
    "clump-wordnet",
];

/// The source files of all libraries, each without its tests.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = LIBRARIES.iter().map(|name| crates.join(name).join("src")).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path, text.split("#[cfg(test)]").next().unwrap().to_owned()));
            }
        }
    }
    assert!(sources.len() > 100, "{}", sources.len());
    sources
}

/// The string literals of `code`, without those that are formats of a macro or of an error.
fn literals(code: &str) -> Vec<String> {
    let mut literals = Vec::new();
    // For each open parenthesis, whether formats stand in it.
    let mut open: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let skipped = ["'\"'", "'('", "')'", r"'\''", r"'\\'"].iter().find(|char| rest.starts_with(**char));
        if let Some(skipped) = skipped {
            at += skipped.len();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if let Some(raw) = rest.strip_prefix("r#\"") {
            at += 3 + raw.find("\"#").unwrap() + 2;
            continue;
        }
        match rest.chars().next().unwrap() {
            '(' => open.push(code[..at].ends_with('!') || code[..at].ends_with("#[error")),
            ')' => {
                open.pop();
            }
            '"' => {
                let is_end = |end: &usize| !rest[1..*end].replace(r"\\", "").ends_with('\\');
                let end = rest.match_indices('"').skip(1).map(|(end, _)| end).find(is_end).unwrap();
                if !open.contains(&true) {
                    literals.push(unescaped(&rest[1..end]));
                }
                at += end;
            }
            _ => {}
        }
        at += code[at..].chars().next().unwrap().len_utf8();
    }
    literals
}

/// A literal without its quoted quotes and continued lines.
fn unescaped(literal: &str) -> String {
    let mut parts = literal.split("\\\n");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.trim_start()).replace("\\\"", "\"")
}

/// The flags of all commands.
fn flags() -> BTreeSet<String> {
    let mut flags: BTreeSet<String> =
        commands::all().iter().flat_map(|command| named(&command.help)).collect();
    // The help of a command leaves out what only some methods read; the list of methods has it.
    flags.extend(named(&Desk::new().clump("methods").ok().stdout));
    flags
}

/// The flags that `text` names.
fn named(text: &str) -> Vec<String> {
    let ends = |char: char| !(char.is_ascii_lowercase() || char == '-');
    let after = text.match_indices("--").map(|(at, dashes)| &text[at + dashes.len()..]);
    let flags = after.map(|rest| rest.split(ends).next().unwrap_or("").to_owned());
    flags.filter(|flag| flag.starts_with(|char: char| char.is_ascii_lowercase())).collect()
}

#[test]
fn remedies_name_settings_that_exist() {
    let flags = flags();
    let is_remedy = |text: &String| {
        text.match_indices('{')
            .any(|(at, _)| text[at + 1..].starts_with(|char: char| char.is_ascii_lowercase()))
    };
    let sentences = sources().into_iter().flat_map(|(_, code)| literals(&code)).filter(is_remedy);
    let remedies: Vec<Remedy> = sentences.map(|sentence| Remedy::of(&sentence)).collect();
    assert!(remedies.len() > 100, "{}", remedies.len());
    for remedy in remedies {
        let [as_flags, as_keywords, as_fields] =
            [Naming::Flags, Naming::Keywords, Naming::Fields].map(|naming| remedy.render(naming));
        assert!(!as_keywords.contains("--") && !as_fields.contains("--"), "{as_keywords}\n{as_fields}");
        for flag in named(&as_flags) {
            assert!(flags.contains(&flag), "there is no `--{flag}`: {as_flags}");
        }
        for said in [&as_flags, &as_keywords, &as_fields] {
            assert!(said.matches('`').count() % 2 == 0, "{said}");
            // One remedy shows JSON.
            assert!(!said.contains(['{', '}']) || said.contains("children"), "{said}");
        }
        assert!(remedy.settings().all(|setting| flags.contains(setting.key())), "{as_flags}");
    }
}

/// Comments may name flags; what is said may not.
#[test]
fn no_library_has_a_flag_in_its_texts() {
    for (path, code) in sources() {
        // Where flags are made of keys.
        let is_rendered = path.ends_with("clump-core/src/remedy.rs");
        for (number, line) in code.lines().enumerate().filter(|_| !is_rendered) {
            let is_comment = line.trim_start().starts_with("//");
            let names_one = line.contains("`--") || line.contains("\"--");
            assert!(is_comment || !names_one, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}
