//! Several tables of one log: a folder, safe together, and what the check of it finds.

use crate::desk::Desk;

/// Thirty people on two devices. Two of those who ask for `dog food` have a tablet, and one never clicks.
fn desk() -> Desk {
    let desk = Desk::new();
    let mut log = String::from("cookie,q,ts,clicked_url,device\n");
    for owner in 0..30 {
        let device = if owner < 2 {
            "tablet"
        } else if owner < 17 {
            "phone"
        } else {
            "desktop"
        };
        let url = if owner == 29 { "" } else { "http://www.dogs.example/a" };
        log += &format!("c{owner},the dog food,2006-03-{:02} 23:30:00,{url},{device}\n", 1 + owner % 2);
        log += &format!("c{owner},cat toys,2006-03-{:02} 23:10:00,,{device}\n", 1 + owner % 2);
    }
    desk.file("log.csv", log);
    desk
}

const READ: &str = "--owner cookie --query q --time ts --url clicked_url";

#[test]
fn tables_are_a_folder_and_no_difference_counts_few() {
    let desk = desk();
    let tables = "--table query --table query:device --table query,host --table word --table query,next";
    desk.clump(&format!("anonymize log.csv {READ} --k 5 {tables} --output release")).ok();
    // Without the two people on a tablet, who are in no published cell, and the one who never clicks.
    assert_eq!(desk.text("release/query.csv"), "query,owners\ncat toys,27\nthe dog food,27\n");
    assert_eq!(
        desk.text("release/query-by-device.csv"),
        "query,device,owners\ncat toys,phone,15\nthe dog food,phone,15\ncat toys,desktop,12\nthe dog food,desktop,12\n"
    );
    assert_eq!(desk.text("release/query-host.csv"), "query,host,owners\nthe dog food,dogs.example,27\n");
    assert_eq!(desk.text("release/query-next.csv"), "query,next,owners\ncat toys,the dog food,27\n");
    assert_eq!(desk.text("release/word.csv"), "word,owners\ncat,27\ndog,27\nfood,27\ntoys,27\n");
    desk.clump("verify release").ok().says("the certificate matches this file");
    desk.clump(&format!("verify release --input log.csv {READ}"))
        .ok()
        .says("Holds")
        .says("no number is above");
    let certificate = desk.text("release/_certificate.json");
    for word in ["left", "hidden", "owners_read"] {
        assert!(!certificate.contains(word), "{word}: {certificate}");
    }
}

#[test]
fn plain_sql_would_count_two_people_by_subtraction() {
    let desk = desk();
    let tables = "--table query --table query:device";
    desk.clump(&format!("anonymize log.csv {READ} --k 5 {tables} --output release")).ok();
    // The numbers of each table alone, under the certificate of both.
    desk.edit("release/query.csv", "cat toys,28", "cat toys,30");
    let hash = |name: &str| blake3::hash(desk.text(name).as_bytes()).to_hex().to_string();
    let [query, device] = ["release/query.csv", "release/query-by-device.csv"].map(hash);
    let whole = blake3::hash(format!("{query} query.csv\n{device} query-by-device.csv\n").as_bytes());
    let mut certificate = desk.json("release/_certificate.json");
    certificate["release"]["blake3"] = whole.to_hex().to_string().into();
    certificate["release"]["tables"][0]["blake3"] = query.into();
    let certificate: clump::report::Certificate = serde_json::from_value(certificate).unwrap();
    desk.file("release/_certificate.json", certificate.to_bytes());
    desk.clump("verify release")
        .ends(1)
        .says("its number less those of rows of another table counts 2 people");
}

#[test]
fn a_folder_has_its_tables_and_nothing_else() {
    let desk = desk();
    let run = format!("anonymize log.csv {READ} --k 5 --table query --table word --output release");
    desk.clump(&run).ok();
    desk.refused(&run).says("exists already");
    desk.clump(&format!("{run} --force")).ok();
    desk.file("release/more.csv", "query,owners\n");
    desk.refused("verify release").says("the certificate does not list it");
    desk.refused(&format!("{run} --force")).says("is not empty");
    desk.remove("release/more.csv");
    desk.remove("release/word.csv");
    desk.refused("verify release");
    desk.refused("anonymize log.csv --owner cookie --query q --k 5 --table query --table word -o -")
        .says("several tables cannot go to standard output");
    // A run that fails leaves no folder behind.
    desk.refused("anonymize none.csv --owner cookie --query q --k 5 --table query --table word -o other");
    assert!(!desk.exists("other"));
}

