//! Whose row it is: said for tables, never guessed; one person is one owner, and nobody is none.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{
    BadLines, ColumnNames, Fault, Input, Layout, LikelyOwner, OwnerIs, ReadError, ReadOptions, RowOwner,
    Spellings, read_lines,
};

use crate::common::{Desk, SECRET, everything, owned, read, refused, remedy, rows};

fn owned_by(owner: RowOwner) -> ReadOptions {
    let columns = ColumnNames { owner: Some(owner), ..ColumnNames::default() };
    ReadOptions { columns, ..ReadOptions::default() }
}

/// Twelve rows of three people.
fn table() -> RecordBatch {
    let users = (0..12).map(|row| row % 3).collect::<Vec<i64>>();
    let items = StringArray::from_iter_values((0..12).map(|row| format!("{SECRET}{row}")));
    let columns: [(&str, ArrayRef); 2] =
        [("user_id", Arc::new(Int64Array::from(users))), ("item", Arc::new(items))];
    RecordBatch::try_from_iter(columns).unwrap()
}

fn tables() -> Vec<(&'static str, Vec<u8>)> {
    let batch = table();
    let mut parquet = parquet::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    parquet.write(&batch).unwrap();
    let mut file = arrow_ipc::writer::FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    file.write(&batch).unwrap();
    let mut stream = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    stream.write(&batch).unwrap();
    let lines = |line: &dyn Fn(usize) -> String| (0..12).map(line).collect::<String>().into_bytes();
    let csv = lines(&|row| format!("{},{SECRET}{row}\n", row % 3));
    let tsv = lines(&|row| format!("{}\t{SECRET}{row}\n", row % 3));
    let json = lines(&|row| format!("{{\"user_id\":{},\"item\":\"{SECRET}{row}\"}}\n", row % 3));
    vec![
        ("t.csv", [b"user_id,item\n".to_vec(), csv].concat()),
        ("t.tsv", [b"user_id\titem\n".to_vec(), tsv].concat()),
        ("t.jsonl", json),
        ("t.parquet", parquet.into_inner().unwrap()),
        ("t.arrow", file.into_inner().unwrap()),
        ("t.arrows", stream.into_inner().unwrap()),
    ]
}

#[test]
fn a_table_does_not_say_by_itself_whose_rows_it_has() {
    for (name, content) in tables() {
        let layout = match name {
            "t.csv" => Some(Layout::Csv),
            "t.tsv" => Some(Layout::Tsv),
            _ => None,
        };
        let stated = ReadOptions { layout, ..ReadOptions::default() };
        let error = refused(name, &content, &stated);
        let ReadError::UnsaidOwner { look, .. } = &error else { panic!("{name} {error:?}") };
        let expected = LikelyOwner { name: "user_id".to_owned(), distinct: 3, rows: 12, is_whole: true };
        assert_eq!(look.likely.as_ref(), Some(&expected), "{name}");
        assert!(look.to_string().starts_with("its columns are `user_id`, `item`"), "{name} {look}");
        assert!(remedy(&error).starts_with("add `--owner user_id --items item`"), "{name}");
        let lines = [Input::from(Desk::new().file(name, &content))];
        assert!(read_lines(&lines, &stated, &()).is_err(), "{name}");

        let log = read(name, &content, &owned("user_id")).unwrap();
        assert_eq!((log.counts.owners, log.owner_is.to_string()), (3, "column user_id".to_owned()), "{name}");
        let log = read(name, &content, &owned_by(RowOwner::EachRow)).unwrap();
        assert_eq!((log.counts.owners, log.owner_is), (12, OwnerIs::EachRow), "{name}");
    }
}

#[test]
fn not_even_a_column_called_owner_is_taken() {
    let stated = ReadOptions { layout: Some(Layout::Csv), ..ReadOptions::default() };
    let error = refused("t.csv", "owner,item\na,tea\n", &stated);
    assert!(matches!(error, ReadError::UnsaidOwner { .. }), "{error:?}");
    let error = refused("t.jsonl", "{\"owner\":1,\"item\":2}\n", &ReadOptions::default());
    assert!(matches!(error, ReadError::UnsaidOwner { .. }), "{error:?}");
}

#[test]
fn the_methods_on_lines_ask_too() {
    let desk = Desk::new();
    let inputs = [Input::from(desk.file("t.jsonl", "{\"user\":1,\"query\":\"tea\"}\n"))];
    let error = read_lines(&inputs, &ReadOptions::default(), &()).unwrap_err();
    assert!(matches!(error, ReadError::UnsaidOwner { .. }), "{error:?}");
    let lines = read_lines(&inputs, &owned("user"), &()).unwrap();
    assert_eq!(lines.owner_is.to_string(), "column user");
}

#[test]
fn a_table_is_not_read_as_baskets() {
    let rows: String = (0..400).map(|row| format!("{},{SECRET}{}\n", 1000 + row / 4, row % 7)).collect();
    for (header, hint) in [
        ("customer_id,item", "add `--from csv --owner customer_id --items item`"),
        ("kunde,artikel", "add `--from csv --owner kunde --items artikel`"),
        // Names that may be values are not told.
        ("wer,was", "add `--from csv --owner COLUMN --items COLUMN`"),
    ] {
        for name in ["t.csv", "t.txt", "t.dat", "t.basket", "t"] {
            let content = format!("{header}\n{rows}");
            let error = refused(name, &content, &ReadOptions::default());
            assert!(matches!(error, ReadError::LooksLikeTable { .. }), "{name} {error:?}");
            let said = remedy(&error);
            assert!(said.starts_with(hint) && said.contains("`--from basket`"), "{name} {said}");
            let is_told = everything(&error).contains("100 distinct values in 400 rows");
            assert_eq!(is_told, header != "wer,was", "{name} {error:?}");
            assert!(!everything(&error).contains("`wer`"), "{name} {error:?}");
            let basket = ReadOptions { layout: Some(Layout::Basket), ..ReadOptions::default() };
            let log = read(name, &content, &basket).unwrap();
            assert_eq!((log.counts.baskets, log.owner_is), (401, OwnerIs::EachLine));
        }
    }
    // A later file of several is looked at too.
    let desk = Desk::new();
    let files: [(&str, &[u8]); 2] = [("1.txt", b"tea milk\nmilk\n"), ("2.txt", b"customer_id,item\n7,tea\n")];
    let error = desk.read(&files, &ReadOptions::default(), &TaxonomySource::Flat).unwrap_err();
    assert!(matches!(error, ReadError::LooksLikeTable { .. }), "{error:?}");
}

