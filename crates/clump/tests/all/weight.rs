//! What every build can do, whatever features it has: baskets, a taxonomy in a file, text formats. And what a build says
//! of the parts that it was made without. Run with no features, with the default ones and with all.

use std::path::PathBuf;

use clump::core::remedy::Naming;
use clump::{Job, run};
use serde_json::{Value, json};
use tempfile::TempDir;

const TREE: &str = "apple,fruit\npear,fruit\ncarrot,root vegetable\nbeet,root vegetable\nfruit,food\nroot vegetable,food\nfood,\n";
const BASKETS: &str = "apple,carrot\npear,beet\napple,beet\npear,carrot\n";

struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        desk.write("tree.csv", TREE.as_bytes());
        desk.write("baskets.csv", BASKETS.as_bytes());
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// Anonymizes the baskets with `keys` beside the usual ones; the error as text.
    fn run(&self, keys: Value) -> Result<(), String> {
        let mut job = json!({
            "input": self.path("baskets.csv"), "from": "basket", "taxonomy": self.path("tree.csv"),
            "k": 2, "output": self.path("release.tsv"), "force": true,
        });
        for (key, value) in keys.as_object().unwrap() {
            job[key] = value.clone();
        }
        let job: Job = serde_json::from_value(job).unwrap();
        let outcome = run(&job, &()).map_err(|error| error.to_string())?;
        assert!(outcome.published.is_some(), "the promise is kept");
        Ok(())
    }
}

#[test]
fn baskets_become_a_release_in_every_text_format() {
    let desk = Desk::new();
    for (name, expected) in [
        ("release.tsv", "owners_in_group\titems\n"),
        ("release.csv", "row,owners_in_group,item\n"),
        ("release.jsonl", "{\"items\":["),
        ("release.csv.gz", ""),
    ] {
        desk.run(json!({ "output": desk.path(name) })).unwrap();
        let bytes = std::fs::read(desk.path(name)).unwrap();
        assert!(bytes.starts_with(expected.as_bytes()), "{name}");
        assert!(desk.path(&format!("{name}.certificate.json")).exists());
    }
}

#[test]
fn taxonomies_made_from_the_data_need_no_feature() {
    let desk = Desk::new();
    desk.run(json!({ "taxonomy": "flat", "accept-loss": true })).unwrap();
    desk.run(json!({ "taxonomy": "prefix", "accept-loss": true })).unwrap();
}

#[test]
fn a_part_that_was_left_out_is_named() {
    let desk = Desk::new();
    desk.write("rows.parquet", b"PAR1 and no more");
    let cases = [
        json!({ "output": desk.path("release.parquet") }),
        json!({ "to": "arrow" }),
        json!({ "input": desk.path("rows.parquet"), "from": "parquet", "owner": "owner" }),
    ];
    for keys in cases {
        let error = desk.run(keys.clone()).err().unwrap_or_default();
        let is_told = error.contains("built without `columnar`");
        assert_eq!(is_told, cfg!(not(feature = "columnar")), "{keys}: {error}");
    }
}

#[test]
fn noise_is_there_or_named() {
    let desk = Desk::new();
    let job = json!({
        "input": desk.path("baskets.csv"), "from": "basket", "method": "counts", "table": ["item"], "k": 2,
        "output": desk.path("table.csv"), "epsilon": 1.0, "delta": 1e-5, "per-owner": 2,
    });
    let job: Job = serde_json::from_value(job).unwrap();
    let error = run(&job, &()).err();
    assert_eq!(error.is_none(), cfg!(feature = "dp"), "{error:?}");
    if let Some(error) = error {
        assert!(error.to_string().contains("built without `dp`"), "{error}");
        let remedy = error.remedy().unwrap().render(Naming::Flags);
        assert!(remedy.contains("cargo feature `dp`"), "{remedy}");
    }
}
