//! `clump anonymize` on input that is as it should be.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, example_log, fixture, masked};

/// The paper's baskets at its k.
const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2 --method clump";

#[test]
fn the_papers_baskets_become_its_table_two() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("{BASKETS} --keep-root --output release.tsv")), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    clump
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 5 as typed (38.5 %), 7 generalized (53.8 %), 1 gone (7.7 %: 1 suppressed)
    Kept      38.4 % of the information in words, 13.8 % of that in words of a row together, in bits
    Loss      50.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 2 groups of 2 to 3 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <food>, <fruit>, beef
        3 owners  <food>, chicken
    Wrote     release.tsv, release.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("release.tsv"), @"
    owners_in_group	items
    2	<food>|<fruit>|beef
    2	<food>|<fruit>|beef
    3	<food>|chicken
    3	<food>|chicken
    3	<food>|chicken
    ");
}

#[test]
fn the_first_line_says_which_method_it_is_and_what_else_there_is() {
    let desk = Desk::with_food();
    let first = |line: &str| {
        let run = desk.clump(&format!("{line} --taxonomy food.csv --k 2 --output r.tsv --force"));
        run.ok().stderr.lines().next().unwrap().to_owned()
    };
    assert_snapshot!(first("anonymize log.tsv"), @"Method    pieces, since these are queries: what k owners share, word for word (whole rows: --method nearest)");
    assert_snapshot!(first("anonymize log.tsv --noun patient"), @"Method    pieces, since these are queries: what k patients share, word for word (whole rows: --method nearest)");
    assert_snapshot!(first("anonymize log.tsv --keep-root"), @"Method    nearest: whole rows (what k owners share, item for item: --method pieces)");
    assert_snapshot!(first("anonymize baskets.txt"), @"Method    nearest: whole rows (what k owners share, item for item: --method pieces)");
    assert_snapshot!(first("anonymize baskets.txt --method pieces"), @"Method    pieces");
    assert_snapshot!(first("anonymize log.tsv --links 1"), @"Method    pieces");
}

#[test]
fn items_at_the_root_are_not_written_unless_asked_for() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("{BASKETS} --output release.tsv")), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    clump
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 5 as typed (38.5 %), 2 generalized (15.4 %), 6 gone (46.2 %: 6 suppressed)
    Kept      38.4 % of the information in words, 13.8 % of that in words of a row together, in bits
    Loss      50.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 2 groups of 2 to 3 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <fruit>, beef
        3 owners  chicken
    Wrote     release.tsv, release.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("release.tsv"), @"
    owners_in_group	items
    2	<fruit>|beef
    2	<fruit>|beef
    3	chicken
    3	chicken
    3	chicken
    ");
}

#[test]
fn the_order_of_the_input_does_not_show() {
    // Rows of one length are equal, so that the grouping does not depend on the order either.
    let desk = Desk::with_food();
    let rows = ["milk", "beef chicken", "apple orange banana", "milk", "apple orange banana", "beef chicken"];
    let reversed: Vec<&str> = rows.iter().rev().copied().collect();
    desk.file("rows.txt", rows.join("\n")).file("reversed.txt", reversed.join("\n"));
    let release =
        |input| desk.clump(&format!("anonymize {input} --taxonomy food.csv --k 2 --output -")).ok().stdout;
    assert_snapshot!(release("rows.txt"), @"
    owners_in_group	items
    2	apple|banana|orange
    2	apple|banana|orange
    2	beef|chicken
    2	beef|chicken
    2	milk
    2	milk
    ");
    assert_eq!(release("reversed.txt"), release("rows.txt"));
}

#[test]
fn the_same_run_gives_the_same_bytes_on_any_number_of_threads() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    for (name, threads) in [("one.tsv", 1), ("two.tsv", 3)] {
        desk.clump(&format!("anonymize queries.tsv --k 5 --threads {threads} --output {name}")).ok();
    }
    assert_eq!(desk.text("one.tsv"), desk.text("two.tsv"));
    assert_eq!(desk.text("one.tsv.certificate.json"), desk.text("two.tsv.certificate.json"));
}

