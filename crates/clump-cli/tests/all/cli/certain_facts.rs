//! `counts --sensitive NODE --certainty SHARE`: no table makes something sensitive too certain, and everybody who has it can see that.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

/// Patients with codes of ICD-9. Of the thirteen with 4010, nine have diabetes too, two 29500 and two 2962; of the six
/// with 4011, four have 29500.
fn hospital() -> Desk {
    let desk = Desk::new();
    desk.file(
        "icd9.csv",
        "25000;[250] Diabetes mellitus;Endocrine (chap);*\n\
         29500;[295] Schizophrenic disorders;Mental (chap);*\n\
         2962;[296] Episodic mood disorders;Mental (chap);*\n\
         4010;[401] Essential hypertension;Circulatory System (chap);*\n\
         4011;[401] Essential hypertension;Circulatory System (chap);*\n",
    );
    let mut table = "who,item\n".to_owned();
    let mut owner = 0;
    for (patients, codes) in [
        (9, ["25000", "4010"]),
        (2, ["29500", "4010"]),
        (2, ["2962", "4010"]),
        (4, ["29500", "4011"]),
        (2, ["25000", "4011"]),
        (3, ["29500", "2962"]),
    ] {
        for _ in 0..patients {
            owner += 1;
            codes.iter().for_each(|code| table += &format!("{SECRET}{owner},{code}\n"));
        }
    }
    desk.file("patients.csv", table);
    desk.file("job.toml", "sensitive = [\"Mental (chap)\"]\ncertainty = 0.5\n");
    desk
}

const RUN: &str =
    "anonymize patients.csv --owner who --method counts --table item,item --k 2 --output pairs.tsv";
const TREE: &str = "--taxonomy icd9.csv";

#[test]
fn facts_that_tell_too_much_are_excluded_and_counted() {
    let desk = hospital();
    let run = desk.clump(&format!("{RUN} {TREE} --config job.toml")).ok();
    assert_snapshot!(run.told("Mapped Facts Kept Excluded Made Verified Sample"), @"
    Mapped    44 of 44 items to the taxonomy
    Verified  facts of at least 2 owners: 5 rows, each of at least 2 owners
    Verified  at most 0.5 certainty of `Mental (chap)`: 5 rows checked, none makes it more certain
    Facts     6 of 6 distinct pairs of items have at least 2 owners (100 %)
    Kept      81.8 % of the pairs of an owner and a fact, 81.8 % of how often facts were there; 18 of 22 owners have one
    Excluded  1 pair of items whatever k (facts that make something sensitive too certain: 1)
    Made      a table of 5 rows with counts in [TIME] s
    Sample    5 of 5 distinct rows: this is what readers get
        9 owners  25000, 4010
        3 owners  29500, 2962
        2 owners  25000, 4011
        2 owners  29500, 4010
        2 owners  2962, 4010
    ");
    assert_snapshot!(desk.text("pairs.tsv"), @"
    item	item_2	owners
    25000	4010	9
    29500	2962	3
    25000	4011	2
    29500	4010	2
    2962	4010	2
    ");
    let certificate = desk.certificate("pairs.tsv");
    assert_snapshot!(serde_json::to_string_pretty(&certificate["promise"][1]).unwrap());
    assert_eq!(certificate["parameters"]["certainty"], 0.5);
    // From the file alone, where the tree is known; and counted again.
    desk.clump(&format!("verify pairs.tsv {TREE}"))
        .ok()
        .says("Consistent facts of at least 2 owners: 5 rows; each states at least 2 owners")
        .says("Consistent at most 0.5 certainty of `Mental (chap)`: 5 rows looked at");
    desk.clump(&format!("verify pairs.tsv --input patients.csv --owner who {TREE}"))
        .ok()
        .says("Holds     facts of at least 2 owners: 5 rows; the least has 2 owners")
        .says("Holds     at most 0.5 certainty of `Mental (chap)`: 5 rows looked at");
    // Without the tree nobody knows what is sensitive.
    desk.clump("verify pairs.tsv")
        .ends(1)
        .says("Consistent facts of at least 2 owners: 5 rows; each states at least 2 owners")
        .says("Unproved  at most 0.5 certainty of `Mental (chap)`: the taxonomy is missing");
    // Who asks for more is told no.
    let stated = "--promise common-facts --promise certainty --certainty 0.2";
    desk.clump(&format!("verify pairs.tsv {stated} {TREE}"))
        .ends(1)
        .says("Consistent facts of at least 2 owners: 5 rows; each states at least 2 owners")
        .says("Broken    at most 0.2 certainty of `Mental (chap)`: 5 rows looked at")
        .says("violated by 2 sets, first by row 4: 4 of 9 owners have something sensitive");
}

/// Rounded numbers must hold as they are shown, and as they were counted; a scale shows shares as well.
#[test]
fn numbers_hold_as_they_are_shown_and_as_they_were_counted() {
    let desk = hospital();
    for flags in ["--numbers round:5", "--numbers scale:10"] {
        desk.clump(&format!("{RUN} {TREE} --config job.toml {flags} --force")).ok();
        desk.clump(&format!("verify pairs.tsv --input patients.csv --owner who {TREE}")).ok();
        let rows = desk.text("pairs.tsv").lines().count();
        assert!(rows > 1, "{flags}: something is left");
    }
}

/// Words of queries find their places, phrases included, and cells are what may be known too.
#[test]
fn queries_words_and_cells_are_looked_at() {
    let desk = Desk::new();
    let mut log = "who\tquery\tregion\n".to_owned();
    let mut owner = 0;
    for (people, query, region) in [
        (6, "diabetes clinic", "north"),
        (9, "clinic boston", "north"),
        (14, "boston", "south"),
        (3, "cancer boston", "south"),
        (5, "diabetes", "south"),
    ] {
        for _ in 0..people {
            owner += 1;
            log += &format!("{SECRET}{owner}\t{query}\t{region}\n");
        }
    }
    desk.file("log.tsv", log);
    let run = "anonymize log.tsv --owner who --query query --method counts --k 3 --output table.tsv --force \
               --sensitive illness --certainty 0.5";
    for (fact, left) in [
        // Six of nine who typed `clinic` typed `diabetes`; three of fourteen who typed `boston` typed `cancer`.
        ("query", "boston\t14\nclinic boston\t9\ndiabetes\t5\ncancer boston\t3\n"),
        ("word", "boston\t26\nclinic\t15\ndiabetes\t11\ncancer\t3\n"),
        ("word,word", "boston\tclinic\t9\nboston\tcancer\t3\n"),
    ] {
        desk.clump(&format!("{run} --table {fact}")).ok();
        let table = desk.text("table.tsv");
        let (_, rows) = table.split_once('\n').unwrap();
        let sorted = |rows: &str| rows.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(sorted(&rows.replace("cancer\tboston", "boston\tcancer")), sorted(left), "{fact}");
        desk.clump("verify table.tsv").ok();
    }
    // In the south, three of fourteen; who is known to be in the north and to have typed `clinic` is one of nine.
    desk.clump(&format!("{run} --table query:region")).ok();
    assert!(
        desk.text("table.tsv").contains("cancer boston")
            && !desk.text("table.tsv").contains("diabetes clinic")
    );
    desk.clump("verify table.tsv").ok();
}
