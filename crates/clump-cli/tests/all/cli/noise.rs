//! `--method counts --epsilon E --delta D --per-owner N`: numbers with noise.
//!
//! At epsilon 100 noise other than 0 has a probability below 1e-10, and the threshold is k + 1, so that what a run says
//! can be read here; what the noise is like is tested where it is made.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, masked};

/// Twelve owners: all ask for tea, ten for rain, six for hotels in two regions; each has a query of its own.
fn desk() -> Desk {
    let desk = Desk::new();
    let mut log = String::from("who,query,region\n");
    for owner in 0..12 {
        let region = if owner % 2 == 0 { "north" } else { "south" };
        let common = [("tea", 12), ("rain", 10), ("hotel", 6)];
        common
            .iter()
            .filter(|(_, owners)| owner < *owners)
            .for_each(|(query, _)| log += &format!("o{owner},{query},{region}\n"));
        log += &format!("o{owner},{SECRET} {owner},{region}\n");
    }
    desk.file("log.csv", log);
    desk
}

const COUNT: &str = "anonymize log.csv --owner who --method counts --k 5 --delta 1e-5";
const QUIET: &str = "--epsilon 100 --per-owner 4";

fn made(flags: &str) -> Desk {
    let desk = desk();
    desk.clump(&format!("{COUNT} {QUIET} -o table.csv {flags}")).ok();
    desk
}

#[test]
fn the_certificate_has_all_numbers_of_the_promise_and_none_of_the_log() {
    assert_snapshot!(made("").text("table.csv.certificate.json"));
    // One owner more, with a fact of its own: but for the promised noise, nothing that is published tells.
    let published = |one_more: &str| {
        let desk = desk();
        desk.file("log.csv", desk.text("log.csv") + one_more);
        let page = "--page page.html --date 2026-01-01";
        desk.clump(&format!("{COUNT} {QUIET} -o table.csv {page}")).ok();
        ["table.csv", "table.csv.certificate.json", "page.html"].map(|name| desk.text(name))
    };
    assert_eq!(published(""), published("o12,something else,west\n"));
}

#[test]
fn real_noise_differs_from_run_to_run_and_stays_at_the_threshold_or_above() {
    let desk = Desk::new();
    let log: String =
        (0..400).map(|owner| format!("o{owner},tea\no{owner},rain\no{owner},hotel\n")).collect();
    desk.file("log.csv", format!("who,query\n{log}"));
    let table = |name: &str| {
        desk.clump(&format!("{COUNT} --epsilon 0.2 --per-owner 2 -o {name}")).ok();
        desk.clump(&format!("verify {name} --input log.csv --owner who")).ok();
        desk.text(name)
    };
    let tables = ["a.csv", "b.csv", "c.csv"].map(table);
    assert!(tables[0] != tables[1] || tables[1] != tables[2], "three times the same noise: {tables:?}");
    // 266 owners count in each, the noise has a scale of 10, and the threshold is 121.
    let numbers: Vec<u64> =
        ["a.csv", "b.csv", "c.csv"].iter().flat_map(|name| rows(&desk, name).into_values()).collect();
    assert!(numbers.len() > 6 && numbers.iter().all(|number| (121..500).contains(number)), "{numbers:?}");
}

#[test]
fn owners_count_in_so_many_facts_and_no_more() {
    let desk = desk();
    desk.clump(&format!("{COUNT} --epsilon 100 --per-owner 1 --seed 3 -o table.csv --report report.json"))
        .ok();
    let report = desk.json("report.json");
    assert_eq!(report["tables"][0]["noise"]["pairs_counted"], 12, "{report}");
    // Twelve owners, one fact each: no two facts can have six, and none more than twelve.
    let numbers = rows(&desk, "table.csv");
    assert!(numbers.values().sum::<u64>() <= 12, "{numbers:?}");
}

