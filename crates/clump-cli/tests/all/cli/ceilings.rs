//! `--ceiling` and `--never`: what is not published however many owners share it, for every kind of release, and the checks
//! of it from the file.

use crate::desk::{Desk, Run, example_log, log_of};

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

const RUN: &str = "anonymize patients.txt --from basket --taxonomy codes.csv --k 2";
const ORIGINALS: &str = "--input patients.txt --from basket --taxonomy codes.csv";

fn patients() -> Desk {
    let desk = Desk::new();
    desk.file("codes.csv", CODES).file("patients.txt", PATIENTS);
    desk
}

fn asked() -> Desk {
    let desk = Desk::new();
    desk.file("log.tsv", example_log());
    desk
}

/// The labels and texts of a release in CSV, without numbers.
fn labels(text: &str) -> Vec<String> {
    let cells = text.lines().skip(1).flat_map(|line| line.split([',', ';', '|', '"']));
    cells.map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
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
        let line = format!("{RUN} --method {method}");
        desk.clump(&format!("{line} --ceiling mental --output r.jsonl --audit audit.tsv"))
            .ok()
            .says("Verified  a ceiling at `mental`: ");
        let text = desk.text("r.jsonl");
        assert!(!text.contains("dementia") && !text.contains("schizophrenia"), "{method}\n{text}");
        assert_eq!(desk.certificate("r.jsonl")["parameters"]["ceiling"], serde_json::json!(["mental"]));
        desk.clump("verify r.jsonl --taxonomy codes.csv").ok();
        desk.clump(&format!("verify r.jsonl --audit audit.tsv {ORIGINALS}")).ok();
    }
}

#[test]
fn without_its_taxonomy_a_ceiling_is_not_proved() {
    let desk = patients();
    desk.clump(&format!("{RUN} --ceiling mental --output r.jsonl")).ok();
    desk.clump("verify r.jsonl").ends(1).says("Unproved  a ceiling at `mental`");
    desk.file("other.csv", CODES.replace("stroke", "gout"));
    desk.clump("verify r.jsonl --taxonomy other.csv").ends(1);
    edited(&desk, "<mental>", "dementia", "--ceiling mental --taxonomy codes.csv")
        .ends(1)
        .says("it is more specific than the ceiling allows")
        .omits("dementia");
}

#[test]
fn codes_are_below_their_prefixes() {
    let desk = Desk::new();
    desk.file("codes.txt", "290.1 410\n290.2 410\n290.1 411\n290.2 411\n");
    let line = "anonymize codes.txt --from basket --taxonomy prefix --k 2 --ceiling 290 --output r.jsonl";
    desk.clump(line).ok();
    assert!(desk.text("r.jsonl").contains("<290>") && !desk.text("r.jsonl").contains("290."));
    desk.clump("verify r.jsonl").ok();
    edited(&desk, "<290>", "290.1", "--ceiling 290 --taxonomy prefix").ends(1);
    let line = "anonymize codes.txt --from basket --taxonomy prefix --method counts --table item --k 2 --ceiling 290";
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
    let whole = |name: &str| desk.certificate(name)["whole_queries"].as_u64().unwrap();
    assert!(0 < whole("r.jsonl") && whole("r.jsonl") < whole("free.jsonl"));
    desk.clump("verify r.jsonl").ok();
    desk.clump("verify r.jsonl --audit audit.tsv --input log.tsv").ok();
    // A text of the free release that has such a word, with labels that would be allowed.
    let promise = "--promise k-anonymity --promise ceiling --ceiling device --ceiling activity";
    desk.clump(&format!("verify free.jsonl {promise}")).ends(1);
    let text = desk.text("r.jsonl");
    let told = text.lines().find(|line| line.contains("\"text\":\"")).unwrap();
    let start = told.find("\"text\":\"").unwrap() + 8;
    let typed = &told[start..start + told[start..].find('"').unwrap()];
    let changed = format!("\"text\":\"{typed} game\"");
    edited(&desk, &format!("\"text\":\"{typed}\""), &changed, "--ceiling device --ceiling activity")
        .says("it is more specific than the ceiling allows");
}

