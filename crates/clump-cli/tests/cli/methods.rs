//! `clump methods`, and every method as the command line meets it.

use insta::assert_snapshot;

use crate::desk::{Desk, example_log};

const METHODS: [&str; 17] = [
    "nearest",
    "pieces",
    "clump",
    "partition",
    "apriori",
    "coherence",
    "counts",
    "hash",
    "share",
    "split",
    "drop-all",
    "hash-queries",
    "drop-ids",
    "scrub",
    "hash-ids",
    "short-sessions",
    "drop-rare",
];

#[test]
fn methods_are_listed() {
    assert_snapshot!(Desk::new().clump("methods").ok());
}

#[test]
fn each_method_is_explained() {
    let texts = METHODS.map(|method| Desk::new().clump(&format!("methods {method}")).ok().stdout);
    assert_snapshot!(texts.join("\n---\n\n"));
    assert_eq!(Desk::new().clump("methods --json").ok().json().as_array().unwrap().len(), METHODS.len());
    assert_eq!(Desk::new().clump("methods share --json").ok().json()["name"], "share");
    assert_snapshot!(Desk::new().refused("methods nonsense"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: there is no such method

    hint: `clump methods` lists them
    ");
}

#[test]
fn the_page_about_methods_is_what_the_binary_prints() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/methods.md");
    let printed = Desk::new().clump("methods --markdown").ok().stdout;
    assert_eq!(
        std::fs::read_to_string(page).unwrap(),
        printed,
        "run `clump methods --markdown > docs/reference/methods.md`"
    );
}

/// A run of every method on the log that ships with the project, as its user sees it.
#[test]
fn every_method_runs_and_says_what_it_promises() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    let mut said = String::new();
    for method in METHODS {
        let parameters = match method {
            "coherence" => "--k 5 --sensitive food",
            "hash" | "split" | "hash-queries" | "hash-ids" | "short-sessions" => "--seed 7",
            "share" => "--k 5 --seed 7",
            "drop-all" | "drop-ids" | "scrub" => "",
            _ => "--k 5",
        };
        let line = format!("anonymize queries.tsv --method {method} {parameters} --output {method}.tsv");
        let made = desk.clump(&line).ok();
        let verified = desk.clump(&format!("verify {method}.tsv"));
        said.push_str(&format!("$ clump {line}\n{made}$ clump verify {method}.tsv\n{verified}\n"));
        let certificate = desk.text(&format!("{method}.tsv.certificate.json"));
        let promises = !certificate.contains("\"promise\": [],");
        assert_eq!(verified.status, if promises { 0 } else { 1 }, "{method}");
    }
    assert_snapshot!(said);
}

