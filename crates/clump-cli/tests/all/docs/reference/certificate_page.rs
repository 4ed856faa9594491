//! The fields of the certificate, from its schema. The schema itself is that of the code (`crates/clump/tests/schema.rs`).

use std::fs;

use serde_json::{Map, Value};

use super::cell;
use crate::docs::pages::top;

/// The page about the certificate.
pub fn page() -> String {
    let path = top().join("docs/reference/schema/certificate.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut page = "# The certificate\n\n`RELEASE.certificate.json` lies beside every release and may be published. \
         Made from [certificate.schema.json](schema/certificate.schema.json), which is that of the code. Fields may be added \
         in later versions.\n"
        .to_owned();
    describe(&mut page, &schema);
    for (definition, schema) in schema["$defs"].as_object().into_iter().flatten() {
        page.push_str(&format!("\n## {definition}\n\n{}\n", first(schema)));
        describe(&mut page, schema);
    }
    page
}

/// Tables of the fields of `schema`, or of the words that it may be.
fn describe(page: &mut String, schema: &Value) {
    if let Some(fields) = schema["properties"].as_object() {
        table(page, fields);
    }
    for variants in ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()) {
        let (words, others): (Vec<&Value>, Vec<&Value>) =
            variants.iter().partition(|one| one.get("const").is_some());
        if !words.is_empty() {
            page.push_str("\n| word | meaning |\n|---|---|\n");
            for word in words {
                page.push_str(&format!("| {} | {} |\n", kind(word), cell(&first(word))));
            }
        }
        for other in others {
            match other["properties"].as_object() {
                Some(fields) => {
                    let what = first(other);
                    page.push_str(&format!(
                        "\nOr: {}\n",
                        if what.is_empty() { "these fields." } else { &what }
                    ));
                    table(page, fields);
                }
                None => page.push_str(&format!("\nOne of: {}\n", kind(other))),
            }
        }
    }
    let is_plain =
        schema.get("properties").is_none() && schema.get("oneOf").is_none() && schema.get("anyOf").is_none();
    if is_plain && schema.get("type").is_some() {
        page.push_str(&format!("\nWritten as {}.\n", kind(schema)));
    }
}

fn table(page: &mut String, fields: &Map<String, Value>) {
    page.push_str("\n| field | holds | meaning |\n|---|---|---|\n");
    for (name, field) in fields {
        page.push_str(&format!("| `{name}` | {} | {} |\n", kind(field), cell(&first(field))));
    }
}

/// What a value is, in words.
fn kind(schema: &Value) -> String {
    let word = |name: &str| {
        let words =
            [("string", "text"), ("integer", "whole number"), ("boolean", "true or false"), ("null", "none")];
        words.into_iter().find(|(of, _)| *of == name).map_or(name, |(_, word)| word).to_owned()
    };
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(variants) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return variants.iter().map(kind).collect::<Vec<_>>().join(", or ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => match schema["prefixItems"].as_array() {
            Some(items) => items.iter().map(kind).collect::<Vec<_>>().join(" and "),
            None => format!("list of {}", kind(&schema["items"])),
        },
        Value::String(name) => word(name),
        Value::Array(names) => {
            let named = |name: &Value| match name.as_str().unwrap() {
                "array" => format!("list of {}", kind(&schema["items"])),
                name => word(name),
            };
            names.iter().map(named).collect::<Vec<_>>().join(", or ")
        }
        _ => "anything".to_owned(),
    }
}

/// The first paragraph of the description, without links of Rust.
fn first(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let text = text.split("\n\n").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, label, behind)) = link(rest) {
        plain.push_str(before);
        plain.push_str(label);
        rest = behind;
    }
    plain + rest
}

/// The first link of `text`: what stands before it, its label, and what stands behind it.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find('[')?;
    let close = open + text[open..].find(']')?;
    let behind = &text[close + 1..];
    let behind = match behind.strip_prefix('(') {
        Some(target) => &target[target.find(')')? + 1..],
        None => behind,
    };
    Some((&text[..open], &text[open + 1..close], behind))
}
