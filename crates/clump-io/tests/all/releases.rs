//! What is written is read back the same, in every format; what was changed is refused, and nothing of it told.

use clump_io::release::{
    AuditWriter, AuditedRelease, Packer, Packing, ReleaseColumns, ReleaseFormat, ReleaseLayout,
    ReleaseWriter, Released, read_audit, read_release, release_difference,
};
use clump_io::{Fault, Input, ReadError};
use proptest::prelude::*;

use crate::common::{Desk, everything};

const PACKINGS: [Packing; 3] = [Packing::Plain, Packing::Gzip, Packing::Zstd];

type Rows = Vec<(u64, Vec<String>, Option<String>)>;

fn write(rows: &Rows, format: ReleaseFormat, columns: ReleaseColumns) -> Vec<u8> {
    write_packed(rows, format, columns, Packing::Plain)
}

fn write_packed(rows: &Rows, format: ReleaseFormat, columns: ReleaseColumns, packing: Packing) -> Vec<u8> {
    let packer = Packer::new(Vec::new(), packing).unwrap();
    let mut writer = ReleaseWriter::new(packer, format, columns).unwrap();
    for (owners, items, text) in rows {
        let items: Vec<&str> = items.iter().map(String::as_str).collect();
        writer.rows(1, *owners, &items, text.as_deref()).unwrap();
    }
    writer.finish().unwrap().finish().unwrap()
}

fn read(content: &[u8], format: ReleaseFormat, layout: ReleaseLayout) -> Result<Released, ReadError> {
    let desk = Desk::new();
    read_release(&Input::from(desk.file("release", content)), format, layout, &())
}

fn row(owners: u64, items: &[&str], text: Option<&str>) -> (u64, Vec<String>, Option<String>) {
    (owners, items.iter().map(|&item| item.to_owned()).collect(), text.map(str::to_owned))
}

#[test]
fn the_bytes_are_as_documented() {
    let plain = |owners, items: &[&str]| row(owners, items, None);
    let rows =
        vec![plain(7, &["a b", "\"c\", d"]), plain(2, &[]), plain(3, &[" e"]), plain(4, &["-5", "=f"])];
    let pieces =
        vec![row(7, &["dog", "food"], Some("dog food")), plain(5, &["dog"]), row(5, &["a"], Some("=a"))];
    for (columns, rows, format, expected) in [
        (
            ReleaseColumns::Rows,
            &rows,
            ReleaseFormat::Tsv,
            "owners_in_group\titems\n7\t\"a b|\"\"c\"\", d\"\n2\t\n3\t\" e\"\n4\t'-5|=f\n",
        ),
        (
            ReleaseColumns::Rows,
            &rows,
            ReleaseFormat::Csv,
            "row,owners_in_group,item\n1,7,a b\n1,7,\"\"\"c\"\", d\"\n2,2,\n3,3,\" e\"\n4,4,'-5\n4,4,'=f\n",
        ),
        (
            ReleaseColumns::Rows,
            &rows,
            ReleaseFormat::Jsonl,
            "{\"items\":[\"a b\",\"\\\"c\\\", d\"],\"owners_in_group\":7}\n{\"items\":[],\"owners_in_group\":2}\n\
             {\"items\":[\" e\"],\"owners_in_group\":3}\n{\"items\":[\"-5\",\"=f\"],\"owners_in_group\":4}\n",
        ),
        (
            ReleaseColumns::Pieces,
            &pieces,
            ReleaseFormat::Tsv,
            "owners_in_group\titems\ttext\n7\tdog|food\tdog food\n5\tdog\t\n5\ta\t'=a\n",
        ),
        (
            ReleaseColumns::Pieces,
            &pieces,
            ReleaseFormat::Csv,
            "row,owners_in_group,item,text\n1,7,dog,dog food\n1,7,food,dog food\n2,5,dog,\n3,5,a,'=a\n",
        ),
        (
            ReleaseColumns::Pieces,
            &pieces,
            ReleaseFormat::Jsonl,
            "{\"items\":[\"dog\",\"food\"],\"owners_in_group\":7,\"text\":\"dog food\"}\n\
             {\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":null}\n\
             {\"items\":[\"a\"],\"owners_in_group\":5,\"text\":\"=a\"}\n",
        ),
    ] {
        assert_eq!(String::from_utf8(write(rows, format, columns)).unwrap(), expected);
    }
}

