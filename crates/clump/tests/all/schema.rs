//! The JSON schemas of jobs and certificates lie in `docs/reference/schema`, and are those of the code. `CLUMP_SCHEMA=write` writes them
//! again after a change.

use std::path::Path;

use clump::Keys;
use clump::report::Certificate;
use schemars::{JsonSchema, schema_for};

fn is_as_checked_in<T: JsonSchema>(name: &str) {
    let schema = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/schema").join(name);
    if std::env::var_os("CLUMP_SCHEMA").is_some_and(|what| what == "write") {
        std::fs::write(&path, &schema).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(checked_in == schema, "{name} is not that of the code: CLUMP_SCHEMA=write writes it again");
}

#[test]
fn of_a_job() {
    is_as_checked_in::<Keys>("job.schema.json");
}

#[test]
fn of_a_certificate() {
    is_as_checked_in::<Certificate>("certificate.schema.json");
}