#[test]
fn facts_are_counted_as_the_ceiling_or_excluded() {
    let desk = patients();
    let counts = "anonymize patients.txt --from basket --method counts --k 2";
    let under = "--taxonomy codes.csv --ceiling mental";
    desk.clump(&format!("{counts} --table item {under} --output t.csv")).ok();
    assert_eq!(desk.text("t.csv"), "item,owners\n<mental>,8\nangina,3\ninfarction,2\nstroke,2\n");
    desk.clump("verify t.csv --taxonomy codes.csv").ok();
    desk.clump(&format!("verify t.csv {ORIGINALS}")).ok();
    desk.file("t.csv", desk.text("t.csv").replace("stroke", "dementia"));
    let promise = "--promise common-facts --k 2 --promise ceiling --ceiling mental";
    desk.clump(&format!("verify t.csv {promise} --taxonomy codes.csv")).ends(1);
    desk.clump(&format!("{counts} --table item,item {under} --output pairs.csv")).ok();
    assert!(desk.text("pairs.csv").contains("<mental>,angina,3"), "{}", desk.text("pairs.csv"));

    let desk = asked();
    for fact in ["query", "query,host", "word", "word,word"] {
        let line = format!("anonymize log.tsv --method counts --k 5 --table {fact}");
        desk.clump(&format!("{line} --output free.csv --force")).ok();
        desk.clump(&format!("{line} --ceiling artifact --output t.csv --force"))
            .ok()
            .says("words below a ceiling");
        assert!(desk.text("t.csv").lines().count() < desk.text("free.csv").lines().count(), "{fact}");
        desk.clump("verify t.csv").ok();
        desk.clump("verify t.csv --input log.tsv").ok();
        let promise = "--promise common-facts --k 5 --promise ceiling --ceiling artifact";
        desk.clump(&format!("verify free.csv {promise}")).ends(1);
    }
}

#[test]
fn an_applied_release_keeps_the_ceilings_of_the_earlier_one() {
    let desk = patients();
    desk.clump(&format!("{RUN} --ceiling mental --output r.jsonl")).ok();
    let apply = "apply r.jsonl patients.txt --from basket --taxonomy codes.csv --earlier-owners none";
    desk.clump(&format!("{apply} --output again.jsonl")).ok().says("ceiling mental");
    assert!(!desk.text("again.jsonl").contains("dementia"));
    desk.refused(&format!("{apply} --ceiling heart --output other.jsonl")).says("ceiling");
}

#[test]
fn a_list_is_kept_to_by_every_method_and_can_be_checked_by_who_has_it() {
    let desk = patients();
    desk.file("never.txt", "# nobody\nDementia\n").file("other.txt", "angina\n");
    for method in OF_ROWS {
        let line = format!("{RUN} --method {method}");
        desk.clump(&format!("{line} --never never.txt --output r.jsonl --force")).ok();
        assert!(!desk.text("r.jsonl").contains("dementia"), "{method}");
        let certificate = desk.certificate("r.jsonl");
        assert_eq!(certificate["parameters"]["never"], true, "{method}");
        assert!(!certificate.to_string().contains("ementia"), "{method}");
        desk.clump("verify r.jsonl --never never.txt").ok().says("Holds     no term of the list");
    }
    let counts = "anonymize patients.txt --from basket --method counts --table item --k 2";
    desk.clump(&format!("{counts} --never never.txt -o t.csv")).ok();
    desk.clump("verify t.csv --never never.txt").ok();
    let run = desk.clump("verify t.csv --never other.txt").ends(1);
    run.says("it has a term of the list").omits("angina");
}

/// Words that a ceiling at `illness` and `drug` misses: WordNet has them elsewhere.
const MISSED: [&str; 7] = ["hiv", "bipolar", "schizophrenia", "autism", "epilepsy", "dementia", "marijuana"];

/// Six people who typed each of the missed words, and harmless ones.
fn missed() -> Desk {
    let desk = Desk::new();
    desk.file("log.tsv", log_of(6, &[&MISSED[..], &["weather", "cheap hotel"]].concat()));
    desk
}

#[test]
fn a_topic_covers_what_wordnet_has_elsewhere_in_every_kind_of_release() {
    let guards = "--ceiling health --ceiling drugs";
    for method in ["pieces", "nearest", "clump", "partition", "counts --table query", "counts --table word"] {
        let desk = missed();
        let line = format!("anonymize log.tsv --k 5 --method {method} --force --output r.csv");
        desk.clump(&line).ok();
        let open = labels(&desk.text("r.csv"));
        let is_shown = |word: &&&str| open.iter().any(|label| label.contains(**word));
        assert!(MISSED.iter().any(|word| is_shown(&word)), "{method}: there is something to cover\n{open:?}");
        desk.clump(&format!("{line} {guards}")).ok();
        let text = desk.text("r.csv");
        assert!(MISSED.iter().all(|word| !text.contains(word)), "{method}\n{text}");
        assert!(text.contains("weather"), "{method}\n{text}");
        assert_eq!(desk.certificate("r.csv")["taxonomy"]["source"], "topics");
        desk.clump("verify r.csv").ok();
        desk.file("forged.csv", text.replace("weather", "bipolar"));
        let promise = if method.starts_with("counts") { "--promise common-facts --k 5" } else { "" };
        desk.clump(&format!("verify forged.csv {promise} --promise ceiling --ceiling health --rewritten"))
            .ends(1);
    }
}

#[test]
fn a_sensitive_topic_bounds_certainty_and_can_be_verified() {
    let desk = asked();
    let line = "anonymize log.tsv --k 5 --method nearest --sensitive health --certainty 0.5 --output r.csv";
    desk.clump(&format!("{line} --audit audit.tsv")).ok().says("`health`");
    desk.clump("verify r.csv").ok();
    desk.clump("verify r.csv --audit audit.tsv --input log.tsv").ok();
}