/// Enough rows for several batches, one of them longer than a batch.
#[test]
fn many_rows_and_a_long_one_are_written_in_batches() {
    let label = |number: usize| format!("label {}", number % 5_000);
    let mut rows: Rows = (0..700_000).map(|row| (row as u64 + 1, vec![label(row); row % 3], None)).collect();
    rows.push((9, (0..1_200_000).map(label).collect(), None));
    rows.extend((0..1_000).map(|row| (5, vec![label(row)], None)));
    for format in [ReleaseFormat::Parquet, ReleaseFormat::Arrow] {
        let bytes = write(&rows, format, ReleaseColumns::Rows);
        let released = read(&bytes, format, ReleaseLayout::Rows).unwrap();
        assert_eq!(released.len(), rows.len());
        for (row, (owners, items, _)) in rows.iter().enumerate() {
            assert!(released.items(row).eq(items.iter().map(String::as_str)), "{format:?}, row {row}");
            assert_eq!(released.owners(row), *owners);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 * ProptestConfig::default().cases / 256))]

    #[test]
    fn releases_round_trip(
        rows in prop::collection::vec(
            (
                1..=i64::MAX as u64,
                prop::collection::vec("[^\t\r\n\0|]{1,8}|[ ,'=\"\\\\a]{1,4}", 0..5),
                prop::option::of("[^\t\r\n\0]{1,8}|[ ,'=\"\\\\a]{1,4}"),
            ),
            0..12,
        ),
        layout in prop::sample::select(vec![ReleaseLayout::Rows, ReleaseLayout::Groups]),
        has_text in any::<bool>(),
    ) {
        let columns = if has_text { ReleaseColumns::Pieces } else { ReleaseColumns::Rows };
        let text_of = |text: Option<String>| text.filter(|_| has_text);
        let rows: Rows = rows.into_iter().map(|(owners, items, text)| (owners, items, text_of(text))).collect();
        let desk = Desk::new();
        for (format, packing) in ReleaseFormat::ALL.into_iter().flat_map(|f| PACKINGS.map(|p| (f, p))) {
            if packing != Packing::Plain && format.compresses_inside() {
                continue;
            }
            let bytes = write_packed(&rows, format, columns, packing);
            let released = read(&bytes, format, layout).unwrap();
            prop_assert_eq!((released.len(), released.layout()), (rows.len(), layout));
            // JSON lines without a line have no column.
            if !rows.is_empty() || format != ReleaseFormat::Jsonl {
                prop_assert_eq!(released.columns(), columns);
            }
            for (row, (owners, items, text)) in rows.iter().enumerate() {
                prop_assert!(released.items(row).eq(items.iter().map(String::as_str)), "{:?}", format);
                prop_assert_eq!((released.owners(row), released.text(row)), (*owners, text.as_deref()));
            }
            let path = desk.file("again", bytes);
            prop_assert_eq!(release_difference(path.as_ref(), &released, format).unwrap(), None);
        }
    }

    #[test]
    fn audits_round_trip(entries in prop::collection::vec(("[^\t\r\n\0]{1,8}", 1u64..), 0..12)) {
        let release = AuditedRelease { blake3: "0123abcd".to_owned(), rows: 7, entries: entries.len() as u64 };
        let mut writer = AuditWriter::new(Vec::new(), &release).unwrap();
        for (owner, row) in &entries {
            writer.entry(owner, *row).unwrap();
        }
        let desk = Desk::new();
        let audit = read_audit(&Input::from(desk.file("audit.tsv", writer.finish().unwrap()))).unwrap();
        let read: Vec<(String, u64)> =
            audit.owners.iter().map(str::to_owned).zip(audit.rows.iter().copied()).collect();
        prop_assert_eq!(read, entries);
        prop_assert_eq!(audit.release, release);
    }
}

#[test]
fn labels_that_would_break_a_row_are_refused() {
    for format in ReleaseFormat::ALL {
        for label in ["", "a\tb", "a\nb", "a\r"] {
            let mut writer = ReleaseWriter::new(Vec::new(), format, ReleaseColumns::Rows).unwrap();
            assert!(!format.can_carry(label));
            assert_eq!(
                writer.rows(1, 1, &[label], None).unwrap_err().kind(),
                std::io::ErrorKind::InvalidInput
            );
        }
        let mut writer = ReleaseWriter::new(Vec::new(), format, ReleaseColumns::Rows).unwrap();
        assert_eq!(writer.rows(1, 1, &["a|b"], None).is_err(), format == ReleaseFormat::Tsv);
        assert_eq!(format.can_carry("a|b"), format != ReleaseFormat::Tsv);
    }
}

