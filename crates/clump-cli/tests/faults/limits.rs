//! A system that does not take what is written.

use crate::workshop::{Workshop, said};

/// A run in which no file may have more than so many blocks.
fn limited(workshop: &Workshop, blocks: usize) -> std::process::Output {
    let mut shell = workshop.command("/bin/sh");
    shell.args(["-c", &format!("ulimit -f {blocks} && exec \"$@\""), "sh", env!("CARGO_BIN_EXE_clump")]);
    shell.args(workshop.arguments(7, "--force")).output().unwrap()
}

#[test]
fn a_file_that_is_too_large_is_an_error_and_leaves_what_was_there() {
    let workshop = Workshop::new();
    let before = workshop.publish(5, "");
    for blocks in [0, 1, 8, 64] {
        let output = limited(&workshop, blocks);
        assert_eq!(output.status.code(), Some(2), "{blocks} blocks: {}", said(&output));
        assert!(said(&output).contains("File too large"), "{}", said(&output));
        assert!(said(&output).contains("hint: raise the limit"), "{}", said(&output));
        assert_eq!(workshop.found(), before);
        assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    }
    assert!(limited(&workshop, 1_000_000).status.success());
}
