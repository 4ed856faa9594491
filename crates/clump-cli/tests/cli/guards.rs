//! Owners who may be left out (`--withhold`), and those who were published before (`--ledger`).

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// Lines `owner,item` of baskets, one for each item.
fn table(baskets: &[(&str, &[&str])]) -> String {
    let mut table = "who,item\n".to_owned();
    for (owner, items) in baskets {
        items.iter().for_each(|item| table += &format!("{SECRET}{owner},{item}\n"));
    }
    table
}

/// Six who bought alike two by two, and with them one who bought something else.
fn desk() -> Desk {
    let desk = Desk::with_food();
    let like: [(&str, &[&str]); 6] = [
        ("a", &["apple", "milk"]),
        ("b", &["apple", "milk"]),
        ("c", &["beef"]),
        ("d", &["beef"]),
        ("e", &["banana"]),
        ("f", &["banana"]),
    ];
    // The same people, who bought otherwise.
    let later: [(&str, &[&str]); 6] = [
        ("a", &["beef"]),
        ("b", &["apple", "milk"]),
        ("c", &["beef"]),
        ("d", &["banana"]),
        ("e", &["banana"]),
        ("f", &["apple", "milk"]),
    ];
    desk.file("first.csv", table(&like));
    desk.file("second.csv", table(&later));
    desk.file("new.csv", table(&[&later[..], &[("g", &["beef"]), ("h", &["beef"])]].concat()));
    desk.file("without-a.csv", table(&later[1..]));
    desk.file(
        "outlier.csv",
        table(&[&like[..], &[("g", &["chicken", "milk", "orange", "banana", "beef"])]].concat()),
    );
    desk
}

const RUN: &str = "--owner who --taxonomy food.csv --k 2 --method nearest";

fn published() -> Desk {
    let desk = desk();
    desk.clump(&format!("anonymize first.csv {RUN} --ledger ledger.json -o first.tsv --audit first.audit"))
        .ok();
    desk
}

