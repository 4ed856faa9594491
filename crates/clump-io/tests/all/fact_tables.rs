//! Tables of facts, written and read back in every format; and that nothing but such a table is read.

use clump_core::facts::{FactColumns, FactTable, Measure};
use clump_io::release::{ReleaseFormat, fact_table_difference, read_fact_table, write_fact_table};
use clump_io::{Input, Stream};
use proptest::prelude::*;

fn columns(has_cells: bool, has_times: bool) -> FactColumns {
    let texts = ["query", "day"][..1 + usize::from(has_cells)].iter().map(|&name| name.to_owned()).collect();
    FactColumns { texts, cells: usize::from(has_cells), measure: Measure::Owners, has_times }
}

fn written(table: &FactTable, format: ReleaseFormat) -> Vec<u8> {
    write_fact_table(Vec::new(), table, format).unwrap()
}

fn read(bytes: Vec<u8>, format: ReleaseFormat, expected: Option<&FactColumns>) -> Option<FactTable> {
    read_fact_table(&Input::from(Stream::of_bytes("table", bytes)), format, expected, &()).ok()
}

proptest! {
    #[test]
    fn every_format_reads_what_it_writes(
        rows in proptest::collection::vec(("\\PC{1,8}", "[a-z,\"'= ]{1,4}", 1u64..1_000_000, 0u64..100), 0..8),
        has_cells in any::<bool>(), has_times in any::<bool>(), has_rest in any::<bool>(),
    ) {
        let columns = columns(has_cells, has_times);
        let mut table = FactTable::new(columns.clone());
        for (query, day, owners, times) in &rows {
            table.push([query.as_str(), day.as_str()].into_iter().take(columns.texts.len()), *owners, *times);
        }
        if has_rest {
            table.push(["", "2006-03-01"].into_iter().take(columns.texts.len()), 7, 7);
        }
        let folder = tempfile::tempdir().unwrap();
        for format in ReleaseFormat::ALL {
            let bytes = written(&table, format);
            let mut back = read(bytes.clone(), format, Some(&columns)).unwrap();
            // Names do not tell that the last text is a cell.
            back.columns.cells = columns.cells;
            prop_assert_eq!(&back, &table, "{:?}", format);
            let path = folder.path().join("table");
            std::fs::write(&path, &bytes).unwrap();
            prop_assert_eq!(fact_table_difference(&path, &back, format).unwrap(), None);
        }
    }
}

#[test]
fn text_formats_by_hand() {
    let mut table = FactTable::new(columns(true, true));
    table.push(["=1+1, \"x\"", "2006-03-01"], 7, 9);
    table.push(["", "2006-03-01"], 5, 5);
    let text = |format| String::from_utf8(written(&table, format)).unwrap();
    assert_eq!(
        text(ReleaseFormat::Csv),
        "query,day,owners,times\n\"'=1+1, \"\"x\"\"\",2006-03-01,7,9\n,2006-03-01,5,5\n"
    );
    assert_eq!(
        text(ReleaseFormat::Jsonl),
        "{\"query\":\"=1+1, \\\"x\\\"\",\"day\":\"2006-03-01\",\"owners\":7,\"times\":9}\n\
         {\"query\":null,\"day\":\"2006-03-01\",\"owners\":5,\"times\":5}\n"
    );
}

#[test]
fn what_is_no_table_of_facts_is_refused() {
    for text in [
        "",
        "query\ndog\n",
        "query,owners,secret\ndog,5,x\n",
        "query,owners\ndog,5,x\n",
        "query,day,owners\ndog,,5\n",
        "query,owners\ndog,-5\n",
        "query,owners\ndog,5.0\n",
        "query,owners\n\"dog,5\n",
        "query,query,owners\ndog,cat,5\n",
    ] {
        assert_eq!(read(text.into(), ReleaseFormat::Csv, None), None, "{text}");
    }
    for text in [
        "",
        "{}\n",
        "{\"query\":\"dog\"}\n",
        "{\"query\":\"dog\",\"owners\":5,\"owners\":5}\n",
        "{\"query\":\"dog\",\"owners\":\"5\"}\n",
        "{\"query\":\"\",\"owners\":5}\n",
        "{\"query\":\"dog\",\"owners\":5}\n{\"query\":\"cat\",\"day\":\"x\",\"owners\":5}\n",
    ] {
        assert_eq!(read(text.into(), ReleaseFormat::Jsonl, None), None, "{text}");
    }
    assert!(read(b"query,owners\n".to_vec(), ReleaseFormat::Csv, None).is_some_and(|table| table.is_empty()));
}