#[test]
fn a_line_a_group_has_its_owners_first() {
    let desk = Desk::with_food();
    desk.clump(&format!("{BASKETS} --layout groups --output release.tsv")).ok();
    assert_snapshot!(desk.text("release.tsv"), @"
    owners_in_group	items
    2	<fruit>|beef
    3	chicken
    ");
}

#[test]
fn jsonl_is_written_when_asked_for_or_when_the_extension_says_so() {
    let desk = Desk::with_food();
    desk.clump(&format!("{BASKETS} --output release.jsonl")).ok();
    assert_snapshot!(desk.text("release.jsonl"), @r#"
    {"items":["<fruit>","beef"],"owners_in_group":2}
    {"items":["<fruit>","beef"],"owners_in_group":2}
    {"items":["chicken"],"owners_in_group":3}
    {"items":["chicken"],"owners_in_group":3}
    {"items":["chicken"],"owners_in_group":3}
    "#);
    desk.clump(&format!("{BASKETS} --to jsonl --output release.txt")).ok();
    assert_eq!(desk.text("release.txt"), desk.text("release.jsonl"));
    assert_snapshot!(desk.clump(&format!("{BASKETS} --to jsonl --layout groups --output -")), @r#"
    status: 0
    ---stdout---
    {"items":["<fruit>","beef"],"owners_in_group":2}
    {"items":["chicken"],"owners_in_group":3}
    ---stderr---
    Method    clump
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 5 as typed (38.5 %), 2 generalized (15.4 %), 6 gone (46.2 %: 6 suppressed)
    Kept      38.4 % of the information in words, 13.8 % of that in words of a row together, in bits
    Loss      50.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 2 groups of 2 to 3 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <fruit>, beef
        3 owners  chicken
    Wrote     5 rows to standard output, without a certificate
    "#);
}

#[test]
fn sets_hold_no_duplicates_and_bags_do() {
    let desk = Desk::with_food();
    desk.file("twice.txt", "apple orange\napple banana\norange banana\nbanana apple\n");
    let run = |form| {
        desk.clump(&format!("anonymize twice.txt --taxonomy food.csv --k 4 --form {form} --output -")).ok()
    };
    assert_snapshot!(run("bags").stdout, @"
    owners_in_group	items
    4	<fruit>|<fruit>
    4	<fruit>|<fruit>
    4	<fruit>|<fruit>
    4	<fruit>|<fruit>
    ");
    assert_snapshot!(run("sets").stdout, @"
    owners_in_group	items
    4	<fruit>
    4	<fruit>
    4	<fruit>
    4	<fruit>
    ");
}

#[test]
fn the_algorithm_as_printed_loses_more_than_the_least_generalization() {
    // DESIGN, point 1: <fruit, root> as printed where <fruit, A> is the least.
    let desk = Desk::new();
    desk.file(
        "tree.csv",
        "A,root\nB,root\nfruit,A\nveg,A\norange,fruit\nbanana,fruit\napple,fruit\ncarrot,veg\n",
    );
    desk.file("two.txt", "orange banana\napple carrot\n");
    let run = |rule| {
        desk.clump(&format!(
            "anonymize two.txt --taxonomy tree.csv --scope full --k 2 --method clump --lcg {rule} --keep-root --output -"
        ))
    };
    assert_snapshot!(run("least"), @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<A>|<fruit>
    2	<A>|<fruit>
    ---stderr---
    Method    clump
    Read      2 lines, 2 baskets
    Owners    each line counted as one owner: 2 read, 0 dropped
    Mapped    4 of 4 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     4 read in all rows: 0 as typed (0 %), 4 generalized (100 %), 0 gone (0 %)
    Kept      10.4 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      62.5 % by the paper's measure (GGD), of 4 items that were grouped
    Grouped   2 owners into 1 group of 2 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  <A>, <fruit>
    Wrote     2 rows to standard output, without a certificate
    ");
    assert_snapshot!(run("printed"), @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<fruit>|<root>
    2	<fruit>|<root>
    ---stderr---
    Method    clump
    Read      2 lines, 2 baskets
    Owners    each line counted as one owner: 2 read, 0 dropped
    Mapped    4 of 4 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     4 read in all rows: 0 as typed (0 %), 4 generalized (100 %), 0 gone (0 %)
    Kept      10.4 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      75.0 % by the paper's measure (GGD), of 4 items that were grouped
    Grouped   2 owners into 1 group of 2 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  <fruit>, <root>
    Wrote     2 rows to standard output, without a certificate
    ");
}

#[test]
fn sessions_are_rows_and_k_counts_their_owners() {
    let desk = Desk::with_food();
    let run =
        desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --unit session --layout groups --output - --method nearest");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<dairy>
    2	<dairy>|<meat>
    2	<fruit>|chicken
    2	beef
    ---stderr---
    Method    nearest
    Read      12 lines, 12 queries of 4 owners
    Owners    column AnonID: 4 read, 0 dropped
    Mapped    13 of 14 words to the taxonomy; 0 stop words, 1 unknown (1 distinct)
    Words     14 read in all rows: 4 as typed (28.6 %), 8 generalized (57.1 %), 2 gone (14.3 %: 1 not in the taxonomy, 1 suppressed)
    Kept      55.1 % of the information in words, 32.8 % of that in words of a row together, in bits
    Loss      23.1 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   4 owners into 4 groups of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    4 of 4 distinct rows: this is what readers get
        2 owners  <dairy>
        2 owners  <dairy>, <meat>
        2 owners  <fruit>, chicken
        2 owners  beef
    Wrote     8 rows to standard output, without a certificate
    ");
}

#[test]
fn a_longer_gap_makes_fewer_sessions() {
    let desk = Desk::with_food();
    let rows = |gap| {
        let line = format!(
            "anonymize log.tsv --taxonomy food.csv --k 2 --unit session --gap {gap} --json --method nearest"
        );
        desk.clump(&line).ok().json()["rows"].as_u64().unwrap()
    };
    assert_eq!([rows("1s"), rows("30m"), rows("200h")], [12, 8, 4]);
}

#[test]
fn queries_are_rows_and_k_counts_their_owners() {
    let desk = Desk::with_food();
    let run =
        desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --unit query --output - --method nearest");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<dairy>
    2	<fruit>
    3	beef
    2	cheese
    3	chicken
    ---stderr---
    Method    nearest
    Read      12 lines, 12 queries of 4 owners
    Owners    column AnonID: 4 read, 0 dropped
    Mapped    13 of 14 words to the taxonomy; 0 stop words, 1 unknown (1 distinct)
    Words     14 read in all rows: 8 as typed (57.1 %), 4 generalized (28.6 %), 2 gone (14.3 %: 1 not in the taxonomy, 1 suppressed)
    Kept      64.6 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      16.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   4 owners into 5 groups of 2 to 3 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    5 of 5 distinct rows: this is what readers get
        2 owners  <dairy>
        2 owners  <fruit>
        3 owners  beef
        2 owners  cheese
        3 owners  chicken
    Wrote     12 rows to standard output, without a certificate
    ");
}

#[test]
fn many_queries_of_one_owner_are_not_k_owners() {
    let desk = Desk::with_food();
    let mut log = String::from("AnonID\tQuery\tQueryTime\n");
    for minute in 10..20 {
        log += &format!("7\tbeef\t2006-03-01 07:{minute}:00\n");
    }
    desk.file("one.tsv", log);
    let run = desk.refused("anonymize one.tsv --taxonomy food.csv --k 2 --unit query --output release.tsv");
    assert_snapshot!(run, @"
    status: 2
    ---stdout---
    ---stderr---
    error: 1 owner cannot be 2-anonymous

    hint: lower `--k`, or publish together with more owners
    ");
}

#[test]
fn a_job_in_a_file_runs_and_a_flag_overrides_it() {
    let desk = Desk::with_food();
    desk.file(
        "job.toml",
        "input = [\"baskets.txt\"]\ntaxonomy = \"food.csv\"\nk = 2\noutput = \"release.tsv\"\nlayout = \"groups\"\n",
    );
    assert_snapshot!(desk.clump("anonymize --config job.toml"), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 2 as typed (15.4 %), 6 generalized (46.2 %), 5 gone (38.5 %: 5 suppressed)
    Kept      35.2 % of the information in words, 14.7 % of that in words of a row together, in bits
    Loss      48.4 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 2 groups of 2 to 3 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        3 owners  <fruit>, <meat>
        2 owners  chicken
    Wrote     release.tsv, release.tsv.certificate.json
    ");
    assert_snapshot!(desk.text("release.tsv"), @"
    owners_in_group	items
    3	<fruit>|<meat>
    2	chicken
    ");
    assert_snapshot!(desk.clump("anonymize --config job.toml --k 3 --layout rows --output -"), @"
    status: 0
    ---stdout---
    owners_in_group	items
    5	<meat>
    5	<meat>
    5	<meat>
    5	<meat>
    5	<meat>
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 0 as typed (0 %), 5 generalized (38.5 %), 8 gone (61.5 %: 8 suppressed)
    Kept      12.6 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      67.0 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 1 group of 5 with nearest in [TIME] s
    Verified  3-anonymity: every published row stands for at least 5 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        5 owners  <meat>
    Wrote     5 rows to standard output, without a certificate
    ");
}

#[test]
fn standard_input_is_a_file_like_others() {
    let desk = Desk::with_food();
    let line = "--taxonomy food.csv --k 2 --output -";
    let from_file = desk.clump(&format!("anonymize baskets.txt {line}")).ok();
    let from_pipe =
        desk.clump_reading(fixture("baskets.txt"), &format!("anonymize - --from basket {line}")).ok();
    assert!(from_pipe.stdout.contains("chicken"));
    assert_eq!(from_pipe.stdout, from_file.stdout);
}

#[test]
fn compressed_input_is_read_as_if_it_were_plain() {
    let desk = Desk::with_food();
    let line = "--taxonomy food.csv --k 2 --output -";
    let plain = desk.clump(&format!("anonymize baskets.txt {line}")).ok();
    for name in ["baskets.txt.gz", "baskets.txt.zst"] {
        desk.file(name, fixture(name));
        assert_eq!(desk.clump(&format!("anonymize {name} {line}")).ok().stdout, plain.stdout, "{name}");
    }
}

#[test]
fn an_owner_may_be_spread_over_files() {
    let desk = Desk::with_food();
    let log = desk.text("log.tsv");
    let lines: Vec<&str> = log.lines().collect();
    // Owner 12 begins in the first part and ends in the second, which has no header.
    let (first, second) = lines.split_at(5);
    desk.file("1.tsv", first.join("\n")).file("2.tsv", second.join("\n"));
    let run =
        |input| desk.clump(&format!("anonymize {input} --taxonomy food.csv --k 2 --output -")).ok().stdout;
    assert_eq!(run("1.tsv 2.tsv"), run("log.tsv"));
}

#[test]
fn a_release_on_standard_output_comes_without_a_word_in_between() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("{BASKETS} --output -")), @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<fruit>|beef
    2	<fruit>|beef
    3	chicken
    3	chicken
    3	chicken
    ---stderr---
    Method    clump
    Read      5 lines, 5 baskets
    Owners    each line counted as one owner: 5 read, 0 dropped
    Mapped    13 of 13 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     13 read in all rows: 5 as typed (38.5 %), 2 generalized (15.4 %), 6 gone (46.2 %: 6 suppressed)
    Kept      38.4 % of the information in words, 13.8 % of that in words of a row together, in bits
    Loss      50.5 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   5 owners into 2 groups of 2 to 3 with clump in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <fruit>, beef
        3 owners  chicken
    Wrote     5 rows to standard output, without a certificate
    ");
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
    assert_eq!(desk.text("release.tsv"), "owners_in_group\titems\n2\tbeef\n2\tbeef\n");
}

#[test]
fn report_and_audit_are_for_the_user_alone() {
    let desk = Desk::with_food();
    desk.file("words.txt", format!("beef {SECRET}\nbeef {SECRET}\nmilk\nbutter\n"));
    let run = desk.clump(
        "anonymize words.txt --taxonomy food.csv --k 2 --output release.tsv --report report.json --audit audit.tsv",
    );
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      4 lines, 4 baskets
    Owners    each line counted as one owner: 4 read, 0 dropped
    Mapped    4 of 6 words to the taxonomy; 0 stop words, 2 unknown (1 distinct)
    Words     6 read in all rows: 2 as typed (33.3 %), 2 generalized (33.3 %), 2 gone (33.3 %: 2 not in the taxonomy)
    Kept      55.1 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      25.0 % by the paper's measure (GGD), of 4 items that were grouped
    Grouped   4 owners into 2 groups of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <dairy>
        2 owners  beef
    Wrote     release.tsv, release.tsv.certificate.json
    Private   audit.tsv, report.json
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
fn malformed_lines_are_skipped_and_counted_when_asked_for() {
    let desk = Desk::with_food();
    desk.file("bad.tsv", desk.text("log.tsv") + &format!("{SECRET}\n15\t{SECRET}\n"));
    let run = desk
        .clump("anonymize bad.tsv --method nearest --taxonomy food.csv --k 2 --skip-bad-lines --output -");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	<dairy>|<meat>|cheese
    2	<dairy>|<meat>|cheese
    2	<fruit>|beef|chicken
    2	<fruit>|beef|chicken
    ---stderr---
    Method    nearest
    Read      14 lines, 12 queries of 4 owners
    Owners    column AnonID: 4 read, 0 dropped
    Mapped    13 of 14 words to the taxonomy; 0 stop words, 1 unknown (1 distinct)
    Dropped   2 malformed lines
    Words     14 read in all rows: 6 as typed (42.9 %), 6 generalized (42.9 %), 2 gone (14.3 %: 1 not in the taxonomy, 1 suppressed)
    Kept      59.8 % of the information in words, 46.3 % of that in words of a row together, in bits
    Loss      18.7 % by the paper's measure (GGD), of 13 items that were grouped
    Grouped   4 owners into 2 groups of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        2 owners  <dairy>, <meat>, cheese
        2 owners  <fruit>, beef, chicken
    Wrote     4 rows to standard output, without a certificate
    ");
    assert!(!run.stderr.contains(SECRET));
}

#[test]
fn overrides_come_before_the_taxonomy() {
    let desk = Desk::with_food();
    desk.file("words.tsv", "steak\tbeef\nmilk\tdrop\n").file("steak.txt", "steak milk\nbeef milk\n");
    let run = desk.clump("anonymize steak.txt --taxonomy food.csv --k 2 --overrides words.tsv --output -");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    owners_in_group	items
    2	beef
    2	beef
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      2 lines, 2 baskets
    Owners    each line counted as one owner: 2 read, 0 dropped
    Mapped    2 of 4 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     4 read in all rows: 2 as typed (50.0 %), 0 generalized (0 %), 2 gone (50.0 %: 2 left out as asked)
    Kept      33.3 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      0 % by the paper's measure (GGD), of 2 items that were grouped
    Grouped   2 owners into 1 group of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  beef
    Wrote     2 rows to standard output, without a certificate
    ");
}

#[test]
fn the_example_log_is_anonymized_end_to_end() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    let run =
        desk.clump("anonymize queries.tsv --k 5 --output release.tsv --audit audit.tsv --method nearest");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest
    Read      5,016 lines, 4,640 queries of 300 owners
    Owners    column AnonID: 300 read, 0 dropped
    Mapped    12,197 of 13,700 words to the taxonomy; 1,107 stop words, 396 unknown (219 distinct), placed as other words
    Words     7,933 read in all rows: 10 as typed (0.13 %), 6,620 generalized (83.4 %), 1,303 gone (16.4 %: 1,303 suppressed)
    Kept      20.7 % of the information in words, 19.3 % of that in words of a row together, in bits
    Loss      35.8 % by the paper's measure (GGD), of 7,933 items that were grouped
    Grouped   300 owners into 60 groups of 5 with nearest in [TIME] s
    Verified  5-anonymity: every published row stands for at least 5 owners
    Took      [TIMES]
    Sample    10 of 60 distinct rows, drawn at random: this is what readers get
        5 owners  (nothing: an empty row)
        5 owners  <American state>, <abstraction.n.06> ×12, <act.n.02> ×5, <activity> ×3, <artifact> ×7 … and 29 more
        5 owners  <American state>, <abstraction.n.06> ×6, <act.n.02> ×2, <activity>, <artifact> … and 21 more
        5 owners  <abstraction.n.06> ×16, <act.n.02> ×2, <activity> ×2, <animal>, <appraisal> … and 38 more
        5 owners  <abstraction.n.06> ×5, <act.n.02>, <artifact> ×2, <instrumentality.n.03> ×2, <object> ×2 … and 2 more
        5 owners  <abstraction.n.06> ×5, <communication.n.02>, <object>, <possession.n.02>, <relation> … and 1 more
        5 owners  <abstraction.n.06> ×3, <act.n.02>, <artifact> ×2, <communication.n.02>, <event> … and 2 more
        5 owners  <abstraction.n.06> ×2, <act.n.02>, <artifact>, <instrumentality.n.03>, <object> … and 4 more
        5 owners  <abstraction.n.06> ×2, <act.n.02>, <artifact>, <measure.n.02>, <object> ×2 … and 3 more
        5 owners  <abstraction.n.06> ×2, <artifact>, <cognition>, <group>, <object>, <physical entity> … and 2 more
    Wrote     release.tsv, release.tsv.certificate.json
    Private   audit.tsv
    ");
    assert_snapshot!(desk.clump("verify release.tsv --audit audit.tsv --input queries.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     5-anonymity: 300 rows, 60 groups; the smallest has 5 owners
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
}

#[test]
fn a_run_that_does_not_fit_in_its_memory_is_refused_at_the_start() {
    let desk = Desk::with_food();
    let run = format!("{BASKETS} --output release.tsv --temp .");
    assert_snapshot!(desk.refused(&format!("{run} --memory 1MiB")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the run would need about 91.6MiB of memory, and may have 1MiB

    hint: allow more with `--memory 91.6MiB`, or release the owners in parts, each with a run of its own
    ");
    assert_snapshot!(desk.refused(&format!("{run} --memory plenty")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value 'plenty' for '--memory <SIZE>': not an amount of memory: expected a number and a unit, like `2GiB` or `500MB`

    For more information, try '--help'.
    ");
    // Methods that publish lines hold them, and keep the limit too.
    let query = |owner| format!("{owner}\tred shoes\t2006-03-01 07:17:12\n");
    desk.file("log.tsv", format!("AnonID\tQuery\tQueryTime\n{}{}", query(1), query(2)));
    let lines = "anonymize log.tsv --method hash --k 2 --output lines.tsv";
    assert_snapshot!(desk.refused(&format!("{lines} --memory 1MiB")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the run would need about 91.6MiB of memory, and may have 1MiB

    hint: allow more with `--memory 91.6MiB`, or release the owners in parts, each with a run of its own
    ");
    desk.clump(&format!("{lines} --memory 1GiB")).ok();
    desk.clump(&format!("{run} --memory 1GiB")).ok();
    assert!(desk.exists("release.tsv"));
}
