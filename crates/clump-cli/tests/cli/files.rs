//! Files as they come: delimiters of other countries, times of other programs, and spreadsheets.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

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

fn refused(name: &str, content: impl AsRef<[u8]>, flags: &str) -> String {
    let desk = Desk::with_food();
    desk.file(name, content);
    let line = format!("anonymize {name} --owner user --taxonomy food.csv --k 2 --output r.jsonl {flags}");
    desk.refused(&line).to_string()
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
    assert_snapshot!(refused("t.xlsx", format!("PK\x03\x04{SECRET}"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.xlsx: is a spreadsheet

    hint: save as CSV in the program that made it, and name that file
    ");
    assert_snapshot!(refused("t", format!("PK\x03\x04{SECRET}"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t: is a ZIP archive, as spreadsheets are

    hint: a spreadsheet: save as CSV in the program that made it; an archive: unpack it; then name that file
    ");
    assert_snapshot!(refused("t.ods", SECRET, ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.ods: is a spreadsheet

    hint: save as CSV in the program that made it, and name that file
    ");
    assert_snapshot!(refused("t.csv", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: is an old Office file, as spreadsheets were

    hint: save as CSV in the program that made it, and name that file
    ");
}

#[test]
fn delimiters_that_cannot_be_told_or_have_no_effect() {
    assert_snapshot!(refused("t.csv", format!("user,item;price\n{SECRET},b;1\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: the delimiter of its columns cannot be told: 2 cut the header and the lines below into as many columns

    hint: say what it is with `--delimiter comma`, `semicolon`, `tab` or `pipe`
    ");
    assert_snapshot!(refused("t.tsv", format!("user\titem\na\t{SECRET}\n"), "--delimiter semicolon"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.tsv: a delimiter was given, but the layout tsv is separated by tabs

    hint: leave out `--delimiter`, or say `--from csv`
    ");
    assert_snapshot!(refused("t.jsonl", format!("{{\"user\":1,\"item\":\"{SECRET}\"}}"), "--delimiter comma"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.jsonl: a delimiter was given, but the layout jsonl has none

    hint: leave out `--delimiter`, which is about the columns of a table (`--from csv`); the items of a basket or a cell are separated by `--separator`
    ");
}

#[test]
fn times_that_cannot_be_told() {
    let table = |time: &str| format!("user,item,time\na,beef,{time}\nb,{SECRET},1141197432\n");
    assert_snapshot!(refused("t.csv", table("03/01/2006 07:17"), "--unit session"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 2: the date of the time has slashes, so either the day or the month may come first

    hint: say which with `--time-format`, like `%d/%m/%Y %H:%M:%S` or `%m/%d/%Y %H:%M:%S`
    ");
    assert_snapshot!(refused("t.csv", table("1141197432000"), "--unit session"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 3: the time is a number with another count of digits than the times before it, so it counts something else

    hint: bring the times to one unit, or use `--skip-bad-lines` to leave such lines out and count them
    ");
    assert_snapshot!(refused("t.csv", table("2006-03-01"), "--unit session --time-format %d/%m/%Y"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: t.csv: line 2: the time is not written in the format that was given

    hint: check `--time-format`: `%Y %m %d %H %M %S` are year to second, `%z` is an offset, `%s` are seconds since 1970; `--skip-bad-lines` leaves such lines out and counts them
    ");
    assert_snapshot!(refused("t.csv", table("2006-03-01"), "--unit session --time-format %H:%M"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '%H:%M' for '--time-format <FORMAT>': not a format of times: expected directives that say the day at least, like `%d/%m/%Y %H:%M:%S`

    For more information, try '--help'.
    ");
    assert_snapshot!(refused("t.csv", table("2006-03-01"), "--time-format %d/%m/%Y"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `time-format` has no effect here

    hint: leave it out, or add `--unit session`
    ");
}
