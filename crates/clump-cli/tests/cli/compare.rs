//! `clump compare` and the pages: what a publisher decides by.

use insta::assert_snapshot;

use crate::desk::{Desk, example_log};

fn desk() -> Desk {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    desk
}

#[test]
fn methods_are_compared_with_nothing_but_the_input() {
    let desk = desk();
    let run = desk.clump("compare queries.tsv --no-floor --json").ok();
    let comparison = run.json();
    // Four methods on transactions and drop-rare at five k, hash and drop-ids once.
    assert_eq!(comparison["cells"].as_array().unwrap().len(), 27);
    for name in ["comparison.html", "comparison.csv", "comparison.json"] {
        assert_eq!(desk.mode(name), 0o600, "{name}");
    }
    assert_eq!(desk.text("comparison.csv").lines().count(), 28);
    assert!(!desk.exists("comparison.cells"));

    for cell in comparison["cells"].as_array().unwrap() {
        let (method, k) = (cell["method"].as_str().unwrap(), cell["k"].as_u64());
        let linkage = &cell["cost"]["linkage"];
        match method {
            "nearest" | "clump" | "partition" => {
                assert_eq!(cell["holds"], true);
                let limit = 1.0 / k.unwrap() as f64;
                assert!(linkage["low"].as_f64().unwrap() <= limit, "{method} at {k:?}: {linkage}");
            }
            "hash" | "drop-ids" => {
                assert!(cell["holds"].is_null());
                assert!(linkage["low"].as_f64().unwrap() > 0.5, "{method} hides nobody: {linkage}");
            }
            _ => assert_eq!(cell["holds"], true),
        }
    }
    assert_snapshot!(desk.refused("compare queries.tsv --no-floor"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: comparison.csv exists already

    hint: choose another name, or pass `--force` to replace it
    ");
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
    let none = desk.clump("compare baskets.txt --taxonomy food.csv --k 9 --methods nearest --output n.html");
    assert_eq!(none.status, 1, "{none}");
    assert_snapshot!(desk.refused("compare baskets.txt --taxonomy food.csv --k 1"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: k must be at least 2, not 1: a group of one owner hides nobody

    hint: `--k 5` to `--k 10` is usual; larger hides better and loses more
    ");
    assert_snapshot!(desk.refused("compare baskets.txt --taxonomy food.csv --methods coherence"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what is sensitive is not given

    hint: name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)
    ");
    assert_snapshot!(desk.refused("compare baskets.txt --taxonomy nowhere.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.csv: there is no such file

    hint: check the path
    ");
    // The floor of the one k that can be, and it is below the loss.
    let floors = comparison["floors"].as_array().unwrap();
    assert_eq!(floors.len(), 1);
    let loss = cells[0]["cost"]["loss_per_item"].as_f64().unwrap();
    assert!(floors[0]["loss_per_item"].as_f64().unwrap() <= loss);
}

#[test]
fn pages_show_a_run_once_for_everyone_and_once_for_the_publisher() {
    let desk = desk();
    let line = "anonymize queries.tsv --k 5 --output release.tsv --page page.html --sensitive food --report report.json";
    let said = desk.clump(line).ok().stderr;
    assert!(said.contains("Wrote     release.tsv, release.tsv.certificate.json, page.html"), "{said}");
    assert!(said.contains("Private   page.private.html, report.json"), "{said}");
    assert_eq!(desk.mode("page.private.html"), 0o600);
    let (public, private) = (desk.text("page.html"), desk.text("page.private.html"));
    assert!(private.contains("PRIVATE: do not publish") && !public.contains("PRIVATE: do not publish"));
    for view in ["verdict", "risk", "utility", "loss", "items", "taxonomy"] {
        assert!(public.contains(&format!("id=\"{view}\"")), "{view}");
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
    let report: serde_json::Value = serde_json::from_str(&desk.text("report.json")).unwrap();
    let linkage = report["assessment"]["after"]["linkage"].as_array().unwrap();
    assert!(linkage.iter().all(|linkage| linkage["right_row"]["low"].as_f64().unwrap() <= 0.2));
    assert_snapshot!(desk.refused("anonymize queries.tsv --method hash --page page.html --force"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `page` is not a key of the method hash

    hint: leave it out: hash does not work that way
    ");
}