#[test]
fn a_second_release_keeps_those_together_who_were_published_together() {
    let desk = published();
    desk.clump(&format!("anonymize second.csv {RUN} -o alone.tsv --audit alone.audit")).ok();
    let with = desk.clump(&format!(
        "anonymize second.csv {RUN} --ledger ledger.json -o second.tsv --audit second.audit"
    ));
    assert_snapshot!(with.ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest
    Read      8 lines of 6 owners
    Owners    column who: 6 read, 0 dropped
    Mapped    8 of 8 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     8 read in all rows: 0 as typed (0 %), 2 generalized (25.0 %), 6 gone (75.0 %: 6 suppressed)
    Kept      12.5 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      83.3 % by the paper's measure (GGD), of 8 items that were grouped
    Grouped   6 owners into 2 groups of 2 to 4 with nearest in [TIME] s
    Ledger    2 releases in it now; 6 of 6 owners were published before
    Verified  2-anonymity: every published row stands for at least 2 owners
    Verified  2 candidates over all releases of its ledger: nobody has fewer than 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        4 owners  (nothing: an empty row)
        2 owners  <fruit>
    Wrote     second.tsv, second.tsv.certificate.json, ledger.json
    Private   second.audit
    ");
    // Alone, everybody is with somebody else than before.
    assert_ne!(desk.text("alone.tsv"), desk.text("second.tsv"));
    for release in ["first", "second"] {
        let line = format!(
            "verify {release}.tsv --audit {release}.audit --input {release}.csv --owner who --taxonomy food.csv --ledger ledger.json"
        );
        let told = desk.clump(&line).ok();
        assert!(told.stderr.contains("none with fewer than 2"), "{told}");
    }
}

#[test]
fn a_ledger_is_private_and_names_nobody() {
    let desk = published();
    assert_eq!(desk.mode("ledger.json"), 0o600);
    let ledger = desk.text("ledger.json");
    for told in [SECRET, "apple", "milk", "fruit", "first", "who"] {
        assert!(!ledger.contains(told), "{told}");
    }
    let certificate = desk.text("first.tsv.certificate.json");
    assert!(certificate.contains("composition") && !certificate.contains("ledger.json"));
}

#[test]
fn without_the_ledger_a_release_shows_only_that_nothing_contradicts_it() {
    let desk = published();
    assert_snapshot!(desk.clump("verify first.tsv").ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     2-anonymity: 6 rows, 3 groups; the smallest has 2 rows
    Unbroken  2 candidates over all releases of its ledger: no row has fewer owners
              how many candidates are left shows only with --ledger, --audit and --input
              the certificate beside it is about these very bytes
              every row states how many owners share it: at least 2
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    let line = "verify first.tsv --audit first.audit --input first.csv --owner who --taxonomy food.csv";
    assert!(desk.clump(line).ok().stderr.contains("Unbroken  2 candidates"));
}

#[test]
fn the_ledger_of_other_releases_proves_nothing() {
    let desk = published();
    desk.clump(&format!("anonymize second.csv {RUN} --ledger other.json -o second.tsv --audit second.audit"))
        .ok();
    let verify = "verify second.tsv --audit second.audit --input second.csv --owner who --taxonomy food.csv";
    assert_snapshot!(desk.refused(&format!("{verify} --ledger ledger.json")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: ledger.json does not have this release with the groups that the audit says

    hint: name the ledger, the audit and the release of one run
    ");
    desk.refused(&format!("{verify} --ledger none.json"));
    desk.refused(&format!("{verify} --ledger second.csv"));
}

#[test]
fn the_same_release_again_is_entered_once() {
    let desk = published();
    let ledger = desk.text("ledger.json");
    desk.clump(&format!("anonymize first.csv {RUN} --ledger ledger.json -o again.tsv")).ok();
    assert_eq!(desk.text("again.tsv"), desk.text("first.tsv"));
    assert_eq!(desk.text("ledger.json"), ledger);
}

#[test]
fn who_is_new_is_grouped_with_others_who_are() {
    let desk = published();
    let told = desk.clump(&format!("anonymize new.csv {RUN} --ledger ledger.json -o new.tsv")).ok();
    assert!(told.stderr.contains("2 releases in it now; 6 of 8 owners were published before"), "{told}");
    assert!(desk.text("new.tsv").contains("2\tbeef"));
}

#[test]
fn who_has_too_few_candidates_left_is_refused_or_left_out() {
    let desk = published();
    let line =
        format!("anonymize without-a.csv {RUN} --ledger ledger.json -o second.tsv --audit second.audit");
    assert_snapshot!(desk.refused(&line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 1 owner of 5 cannot be published with 2 candidates over all releases of the ledger

    hint: let so many be left out with `--withhold SHARE`, lower `--k` if earlier releases did not promise it, or publish when those are there again whom they were grouped with
    ");
    let told = desk.clump(&format!("{line} --withhold 20%")).ok();
    assert!(told.stderr.contains("Withheld  1 owner,"), "{told}");
    let verify =
        "verify second.tsv --audit second.audit --input without-a.csv --owner who --taxonomy food.csv";
    assert!(
        desk.clump(&format!("{verify} --ledger ledger.json"))
            .ok()
            .stderr
            .contains("4 owners, none with fewer")
    );
}

#[test]
fn what_a_ledger_cannot_keep_is_refused() {
    let desk = published();
    desk.file("mine.txt", "apple milk\napple\nbeef\n").file("broken.json", "{}");
    desk.clump(&format!(
        "anonymize first.csv {} --ledger three.json -o three.tsv",
        RUN.replace("--k 2", "--k 3")
    ))
    .ok();
    for (line, why) in [
        ("first.csv --owner who --taxonomy food.csv --k 2 --ledger three.json -o r.tsv", "promised 3"),
        ("mine.txt --taxonomy food.csv --k 2 --ledger ledger.json -o r.tsv", "owners have no names"),
        ("first.csv --owner who --taxonomy food.csv --k 2 --ledger broken.json -o r.tsv", "is not a ledger"),
        (
            "first.csv --owner who --taxonomy food.csv --k 2 --ledger ledger.json -o ledger.json --to tsv --force",
            "two outputs",
        ),
        ("first.csv --owner who --taxonomy food.csv --k 2 --ledger first.csv -o r.tsv", "is an input"),
        (
            "first.csv --owner who --owners-as-they-are --taxonomy food.csv --k 2 --ledger ledger.json -o r.tsv",
            "told apart in another way",
        ),
        (
            "first.csv --owner who --taxonomy food.csv --k 2 --method pieces --ledger ledger.json -o r.tsv",
            "not a key of the method pieces",
        ),
        (
            "first.csv --owner who --taxonomy food.csv --k 2 --method apriori --withhold 1% -o r.tsv",
            "not a key of the method apriori",
        ),
        (
            "log.tsv --taxonomy food.csv --unit query --k 2 --method nearest --ledger ledger.json -o r.tsv",
            "one row for each owner",
        ),
        ("log.tsv --method counts --k 2 --ledger ledger.json -o r.tsv", "`ledger` has no effect here"),
        (
            "first.csv --owner who --taxonomy food.csv --k 2 --withhold 1% --floor -o r.tsv",
            "cannot both be given",
        ),
        (
            "first.csv --owner who --taxonomy food.csv --k 2 --withhold 1% --cost bits -o r.tsv",
            "cannot both be given",
        ),
    ] {
        let refused = desk.refused(&format!("anonymize {line}"));
        assert!(refused.stderr.contains(why), "{line}\n{refused}");
    }
}

#[test]
fn who_costs_the_others_most_is_left_out_and_counted() {
    let desk = desk();
    let line = format!("anonymize outlier.csv {RUN} -o r.tsv --audit r.audit --report r.json");
    assert_snapshot!(desk.clump(&format!("{line} --withhold 15%")).ok(), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest
    Read      13 lines of 7 owners
    Owners    column who: 7 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 8 as typed (61.5 %), 0 generalized (0 %), 5 gone (38.5 %: 5 left out as asked)
    Kept      53.9 % of the information in words, 18.7 % of that in words of a row together, in bits
    Loss      38.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   6 owners into 3 groups of 2 with nearest in [TIME] s
    Withheld  1 owner, whose 5 items count as lost; of the others 0 % is lost
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        2 owners  apple, milk
        2 owners  banana
        2 owners  beef
    Wrote     r.tsv, r.tsv.certificate.json
    Private   r.audit, r.json
    ");
    assert!(!desk.text("r.audit").contains(&format!("{SECRET}g")));
    let verify = "verify r.tsv --audit r.audit --input outlier.csv --owner who --taxonomy food.csv";
    desk.clump(verify).ok();
    // Whoever is left out besides has no leave to be.
    let audit = desk.text("r.audit");
    let fewer: Vec<&str> = audit.lines().filter(|line| !line.contains(&format!("{SECRET}a\t"))).collect();
    desk.file("r.audit", fewer.join("\n").replace("entries=6", "entries=5") + "\n");
    assert_snapshot!(desk.refused(verify), @"
    status: 2
    ---stdout---
    ---stderr---
    error: 2 of 7 owners of the input have no row, and 1 may be left out

    hint: name the input and the audit of this release, as they were when it was made
    ");
}

#[test]
fn a_certificate_says_how_many_were_left_out() {
    let desk = desk();
    desk.clump(&format!("anonymize outlier.csv {RUN} --withhold 15% -o r.tsv --audit r.audit")).ok();
    let certificate = desk.text("r.tsv.certificate.json");
    let verify = "verify r.tsv --audit r.audit --input outlier.csv --owner who --taxonomy food.csv";
    for (said, otherwise) in [
        (r#""owners": 1,"#, r#""owners": 0,"#),
        (r#""withhold": 0.15"#, r#""withhold": 0.1"#),
        (r#""loss_of_published": 0.0"#, r#""loss_of_published": 0.001"#),
    ] {
        assert!(certificate.contains(said), "{said}\n{certificate}");
        desk.file("r.tsv.certificate.json", certificate.replacen(said, otherwise, 1));
        let told = desk.clump(verify);
        assert_ne!(told.status, 0, "{otherwise}\n{told}");
    }
}

#[test]
fn what_noise_spends_adds_up_to_the_budget() {
    let desk = Desk::with_food();
    let line = "anonymize log.tsv --method counts --k 2 --delta 1e-5 --per-owner 2 --ledger ledger.json";
    let first = desk.clump(&format!("{line} --epsilon 1 --budget 3 -o 1.csv")).ok();
    assert!(
        first.stderr.contains("Ledger    epsilon 1 of 3 and delta 0.00001 are spent, by 1 table"),
        "{first}"
    );
    let second = desk.clump(&format!("{line} --epsilon 2 -o 2.csv")).ok();
    assert!(second.stderr.contains("epsilon 3 of 3"), "{second}");
    assert_snapshot!(desk.refused(&format!("{line} --epsilon 0.1 -o 3.csv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: epsilon 0.1 is more than is left: 3 of 3 is spent

    hint: lower `--epsilon`, or publish no more tables of these people
    ");
    assert_snapshot!(desk.refused(&format!("{line} --epsilon 0.1 --budget 9 -o 3.csv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the budget of the ledger is 3, and another one is given

    hint: leave `--budget` out: the ledger keeps the one that it began with
    ");
    let without = line.replace("--ledger ledger.json", "");
    assert_snapshot!(desk.refused(&format!("{without} --epsilon 1 --budget 3 -o 3.csv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `budget` has no effect here

    hint: leave it out, or name the file that keeps it with `--ledger FILE`
    ");
    // What is only looked at is not published, and what was refused spent nothing.
    desk.clump(&line.replace("ledger.json", "other.json").replace("--k 2", "--k 2 --epsilon 1 --json")).ok();
    assert!(!desk.exists("other.json"));
    assert_eq!(desk.text("ledger.json").matches("epsilon").count(), 2);
}
