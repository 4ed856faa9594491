//! `clump anonymize` on input that is as it should be.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture, log, masked};

/// The paper's baskets at its k.
const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2 --method clump";

#[test]
fn the_first_line_says_which_method_it_is_and_what_else_there_is() {
    let desk = Desk::with_food();
    let first = |line: &str| {
        let run = desk.clump(&format!("{line} --taxonomy food.csv --k 2 --output r.tsv --force"));
        run.ok().stderr.lines().next().unwrap().to_owned()
    };
    assert_snapshot!(first("anonymize log.tsv"), @"Method    pieces: publishes what k owners share, word for word (whole rows: --method nearest)");
    assert_snapshot!(first("anonymize log.tsv --noun patient"), @"Method    pieces: publishes what k patients share, word for word (whole rows: --method nearest)");
    assert_snapshot!(first("anonymize log.tsv --keep-root"), @"Method    nearest: publishes whole rows (what k owners share, item by item: --method pieces)");
    assert_snapshot!(first("anonymize baskets.txt"), @"Method    nearest: publishes whole rows (what k owners share, item by item: --method pieces)");
    assert_snapshot!(first("anonymize baskets.txt --method pieces"), @"Method    pieces");
    assert_snapshot!(first("anonymize log.tsv --links 1"), @"Method    pieces");
}

#[test]
fn jsonl_is_written_when_asked_for_or_when_the_extension_says_so() {
    let desk = Desk::with_food();
    desk.clump(&format!("{BASKETS} --output release.jsonl")).ok();
    let [first, second] = [
        r#"{"items":["<fruit>","beef"],"owners_in_group":2}"#,
        r#"{"items":["chicken"],"owners_in_group":3}"#,
    ];
    assert_eq!(desk.text("release.jsonl"), [first, first, second, second, second, ""].join("\n"));
    desk.clump(&format!("{BASKETS} --to jsonl --output release.txt")).ok();
    assert_eq!(desk.text("release.txt"), desk.text("release.jsonl"));
    let run = desk.clump(&format!("{BASKETS} --to jsonl --layout groups --output -")).ok();
    assert_eq!(run.stdout, [first, second, ""].join("\n"));
}

