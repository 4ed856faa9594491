//! `--ceiling` and `--never`: what is not published however many owners share it, for every kind of release, and the checks
//! of it from the file.

use insta::assert_snapshot;

use crate::desk::{Desk, Run};

/// The example log.
const LOG: &str = include_str!("../../../../examples/queries.tsv");

/// A small extract of the shape of ICD-9: chapters, sections, codes.
const CODES: &str = "\
dementia,mental
schizophrenia,mental
mental,any
angina,heart
infarction,heart
heart,circulatory
stroke,circulatory
circulatory,any
any,
";

/// Eight patients who share what they have with others, each illness with at least two.
const PATIENTS: &str = "dementia angina\ndementia angina\nschizophrenia angina\nschizophrenia stroke\n\
                        dementia stroke\nschizophrenia infarction\ninfarction dementia\ndementia schizophrenia\n";

/// Methods that make rows of items, with the parameters that they need.
const OF_ROWS: [&str; 6] = [
    "nearest",
    "pieces",
    "clump",
    "partition",
    "apriori",
    "coherence --h 0.9 --p 1 --sensitive stroke --accept-loss",
];

fn patients() -> Desk {
    let desk = Desk::new();
    desk.file("codes.csv", CODES).file("patients.txt", PATIENTS);
    desk
}

fn asked() -> Desk {
    let desk = Desk::new();
    desk.file("log.tsv", LOG);
    desk
}

/// The labels and texts of a release in CSV, without numbers.
fn labels(text: &str) -> Vec<String> {
    let cells = text.lines().skip(1).flat_map(|line| line.split([',', ';', '|', '"']));
    cells.map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
}

fn certificate(desk: &Desk, name: &str) -> serde_json::Value {
    serde_json::from_str(&desk.text(&format!("{name}.certificate.json"))).unwrap()
}

fn loss(desk: &Desk, name: &str) -> f64 {
    certificate(desk, name)["loss_per_item"].as_f64().unwrap()
}

/// What `verify` says of an edited release that states its promise itself.
fn edited(desk: &Desk, from: &str, to: &str, flags: &str) -> Run {
    let text = desk.text("r.jsonl");
    let changed = text.replacen(from, to, 1);
    assert!(changed != text, "{from} is not in the release");
    desk.file("edited.jsonl", changed);
    desk.clump(&format!("verify edited.jsonl --promise ceiling --rewritten {flags}"))
}

#[test]
fn no_method_publishes_what_is_below_and_verify_sees_it_in_the_file() {
    for method in OF_ROWS {
        let desk = patients();
        let line =
            format!("anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --method {method}");
        let run = desk.clump(&format!("{line} --ceiling mental --output r.jsonl --audit audit.tsv")).ok();
        assert!(run.stderr.contains("Verified  a ceiling at `mental`: "), "{method}\n{run}");
        let text = desk.text("r.jsonl");
        assert!(!text.contains("dementia") && !text.contains("schizophrenia"), "{method}\n{text}");
        assert_eq!(certificate(&desk, "r.jsonl")["parameters"]["ceiling"], serde_json::json!(["mental"]));
        desk.clump("verify r.jsonl --taxonomy codes.csv").ok();
        let line = "verify r.jsonl --audit audit.tsv --input patients.txt --from basket --taxonomy codes.csv";
        desk.clump(line).ok();
    }
}

#[test]
fn what_a_ceiling_costs_is_in_the_loss() {
    let desk = patients();
    for method in ["nearest", "pieces", "clump", "coherence --h 0.9 --p 1 --sensitive stroke"] {
        let line = format!(
            "anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --method {method} --force"
        );
        desk.clump(&format!("{line} --output free.jsonl")).ok();
        desk.clump(&format!("{line} --ceiling mental --output r.jsonl")).ok();
        assert!(desk.text("free.jsonl").contains("dementia"), "{method}: the ceiling would cost nothing");
        assert!(loss(&desk, "r.jsonl") > loss(&desk, "free.jsonl"), "{method}");
    }
}

#[test]
fn without_its_taxonomy_a_ceiling_is_not_proved() {
    let desk = patients();
    let line =
        "anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --ceiling mental --output r.jsonl";
    desk.clump(line).ok();
    let run = desk.clump("verify r.jsonl");
    assert_eq!(run.status, 1, "{run}");
    assert!(run.stderr.contains("Unproved  a ceiling at `mental`"), "{run}");
    desk.file("other.csv", CODES.replace("stroke", "gout"));
    assert_eq!(desk.clump("verify r.jsonl --taxonomy other.csv").status, 1);
    let run = edited(&desk, "<mental>", "dementia", "--ceiling mental --taxonomy codes.csv");
    assert_eq!(run.status, 1, "{run}");
    assert!(run.stderr.contains("it is more specific than the ceiling allows"), "{run}");
    assert!(!run.stderr.contains("dementia"), "{run}");
}

