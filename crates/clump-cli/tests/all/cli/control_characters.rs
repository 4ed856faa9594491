//! Text of others never commands the terminal of whoever reads a message: it is shown with escapes.

use crate::desk::Desk;

/// Clears the screen, writes a verdict and turns the rest around.
const EVIL: &str = "x\u{1b}[2JHolds\u{202e}\u{9b}\u{200b}.tsv";

/// A line break in a name makes no line of its own.
#[test]
fn a_name_never_makes_a_line() {
    let desk = Desk::new();
    let mut command = desk.command("verify --k 2");
    let output = command.arg("a\nHolds     5-anonymity").output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.lines().any(|line| line.starts_with("Holds")), "{stderr}");
    assert!(stderr.contains(r"a\nHolds"), "{stderr}");
}

/// Patterns of a shell put names among the flags, and the parser of flags quotes them.
#[test]
fn the_command_line_is_quoted_with_escapes() {
    let desk = Desk::new();
    let output = desk.command("verify a").arg(EVIL).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    // What moves the cursor is taken out already where there is no terminal; the rest is escaped.
    assert!(stderr.contains(r"Holds\u{202e}\u{9b}\u{200b}"), "{stderr}");
    assert!(!stderr.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{200b}']), "{stderr}");
}

#[test]
fn certificates_are_shown_with_escapes() {
    let desk = Desk::with_food();
    desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --output first.tsv --method nearest").ok();
    let certificate = desk.text("first.tsv.certificate.json");
    assert!(certificate.contains("\"method\": \"nearest\""));
    let evil = certificate.replace("\"method\": \"nearest\"", "\"method\": \"\\u001b[2J\\u202enearest\"");
    desk.file("first.tsv.certificate.json", evil);
    desk.file("new.tsv", desk.of_new_owners("log.tsv"));
    let run = desk.clump("apply first.tsv new.tsv --taxonomy food.csv --output next.tsv");
    // A method that is none makes the certificate wrong, and nothing is applied.
    assert_eq!(run.status, 1, "{run}");
    assert!(!run.stderr.contains(['\u{1b}', '\u{202e}']), "{run}");
}
