//! What a promise that holds leaves open: a whole group of patients that share a psychiatric code.

use insta::assert_snapshot;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::desk::Desk;

/// Twelve patients with codes of ICD-9: six with a psychosis, six with diabetes or high blood pressure. In groups of three
/// or more, each psychotic patient is among others, and their rows say so.
fn hospital() -> Desk {
    let desk = Desk::new();
    desk.file(
        "icd9.csv",
        "25000;[250] Diabetes mellitus;Endocrine (chap);*\n\
         25001;[250] Diabetes mellitus;Endocrine (chap);*\n\
         29500;[295] Schizophrenic disorders;Mental Disorders (chap);*\n\
         29510;[295] Schizophrenic disorders;Mental Disorders (chap);*\n\
         2962;[296] Episodic mood disorders;Mental Disorders (chap);*\n\
         4010;[401] Essential hypertension;Circulatory System (chap);*\n\
         4011;[401] Essential hypertension;Circulatory System (chap);*\n",
    );
    desk.file(
        "patients.txt",
        "29500 4010\n29510 4011\n2962 4010\n29500 4011\n29510 4010\n2962 4011\n\
         25000 4010\n25001 4011\n25000 4011\n25001 4010\n25000 4010\n25001 4011\n",
    );
    desk
}

const RUN: &str = "anonymize patients.txt --from basket --taxonomy icd9.csv --k 3 --output release.tsv";

const ORIGINALS: &str = "--audit audit.tsv --input patients.txt --from basket --taxonomy icd9.csv";

/// `MENTAL` as its arguments: the name of the chapter has spaces, which the desk would cut.
fn named(desk: &Desk, flags: &str) -> crate::desk::Run {
    desk.file("job.toml", "sensitive = [\"Mental Disorders (chap)\"]\n");
    desk.clump(&format!("{RUN} --config job.toml {flags}"))
}