#[test]
fn faults_have_their_line_and_no_value() {
    let fault = |content: &str, format| {
        let error = read(content.as_bytes(), format, ReleaseLayout::Rows).unwrap_err();
        assert!(!everything(&error).contains("secret"));
        match error {
            ReadError::Malformed { line, fault, .. } => (line, fault),
            other => panic!("{other}"),
        }
    };
    use ReleaseFormat::*;
    let tsv = |lines: &str| fault(&format!("owners_in_group\titems\n{lines}"), Tsv);
    assert_eq!(fault("", Tsv), (1, Fault::TsvHeader));
    assert_eq!(fault("2\tsecret\n", Tsv), (1, Fault::TsvHeader));
    assert_eq!(fault("items\towners_in_group\n", Tsv), (1, Fault::TsvHeader));
    assert_eq!(tsv("2\ta\nsecret\n"), (3, Fault::TsvRecord));
    assert_eq!(tsv("2\ta\n3\tsecret\tb\n"), (3, Fault::TsvRecord));
    assert_eq!(tsv("2\t\"secret\n"), (2, Fault::TsvRecord));
    assert_eq!(tsv("secret\ta\n"), (2, Fault::NoOwnersInGroup));
    for items in ["a||secret", "a|", "a|\"\""] {
        assert!(matches!(tsv(&format!("3\t{items}\n")), (2, Fault::Label { column: 2 } | Fault::TsvRecord)));
    }

    let json = |line: &str| fault(&format!("{{\"items\":[],\"owners_in_group\":1}}\n{line}\n"), Jsonl);
    let not_a_row = [
        r#"{"items":"secret","owners_in_group":1}"#,
        r#"{"items":["a"],"owners_in_group":-1}"#,
        r#"{"items":["a"],"owners_in_group":1,"owner":"secret"}"#,
        r#"{"items":["a"],"items":["secret"],"owners_in_group":1}"#,
        r#"{"owners_in_group":1}"#,
        "secret",
        "",
    ];
    for line in not_a_row {
        assert!(matches!(json(line), (2, Fault::Json { .. })), "{line}");
    }
    assert_eq!(json(r#"{"items":["secret"]}"#), (2, Fault::NoOwnersInGroup));
    assert_eq!(json(r#"{"items":["secret",""],"owners_in_group":1}"#), (2, Fault::Label { column: 2 }));

    let csv = |lines: &str| fault(&format!("row,owners_in_group,item\n{lines}"), Csv);
    assert_eq!(fault("", Csv), (1, Fault::CsvHeader));
    assert_eq!(fault("secret\n", Csv), (1, Fault::CsvHeader));
    assert_eq!(fault("row,item,owners_in_group\n", Csv), (1, Fault::CsvHeader));
    assert_eq!(csv("1,2\n"), (2, Fault::CsvRecord));
    assert_eq!(csv("1,2,a,secret\n"), (2, Fault::CsvRecord));
    assert_eq!(csv("1,2,\"secret\n"), (2, Fault::CsvRecord));
    assert_eq!(csv("1,2,a\nsecret,2,b\n"), (3, Fault::RowNumber));
    for line in ["0,2,secret", "3,2,secret", "18446744073709551616,2,secret"] {
        assert_eq!(csv(&format!("1,2,a\n{line}\n")), (3, Fault::RowNumber), "{line}");
    }
    assert_eq!(csv("2,2,secret\n"), (2, Fault::RowNumber));
    assert_eq!(csv("1,2,a\n2,2,b\n1,2,secret\n"), (4, Fault::RowNumber));
    assert_eq!(csv("1,secret,a\n"), (2, Fault::NoOwnersInGroup));
    assert_eq!(csv("1,2,a\n1,3,secret\n"), (3, Fault::OtherOwners));
    assert_eq!(csv("1,2,secret\n1,2,\n"), (3, Fault::Label { column: 2 }));
    assert_eq!(csv("1,2,\n1,2,secret\n"), (3, Fault::Label { column: 1 }));

    let desk = Desk::new();
    let audit = |content: &str| match read_audit(&Input::from(desk.file("audit", content))).unwrap_err() {
        ReadError::Malformed { line, fault, .. } => (line, fault),
        other => panic!("{other}"),
    };
    assert_eq!(audit("a\t1\n"), (1, Fault::AuditRelease));
    assert_eq!(audit(""), (1, Fault::AuditRelease));
    // Audits of earlier versions did not say which release they are of.
    assert_eq!(audit("owner\trow\na\t1\n"), (1, Fault::AuditRelease));
    for wrong in
        ["#release=0a\trows=2", "#release=0a\trows=two\tentries=2", "#release=0a\trows=+2\tentries=2"]
    {
        assert_eq!(audit(&format!("{wrong}\nowner\trow\na\t1\na\t2\n")), (1, Fault::AuditRelease));
    }
    let entries = |lines: &str| audit(&format!("#release=0a\trows=2\tentries=2\n{lines}"));
    assert_eq!(entries("a\t1\n"), (2, Fault::AuditHeader));
    assert_eq!(entries("owner\trow\na\t1\na\t0\n"), (4, Fault::AuditEntry));
    // Cut short, or longer than it says.
    assert_eq!(entries("owner\trow\na\t1\n"), (3, Fault::AuditLength));
    assert_eq!(entries("owner\trow\na\t1\nb\t2\nc\t2\n"), (5, Fault::AuditLength));
}

#[test]
fn a_text_belongs_to_a_whole_row_and_its_column_to_all_rows() {
    let faulty = [
        (ReleaseFormat::Csv, "row,owners_in_group,item,text\n1,7,dog,dog food\n1,7,food,\n"),
        (
            ReleaseFormat::Jsonl,
            "{\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":null}\n{\"items\":[\"dog\"],\"owners_in_group\":5}\n",
        ),
        (ReleaseFormat::Jsonl, "{\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":\"a\\nb\"}\n"),
    ];
    for (format, content) in faulty {
        let refused = read(content.as_bytes(), format, ReleaseLayout::Groups);
        assert!(matches!(refused, Err(ReadError::Malformed { fault: Fault::Text, .. })), "{content}");
    }
    let mut rows = ReleaseWriter::new(Vec::new(), ReleaseFormat::Tsv, ReleaseColumns::Rows).unwrap();
    assert!(rows.rows(1, 5, &["dog"], Some("dog")).is_err());
}
