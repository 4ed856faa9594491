//! Tables in all formats: what they mean, and what is wrong with them.

use std::time::Duration;

use clump_io::taxonomy::TaxonomySource;
use clump_io::{
    BadLines, Cells, ColumnNames, Fault, Input, Layout, ReadError, ReadOptions, Repeats, RowOwner, Separator,
    Unit, read_lines, read_log,
};
use proptest::prelude::*;

use crate::common::{Desk, SECRET, owned, read, refused, remedy, rows};

fn found(name: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    rows(&read(name, content, &owned("owner")).unwrap())
}

/// Columns of these names; without one of the owner, each row is one.
fn named(owner: Option<&str>, items: &[&str], cells: Cells) -> ReadOptions {
    let items = items.iter().map(|&name| name.to_owned()).collect();
    let owner = Some(owner.map_or(RowOwner::EachRow, |name| RowOwner::Column(name.to_owned())));
    let columns = ColumnNames { owner, items, cells, ..ColumnNames::default() };
    ReadOptions { columns, ..ReadOptions::default() }
}

#[test]
fn rows_of_an_owner_are_put_together() {
    let rows = ["a: cake + milk", "b: tea"];
    assert_eq!(found("t.csv", "owner,Item\nb,tea\na,milk\nb, tea \n\na,cake\n"), rows);
    assert_eq!(found("t.tsv", "item\towner\ntea\tb\nmilk\ta\ncake\ta\n"), rows);
    let json = r#"{"owner":"b","items":["tea",null]}
{"items":"milk","owner":"a","more":{"owner":[1]}}
{"owner":"a","items":["cake"]}"#;
    assert_eq!(found("t.jsonl", json), rows);
}

#[test]
fn cells_may_be_quoted_and_go_on_over_lines() {
    let csv = "\"owner\",item,note\r\n\"a, b\",\"say \"\"tea\"\"\",\"two\nlines\"\r\nc,6\" pipe,\n\"owner\",item,note\n";
    assert_eq!(found("t.csv", csv), ["a, b: say \"tea\"", "c: 6\" pipe"]);
    let error = refused("t.tsv", format!("owner\titem\n\"{SECRET}\tb\"\tx\n"), &owned("owner"));
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::OwnerText, .. }));
    let error = refused("t.tsv", "owner\titem\na\t\"x\ty\"\n", &owned("owner"));
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Tab { column: 2 }, .. }));
}

#[test]
fn each_row_is_an_owner_if_that_is_said() {
    let options = named(None, &["x"], Cells::Items);
    let log = read("t.csv", "x,y\ntea,1\n,2\n\nmilk,3\n", &options).unwrap();
    assert_eq!(rows(&log), ["1: tea", "3: milk"]);
    assert_eq!((log.counts.baskets, log.counts.empty_owners), (3, 1));
    let desk = Desk::new();
    let files: &[(&str, &[u8])] = &[("1.csv", b"x\ntea\n"), ("2.csv", b"x\ntea\n")];
    let log = desk.read(files, &options, &TaxonomySource::Flat).unwrap();
    assert_eq!(rows(&log), ["1:1: tea", "2:1: tea"]);
    for unit in [Unit::Query, Unit::Session { gap: Duration::from_secs(1) }] {
        let error = refused("t.csv", "x\ntea\n", &ReadOptions { unit, ..options.clone() });
        assert!(matches!(error, ReadError::NoOwners { .. }));
    }
}

#[test]
fn wide_tables_of_items_and_of_counts() {
    let items = named(Some("id"), &["item*"], Cells::Items);
    assert_eq!(rows(&read("t.csv", "id,item1,n,item2\n7,tea,1,milk\n", &items).unwrap()), ["7: milk + tea"]);

    let counts = "owner,tea,milk,cake\na,1,0,\nb,no,YES,2\nb,,true,65536\n";
    let options = named(Some("owner"), &[], Cells::Counts);
    let log = read("t.csv", counts, &options).unwrap();
    assert_eq!(rows(&log), ["a: tea", "b: cake + milk"]);
    let keep = ReadOptions { repeats: Repeats::Keep, ..options.clone() };
    let log = read("t.csv", counts, &keep).unwrap();
    assert_eq!(log.transactions.get(0).len(), 65_538 + 2);
    let json =
        "{\"owner\":1,\"tea\":true,\"milk\":0,\"time\":\"x\"}\n{\"owner\":2,\"cake\":2.0,\"tea\":null}";
    assert_eq!(rows(&read("t.jsonl", json, &options).unwrap()), ["1: tea", "2: cake"]);

    let error = refused(
        "t.csv",
        "owner,tea,milk\na,1,0\nb,,1\n",
        &named(Some("owner"), &["tea", "milk"], Cells::Items),
    );
    assert!(matches!(error, ReadError::OnlyTruth { .. }));
    let error = refused("t.csv", format!("owner,tea\na,{SECRET}\n"), &options);
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Count { column: 2 }, .. }));
    let error = refused("t.csv", "owner,tea\na,10000001\n", &keep);
    assert!(matches!(error, ReadError::Malformed { fault: Fault::TooMany { .. }, .. }));
    assert!(read("t.csv", "owner,tea\na,10000001\n", &options).is_ok());
}