#[test]
fn what_a_method_does_not_read_is_refused() {
    let desk = Desk::with_food();
    let refused = |flags: &str| desk.refused(&format!("anonymize log.tsv --output release.tsv {flags}"));
    assert_snapshot!(refused("--k 2 --m 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `m` is not a key of the method nearest

    hint: leave it out, or choose the method that reads it: `--method apriori`
    ");
    assert_snapshot!(refused("--method hash --audit audit.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `audit` is not a key of the method hash

    hint: leave it out: hash does not work that way
    ");
    assert_snapshot!(refused("--method drop-ids --layout groups"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `layout` is not a key of the method drop-ids

    hint: leave it out: drop-ids does not work that way
    ");
    assert_snapshot!(refused("--method coherence --k 2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what is sensitive is not given

    hint: name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)
    ");
    assert_snapshot!(refused("--method coherence --k 2 --sensitive file:nowhere.txt"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.txt cannot be read
      cause: No such file or directory (os error 2)

    hint: the file has one name per line, as the taxonomy spells it
    ");
    assert_snapshot!(refused("--method coherence --k 2 --sensitive share:2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `sensitive` is not a share
      cause: not a share from 0 to 1 with at most six decimals

    hint: write `--sensitive share:0.2` for a fifth of the items
    ");
    assert_snapshot!(refused("--method apriori --k 2 --m 0"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: m must be at least 1: it is the number of items that an attacker knows

    hint: 2 is usual; more protects better and loses more
    ");
    assert_snapshot!(refused("--method share"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k is not given

    hint: say how many owners the promise speaks of, for example `--k 5`
    ");
    assert_snapshot!(refused("--method hash --key log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv holds no key
      cause: not a key: expected 64 hexadecimal digits

    hint: a key is 64 hexadecimal digits; make one with `openssl rand -hex 32`
    ");
    assert_snapshot!(refused("--method hash --key nowhere --seed 1"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: both a key and a seed are given

    hint: give `--key` to link releases, or `--seed` to repeat one
    ");
    assert_snapshot!(refused("--method short-sessions --period soon"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `period` is not a duration
      cause: not a duration: expected hours, minutes and seconds like `30m`, `90s` or `2h30m`

    hint: `--period 24h` is usual
    ");
    assert_snapshot!(refused("--method short-sessions --period 1mo"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `period` is not a duration
      cause: days, weeks, months and years are not always equally long: expected hours, minutes and seconds like `24h`

    hint: `--period 24h` is usual
    ");
    assert_snapshot!(refused("--method split --level 1 --taxonomy food.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: level must be at least 2, not 1: the root is at level 1, and everything is below it

    hint: leave `--level` out for its default
    ");
    assert_snapshot!(refused("--k 2 --gap 5m"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `gap` has no effect here

    hint: leave it out, or add `--unit session`
    ");
    assert_snapshot!(refused("--k 2 --method apriori --parts 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `parts` has no effect here

    hint: leave it out, or add `--recoding local` or `vertical`
    ");
    assert_snapshot!(desk.refused("anonymize log.tsv --method hash --output release.jsonl"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.jsonl: hash writes tab separated columns, and the name does not say so

    hint: end it in .tsv, .tsv.gz or .tsv.zst
    ");
    let baskets = desk.refused("anonymize baskets.txt --method hash --output release.tsv");
    assert_snapshot!(baskets, @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt: is not a query log

    hint: this method works on the lines of a query log: give one with `--from aol` or a table with `--owner` and `--query`, or choose a method on transactions (`clump methods`)
    ");
}

#[test]
fn a_header_in_the_midst_of_a_log_is_no_owner() {
    let desk = Desk::new();
    let lines: String = (1..=4).map(|owner| format!("{owner}\tdog\t2006-03-01 07:17:12\n")).collect();
    let header = "AnonID\tQuery\tQueryTime\n";
    desk.file("log.tsv", format!("{header}{lines}{header}"));
    assert!(
        desk.refused("anonymize log.tsv --k 5 --output r.tsv")
            .stderr
            .contains("4 owners cannot be 5-anonymous")
    );
    let line = "anonymize log.tsv --method drop-rare --k 5 --output r.tsv";
    assert!(desk.refused(line).stderr.contains("4 owners cannot be 5-anonymous"));
}

/// Times and ranks are published as they are, so anything else in their place is refused.
#[test]
fn what_is_no_time_or_rank_is_not_published() {
    let desk = Desk::new();
    let log = |line: &str| format!("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n{line}\n");
    desk.file("swapped.tsv", log("1\t2006-03-01 07:17:12\tzzsecretzz"));
    desk.file("moved.tsv", log("1\tdog\t2006-03-01 07:17:12\tzzsecretzz\t"));
    assert_snapshot!(desk.refused("anonymize swapped.tsv --method hash --output r.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: swapped.tsv: line 2: the time cannot be read (expected 2006-03-01 07:17:12 with a zone or without, 2006-03-01, 01.03.2006 07:17, 060301071712, or seconds, milliseconds, microseconds or nanoseconds since 1970 in 9 or 10, 13, 16 or 19 digits)

    hint: say how times are written with `--time-format`, like `%d/%m/%Y %H:%M:%S`, or use `--skip-bad-lines` to leave such lines out and count them; methods on transactions need no times with `--unit owner`
    ");
    assert_snapshot!(desk.refused("anonymize moved.tsv --method scrub --output r.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: moved.tsv: line 2: column 4, the rank of a clicked result, is neither empty nor a number

    hint: use `--skip-bad-lines` to leave such lines out and count them, or bring the columns in order
    ");
}

#[test]
fn names_of_sensitive_items_that_do_not_occur_are_counted() {
    let desk = Desk::with_food();
    desk.file("sensitive.txt", "beef\nbeaf\n");
    let line = "anonymize baskets.txt --taxonomy food.csv --method coherence --k 2 --h 0.9 --sensitive file:sensitive.txt --output r.tsv";
    let said = desk.clump(line).ok().stderr;
    assert!(said.contains("1 item of the data; not among them, or misspelt: 1 name"), "{said}");
}
