//! What a promise that holds leaves open: a whole group of patients that share a psychiatric code.

use insta::assert_snapshot;

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

/// `MENTAL` as its arguments: the name of the chapter has spaces, which the desk would cut.
fn named(desk: &Desk, flags: &str) -> crate::desk::Run {
    desk.file("job.toml", "sensitive = [\"Mental Disorders (chap)\"]\n");
    desk.clump(&format!("{RUN} --config job.toml {flags}"))
}

#[test]
fn a_caution_follows_the_verdict_and_the_promise_holds_all_the_same() {
    let desk = hospital();
    assert_snapshot!(named(&desk, "--noun patient"), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k patients share, item for item: --method pieces)
    Read      12 lines, 12 baskets
    Patients  each line counted as one owner: 12 read, 0 dropped
    Mapped    24 of 24 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     24 read in all rows: 12 as typed (50.0 %), 12 generalized (50.0 %), 0 gone (0 %)
    Kept      75.6 % of the information in words, 75.6 % of that in words of a row together, in bits
    Loss      12.5 % by the paper's measure (GGD), of 24 items that were grouped
    Grouped   12 patients into 4 groups of 3 with nearest in [TIME] s
    Sensitive 3 items of the data
    Verified  3-anonymity: every published row stands for at least 3 patients
    Caution   `<Mental Disorders (chap)>` is certain for 6 of the 6 patients who hold it: the rows of 2 groups show it
              bound it with `--certainty 0.5`, take a larger `--k`,
              lead these words elsewhere or drop them with `--overrides`, or leave these patients out of the input
    Took      [TIMES]
    Sample    4 of 4 distinct rows: this is what readers get
      3 patients  4010, <Mental Disorders (chap)>
      3 patients  4010, <[250] Diabetes mellitus>
      3 patients  4011, <Mental Disorders (chap)>
      3 patients  4011, <[250] Diabetes mellitus>
    Wrote     release.tsv, release.tsv.certificate.json
    ");
    let certificate: serde_json::Value =
        serde_json::from_str(&desk.text("release.tsv.certificate.json")).unwrap();
    assert_eq!(certificate["certain"]["nodes"], serde_json::json!(["<Mental Disorders (chap)>"]));
    let shown = desk.text("release.tsv");
    assert!(shown.contains("disorders") || shown.contains("Mental"), "{shown}");
    assert!(certificate["certain"]["groups"].as_u64().unwrap() > 0);
    assert_eq!(desk.clump("verify release.tsv").status, 0);
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
    assert!(page.contains("3-anonymity holds</p>") && page.contains("Nothing was named sensitive"));
    assert!(!desk.text("release.tsv.certificate.json").contains("certain"));
}

#[test]
fn the_same_day_gives_the_same_page() {
    let desk = hospital();
    let run = |page: &str| desk.clump(&format!("{RUN} --force --date 2026-01-31 --page {page}")).ok();
    run("one.html");
    run("two.html");
    assert_eq!(desk.text("one.html"), desk.text("two.html"));
    assert!(desk.text("one.html").contains("2026-01-31"));
}

#[test]
fn what_cannot_stand_on_a_page_is_refused() {
    let desk = hospital();
    for wrong in ["--date 31.1.2026", "--noun <b>", "--title="] {
        assert_eq!(desk.clump(&format!("{RUN} --page page.html {wrong}")).status, 2, "{wrong}");
    }
    assert!(!desk.exists("page.html") && !desk.exists("release.tsv"));
}

