//! What is written is read back the same.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use clump_io::release::{
    AuditWriter, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_audit, read_release,
};
use clump_io::{Fault, Input, ReadError};
use common::{Desk, everything};
use proptest::prelude::*;

const FORMATS: [ReleaseFormat; 2] = [ReleaseFormat::Tsv, ReleaseFormat::Jsonl];
const LAYOUTS: [ReleaseLayout; 2] = [ReleaseLayout::Rows, ReleaseLayout::Groups];

type Rows = Vec<(u64, Vec<String>)>;

fn write(rows: &Rows, format: ReleaseFormat, layout: ReleaseLayout) -> Vec<u8> {
    let mut writer = ReleaseWriter::new(Vec::new(), format, layout);
    for (owners, items) in rows {
        writer.row(*owners, items.iter().map(String::as_str)).unwrap();
    }
    writer.finish().unwrap()
}

fn read(content: &[u8], format: ReleaseFormat, layout: ReleaseLayout) -> Result<Released, ReadError> {
    let desk = Desk::new();
    read_release(&Input::from(desk.file("release", content)), format, layout, &())
}

#[test]
fn the_bytes_are_as_documented() {
    let rows: Rows = vec![(7, vec!["a b".to_owned(), "\"c\"".to_owned()]), (2, vec![])];
    let text = |format, layout| String::from_utf8(write(&rows, format, layout)).unwrap();
    assert_eq!(text(ReleaseFormat::Tsv, ReleaseLayout::Rows), "a b\t\"c\"\n\n");
    assert_eq!(text(ReleaseFormat::Tsv, ReleaseLayout::Groups), "7\ta b\t\"c\"\n2\n");
    assert_eq!(
        text(ReleaseFormat::Jsonl, ReleaseLayout::Rows),
        "{\"items\":[\"a b\",\"\\\"c\\\"\"]}\n{\"items\":[]}\n"
    );
    assert_eq!(
        text(ReleaseFormat::Jsonl, ReleaseLayout::Groups),
        "{\"owners\":7,\"items\":[\"a b\",\"\\\"c\\\"\"]}\n{\"owners\":2,\"items\":[]}\n"
    );
}

proptest! {
    #[test]
    fn releases_round_trip(
        rows in prop::collection::vec((1u64.., prop::collection::vec("[^\t\r\n\0]{1,8}", 0..5)), 0..12)
    ) {
        // A byte order mark at the very start belongs to the file, not to the first label.
        prop_assume!(!rows.iter().flat_map(|(_, items)| items).any(|item| item.starts_with('\u{feff}')));
        for (format, layout) in FORMATS.into_iter().flat_map(|f| LAYOUTS.map(|l| (f, l))) {
            let released = read(&write(&rows, format, layout), format, layout).unwrap();
            prop_assert_eq!(released.len(), rows.len());
            for (row, (owners, items)) in rows.iter().enumerate() {
                prop_assert!(released.items(row).eq(items.iter().map(String::as_str)));
                prop_assert_eq!(released.owners(row), (layout == ReleaseLayout::Groups).then_some(*owners));
            }
        }
    }

    #[test]
    fn audits_round_trip(entries in prop::collection::vec(("[^\t\r\n\0]{1,8}", 1u64..), 0..12)) {
        let mut writer = AuditWriter::new(Vec::new()).unwrap();
        for (owner, row) in &entries {
            writer.entry(owner, *row).unwrap();
        }
        let desk = Desk::new();
        let audit = read_audit(&Input::from(desk.file("audit.tsv", writer.finish().unwrap()))).unwrap();
        let read: Vec<(String, u64)> =
            audit.owners.iter().map(str::to_owned).zip(audit.rows.iter().copied()).collect();
        prop_assert_eq!(read, entries);
    }
}

#[test]
fn labels_that_would_break_a_row_are_refused() {
    for format in FORMATS {
        for label in ["", "a\tb", "a\nb", "a\r"] {
            let mut writer = ReleaseWriter::new(Vec::new(), format, ReleaseLayout::Rows);
            assert_eq!(writer.row(1, [label]).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
        }
    }
}

#[test]
fn faults_have_their_line_and_no_value() {
    let fault = |content: &str, format, layout| {
        let error = read(content.as_bytes(), format, layout).unwrap_err();
        assert!(!everything(&error).contains("secret"));
        match error {
            ReadError::Malformed { line, fault, .. } => (line, fault),
            other => panic!("{other}"),
        }
    };
    use {ReleaseFormat::*, ReleaseLayout::*};
    assert_eq!(fault("a\nb\t\tsecret\n", Tsv, Rows), (2, Fault::Label { column: 2 }));
    assert_eq!(fault("2\ta\nsecret\n", Tsv, Groups), (2, Fault::NoOwnerCount));
    assert!(matches!(
        fault("{\"items\":[]}\n{\"items\":\"secret\"}\n", Jsonl, Rows),
        (2, Fault::Json { .. })
    ));
    assert_eq!(fault("{\"owners\":1,\"items\":[]}\n", Jsonl, Rows), (1, Fault::UnexpectedOwnerCount));
    assert_eq!(fault("{\"items\":[]}\n", Jsonl, Groups), (1, Fault::NoOwnerCount));

    let desk = Desk::new();
    let audit = |content: &str| match read_audit(&Input::from(desk.file("audit", content))).unwrap_err() {
        ReadError::Malformed { line, fault, .. } => (line, fault),
        other => panic!("{other}"),
    };
    assert_eq!(audit("a\t1\n"), (1, Fault::AuditHeader));
    assert_eq!(audit(""), (1, Fault::AuditHeader));
    assert_eq!(audit("owner\trow\na\t1\na\t0\n"), (3, Fault::AuditEntry));
}

#[test]
fn formats_are_told_by_the_extension() {
    let format = |path: &str| ReleaseFormat::from_path(path.as_ref());
    assert_eq!(format("r.tsv"), Some(ReleaseFormat::Tsv));
    assert_eq!(format("r.jsonl.gz"), Some(ReleaseFormat::Jsonl));
    assert_eq!(format("r.parquet"), None);
}
