//! Files as they come: delimiters of other countries, times of other programs, and spreadsheets.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, refusals_of};

const BOUGHT: [(&str, &str); 6] =
    [("a", "beef"), ("b", "milk"), ("c", "beef"), ("a", "cheese"), ("b", "orange"), ("c", "milk")];

/// A table of who bought what when, cut at `delimiter`.
fn table(delimiter: &str, time: impl Fn(usize) -> String) -> String {
    let row = |(number, (who, what)): (usize, &(&str, &str))| {
        format!("{who}{delimiter}{what}{delimiter}{}\n", time(number))
    };
    let rows: String = BOUGHT.iter().enumerate().map(row).collect();
    format!("{}\n{rows}", ["user", "item", "when"].join(delimiter))
}

/// The release of a table, with what is said about it.
fn release(name: &str, content: &str, flags: &str) -> String {
    let desk = Desk::with_food();
    desk.file(name, content);
    let line = format!("anonymize {name} --owner user --taxonomy food.csv --k 2 --output r.jsonl {flags}");
    desk.clump(&line).ok();
    desk.text("r.jsonl")
}

fn refused<C: AsRef<[u8]>, const N: usize>(files: [(&str, C, &str); N]) -> String {
    refusals_of("anonymize FILE --owner user --taxonomy food.csv --k 2 --output r.jsonl", files)
}

#[test]
fn every_delimiter_makes_the_same_release() {
    let day = |number: usize| format!("2006-03-0{}", number + 1);
    let expected = release("t.csv", &table(",", day), "");
    for (delimiter, name) in [(";", "semicolon"), ("\t", "tab"), ("|", "pipe"), (",", "comma")] {
        assert_eq!(release("t.csv", &table(delimiter, day), ""), expected, "{name}");
        assert_eq!(release("t.csv", &table(delimiter, day), &format!("--delimiter {name}")), expected);
    }
}

#[test]
fn every_way_to_write_times_makes_the_same_sessions() {
    let sessions = "--time when --unit session --layout rows";
    let expected = release("t.csv", &table(",", |number| format!("2006-03-01 0{number}:17:00")), sessions);
    let seconds = |number: usize| 1_141_172_220 + 3_600 * number;
    let ways: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("", &|number| seconds(number).to_string()),
        ("", &|number| format!("{}000", seconds(number))),
        ("", &|number| format!("01.03.2006 {number}:17")),
        ("--time-format %m/%d/%Y-%H:%M", &|number| format!("03/01/2006-0{number}:17")),
    ];
    for (flags, way) in ways {
        assert_eq!(release("t.csv", &table(",", way), &format!("{sessions} {flags}")), expected);
    }
}

#[test]
fn spreadsheets() {
    let zip = format!("PK\x03\x04{SECRET}");
    assert_snapshot!(refused([
        ("t.xlsx", zip.as_bytes(), ""),
        ("t", zip.as_bytes(), ""),
        ("t.ods", SECRET.as_bytes(), ""),
        ("t.csv", &b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], ""),
    ]));
}

#[test]
fn delimiters_that_cannot_be_told_or_have_no_effect() {
    assert_snapshot!(refused([
        ("t.csv", format!("user,item;price\n{SECRET},b;1\n"), ""),
        ("t.tsv", format!("user\titem\na\t{SECRET}\n"), "--delimiter semicolon"),
        ("t.jsonl", format!("{{\"user\":1,\"item\":\"{SECRET}\"}}"), "--delimiter comma"),
    ]));
}

#[test]
fn times_that_cannot_be_told() {
    let table = |time: &str| format!("user,item,time\na,beef,{time}\nb,{SECRET},1141197432\n");
    assert_snapshot!(refused([
        ("t.csv", table("03/01/2006 07:17"), "--unit session"),
        ("t.csv", table("1141197432000"), "--unit session"),
        ("t.csv", table("2006-03-01"), "--unit session --time-format %d/%m/%Y"),
        ("t.csv", table("2006-03-01"), "--unit session --time-format %H:%M"),
        ("t.csv", table("2006-03-01"), "--time-format %d/%m/%Y"),
    ]));
}