#[test]
fn a_table_that_lacks_a_row_is_found_with_the_input() {
    let desk = desk();
    desk.clump(&format!("anonymize log.csv {READ} --k 5 --table query --output table.csv")).ok();
    desk.clump(&format!("verify table.csv --input log.csv {READ}")).ok();
    desk.edit("table.csv", "the dog food,30\n", "");
    let mut certificate = desk.certificate("table.csv");
    certificate["release"]["blake3"] =
        blake3::hash(desk.text("table.csv").as_bytes()).to_hex().to_string().into();
    for field in ["fact_rows", "facts"] {
        certificate[field] = 1.into();
    }
    for field in ["rows", "sets"] {
        certificate["promise"][0]["verdict"][field] = 1.into();
    }
    let certificate: clump::report::Certificate = serde_json::from_value(certificate).unwrap();
    desk.file("table.csv.certificate.json", certificate.to_bytes());
    desk.clump("verify table.csv").ok();
    desk.clump(&format!("verify table.csv --input log.csv {READ}"))
        .ends(1)
        .says("1 missing row that enough people have");
}

#[test]
fn the_rest_the_top_and_the_words() {
    let desk = desk();
    let run = format!("anonymize log.csv {READ} --k 5 --force --output table.csv");
    let table = |flags: &str| {
        desk.clump(&format!("{run} {flags}")).ok();
        desk.clump(&format!("verify table.csv --input log.csv {READ}")).ok();
        desk.text("table.csv")
    };
    assert_eq!(table("--table query --top 1 --rest"), "query,owners\ncat toys,30\n,30\n");
    assert_eq!(table("--table word --top 1 --rest --times"), "word,owners,times\ncat,30,30\n,30,90\n");
    let words = table("--table word --stop-words --min-length 4");
    assert_eq!(words, "word,owners\nfood,30\ntoys,30\n");
    assert!(table("--table word --stop-words").contains("the,30"));
    // Fewer than five people are behind the cell that is not published.
    assert_eq!(table("--table device --rest"), "device,owners\nphone,15\ndesktop,13\n");
}

#[test]
fn days_begin_at_midnight_of_the_zone() {
    let desk = desk();
    let run = format!("anonymize log.csv {READ} --k 5 --force --output table.csv --table device:day");
    desk.clump(&run).ok();
    assert!(desk.text("table.csv").contains("2006-03-01") && !desk.text("table.csv").contains("2006-03-03"));
    desk.clump(&format!("{run} --time-zone Europe/Berlin")).ok();
    assert!(!desk.text("table.csv").contains("2006-03-01") && desk.text("table.csv").contains("2006-03-03"));
    desk.clump(&format!("verify table.csv --input log.csv {READ}")).ok();
    desk.refused(&format!("{run} --time-zone Mars")).says("not a time zone");
    desk.refused(&format!("anonymize log.csv {READ} --k 5 --table query --time-zone UTC")).says("no effect");
}

/// Columns of the data are facts and cells, alone, together and beside a query.
#[test]
fn any_columns_are_facts_and_cells() {
    let desk = Desk::new();
    let rows: String =
        (0..24).map(|n| format!("c{n},tea,{},{}\n", ["north", "south"][n % 2], ["a", "b"][n / 12])).collect();
    desk.file("sales.csv", format!("customer,product,region,store\n{rows}"));
    let table = |table: &str| {
        desk.clump(&format!("anonymize sales.csv --owner customer --k 5 --table {table} --force -o t.csv"))
            .ok();
        desk.clump("verify t.csv --input sales.csv --owner customer").ok();
        desk.text("t.csv")
    };
    assert_eq!(table("product"), "product,owners\ntea,24\n");
    assert_eq!(table("product,region"), "product,region,owners\ntea,north,12\ntea,south,12\n");
    assert_eq!(
        table("product:region,store"),
        "product,region,store,owners\ntea,north,a,6\ntea,north,b,6\ntea,south,a,6\ntea,south,b,6\n"
    );
    desk.refused("anonymize sales.csv --owner customer --k 5 --table product:colour -o x.csv")
        .says("none of its columns");
}
