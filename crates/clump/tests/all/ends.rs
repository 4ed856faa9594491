//! A run can read from memory and hand its release back: the same bytes, after the same check, as from file to file.

use std::sync::Arc;

use clump::io::arrow_array::{ArrayRef, RecordBatch, StringArray};
use clump::io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump::io::{Batches, Input, Stream};
use clump::{Job, MethodName, OutputSettings, ReportSettings, make, run};

const OWNERS: [&str; 6] = ["a", "a", "b", "b", "c", "d"];
const ITEMS: [&str; 6] = ["tea", "milk", "tea", "milk", "gin", "gin"];

fn table() -> String {
    let rows = OWNERS.iter().zip(ITEMS).map(|(owner, item)| format!("{owner},{item}\n"));
    std::iter::once("who,item\n".to_owned()).chain(rows).collect()
}

fn batches() -> Batches {
    let column = |cells: [&str; 6]| Arc::new(StringArray::from(cells.to_vec())) as ArrayRef;
    let batch = RecordBatch::try_from_iter([("who", column(OWNERS)), ("item", column(ITEMS))]).unwrap();
    Batches::new("table", batch.schema(), vec![batch])
}

fn job(input: Input) -> Job {
    Job::anonymize(input).owner("who").taxonomy("flat").k(2)
}

#[test]
fn memory_to_memory_is_what_file_to_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("table.csv");
    std::fs::write(&csv, table()).unwrap();
    for format in ReleaseFormat::ALL {
        let output = folder.path().join(format!("release.{}", format.word()));
        let to_file = job(Input::from(csv.as_path())).output(&output);
        let written = run(&to_file, &()).unwrap().published.unwrap();
        assert!(written.release.is_none() && written.files.last() == Some(&output));
        let certificate = std::fs::read(format!("{}.certificate.json", output.display())).unwrap();
        assert_eq!(written.certificate.to_bytes(), certificate);
        let inputs = [Input::from(batches()), Stream::of_bytes("table.csv", table().into_bytes()).into()];
        for input in inputs {
            let mut to_caller = job(input).output("-");
            to_caller.output.format = Some(format);
            let handed = run(&to_caller, &()).unwrap().published.unwrap();
            let release = handed.release.unwrap();
            assert!(handed.files.is_empty());
            let mut copied = Vec::new();
            release.copy_to(&mut copied).unwrap();
            assert_eq!(copied, std::fs::read(&output).unwrap(), "{format:?}");
            assert_eq!(release.to_bytes().unwrap(), copied);
            assert_eq!(handed.certificate.release, written.certificate.release);
            let back = Input::from(release.to_batches().unwrap());
            let back = read_release(&back, ReleaseFormat::Arrow, ReleaseLayout::Rows, &()).unwrap();
            assert_eq!(Some(back), release.rows().unwrap());
        }
    }
}

#[test]
fn a_release_that_nobody_asked_for_can_be_had_too() {
    let published = run(&job(batches().into()), &()).unwrap().published.unwrap();
    assert_eq!(published.release.unwrap().rows().unwrap().unwrap().len(), 4);
}

#[test]
fn one_run_that_is_written_in_several_formats_is_one_entry_of_its_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("table.csv");
    std::fs::write(&csv, table()).unwrap();
    let noise = serde_json::json!({
        "method": "counts", "table": ["item"], "epsilon": 1.0, "delta": 1e-5, "per-owner": 2, "budget": 1.5,
    });
    let rows = serde_json::json!({ "method": "nearest", "taxonomy": "flat" });
    for (name, mut keys) in [("noise", noise), ("rows", rows)] {
        let ledger = folder.path().join(format!("{name}.json"));
        let more = serde_json::json!({ "input": [csv], "owner": "who", "k": 2, "ledger": ledger });
        keys.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = make(&serde_json::from_value::<Job>(keys).unwrap(), &()).unwrap();
        let mut hashes = Vec::new();
        for output in ["-", "a.tsv", "a.csv", "a.parquet"] {
            let path =
                if output == "-" { output.into() } else { folder.path().join(format!("{name}-{output}")) };
            let mut settings = OutputSettings::default();
            settings.release = Some(path);
            settings.format = (output == "-").then_some(ReleaseFormat::Jsonl);
            let outcome = made.publish(settings, ReportSettings::default(), &()).unwrap();
            hashes.push(outcome.published.unwrap().certificate.release.blake3);
        }
        let text = std::fs::read_to_string(&ledger).unwrap();
        assert_eq!(text.matches("\"run\"").count(), 1, "{name}");
        assert!(hashes.iter().all(|hash| text.contains(hash)), "each file is in it");
    }
}

#[test]
fn lines_of_a_log_are_a_table_but_no_rows() {
    let log = "AnonID\tQuery\tQueryTime\n1\tdog\t2006-03-01 07:17:12\n2\tcat\t2006-03-01 09:17:12\n";
    let input = Stream::of_bytes("log.tsv", log.as_bytes());
    let job = Job::anonymize(input).method(MethodName::DropIds).output("-");
    let release = run(&job, &()).unwrap().published.unwrap().release.unwrap();
    assert!(release.to_bytes().unwrap().starts_with(b"AnonID\tQuery\t"));
    assert!(release.rows().unwrap().is_none());
    let table = release.to_batches().unwrap();
    assert_eq!(table.schema().field(1).name(), "Query");
    assert_eq!(table.batches()[0].num_rows(), 2);
}

/// Standard input belongs to the program, which has to hand it over.
#[test]
fn a_library_reads_no_standard_input() {
    assert!(run(&job(Input::from("-")), &()).is_err());
}
