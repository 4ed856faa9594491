//! `clump attack` and `clump decode`: what a release gives away, and what it is meant to give.

use insta::assert_snapshot;

use crate::desk::{Desk, example_log};

fn desk() -> Desk {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    desk
}

#[test]
fn hashing_is_attacked_on_a_held_out_half() {
    let run = desk().clump("attack hash --reference queries.tsv --json").ok();
    let found = run.json();
    assert_eq!(found["is_scored"], true);
    assert!(found["with_cooccurrence"]["share"].as_f64().unwrap() > 0.0, "{run}");
    assert!(found["mass"].as_u64().unwrap() > 1_000);
}

#[test]
fn hashing_is_attacked_with_a_reference_log() {
    let desk = desk();
    desk.file("key.txt", "0b".repeat(32));
    desk.clump("anonymize queries.tsv --method hash --key key.txt --output hashed.tsv").ok();
    let scored = desk.clump("attack hash hashed.tsv --reference queries.tsv --key key.txt --json").ok();
    // The reference is the very log that was hashed: this is the most that can be lost.
    assert!(scored.json()["with_cooccurrence"]["share"].as_f64().unwrap() > 0.5, "{scored}");
    let blind = desk.clump("attack hash hashed.tsv --reference queries.tsv").ok();
    assert!(blind.stderr.contains("only the key tells which guesses are right"), "{blind}");
    desk.file("other.txt", "0c".repeat(32));
    assert_snapshot!(desk.refused("attack hash hashed.tsv --reference queries.tsv --key other.txt"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: other.txt is not the key of this release

    hint: pass the file that was given to `clump anonymize --key`
    ");
    assert_snapshot!(desk.refused("attack hash queries.tsv --reference queries.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: queries.tsv holds words that are not hashed

    hint: this is an attack on releases of `--method hash`
    ");
    assert_snapshot!(desk.refused("attack hash hashed.tsv --reference nowhere.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.tsv: there is no such file

    hint: check the path
    ");
}

#[test]
fn shares_open_what_k_owners_asked_and_nothing_else() {
    let desk = desk();
    desk.clump("anonymize queries.tsv --method share --k 5 --seed 7 --output sealed.tsv").ok();
    assert_snapshot!(desk.clump("decode sealed.tsv --output opened.tsv").ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Opened    76 queries in 632 lines of 5,016; 5 owners asked each
    Sealed    2,336 queries: fewer than 5 owners asked them
    Wrote     opened.tsv
    ");
    // The same queries that dropping rare ones keeps, which publishes one line for each owner.
    desk.clump("anonymize queries.tsv --method drop-rare --k 5 --output common.tsv").ok();
    let queries = |name: &str| {
        let text = desk.text(name);
        let mut queries: Vec<String> =
            text.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect();
        queries.sort();
        queries.dedup();
        queries
    };
    assert_eq!(queries("opened.tsv"), queries("common.tsv"));
    assert_eq!(desk.clump("decode sealed.tsv --output -").ok().stdout, desk.text("opened.tsv"));
    assert_snapshot!(desk.refused("decode sealed.tsv --output opened.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: opened.tsv exists already

    hint: choose another name, or pass `--force` to replace it
    ");
    assert_snapshot!(desk.refused("decode common.tsv --k 5 --output again.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: common.tsv: line 1: expected the header `Owner<TAB>QueryTime<TAB>Tag<TAB>X<TAB>Y<TAB>Sealed`

    hint: is this the release that is meant? `clump methods` says what each method writes
    ");
    assert_snapshot!(desk.refused("decode sealed.tsv --k 1 --output again.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k must be at least 2, not 1: a group of one owner hides nobody

    hint: `--k 5` to `--k 10` is usual; larger hides better and loses more
    ");
}

#[test]
fn changed_shares_are_noticed() {
    let desk = desk();
    desk.clump("anonymize queries.tsv --method share --k 5 --seed 7 --output sealed.tsv").ok();
    desk.clump("decode sealed.tsv --output opened.tsv --json").ok();
    // Every cipher text loses its last digit to another one.
    let changed: String = desk
        .text("sealed.tsv")
        .lines()
        .enumerate()
        .map(|(number, line)| match (number, line.ends_with('0')) {
            (0, _) => format!("{line}\n"),
            (_, true) => format!("{}1\n", &line[..line.len() - 1]),
            (_, false) => format!("{}0\n", &line[..line.len() - 1]),
        })
        .collect();
    desk.file("sealed.tsv", changed);
    let said = desk.clump("decode sealed.tsv --output -").stderr;
    assert!(said.contains("the certificate beside the release is about other bytes"), "{said}");
    let run = desk.clump("decode sealed.tsv --output again.tsv --json");
    assert_eq!((run.status, run.json()["lines"].as_u64()), (1, Some(0)));
    assert!(run.json()["damaged"].as_u64().unwrap() > 0);
}

/// The example log cut in two: the lines of every other owner are published, the others are what the attacker knows.
fn halves() -> Desk {
    let (desk, log) = (Desk::new(), String::from_utf8(example_log()).unwrap());
    let (header, lines) = log.split_once('\n').unwrap();
    let owner = |line: &str| line.split('\t').next().unwrap().to_owned();
    let mut owners: Vec<String> = lines.lines().map(owner).collect();
    owners.sort_unstable();
    owners.dedup();
    for (half, name) in ["log.tsv", "others.tsv"].into_iter().enumerate() {
        let is_in = |line: &&str| owners.binary_search(&owner(line)).unwrap() % 2 == half;
        let lines: Vec<&str> = lines.lines().filter(is_in).collect();
        desk.file(name, format!("{header}\n{}\n", lines.join("\n")));
    }
    desk.clump("anonymize log.tsv --method nearest --k 5 --output release.tsv --audit audit.tsv").ok();
    desk
}

/// What the attacker finds is told, with the control that names any children; nothing is told of what people have.
#[test]
fn labels_are_downcoded_with_a_log_of_other_people() {
    let desk = halves();
    let attack = "attack downcode release.tsv --reference others.tsv --input log.tsv --audit audit.tsv";
    assert_snapshot!(desk.clump(attack), @"
    status: 0
    ---stdout---
    ---stderr---
    Attacked  361 labels above leaves, of 30 groups, in [TIME] s
    Lifted    0.0 % of all labels, as the certificate states
    Frequency 71.2 % of the labels made more exact: 257 of 290 claims right; 517 of 556 children there
    Minimal   70.4 % of the labels made more exact: 254 of 291 claims right; 529 of 574 children there
              70.6 % of the labels made more exact: 255 of 290 claims right, without knowing how many owners groups have; 532 of 574 children there
    Control   7.8 % of the labels made more exact: 28 of 291 claims right, naming any children; 174 of 574 children there
              claims are those that the attacker is 90 % sure of
    ");
    let found = desk.clump(&format!("{attack} --json")).ok().json();
    let right = |found: &serde_json::Value, who: &str| found[who]["right"].as_u64().unwrap();
    // Knowing people is worth more than naming whatever there is, and being surer means claiming less.
    assert!(right(&found, "by_minimality") > 2 * right(&found, "control"), "{found}");
    let sure = desk.clump(&format!("{attack} --confidence 0.99 --json")).ok().json();
    let claimed = |found: &serde_json::Value| found["by_minimality"]["claimed"].as_u64().unwrap();
    assert!(claimed(&sure) < claimed(&found), "{sure}");
    // Who knows nobody of the kind claims next to nothing.
    desk.file(
        "nobody.tsv",
        "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n1\tzebra\t2006-03-01 00:00:00\t\t\n",
    );
    let blind = attack.replace("others.tsv", "nobody.tsv");
    let blind = desk.clump(&format!("{blind} --json")).ok().json();
    assert!(10 * right(&blind, "by_frequency") < right(&found, "by_frequency"), "{blind}");
}

#[test]
fn downcoding_needs_whole_rows_and_all_that_belongs_to_them() {
    let desk = halves();
    let rest = "--reference others.tsv --input log.tsv --audit audit.tsv";
    assert_snapshot!(desk.refused("attack downcode release.tsv --reference others.tsv --input log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the following required arguments were not provided:
      --audit <FILE>

    Usage: clump attack downcode --reference <LOG> --input <FILE> --audit <FILE> <RELEASE>

    For more information, try '--help'.
    ");
    assert_snapshot!(desk.refused(&format!("attack downcode release.tsv {rest} --confidence 2")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '2' for '--confidence <SHARE>': not a share from 0 to 1 with at most six decimals

    For more information, try '--help'.
    ");
    assert_snapshot!(desk.refused("attack downcode release.tsv --reference nowhere.tsv --input log.tsv --audit audit.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.tsv: there is no such file

    hint: check the path
    ");
    // The originals of other people.
    assert_snapshot!(desk.refused("attack downcode release.tsv --reference log.tsv --input others.tsv --audit audit.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: audit.tsv: line 3: the input has no such owner

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    desk.clump("anonymize log.tsv --k 5 --output pieces.tsv --audit pieces.audit").ok();
    assert_snapshot!(desk.refused("attack downcode pieces.tsv --reference others.tsv --input log.tsv --audit pieces.audit"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: pieces.tsv is not a release of whole rows

    hint: this is an attack on releases of `--method nearest`, `clump` or `partition`
    ");
}
