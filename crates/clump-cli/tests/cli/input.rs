//! Inputs that cannot be read. Each message names file and line and says what to do; no value of the data is told.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, fixture};

const HEADER: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n";

/// A good line, before the bad one.
const GOOD: &str = "7\torange\t2006-03-01 07:17:12\t\t\n";

/// What becomes of a run on one file.
fn refused(name: &str, content: impl AsRef<[u8]>, flags: &str) -> String {
    let desk = Desk::with_food();
    desk.file(name, content);
    desk.refused(&format!("anonymize {name} --taxonomy food.csv --k 2 --output release.tsv {flags}"))
        .to_string()
}

#[test]
fn an_empty_file() {
    assert_snapshot!(refused("empty.txt", "", ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: empty.txt: holds no data

    hint: check that the export is complete
    ");
}

#[test]
fn a_header_and_nothing_else() {
    assert_snapshot!(refused("header.tsv", HEADER, ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: header.tsv: holds no data

    hint: check that the export is complete
    ");
}

#[test]
fn a_binary_file() {
    assert_snapshot!(refused("picture.txt", format!("beef\n{SECRET}\0\x01\x02"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: picture.txt: line 2: a NUL byte; this is not a text file

    hint: text, Parquet and Arrow are read, also in gzip and zstd; export other formats as UTF-8 text first
    ");
}

#[test]
fn a_file_that_does_not_exist() {
    let line = "anonymize nowhere.tsv --taxonomy food.csv --k 2 --output release.tsv";
    assert_snapshot!(Desk::with_food().refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nowhere.tsv: there is no such file

    hint: check the path
    ");
}

#[test]
fn a_directory() {
    let desk = Desk::with_food();
    std::fs::create_dir(desk.path("logs")).unwrap();
    assert_snapshot!(desk.refused("anonymize logs --taxonomy food.csv --k 2 --output release.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: logs: is a directory

    hint: name the files in it, for example with `dir/*.gz`
    ");
}

#[test]
fn a_line_without_its_columns() {
    assert_snapshot!(refused("log.tsv", format!("{HEADER}{GOOD}8\t{SECRET}\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: line 3: expected 3 to 5 columns separated by tabs, found 2

    hint: use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is no log
    ");
}

#[test]
fn a_line_with_too_many_columns() {
    let bad = format!("8\t{SECRET}\t2006-03-01 07:17:12\t1\thttp://{SECRET}.example\t{SECRET}\n");
    assert_snapshot!(refused("log.tsv", format!("{HEADER}{GOOD}{bad}"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: line 3: expected 3 to 5 columns separated by tabs, found 6

    hint: use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is no log
    ");
}

#[test]
fn a_line_without_its_owner() {
    assert_snapshot!(refused("log.tsv", format!("{HEADER}{GOOD}\t{SECRET}\t2006-03-01 07:17:12\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: line 3: the owner is empty

    hint: remove these rows, or use `--skip-bad-lines` to leave such lines out and count them
    ");
}

#[test]
fn a_time_that_is_none_when_sessions_are_wanted() {
    let log = format!("{HEADER}{GOOD}8\tbeef\t{SECRET}\n");
    assert_snapshot!(refused("log.tsv", log, "--unit session"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: line 3: the time cannot be read (expected 2006-03-01 07:17:12 with a zone or without, 2006-03-01, 01.03.2006 07:17, 060301071712, or seconds, milliseconds, microseconds or nanoseconds since 1970 in 9 or 10, 13, 16 or 19 digits)

    hint: say how times are written with `--time-format`, like `%d/%m/%Y %H:%M:%S`, or use `--skip-bad-lines` to leave such lines out and count them; methods on transactions need no times with `--unit owner`
    ");
}

#[test]
fn sessions_of_baskets() {
    assert_snapshot!(refused("baskets.txt", "beef milk\nmilk\n", "--unit session"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt: a basket file has no times and no queries, so an owner is the only unit

    hint: use `--unit owner`, or give a log with `--from aol`
    ");
}

#[test]
fn a_layout_that_cannot_be_told() {
    assert_snapshot!(refused("log", format!("8\t{SECRET}\t2006-03-01 07:17:12\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log: the layout cannot be told from the first line or the file name

    hint: say what it is with `--from aol`, `basket`, `csv`, `tsv`, `jsonl`, `parquet` or `arrow`
    ");
}

#[test]
fn files_of_two_layouts() {
    let line = "anonymize log.tsv baskets.csv --taxonomy food.csv --k 2 --output release.tsv";
    let desk = Desk::with_food();
    desk.file("baskets.csv", format!("{SECRET},beef\n"));
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.csv: has the layout basket, but the files before it have aol

    hint: read the files in separate runs, or state one layout with `--from`
    ");
}

#[test]
fn quotes_that_do_not_match() {
    assert_snapshot!(refused("baskets.csv", format!("beef,milk\nbeef,\"{SECRET}\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.csv: line 2: column 2: the double quotes do not match

    hint: use `--skip-bad-lines`, or name another `--separator`
    ");
}

#[test]
fn an_unknown_word_where_that_is_an_error() {
    assert_snapshot!(refused("baskets.txt", format!("beef milk\nmilk {SECRET}\n"), "--unknown error"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt: line 2: item 2 is not in the taxonomy

    hint: use `--unknown drop` to leave such items out and count them, `--unknown as:NODE` to make them a node, or map them with `--overrides`
    ");
}

#[test]
fn nothing_that_the_taxonomy_knows() {
    assert_snapshot!(refused("baskets.txt", format!("{SECRET}\nnor this\n"), ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no owner has an item of the taxonomy

    hint: is this the right `--taxonomy`? List the words with `clump inspect INPUT --unknown-words`
    ");
}

#[test]
fn a_gzip_file_that_is_cut_short() {
    let whole = fixture("baskets.txt.gz");
    assert_snapshot!(refused("baskets.txt.gz", &whole[..whole.len() / 2], ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt.gz: cannot be read
      cause: incomplete deflate stream

    hint: the compressed file is damaged or cut short; test it with `gzip -t` or `zstd -t`
    ");
}

#[test]
fn a_gzip_file_with_a_changed_byte() {
    let mut changed = fixture("baskets.txt.gz");
    // Within the checksum, behind all of the text.
    let at = changed.len() - 6;
    changed[at] ^= 0xff;
    assert_snapshot!(refused("baskets.txt.gz", changed, ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt.gz: cannot be read
      cause: corrupt gzip stream does not have a matching checksum

    hint: the compressed file is damaged or cut short; test it with `gzip -t` or `zstd -t`
    ");
}

#[test]
fn a_zstd_file_that_is_cut_short() {
    let whole = fixture("baskets.txt.zst");
    assert_snapshot!(refused("baskets.txt.zst", &whole[..whole.len() / 2], ""), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt.zst: cannot be read
      cause: incomplete frame

    hint: the compressed file is damaged or cut short; test it with `gzip -t` or `zstd -t`
    ");
}

#[test]
fn an_override_that_names_no_node() {
    let desk = Desk::with_food();
    desk.file("words.tsv", format!("java\tmilk\ncola\t{SECRET}\n"));
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --overrides words.tsv --output release.tsv";
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: words.tsv: line 2: the taxonomy has no node of that name

    hint: name a node as the taxonomy spells it, or `drop`; trees made from the data accept only `drop`
    ");
}

#[test]
fn an_override_without_its_node() {
    let desk = Desk::with_food();
    desk.file("words.tsv", format!("{SECRET}\n"));
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --overrides words.tsv --output release.tsv";
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: words.tsv: line 1: expected two columns separated by a tab (a word or phrase; a node or `drop`), found 1

    hint: write `java<TAB>drop`, or the name of a node instead of `drop`
    ");
}

#[test]
fn the_offending_line_is_shown_only_when_asked_for() {
    let desk = Desk::with_food();
    desk.file("log.tsv", format!("{HEADER}{GOOD}8\t{SECRET}\n"));
    let line = "anonymize log.tsv --taxonomy food.csv --k 2 --output release.tsv";
    desk.refused(line);
    assert_snapshot!(desk.clump(&format!("{line} --show-values")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: line 3: expected 3 to 5 columns separated by tabs, found 2
      line: 8	zzsecretzz

    hint: use `--skip-bad-lines` to leave such lines out and count them, or `--from basket` if this is no log
    ");
}
