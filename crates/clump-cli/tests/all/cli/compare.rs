//! `clump compare` and the pages: what a publisher decides by.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::Desk;

/// A figure of a run.
fn figure(cell: &Value, key: &str) -> Option<f64> {
    cell["cost"][key].as_f64()
}

fn name(cell: &Value) -> String {
    let setting = cell["setting"].as_str().map(|setting| format!(" {setting}")).unwrap_or_default();
    format!("{}{setting}", cell["method"].as_str().unwrap())
}

#[test]
fn kinds_are_compared_with_nothing_but_the_input() {
    let desk = Desk::with_log();
    let run = desk.clump("compare queries.tsv --no-floor --json").ok();
    let comparison = run.json();
    let cells = comparison["cells"].as_array().unwrap();
    let names: Vec<String> = cells.iter().map(name).collect();
    // Seven tables and six of them with noise, pieces, whole rows, lines.
    assert_eq!(names.len(), 16, "{names:?}");
    assert_eq!(names[0], "counts of queries");
    for file in ["comparison.html", "comparison.csv", "comparison.json"] {
        assert_eq!(desk.mode(file), 0o600, "{file}");
    }
    assert_eq!(desk.text("comparison.csv").lines().count(), 17);
    let page = desk.text("comparison.html");
    for (cell, name) in cells.iter().zip(&names) {
        assert_eq!((cell["holds"].as_bool(), cell["k"].as_u64()), (Some(true), Some(5)), "{name}");
        // Rows with noise would spend epsilon.
        if name.ends_with("noise") {
            assert!(cell["sample"].is_null() && !run.stderr.contains(&format!("Sample    {name}: ")));
            continue;
        }
        let rows = cell["sample"]["rows"].as_array().unwrap();
        // No query follows another often enough, nor is one asked often enough on one day.
        let is_sparse = ["next", "by day"].iter().any(|word| name.contains(word));
        assert!((is_sparse || !rows.is_empty()) && rows.len() <= 10, "{name}");
        assert!(
            page.contains(&format!("{name}: what readers get"))
                && run.stderr.contains(&format!("Sample    {name}: "))
        );
    }
    assert!(!page.contains("by method"), "one k makes no line");
    // As in the file, but for what JSON has in lists.
    let header = desk.text("comparison.csv");
    let header: Vec<&str> = header.lines().next().unwrap().split(',').collect();
    for key in cells[0]["cost"].as_object().unwrap().keys().filter(|key| *key != "rules") {
        assert!(header.contains(&key.as_str()), "{key}");
    }
    desk.refused("compare queries.tsv --no-floor").says("comparison.csv exists already");
}

/// Whatever is advised is within 1 % of the best of all runs in the same file, and tasks come before privacy and rows.
#[test]
fn advice_says_what_the_figures_say() {
    let desk = Desk::with_log();
    let run = desk.clump("compare queries.tsv --no-floor --json").ok();
    let comparison = run.json();
    let cells = comparison["cells"].as_array().unwrap();
    let kept = |cell: &Value, purpose: &str| {
        let mut tasks = cell["tasks"].as_array().unwrap().iter();
        tasks.find(|task| task["purpose"] == purpose).unwrap()["kept"].as_f64().unwrap()
    };
    let advice = comparison["advice"].as_array().unwrap();
    let purposes: Vec<&str> = advice.iter().map(|advice| advice["purpose"].as_str().unwrap()).collect();
    assert_eq!(
        purposes,
        ["completion", "queries", "words", "phrases", "co-occurrence", "clicks", "next-query", "trends"]
    );
    for (advice, purpose) in advice.iter().zip(purposes) {
        assert!(run.stderr.contains(advice["sentence"].as_str().unwrap()), "{advice}");
        let best = cells.iter().map(|cell| kept(cell, purpose)).max_by(f64::total_cmp).unwrap();
        match advice["run"].as_str() {
            Some(advised) => {
                let cell = cells.iter().find(|cell| name(cell) == advised).unwrap();
                assert!(kept(cell, purpose) >= 0.99 * best, "{advice}");
            }
            None => assert_eq!(best, 0.0, "{advice}"),
        }
    }
    let place = |text: &str| run.stderr.find(text).unwrap_or_else(|| panic!("{text}: {run}"));
    assert!(place("\nTasks ") < place("\nAdvice ") && place("\nAdvice ") < place("\nPrivacy "));
    assert!(place("\nPrivacy ") < place("\nSample "));
    let page = desk.text("comparison.html");
    let place = |text: &str| page.find(text).unwrap();
    assert!(place("What readers can do with each kind") < place("Privacy of each kind"));
    assert!(place("Privacy of each kind") < place("what readers get"));
}

