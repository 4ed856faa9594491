//! Times as logs have them: one moment, written in many ways and formats, cuts the same sessions.

use std::sync::Arc;
use std::time::Duration;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray, TimestampSecondArray,
    UInt64Array,
};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{BadLines, ColumnNames, Fault, ReadError, ReadOptions, Unit, read_lines};

use crate::common::{Desk, SECRET, owned, read, refused, remedy, rows};
use crate::written;

fn sessions() -> ReadOptions {
    ReadOptions { unit: Unit::Session { gap: Duration::from_secs(1_799) }, ..owned("who") }
}

fn formatted(format: &str) -> ReadOptions {
    ReadOptions { time_format: Some(format.parse().unwrap()), ..sessions() }
}

/// Three purchases, of which the last comes half an hour after the second, at the given times.
fn csv(times: [&str; 3]) -> String {
    let rows = times.iter().zip(["tea", "milk", "cake"]).map(|(time, item)| format!("7,{item},{time}\n"));
    format!("who,item,time\n{}", rows.collect::<String>())
}

const SESSIONS: [&str; 2] = ["7: cake", "7: milk + tea"];

#[test]
fn every_way_to_write_times_makes_the_same_sessions() {
    let ways = [
        ["2006-03-01 07:17:12", "2006-03-01 07:17:13", "2006-03-01 07:47:13"],
        ["2006-03-01T07:17:12Z", "2006-03-01T08:17:13+01:00", "2006-03-01 07:47:13 UTC"],
        ["060301071712", "060301071713", "060301074713"],
        ["1141197432", "1141197433", "1141199233"],
        ["1141197432000", "1141197433000", "1141199233000"],
        ["1141197432000000", "1141197433000000", "1141199233000000"],
        ["1141197432000000000", "1141197433000000000", "1141199233000000000"],
        ["01.03.2006 07:17", "1.3.2006 7:17:13", "01.03.2006 07:47:13"],
        ["2006-03-01", "01.03.2006", "2006-03-01T00:30:00"],
    ];
    for times in ways {
        assert_eq!(rows(&read("t.csv", csv(times), &sessions()).unwrap()), SESSIONS, "{times:?}");
        let log =
            times.iter().zip(["tea", "milk", "cake"]).map(|(time, item)| format!("7\t{item}\t{time}\n"));
        let log = format!("AnonID\tQuery\tQueryTime\n{}", log.collect::<String>());
        let options = ReadOptions { columns: ColumnNames::default(), ..sessions() };
        assert_eq!(rows(&read("log.tsv", log, &options).unwrap()), SESSIONS, "{times:?}");
    }
    let months = csv(["03/01/2006 07:17", "03/01/2006 07:17", "03/01/2006 07:47"]);
    assert_eq!(rows(&read("t.csv", &months, &formatted("%m/%d/%Y %H:%M")).unwrap()), SESSIONS);
    let zones = csv(["1 Mar 2006 08:17 +0100", "1 Mar 2006 07:17 +0000", "1 Mar 2006 05:47 -0200"]);
    assert_eq!(rows(&read("t.csv", &zones, &formatted("%d %b %Y %H:%M %z")).unwrap()), SESSIONS);
    assert_eq!(rows(&read("t.csv", csv(["0", "1", "1801"]), &formatted("%s")).unwrap()), SESSIONS);
}

fn table(times: ArrayRef) -> Vec<u8> {
    let who: ArrayRef = Arc::new(Int64Array::from(vec![7, 7, 7]));
    let item: ArrayRef = Arc::new(StringArray::from_iter_values(["tea", "milk", "cake"]));
    let columns = [("who", who, false), ("item", item, false), ("time", times, true)];
    written::parquet(&RecordBatch::try_from_iter_with_nullable(columns).unwrap())
}