#[test]
fn codes_are_below_their_prefixes() {
    let desk = Desk::new();
    desk.file("codes.txt", "290.1 410\n290.2 410\n290.1 411\n290.2 411\n");
    let line = "anonymize codes.txt --from basket --taxonomy prefix --k 2 --ceiling 290 --output r.jsonl";
    desk.clump(line).ok();
    assert!(desk.text("r.jsonl").contains("<290>") && !desk.text("r.jsonl").contains("290."));
    desk.clump("verify r.jsonl").ok();
    assert_eq!(edited(&desk, "<290>", "290.1", "--ceiling 290").status, 1);
    let line =
        "anonymize codes.txt --from basket --taxonomy prefix --method counts --fact item --k 2 --ceiling 290";
    desk.clump(&format!("{line} --output t.csv")).ok();
    assert_eq!(desk.text("t.csv"), "item,owners\n<290>,4\n410,2\n411,2\n");
    desk.clump("verify t.csv").ok();
    desk.clump("verify t.csv --input codes.txt --from basket").ok();
}

#[test]
fn texts_of_queries_tell_nothing_below() {
    let desk = asked();
    let line = "anonymize log.tsv --k 5 --method pieces";
    desk.clump(&format!("{line} --output free.jsonl")).ok();
    desk.clump(&format!("{line} --ceiling device --ceiling activity --output r.jsonl --audit audit.tsv"))
        .ok();
    let whole = |name: &str| certificate(&desk, name)["pieces"]["whole_queries"].as_u64().unwrap();
    assert!(0 < whole("r.jsonl") && whole("r.jsonl") < whole("free.jsonl"));
    desk.clump("verify r.jsonl").ok();
    desk.clump("verify r.jsonl --audit audit.tsv --input log.tsv").ok();
    // A text of the free release that has such a word, with labels that would be allowed.
    let run = desk.clump(
        "verify free.jsonl --promise k-anonymity --promise ceiling --ceiling device --ceiling activity",
    );
    assert_eq!(run.status, 1, "{run}");
    let text = desk.text("r.jsonl");
    let told = text.lines().find(|line| line.contains("\"text\":\"")).unwrap();
    let start = told.find("\"text\":\"").unwrap() + 8;
    let typed = &told[start..start + told[start..].find('"').unwrap()];
    let changed = format!("\"text\":\"{typed} game\"");
    let run =
        edited(&desk, &format!("\"text\":\"{typed}\""), &changed, "--ceiling device --ceiling activity");
    assert!(run.stderr.contains("it is more specific than the ceiling allows"), "{run}");
}

#[test]
fn facts_are_counted_as_the_ceiling_or_withheld() {
    let desk = patients();
    let counts = "anonymize patients.txt --from basket --method counts --k 2";
    let under = "--taxonomy codes.csv --ceiling mental";
    desk.clump(&format!("{counts} --fact item {under} --output t.csv")).ok();
    assert_eq!(desk.text("t.csv"), "item,owners\n<mental>,8\nangina,3\ninfarction,2\nstroke,2\n");
    desk.clump("verify t.csv --taxonomy codes.csv").ok();
    desk.clump("verify t.csv --input patients.txt --from basket --taxonomy codes.csv").ok();
    desk.file("t.csv", desk.text("t.csv").replace("stroke", "dementia"));
    let run = desk.clump(
        "verify t.csv --promise common-facts --k 2 --promise ceiling --ceiling mental --taxonomy codes.csv",
    );
    assert_eq!(run.status, 1, "{run}");
    desk.clump(&format!("{counts} --fact item,item {under} --output pairs.csv")).ok();
    assert!(desk.text("pairs.csv").contains("<mental>,angina,3"), "{}", desk.text("pairs.csv"));

    let desk = asked();
    for fact in ["query", "query,host", "word", "word,word"] {
        let line = format!("anonymize log.tsv --method counts --k 5 --fact {fact}");
        desk.clump(&format!("{line} --output free.csv --force")).ok();
        let run = desk.clump(&format!("{line} --ceiling artifact --output t.csv --force")).ok();
        assert!(run.stderr.contains("words below a ceiling"), "{fact}\n{run}");
        assert!(desk.text("t.csv").lines().count() < desk.text("free.csv").lines().count(), "{fact}");
        desk.clump("verify t.csv").ok();
        desk.clump("verify t.csv --input log.tsv").ok();
        let promise = "--promise common-facts --k 5 --promise ceiling --ceiling artifact";
        assert_eq!(desk.clump(&format!("verify free.csv {promise}")).status, 1, "{fact}");
    }
}

