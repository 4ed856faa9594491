//! The worked examples of CONTRIBUTING.md: each is a patch that applies to the sources, changes no more files than it says, and
//! passes the tests that it brings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::docs::pages::{Page, top};

/// Folders and files that a build of the libraries needs.
const SOURCES: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "crates"];

/// A patch, and how many files it may change at most.
struct Example {
    name: String,
    most_files: usize,
    patch: String,
}

/// Reads them from blocks of `diff` below `<!-- example: NAME, at most N files -->`.
fn examples() -> Vec<Example> {
    let page = Page::named("CONTRIBUTING.md");
    let blocks = page.blocks().into_iter().filter(|block| block.language == "diff");
    let example = |block: crate::docs::pages::Block<'_>| {
        let note = block.note.and_then(|note| note.strip_prefix("example: ")).expect("a name");
        let (name, most) = note.split_once(", at most ").expect("a number of files");
        let most_files = most.split(' ').next().and_then(|most| most.parse().ok()).expect("a number");
        Example { name: name.to_owned(), most_files, patch: block.lines.join("\n") + "\n" }
    };
    blocks.map(example).collect()
}

impl Example {
    /// The files that it changes or adds.
    fn files(&self) -> BTreeSet<&str> {
        self.patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect()
    }
}

/// Runs a command, and fails with all that it printed if it fails.
fn succeed(command: &mut Command, what: &str) {
    let output = command.output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{what}\n{}", String::from_utf8_lossy(&told));
}

/// Writes a file only if it is not there with this content: what is not touched is not built again.
fn sync(path: &Path, content: &[u8]) {
    if fs::read(path).ok().as_deref() != Some(content) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// All files at or below `path`.
fn files_below(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| files_below(&entry.unwrap().path(), found))
    } else {
        found.push(path.to_owned())
    }
}

/// A manifest without its profiles, and any other file as it is: the copy is built for a few tests, so a quick build pays.
fn unoptimized(content: Vec<u8>) -> Vec<u8> {
    if content.starts_with(b"[workspace]") {
        String::from_utf8(content).unwrap().split("[profile.").next().unwrap().as_bytes().to_vec()
    } else {
        content
    }
}

/// The sources with `patched` files in `copy`. Removes what is in the copy and no source.
fn copy_sources(copy: &Path, patched: &Path, examples: &[Example]) {
    let (mut sources, mut copied) = (Vec::new(), Vec::new());
    SOURCES.iter().for_each(|name| files_below(&top().join(name), &mut sources));
    let mut wanted: BTreeSet<PathBuf> =
        sources.iter().map(|file| file.strip_prefix(top()).unwrap().to_owned()).collect();
    wanted.extend(examples.iter().flat_map(Example::files).map(PathBuf::from));
    for name in &wanted {
        let is_patched = patched.join(name).exists();
        let from = if is_patched { patched.join(name) } else { top().join(name) };
        sync(&copy.join(name), &unoptimized(fs::read(from).unwrap()));
    }
    files_below(copy, &mut copied);
    for file in copied {
        if !wanted.contains(file.strip_prefix(copy).unwrap()) {
            fs::remove_file(file).unwrap();
        }
    }
}

#[test]
fn the_worked_examples_apply_and_pass_their_tests() {
    let examples = examples();
    let names: Vec<&str> = examples.iter().map(|example| example.name.as_str()).collect();
    assert_eq!(names, ["a new method", "a new guard", "a new property"]);
    let patched = tempfile::tempdir().unwrap();
    for example in &examples {
        let files = example.files();
        assert!(files.len() <= example.most_files, "{} needs {files:?}", example.name);
        for file in files.iter().filter(|file| top().join(file).exists()) {
            sync(&patched.path().join(file), &fs::read(top().join(file)).unwrap());
        }
        let patch = patched.path().join("example.patch");
        fs::write(&patch, &example.patch).unwrap();
        let mut apply = Command::new("git");
        // Without a repository around it, so that nothing else decides what the paths mean.
        apply.current_dir(&patched).env("GIT_CEILING_DIRECTORIES", patched.path().parent().unwrap());
        succeed(apply.args(["apply", "example.patch"]), &format!("{} does not apply", example.name));
        fs::remove_file(patch).unwrap();
    }
    // Always the same folders, so that what was built for the last run is there. Cargo gives the crates of the copy the file
    // names that those of the sources have, so they cannot share a folder.
    let top = Path::new(env!("CARGO_BIN_EXE_clump")).ancestors().nth(2).unwrap();
    let (copy, target) = (top.join("worked-examples"), top.join("worked-examples-target"));
    fs::create_dir_all(&copy).unwrap();
    copy_sources(&copy, patched.path(), &examples);
    let mut test = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    test.current_dir(&copy).env("CARGO_TARGET_DIR", target).env("CARGO_INCREMENTAL", "0");
    test.args(["test", "--offline", "--locked", "--quiet", "--no-default-features", "--lib"]);
    test.args(["-p", "clump-core", "-p", "clump-anon", "--"]);
    let tests = ["neighbours::tests", "no_topics::tests", "common_labels::tests"];
    succeed(test.args(tests), "the tests of the examples fail");
}
