//! The column for the text of whole queries: written, read back, and refused where it was tampered with.

use clump_io::release::{
    ReleaseColumns, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_release, release_difference,
};
use clump_io::{Fault, Input, ReadError};
use proptest::prelude::*;

use crate::common::Desk;

type Pieces = Vec<(u64, Vec<String>, Option<String>)>;

fn write(pieces: &Pieces, format: ReleaseFormat) -> Vec<u8> {
    let mut writer = ReleaseWriter::with_columns(Vec::new(), format, ReleaseColumns::Pieces).unwrap();
    for (owners, items, text) in pieces {
        let items: Vec<&str> = items.iter().map(String::as_str).collect();
        writer.pieces(1, *owners, &items, text.as_deref()).unwrap();
    }
    writer.finish().unwrap()
}

fn read(desk: &Desk, content: &[u8], format: ReleaseFormat) -> Result<Released, ReadError> {
    read_release(&Input::from(desk.file("release", content)), format, ReleaseLayout::Groups, &())
}

fn piece(owners: u64, items: &[&str], text: Option<&str>) -> (u64, Vec<String>, Option<String>) {
    (owners, items.iter().map(|&item| item.to_owned()).collect(), text.map(str::to_owned))
}

#[test]
fn the_bytes_are_as_documented() {
    let pieces = vec![
        piece(7, &["dog", "food"], Some("dog food")),
        piece(5, &["dog"], None),
        piece(5, &["a"], Some("=a")),
    ];
    let text = |format| String::from_utf8(write(&pieces, format)).unwrap();
    assert_eq!(
        text(ReleaseFormat::Tsv),
        "owners_in_group\titems\ttext\n7\tdog|food\tdog food\n5\tdog\t\n5\ta\t'=a\n"
    );
    assert_eq!(
        text(ReleaseFormat::Csv),
        "row,owners_in_group,item,text\n1,7,dog,dog food\n1,7,food,dog food\n2,5,dog,\n3,5,a,'=a\n"
    );
    assert_eq!(
        text(ReleaseFormat::Jsonl),
        "{\"items\":[\"dog\",\"food\"],\"owners_in_group\":7,\"text\":\"dog food\"}\n\
         {\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":null}\n\
         {\"items\":[\"a\"],\"owners_in_group\":5,\"text\":\"=a\"}\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 * ProptestConfig::default().cases / 256))]

    #[test]
    fn pieces_round_trip_in_every_format(
        pieces in prop::collection::vec(
            (
                1..=i64::MAX as u64,
                prop::collection::vec("[^\t\r\n\0|]{1,8}", 1..4),
                prop::option::of("[^\t\r\n\0]{1,8}|[ ,'=\"\\\\a]{1,4}"),
            ),
            1..8,
        )
    ) {
        let desk = Desk::new();
        for format in ReleaseFormat::ALL {
            let released = read(&desk, &write(&pieces, format), format).unwrap();
            prop_assert_eq!(released.columns(), ReleaseColumns::Pieces);
            prop_assert_eq!(released.len(), pieces.len());
            for (row, (owners, items, text)) in pieces.iter().enumerate() {
                prop_assert_eq!(released.owners(row), *owners);
                prop_assert!(released.items(row).eq(items.iter().map(String::as_str)));
                prop_assert_eq!(released.text(row), text.as_deref(), "{:?}", format);
            }
            let path = desk.file("again", write(&pieces, format));
            prop_assert_eq!(release_difference(path.as_ref(), &released, format).unwrap(), None);
        }
    }
}

#[test]
fn a_text_belongs_to_a_whole_row_and_its_column_to_all_rows() {
    let desk = Desk::new();
    let faulty = [
        (ReleaseFormat::Csv, "row,owners_in_group,item,text\n1,7,dog,dog food\n1,7,food,\n"),
        (
            ReleaseFormat::Jsonl,
            "{\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":null}\n{\"items\":[\"dog\"],\"owners_in_group\":5}\n",
        ),
        (ReleaseFormat::Jsonl, "{\"items\":[\"dog\"],\"owners_in_group\":5,\"text\":\"a\\nb\"}\n"),
    ];
    for (format, content) in faulty {
        let refused = read(&desk, content.as_bytes(), format);
        assert!(matches!(refused, Err(ReadError::Malformed { fault: Fault::Text, .. })), "{content}");
    }
    let mut rows = ReleaseWriter::new(Vec::new(), ReleaseFormat::Tsv).unwrap();
    assert!(rows.pieces(1, 5, &["dog"], Some("dog")).is_err());
}
