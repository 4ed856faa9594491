//! A column says which rows of an owner are one transaction; k counts owners all the same.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{
    BadLines, ColumnNames, Fault, ReadError, ReadOptions, ReadingMemory, Repeats, RowOwner, Unit, read_lines,
};
use proptest::prelude::*;

use crate::common::{Desk, SECRET, read, refused, rows};
use crate::written;

fn by_basket() -> ReadOptions {
    let columns = ColumnNames {
        owner: Some(RowOwner::Column("user".to_owned())),
        transaction: Some("basket".to_owned()),
        ..ColumnNames::default()
    };
    ReadOptions { columns, unit: Unit::Transaction, ..ReadOptions::default() }
}

/// Baskets of two owners, their rows scattered: `(user, basket, item)`.
const BOUGHT: [(&str, i32, &str); 7] = [
    ("b", 12, "tea"),
    ("a", 7, "milk"),
    ("b", 9, "cake"),
    ("a", 8, "tea"),
    ("b", 12, "milk"),
    ("a", 7, "cake"),
    ("b", 12, "tea"),
];

const BASKETS: [&str; 4] = ["a: cake + milk", "a: tea", "b: cake", "b: milk + tea"];

#[test]
fn rows_of_one_basket_are_one_transaction_in_every_format() {
    let lines = |separator: &str| {
        let row = |(user, basket, item): &(&str, i32, &str)| {
            format!("{user}{separator} {basket} {separator}{item}\n")
        };
        let header = ["user", "basket", "item"].join(separator);
        format!("{header}\n{}", BOUGHT.iter().map(row).collect::<String>())
    };
    let json = |quote: &str| -> String {
        let row = |(user, basket, item): &(&str, i32, &str)| {
            format!("{{\"basket\":{quote}{basket}{quote},\"user\":\"{user}\",\"item\":\"{item}\"}}\n")
        };
        BOUGHT.iter().map(row).collect()
    };
    let texts = |text: fn(&(&'static str, i32, &'static str)) -> String| -> ArrayRef {
        Arc::new(StringArray::from_iter_values(BOUGHT.iter().map(text)))
    };
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(BOUGHT.iter().map(|row| row.1)));
    let batch = |basket: ArrayRef| {
        let (user, item) = (texts(|row| row.0.to_owned()), texts(|row| row.2.to_owned()));
        RecordBatch::try_from_iter([("item", item), ("basket", basket), ("user", user)]).unwrap()
    };
    let (with_texts, with_numbers) = (batch(texts(|row| row.1.to_string())), batch(numbers));
    let [file, stream] = written::arrow(&with_numbers);
    let files: [(&str, Vec<u8>); 8] = [
        ("t.csv", lines(",").into()),
        ("t.tsv", lines("\t").into()),
        ("t.jsonl", json("").into()),
        ("u.jsonl", json("\"").into()),
        ("t.parquet", written::parquet(&with_texts)),
        ("u.parquet", written::parquet(&with_numbers)),
        ("t.arrow", file),
        ("t.arrows", stream),
    ];
    for (name, content) in files {
        let log = read(name, content, &by_basket()).unwrap();
        assert_eq!(rows(&log), BASKETS, "{name}");
        assert_eq!((log.counts.owners, log.counts.transactions, log.counts.shared_transactions), (2, 4, 0));
    }
}

#[test]
fn rows_of_a_basket_may_lie_in_several_files() {
    let files: &[(&str, &[u8])] =
        &[("1.csv", b"user,basket,item\na,7,tea\nb,8,tea\n"), ("2.csv", b"user,basket,item\na,7,milk\n")];
    let log = Desk::new().read(files, &by_basket(), &TaxonomySource::Flat).unwrap();
    assert_eq!(rows(&log), ["a: milk + tea", "b: tea"]);
}

#[test]
fn a_basket_of_two_owners_is_two_transactions_and_told() {
    let csv = "user,basket,item\na,7,tea\nb,7,milk\na,7,cake\nc,7,tea\nc,8,tea\n";
    let log = read("t.csv", csv, &by_basket()).unwrap();
    assert_eq!(rows(&log), ["a: cake + tea", "b: milk", "c: tea", "c: tea"]);
    assert_eq!((log.counts.owners, log.counts.shared_transactions), (3, 1));
}

#[test]
fn queries_of_a_visit_are_one_transaction() {
    let csv = "time,query,user,basket\n2006-03-01 07:00:00,tea,7,x\n2006-03-01 07:00:00,tea,7,x\n\
               2006-03-01 07:00:00,tea,7,y\n2006-03-01 07:01:00,milk,7,x\n";
    let log = read("t.csv", csv, &by_basket()).unwrap();
    assert_eq!(rows(&log), ["7: milk + tea", "7: tea"]);
    // The same query in another visit is no click on the results of the first.
    assert_eq!((log.counts.queries, log.counts.click_lines), (3, 1));
}

