//! Tables whose columns are separated by a comma, a semicolon, a tab or a pipe; and what is no table at all.

use clump_io::{ColumnNames, Delimiter, Fault, Foreign, Layout, ReadError, ReadOptions, RowOwner, Separator};

use crate::common::{SECRET, read, refused, remedy, rows};

fn options() -> ReadOptions {
    let columns = ColumnNames {
        owner: Some(RowOwner::Column("who".to_owned())),
        items: vec!["what".to_owned()],
        ..ColumnNames::default()
    };
    ReadOptions { columns, ..ReadOptions::default() }
}

fn found(content: &str) -> Vec<String> {
    rows(&read("t.csv", content, &options()).unwrap())
}

#[test]
fn the_delimiter_of_a_table_is_found() {
    let expected = ["a: cake + tea", "b: milk"];
    for delimiter in [",", ";", "\t", "|"] {
        let lines = ["who-what", "a-tea", "b-milk", "a-cake"].map(|line| line.replace('-', delimiter));
        assert_eq!(found(&lines.join("\n")), expected, "{delimiter}");
        let quoted = ["\"who\"-what", "\"a\"-tea", "", "b-\"milk\"", "a-cake"];
        let quoted = quoted.map(|line| line.replace('-', delimiter));
        assert_eq!(found(&quoted.join("\r\n")), expected, "{delimiter}");
    }
}

#[test]
fn other_delimiters_may_stand_in_cells() {
    // Decimal commas, and a quoted cell that holds everything and goes on over lines.
    assert_eq!(found("who;what;price\na;tea;2,50\nb;milk;1,20\n"), ["a: tea", "b: milk"]);
    assert_eq!(found("who;what;\"a, b\"\na;tea;\"x;y,\nz|\"\nb;milk;\n"), ["a: tea", "b: milk"]);
    // The header could be cut at commas too; the lines below could not.
    assert_eq!(found("who;what;name, first\na;tea;x\nb;milk;y\n"), ["a: tea", "b: milk"]);
    // Only the comma cuts the header: a row that it does not cut is that row's error.
    let error = refused("t.csv", format!("who,what\na,tea\nb;{SECRET}\n"), &options());
    let width = Fault::Width { expected: 2, found: 1 };
    assert!(matches!(error, ReadError::Malformed { line: 3, fault, .. } if fault == width));
    // A separator is for the items of one cell.
    let pipe = ReadOptions { separator: Some(Separator::Pipe), ..options() };
    let log = read("t.csv", "who;what\na;tea|milk\n", &pipe).unwrap();
    assert_eq!(rows(&log), ["a: milk + tea"]);
}

#[test]
fn what_can_be_cut_in_several_ways_is_refused() {
    let both = "who,what;price\na,b;1\n";
    let error = refused("t.csv", both, &options());
    assert!(matches!(error, ReadError::UnknownDelimiter { fitting: 2, .. }));
    assert!(remedy(&error).contains("--delimiter"));
    let none = format!("who,what;price\n{SECRET}\na,b;1\n");
    assert!(matches!(refused("t.csv", none, &options()), ReadError::UnknownDelimiter { fitting: 0, .. }));
    let stated = |delimiter| ReadOptions { delimiter: Some(delimiter), ..options() };
    let error = refused("t.csv", both, &stated(Delimiter::Comma));
    assert!(matches!(error, ReadError::NoColumn { key: "items", .. }), "{error}");
    let error = refused("t.csv", both, &stated(Delimiter::Semicolon));
    assert!(matches!(error, ReadError::NoColumn { key: "owner", .. }), "{error}");
}

#[test]
fn a_delimiter_that_is_given_is_not_looked_for() {
    let stated = |delimiter, layout| ReadOptions { delimiter: Some(delimiter), layout, ..options() };
    let log = read("t.txt", "who|what\na|tea;milk\n", &stated(Delimiter::Pipe, Some(Layout::Csv))).unwrap();
    assert_eq!(rows(&log), ["a: tea;milk"]);
    let plain = |delimiter| ReadOptions { columns: ColumnNames::default(), ..stated(delimiter, None) };
    let cases = [
        ("t.tsv", "owner\titem\na\ttea\n", plain(Delimiter::Comma)),
        ("t.jsonl", "{\"owner\":1,\"item\":\"tea\"}", plain(Delimiter::Comma)),
        ("t.dat", "tea milk\n", plain(Delimiter::Semicolon)),
        ("t.tsv", "AnonID\tQuery\tQueryTime\n7\ttea\t\n", plain(Delimiter::Tab)),
    ];
    for (name, content, options) in cases {
        let error = refused(name, content, &options);
        assert!(matches!(error, ReadError::IdleDelimiter { .. }), "{name} {error}");
    }
}

#[test]
fn a_table_of_one_column_has_no_delimiter() {
    let columns = ColumnNames { owner: Some(RowOwner::Column("who".to_owned())), ..options().columns };
    let columns = ColumnNames { items: vec!["who".to_owned()], ..columns };
    let log = read("t.csv", "who\na;b\nc\n", &ReadOptions { columns, ..options() }).unwrap();
    assert_eq!(rows(&log), ["a;b: a;b", "c: c"]);
}

#[test]
fn only_the_first_lines_decide() {
    // The header could be cut at both; a line far below that could not is no reason for another answer.
    let mut content = "who;what;name, first\n".to_owned();
    content += &"a;tea;x\n".repeat(500);
    content += "b,milk;x\n";
    let error = refused("t.csv", content, &options());
    assert!(matches!(error, ReadError::Malformed { line: 502, fault: Fault::Width { .. }, .. }), "{error}");
}

#[test]
fn spreadsheets_and_other_files_are_refused_with_what_to_do() {
    let zip = b"PK\x03\x04\x14\0\x06\0zzsecretzz";
    let office = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1zzsecretzz";
    for (name, content, expected) in [
        ("t.xlsx", &zip[..], Foreign::Spreadsheet),
        ("t.csv", zip, Foreign::Zip),
        ("t", office, Foreign::Office),
        ("t.xls", b"who,what\na,zzsecretzz\n", Foreign::Spreadsheet),
        ("t.ods", b"zzsecretzz", Foreign::Spreadsheet),
    ] {
        let error = refused(name, content, &options());
        assert!(matches!(error, ReadError::Foreign { what, .. } if what == expected), "{name} {error}");
        assert!(remedy(&error).contains("as CSV"), "{name}");
    }
    let pdf = refused("t.csv", "%PDF-1.7\n%\u{e2}\n", &options());
    assert!(matches!(pdf, ReadError::Foreign { what: Foreign::Pdf, .. }));
    let error = refused("t.csv", b"who,what\na,\0zzsecretzz\n", &options());
    assert!(matches!(error, ReadError::Binary { line: 2, .. }));
    // Whoever states the layout knows that the name lies.
    let stated = ReadOptions { layout: Some(Layout::Csv), ..options() };
    assert_eq!(rows(&read("t.xls", "who;what\na;tea\n", &stated).unwrap()), ["a: tea"]);
}