/// Page and terminal say before the figures that they are of a sample, and only where the user asked for one.
#[test]
fn a_sample_is_named_before_its_figures_and_judges_no_proof() {
    let desk = Desk::with_log();
    let judgement = "proof costs too much";
    for (flag, is_sample) in [("", false), (" --sample 60%", true)] {
        let line = format!("compare queries.tsv --no-floor --methods counts --force{flag}");
        let run = desk.clump(&line).ok();
        let page = desk.text("comparison.html");
        for (text, first_figures) in
            [(&run.stderr, "\nTasks "), (&page, "What readers can do with each kind")]
        {
            let note = text.find("These are figures of a sample: 60.0");
            assert_eq!(note.is_some(), is_sample, "{text}");
            assert!(note < text.find(first_figures), "{text}");
            assert_eq!(text.contains(judgement), !is_sample, "{text}");
        }
    }
}

/// The references beside all runs: the original keeps all, and nothing keeps nothing.
#[test]
fn the_original_and_plain_sql_are_beside_the_kinds() {
    let desk = Desk::with_log();
    let run = desk.clump("compare queries.tsv --no-floor --methods counts --json").ok();
    let references = run.json()["references"].clone();
    let names: Vec<&str> =
        references.as_array().unwrap().iter().map(|found| found["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["original", "plain SQL", "empty release"]);
    for (place, kept) in [(0, 1.0), (2, 0.0)] {
        let tasks = references[place]["tasks"].as_array().unwrap();
        assert!(tasks.iter().all(|task| task["kept"] == kept), "{references}");
    }
    for line in ["\noriginal ", "\nplain SQL ", "\nempty release "] {
        assert!(run.stderr.contains(line), "{run}");
    }
}

#[test]
fn baskets_are_compared_by_their_items() {
    let desk = Desk::with_food();
    let line = "compare baskets.txt --taxonomy food.csv --k 2 --json";
    let comparison = desk.clump(line).ok().json();
    let cells = comparison["cells"].as_array().unwrap();
    let names: Vec<String> = cells.iter().map(name).collect();
    assert_eq!(names[0], "counts of items");
    assert!(names.ends_with(&["pieces".to_owned(), "nearest".to_owned()]), "{names:?}");
    assert_eq!(comparison["unit"], "owner");
    // Five baskets of 13 items: what two of them have is published as it is, and so it is in the table.
    assert_eq!(figure(&cells[0], "generalized_share"), Some(0.0));
    assert!(figure(&cells[0], "as_typed_share") > Some(0.0), "{comparison}");
    assert!(cells.iter().all(|cell| cell["cost"]["top_queries_error"].is_null()));
    assert_eq!(comparison["floors"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_sensitive_is_counted_for_each_kind() {
    let desk = Desk::with_log();
    let line = "compare queries.tsv --no-floor --sensitive food --methods nearest,pieces,counts --json";
    let run = desk.clump(line).ok();
    let comparison = run.json();
    let holders = comparison["sensitive_holders"].as_u64().unwrap();
    for cell in comparison["cells"].as_array().unwrap() {
        // Facts of several texts are not looked at.
        let certain = figure(cell, "certain_owners");
        assert!(certain.is_none_or(|certain| certain <= holders as f64), "{cell}");
        assert!(certain.is_some() || name(cell).starts_with("counts of"), "{cell}");
    }
    assert!(run.stderr.contains("  certain  "), "{run}");
}

#[test]
fn the_rules_of_others_are_shown_with_their_sources() {
    let desk = Desk::with_log();
    let help = desk.clump("compare --presets help").ok();
    assert_snapshot!(help.stdout);
    let line =
        "compare queries.tsv --methods counts --no-floor --presets google-dma,bing,brave,orcas-like --json";
    let run = desk.clump(line).ok();
    let presets = run.json()["presets"].clone();
    let names: Vec<&str> =
        presets.as_array().unwrap().iter().map(|run| run["preset"].as_str().unwrap()).collect();
    assert_eq!(names, ["google-dma", "google-dma", "bing", "brave", "orcas-like"]);
    assert!(presets.as_array().unwrap().iter().all(|run| run["holds"] == true), "{presets}");
    let page = desk.text("comparison.html");
    assert!(page.contains("arXiv 2006.05324") && page.contains("What others publish, by their rules"));
    let unknown = desk.clump("compare queries.tsv --presets yahoo");
    assert!(unknown.status == 2 && unknown.stderr.contains("google-dma"), "{unknown}");
}

#[test]
fn floors_are_named_and_come_last() {
    let desk = Desk::with_food();
    let line = "compare baskets.txt --taxonomy food.csv --k 2 --methods nearest";
    let run = desk.clump(line).ok();
    let last = run.stderr.lines().rev().nth(1).unwrap();
    assert!(last.starts_with("Bound     k = 2: every release of whole rows loses at least "), "{run}");
}

#[test]
fn a_method_that_cannot_run_is_a_cell_that_says_why() {
    let desk = Desk::with_food();
    let line = "compare baskets.txt --taxonomy food.csv --k 2,9,2 --methods nearest --output c.html --json";
    let run = desk.clump(line).ok();
    assert!(run.stderr.contains("no run: 5 owners cannot be 9-anonymous"), "{run}");
    let comparison = run.json();
    let cells = comparison["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 2, "each k once");
    assert_eq!(cells[1]["error"].as_str(), Some("5 owners cannot be 9-anonymous"));
    desk.clump("compare baskets.txt --taxonomy food.csv --k 9 --methods nearest --output n.html").ends(1);
    let flags =
        ["--taxonomy food.csv --k 1", "--taxonomy food.csv --methods coherence", "--taxonomy nowhere.csv"];
    assert_snapshot!(desk.refusals("compare baskets.txt", flags));
    // The floor of the one k that can be, and it is below the loss.
    let floors = comparison["floors"].as_array().unwrap();
    assert_eq!(floors.len(), 1);
    let loss = cells[0]["cost"]["loss_per_item"].as_f64().unwrap();
    assert!(floors[0]["loss_per_item"].as_f64().unwrap() <= loss);
}

#[test]
fn pages_show_a_run_once_for_everyone_and_once_for_the_publisher() {
    let desk = Desk::with_log();
    let line = "anonymize queries.tsv --k 5 --output release.tsv --page page.html --sensitive food --report report.json";
    let said = desk.clump(line).ok().stderr;
    assert!(said.contains("Wrote     release.tsv, release.tsv.certificate.json, page.html"), "{said}");
    assert!(said.contains("Private   page.private.html, report.json, this summary"), "{said}");
    assert_eq!(desk.mode("page.private.html"), 0o600);
    let (public, private) = (desk.text("page.html"), desk.text("page.private.html"));
    assert!(private.contains("PRIVATE: do not publish") && !public.contains("PRIVATE: do not publish"));
    for view in ["verdict", "risk", "utility", "loss", "items", "taxonomy"] {
        let view_of = |page: &str| page.contains(&format!("id=\"{view}\""));
        let is_counted_in_the_data = ["risk", "utility", "loss"].contains(&view);
        assert_eq!((view_of(&private), view_of(&public)), (true, !is_counted_in_the_data), "{view}");
    }
    let by_k = "loss (GGD) per item, by method";
    assert!(
        private.contains(by_k) && !public.contains(by_k),
        "what other k would lose is not in the release"
    );
    assert!(private.contains("id=\"groups\"") && !public.contains("id=\"groups\""));
    for page in [&public, &private] {
        assert!(!page.contains("https://") && !page.contains("src=\"http"), "nothing is fetched");
    }
    let report = desk.json("report.json");
    let linkage = report["assessment"]["after"]["linkage"].as_array().unwrap();
    assert!(linkage.iter().all(|linkage| linkage["right_row"]["low"].as_f64().unwrap() <= 0.2));
    desk.refused("anonymize queries.tsv --method hash --page page.html --force")
        .says("`page` is not a key of the method hash");
}