#[test]
fn baskets_and_query_logs_have_their_owners_by_definition() {
    let log = read("t.txt", "tea milk\ntea\n", &ReadOptions::default()).unwrap();
    assert_eq!(log.owner_is.to_string(), "each line counted as one owner");
    let aol = "AnonID\tQuery\tQueryTime\n7\ttea\tx\n";
    let log = read("t.txt", aol, &ReadOptions::default()).unwrap();
    assert_eq!(log.owner_is.to_string(), "column AnonID");
}

/// Owners of a table, and of a query log.
fn written(owners: &[&str]) -> [(&'static str, String, ReadOptions); 2] {
    let table = owners.iter().map(|owner| format!("{owner},tea\n")).collect::<String>();
    let log = owners.iter().map(|owner| format!("{owner}\ttea\t2006-03-01 07:00:00\n")).collect::<String>();
    [
        ("t.csv", format!("user,item\n{table}"), owned("user")),
        ("t.tsv", format!("AnonID\tQuery\tQueryTime\n{log}"), ReadOptions::default()),
    ]
}

#[test]
fn one_person_under_several_spellings_ends_the_reading() {
    let owners = ["Anna", "anna", "an\u{200b}na", "7", "07", "7.0", "otto  b", "otto b", "berta"];
    for (name, content, options) in written(&owners) {
        let error = refused(name, &content, &options);
        assert!(matches!(error, ReadError::OwnerSpellings { owners: 8, people: 3 }), "{name} {error:?}");
        let apart = ReadOptions { spellings: Spellings::AsTheyAre, ..options.clone() };
        assert_eq!(read(name, &content, &apart).unwrap().counts.owners, 9, "{name}");
        let fold = ReadOptions { spellings: Spellings::Fold, ..options.clone() };
        let log = read(name, &content, &fold).unwrap();
        assert_eq!(rows(&log), ["7: tea", "anna: tea", "berta: tea", "otto b: tea"], "{name}");
    }
    // And where lines are published.
    let [_, (name, content, options)] = written(&owners);
    let desk = Desk::new();
    let inputs = [Input::from(desk.file(name, content))];
    let error = read_lines(&inputs, &options, &()).unwrap_err();
    assert!(matches!(error, ReadError::OwnerSpellings { owners: 8, people: 3 }), "{error:?}");
    let fold = ReadOptions { spellings: Spellings::Fold, ..options };
    assert_eq!(read_lines(&inputs, &fold, &()).unwrap().counts.owners, 4);
}

#[test]
fn a_number_and_its_text_are_one_person() {
    let number = |value: i64| Arc::new(Int64Array::from(vec![value])) as ArrayRef;
    let text = |value: &str| Arc::new(StringArray::from(vec![value])) as ArrayRef;
    let parquet = |user: ArrayRef| {
        let columns: [(&str, ArrayRef); 2] = [("user", user), ("item", text("tea"))];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let mut file = parquet::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
        file.write(&batch).unwrap();
        file.into_inner().unwrap()
    };
    let desk = Desk::new();
    let together = |other: &str| {
        let files: [(&str, &[u8]); 2] =
            [("1.parquet", &parquet(number(7))), ("2.parquet", &parquet(text(other)))];
        desk.read(&files, &owned("user"), &TaxonomySource::Flat)
    };
    assert_eq!(together("7").unwrap().counts.owners, 1);
    for other in ["07", "7.0", "\u{ff17}"] {
        assert!(
            matches!(together(other), Err(ReadError::OwnerSpellings { owners: 2, people: 1 })),
            "{other}"
        );
    }
}

#[test]
fn spellings_of_what_has_no_name() {
    for spellings in [Spellings::Fold, Spellings::AsTheyAre] {
        let options = ReadOptions { spellings, ..ReadOptions::default() };
        assert!(matches!(refused("t.txt", "tea\n", &options), ReadError::NoOwnerNames { .. }));
    }
}

#[test]
fn nobody_is_no_owner() {
    for word in ["NULL", "null", "NaN", "None", "N/A", "nil", "\\N", " ", ""] {
        for (name, content, options) in written(&["anna", word, "otto"]) {
            let (at, fault) = match word.trim() {
                "" => (3, Fault::NoOwner),
                _ => (3, Fault::NullOwner),
            };
            let error = refused(name, &content, &options);
            assert!(
                matches!(&error, ReadError::Malformed { line, fault: found, .. } if (*line, *found) == (at, fault)),
                "{name} {word} {error:?}"
            );
            let skip = ReadOptions { bad_lines: BadLines::Skip, ..options.clone() };
            let log = read(name, &content, &skip).unwrap();
            assert_eq!((log.counts.owners, log.counts.bad_lines), (2, 1), "{name} {word}");
            let apart = ReadOptions { spellings: Spellings::AsTheyAre, ..options };
            assert_eq!(read(name, &content, &apart).is_ok(), fault == Fault::NullOwner, "{name} {word}");
        }
    }
}
