//! Certificates that were forged to fit another release.

use serde_json::{Value, json};

use crate::desk::Desk;

/// Puts `table` on the desk under `certificate`, with everything changed in it that a forger can count.
fn forge(desk: &Desk, mut certificate: Value, table: &str, facts: usize) {
    desk.file("table.csv", table);
    let rows = table.lines().count() - 1;
    certificate["release"]["blake3"] = blake3::hash(table.as_bytes()).to_hex().to_string().into();
    certificate["fact_rows"] = rows.into();
    certificate["facts"] = facts.into();
    for property in certificate["promise"].as_array_mut().unwrap() {
        for (key, value) in [("rows", rows), ("sets", rows)] {
            if property["verdict"].get(key).is_some() {
                property["verdict"][key] = value.into();
            }
        }
    }
    desk.file("table.csv.certificate.json", serde_json::to_string_pretty(&certificate).unwrap() + "\n");
}

/// Tables with noise have no totals. A total beside exact cells gives the hidden cell away.
#[test]
fn a_total_is_refused_where_the_certificate_has_none() {
    let desk = Desk::new();
    let rows: String =
        (0..60).map(|owner| format!("u{owner},weather,{}\n", ["north", "south"][owner % 2])).collect();
    desk.file("log.csv", format!("user,query,region\n{rows}"));
    let count = "anonymize log.csv --owner user --method counts --by region --k 5 --output table.csv --force";
    let table = "query,region,owners\nweather,,77\nhiv test,,36\nweather,north,30\nweather,south,30\nhiv test,north,20\nhiv test,south,15\n";
    for noise in ["--epsilon 5 --delta 1e-3 --per-owner 1", ""] {
        desk.clump(&format!("{count} {noise}")).ok();
        desk.clump("verify table.csv").ok();
        let certificate: Value = serde_json::from_str(&desk.text("table.csv.certificate.json")).unwrap();
        assert_ne!(certificate["parameters"]["totals"], json!(true));
        forge(&desk, certificate, table, 2);
        let found = desk.clump("verify table.csv");
        assert!(found.status == 1 && found.stderr.contains("it is a total"), "{noise}\n{found}");
    }
}