/// Sessions and queries are rows, and k counts their owners.
#[test]
fn units_are_rows() {
    let desk = Desk::with_food();
    let run = |unit: &str| {
        let line = "anonymize log.tsv --taxonomy food.csv --k 2 --method nearest --output -";
        desk.clump(&format!("{line} --unit {unit}")).ok()
    };
    let sessions = run("session --layout groups");
    assert_eq!(
        sessions.rows(),
        ["1 * 2 <dairy>", "1 * 2 <dairy>|<meat>", "1 * 2 <fruit>|chicken", "1 * 2 beef"]
    );
    assert_snapshot!(sessions.told("Read Grouped"), @"
    Read      12 lines: 12 queries of 4 owners (column AnonID)
    Grouped   4 owners into 4 groups of 2 with nearest in [TIME] s
    ");
    let queries = run("query");
    assert_eq!(
        queries.rows(),
        ["1 * 2 <dairy>", "1 * 2 <fruit>", "1 * 3 beef", "1 * 2 cheese", "1 * 3 chicken"]
    );
    assert_snapshot!(queries.told("Grouped"), @"
    Grouped   4 owners into 5 groups of 2 to 3 with nearest in [TIME] s
    ");
}

#[test]
fn a_job_in_a_file_runs_and_a_flag_overrides_it() {
    let desk = Desk::with_food();
    let job = "input = [\"baskets.txt\"]\ntaxonomy = \"food.csv\"\nk = 2\noutput = \"release.tsv\"\n";
    desk.file("job.toml", format!("{job}layout = \"groups\"\n"));
    desk.clump("anonymize --config job.toml").ok();
    assert_eq!(desk.rows("release.tsv"), ["1 * 3 <fruit>|<meat>", "1 * 2 chicken"]);
    let run = desk.clump("anonymize --config job.toml --k 3 --layout rows --output -").ok();
    assert_eq!(run.rows(), ["5 * 5 <meat>"]);
}

#[test]
fn pipes_and_compressed_files_are_read_like_others() {
    let desk = Desk::with_food();
    let flags = "--taxonomy food.csv --k 2 --output -";
    let plain = desk.clump(&format!("anonymize baskets.txt {flags}")).ok().stdout;
    let piped = desk.clump_reading(fixture("baskets.txt"), &format!("anonymize - --from basket {flags}"));
    assert_eq!(piped.ok().stdout, plain);
    for name in ["baskets.txt.gz", "baskets.txt.zst"] {
        desk.file(name, fixture(name));
        assert_eq!(desk.clump(&format!("anonymize {name} {flags}")).ok().stdout, plain, "{name}");
    }
}

#[test]
fn a_release_on_standard_output_comes_without_a_word_in_between() {
    let desk = Desk::with_food();
    let run = desk.clump(&format!("{BASKETS} --output -")).ok();
    assert_eq!(run.rows(), ["2 * 2 <fruit>|beef", "3 * 3 chicken"]);
    run.says("Wrote     5 rows to standard output, without a certificate");
    assert!(!desk.exists("-") && !desk.exists("-.certificate.json"));
}

#[test]
fn json_alone_measures_and_writes_no_file() {
    let desk = Desk::with_food();
    let run = desk.clump(&format!("{BASKETS} --json"));
    assert_snapshot!(run);
    let names = "rows owners items groups smallest_group loss loss_per_item ncp mean_length mean_level seconds seconds_total";
    for name in names.split(' ') {
        assert!(run.json()[name].is_number(), "{name}");
    }
    // The paper's 46/7.
    assert!((run.json()["loss"].as_f64().unwrap() - 46.0 / 7.0).abs() < 1e-9);
}

#[test]
fn the_certificate_tells_the_promise_its_check_and_its_cost() {
    let desk = Desk::with_food();
    desk.clump(&format!("{BASKETS} --output release.tsv")).ok();
    assert_snapshot!("certificate", masked(&desk.text("release.tsv.certificate.json")));
}

#[test]
fn the_certificate_names_no_file_no_word_and_no_owner() {
    let desk = Desk::new();
    desk.file(&format!("{SECRET}.txt"), format!("beef {SECRET}\nbeef {SECRET}\n"));
    desk.file(&format!("{SECRET}.csv"), "beef,food\nmilk,food\n");
    desk.clump(&format!("anonymize {SECRET}.txt --taxonomy {SECRET}.csv --k 2 --output release.tsv")).ok();
    assert!(!desk.text("release.tsv.certificate.json").contains(SECRET));
    assert_eq!(desk.rows("release.tsv"), ["2 * 2 beef"]);
}

#[test]
fn report_and_audit_are_for_the_user_alone() {
    let desk = Desk::with_food();
    desk.file("words.txt", format!("beef {SECRET}\nbeef {SECRET}\nmilk\nbutter\n"));
    let files = "--output release.tsv --report report.json --audit audit.tsv";
    let run = desk.clump(&format!("anonymize words.txt --taxonomy food.csv --k 2 {files}")).ok();
    assert_snapshot!(run.told("Mapped Wrote Private"), @"
    Mapped    4 of 6 items to the taxonomy; 2 unknown (1 distinct)
    Wrote     release.tsv, release.tsv.certificate.json
    Private   audit.tsv, report.json, this summary
    ");
    assert!(!run.stderr.contains(SECRET));
    assert_eq!([desk.mode("report.json"), desk.mode("audit.tsv")], [0o600, 0o600]);
    assert_snapshot!(desk.text("audit.tsv"), @"
    #release=9c9fd55ec1cd630a95d296ed0df1b8befa2b286f1d71895e4d4b6dbeabcb35a0	rows=4	entries=4
    owner	row
    1	3
    2	4
    3	1
    4	2
    ");
    assert_snapshot!("report", masked(&desk.text("report.json")));
}

#[test]
fn private_files_stay_private_when_they_replace_public_ones() {
    let desk = Desk::with_food();
    desk.file("audit.tsv", "").file("report.json", "");
    assert_ne!(desk.mode("audit.tsv"), 0o600);
    desk.clump(&format!("{BASKETS} --output release.tsv --report report.json --audit audit.tsv --force"))
        .ok();
    assert_eq!([desk.mode("report.json"), desk.mode("audit.tsv")], [0o600, 0o600]);
}

#[test]
fn a_run_that_does_not_fit_in_its_memory_is_refused_at_the_start() {
    let desk = Desk::with_food();
    let run = format!("{BASKETS} --output release.tsv --temp .");
    assert_snapshot!(desk.refusals(&run, ["--memory 1MiB", "--memory plenty"]));
    // Methods that publish lines hold them, and keep the limit too.
    desk.file("log.tsv", log([(1, "red shoes"), (2, "red shoes")]));
    let lines = "anonymize log.tsv --method hash --k 2 --output lines.tsv";
    desk.refused(&format!("{lines} --memory 1MiB")).says("the run needs about 91.6MiB of memory");
    desk.clump(&format!("{lines} --memory 1GiB")).ok();
    desk.clump(&format!("{run} --memory 1GiB")).ok();
    assert!(desk.exists("release.tsv"));
}