#[test]
fn a_separator_cuts_cells_but_no_lists() {
    let options = ReadOptions { separator: Some(Separator::Semicolon), ..owned("owner") };
    let cut = |name, content: &str| rows(&read(name, content, &options).unwrap());
    assert_eq!(cut("t.csv", "owner,items\na,tea; milk;;tea\n"), ["a: milk + tea"]);
    assert_eq!(cut("t.jsonl", r#"{"owner":1,"items":"tea;milk"}"#), ["1: milk + tea"]);
    assert_eq!(cut("t.jsonl", r#"{"owner":1,"items":["tea;milk"]}"#), ["1: tea;milk"]);
    let basket = ReadOptions { separator: options.separator, ..ReadOptions::default() };
    assert_eq!(rows(&read("t.txt", "tea;\"a;b\"\n", &basket).unwrap()), ["1: a;b + tea"]);
    let pipe = ReadOptions { separator: Some(Separator::Pipe), ..ReadOptions::default() };
    assert_eq!(rows(&read("t.txt", "tea| milk||\n", &pipe).unwrap()), ["1: milk + tea"]);
    let idle = refused("t.csv", "owner,query\na,tea\n", &options);
    assert!(matches!(idle, ReadError::IdleSeparator { .. }));
}

#[test]
fn queries_are_a_log() {
    let csv = "time,query,owner\n2006-03-01 07:00:00,green tea,7\n2006-03-01 07:00:00,green tea,7\n\
               2006-03-01 09:00:00,\"milk\ttea\",7\n";
    let session = Unit::Session { gap: Duration::from_secs(1800) };
    let log = read("t.csv", csv, &ReadOptions { unit: session, ..owned("owner") }).unwrap();
    assert_eq!(rows(&log), ["7: green + tea", "7: milk + tea"]);
    assert_eq!((log.counts.queries, log.counts.click_lines), (2, 1));

    let desk = Desk::new();
    let inputs = [Input::from(desk.file("t.csv", csv))];
    let lines = read_lines(&inputs, &owned("owner"), &()).unwrap().log;
    let asked: Vec<&str> = lines.lines.iter().map(|line| lines.queries.get(line.query as usize)).collect();
    assert_eq!(asked, ["green tea", "green tea", "milk tea"]);
    assert!(lines.lines.iter().all(|line| line.seconds.is_some()));

    // Without times nothing tells a click from a question that is asked again.
    let log =
        read("t.csv", "owner,query\n7,tea\n7,tea\n", &ReadOptions { unit: Unit::Query, ..owned("owner") });
    assert_eq!(rows(&log.unwrap()), ["7: tea", "7: tea"]);
    let items = [Input::from(desk.file("i.csv", "owner,item\n7,tea\n"))];
    assert!(matches!(read_lines(&items, &owned("owner"), &()), Err(ReadError::NotALog { .. })));
}

#[test]
fn malformed_rows_are_errors_or_counted() {
    let cases: [(&str, String, u64); 9] = [
        ("t.csv", format!("owner,item\na,tea\n,{SECRET}\n"), 3),
        ("t.csv", format!("owner,item\na,tea\nb,{SECRET},c\n"), 3),
        ("t.csv", format!("owner,item\na,tea\nb,\"{SECRET}\nx\"\n"), 3),
        ("t.csv", format!("owner,item\na,tea\n\"{SECRET}\tb\",x\n"), 3),
        (
            "t.jsonl",
            format!("{{\"owner\":\"a\",\"item\":\"tea\"}}\n{{\"owner\":\"{SECRET}\",\"item\":tea\n"),
            2,
        ),
        ("t.jsonl", format!("{{\"owner\":\"a\",\"item\":\"tea\"}}\n{{\"item\":\"{SECRET}\"}}\n"), 2),
        ("t.jsonl", format!("{{\"owner\":\"a\",\"item\":\"tea\"}}\n[\"{SECRET}\"]\n"), 2),
        (
            "t.jsonl",
            format!("{{\"owner\":\"a\",\"item\":\"tea\"}}\n{{\"owner\":1.5,\"item\":\"{SECRET}\"}}\n"),
            2,
        ),
        (
            "t.jsonl",
            format!("{{\"owner\":\"a\",\"item\":\"tea\"}}\n{{\"owner\":1,\"owner\":\"{SECRET}\"}}\n"),
            2,
        ),
    ];
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..owned("owner") };
    for (name, content, at) in cases {
        let error = refused(name, &content, &owned("owner"));
        assert!(matches!(error, ReadError::Malformed { line, .. } if line == at), "{content} {error}");
        let log = read(name, &content, &skip).unwrap();
        assert_eq!((rows(&log), log.counts.bad_lines), (vec!["a: tea".to_owned()], 1), "{content}");
    }
}

#[test]
fn a_quote_that_is_never_closed_is_no_line_to_skip() {
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..owned("owner") };
    let short = format!("owner,item\na,tea\nb,\"{SECRET}\nc,x\n");
    let many = short.clone() + &"c,x\n".repeat(5_000) + "d,\"\n";
    // Two lines, each as long as a line may be, are more than a record may have.
    let long = short.clone() + &("x".repeat(40 << 20) + "\n").repeat(2) + "d,\"\n";
    for content in [short, many, long] {
        let error = refused("t.csv", content, &skip);
        assert!(matches!(error, ReadError::Malformed { line: 3, fault: Fault::OpenQuote { column: 2 }, .. }));
    }
}

#[test]
fn columns_that_are_not_there() {
    let who = named(Some("who"), &[], Cells::Items);
    let error = refused("t.csv", format!("name,item\n{SECRET},tea\n"), &who);
    assert!(matches!(&error, ReadError::NoColumn { key: "owner", .. }));
    assert!(error.to_string().ends_with("is called `who`; they are `name`, `item`"), "{error}");
    let error = refused("t.csv", format!("owner,what\na,{SECRET}\n"), &owned("owner"));
    assert!(matches!(error, ReadError::NoContent { .. }) && error.to_string().contains("`what`"), "{error}");
    // A first line that is no header is not told.
    for rows in [format!("7,{SECRET}\n8,tea\n"), format!("milk,{SECRET}\ntea\nbeef,milk,tea\n")] {
        assert!(matches!(refused("t.csv", rows, &who), ReadError::NoColumn { .. }));
    }
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..who.clone() };
    for options in [who, skip] {
        let error = refused("t.jsonl", format!("{{\"name\":\"{SECRET}\",\"items\":[]}}"), &options);
        assert!(matches!(&error, ReadError::NoColumn { key: "owner", .. }), "{error}");
        assert!(error.to_string().contains("`name`, `items`"), "{error}");
    }
    let error = refused("t.csv", "user_id,item\n1,tea\n", &named(Some("userid"), &[], Cells::Items));
    assert_eq!(remedy(&error), "check the name: did you mean `--owner user_id`?");
    let aol = "AnonID\tQuery\tQueryTime\n7\ttea\tx\n";
    let error = refused("t.tsv", aol, &named(Some("AnonID"), &[], Cells::Items));
    assert!(matches!(error, ReadError::NoNamedColumns { layout: Layout::Aol, .. }));
}

#[test]
fn tables_of_one_run_mean_the_same() {
    let desk = Desk::new();
    let with = ("1.csv", &b"owner,item\n1,tea\n"[..]);
    let other = ("2.csv", &b"owner,query\n1,tea\n"[..]);
    let error = desk.read(&[with, other], &owned("owner"), &TaxonomySource::Flat);
    assert!(matches!(error, Err(ReadError::MixedTables { .. })));
}

#[test]
fn sessions_need_times() {
    let unit = Unit::Session { gap: Duration::from_secs(1800) };
    let options = ReadOptions { unit, ..owned("owner") };
    assert!(matches!(refused("t.csv", "owner,item\n1,tea\n", &options), ReadError::NoTimes { .. }));
    let error = refused("t.csv", format!("owner,item,time\n1,tea,{SECRET}\n"), &options);
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Time, .. }));
    let error = refused("t.jsonl", r#"{"owner":1,"item":"tea","time":1141}"#, &options);
    assert!(matches!(error, ReadError::Malformed { fault: Fault::Time, .. }));
}

