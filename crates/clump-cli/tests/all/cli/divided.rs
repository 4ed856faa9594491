//! `--table FACT:COLUMN`: what cells give away, what is told of those that are excluded, and what the check of
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

/// Replaces the table, and what `certificate` says of its bytes and rows.
fn forge(desk: &Desk, certificate: &Value, table: &str) {
    desk.file("table.csv", table);
    let mut forged = certificate.clone();
    forged["release"]["blake3"] = blake3::hash(table.as_bytes()).to_hex().to_string().into();
    let rows = table.lines().count() - 1;
    forged["fact_rows"] = rows.into();
    for property in forged["promise"].as_array_mut().unwrap() {
        for key in ["rows", "sets"] {
            if let Some(number) = property["verdict"].get_mut(key) {
                *number = rows.into();
            }
        }
    }
    let forged: clump::report::Certificate = serde_json::from_value(forged).unwrap();
    desk.file("table.csv.certificate.json", forged.to_bytes());
}

const COUNT: &str = "anonymize sales.csv --owner who --table query:region -o table.csv";

/// A fact has k owners, so 26 in the north would tell that 4 are in the south.
#[test]
fn cells_do_not_tell_what_k_asks_of_the_others() {
    let desk = sales(&[("alpha", &[("north", 26), ("south", 4)]), ("beta", &[("north", 31), ("south", 6)])]);
    let run = desk.clump(&format!("{COUNT} --k 30 --k-cell 5")).ok();
    assert_snapshot!(run.told("Facts Kept Made Verified"), @"
    Verified  facts of at least 30 owners, 5 in a cell: 2 rows, each of at least 6 owners
    Facts     2 of 2 distinct queries have at least 30 owners (100 %)
    Kept      55.2 % of the pairs of an owner and a fact, 55.2 % of how often facts were there; 37 of 67 owners have one
    Made      a table of 2 rows with counts in [TIME] s
    ");
    assert_eq!(desk.text("table.csv"), "query,region,owners\nbeta,north,31\nbeta,south,6\n");
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
    let report = desk.json("report.json");
    assert_eq!(
        (&report["owners_dropped"], &report["tables"][0]["in_table"]["facts"]),
        (&9.into(), &0.into())
    );
    desk.clump("verify table.csv --input sales.csv --owner who").ok();
}

#[test]
fn cells_that_are_excluded_and_lines_without_one_are_told() {
    let desk = sales(&[("alpha", &[("north", 5), ("bob@x.com", 5), ("", 3)])]);
    let run = desk.clump(&format!("{COUNT} --k 4 --report report.json --page page.html"));
    assert_snapshot!(run.ok().told("Facts Kept Excluded Made Verified"), @"
    Verified  facts of at least 4 owners: 1 row, each of at least 5 owners
    Facts     1 of 1 distinct queries have at least 4 owners (100 %)
    Kept      38.5 % of the pairs of an owner and a fact, 38.5 % of how often facts were there; 5 of 13 owners have one
    Excluded  1 cell of a fact whatever k (e-mail addresses: 1)
    Excluded  3 lines without `region`: in no cell
    Made      a table of 1 row with counts in [TIME] s
    ");
    let report = desk.json("report.json");
    assert_eq!(
        (&report["tables"][0]["excluded_cells"][0]["count"], &report["tables"][0]["lines_without_cell"]),
        (&1.into(), &3.into())
    );
    let [public, private] = ["page.html", "page.private.html"].map(|name| desk.text(name));
    assert!(
        private.contains("e-mail addresses: 1") && private.contains("lines without <code>region</code>: 3")
    );
    assert!(!public.contains("e-mail addresses: 1") && !public.contains("bob@"));
}

/// The certificate says nothing of the log but what an owner is, which the input shows.
#[test]
fn what_a_certificate_says_of_the_log_is_checked_with_the_input() {
    let desk = sales(&[
        ("alpha", &[("north", 8), ("south", 2)]),
        ("beta", &[("north", 9), ("south", 8)]),
        ("rare", &[("west", 1)]),
    ]);
    desk.clump(&format!("{COUNT} --k 7 --k-cell 5")).ok();
    let certificate = desk.text("table.csv.certificate.json");
    let original: Value = serde_json::from_str(&certificate).unwrap();
    assert_eq!((&original["fact_rows"], &original["facts"]), (&3.into(), &2.into()));
    desk.file("table.csv.certificate.json", certificate.replace("column who", "column whom"));
    let alone = desk.clump("verify table.csv --json").ok().json();
    assert_eq!(alone["unchecked_in_certificate"], serde_json::json!(["version", "owner_is", "parameters"]));
    let found = desk.clump("verify table.csv --input sales.csv --owner who");
    let said = "these fields are wrong for this release: owner_is\n";
    assert!(found.status == 1 && found.to_string().contains(said), "{found}");
}

/// Cells whose owners are the same few are not published: they would tell that others have the rest. With the input it is seen.
#[test]
fn cells_have_k_distinct_owners_together() {
    let desk = Desk::new();
    let line = |owner: &str, region: &str| format!("{owner},tea,{region}\n");
    let cells = ["a", "b", "c"].into_iter().flat_map(|owner| [line(owner, "north"), line(owner, "south")]);
    let rest = ["d", "e"].map(|owner| line(owner, "west"));
    let rows: String = cells.chain(rest).collect();
    desk.file("sales.csv", format!("who,query,region\n{rows}"));
    desk.clump(&format!("{COUNT} --k 5 --k-cell 3")).ok();
    assert_eq!(desk.text("table.csv"), "query,region,owners\n");
    let mut certificate = desk.certificate("table.csv");
    certificate["facts"] = 1.into();
    certificate["promise"][0]["verdict"]["smallest"] = 3.into();
    forge(&desk, &certificate, "query,region,owners\ntea,north,3\ntea,south,3\n");
    desk.clump("verify table.csv").ok();
    desk.clump("verify table.csv --input sales.csv --owner who").ends(1);
}

/// Whoever says that exact numbers are rounded is told that they are not.
#[test]
fn rounding_that_was_not_done_is_refused() {
    let desk = sales(&[
        ("alpha", &[("north", 9), ("south", 7), ("west", 1)]),
        ("beta", &[("north", 9), ("south", 8), ("west", 6)]),
    ]);
    desk.clump(&format!("{COUNT} --k 5")).ok();
    let exact = desk.text("table.csv.certificate.json");
    desk.clump(&format!("{COUNT} --k 5 --numbers round:2 --force")).ok();
    desk.clump("verify table.csv").ok();
    let rounded = desk.certificate("table.csv");
    let forge = |table: &str| {
        forge(&desk, &rounded, table);
        desk.clump("verify table.csv")
    };
    let odd = "query,region,owners\nalpha,north,9\nbeta,north,9\nbeta,south,8\nalpha,south,7\nbeta,west,6\n";
    let found = forge(odd);
    assert!(found.status == 1, "{found}");
    assert!(found.stderr.contains("its number is no multiple of 2"), "{found}");
    assert!(!exact.contains("round"));
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
    desk.clump("verify table.csv --promise common-facts --k 5").ends(1);
    desk.file("table.csv", "query,owners\ndog food,900\n");
    desk.clump("verify table.csv --promise common-facts --k 5").ok();
    // Whoever does not say that it is a table of facts is told how.
    desk.refused("verify table.csv --k 5").says("check a table of facts with `--promise common-facts`");
}

/// A row for all cells of a fact would give the hidden cell away. No table has one.
#[test]
fn a_row_without_its_cell_is_refused() {
    let desk = sales(&[("weather", &[("north", 30), ("south", 30)])]);
    let table = "query,region,owners\nweather,,77\nweather,north,30\nweather,south,30\n";
    desk.clump(&format!("{COUNT} --k 5")).ok();
    let certificate = desk.certificate("table.csv");
    forge(&desk, &certificate, table);
    desk.refused("verify table.csv");
}
