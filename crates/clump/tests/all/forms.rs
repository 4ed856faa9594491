//! A release says nothing but its rows. Here the valid release of every format and layout is saved again in every way
//! that keeps its rows and could mark one of them, by order or by encoding: the untouched file is accepted, each other
//! one is refused.

use clump::core::promise::PropertyName;
use clump::io::release::ReleaseLayout;
use clump::{CheckError, Deviation, Form, MethodName, ReleaseFile, Stated, run};

use crate::common::{self, Desk};

const K: usize = 3;
const TEXTS: [&str; 3] = ["tsv", "csv", "jsonl"];
const LAYOUTS: [ReleaseLayout; 2] = [ReleaseLayout::Rows, ReleaseLayout::Groups];

/// Owners with words that make rows of several items, and a word that a spreadsheet would run.
fn desk() -> Desk {
    let words = ["guitar", "violin", "poodle", "spaniel", "bread", "cheese"];
    Desk::with_queries(30, |owner| {
        let word = |number: usize| words[number % words.len()].to_owned();
        vec![word(owner / 4), word(owner / 6 + 1), word(owner / 8 + 3)]
    })
}

/// Makes the release `name`.
fn publish(desk: &Desk, name: &str, layout: ReleaseLayout) -> Vec<u8> {
    let job = desk.job(MethodName::Nearest).output(desk.path(name)).layout(layout);
    assert!(run(&job, &()).unwrap().checked.holds, "{name}");
    std::fs::read(desk.path(name)).unwrap()
}

/// A promise that is stated, so that no certificate decides.
fn stated(rewritten: bool) -> Stated {
    Stated { promise: Some(vec![PropertyName::KAnonymity]), k: Some(K), rewritten, ..Stated::default() }
}

/// What `verify` says of `name`: the form of the file, and whether it holds.
fn check(desk: &Desk, name: &str, layout: ReleaseLayout, stated: Stated) -> Result<(Form, bool), CheckError> {
    let checked =
        ReleaseFile::read(&desk.path(name), stated.promise.as_deref(), None, Some(layout))?.check(stated)?;
    Ok((checked.form.unwrap(), checked.holds))
}

/// The deviation for which `bytes`, in the place of the release `name`, are refused; none where they cannot be read.
fn refused(desk: &Desk, name: &str, layout: ReleaseLayout, bytes: &[u8], how: &str) -> Option<Deviation> {
    std::fs::write(desk.path(name), bytes).unwrap();
    let Ok((form, holds)) = check(desk, name, layout, stated(false)) else { return None };
    let Form::Other(deviation) = form else { panic!("{name}, {layout:?}: {how} is {form:?}") };
    assert!(!holds, "{name}, {layout:?}: {how}");
    // The certificate beside it does not help, and whoever knows that it was rewritten is told so.
    assert!(!check(desk, name, layout, Stated::default()).unwrap().1, "{name}, {layout:?}: {how}");
    assert_eq!(check(desk, name, layout, stated(true)).unwrap(), (Form::Rewritten(deviation), true), "{how}");
    // Without a promise that is stated, it does not count.
    let alone = Stated { rewritten: true, ..Stated::default() };
    assert_eq!(check(desk, name, layout, alone).unwrap(), (Form::Other(deviation), false), "{how}");
    Some(deviation)
}

#[test]
fn the_untouched_file_is_accepted_in_every_format_and_layout() {
    let desk = desk();
    let packed =
        TEXTS.iter().flat_map(|text| ["", ".gz", ".zst"].map(|packing| format!("r.{text}{packing}")));
    for name in packed.chain(["r.parquet", "r.arrow"].map(str::to_owned)) {
        for layout in LAYOUTS {
            publish(&desk, &name, layout);
            for stated in [Stated::default(), stated(false), stated(true)] {
                assert_eq!(check(&desk, &name, layout, stated).unwrap(), (Form::Canonical, true), "{name}");
            }
        }
    }
}

