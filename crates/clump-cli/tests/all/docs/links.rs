//! Links lead to files and headings that are there, and the book has every page.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::docs::none_of;
use crate::docs::pages::{self, Page, top};

#[test]
fn every_link_leads_somewhere() {
    let mut complaints = Vec::new();
    for page in pages::all() {
        let folder = page.path.parent().unwrap();
        for (line, target) in links(&page) {
            let (file, anchor) =
                target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
            let path = if file.is_empty() { page.path.clone() } else { folder.join(file) };
            let complaint = if target.contains("://") || target.starts_with("mailto:") {
                None
            } else if !path.exists() {
                Some("no such file")
            } else if page.name.starts_with("docs/") && !plain(&path).starts_with(top().join("docs")) {
                Some("a page of the book links to pages of the book alone: on its site there are no others")
            } else if anchor
                .is_some_and(|anchor| !headings(&Page::read(&plain(&path))).contains(&anchor.to_owned()))
            {
                Some("no such heading")
            } else {
                None
            };
            complaints.extend(complaint.map(|why| format!("{}:{line}: {target}: {why}", page.name)));
        }
    }
    none_of(complaints);
}

#[test]
fn the_book_has_every_page_once() {
    let summary = Page::named("docs/SUMMARY.md");
    let listed: Vec<String> =
        links(&summary).into_iter().map(|(_, target)| format!("docs/{target}")).collect();
    let mut complaints = Vec::new();
    for page in pages::of_the_book() {
        let times = listed.iter().filter(|name| **name == page.name).count();
        if page.name != summary.name && times != 1 {
            complaints.push(format!("docs/SUMMARY.md lists {} {times} times", page.name));
        }
    }
    none_of(complaints);
}

/// Where `](...)` leads, line by line, outside of code.
fn links(page: &Page) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (number, line) in page.prose() {
        let mut at = 0;
        while let Some(found) = line[at..].find("](") {
            let start = at + found + 2;
            let is_code = line[..start].matches('`').count() % 2 == 1;
            let Some(length) = line[start..].find(')') else { break };
            if !is_code {
                links.push((number, &line[start..start + length]));
            }
            at = start + length;
        }
    }
    links
}

/// What headings of a page are called in links.
fn headings(page: &Page) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = Vec::new();
    for (_, line) in page.prose() {
        let title = line.trim_start_matches('#');
        if line.starts_with('#') && title.starts_with(' ') {
            let kept = title.trim().to_lowercase();
            let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let times = seen.entry(name.clone()).or_default();
            names.push(if *times == 0 { name } else { format!("{name}-{times}") });
            *times += 1;
        }
    }
    names
}

/// `path` without `..`; links of the file system stay.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn headings_are_called_as_on_the_web() {
    let text = "# Nearest, `k` and C++\n## Links\n## Links\n#no\n```text\n# no\n```\n";
    let page = Page { name: "a.md".to_owned(), path: "a.md".into(), text: text.to_owned() };
    assert_eq!(headings(&page), ["nearest-k-and-c", "links", "links-1"]);
}
