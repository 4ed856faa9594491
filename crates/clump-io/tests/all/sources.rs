//! Files as they come: compressed, in other encodings, empty, missing, binary.

use clump_core::progress::Stage;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, ReadError, ReadOptions, read_log};

use crate::common::{Desk, Steps, gzip, remedy, rows};

const LOG: &[u8] =
    b"AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n7\tdogs\t2006-03-01 07:17:12\t\t\n8\tcats\tx\n";
const ROWS: [&str; 2] = ["7: dogs", "8: cats"];

#[test]
fn compression_is_told_by_the_first_bytes_not_by_the_name() {
    let desk = Desk::new();
    let zstd = zstd::encode_all(LOG, 1).unwrap();
    let (head, tail) = LOG.split_at(20);
    let members = [gzip(head), gzip(tail)].concat();
    for content in [LOG.to_vec(), gzip(LOG), members, zstd] {
        let log =
            desk.read(&[("log.tsv", &content)], &ReadOptions::default(), &TaxonomySource::WordNet).unwrap();
        assert_eq!(rows(&log), ROWS);
    }
}

#[test]
fn a_damaged_archive_is_an_error_with_a_hint() {
    let desk = Desk::new();
    let mut packed = gzip(&LOG.repeat(100));
    packed.truncate(packed.len() / 2);
    let error =
        desk.read(&[("log.tsv.gz", &packed)], &ReadOptions::default(), &TaxonomySource::WordNet).unwrap_err();
    assert!(matches!(error, ReadError::Io { .. }));
    assert!(remedy(&error).contains("gzip -t"));
}

#[test]
fn carriage_returns_byte_order_marks_and_latin1() {
    let desk = Desk::new();
    let content = b"\xef\xbb\xbfAnonID\tQuery\tQueryTime\r\n7\tdogs caf\xe9\tx\r\n\r\n8\tcats\tx";
    let log = desk.read(&[("a.tsv", content)], &ReadOptions::default(), &TaxonomySource::WordNet).unwrap();
    assert_eq!(rows(&log), ["7: dogs + café", "8: cats"]);
    assert_eq!((log.counts.latin1_lines, log.counts.lines), (1, 2));
}

#[test]
fn what_cannot_be_read_says_why() {
    let desk = Desk::new();
    let read = |path: &str| {
        read_log(&[Input::from(path)], &ReadOptions::default(), &TaxonomySource::Flat, &()).unwrap_err()
    };
    let path = |name: &str, content: &[u8]| desk.file(name, content).display().to_string();
    assert!(matches!(read("no/such/file.csv"), ReadError::Missing { .. }));
    assert!(matches!(read(&std::env::temp_dir().display().to_string()), ReadError::Directory { .. }));
    assert!(matches!(read(&path("a.csv", b"")), ReadError::Empty { files: 1, .. }));
    assert!(matches!(read(&path("b.csv", b"\n\n")), ReadError::Empty { .. }));
    assert!(matches!(read(&path("c.csv", b"a,b\nc\0")), ReadError::Binary { line: 2, .. }));
    assert!(matches!(read(&path("d.tsv", b"AnonID\tQuery\n")), ReadError::Empty { .. }));
    let layout = read(&path("e.unknown", b"x y"));
    assert!(matches!(layout, ReadError::UnknownLayout { .. }));
    assert!(remedy(&layout).contains("--from aol"));
    let none = read_log(&[], &ReadOptions::default(), &TaxonomySource::Flat, &()).unwrap_err();
    assert!(matches!(none, ReadError::NoInput));
}

#[test]
fn progress_counts_bytes_on_disk_and_ends_also_after_an_error() {
    let desk = Desk::new();
    let packed = gzip(LOG);
    let inputs = [desk.file("1.gz", &packed).into(), desk.file("2.tsv", LOG).into()];
    let steps = Steps::default();
    read_log(&inputs, &ReadOptions::default(), &TaxonomySource::WordNet, &steps).unwrap();
    let total = (packed.len() + LOG.len()) as u64;
    assert_eq!(steps.told(), (vec![(Stage::Read, total)], total, 1));

    let steps = Steps::default();
    let bad = [desk.file("3.tsv", b"AnonID\tQuery\nx\n").into()];
    read_log(&bad, &ReadOptions::default(), &TaxonomySource::Flat, &steps).unwrap_err();
    assert_eq!(steps.told().2, 1);
}
