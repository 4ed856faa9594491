//! Texts that are made from the table of flags, and the licences.

use insta::assert_snapshot;

use crate::commands;
use crate::desk::Desk;

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
    let help = Desk::new().clump("-h").ok().stdout;
    let run = Desk::new().refused("").says("error: no command was given\n\nhint: try `clump anonymize");
    assert!(run.stderr.starts_with(&help), "{run}");
}

#[test]
fn completions_know_every_verb_and_flag() {
    let commands = commands::all();
    for shell in ["bash", "zsh", "fish"] {
        let script = Desk::new().clump(&format!("--completions {shell}")).ok().stdout;
        let flags = ["keep-root", "skip-bad-lines", "unknown-words", "licenses"];
        for word in commands.iter().flat_map(|command| command.words.split(' ')).chain(flags) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let script = Desk::new().clump("--completions bash").ok().stdout;
    assert!(script.starts_with("_clump()") && script.contains("complete -F _clump"));
}

#[test]
fn the_manual_has_a_page_for_clump_and_for_each_verb() {
    let desk = Desk::new();
    desk.clump("--man pages").ok();
    let page = |name: &str| std::fs::read_to_string(desk.path("pages").join(format!("{name}.1"))).unwrap();
    for command in commands::all() {
        let name = format!("clump {}", command.words).trim().replace(' ', "-");
        let page = page(&name);
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH SYNOPSIS"), "{name}\n{page}");
    }
    assert!(page("clump-anonymize").contains("keep\\-root"));
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
