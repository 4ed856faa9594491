//! Texts that are made from the table of flags, and the licences.

use insta::assert_snapshot;

use crate::desk::Desk;

const VERBS: [&str; 15] = [
    "anonymize",
    "apply",
    "attack",
    "compare",
    "completions",
    "decode",
    "floor",
    "generate",
    "inspect",
    "man",
    "measure",
    "methods",
    "reproduce",
    "taxonomy",
    "verify",
];

#[test]
fn help_of_clump() {
    assert_snapshot!(Desk::new().clump("--help"));
}

#[test]
fn help_of_each_verb() {
    for verb in VERBS {
        assert_snapshot!(format!("help_{verb}"), Desk::new().clump(&format!("{verb} --help")));
    }
    for verb in ["show", "check", "build", "export"] {
        assert_snapshot!(
            format!("help_taxonomy_{verb}"),
            Desk::new().clump(&format!("taxonomy {verb} --help"))
        );
    }
}

/// The essentials of the main verb fit on one screen.
#[test]
fn short_help_is_one_screen() {
    let help = Desk::new().clump("anonymize -h").ok().stdout;
    assert!(help.lines().count() <= 36, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    let place = |flag: &str| help.find(flag).unwrap_or_else(|| panic!("{flag}"));
    let essentials = ["[INPUT]", "--owner", "--k", "--method", "--output"].map(place);
    assert!(essentials.is_sorted(), "{help}");
    assert_snapshot!(help);
}

#[test]
fn without_a_verb_help_is_given_and_nothing_done() {
    assert_snapshot!(Desk::new().clump(""));
}

#[test]
fn a_verb_that_does_not_exist() {
    assert_snapshot!(Desk::new().refused("anonymise log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: unrecognized subcommand 'anonymise'

      tip: a similar subcommand exists: 'anonymize'

    Usage: clump [OPTIONS] [COMMAND]

    For more information, try '--help'.
    ");
}

#[test]
fn the_version_is_told() {
    assert_snapshot!(Desk::new().clump("--version"), @"
    status: 0
    ---stdout---
    clump [VERSION]
    ---stderr---
    ");
}

#[test]
fn completions_know_every_verb_and_flag() {
    for shell in ["bash", "zsh", "fish"] {
        let script = Desk::new().clump(&format!("completions {shell}")).ok().stdout;
        for word in VERBS.into_iter().chain(["keep-root", "skip-bad-lines", "unknown-words", "licenses"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let script = Desk::new().clump("completions bash").ok().stdout;
    assert!(script.starts_with("_clump()") && script.contains("complete -F _clump"));
}

#[test]
fn completions_of_a_shell_that_does_not_exist() {
    assert_snapshot!(Desk::new().refused("completions abacus"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'abacus' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

    For more information, try '--help'.
    ");
}

#[test]
fn the_manual_has_a_page_for_clump_and_for_each_verb() {
    let page = Desk::new().clump("man").ok().stdout;
    assert!(page.contains(".TH clump 1"));
    for verb in VERBS {
        assert!(page.contains(verb), "{verb}");
        let page = Desk::new().clump(&format!("man {verb}")).ok().stdout;
        assert!(page.contains(".SH SYNOPSIS") && page.contains(verb), "{verb}");
    }
    assert!(Desk::new().clump("man anonymize").stdout.contains("keep\\-root"));
}

#[test]
fn the_manual_of_a_verb_that_does_not_exist() {
    assert_snapshot!(Desk::new().refused("man anonymise"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: clump has no such command

    hint: `clump help` lists them
    ");
}

#[test]
fn the_licences_are_whole() {
    let run = Desk::new().clump("--licenses").ok();
    for text in [
        "Permission is hereby granted, free of charge",
        "Apache License",
        "WordNet 3.0",
        "Princeton University",
        // Of a crate under BSD-3, whose notice must travel with the binary.
        "Redistributions in binary form must reproduce the above copyright",
        "curve25519-dalek",
    ] {
        assert!(run.stdout.contains(text), "{text}");
    }
    assert_eq!(run.stderr, "");
}
