//! `--method counts --by COLUMN`: what cells and totals give away, what is told of those that are withheld, and what the check of
//! such a table finds.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::Desk;

/// So many owners of one query in each region, each owner in one.
fn sales(facts: &[(&str, &[(&str, usize)])]) -> Desk {
    let desk = Desk::new();
    let mut rows = String::from("who,query,region\n");
    let mut who = 0;
    for (fact, regions) in facts {
        for &(region, owners) in *regions {
            for _ in 0..owners {
                who += 1;
                rows += &format!("o{who},{fact},{region}\n");
            }
        }
    }
    desk.file("sales.csv", rows);
    desk
}

const COUNT: &str = "anonymize sales.csv --owner who --method counts --by region -o table.csv";

/// A fact has k owners, so 26 in the north would tell that 4 are in the south.
#[test]
fn cells_do_not_tell_what_k_asks_of_the_others() {
    let desk = sales(&[("alpha", &[("north", 26), ("south", 4)]), ("beta", &[("north", 31), ("south", 6)])]);
    assert_snapshot!(desk.clump(&format!("{COUNT} --k 30 --k-cell 5 --totals")), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    counts
    Read      67 lines, 67 queries of 67 owners
    Owners    column who: 67 read, 0 dropped
    Facts     2 of 2 distinct queries have at least 30 owners (100 %)
    Kept      55.2 % of the pairs of an owner and a fact, 55.2 % of how often facts were there; 37 of 67 owners have one
    Made      a table of 3 rows with counts in [TIME] s
    Verified  facts of at least 30 owners, 5 in a cell: 3 rows, each of at least 6 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
       37 owners  beta
       31 owners  beta, north
        6 owners  beta, south
    Wrote     table.csv, table.csv.certificate.json
    ");
    assert_snapshot!(desk.text("table.csv"), @"
    query,region,owners
    beta,,37
    beta,north,31
    beta,south,6
    ");
    desk.clump("verify table.csv --input sales.csv --owner who").ok();
    // A table that has the cell all the same is refused, whoever made it.
    desk.file("table.csv", "query,region,owners\nbeta,north,31\nalpha,north,26\nbeta,south,6\n");
    let found = desk.clump("verify table.csv");
    assert!(found.to_string().contains("its cells have 26 owners together where 30 must be"), "{found}");
}

#[test]
fn an_empty_table_keeps_nothing() {
    let desk = sales(&[("alpha", &[("north", 3), ("south", 3), ("west", 3)])]);
    let run = desk.clump(&format!("{COUNT} --k 9 --k-cell 4 --report report.json")).ok().to_string();
    assert!(run.contains("Kept      0 % of the pairs of an owner and a fact, 0 %"), "{run}");
    assert!(run.contains("0 of 9 owners have one"), "{run}");
    let certificate: Value = serde_json::from_str(&desk.text("table.csv.certificate.json")).unwrap();
    let of = |field: &str| certificate[field].as_f64().unwrap();
    assert_eq!(["facts_kept", "pairs_kept", "times_kept", "owners_dropped"].map(of), [0.0, 0.0, 0.0, 9.0]);
    desk.clump("verify table.csv --input sales.csv --owner who").ok();
}

#[test]
fn cells_that_are_withheld_and_lines_without_one_are_told() {
    let desk = sales(&[("alpha", &[("north", 5), ("bob@x.com", 5), ("", 3)])]);
    let run = desk.clump(&format!("{COUNT} --k 4 --report report.json --page page.html"));
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    ---stderr---
    Method    counts
    Read      13 lines, 13 queries of 13 owners
    Owners    column who: 13 read, 0 dropped
    Facts     1 of 1 distinct queries have at least 4 owners (100 %)
    Kept      38.5 % of the pairs of an owner and a fact, 38.5 % of how often facts were there; 5 of 13 owners have one
    Withheld  1 cell of a fact whatever k (e-mail addresses: 1)
    Withheld  3 lines without `region`: in no cell
    Made      a table of 1 row with counts in [TIME] s
    Verified  facts of at least 4 owners: 1 row, each of at least 5 owners
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
        5 owners  alpha, north
    Wrote     table.csv, table.csv.certificate.json, page.html
    Private   page.private.html, report.json
    ");
    let report: Value = serde_json::from_str(&desk.text("report.json")).unwrap();
    assert_eq!(
        (&report["withheld_cells"][0]["count"], &report["lines_without_cell"]),
        (&1.into(), &3.into())
    );
    let [public, private] = ["page.html", "page.private.html"].map(|name| desk.text(name));
    assert!(
        private.contains("e-mail addresses: 1") && private.contains("lines without <code>region</code>: 3")
    );
    assert!(!public.contains("e-mail addresses: 1") && !public.contains("bob@"));
}

/// What a certificate says of the log is counted again, field by field.
#[test]
fn what_a_certificate_says_of_the_log_is_counted_again() {
    let desk = sales(&[
        ("alpha", &[("north", 8), ("south", 2)]),
        ("beta", &[("north", 9), ("south", 8)]),
        ("rare", &[("west", 1)]),
    ]);
    desk.clump(&format!("{COUNT} --k 7 --k-cell 5 --totals")).ok();
    let certificate = desk.text("table.csv.certificate.json");
    desk.clump("verify table.csv --input sales.csv --owner who").ok();
    let original: Value = serde_json::from_str(&certificate).unwrap();
    for (field, other) in [
        ("facts_kept", 0.99.into()),
        ("pairs_kept", 0.99.into()),
        ("times_kept", 0.99.into()),
        ("owners_read", 40.into()),
        ("owners_dropped", 2.into()),
        ("owner_is", Value::from("column whom")),
    ] {
        let changed = certificate
            .replace(&format!("\"{field}\": {}", original[field]), &format!("\"{field}\": {other}"));
        assert_ne!(changed, certificate, "{field}");
        desk.file("table.csv.certificate.json", changed);
        let found = desk.clump("verify table.csv --input sales.csv --owner who");
        let said = format!("what it says is not so of this release: {field}\n");
        assert!(found.status == 1 && found.to_string().contains(&said), "{field}: {found}");
    }
}

/// The file alone shows what no rule would have published, whatever number stands beside it.
#[test]
fn a_row_that_looks_like_an_address_breaks_a_table() {
    let desk = Desk::new();
    for row in ["jane@example.com", "john＠gmail.com", "call 212-555-0123", "4111111111111111", "id 12345678"]
    {
        desk.file("table.csv", format!("query,owners\ndog food,900\n{row},800\n"));
        let found = desk.clump("verify table.csv --promise common-facts --k 5");
        let said = "column 1 of row 2: it looks like the number or the address of a person";
        assert!(found.status == 1 && found.to_string().contains(said), "{found}");
        assert!(!found.to_string().contains(row), "{found}");
    }
    desk.file("table.csv", "query,popularity\ndog food,100\njane@example.com,80\n");
    assert_eq!(desk.clump("verify table.csv --promise common-facts --k 5").status, 1);
    desk.file("table.csv", "query,owners\ndog food,900\n");
    assert_eq!(desk.clump("verify table.csv --promise common-facts --k 5").status, 0);
    // Whoever does not say that it is a table of facts is told how.
    assert_snapshot!(desk.clump("verify table.csv --k 5"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: table.csv: line 1: expected the header `row,owners_in_group,item`

    hint: state the format with `--to`, if this is a release of another one; a table of facts is checked with `--promise common-facts`
    ");
}

#[test]
fn pairs_of_items_are_not_divided() {
    let desk = Desk::new();
    desk.file("sales.csv", "who,item,visit\na,tea,1\na,milk,1\nb,tea,2\nb,milk,2\n");
    let count = "anonymize sales.csv --owner who --items item --method counts --k 2 -o table.csv";
    assert_snapshot!(desk.clump(&format!("{count} --fact item,item --by visit")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: sales.csv: pairs of items cannot be divided

    hint: leave out `--by`, or count `--fact item`
    ");
}
