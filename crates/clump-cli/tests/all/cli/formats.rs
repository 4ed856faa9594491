//! Releases in every format: written, checked, measured and read back; what was changed is noticed.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

const BASKETS: &str = "anonymize baskets.txt --taxonomy food.csv --k 2";
const ORIGINALS: &str = "--audit audit.tsv --input baskets.txt --taxonomy food.csv";

/// What a release may be called.
const NAMES: [&str; 13] = [
    "r.tsv",
    "r.tsv.gz",
    "r.tsv.zst",
    "r.csv",
    "r.csv.gz",
    "r.csv.zst",
    "r.jsonl",
    "r.jsonl.gz",
    "r.jsonl.zst",
    "r.parquet",
    "r.arrow",
    "r.feather",
    "r.ipc",
];

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

#[test]
fn every_format_is_checked_and_measured_alike() {
    for flags in ["", "--layout groups", "--keep-root", "--form sets"] {
        let desk = Desk::with_food();
        let mut said = Vec::new();
        for name in NAMES {
            desk.clump(&format!("{BASKETS} {flags} --output {name} --audit audit.tsv --force")).ok();
            let alone =
                desk.clump(&format!("verify {name}")).ok().says("the certificate matches this file").stderr;
            let verified = desk.clump(&format!("verify {name} {ORIGINALS}")).ok().stderr;
            let measured = desk
                .clump(&format!("measure baskets.txt {name} --audit audit.tsv --taxonomy food.csv --json"))
                .ok();
            let unaligned =
                desk.clump(&format!("measure baskets.txt {name} --taxonomy food.csv --json")).ok();
            said.push((alone, verified, measured.stdout, unaligned.stdout));
            let bytes = std::fs::read(desk.path(name)).unwrap();
            assert_eq!(bytes.starts_with(GZIP), name.ends_with(".gz"), "{name}");
            assert_eq!(bytes.starts_with(ZSTD), name.ends_with(".zst"), "{name}");
        }
        for (name, one) in NAMES.iter().zip(&said) {
            assert_eq!(one, &said[0], "{name} {flags}");
        }
    }
}

#[test]
fn standard_output_takes_any_format() {
    let desk = Desk::with_food();
    for to in ["tsv", "csv", "jsonl", "parquet", "arrow"] {
        desk.clump(&format!("{BASKETS} --output r.{to} --force")).ok();
        let piped = desk.command(&format!("{BASKETS} --to {to} --output -")).output().unwrap();
        assert!(piped.stdout == std::fs::read(desk.path(&format!("r.{to}"))).unwrap(), "{to}");
    }
}

#[test]
fn a_row_that_states_other_owners_does_not_hold() {
    let desk = Desk::with_food();
    let release = || {
        desk.clump(&format!("{BASKETS} --output release.jsonl --audit audit.tsv --force")).ok();
        desk.text("release.jsonl")
    };
    let stated = "verify release.jsonl --promise k-anonymity --k 2";
    desk.file("release.jsonl", release().replacen(":2}", ":3}", 1));
    desk.without_trace(stated, 1).says("first rows 4, 5: equal rows state different numbers of owners");
    desk.file("release.jsonl", release().replace(":2}", ":9}"));
    let said = "first rows 4, 5: 9 owners stated for 2 rows; are these groups (`--layout groups`)?";
    desk.without_trace(stated, 1).says(said);
}

#[test]
fn damaged_releases_are_explained() {
    let desk = Desk::with_food();
    desk.clump(&format!("{BASKETS} --output release.parquet")).ok();
    let whole = std::fs::read(desk.path("release.parquet")).unwrap();
    desk.file("cut.parquet", &whole[..whole.len() / 2]);
    desk.file("other.csv", format!("{SECRET},1\n"));
    desk.file("gap.csv", format!("row,owners_in_group,item\n1,2,a\n3,2,{SECRET}\n"));
    desk.file("old.jsonl", format!("{{\"items\":[\"{SECRET}\"]}}\n"));
    let flags =
        ["cut.parquet", "release.parquet --to arrow", "other.csv", "gap.csv", "old.jsonl", "- --to parquet"];
    assert_snapshot!(desk.refusals("verify --k 2", flags));
}

#[test]
fn methods_on_lines_compress_their_tables() {
    let desk = Desk::with_food();
    for (name, magic) in [("plain.tsv", &b"AnonID"[..]), ("packed.tsv.gz", GZIP), ("packed.tsv.zst", ZSTD)] {
        desk.clump(&format!("anonymize log.tsv --method drop-rare --k 2 --output {name}")).ok();
        desk.clump(&format!("verify {name}")).ok();
        assert!(std::fs::read(desk.path(name)).unwrap().starts_with(magic), "{name}");
    }
    desk.refused("anonymize log.tsv --method drop-rare --k 2 --output release.parquet")
        .says("drop-rare writes tab-separated columns, and the name shows no such format");
}

/// A name that does not show the format, or says one that is not written.
#[test]
fn the_name_of_a_release_says_its_format() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refusals(BASKETS, ["--output release.xlsx", "--output release.dat"]));
    for name in ["release", "release.gz", "release.json", "release.html"] {
        desk.refused(&format!("{BASKETS} --output {name}")).says("does not show the format");
    }
    // Whatever the format is, a spreadsheet would not open it by that name.
    for name in ["r.xlsx", "r.XLS", "r.ods"] {
        desk.refused(&format!("{BASKETS} --to csv --output {name}")).says("end the name in .csv");
    }
    desk.clump(&format!("{BASKETS} --to csv --output release")).ok();
    desk.clump("verify release").ok();
    desk.clump(&format!("{BASKETS} --to jsonl --output release.dat")).ok();
    assert!(desk.text("release.dat").starts_with('{'));
}

#[test]
fn the_name_of_an_applied_release_says_its_format() {
    let desk = Desk::with_food();
    desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --output first.tsv --method nearest").ok();
    desk.file("new.tsv", desk.of_new_owners("log.tsv"));
    let outputs =
        [("next.xlsx", "end the name in .csv"), ("next.dat", "--to FORMAT"), ("next.parquet.gz", "twice")];
    desk.refuses("apply first.tsv new.tsv --taxonomy food.csv --output", outputs);
}