/// A method that groups without regard to it: groups that share too much are put together with others.
#[test]
fn groups_of_other_methods_are_mixed() {
    let desk = hospital();
    assert_snapshot!(named(&desk, "--method clump --noun patient --certainty 0.5 --page page.html"), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    clump
    Read      12 lines, 12 baskets
    Patients  each line counted as one owner: 12 read, 0 dropped
    Mapped    24 of 24 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     24 read in all rows: 0 as typed (0 %), 12 generalized (50.0 %), 12 gone (50.0 %: 12 suppressed)
    Kept      18.9 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      58.3 % by the paper's measure (GGD), of 24 items that were grouped
    Grouped   12 patients into 1 group of 12 with clump in [TIME] s
    Sensitive 3 items of the data
    Verified  3-anonymity: every published row stands for at least 12 patients
    Verified  at most 0.5 certainty of `Mental Disorders (chap)`: the patients of 1 group were counted, and it keeps to it
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
      12 patients  <[401] Essential hypertension>
    Wrote     release.tsv, release.tsv.certificate.json, page.html
    Private   page.private.html
    ");
    let audited = "--method clump --certainty 0.5 --force --audit audit.tsv";
    for method in ["clump", "partition", "partition --publish lcg"] {
        named(&desk, &audited.replace("clump", method)).ok();
        assert!(!desk.text("release.tsv").contains("Mental"));
        let originals = "--audit audit.tsv --input patients.txt --from basket --taxonomy icd9.csv";
        desk.clump(&format!("verify release.tsv {originals}")).ok();
        // Not by chance: half of them have it, and no group could have fewer of all.
        let stated = "--promise k-anonymity --promise certainty --certainty 0.4";
        assert_eq!(desk.clump(&format!("verify release.tsv {stated} {originals}")).status, 1);
    }
}

/// Half of the patients of every group may have a mental disorder, and so groups mix those who have with those who have not.
#[test]
fn groups_are_made_so_that_nothing_sensitive_is_certain() {
    let desk = hospital();
    let run = named(&desk, "--certainty 0.5 --audit audit.tsv --json").ok();
    assert!(!run.stderr.contains("Caution"), "{}", run.stderr);
    let rows = desk.text("release.tsv");
    assert!(!rows.contains("Mental") && !rows.contains("disorders") && rows.contains("4010"), "{rows}");
    let originals = "--audit audit.tsv --input patients.txt --from basket --taxonomy icd9.csv";
    desk.clump(&format!("verify release.tsv {originals}")).ok();
    // Of six who have one not even one may be in a group of three, and in one of four there may be one.
    let run = named(&desk, "--certainty 0.3 --force");
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("6 of 12 owners have something at or below one sensitive node"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--certainty"), "{}", run.stderr);
}

/// One group of all patients: half of them have a mental disorder, and whoever reads the row does not know who.
#[test]
fn certainty_is_a_second_property_of_the_promise() {
    let desk = hospital();
    desk.file("job.toml", "sensitive = [\"Mental Disorders (chap)\"]\ncertainty = 0.5\n");
    let run = "anonymize patients.txt --from basket --taxonomy icd9.csv --k 12 --output release.tsv --config job.toml";
    assert_snapshot!(desk.clump(&format!("{run} --audit audit.tsv --page page.html")), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    nearest: whole rows (what k owners share, item for item: --method pieces)
    Read      12 lines, 12 baskets
    Owners    each line counted as one owner: 12 read, 0 dropped
    Mapped    24 of 24 words to the taxonomy; 0 stop words, 0 unknown (0 distinct)
    Words     24 read in all rows: 0 as typed (0 %), 12 generalized (50.0 %), 12 gone (50.0 %: 12 suppressed)
    Kept      18.9 % of the information in words, 0 % of that in words of a row together, in bits
    Loss      58.3 % by the paper's measure (GGD), of 24 items that were grouped
    Grouped   12 owners into 1 group of 12 with nearest in [TIME] s
    Sensitive 3 items of the data
    Verified  12-anonymity: every published row stands for at least 12 owners
    Verified  at most 0.5 certainty of `Mental Disorders (chap)`: the owners of 1 group were counted, and it keeps to it
    Took      [TIMES]
    Sample    1 of 1 distinct row: this is what readers get
       12 owners  <[401] Essential hypertension>
    Wrote     release.tsv, release.tsv.certificate.json, page.html
    Private   page.private.html, audit.tsv
    ");
    let certificate: serde_json::Value =
        serde_json::from_str(&desk.text("release.tsv.certificate.json")).unwrap();
    assert_snapshot!(serde_json::to_string_pretty(&certificate["promise"]).unwrap(), @r#"
    [
      {
        "k": 12,
        "meaning": "Every published row stands for at least 12 owners.",
        "property": "k-anonymity",
        "verdict": {
          "counted": "owners",
          "first": null,
          "holds": true,
          "rows": 12,
          "sets": 1,
          "smallest": 12,
          "violations": 0
        }
      },
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
    ]
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
    assert_snapshot!(desk.clump("verify release.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 rows
    Unbroken  at most 0.5 certainty of `Mental Disorders (chap)`: no row of 1 group shows it
              how many owners of a row have it shows only with --audit and --input
              the certificate beside it is about these very bytes
              every row states how many owners share it: at least 12
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    let originals = "--audit audit.tsv --input patients.txt --from basket --taxonomy icd9.csv";
    assert_snapshot!(desk.clump(&format!("verify release.tsv {originals}")), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 owners
    Holds     at most 0.5 certainty of `Mental Disorders (chap)`: 1 group, the owners of each counted
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
    // Whoever asks for more is told no, and what to do.
    let stated = "--promise k-anonymity --promise certainty --certainty 0.4";
    assert_snapshot!(desk.clump(&format!("verify release.tsv {stated} {originals}")), @"
    status: 1
    ---stdout---
    ---stderr---
    Holds     12-anonymity: 12 rows, 1 group; the smallest has 12 owners
    Broken    at most 0.4 certainty of `Mental Disorders (chap)`: 1 group
              violated by 1 set, first by rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10: 6 of 12 owners have something sensitive
              take a larger k or more certainty, name narrower nodes, drop these words, or leave the owners who have them out
              the certificate beside it is about these very bytes
              every row generalizes its transaction
    ");
}

#[test]
fn certainty_of_nothing_is_refused() {
    let desk = hospital();
    let run = |flags: &str| desk.clump(&format!("{RUN} {flags}"));
    assert_snapshot!(run("--certainty 0.5"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what is sensitive is not given

    hint: name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)
    ");
    assert_snapshot!(run("--certainty 0.5 --sensitive Mental"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: certainty is of a node that the taxonomy does not have

    hint: name nodes as the taxonomy spells them: `clump taxonomy show NODE` looks one up
    ");
    assert_snapshot!(run("--certainty 0.5 --sensitive share:0.2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: certainty must say of what, and `share:` draws items of the data

    hint: name nodes with `--sensitive NODE`, or a list with `--sensitive file:PATH`
    ");
    assert_snapshot!(run("--certainty 1 --sensitive 29500"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: certainty must be less than 1: at 1, all owners of a row may have what is sensitive

    hint: `--certainty 0.5` says that at most half of the owners of a row may have it
    ");
    assert_snapshot!(run("--certainty 0.5 --sensitive 29500 --method apriori"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `certainty` is not a key of the method apriori

    hint: leave it out, or choose a method that promises k-anonymity or counts facts (`clump methods`)
    ");
    assert_snapshot!(desk.clump("verify patients.txt --promise nothing --promise k-anonymity"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: nothing is promised, and something besides

    hint: leave `--promise nothing` out, or the other properties
    ");
    assert!(!desk.exists("release.tsv"));
}
