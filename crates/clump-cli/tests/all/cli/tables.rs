//! Tables: CSV, JSON lines, Parquet and Arrow, their columns, and patterns for several files.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture, refusals_of};

/// The paper's baskets as tables.
fn desk() -> Desk {
    let desk = Desk::with_food();
    for name in ["baskets.parquet", "baskets.arrow", "no-owner.parquet"] {
        desk.file(name, fixture(name));
    }
    let baskets = desk.text("baskets.txt");
    let owned = || baskets.lines().enumerate().map(|(number, line)| (format!("p{number}"), line));
    let items = |line: &str| line.split(' ').map(|item| format!("\"{item}\"")).collect::<Vec<_>>().join(",");
    let json =
        owned().map(|(owner, line)| format!("{{\"owner\":\"{owner}\",\"items\":[{}]}}\n", items(line)));
    desk.file("baskets.jsonl", json.collect::<String>());
    let long = owned().flat_map(|(owner, line)| {
        line.split(' ').map(|item| format!("{owner},{item}\n")).collect::<Vec<_>>()
    });
    desk.file("long.csv", format!("who,what\n{}", long.collect::<String>()));
    desk
}

const COMMON: &str = "--taxonomy food.csv --k 2";

#[test]
fn a_parquet_file_from_end_to_end() {
    let desk = desk();
    assert_snapshot!(desk.clump(&format!(
        "anonymize baskets.parquet --owner owner {COMMON} --output release.tsv --audit audit.tsv"
    )));
    let audit = desk.text("audit.tsv");
    assert!(
        audit.lines().skip(2).all(|line| line.starts_with('p')),
        "owners are those of the table\n{audit}"
    );
}

#[test]
fn every_format_makes_the_same_release() {
    let desk = desk();
    let release = |input: &str, number: usize| {
        desk.clump(&format!("anonymize {input} {COMMON} --output {number}.tsv")).ok();
        desk.text(&format!("{number}.tsv"))
    };
    let expected = release("baskets.txt", 0);
    let inputs = [
        "baskets.parquet --owner owner",
        "baskets.arrow --owner owner",
        "baskets.jsonl --owner owner",
        "long.csv --owner who --items what",
        "--config job.toml",
    ];
    desk.file("job.toml", "input = \"long.c?v\"\nowner = \"who\"\nitems = \"wh*\"\n");
    for (number, input) in inputs.into_iter().enumerate() {
        assert_eq!(release(input, number + 1), expected, "{input}");
    }
    for name in ["baskets.parquet", "baskets.arrow"] {
        let run =
            desk.clump_reading(fixture(name), &format!("anonymize - --owner owner {COMMON} --output -")).ok();
        assert_eq!(run.stdout, expected, "{name} from a pipe");
    }
}

#[test]
fn a_table_of_queries_for_a_method_on_lines() {
    let desk = desk();
    let csv: String = desk
        .text("log.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            format!("{},\"{}\",{}\n", columns[0], columns[1], columns[2])
        })
        .collect();
    desk.file("log.csv", format!("id,q,at\n{csv}"));
    desk.clump("anonymize log.csv --owner id --query q --time at --method drop-ids --output a.tsv").ok();
    assert!(desk.text("a.tsv").lines().count() > 2);
    let flags = ["long.csv --owner who", "log.csv --query q --items q"];
    assert_snapshot!(desk.refusals("anonymize --method drop-ids --output b.tsv", flags));
}

#[test]
fn tables_whose_columns_or_cells_do_not_fit() {
    let whole = fixture("baskets.parquet");
    let good = "{\"owner\":1,\"item\":\"beef\"}\n";
    let text = |text: String| text.into_bytes();
    assert_snapshot!(refusals_of(
        &format!("anonymize FILE {COMMON} --output release.tsv"),
        [
            ("t.csv", text(format!("owner,item\n1,{SECRET}\n")), "--owner owner --items itms"),
            ("t.csv", text(format!("owner,what\n1,{SECRET}\n")), "--owner owner"),
            ("t.txt", b"beef milk\n".into(), "--owner who"),
            ("t.csv", text(format!("owner,item\n1,beef\n2,beef,{SECRET}\n")), "--owner owner"),
            ("t.csv", text(format!("owner,item\n1,\"{SECRET}\n2,beef\n")), "--owner owner --skip-bad-lines"),
            ("t.jsonl", text(format!("{good}{{\"owner\":2,\"item\":{SECRET}}}\n")), "--owner owner"),
            (
                "t.csv",
                text(format!("owner,beef,milk\n1,1,0\n2,{SECRET},1\n")),
                "--owner owner --cells counts"
            ),
            ("t.csv", b"owner,item\n1,beef\n".into(), "--owner owner --unit session"),
            ("t.parquet", whole[..whole.len() / 2].to_vec(), ""),
            ("t.parquet", whole, "--owner who"),
        ]
    ));
}

#[test]
fn a_row_without_its_owner() {
    let desk = desk();
    let line = format!("anonymize no-owner.parquet --owner owner {COMMON} --output release.tsv");
    assert_snapshot!(desk.refused(&line), @"
    error: no-owner.parquet: row 2: the owner is empty

    hint: remove these rows, or use `--skip-bad-lines` to leave such lines out and count them
    ");
    let inspected =
        desk.clump("inspect no-owner.parquet --owner owner --taxonomy food.csv --skip-bad-lines").ok();
    assert_snapshot!(inspected.told("Read Mapped Skipped Unique"), @"
    Read      3 lines: 2 owners (column owner)
    Mapped    2 of 2 items to the taxonomy
    Skipped   1 of 3 lines: malformed, left out
    Unique    100.0 % of 2 owners by 1 known item
              Share of owners who alone have a few items, drawn at random from their row.
    ");
}