/// The same text in other bytes: what is changed, how, and the line that is then another one.
fn same_text(text: &str, format: &str) -> Vec<(&'static str, String, u64)> {
    let first_row = if format == "jsonl" { 1 } else { 2 };
    let last = text.lines().count() as u64;
    let mut ways = vec![
        ("a byte order mark", format!("\u{feff}{text}"), 1),
        ("line ends of another system", text.replace('\n', "\r\n"), 1),
        ("one line end of another system", text.strip_suffix('\n').unwrap().to_owned() + "\r\n", last),
        ("no last line end", text.strip_suffix('\n').unwrap().to_owned(), last),
    ];
    let (head, rest) = match format {
        "jsonl" => ("", text),
        _ => text.split_at(text.find('\n').unwrap() + 1),
    };
    let row = |how, from: &str, to: &str| {
        assert!(rest.lines().next().unwrap().contains(from), "{how}");
        (how, format!("{head}{}", rest.replacen(from, to, 1)), first_row)
    };
    ways.extend(match format {
        "tsv" => {
            let (owners, items) = rest.lines().next().unwrap().split_once('\t').unwrap();
            vec![
                row("a plus", owners, &format!("+{owners}")),
                row("zeros", owners, &format!("00{owners}")),
                row("a quoted number", owners, &format!("\"{owners}\"")),
                row("quoted items", items, &format!("\"{items}\"")),
                (("a quoted header"), text.replacen("owners_in_group", "\"owners_in_group\"", 1), 1),
            ]
        }
        "csv" => {
            let item = rest.lines().next().unwrap().rsplit(',').next().unwrap();
            vec![
                row("a plus", "1,", "+1,"),
                row("zeros", "1,", "001,"),
                row("a quoted number", "1,", "\"1\","),
                row("a quoted item", item, &format!("\"{item}\"")),
            ]
        }
        _ => vec![
            row("a blank", "{\"items\":", "{ \"items\":"),
            row("a blank at the end", "}", "} "),
            row("an escape", "e", "\\u0065"),
            row("keys in another order", rest.lines().next().unwrap(), &{
                let row: serde_json::Value = serde_json::from_str(rest.lines().next().unwrap()).unwrap();
                format!("{{\"owners_in_group\":{},\"items\":{}}}", row["owners_in_group"], row["items"])
            }),
        ],
    });
    ways
}

#[test]
fn other_bytes_of_the_same_text_are_refused() {
    let desk = desk();
    for (format, layout) in TEXTS.into_iter().flat_map(|format| LAYOUTS.map(|layout| (format, layout))) {
        let name = format!("r.{format}");
        let text = String::from_utf8(publish(&desk, &name, layout)).unwrap();
        for (how, changed, line) in same_text(&text, format) {
            assert_ne!(changed, text, "{how}");
            let deviation = refused(&desk, &name, layout, changed.as_bytes(), how);
            assert_eq!(deviation, Some(Deviation::Line(line)), "{format}, {layout:?}: {how}");
        }
        // What cannot be read is refused before.
        for more in ["\n", "secret", "\u{1}\n"] {
            let changed = format!("{text}{more}");
            assert_eq!(refused(&desk, &name, layout, changed.as_bytes(), "more"), None, "{format}: {more:?}");
        }
    }
}

#[test]
fn rows_and_items_in_another_order_are_refused() {
    let desk = desk();
    for layout in LAYOUTS {
        let text = String::from_utf8(publish(&desk, "r.jsonl", layout)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let joined = |lines: &[&str]| lines.join("\n") + "\n";
        // The first row that differs from the one above it, and that one.
        let second = (1..lines.len()).find(|&line| lines[line] != lines[line - 1]).unwrap();
        let mut swapped = lines.clone();
        swapped.swap(second - 1, second);
        let deviation = refused(&desk, "r.jsonl", layout, joined(&swapped).as_bytes(), "swapped rows");
        assert_eq!(deviation, Some(Deviation::Row(second + 1)));
        let reversed: Vec<&str> = lines.iter().rev().copied().collect();
        assert!(refused(&desk, "r.jsonl", layout, joined(&reversed).as_bytes(), "reversed rows").is_some());

        let long =
            lines.iter().position(|line| line.matches("\",\"").count() > 0).expect("a row of two items");
        let mut row: serde_json::Value = serde_json::from_str(lines[long]).unwrap();
        row["items"].as_array_mut().unwrap().reverse();
        let reversed =
            format!("{{\"items\":{},\"owners_in_group\":{}}}", row["items"], row["owners_in_group"]);
        let mut turned = lines.clone();
        turned[long] = &reversed;
        std::fs::write(desk.path("r.jsonl"), joined(&turned)).unwrap();
        let (form, holds) = check(&desk, "r.jsonl", layout, stated(false)).unwrap();
        assert!(form.is_refused() && !holds, "{form:?}");
    }
}

/// Items that are turned around in all rows of a group: the rows stay alike, and the bytes are what would be written.
#[test]
fn items_in_another_order_are_refused_even_in_all_rows() {
    let desk = desk();
    let rows = "{\"items\":[\"b\",\"a\"],\"owners_in_group\":3}\n".repeat(3);
    desk.write("r.jsonl", &rows);
    let found = check(&desk, "r.jsonl", ReleaseLayout::Rows, stated(false)).unwrap();
    assert_eq!(found, (Form::Other(Deviation::Labels(1)), false));
    desk.write("r.jsonl", &rows.replace("\"b\",\"a\"", "\"a\",\"b\""));
    let found = check(&desk, "r.jsonl", ReleaseLayout::Rows, stated(false)).unwrap();
    assert_eq!(found, (Form::Canonical, true));
}

#[test]
fn marks_of_a_compressor_are_refused() {
    let desk = desk();
    for (format, layout) in TEXTS.into_iter().flat_map(|format| LAYOUTS.map(|layout| (format, layout))) {
        let name = format!("r.{format}.gz");
        let whole = publish(&desk, &name, layout);
        let named = [&whole[..3], &[whole[3] | 8], &whole[4..10], b"owner 7\0", &whole[10..]].concat();
        let commented = [&whole[..3], &[whole[3] | 16], &whole[4..10], b"owner 7\0", &whole[10..]].concat();
        let timed = [&whole[..4], &[1, 2, 3, 4], &whole[8..]].concat();
        let system = [&whole[..9], &[whole[9] ^ 3], &whole[10..]].concat();
        let empty_member = [&whole[..], &EMPTY_GZIP].concat();
        for (how, bytes, byte) in [
            ("a name", named, 3),
            ("a comment", commented, 3),
            ("a time", timed, 4),
            ("another system", system, 9),
            ("an empty member", empty_member, whole.len() as u64),
        ] {
            let deviation = refused(&desk, &name, layout, &bytes, how);
            assert_eq!(deviation, Some(Deviation::Byte(byte)), "{format}: {how}");
        }

        let name = format!("r.{format}.zst");
        let whole = publish(&desk, &name, layout);
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 7, 0, 0, 0][..], b"owner 7"].concat();
        let deviation = refused(&desk, &name, layout, &[&whole[..], &skipped].concat(), "a skipped frame");
        assert_eq!(deviation, Some(Deviation::Byte(whole.len() as u64)), "{format}");
        // At the start, it is no longer known as compressed.
        let before = [&skipped[..], &whole].concat();
        assert_eq!(refused(&desk, &name, layout, &before, "a skipped frame at the start"), None);
        let other: Vec<u8> = [&whole[..], &EMPTY_ZSTD].concat();
        assert!(refused(&desk, &name, layout, &other, "an empty frame").is_some());
    }
}

