//! `clump measure` says of a release file what the run that made it said.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, example_log};

#[test]
fn measures_of_the_papers_release() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv").ok();
    let run = desk.clump("measure release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    ---stderr---
    words                   13
    as typed                2 (15.4 %)
    generalized             6 (46.2 %)
    gone                    5 (38.5 %)
    information kept        35.2 %
    links kept              14.7 %
    rows                    5
    owners                  5
    items grouped           13
    items suppressed        5 (38.5 %)
    groups                  2 of 2.50 rows on average
    loss (GGD)              6.286
    loss per item (GGD)     0.4835
    discernibility          13
    mean length             1.600
    mean level              2.250
    density                 32.5000 %
    owners a group          2 to 3
    ncp                     0.4712
    lm                      0.4176
    prosecutor, highest     100.0 % before, 50.0 % after
    prosecutor, mean        100.0 % before, 40.0 % after
    unique by 1 known       0.0 % before, 0.0 % after
    unique by 2 known       80.0 % before, 0.0 % after
    unique by 3 known       100.0 % before, 0.0 % after
    linked by 1 known       20.0 % before, 33.3 % after (8.7 % to 72.5 %)
    linked by 2 known       100.0 % before, 40.0 % after (11.8 % to 76.9 %)
    linked by 3 known       100.0 % before, 38.9 % after (8.1 % to 82.2 %)
    COUNT of 1, data        relative error 0.349, median 0.125
    COUNT of 2, data        relative error 0.708, median 0.625
    COUNT of 3, data        relative error 0.915, median 1.000
    COUNT of 1, uniform     relative error 0.464, median 0.500
    COUNT of 2, uniform     relative error 14.740, median 0.500
    COUNT of 3, uniform     relative error 5.637, median 0.000
    COUNT of 4, uniform     relative error 0.750, median 0.000
    top words               relative error 0.453 of 8
    top sets of 1           1 of 8 as they are
    top sets of 2           0 of 10 as they are
    top sets of 3           0 of 3 as they are
    top sets of 1           2 of 3 at level 2
    top sets of 2           1 of 3 at level 2
    top sets of 3           0 of 1 at level 2
    top sets of 1           1 of 8 at level 3
    top sets of 2           0 of 10 at level 3
    top sets of 3           0 of 3 at level 3
    pair supports           relative error 0.762
    item distance           0.155
    neighbours kept         100.0 %
    ");
}

/// Every number that `anonymize --json` told and `measure --json` tells must be the same.
fn assert_same_numbers(desk: &Desk, input: &str, reading: &str, flags: &str) {
    let made = desk
        .clump(&format!(
            "anonymize {input} {reading} {flags} --json --output release.tsv --audit audit.tsv --force"
        ))
        .ok()
        .json();
    let measured = desk
        .clump(&format!("measure release.tsv --audit audit.tsv --input {input} {reading} --json"))
        .ok()
        .json();
    let measured = measured.as_object().unwrap();
    assert!(measured.len() >= 10);
    // Risk and use are assessed only where a report or a page is asked for.
    for (name, value) in measured.iter().filter(|(name, _)| !["assessment", "fates"].contains(&name.as_str()))
    {
        assert_eq!(&made[name], value, "{name} with {reading} {flags}");
    }
}

#[test]
fn measures_equal_those_of_the_run() {
    let desk = Desk::with_food();
    for layout in
        ["", "--layout groups", "--to jsonl", "--keep-root", "--form sets", "--method clump --lcg printed"]
    {
        assert_same_numbers(&desk, "baskets.txt", "--taxonomy food.csv", &format!("--k 2 {layout}"));
        assert_same_numbers(
            &desk,
            "log.tsv",
            "--taxonomy food.csv --unit session",
            &format!("--k 2 {layout}"),
        );
    }
}

#[test]
fn measures_equal_those_of_the_run_on_the_example_log() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    assert_same_numbers(&desk, "queries.tsv", "", "--k 5");
}