#[test]
fn a_row_without_its_transaction_is_an_error_with_its_place() {
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..by_basket() };
    let cases = [
        ("t.csv", format!("user,basket,item\na,7,tea\na, ,{SECRET}\n"), 3),
        (
            "t.jsonl",
            format!(
                "{{\"user\":\"a\",\"basket\":7,\"item\":\"tea\"}}\n{{\"user\":\"a\",\"item\":\"{SECRET}\"}}"
            ),
            2,
        ),
    ];
    for (name, content, at) in cases {
        let error = refused(name, &content, &by_basket());
        assert!(
            matches!(error, ReadError::Malformed { line, fault: Fault::NoTransaction, .. } if line == at)
        );
        let log = read(name, &content, &skip).unwrap();
        assert_eq!((rows(&log), log.counts.bad_lines), (vec!["a: tea".to_owned()], 1));
    }
    let user: ArrayRef = Arc::new(StringArray::from_iter_values(["a", "a"]));
    let basket: ArrayRef = Arc::new(Int32Array::from(vec![Some(7), None]));
    let columns = [("user", user.clone(), false), ("basket", basket, true), ("item", user, false)];
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let error = refused("t.parquet", written::parquet(&batch), &by_basket());
    assert!(matches!(error, ReadError::MalformedRow { row: 2, fault: Fault::NoTransaction, .. }));
}

#[test]
fn what_names_no_transactions_is_refused() {
    let error = refused("t.csv", format!("user,visit,item\na,{SECRET},tea\n"), &by_basket());
    assert!(matches!(error, ReadError::NoColumn { key: "transaction", .. }));
    let usual = ColumnNames { transaction: None, ..by_basket().columns };
    let usual = ReadOptions { columns: usual, ..by_basket() };
    assert!(matches!(refused("t.csv", "user,item\na,tea\n", &usual), ReadError::NoTransactions { .. }));
    let log = read("t.csv", "user,Transaction,item\na,7,tea\na,8,tea\n", &usual).unwrap();
    assert_eq!(log.counts.transactions, 2);

    let aol = "AnonID\tQuery\tQueryTime\n7\ttea\t2006-03-01 07:00:00\n";
    let plain = ReadOptions { unit: Unit::Transaction, ..ReadOptions::default() };
    assert!(matches!(refused("t.tsv", aol, &plain), ReadError::NoNamedColumns { .. }));
    assert!(matches!(refused("t.dat", "tea milk\n", &plain), ReadError::NoQueries { .. }));
    assert!(matches!(refused("t.dat", "tea milk\n", &by_basket()), ReadError::NoNamedColumns { .. }));

    // Lines of a log have no transactions; the column is one that nobody asked for.
    let desk = Desk::new();
    let input = desk.file("t.csv", "user,basket,query\na,7,tea\n").into();
    assert_eq!(read_lines(&[input], &by_basket(), &()).unwrap().counts.lines, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48 * ProptestConfig::default().cases / 256))]

    /// Against a model: a map from owner and basket to items.
    #[test]
    fn baskets_are_what_a_map_would_gather_with_much_room_and_with_none(
        bought in prop::collection::vec((0..5u8, 0..4u8, 0..6u8), 1..60),
        keep in any::<bool>(),
    ) {
        let mut csv = "user,basket,item\n".to_owned();
        let mut model: Vec<((u8, u8), Vec<String>)> = Vec::new();
        for &(user, basket, item) in &bought {
            csv += &format!("u{user},{basket},i{item}\n");
            let key = (user, basket);
            let at = model.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                model.push((key, Vec::new()));
                model.len() - 1
            });
            model[at].1.push(format!("i{item}"));
        }
        let mut expected: Vec<String> = model
            .into_iter()
            .map(|((user, _), mut items)| {
                items.sort_unstable();
                if !keep {
                    items.dedup();
                }
                format!("u{user}: {}", items.join(" + "))
            })
            .collect();
        expected.sort_unstable();
        let repeats = if keep { Repeats::Keep } else { Repeats::Remove };
        let much = ReadOptions { repeats, ..by_basket() };
        let none = ReadOptions { room: ReadingMemory { bytes: 0, ..ReadingMemory::default() }, ..much.clone() };
        let [much, none] = [much, none].map(|options| read("t.csv", &csv, &options).unwrap());
        prop_assert_eq!(&much.transactions, &none.transactions);
        prop_assert_eq!(much.counts, none.counts);
        prop_assert_eq!(rows(&much), expected);
    }
}