#[test]
fn a_caution_follows_the_verdict_and_the_promise_holds_all_the_same() {
    let desk = hospital();
    let run = named(&desk, "--noun patient").ok();
    assert_snapshot!(run.told("Method Read Grouped Sensitive Verified Caution Sample"), @"
    Method    nearest: publishes whole rows (what k patients share, item by item: --method pieces)
    Read      12 lines: 12 baskets of 12 patients (each line counted as one patient)
    Verified  3-anonymity: every published row is shared by at least 3 patients
    Caution   `<Mental Disorders (chap)>` is certain for 6 of the 6 patients who hold it: the rows of 2 groups show it
              bound it with `--certainty 0.5`, take a larger `--k`,
              lead these items elsewhere or drop them with `--overrides`, or leave these patients out of the input
    Grouped   12 patients into 4 groups of 3 with nearest in [TIME] s
    Sensitive 3 items of the data
    Sample    4 of 4 distinct rows: this is what readers get
      3 patients  4010, <Mental Disorders (chap)>
      3 patients  4010, <[250] Diabetes mellitus>
      3 patients  4011, <Mental Disorders (chap)>
      3 patients  4011, <[250] Diabetes mellitus>
    ");
    let certificate = desk.certificate("release.tsv");
    assert_eq!(certificate["certain"]["nodes"], serde_json::json!(["<Mental Disorders (chap)>"]));
    let shown = desk.text("release.tsv");
    assert!(shown.contains("disorders") || shown.contains("Mental"), "{shown}");
    assert!(certificate["certain"]["groups"].as_u64().unwrap() > 0);
    desk.clump("verify release.tsv").ok();
}

#[test]
fn both_pages_are_amber_and_only_the_private_one_counts_patients() {
    let desk = hospital();
    named(&desk, "--noun patient --page page.html --date 2026-01-31 --title Ward").ok();
    let [public, private] = ["page.html", "page.private.html"].map(|page| desk.text(page));
    for page in [&public, &private] {
        assert!(page.contains(
            "3-anonymity holds, but <code>&lt;Mental Disorders (chap)&gt;</code> is certain for whole groups"
        ));
        assert!(page.contains("<dd>2026-01-31</dd>") && page.contains("<h1>Ward</h1>"));
    }
    assert!(private.contains("It is certain of 6 of the 6 patients who hold it."));
    assert!(!public.contains("patients who hold it"));
}

/// Without `--sensitive` the same release is green, and says that nobody looked.
#[test]
fn a_page_says_that_nothing_was_named_sensitive() {
    let desk = hospital();
    let run = desk.clump(&format!("{RUN} --page page.html")).ok();
    assert!(!run.stderr.contains("Caution"));
    let page = desk.text("page.html");
    assert!(page.contains("3-anonymity holds</p>") && page.contains("No item was named sensitive"));
    assert!(!desk.text("release.tsv.certificate.json").contains("certain"));
}

#[test]
fn what_cannot_stand_on_a_page_is_refused() {
    let desk = hospital();
    for wrong in ["--date 31.1.2026", "--noun <b>", "--title="] {
        desk.clump(&format!("{RUN} --page page.html {wrong}")).ends(2);
    }
    assert!(!desk.exists("page.html") && !desk.exists("release.tsv"));
}

/// Half of the patients of every group may have a mental disorder, and so groups mix those who have with those who have not.
#[test]
fn groups_are_made_so_that_nothing_sensitive_is_certain() {
    let desk = hospital();
    named(&desk, "--certainty 0.5 --audit audit.tsv --json").ok().omits("Caution");
    let rows = desk.text("release.tsv");
    assert!(!rows.contains("Mental") && !rows.contains("disorders") && rows.contains("4010"), "{rows}");
    desk.clump(&format!("verify release.tsv {ORIGINALS}")).ok();
    // Of six who have one not even one may be in a group of three, and in one of four there may be one.
    named(&desk, "--certainty 0.3 --force")
        .ends(2)
        .says("6 of 12 owners have an item at or below one sensitive node")
        .says("--certainty");
}

/// One group of all patients: half of them have a mental disorder, and whoever reads the row does not know who.
#[test]
fn certainty_is_a_second_property_of_the_promise() {
    let desk = hospital();
    desk.file("job.toml", "sensitive = [\"Mental Disorders (chap)\"]\ncertainty = 0.5\n");
    let run = "anonymize patients.txt --from basket --taxonomy icd9.csv --k 12 --output release.tsv --config job.toml";
    let run = desk.clump(&format!("{run} --audit audit.tsv --page page.html")).ok();
    assert_snapshot!(run.told("Grouped Sensitive Verified"), @"
    Verified  12-anonymity: every published row is shared by at least 12 owners
    Verified  at most 0.5 certainty of `Mental Disorders (chap)`: 1 group checked, it keeps the limit
    Grouped   12 owners into 1 group of 12 with nearest in [TIME] s
    Sensitive 3 items of the data
    ");
    let certificate = desk.certificate("release.tsv");
    let promised = |number: usize, key: &str| &certificate["promise"][number][key];
    assert_eq!((promised(0, "property"), promised(0, "k")), (&"k-anonymity".into(), &12.into()));
    assert_snapshot!(serde_json::to_string_pretty(&certificate["promise"][1]).unwrap(), @r#"
    {
      "among": "rows",
      "certainty": 0.5,
      "meaning": "Of the owners of any published row, at most a share of 0.5 have something at or below `Mental Disorders (chap)`.",
      "nodes": [
        "Mental Disorders (chap)"
      ],
      "property": "certainty",
      "verdict": {
        "counted": "owners",
        "first": null,
        "holds": true,
        "rows": 12,
        "sets": 1,
        "smallest": 12,
        "violations": 0
      }
    }
    "#);
    assert_eq!(certificate["parameters"]["certainty"], 0.5);
    let page = desk.text("page.html");
    assert!(
        page.contains(
            "12-anonymity and at most 0.5 certainty of <code>Mental Disorders (chap)</code> hold</p>"
        )
    );
    assert!(page.contains("12-anonymity holds: ") && page.contains("</code> holds: Of the owners"), "{page}");

    // The rows alone do not show who has what; the originals do.
    desk.clump("verify release.tsv --taxonomy icd9.csv")
        .ok()
        .says("Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 rows")
        .says("Consistent at most 0.5 certainty of `Mental Disorders (chap)`: no row of 1 group shows it");
    desk.clump(&format!("verify release.tsv {ORIGINALS}")).ok().says("Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 owners").says("Holds     at most 0.5 certainty of `Mental Disorders (chap)`: 1 group, the owners of each counted");
    // Whoever asks for more is told no, and what to do.
    let stated = "--promise k-anonymity --promise certainty --certainty 0.4";
    desk.clump(&format!("verify release.tsv {stated} {ORIGINALS}")).ends(1).says("Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 owners").says("Broken    at most 0.4 certainty of `Mental Disorders (chap)`: 1 group").says("violated by 1 set, first by rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10: 6 of 12 owners have something sensitive");
}

/// Sixty patients with one to four stays each. Every third has a mental disorder, in one of the stays.
fn stays() -> Desk {
    let desk = Desk::new();
    desk.file(
        "icd9.csv",
        "25000;Diabetes;*\n25001;Diabetes;*\n29500;Mental;*\n2962;Mental;*\n4010;Hypertension;*\n4011;Hypertension;*\n",
    );
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut table = "patient,stay,item\n".to_owned();
    for patient in 0..60 {
        let stays = random.random_range(1..=4);
        let ill = random.random_range(0..stays);
        for stay in 0..stays {
            let harmless = *["25000", "25001", "4010", "4011"].choose(&mut random).unwrap();
            let mental = (patient % 3 == 0 && stay == ill).then_some("29500");
            for code in [harmless].into_iter().chain(mental) {
                table += &format!("p{patient},s{patient}-{stay},{code}\n");
            }
        }
    }
    desk.file("stays.csv", table);
    desk
}

const STAYS: &str = "--owner patient --transaction stay --taxonomy icd9.csv";

/// What a patient has in one stay is known of the patient in every row: all stays count, in the method and in `verify`.
#[test]
fn certainty_counts_all_stays_of_a_patient() {
    let desk = stays();
    let originals = format!("--audit audit.tsv --input stays.csv {STAYS}");
    for method in ["nearest", "clump", "partition", "partition --publish lcg"] {
        for layout in ["rows", "groups"] {
            let run =
                format!("anonymize stays.csv {STAYS} --method {method} --layout {layout} --k 4 --force");
            let files = "--output release.jsonl --audit audit.tsv";
            desk.clump(&format!("{run} {files} --sensitive Mental --certainty 0.5")).ok();
            desk.clump(&format!("verify release.jsonl {originals}")).ok();
            // Every third patient is ill, so no release keeps so small a share.
            let stated = "--promise k-anonymity --promise certainty --sensitive Mental --certainty 0.3";
            desk.clump(&format!("verify release.jsonl {stated} {originals}")).ends(1);
        }
    }
}

/// A page that promises a bound on what is sensitive does not say that nothing was named sensitive.
#[test]
fn a_page_with_a_bound_says_what_was_named_sensitive() {
    let desk = stays();
    let run = "anonymize stays.csv --owner patient --taxonomy icd9.csv --k 4 --output release.tsv";
    desk.clump(&format!("{run} --sensitive Mental --certainty 0.5 --page page.html")).ok();
    for page in ["page.html", "page.private.html"] {
        assert!(!desk.text(page).contains("No item was named sensitive"), "{page}");
    }
}

/// `compare` refuses a node that does not exist, as a run does.
#[test]
fn a_comparison_refuses_a_certainty_of_an_unknown_node() {
    let desk = stays();
    let compare = "compare stays.csv --owner patient --taxonomy icd9.csv --k 4 --methods nearest";
    desk.refused(&format!("{compare} --certainty 0.5 --sensitive Mental --sensitive Mentall"))
        .says("a sensitive node is not in the taxonomy, so its certainty cannot be limited")
        .says("hint: name nodes as the taxonomy spells them");
}

/// Eleven patients: five have a disorder that a list drops, and one has another.
fn ward() -> Desk {
    let desk = Desk::new();
    desk.file(
        "tree.csv",
        "h1,heart\nh2,heart\nm1,mental\nm2,mental\nheart,illness\nmental,illness\nillness,\n",
    );
    let sick = (1..=5).map(|patient| format!("p{patient},h1\np{patient},m1\n"));
    let healthy = (6..=11).map(|patient| format!("p{patient},h2\n"));
    let lines: String = sick.chain(healthy).collect();
    desk.file("in.csv", format!("patient,item\n{lines}p11,m2\n"));
    desk.file("never.txt", "m1\n");
    desk.file("drops.tsv", "m1\tdrop\n");
    desk.file("other.txt", "h1\n");
    desk
}

const WARD: &str = "--owner patient --items item --taxonomy tree.csv";

/// A query that has a listed word is dropped whole, and may be about an illness by a phrase.
#[test]
fn phrases_of_dropped_queries_are_looked_up() {
    let desk = Desk::new();
    desk.file("tree.csv", "red fever,illness\nrose,plant\nillness,all\nplant,all\nall,\n");
    let lines: String = (1..=12).map(|owner| format!("{owner},rose\n{owner},red fever\n")).collect();
    desk.file("log.csv", format!("owner,query\n{lines}"));
    desk.file("never.txt", "red\n");
    let run = "anonymize log.csv --owner owner --query query --taxonomy tree.csv --method nearest --k 3";
    let bound = "--never never.txt --sensitive illness --certainty 0.5 --output r.csv";
    desk.refused(&format!("{run} {bound}")).says("sensitive items cannot be counted");
}

/// A word that is no node is certain in no release, and whoever misspelt it would believe the answer.
#[test]
fn a_check_refuses_nodes_that_do_not_exist() {
    let desk = ward();
    desk.clump(&format!("anonymize in.csv {WARD} --k 5 --output r.csv --audit r.audit")).ok();
    for (promise, error) in [
        (
            "--promise certainty --certainty 0.5 --sensitive",
            "a sensitive node is not in the taxonomy, so its certainty cannot be limited",
        ),
        ("--promise ceiling --ceiling", "`ceiling` names a node that is not in the taxonomy"),
    ] {
        let verify = format!("verify r.csv --promise k-anonymity {promise}");
        for given in ["--taxonomy tree.csv".to_owned(), format!("--audit r.audit --input in.csv {WARD}")] {
            desk.refused(&format!("{verify} no_such_node {given}")).says(error);
            let known = desk.clump(&format!("{verify} mental {given}"));
            assert!(known.status < 2, "{known}");
        }
        desk.clump(&format!("{verify} no_such_node"))
            .ends(1)
            .says("`no_such_node`: the taxonomy is missing")
            .omits("Consistent");
    }
}