#[test]
fn a_release_of_other_data_is_not_measured() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv").ok();
    let line = "measure release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv";
    let release = desk.text("release.tsv");
    desk.file("release.tsv", release.replace("chicken", SECRET));
    assert!(desk.refused(line).stderr.contains("is the audit of another release"));
    desk.rebind("audit.tsv", "release.tsv");
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv: row 4: a label is not in the taxonomy of the input

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    desk.file("release.tsv", release.replace("chicken", "butter"));
    desk.rebind("audit.tsv", "release.tsv");
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv: row 4: it does not generalize the transaction that the audit names

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
}

#[test]
fn without_the_audit_only_what_does_not_depend_on_it_is_told() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv").ok();
    let told = desk.clump("measure baskets.txt release.tsv --taxonomy food.csv").ok().stderr;
    assert!(told.contains("loss per item") && told.contains("pass the audit"), "{told}");
    assert!(!told.contains("ncp") && !told.contains("linked by"), "{told}");
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --layout groups --output groups.tsv").ok();
    assert_eq!(desk.clump("measure baskets.txt groups.tsv --taxonomy food.csv").ok().stderr, told);
    let found = desk.clump("measure baskets.txt release.tsv --taxonomy food.csv --json").ok().json();
    assert!(found["ncp"].is_null() && found["as_typed"].is_null() && found["smallest_group"].is_null());
    desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --unit query --layout groups --output q.tsv")
        .ok();
    assert_snapshot!(desk.refused("measure log.tsv q.tsv --taxonomy food.csv --unit query"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: q.tsv: its rows do not say which transactions they stand for, and an owner has several rows

    hint: pass the audit of the release with `--audit`
    ");
    assert_snapshot!(desk.refused("measure baskets.txt release.tsv --taxonomy food.csv --sensitive meat"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `--sensitive` cannot be assessed without the audit

    hint: add `--audit`: it depends on whose row is whose
    ");
    assert_snapshot!(desk.refused("measure release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the original of the release was not given

    hint: name it first: `clump measure ORIGINAL RELEASE`
    ");
    desk.file("fewer.txt", "apple\nbeef\n");
    assert_snapshot!(desk.refused("measure fewer.txt release.tsv --taxonomy food.csv --scope full"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv has 5 rows, but the input has 2 transactions

    hint: pass the input and the settings of the very run that made this release
    ");
}

#[test]
fn labels_population_and_what_is_sensitive_are_assessed() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv").ok();
    desk.file("labels.tsv", "1\ta\n2\tb\n3\ta\n4\ta\n5\tb\n");
    let flags = "--audit audit.tsv --taxonomy food.csv --json";
    let line = format!(
        "measure baskets.txt release.tsv {flags} --labels labels.tsv --population baskets.txt --sensitive meat"
    );
    let found = desk.clump(&line).ok().json();
    let assessment = &found["assessment"];
    assert_eq!(found["fates"].as_array().unwrap().len(), 8, "items of the baskets");
    assert!(assessment["classification"].as_f64().unwrap() > 0.0);
    assert!(assessment["after"]["journalist"].as_f64().unwrap() <= 0.5);
    assert!(assessment["before"]["homogeneous"]["owners"].as_u64().unwrap() >= 4);
    desk.file("labels.tsv", "1\ta\n");
    assert_snapshot!(desk.refused(&format!("measure baskets.txt release.tsv {flags} --labels labels.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: labels.tsv: some owner of the input has no label

    hint: the file has a line `owner<TAB>label` for every owner
    ");
    assert_snapshot!(desk.refused(&format!("measure baskets.txt release.tsv {flags} --sensitive nonsense")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nothing of the data is at or below what is named sensitive

    hint: name nodes as the taxonomy spells them (`clump taxonomy show NODE` looks one up), or a list with `--sensitive file:PATH`
    ");
}
