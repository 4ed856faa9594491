//! `--method counts --epsilon E --delta D --per-owner N`: numbers with noise.
//!
//! At epsilon 100 noise other than 0 has a probability below 1e-10, and the threshold is k + 1, so that what a run says
//! can be read here; what the noise is like is tested where it is made.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

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
fn a_run_says_what_counts_and_what_reaches_the_threshold() {
    let desk = desk();
    assert_snapshot!(desk.clump(&format!("{COUNT} {QUIET} -o table.csv")), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    counts
    Read      40 lines, 40 queries of 12 owners
    Owners    column who: 12 read, 0 dropped
    Facts     3 of 15 distinct queries have at least 5 owners (20.0 %)
    Counted   40 of 40 pairs of an owner and a fact, chosen at random of owners with too many
    Noise     3 of 3 queries that at least 5 owners count in reached 6 with noise
    Kept      70.0 % of how often facts were there
    Caution   epsilon 100 is above 10: against whoever knows much, it protects no owner
    Made      a table of 3 rows with counts in [TIME] s
    Verified  facts of at least 5 owners: 3 rows, each of at least 5 owners
    Verified  (100, 1e-5)-differential privacy: 3 numbers, none below 6
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
          12 ± noise  tea
          10 ± noise  rain
           6 ± noise  hotel
    Wrote     table.csv, table.csv.certificate.json
    ");
    assert_snapshot!(desk.text("table.csv"), @"
    query,owners
    tea,12
    rain,10
    hotel,6
    ");
    assert_snapshot!(desk.clump("verify table.csv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 5 owners: 3 rows; the least has 5 owners
    Unbroken  (100, 1e-5)-differential privacy: 3 numbers, none below 6; threshold 6 and noise of scale 0.04 are enough
              the certificate beside it is about these very bytes
              --input counts the owners of each fact; that the noise was added, the publisher vouches for
    ");
    assert_snapshot!(desk.clump("verify table.csv --input log.csv --owner who"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 5 owners: 3 rows; the least has 5 owners
    Unbroken  (100, 1e-5)-differential privacy: 3 numbers, none below 6; threshold 6 and noise of scale 0.04 are enough
              the certificate beside it is about these very bytes
              every fact has enough owners in the input; the noise on their numbers cannot be checked
    ");
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
    let numbers: Vec<u64> = tables
        .iter()
        .flat_map(|table| table.lines().skip(1))
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(numbers.len() > 6 && numbers.iter().all(|number| (121..500).contains(number)), "{numbers:?}");
}

#[test]
fn owners_count_in_so_many_facts_and_no_more() {
    let desk = desk();
    let run = desk.clump(&format!("{COUNT} --epsilon 100 --per-owner 1 --seed 3 -o table.csv")).ok();
    let counted = run.stderr.lines().find(|line| line.starts_with("Counted")).unwrap().to_owned();
    assert_snapshot!(counted, @"Counted   12 of 40 pairs of an owner and a fact, chosen at random of owners with too many");
    // Twelve owners, one fact each: no two facts can have six, and none more than twelve.
    let numbers: Vec<u64> = desk
        .text("table.csv")
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(numbers.iter().sum::<u64>() <= 12, "{numbers:?}");
}

#[test]
fn a_seed_is_confessed_and_not_told() {
    let desk = made("--seed 7654321");
    let certificate = desk.text("table.csv.certificate.json");
    assert!(certificate.contains(r#""seeded": true"#) && !certificate.contains("7654321"), "{certificate}");
    assert!(certificate.contains("were chosen by a seed: against whoever knows it, nothing is proved"));
    assert_eq!(desk.clump("verify table.csv").status, 0);
    assert!(!made("").text("table.csv.certificate.json").contains("seed"));
}

#[test]
fn cells_rounding_and_scales_go_with_noise() {
    let desk = made("--by region");
    // Every cell is a fact: five owners of `rain` in each region count, and six must.
    assert_snapshot!(desk.text("table.csv"), @"
    query,region,owners
    tea,north,6
    tea,south,6
    ");
    assert_snapshot!(desk.clump("verify table.csv --input log.csv --owner who"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 5 owners: 2 rows; the least has 5 owners
    Unbroken  (100, 1e-5)-differential privacy: 2 numbers, none below 6; threshold 6 and noise of scale 0.04 are enough
              the certificate beside it is about these very bytes
              every fact has enough owners in the input; the noise on their numbers cannot be checked
    ");
    let desk = made("--round 5");
    assert_snapshot!(desk.text("table.csv"), @"
    query,owners
    rain,10
    tea,10
    hotel,6
    ");
    assert_eq!(desk.clump("verify table.csv").status, 0);
    let desk = made("--scale 100");
    assert_snapshot!(desk.text("table.csv"), @"
    query,popularity
    tea,100
    rain,84
    hotel,50
    ");
    assert_snapshot!(desk.clump("verify table.csv --input log.csv --owner who"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 5 owners: 3 rows; the least has 5 owners
    Unbroken  (100, 1e-5)-differential privacy: the table states none of its numbers; threshold 6 and noise of scale 0.04 are enough
              the certificate beside it is about these very bytes
              every fact has enough owners in the input; the noise on their numbers cannot be checked
    ");
}

#[test]
fn what_would_tell_without_noise_is_refused() {
    let desk = desk();
    let refused = |flags: &str| desk.refused(&format!("{COUNT} {QUIET} -o table.csv {flags}"));
    assert_snapshot!(refused("--times"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `times` would tell without noise what the noise hides

    hint: leave `--times` out, or count without `--epsilon`
    ");
    assert_snapshot!(refused("--by region --totals"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `totals` would tell without noise what the noise hides

    hint: leave `--totals` out: a sum of cells tells no more than they do
    ");
    assert_snapshot!(refused("--by region --k-cell 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `k-cell` would tell without noise what the noise hides

    hint: leave `--k-cell` out: with noise, `--k` is the least number of owners of every cell
    ");
}

#[test]
fn noise_needs_all_of_its_numbers_in_their_ranges() {
    let desk = desk();
    let refused = |flags: &str| {
        desk.refused(&format!("anonymize log.csv --owner who --method counts --k 5 -o table.csv {flags}"))
    };
    assert_snapshot!(refused("--epsilon 1 --delta 1e-5"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `epsilon` is given, and `per-owner` is not

    hint: noise needs all three, for example `--epsilon 1 --delta 1e-5 --per-owner 10`
    ");
    assert_snapshot!(refused("--per-owner 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `per-owner` is given, and `epsilon` is not

    hint: noise needs all three, for example `--epsilon 1 --delta 1e-5 --per-owner 10`
    ");
    assert_snapshot!(refused("--epsilon 0 --delta 1e-5 --per-owner 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: epsilon must be from 0.000001 to 100: at 0 nothing can be published, and e^100 hides nobody

    hint: `--epsilon 1 --delta 1e-5 --per-owner 10` is usual
    ");
    assert_snapshot!(refused("--epsilon 1 --delta 1 --per-owner 3"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: delta must be above 0 and below 1: it is the probability that more than epsilon is told

    hint: `--epsilon 1 --delta 1e-5 --per-owner 10` is usual
    ");
    assert_snapshot!(refused("--epsilon 1 --delta 1e-5 --per-owner 0"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the facts that an owner counts in must be from 1 to 1000000: the noise grows with them

    hint: `--epsilon 1 --delta 1e-5 --per-owner 10` is usual
    ");
    assert_snapshot!(refused("--epsilon 1 --delta 1e-15 --per-owner 5000"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no threshold is high enough for this delta with 5000 facts for each owner

    hint: raise `--delta`, or lower `--per-owner`
    ");
    assert_snapshot!(refused("--seed 4"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `seed` has no effect here

    hint: leave it out, or add noise with `--epsilon`
    ");
    assert_snapshot!(desk.refused("anonymize log.csv --owner who --k 5 --epsilon 1 -o table.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `epsilon` is not a key of the method nearest

    hint: leave it out, or choose the method that reads it: `--method counts`
    ");
}

#[test]
fn too_few_owners_give_an_empty_table_as_noise_may() {
    let desk = Desk::new();
    desk.file("log.csv", "who,query\na,tea\nb,tea\n");
    desk.clump(&format!("{COUNT} {QUIET} -o table.csv")).ok();
    assert_eq!(desk.text("table.csv"), "query,owners\n");
    assert_eq!(desk.clump("verify table.csv").status, 0);
}

#[test]
fn a_table_that_was_changed_is_refused() {
    let desk = made("");
    let (table, certificate) = (desk.text("table.csv"), desk.text("table.csv.certificate.json"));
    desk.file("table.csv", table.replace("hotel,6", "hotel,5"));
    assert_snapshot!(desk.clump("verify table.csv"), @"
    status: 1
    ---stdout---
    ---stderr---
    Holds     facts of at least 5 owners: 3 rows; the least has 5 owners
    Broken    (100, 1e-5)-differential privacy
              violated by 1 set, first by row 3: 5 where 6 must be
              do not publish it: make it again from the log
              the certificate beside it is about other bytes: the release was changed
              --input counts the owners of each fact; that the noise was added, the publisher vouches for
    ");
    desk.file("table.csv", &table);
    for (from, to) in [
        (r#""noise-scale": 0.04"#, r#""noise-scale": 0.01"#),
        (r#""threshold": 6"#, r#""threshold": 5"#),
        (r#""threshold": 6"#, r#""threshold": 7"#),
        (r#""epsilon": 100.0"#, r#""epsilon": 1.0"#),
        (
            r#""facts": 3"#,
            r#""facts": 3, "facts_kept": 0.2, "pairs_kept": 0.7, "times_kept": 0.7, "owners_read": 12, "owners_dropped": 0"#,
        ),
    ] {
        let other = certificate.replace(from, to);
        assert_ne!(other, certificate, "{from}");
        desk.file("table.csv.certificate.json", other);
        assert_eq!(desk.clump("verify table.csv").status, 1, "{from} -> {to}");
    }
    desk.file("table.csv.certificate.json", certificate);
    // A fact that too few owners have is found with the input.
    desk.file("log.csv", desk.text("log.csv").replace("o0,hotel", "o0,inn").replace("o1,hotel", "o1,inn"));
    assert_snapshot!(desk.clump("verify table.csv --input log.csv --owner who"), @"
    status: 1
    ---stdout---
    ---stderr---
    Broken    facts of at least 5 owners: 3 rows; the least has 4 owners
              violated by 1 set, first by row 3: 4 where 5 must be
              do not publish it: make it again from the log, or take out the rows that too few owners share
    Broken    (100, 1e-5)-differential privacy
              the certificate beside it is about these very bytes
              facts of too few owners in the input: 1 row
    ");
}

#[test]
fn without_its_certificate_nothing_is_known_of_the_noise() {
    let desk = made("");
    std::fs::remove_file(desk.path("table.csv.certificate.json")).unwrap();
    assert_snapshot!(desk.clump("verify table.csv --promise common-facts --promise differential-privacy --k 5"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the numbers of differential-privacy are not known

    hint: lay the certificate beside the release: it states them
    ");
}

#[test]
fn a_delta_of_one_owner_in_all_is_refused() {
    let desk = desk();
    let count = "anonymize log.csv --owner who --method counts --k 5 --epsilon 1 --per-owner 4 -o table.csv";
    assert_snapshot!(desk.refused(&format!("{count} --delta 0.5")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: delta must be below 1 / 12, as 12 owners were read: else all that one of them did may be published

    hint: lower `--delta`: usual is less than 1 in ten times the number of owners
    ");
    // Twelve owners were read.
    assert_eq!(desk.refused(&format!("{count} --delta 0.0834")).status, 2);
    desk.clump(&format!("{count} --delta 0.0833")).ok();
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
    let (by_region, _) = lines("--by region");
    assert_snapshot!(by_region, @"
    Noise     2 of 4 cells of queries that at least 5 owners count in reached 6 with noise
    Verified  (100, 1e-5)-differential privacy: 2 numbers, none below 6
           6 ± noise  tea, north
           6 ± noise  tea, south
    ");
    let (scaled, page) = lines("--scale 100");
    assert_snapshot!(scaled, @"
    Noise     3 of 3 queries that at least 5 owners count in reached 6 with noise
    Verified  (100, 1e-5)-differential privacy: the table states none of its numbers
      popularity 100  tea
       popularity 84  rain
       popularity 50  hotel
    ");
    assert!(page.contains("The written file states no number of its 3 rows."));
    let (_, page) = lines("");
    assert!(page.contains("Checked on the written file: 3 rows, no number below 6."));
    assert!(
        page.contains(
            "Checked in the log before noise was added: 3 rows, and at least 5 owners behind each."
        )
    );
    assert!(!page.contains("the smallest of"));
    assert!(page.contains("Numbers are of the owners who count in a fact, with noise."));
}

#[test]
fn too_little_noise_is_a_matter_of_the_whole_table() {
    let desk = made("");
    let certificate = desk.text("table.csv.certificate.json");
    desk.file(
        "table.csv.certificate.json",
        certificate.replace(r#""noise-scale": 0.04"#, r#""noise-scale": 0.01"#),
    );
    let found = desk.clump("verify table.csv").to_string();
    let said = "violated by the whole table: the stated noise and threshold are not enough";
    assert!(found.contains(said), "{found}");
}
