//! Files as they come: delimiters of other countries, times of other programs, and spreadsheets.

use insta::assert_snapshot;

use crate::desk::{SECRET, refusals_of};

fn refused<C: AsRef<[u8]>, const N: usize>(files: [(&str, C, &str); N]) -> String {
    refusals_of("anonymize FILE --owner user --taxonomy food.csv --k 2 --output r.jsonl", files)
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
