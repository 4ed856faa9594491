//! The JSON schemas of jobs, certificates and reports lie in `docs/reference/schema`, and are those of the code. `CLUMP_SCHEMA=write` writes them
//! again after a change.
#![cfg(feature = "schema")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;

use clump::Keys;
use clump::report::{Certificate, Report};
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

#[test]
fn of_a_report() {
    is_as_checked_in::<Report>("report.schema.json");
}