#[test]
fn published_words_close_to_a_guard_are_shown_to_the_publisher() {
    for method in ["pieces", "counts --table query"] {
        let desk = missed();
        let line = format!("anonymize log.tsv --k 5 --method {method} --force --output r.csv");
        let run = desk.clump(&format!("{line} --ceiling illness --ceiling drug")).ok();
        let shown = run.stderr.lines().find(|line| line.starts_with("Look at")).unwrap_or_default();
        for word in MISSED {
            assert!(shown.contains(&format!("{word} (6)")), "{method}: {word}\n{run}");
        }
        assert!(!shown.contains("weather") && !shown.contains("hotel"), "{method}\n{run}");
        for line in [format!("{line} --ceiling health --ceiling drugs"), line] {
            desk.clump(&line).ok().omits("Look at");
        }
    }
}

/// A ward is a cell. Its name says as much as an item.
#[test]
fn a_cell_is_under_the_ceiling_too_and_may_not_be_sensitive() {
    let desk = Desk::new();
    let rows = (0..12).map(|owner| format!("u{owner},milk,{}\n", if owner < 6 { "hiv" } else { "flowers" }));
    desk.file("wards.csv", format!("user,query,ward\n{}", rows.collect::<String>()));
    let run = "anonymize wards.csv --owner user --table query:ward --k 5 --output t.csv --force";
    for guard in ["--ceiling health", "--sensitive health --certainty 0.5"] {
        desk.clump(&format!("{run} {guard}")).ok();
        assert_eq!(desk.text("t.csv"), "query,ward,owners\nmilk,flowers,6\n", "{guard}");
        desk.clump("verify t.csv --input wards.csv --owner user").ok().says("Holds");
        // The row that is missing, written by somebody else.
        desk.file("t.csv", "query,ward,owners\nmilk,flowers,6\nmilk,hiv,6\n");
        let forged = desk.clump("verify t.csv --input wards.csv --owner user");
        assert!(forged.stderr.contains("Broken"), "{guard}: {}", forged.stderr);
    }
}

/// An item may be about several topics. It belongs below the one that the guard is about, whichever word comes first.
#[test]
fn an_item_of_several_topics_is_under_the_ceiling_at_any_of_them() {
    let desk = Desk::new();
    let items = ["gay hiv", "hiv marijuana", "catholic-hiv", "bread"];
    let lines = (0..24).map(|owner| {
        let item = items[owner / 6];
        format!("{{\"user\":\"u{owner}\",\"items\":[\"{item}\",\"milk\"]}}\n")
    });
    desk.file("i.jsonl", lines.collect::<String>());
    for (method, audit) in [("counts --table item", ""), ("nearest", "--audit a"), ("pieces", "--audit a")] {
        for (topic, hidden) in [("health", &items[..3]), ("drugs", &items[1..2]), ("sexuality", &items[..1])]
        {
            let run = format!(
                "anonymize i.jsonl --owner user --items items --method {method} {audit} --k 5 --ceiling {topic} --output r.csv --force"
            );
            desk.clump(&run).ok();
            let text = desk.text("r.csv");
            assert!(text.contains(&format!("<{topic}>")) && text.contains("bread"), "{run}\n{text}");
            let shown: Vec<&str> = hidden.iter().copied().filter(|item| text.contains(item)).collect();
            assert!(shown.is_empty(), "{run}\n{text}");
            desk.clump(&format!("verify r.csv --input i.jsonl --owner user --items items {audit}"))
                .ok()
                .says("Holds     a ceiling");
        }
    }
}

/// A text that WordNet does not have is published below the ceiling if a word of it is below the ceiling.
#[test]
fn an_unknown_item_with_a_word_below_a_ceiling_is_under_it() {
    let desk = Desk::new();
    let lines = (0..12).map(|owner| {
        let item = if owner < 6 { "cancer cookbook" } else { "vegetable cookbook" };
        format!("{{\"user\":\"u{owner}\",\"items\":[\"{item}\",\"milk\"]}}\n")
    });
    desk.file("i.jsonl", lines.collect::<String>());
    let run = "anonymize i.jsonl --owner user --items items --unknown keep --method nearest --k 5 --ceiling illness --output r.csv";
    desk.clump(run).ok();
    let text = desk.text("r.csv");
    assert!(text.contains("<illness>") && !text.contains("cancer") && text.contains("vegetable"), "{text}");
}

#[test]
fn a_fact_that_occurs_less_often_than_it_has_owners_is_a_forgery() {
    let desk = asked();
    desk.clump("anonymize log.tsv --method counts --times --k 5 --output t.csv").ok();
    let text = desk.text("t.csv");
    let row = text.lines().nth(1).unwrap();
    let (fact, _) = row.rsplit_once(',').unwrap();
    desk.file("t.csv", text.replacen(row, &format!("{fact},1"), 1));
    let run = desk.clump("verify t.csv");
    assert!(run.stderr.contains("it occurs less often than it has owners"), "{}", run.stderr);
}
