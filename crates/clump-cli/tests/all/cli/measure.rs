//! `clump measure` says of a release file what the run that made it said.

use insta::assert_snapshot;

use crate::desk::Desk;

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
    let methods =
        ["--layout groups", "--to jsonl", "--keep-root", "--form sets", "--method clump --lcg printed"];
    for flags in methods.map(|flags| format!("--k 2 {flags}")) {
        assert_same_numbers(&desk, "baskets.txt", "--taxonomy food.csv", &flags);
        assert_same_numbers(&desk, "log.tsv", "--taxonomy food.csv --unit session", &flags);
    }
    assert_same_numbers(&Desk::with_log(), "queries.tsv", "", "--k 5");
}

#[test]
fn without_the_audit_only_what_does_not_depend_on_it_is_told() {
    let desk = Desk::with_release("");
    let told = desk.clump("measure baskets.txt release.tsv --taxonomy food.csv").ok().stderr;
    assert!(told.contains("loss per item") && told.contains("pass the audit"), "{told}");
    assert!(!told.contains("ncp") && !told.contains("linked by"), "{told}");
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --layout groups --output groups.tsv").ok();
    assert_eq!(desk.clump("measure baskets.txt groups.tsv --taxonomy food.csv").ok().stderr, told);
    let found = desk.clump("measure baskets.txt release.tsv --taxonomy food.csv --json").ok().json();
    assert!(found["ncp"].is_null() && found["as_typed"].is_null() && found["smallest_group"].is_null());
    desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --unit query --layout groups --output q.tsv")
        .ok();
    desk.file("fewer.txt", "apple\nbeef\n");
    let flags = [
        "log.tsv q.tsv --taxonomy food.csv --unit query",
        "baskets.txt release.tsv --taxonomy food.csv --sensitive meat",
        "release.tsv",
        "fewer.txt release.tsv --taxonomy food.csv --scope full",
    ];
    assert_snapshot!(desk.refusals("measure", flags));
}

#[test]
fn labels_population_and_what_is_sensitive_are_assessed() {
    let desk = Desk::with_release("");
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
    let flags = [format!("{flags} --labels labels.tsv"), format!("{flags} --sensitive nonsense")];
    assert_snapshot!(desk.refusals("measure baskets.txt release.tsv", flags));
}