/// Nothing, compressed.
const EMPTY_GZIP: [u8; 20] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const EMPTY_ZSTD: [u8; 9] = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00];

/// Methods on lines: their tables have one form too.
#[test]
fn lines_in_another_form_are_refused() {
    let desk = desk();
    for (method, promise) in [
        (MethodName::DropRare, PropertyName::CommonQueries),
        (MethodName::Share, PropertyName::SealedQueries),
    ] {
        assert!(desk.run(method).unwrap().checked.holds, "{method:?}");
        let text = desk.read("release.tsv");
        let check = |text: &str, rewritten| {
            desk.write("release.tsv", text);
            let stated = Stated { promise: Some(vec![promise]), k: Some(K), rewritten, ..Stated::default() };
            let release =
                ReleaseFile::read(&desk.path("release.tsv"), stated.promise.as_deref(), None, None).unwrap();
            let checked = release.check(stated).unwrap();
            (checked.form.unwrap(), checked.holds)
        };
        assert_eq!(check(&text, false), (Form::Canonical, true), "{method:?}");
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.len();
        let second = (2..last).find(|&line| lines[line] != lines[line - 1]).unwrap();
        lines.swap(second - 1, second);
        let swapped = lines.join("\n") + "\n";
        for (changed, deviation) in [
            (swapped, Deviation::Row(second)),
            (format!("\u{feff}{text}"), Deviation::Line(1)),
            (text.replace('\n', "\r\n"), Deviation::Line(1)),
            (text.strip_suffix('\n').unwrap().to_owned(), Deviation::Line(last as u64)),
        ] {
            assert_eq!(check(&changed, false), (Form::Other(deviation), false), "{method:?}");
            assert_eq!(check(&changed, true), (Form::Rewritten(deviation), true), "{method:?}");
        }
    }
}

/// A line break that ends no line is nothing that clump writes: the answer is no, and not that the file cannot be read.
#[test]
fn a_cell_that_no_table_can_carry_is_another_form() {
    let desk = Desk::new("");
    let line = |owner: usize| format!("{owner}\tred\rwine\t\t\t\n");
    desk.write("lines.tsv", &(common::HEADER.to_owned() + &(1..=K).map(line).collect::<String>()));
    for rewritten in [false, true] {
        let promise = Some(vec![PropertyName::CommonQueries]);
        let stated = Stated { promise, rewritten, ..stated(rewritten) };
        let file = ReleaseFile::read(&desk.path("lines.tsv"), stated.promise.as_deref(), None, None).unwrap();
        let checked = file.check(stated).unwrap();
        assert_eq!(checked.holds, rewritten, "{checked:?}");
        assert!(matches!(checked.form, Some(Form::Other(_) | Form::Rewritten(_))), "{checked:?}");
    }
}
