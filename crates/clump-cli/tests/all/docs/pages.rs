//! The documents of the project: every Markdown file, cut into prose and fenced blocks.

use std::fs;
use std::path::{Path, PathBuf};

/// The top of the repository.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A Markdown file.
pub struct Page {
    /// Its path below the top, with `/` between folders.
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

/// What stands between two fences.
pub struct Block<'p> {
    /// What stands behind the opening fence: `console`, `toml`.
    pub language: &'p str,
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// The lines between the fences.
    pub lines: Vec<&'p str>,
    /// What the comment on the line above says: `<!-- file: job.toml -->` says `file: job.toml`.
    pub note: Option<&'p str>,
}

impl Page {
    pub fn read(path: &Path) -> Page {
        let name = path.strip_prefix(top()).unwrap().to_string_lossy().into_owned();
        Page { name, path: path.to_owned(), text: fs::read_to_string(path).unwrap() }
    }

    /// The page that is called `name` from the top.
    pub fn named(name: &str) -> Page {
        Page::read(&top().join(name))
    }

    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = Vec::new();
        let mut is_inside = false;
        let mut above = "";
        for (number, line) in self.text.lines().enumerate() {
            match line.trim_start().strip_prefix("```") {
                Some(_) if is_inside => is_inside = false,
                Some(language) => {
                    let note = above.trim().strip_prefix("<!--").and_then(|note| note.strip_suffix("-->"));
                    let (line, note) = (number + 1, note.map(str::trim));
                    blocks.push(Block { language, line, lines: Vec::new(), note });
                    is_inside = true;
                }
                None if is_inside => blocks.last_mut().unwrap().lines.push(line),
                None => {}
            }
            above = line;
        }
        assert!(!is_inside, "{} has a block without an end", self.name);
        blocks
    }

    /// The lines that are in no fenced block, with their numbers from 1.
    pub fn prose(&self) -> Vec<(usize, &str)> {
        let mut is_inside = false;
        let mut prose = Vec::new();
        for (number, line) in self.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_inside = !is_inside;
            } else if !is_inside {
                prose.push((number + 1, line));
            }
        }
        prose
    }
}

/// All pages of the repository, but those that others wrote or that a build made.
pub fn all() -> Vec<Page> {
    let mut found = Vec::new();
    gather(&top(), &mut found);
    found.sort();
    assert!(found.len() > 20, "documents are missing: {found:?}");
    found.iter().map(|path| Page::read(path)).collect()
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.')
                && !["target", "book", "node_modules", "seeds", "found"].contains(&name.as_str())
            {
                gather(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The pages of the book: those below `docs`.
pub fn of_the_book() -> Vec<Page> {
    all().into_iter().filter(|page| page.name.starts_with("docs/")).collect()
}