#[test]
fn numbers_of_binary_tables_and_of_json_are_times() {
    let seconds = [1_141_197_432i64, 1_141_197_433, 1_141_199_233];
    let columns: [ArrayRef; 5] = [
        Arc::new(Int64Array::from_iter_values(seconds)),
        Arc::new(UInt64Array::from_iter_values(seconds.map(|number| number.unsigned_abs() * 1_000))),
        Arc::new(Float64Array::from_iter_values(seconds.map(|number| number as f64 + 0.25))),
        Arc::new(DictionaryArray::<Int32Type>::from_iter(["1141197432", "1141197433", "1141199233"])),
        Arc::new(TimestampSecondArray::from_iter_values(seconds)),
    ];
    for times in columns {
        let kind = times.data_type().clone();
        assert_eq!(rows(&read("t.parquet", table(times), &sessions()).unwrap()), SESSIONS, "{kind}");
    }
    for (scale, fraction) in [(1, ""), (1, ".5"), (1_000, "")] {
        let row = |(number, item): (i64, &str)| {
            format!("{{\"who\":7,\"item\":\"{item}\",\"time\":{}{fraction}}}\n", number * scale)
        };
        let json: String = seconds.into_iter().zip(["tea", "milk", "cake"]).map(row).collect();
        assert_eq!(rows(&read("t.jsonl", json, &sessions()).unwrap()), SESSIONS, "{scale}{fraction}");
    }
}

#[test]
fn what_nobody_can_tell_is_refused() {
    let fault = |content: String, options: &ReadOptions| match refused("t.csv", content, options) {
        ReadError::Malformed { line, fault, .. } => (line, fault),
        other => panic!("{other}"),
    };
    let good = "2006-03-01 07:17:12";
    assert_eq!(fault(csv([good, SECRET, good]), &sessions()), (3, Fault::Time));
    assert_eq!(fault(csv([good, "20060301", good]), &sessions()), (3, Fault::Time));
    assert_eq!(fault(csv([good, "03/01/2006 07:17", good]), &sessions()), (3, Fault::SlashedTime));
    assert_eq!(fault(csv(["1141197432", "1141197432000", good]), &sessions()), (3, Fault::MixedTimes));
    assert_eq!(fault(csv([good, good, SECRET]), &formatted("%F %T")), (4, Fault::OtherTimeFormat));
    for fault in [Fault::Time, Fault::SlashedTime, Fault::OtherTimeFormat] {
        let file = "t.csv".into();
        let hint = remedy(&ReadError::Malformed { file, line: 1, fault });
        assert!(hint.contains("--time-format"), "{hint}");
    }
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..sessions() };
    let log = read("t.csv", csv(["1141197432", "1141197432000", "1141197433"]), &skip).unwrap();
    assert_eq!((rows(&log), log.counts.bad_lines), (vec!["7: cake + tea".to_owned()], 1));
}

#[test]
fn numbers_count_the_same_in_all_files_of_a_run() {
    let row = |time: &str| format!("who,item,time\n7,tea,{time}\n").into_bytes();
    let (first, second) = (row("1141197432"), row("1141197432000"));
    let files: &[(&str, &[u8])] = &[("1.csv", &first), ("2.csv", &second)];
    let error = Desk::new().read(files, &sessions(), &TaxonomySource::Flat).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::MixedTimes, .. }), "{error}");
}

#[test]
fn stamps_need_no_format() {
    let stamps: ArrayRef = Arc::new(TimestampSecondArray::from(vec![Some(1_141_197_432), None, None]));
    let error = refused("t.parquet", table(stamps), &formatted("%F %T"));
    assert!(matches!(error, ReadError::IdleTimeFormat { .. }), "{error}");
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(["3/1/06", "3/1/06", "3/2/06"]));
    assert_eq!(rows(&read("t.parquet", table(texts), &formatted("%m/%d/%y")).unwrap()), SESSIONS);
}

#[test]
fn lines_of_a_log_have_times_of_all_kinds_too() {
    let desk = Desk::new();
    let lines = |content: &str, options: &ReadOptions| {
        read_lines(&[desk.file("t.csv", content).into()], options, &()).map(|read| read.log.lines)
    };
    let seconds = |content: &str, options: &ReadOptions| -> Vec<Option<i64>> {
        lines(content, options).unwrap().iter().map(|line| line.seconds).collect()
    };
    let text = "who,query,time\n7,tea,1141197432000\n7,milk,\n7,cake,1.3.2006 07:17\n";
    assert_eq!(seconds(text, &sessions()), [Some(1_141_197_432), None, Some(1_141_197_420)]);
    let text = "who,query,time\n7,tea,01/03/2006\n";
    assert_eq!(seconds(text, &formatted("%d/%m/%Y")), [Some(1_141_171_200)]);
    let error = lines(text, &sessions()).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::SlashedTime, .. }));
}
