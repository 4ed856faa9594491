//! All commands with their flags, as `--help` has them. A group of flags that several commands have is listed
//! once.

use std::collections::BTreeSet;

use crate::commands;

/// Headings of the groups of flags that several commands have, and their titles on the page.
const SHARED: [(&str, &str); 7] = [
    ("Input", "Input flags"),
    ("Taxonomy", "Taxonomy flags"),
    ("Sensitive items", "Sensitivity flags"),
    ("Guards", "Guard flags"),
    ("Output", "Output flags"),
    ("Report (private)", "Report flags"),
    ("Resources", "Resource flags"),
];

/// A part of a help text: a heading without its colon, and the entries below it.
struct Part {
    heading: String,
    entries: Vec<String>,
}

pub fn page() -> String {
    let helps: Vec<(String, String)> =
        commands::all().into_iter().map(|command| (name(&command.words), command.help)).collect();
    let of_anonymize = &helps.iter().find(|(name, _)| name == "clump anonymize").expect("the main verb").1;
    let shared: Vec<Part> = parts(of_anonymize).into_iter().filter(|part| title(part).is_some()).collect();
    let mut page = String::from(
        "# Commands\n\n\
         Every command with its flags, as `clump help COMMAND` prints it. A test compares. A flag and its key in a \
         [job](keys.md) have the same name. Groups of flags that several commands have are at the end: \
         [input](#input-flags), [taxonomy](#taxonomy-flags), [sensitive items](#sensitivity-flags), \
         [guards](#guard-flags), [output](#output-flags), [report](#report-flags) and \
         [resources](#resource-flags). The flags of a method are in `clump methods NAME` and in the list of \
         [keys](keys.md#method).\n\n\
         [Exit statuses and streams](exit.md) are the same for all.\n",
    );
    for (name, help) in &helps {
        page += &format!("\n## {name}\n\n{}", section(help, &shared));
    }
    for part in &shared {
        page += &format!(
            "\n## {}\n\n```text\n{}\n```\n",
            title(part).expect("a shared group"),
            part.entries.join("\n\n")
        );
    }
    page
}

fn name(words: &str) -> String {
    format!("clump {words}").trim().to_owned()
}

/// The title of a shared group on the page; none if the group is not shared.
fn title(part: &Part) -> Option<&'static str> {
    SHARED.into_iter().find(|(heading, _)| *heading == part.heading).map(|(_, title)| title)
}

/// A help text without the entries of shared groups, and a line that says where these are.
fn section(help: &str, shared: &[Part]) -> String {
    let (mut text, mut elsewhere) = (String::new(), Vec::new());
    for part in parts(help) {
        let group = shared.iter().find(|group| group.heading == part.heading);
        let is_shared = |entry: &String| group.is_some_and(|group| group.entries.contains(entry));
        let (listed, own): (Vec<String>, Vec<String>) = part.entries.into_iter().partition(is_shared);
        if let Some(group) = group.filter(|_| !listed.is_empty()) {
            elsewhere.push(reference(group, &listed));
        }
        if !own.is_empty() {
            if !part.heading.is_empty() {
                text += &format!("{}:\n", part.heading);
            }
            text += &format!("{}\n\n", own.join("\n\n"));
        }
    }
    let mut section = format!("```text\n{}\n```\n", text.trim_end());
    if !elsewhere.is_empty() {
        section += &format!("\nPlus {}.\n", elsewhere.join("; "));
    }
    section
}

/// A link to `group`, with the names of the flags if `listed` are not all of them.
fn reference(group: &Part, listed: &[String]) -> String {
    let title = title(group).expect("a shared group");
    let link = format!("[{}](#{})", title.to_lowercase(), title.to_lowercase().replace(' ', "-"));
    let names = |entries: &[String]| {
        let flag = |entry: &String| {
            let word = entry.split_whitespace().find(|word| word.starts_with("--")).expect("a flag");
            format!("`{}`", word.trim_end_matches(','))
        };
        entries.iter().map(flag).collect::<Vec<_>>().join(", ")
    };
    let given: BTreeSet<&String> = listed.iter().collect();
    let missing: Vec<String> = group.entries.iter().filter(|entry| !given.contains(entry)).cloned().collect();
    match (missing.len(), listed.len()) {
        (0, _) => format!("the {link}"),
        (missing_count, listed_count) if missing_count < listed_count => {
            format!("the {link} except {}", names(&missing))
        }
        _ => format!("{} of the {link}", names(listed)),
    }
}

/// The parts of a help text. The text before the first heading has no heading.
fn parts(help: &str) -> Vec<Part> {
    let mut parts = vec![Part { heading: String::new(), entries: Vec::new() }];
    let mut is_open = false;
    for line in help.lines().map(str::trim_end) {
        let heading =
            line.strip_suffix(':').filter(|heading| !heading.starts_with(' ') && !heading.is_empty());
        if let Some(heading) = heading {
            parts.push(Part { heading: heading.to_owned(), entries: Vec::new() });
            is_open = false;
            continue;
        }
        let entries = &mut parts.last_mut().expect("there is one").entries;
        // An entry starts with its flag; the paragraphs of its help are further to the right.
        let starts = line.trim_start().starts_with('-') && line.len() - line.trim_start().len() <= 6;
        match entries.last_mut() {
            Some(entry) if is_open && !starts => entry.push_str(&format!("\n{line}")),
            _ if line.is_empty() => {}
            _ => {
                entries.push(line.to_owned());
                is_open = true;
            }
        }
    }
    for part in &mut parts {
        part.entries.iter_mut().for_each(|entry| entry.truncate(entry.trim_end().len()));
    }
    parts
}
