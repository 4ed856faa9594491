//! Made from the code: the reference (commands from their help, keys from their list, files from their schemas) and what the
//! Python package has of methods and guards.

use std::fs;

use crate::docs::pages::top;
use crate::docs::{is_writing, none_of};

mod certificate_page;
mod command_pages;
mod key_page;
mod python_page;

/// A file that is made, and must be as it was made.
struct Made {
    name: &'static str,
    text: String,
}

#[test]
fn the_reference_is_that_of_the_code() {
    let made = [
        Made { name: "docs/reference/commands.md", text: command_pages::page() },
        Made { name: "docs/reference/keys.md", text: key_page::page() },
        Made { name: "docs/reference/certificate.md", text: certificate_page::page() },
        Made { name: "python/clump_anon/_generated.py", text: python_page::module() },
    ];
    let mut complaints = Vec::new();
    for Made { name, text } in made {
        let path = top().join(name);
        if is_writing() {
            fs::write(&path, &text).unwrap();
        }
        if fs::read_to_string(&path).unwrap_or_default() != text {
            complaints.push(format!(
                "{name} is not that of the code: CLUMP_DOCS=write cargo test -p clump-cli --test all docs"
            ));
        }
    }
    none_of(complaints);
}

/// `text` on one line: paragraphs become sentences.
fn sentences(text: &str) -> String {
    let mut line = String::new();
    for paragraph in
        text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
    {
        if !line.is_empty() {
            line.push_str(if line.ends_with('.') { " " } else { ". " });
        }
        line.push_str(&paragraph);
    }
    line
}

/// `text` as one cell of a table, in which nothing outside of code looks like HTML.
fn cell(text: &str) -> String {
    let parts = sentences(text).replace('|', "\\|");
    let escaped = parts.split('`').enumerate().map(|(number, part)| match number % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    escaped.collect::<Vec<_>>().join("`")
}
