//! The examples print what the documents say that they print. Cargo builds them before it runs tests.
#![cfg(feature = "columnar")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the example `name` prints when it is run in the top folder.
fn printed(name: &str, arguments: &[&str]) -> String {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().unwrap().with_file_name("examples").join(name);
    assert!(program.exists(), "`cargo build -p clump-anon --examples` makes {}", program.display());
    let output = Command::new(program).args(arguments).current_dir(top()).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn examples_print_what_the_page_about_rust_says() {
    let page = fs::read_to_string(top().join("docs/how-to/rust.md")).unwrap();
    for name in ["embed", "own_method", "arrow"] {
        let printed = printed(name, &[]);
        assert!(
            !printed.is_empty() && page.contains(&format!("```text\n{printed}```\n")),
            "{name} prints\n{printed}"
        );
    }
}

#[test]
fn the_patients_are_those_of_the_example() {
    let patients = fs::read_to_string(top().join("examples/codes/patients.txt")).unwrap();
    assert_eq!(printed("patients", &["examples/codes/hierarchy.csv", "1000"]), patients);
}
