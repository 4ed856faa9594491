//! Every fenced block is of a kind that something checks.

use std::fs;
use std::process::Command;

use clump::{Job, Keys};

use crate::docs::none_of;
use crate::docs::pages::{self, Block, top};

/// What a block may be, and who looks at it: `console` is run (`commands.rs`), `python` too (`python/tests/test_documents.py`),
/// `toml` is read as a job, `rust` is a part of an example, or a doc test of its crate; `diff` is applied (`worked.rs`); the others show files and pictures.
const KINDS: [&str; 9] = ["console", "python", "toml", "rust", "diff", "sh", "text", "json", "csv"];

/// READMEs of crates that are doc tests of these.
const DOC_TESTS: [&str; 2] = ["crates/clump-noise/README.md", "crates/clump-scrub/README.md"];

#[test]
fn every_block_is_checked() {
    let mut complaints = Vec::new();
    for page in pages::all() {
        for block in page.blocks() {
            let complaint = match block.language {
                kind if !KINDS.contains(&kind) => Some(format!("`{kind}` is no kind of block: {KINDS:?}")),
                "console" if !block.lines.first().is_some_and(|line| line.starts_with("$ ")) => {
                    Some("begins without `$ command`".to_owned())
                }
                "sh" if !block.note.is_some_and(|note| note.starts_with("not run: ")) => Some(
                    "commands are run as `console`, or `<!-- not run: why -->` stands above them".to_owned(),
                ),
                "toml" => why_no_job(&block),
                "rust" if !DOC_TESTS.contains(&page.name.as_str()) => why_no_part(&block),
                _ => None,
            };
            complaints.extend(complaint.map(|why| format!("{}:{}: {why}", page.name, block.line)));
        }
        for (line, text) in page.prose() {
            if text.starts_with("    clump ") || text.starts_with("    $ ") || text.starts_with("    cargo ")
            {
                complaints.push(format!("{}:{line}: commands stand between fences", page.name));
            }
        }
    }
    none_of(complaints);
}

/// A block of TOML is a job, or dependencies of a crate.
fn why_no_job(block: &Block<'_>) -> Option<String> {
    let text = block.lines.join("\n");
    if text.starts_with("[dependencies]") {
        return toml::from_str::<toml::Table>(&text).err().map(|error| error.to_string());
    }
    let keys = toml::from_str::<Keys>(&text);
    keys.map_err(|error| error.to_string())
        .and_then(|keys| Job::try_from(keys).map_err(|error| error.to_string()))
        .err()
        .map(|error| format!("no job: {error}"))
}

/// A block of Rust stands word for word in the example that the comment above it names.
fn why_no_part(block: &Block<'_>) -> Option<String> {
    let Some(name) = block.note.and_then(|note| note.strip_prefix("part of: ")) else {
        return Some("`<!-- part of: EXAMPLE -->` must stand above it".to_owned());
    };
    let example = fs::read_to_string(top().join(name)).unwrap();
    let unindented = |text: &str| text.lines().map(|line| line.trim().to_owned() + "\n").collect::<String>();
    let is_part = unindented(&example).contains(&unindented(&block.lines.join("\n")));
    (!is_part).then(|| format!("stands not in {name}"))
}

/// Flags that other programs have.
const OF_OTHERS: &str = "\
    --accept --all-features --all-targets --bench --check --compatibility --example --features --from \
    --input --input-set --locked --manifest-path --master --nocapture --no-default-features --no-deps \
    --open --owners --package --partitions --path --profile --release --root --target --test --workspace \
    --write";

#[test]
fn every_flag_that_is_named_exists() {
    let printed =
        Command::new(env!("CARGO_BIN_EXE_clump")).args(["--completions", "bash"]).output().unwrap().stdout;
    let known = String::from_utf8(printed).unwrap();
    let known: Vec<&str> = known.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).collect();
    let mut complaints = Vec::new();
    for page in pages::all() {
        // What changed may be a flag that is gone.
        if page.name == "CHANGELOG.md" {
            continue;
        }
        for (line, text) in page.prose() {
            for code in text.split('`').skip(1).step_by(2) {
                for word in code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
                    let is_flag = word.len() > 2 && word.starts_with("--") && !word.starts_with("---");
                    if is_flag && !known.contains(&word) && !OF_OTHERS.split(' ').any(|other| other == word) {
                        complaints.push(format!("{}:{line}: there is no flag `{word}`", page.name));
                    }
                }
            }
        }
    }
    none_of(complaints);
}
