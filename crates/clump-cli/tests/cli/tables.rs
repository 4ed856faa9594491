//! Tables: CSV, JSON lines, Parquet and Arrow, their columns, and patterns for several files.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture};

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
    assert_snapshot!(desk.refused("anonymize long.csv --owner who --method drop-ids --output b.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: long.csv: none of its columns is known to hold items or queries; they are `who`, `what`

    hint: name them with `--items` or `--query`, or say `--cells counts` if the names of the columns are the items; `--from basket` if this is no table
    ");
    assert_snapshot!(desk.refused("anonymize log.csv --query q --items q --method drop-ids --output b.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `items` is not a key of the method drop-ids

    hint: leave it out: drop-ids does not work that way
    ");
}

fn refused(name: &str, content: impl AsRef<[u8]>, flags: &str) -> String {
    let desk = desk();
    desk.file(name, content);
    desk.refused(&format!("anonymize {name} {COMMON} --output release.tsv {flags}")).to_string()
}

#[test]
fn a_column_that_is_not_there() {
    assert_snapshot!(refused("t.csv", format!("owner,item\n1,{SECRET}\n"), "--owner owner --items itms"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: none of its columns is called `itms`; they are `owner`, `item`

    hint: is `--items item` meant?
    ");
}

#[test]
fn a_column_of_a_parquet_file_that_is_not_there() {
    let line = format!("anonymize baskets.parquet {COMMON} --output release.tsv --owner who");
    assert_snapshot!(desk().refused(&line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.parquet: none of its columns is called `who`; they are `visit`, `owner`, `items`

    hint: check `--owner`: names are spelled as in the file, upper and lower case too
    ");
}

#[test]
fn a_table_of_which_nothing_is_known() {
    assert_snapshot!(refused("t.csv", format!("owner,what\n1,{SECRET}\n"), "--owner owner"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: none of its columns is known to hold items or queries; they are `owner`, `what`

    hint: name them with `--items` or `--query`, or say `--cells counts` if the names of the columns are the items; `--from basket` if this is no table
    ");
}

#[test]
fn columns_of_what_is_no_table() {
    assert_snapshot!(refused("t.txt", "beef milk\n", "--owner who"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.txt: columns were named, but the layout basket has none with names

    hint: leave out `--owner`, `--owner-per-row`, `--items`, `--query`, `--time`, `--transaction` and `--cells`, or say that it is a table: `--from csv` or `--from tsv`
    ");
}

#[test]
fn a_row_without_its_owner() {
    let desk = desk();
    let line = format!("anonymize no-owner.parquet --owner owner {COMMON} --output release.tsv");
    assert_snapshot!(desk.refused(&line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no-owner.parquet: row 2: the owner is empty

    hint: remove these rows, or use `--skip-bad-lines` to leave such lines out and count them
    ");
    assert_snapshot!(desk.clump("inspect no-owner.parquet --owner owner --taxonomy food.csv --skip-bad-lines"), @"
    status: 0
    ---stdout---
    ---stderr---
    Read      3 lines of 2 owners
    Owners    column owner: 2 read, 0 dropped
    Mapped    2 of 2 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Dropped   1 malformed line
    Lengths   1 item a transaction, median 1, mean 1.00
    Taxonomy  5 of 12 nodes in use, 2 leaves, 3 levels
    Density   50.00 % of the first 2 transactions
    Unique    100.0 % of 2 owners by 1 known item
              Share of the owners whose row is the only one that holds some of their items, drawn at random.
    Noise     counts of these items with noise would keep next to nothing: there are too few owners
    ");
}

#[test]
fn a_row_with_too_many_cells() {
    assert_snapshot!(refused("t.csv", format!("owner,item\n1,beef\n2,beef,{SECRET}\n"), "--owner owner"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 3: the header has 2 columns, the row has 3

    hint: use `--skip-bad-lines` to leave such lines out and count them
    ");
}

#[test]
fn a_quote_without_an_end() {
    assert_snapshot!(refused("t.csv", format!("owner,item\n1,\"{SECRET}\n2,beef\n"), "--owner owner --skip-bad-lines"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 2: column 2: a double quote is opened and not closed

    hint: close the quote, or double it; where such a row ends nobody knows, so it cannot be skipped
    ");
}

#[test]
fn a_line_that_is_no_object() {
    let good = "{\"owner\":1,\"item\":\"beef\"}\n";
    assert_snapshot!(refused("t.jsonl", format!("{good}{{\"owner\":2,\"item\":{SECRET}}}\n"), "--owner owner"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.jsonl: line 2: column 19: not a JSON object

    hint: use `--skip-bad-lines` to leave such lines out and count them
    ");
}

#[test]
fn a_cell_that_is_no_count() {
    let csv = format!("owner,beef,milk\n1,1,0\n2,{SECRET},1\n");
    assert_snapshot!(refused("t.csv", csv, "--owner owner --cells counts"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 3: column 2: neither a count nor yes or no

    hint: use `--skip-bad-lines`, or leave the column out: name those of the items with `--items`
    ");
}

#[test]
fn sessions_of_rows_without_times() {
    assert_snapshot!(refused("t.csv", "owner,item\n1,beef\n", "--owner owner --unit session"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: has no column of times, and sessions need them

    hint: name the column with `--time`, or use `--unit owner` or `query`
    ");
}

#[test]
fn a_parquet_file_that_is_cut_short() {
    let whole = fixture("baskets.parquet");
    assert_snapshot!(refused("t.parquet", &whole[..whole.len() / 2], ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.parquet: cannot be read as parquet

    hint: the file is damaged, cut short, encrypted or no Parquet; its pages may be plain or in snappy, gzip, zstd or lz4
    ");
}

#[test]
fn a_pattern_that_no_file_matches() {
    let desk = desk();
    assert_snapshot!(desk.refused(&format!("anonymize none/*.csv {COMMON} --output release.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: none/*.csv: no file matches

    hint: check the pattern; hidden files and folders do not match
    ");
}

#[test]
fn patterns_are_files_that_outputs_must_not_replace() {
    let desk = Desk::with_food();
    desk.file("a1.txt", "beef milk\n").file("a2.txt", "beef milk\n");
    let line = format!("anonymize a?.txt {COMMON} --output release.tsv");
    assert_snapshot!(desk.clump(&line), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      2 lines, 2 baskets
    Owners    each line counted as one owner: 2 read, 0 dropped
    Mapped    4 of 4 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     4 read in all rows: 4 as typed (100 %), 0 generalized (0 %), 0 gone (0 %)
    Kept      100 % of the information in words, 100 % of that in words of a row together, in bits
    Loss      0 % by the paper's measure (GGD), of 4 items that were grouped
    Grouped   2 owners into 1 group of 2 with nearest in [TIME] s
    Verified  2-anonymity: every published row stands for at least 2 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        2 owners  beef, milk
    Wrote     release.tsv, release.tsv.certificate.json
    ");
    assert_snapshot!(desk.refused(&format!("anonymize a*.txt {COMMON} --force --output a2.txt")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: a2.txt is an input of this run

    hint: give every output a name of its own
    ");
    assert_snapshot!(desk.refused(&format!("anonymize a*.txt a1.txt {COMMON} --output b.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: a1.txt is given twice

    hint: name each file once: k must not count an owner twice
    ");
}
