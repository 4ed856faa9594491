//! How fast a release is written and read back in each format, and how large it is: takes the rows of a release in
//! `tsv`, does it three times and tells the best.
//!
//! `cargo run --release -p clump-io --example release_speed -- release.tsv`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement is there to be printed")]

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use clump_io::Input;
use clump_io::release::{
    Packer, Packing, ReleaseColumns, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released, read_release,
};

const LAYOUT: ReleaseLayout = ReleaseLayout::Rows;

fn write(released: &Released, path: &Path, format: ReleaseFormat) {
    let packer = Packer::new(BufWriter::new(File::create(path).unwrap()), Packing::from_path(path)).unwrap();
    let mut writer = ReleaseWriter::new(packer, format, ReleaseColumns::Rows).unwrap();
    let mut labels = Vec::new();
    for row in 0..released.len() {
        labels.clear();
        labels.extend(released.items(row));
        writer.rows(1, 5, &labels, None).unwrap();
    }
    writer.finish().unwrap().finish().unwrap();
}

fn main() {
    let release = std::env::args().nth(1).expect("a release in tsv");
    let released = read_release(&Input::from(release.as_str()), ReleaseFormat::Tsv, LAYOUT, &()).unwrap();
    let items: usize = (0..released.len()).map(|row| released.row(row).len()).sum();
    println!("{} rows, {items} items, {} labels", released.len(), released.labels().len());
    for extension in ["tsv", "tsv.gz", "tsv.zst", "csv", "csv.zst", "jsonl", "jsonl.zst", "parquet", "arrow"]
    {
        let path = std::env::temp_dir().join(format!("clump-release-{}.{extension}", std::process::id()));
        let format = ReleaseFormat::from_path(&path).unwrap();
        let seconds = |work: &mut dyn FnMut()| {
            let times = (0..3).map(|_| {
                let start = Instant::now();
                work();
                start.elapsed().as_secs_f64()
            });
            times.fold(f64::INFINITY, f64::min)
        };
        let written = seconds(&mut || write(&released, &path, format));
        let read = seconds(&mut || {
            let back = read_release(&Input::from(path.as_path()), format, LAYOUT, &()).unwrap();
            assert_eq!(back.len(), released.len());
        });
        let size = path.metadata().unwrap().len() as f64 / 1e6;
        println!("{extension:10} {size:7.1} MB, written in {written:.2} s, read in {read:.2} s");
        std::fs::remove_file(path).unwrap();
    }
}
