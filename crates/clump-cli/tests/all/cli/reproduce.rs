//! `clump reproduce`.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::Desk;

const FILES: [&str; 11] = [
    "table-1.csv",
    "table-2.csv",
    "table-3.csv",
    "figure-3.csv",
    "figure-4.csv",
    "figure-5.csv",
    "figure-6.csv",
    "figure-7.csv",
    "as-printed.csv",
    "results.json",
    "index.html",
];

/// The exhibit called `id`.
fn exhibit<'a>(results: &'a Value, id: &str) -> &'a Value {
    results["exhibits"].as_array().unwrap().iter().find(|exhibit| exhibit["id"] == id).unwrap()
}

fn verdicts(exhibit: &Value) -> Vec<&str> {
    exhibit["claims"].as_array().unwrap().iter().map(|claim| claim["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_generated_log_gives_every_table_and_figure() {
    let desk = Desk::new();
    let run = desk.clump("reproduce --owners 1200 --output results").ok();
    for name in FILES {
        assert!(desk.exists(&format!("results/{name}")), "{name}");
    }
    assert_eq!(run.stdout, "");
    assert_eq!(run.stderr.lines().filter(|line| line.starts_with("Run ")).count(), 38);

    let results: Value = desk.json("results/results.json");
    assert_eq!(results["log"]["origin"], "generated");
    assert_eq!(results["log"]["left_out"], serde_json::json!([10_000, 20_000, 30_000, 40_000, 53_058]));
    assert_eq!((&results["releases"], &results["verified"]), (&41.into(), &41.into()));

    // Whatever the log, the paper's baskets come out as printed, and its misprint does not.
    assert_eq!(verdicts(exhibit(&results, "table-1")), ["held", "did not hold"]);
    assert_eq!(verdicts(exhibit(&results, "table-2")), ["held"; 3]);
    let sevenths =
        results["baskets"].as_array().unwrap().iter().map(|release| release["loss"].as_f64().unwrap());
    assert_eq!(sevenths.collect::<Vec<_>>(), [69.0 / 7.0, 46.0 / 7.0, 44.0 / 7.0]);
    assert_snapshot!(desk.text("results/table-2.csv").replace('\r', ""), @r#"
    log,basket,bought,Partition,Clump,ours
    paper,t1,"orange, chicken, beef","fruit, meat","fruit, beef, food","fruit, meat"
    paper,t2,"banana, beef, cheese",food,"fruit, beef, food","fruit, meat"
    paper,t3,"chicken, milk, butter",food,"chicken, food","chicken, food"
    paper,t4,"apple, chicken","fruit, meat","chicken, food","fruit, meat"
    paper,t5,"chicken, beef",food,"chicken, food","chicken, food"
    paper,loss,,69/7 = 9.857,46/7 = 6.571,44/7 = 6.286
    "#);

    // Figures are about the two sizes that the log has, and say so.
    for (id, rows) in
        [("table-3", 2), ("figure-3", 8), ("figure-4", 8), ("figure-5", 8), ("figure-6", 5), ("figure-7", 2)]
    {
        let csv = desk.text(&format!("results/{id}.csv"));
        assert_eq!(csv.lines().count(), 1 + rows, "{id}");
        assert!(csv.lines().skip(1).all(|line| line.starts_with("generated,")), "{id}");
    }
    let page = desk.text("results/index.html");
    assert!(page.contains("<strong>Generated log.</strong>") && page.contains("--owners 1200 --seed 1"));
    assert_eq!(page.matches("generated log, seed 1").count(), 7, "every section about the log says it");
    assert!(page.contains("Left out: |D| = 10,000, 20,000, 30,000, 40,000, 53,058."));
    // A point for every number that is drawn: loss, loss against Partition, length and level of four at 2 x 4 settings, 2 x 5
    // of r, (2 + 3) x 2 of time, and (3 + 2) x 2 as printed.
    assert_eq!(page.matches("class=\"mark\"").count(), 4 * 32 + 10 + 10 + 10);
}

#[test]
fn all_but_the_timings_is_the_same_on_any_number_of_threads() {
    let desk = Desk::new();
    desk.file("one.toml", "threads = 1").file("two.toml", "threads = 2");
    for threads in ["one", "two"] {
        desk.clump(&format!("reproduce --owners 60 --config {threads}.toml --output {threads}")).ok();
    }
    for name in &FILES[..6] {
        assert_eq!(desk.text(&format!("one/{name}")), desk.text(&format!("two/{name}")), "{name}");
    }
}

#[test]
fn a_given_log_is_taken_as_far_as_it_reaches_and_shows_aggregates_only() {
    let desk = Desk::with_log();
    let results = desk.clump("reproduce queries.tsv --output results --json").ok().json();
    assert_eq!((&results["log"]["origin"], &results["log"]["owners"]), (&"given".into(), &300.into()));
    assert_eq!(exhibit(&results, "figure-3")["claims"][3]["verdict"], "cannot be told");
    let page = desk.text("results/index.html");
    assert!(page.contains("Given log.") && !page.contains("enerated log"));
    assert!(!page.contains("queries.tsv"));
}

#[test]
fn a_folder_with_files_is_kept() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("results")).unwrap();
    desk.file("results/notes.txt", "precious");
    assert_snapshot!(desk.refused("reproduce --owners 40 --output results"), @"
    error: results is not empty

    hint: choose another folder, or pass `--force` to replace files of the same names in it
    ");
    desk.clump("reproduce --owners 40 --output results --force").ok();
    assert_eq!(desk.text("results/notes.txt"), "precious");
    assert!(desk.exists("results/index.html"));
}

#[test]
fn what_cannot_be_run_leaves_no_folder() {
    let desk = Desk::with_food();
    let flags = [
        "absent.tsv --output results",
        "log.tsv --taxonomy food.csv --output results",
        "log.tsv --owners 40 --output results",
        "",
    ];
    assert_snapshot!(desk.refusals("reproduce", flags));
    assert!(!desk.exists("results"));
}