#[test]
fn tables_may_be_compressed_latin1_and_marked() {
    let content = b"\xef\xbb\xbfowner,item\r\n7,caf\xe9\r\n";
    let packed = zstd::encode_all(&content[..], 1).unwrap();
    let log = read("t.csv.zst", &packed, &owned("owner")).unwrap();
    assert_eq!((rows(&log), log.counts.latin1_lines), (vec!["7: caf\u{e9}".to_owned()], 1));
}

#[test]
fn the_first_file_need_not_be_the_only_one() {
    let desk = Desk::new();
    let inputs = [desk.file("1.jsonl", "{\"owner\":1,\"item\":2}\n").into(), desk.file("2.jsonl", "").into()];
    let log = read_log(&inputs, &owned("owner"), &TaxonomySource::Flat, &()).unwrap();
    assert_eq!((rows(&log), log.counts.files), (vec!["1: 2".to_owned()], 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128 * ProptestConfig::default().cases / 256))]

    #[test]
    fn what_is_quoted_comes_back(queries in proptest::collection::vec("[a\u{e9},\t\"\n ]{0,8}", 1..12), always in any::<bool>()) {
        let mut text = "owner,query\n".to_owned();
        for query in &queries {
            let is_quoted = always || query.starts_with('"') || query.contains([',', '\n']);
            let quoted = format!("\"{}\"", query.replace('"', "\"\""));
            text += &format!("7,{}\n", if is_quoted { &quoted } else { query });
        }
        let desk = Desk::new();
        let inputs = [Input::from(desk.file("t.csv", &text))];
        let log = read_lines(&inputs, &owned("owner"), &()).unwrap().log;
        let found: Vec<&str> = log.lines.iter().map(|line| log.queries.get(line.query as usize)).collect();
        let expected: Vec<String> = queries.iter().map(|query| query.replace(['\n', '\t'], " ")).collect();
        prop_assert_eq!(found, expected);
    }
}