#[test]
fn a_seed_is_confessed_and_not_told() {
    let desk = made("--seed 7654321");
    let certificate = desk.text("table.csv.certificate.json");
    assert!(certificate.contains(r#""seeded": true"#) && !certificate.contains("7654321"), "{certificate}");
    assert!(certificate.contains("were chosen by a seed: against whoever knows it, nothing is proved"));
    desk.clump("verify table.csv").ok();
    assert!(!made("").text("table.csv.certificate.json").contains("seed"));
}

#[test]
fn cells_rounding_and_scales_go_with_noise() {
    let desk = made("--table query:region");
    // Every cell is a fact: five owners of `rain` in each region count, and six must.
    assert_eq!(desk.text("table.csv"), "query,region,owners\ntea,north,6\ntea,south,6\n");
    let verify = "verify table.csv --input log.csv --owner who";
    assert_snapshot!(desk.clump(verify).ok().told("Holds Consistent").lines().take(2).collect::<Vec<_>>().join("\n"), @"
    Holds     facts of at least 5 owners: 2 rows; the least has 5 owners
    Consistent (100, 1e-5)-differential privacy: 2 numbers, none below 6; threshold 6 and noise of scale 0.04 are enough
    ");
    let desk = made("--numbers round:5");
    assert_eq!(desk.text("table.csv"), "query,owners\nrain,10\ntea,10\nhotel,6\n");
    desk.clump("verify table.csv").ok();
    let desk = made("--numbers scale:100");
    assert_eq!(desk.text("table.csv"), "query,popularity\ntea,100\nrain,84\nhotel,50\n");
    desk.clump(verify)
        .ok()
        .says("differential privacy: the table states none of its numbers; threshold 6 and noise");
}

#[test]
fn a_table_that_was_changed_is_refused() {
    let desk = made("");
    let table = desk.text("table.csv");
    desk.edit("table.csv", "hotel,6", "hotel,5");
    assert_snapshot!(desk.clump("verify table.csv"), @"
    status: 1, stderr:
    Consistent facts of at least 5 owners: 3 rows; each states at least 5 owners
    Broken    (100, 1e-5)-differential privacy
              violated by 1 set, first by row 3: 5 where 6 must be
              do not publish it: make it again from the log
    Broken    the certificate does not match this file: the release was changed
              to count the owners of each fact, pass --input; only the publisher knows that noise was added
    ");
    desk.file("table.csv", table);
    // A fact that too few owners have is found with the input.
    desk.file("log.csv", desk.text("log.csv").replace("o0,hotel", "o0,inn").replace("o1,hotel", "o1,inn"));
    desk.clump("verify table.csv --input log.csv --owner who")
        .ends(1)
        .says("Broken    facts of at least 5 owners: 3 rows; the least has 4 owners")
        .says("violated by 1 set, first by row 3: 4 where 5 must be")
        .says("Broken    (100, 1e-5)-differential privacy")
        .says("facts of too few owners in the input: 1 row");
    desk.edit("table.csv.certificate.json", r#""noise-scale": 0.04"#, r#""noise-scale": 0.01"#);
    desk.clump("verify table.csv")
        .ends(1)
        .says("violated by the whole table: the stated noise and threshold are not enough");
}

#[test]
fn no_line_of_the_terminal_depends_on_one_owner() {
    let desk = desk();
    let count = "anonymize log.csv --owner who --method counts --k 5 --epsilon 1 --per-owner 4 -o table.csv";
    // One owner more, or one malformed line more, changes no line that says something of the log.
    let said = |owners: u32, more: &str| {
        let log: String = (0..owners).map(|owner| format!("o{owner},tea\n")).collect();
        desk.file("log.csv", format!("who,query\n{log}{more}"));
        let run = desk.clump(&format!("{count} --delta 0.001 --force")).ok();
        let is_fixed =
            |line: &&str| !line.starts_with("Took") && !line.contains("± noise") && !line.starts_with("Made");
        run.stderr.lines().filter(is_fixed).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = said(999, "");
    assert!(!first.iter().any(|line| line.starts_with("Caution")), "{first:?}");
    assert_eq!(first, said(1_000, ""));
    assert_eq!(first, said(999, "malformed,line,with,more\n"));
}

#[test]
fn a_large_epsilon_is_cautioned_against() {
    let caution = |epsilon: &str| {
        let desk = desk();
        let run = desk.clump(&format!("{COUNT} --epsilon {epsilon} --per-owner 4 -o table.csv")).ok();
        let line = run.stderr.lines().find(|line| line.starts_with("Caution")).map(str::to_owned);
        (line, desk.text("table.csv.certificate.json").contains("Epsilon is above 10"))
    };
    assert_eq!(caution("10"), (None, false));
    let (line, is_certified) = caution("50");
    assert!(is_certified);
    assert_snapshot!(line.unwrap(), @"Caution   epsilon 50 is above 10: against whoever knows much, it protects no owner");
}

/// A number with noise is not called one of owners, nor is a place on a scale; and cells are called cells.
#[test]
fn numbers_are_called_what_they_are() {
    let lines = |flags: &str| {
        let desk = desk();
        let run =
            desk.clump(&format!("{COUNT} {QUIET} -o table.csv --page page.html {flags}")).ok().to_string();
        let told = |line: &&str| ["Noise", "Verified  (", "  "].iter().any(|start| line.starts_with(start));
        (run.lines().filter(told).collect::<Vec<_>>().join("\n"), desk.text("page.html"))
    };
    let (by_region, _) = lines("--table query:region");
    assert_snapshot!(by_region, @"
    Verified  (100, 1e-5)-differential privacy: 2 numbers, none below 6
    Noise     of scale 0.04 on the number of owners who count in a fact; none below 6 is published
              delta should be below 1 in `owners_read`, and `lines_left_out` counts malformed lines
           6 ± noise  tea, north
           6 ± noise  tea, south
    ");
    let (scaled, page) = lines("--numbers scale:100");
    assert_snapshot!(scaled, @"
    Verified  (100, 1e-5)-differential privacy: the table states none of its numbers
    Noise     of scale 0.04 on the number of owners who count in a fact; none below 6 is published
              delta should be below 1 in `owners_read`, and `lines_left_out` counts malformed lines
      popularity 100  tea
       popularity 84  rain
       popularity 50  hotel
    ");
    assert!(page.contains("The written file states no number of its 3 rows."));
    let (_, page) = lines("");
    assert!(page.contains("Checked on the written file: 3 rows, no number below 6."));
    assert!(
        page.contains("Checked in the log before noise was added: 3 rows, each shared by at least 5 owners.")
    );
    assert!(!page.contains("the smallest of"));
    assert!(page.contains("Numbers are of the owners who count in a fact, with noise."));
}

/// The numbers of a table by the texts of their rows.
fn rows(desk: &Desk, name: &str) -> std::collections::BTreeMap<String, u64> {
    let text = desk.text(name);
    let row = |line: &str| {
        let (texts, number) = line.rsplit_once(',').unwrap();
        (texts.to_owned(), number.parse().unwrap())
    };
    text.lines().skip(1).map(row).collect()
}

/// One owner types the words of others in an order that looks like an address. It must not exclude the fact of the others.
#[test]
fn an_owner_cannot_exclude_what_others_typed() {
    let desk = Desk::new();
    let others: String = (0..1_000).map(|owner| format!("o{owner},street zulu 45\n")).collect();
    let count = format!("{COUNT} --epsilon 1 --per-owner 1 --normal-form words");
    for (table, one_more) in [("without.csv", ""), ("with.csv", "attacker,45 zulu street\n")] {
        desk.file("log.csv", format!("who,query\n{others}{one_more}"));
        desk.clump(&format!("{count} -o {table}")).ok();
        assert_eq!(rows(&desk, table).into_keys().collect::<Vec<_>>(), ["45 street zulu"], "{table}");
        desk.clump(&format!("verify {table} --input log.csv --owner who")).ok();
    }
}

/// Whatever one owner did, a run ends as it would have ended without, with the same table but for noise.
#[test]
fn no_owner_can_end_a_run() {
    let header = "who,query,time,url\n";
    let log: String = (0..12)
        .map(|owner| {
            format!(
                "o{owner},tea,2006-03-01 10:00:00,http://tea.example\n\
                 o{owner},rain,2006-03-01 10:01:00,http://rain.example\n"
            )
        })
        .collect();
    let none_clicked = log.replace("http://tea.example", "").replace("http://rain.example", "");
    let attacks = [
        ("query", log.as_str(), "O0,tea,2006-03-01 10:00:00,\n"),
        ("query,next", &log, "z,tea,2006-03-02 10:00:00,\nz,rain,2006-03-01 10:00:00,\n"),
        ("query,next", &log, "z,tea,yesterday,\n"),
        ("query:day", &log, "z,tea,1141197432,\nz,rain,1141197432000,\n"),
        ("query,host", &none_clicked, "z,tea,2006-03-01 10:00:00,http://tea.example\n"),
        ("query,url", &none_clicked, "z,tea,2006-03-01 10:00:00,http://tea.example\n"),
        ("query", &log, ",tea,2006-03-01 10:00:00,\n"),
        ("query", &log, "z\n"),
        ("query", "", "z,tea,2006-03-01 10:00:00,\n"),
        ("word", &log, "None,tea,2006-03-01 10:00:00,\n"),
        ("query", &log, "z,t\0a,2006-03-01 10:00:00,\n"),
        ("query", &log, "z,\"t\0\na\",2006-03-01 10:00:00,\n"),
    ];
    for (fact, others, attack) in attacks {
        let desk = Desk::new();
        // First, so that nothing that is learned from the first line is learned from others.
        let tables = [("without.csv", ""), ("with.csv", attack)].map(|(table, attack)| {
            desk.file("log.csv", format!("{header}{attack}{others}"));
            desk.clump(&format!("{COUNT} {QUIET} --from csv --table {fact} -o {table}")).ok();
            rows(&desk, table)
        });
        let [without, with] = tables;
        assert_eq!(without.keys().collect::<Vec<_>>(), with.keys().collect::<Vec<_>>(), "{fact} {attack}");
        assert!(with.iter().all(|(row, number)| number - without[row] <= 1), "{fact} {attack}: {with:?}");
        // What was made can be checked with the same input.
        desk.clump("verify with.csv --input log.csv --owner who --from csv").ok();
    }
}

/// A line with a NUL byte is malformed in every layout: with noise it is left out, and with `--skip-bad-lines` it is counted too.
#[test]
fn a_nul_byte_is_that_of_one_line() {
    let aol = |owner: usize| format!("{owner}\ttea\t2006-03-01 10:00:00\n");
    let jsonl = |owner: usize| format!("{{\"who\":{owner},\"query\":\"tea\"}}\n");
    let layouts: [(&str, &str, String, &str); 4] = [
        ("--from aol", "log.tsv", (0..12).map(aol).collect(), "z\tt\0a\t2006-03-01 10:00:00\n"),
        ("--from basket --separator comma --table item", "log.txt", "tea,milk\n".repeat(12), "t\0a,tea\n"),
        ("--from basket --separator space --table item", "log.txt", "tea milk\n".repeat(12), "t\0a tea\n"),
        (
            "--from jsonl --owner who",
            "log.jsonl",
            (0..12).map(jsonl).collect(),
            "{\"who\":\"z\",\"query\":\"t\0a\"}\n",
        ),
    ];
    for (flags, file, lines, nul) in layouts {
        let desk = Desk::new();
        let count = |flags: &str| {
            format!(
                "anonymize {file} --method counts {flags} --k 5 --report report.json -o table.csv --force"
            )
        };
        for lines in [lines.clone(), nul.to_owned() + &lines, lines.clone() + nul] {
            desk.file(file, &lines);
            desk.clump(&count(&format!("{flags} {QUIET} --delta 1e-5"))).ok();
            assert_eq!(
                rows(&desk, "table.csv").keys().filter(|row| row.starts_with("tea")).count(),
                1,
                "{flags}"
            );
        }
        desk.clump(&count(flags)).ends(2).says("NUL");
        desk.clump(&count(&format!("{flags} --skip-bad-lines"))).ok();
        assert_eq!(desk.json("report.json")["read"]["bad_lines"], 1, "{flags}");
        assert!(desk.text("table.csv").contains("tea,12"), "{flags}");
    }
}

/// What a run shows unasked is a function of the noisy table: terminal, JSON, both pages and the certificate.
#[test]
fn no_exact_number_is_shown_beside_noise() {
    let shown = |one_more: &str| {
        let desk = desk();
        desk.file("log.csv", desk.text("log.csv") + one_more);
        let page = "--page page.html --date 2026-01-01";
        let run = desk.clump(&format!("{COUNT} {QUIET} {page} --json")).ok();
        let mut figures = run.json();
        let is_time = |key: &String| key.starts_with("seconds") || key == "peak_memory";
        figures.as_object_mut().unwrap().retain(|key, _| !is_time(key));
        let told = masked(&run.stderr);
        (figures.to_string(), told, ["page.html", "page.private.html"].map(|name| desk.text(name)))
    };
    let [without, with] = ["", "o12,something else,west\no12,jane@example.com,west\n"].map(shown);
    assert_eq!(without, with);
    // The report is asked for, private, and has them.
    let desk = made("--report report.json");
    let report = desk.json("report.json");
    assert_eq!(report["tables"][0]["facts_read"], 15);
}

/// Whatever shows numbers with noise spends, also without a release.
#[test]
fn a_page_or_figures_spend_as_a_release_does() {
    let desk = desk();
    let run = |number: i32| {
        let shows = if number % 2 == 0 { "--page page.html --force" } else { "--json" };
        let line = format!("{COUNT} --epsilon 0.1 --per-owner 4 --ledger spent.json --budget 0.1 {shows}");
        desk.clump(&line).status
    };
    let ended: Vec<i32> = (0..60).map(run).collect();
    assert_eq!(ended, [&[0][..], &[2; 59]].concat());
    assert!(desk.text("spent.json").contains(r#""epsilon":0.1"#));
}

/// Nobody can count noise: neither `verify` nor `compare` says that it holds, or names a number of owners for it.
#[test]
fn noise_is_never_said_to_be_counted() {
    let desk = made("");
    let run = desk.clump("verify table.csv --input log.csv --owner who --json").ok();
    let answer = run.json();
    let properties = answer["properties"].as_array().unwrap();
    let noise = properties.iter().find(|property| property["property"] == "differential-privacy").unwrap();
    assert_eq!((&noise["strength"], &noise["owners"]), (&"consistent".into(), &serde_json::Value::Null));
    let facts = properties.iter().find(|property| property["property"] == "common-facts").unwrap();
    assert_eq!(facts["strength"], "holds");
}