#[test]
fn a_ceiling_at_the_root_leaves_nothing() {
    let desk = patients();
    for method in ["nearest", "clump", "partition"] {
        let line =
            format!("anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --method {method}");
        desk.clump(&format!("{line} --ceiling any --output r.csv --force")).ok();
        assert!(labels(&desk.text("r.csv")).iter().all(|cell| cell.parse::<u32>().is_ok()), "{method}");
        assert_eq!(loss(&desk, "r.csv"), 1.0, "{method}");
    }
}

#[test]
fn what_cannot_be_a_ceiling_is_refused() {
    let desk = patients();
    let line = "anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --output r.csv";
    assert_snapshot!(desk.refused(&format!("{line} --ceiling mentall")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: a ceiling is at a node that the taxonomy does not have

    hint: name nodes as the taxonomy spells them: `clump taxonomy show NODE` looks one up
    ");
    let unknown = desk.refused(&format!("{line} --method counts --fact item --ceiling mentall"));
    assert!(unknown.stderr.contains("a ceiling is at a node that the taxonomy does not have"), "{unknown}");
    assert!(
        desk.refused(&format!("{line} --ceiling file:none.txt")).stderr.contains("none.txt cannot be read")
    );
    assert_snapshot!(desk.refused("anonymize log.tsv --method hash --ceiling person --output r.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `ceiling` is not a key of the method hash

    hint: leave it out, or choose a method that makes rows of items or counts facts (`clump methods`)
    ");
    // Without a ceiling, facts need no tree.
    let stray = desk
        .refused("anonymize patients.txt --method counts --fact item --k 2 --taxonomy codes.csv -o r.csv");
    assert!(stray.stderr.contains("`taxonomy` is not a key of the method counts"), "{stray}");
}

#[test]
fn an_applied_release_keeps_the_ceilings_of_the_earlier_one() {
    let desk = patients();
    let line =
        "anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --ceiling mental --output r.jsonl";
    desk.clump(line).ok();
    let apply = "apply r.jsonl patients.txt --from basket --taxonomy codes.csv --new-owners-only";
    let run = desk.clump(&format!("{apply} --output again.jsonl")).ok();
    assert!(run.stderr.contains("ceiling mental"), "{run}");
    assert!(!desk.text("again.jsonl").contains("dementia"));
    let other = desk.refused(&format!("{apply} --ceiling heart --output other.jsonl"));
    assert!(other.stderr.contains("ceiling"), "{other}");
}

#[test]
fn a_list_is_kept_to_by_every_method_and_can_be_checked_by_who_has_it() {
    let desk = patients();
    desk.file("never.txt", "# nobody\nDementia\n").file("other.txt", "angina\n");
    for method in OF_ROWS {
        let line =
            format!("anonymize patients.txt --from basket --taxonomy codes.csv --k 2 --method {method}");
        desk.clump(&format!("{line} --never never.txt --output r.jsonl --force")).ok();
        assert!(!desk.text("r.jsonl").contains("dementia"), "{method}");
        let certificate = certificate(&desk, "r.jsonl");
        assert_eq!(certificate["parameters"]["never"], true, "{method}");
        assert!(!certificate.to_string().contains("ementia"), "{method}");
        let run = desk.clump("verify r.jsonl --never never.txt").ok();
        assert!(run.stderr.contains("Holds     nothing of the list"), "{method}\n{run}");
    }
    desk.clump(
        "anonymize patients.txt --from basket --method counts --fact item --k 2 --never never.txt -o t.csv",
    )
    .ok();
    desk.clump("verify t.csv --never never.txt").ok();
    let run = desk.clump("verify t.csv --never other.txt");
    assert_eq!(run.status, 1, "{run}");
    assert!(run.stderr.contains("it has a term of the list") && !run.stderr.contains("angina"), "{run}");
}

#[test]
fn a_query_with_a_listed_word_is_left_out_of_whole_rows() {
    let desk = asked();
    desk.file("never.txt", "games\nnew york\n");
    let line = "anonymize log.tsv --k 5 --method nearest --unit query";
    desk.clump(&format!("{line} --output free.jsonl")).ok();
    desk.clump(&format!("{line} --never never.txt --output r.jsonl")).ok();
    assert_eq!(desk.clump("verify free.jsonl --never never.txt").status, 1);
    desk.clump("verify r.jsonl --never never.txt").ok();
}
