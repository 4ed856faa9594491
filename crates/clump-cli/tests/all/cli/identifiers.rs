//! Identifiers of persons in every disguise, typed by so many owners that k alone would publish them: no kind of release
//! shows one, and what only looks like one stays.

use crate::desk::{Desk, log_of};

/// The table of forms with which the scanner is tested.
const FORMS: &str = include_str!("../../../../clump-scrub/tests/forms.tsv");

/// What a hostile reader found in releases.
const PUBLISHED_ONCE: [&str; 22] = [
    "4111 - 1111 - 1111 - 1111",
    "4111, 1111, 1111, 1111",
    "123 - 45 - 6789",
    "ssn 123, 45, 6789",
    "212 - 555 - 0123",
    "(555) 0123",
    "212. 555. 0123",
    "john.doe @ gmail.com",
    "john (at) gmail.com",
    "john.doe&#64;gmail.com",
    "john.doe\u{200b}@gmail.com",
    "myspace.com/janedoe",
    "facebook.com/janedoe",
    "linkedin.com/in/janedoe",
    "example.edu/~janedoe",
    "a.example/?name=janedoe&pw=secret",
    "passport c01x00t47",
    "de89 3704 0044 0532 0130 00",
    "1hgcm82633a004352",
    "00:1a:2b:3c:4d:5e",
    "hauptstrasse 12 berlin",
    "12 rue de la paix paris",
];

/// The harmless queries of the table that the scanner leaves, in lower case as releases have them.
const HARMLESS: [&str; 6] =
    ["isbn 0306406152", "9 to 5", "john 3:16", "1800flowers", "boeing 747-400", "shop at amazon.com"];

#[test]
fn no_method_publishes_an_identifier() {
    let desk = Desk::new();
    let texts: Vec<&str> = PUBLISHED_ONCE.into_iter().chain(HARMLESS).collect();
    desk.file("log.tsv", log_of(6, &texts));
    for (method, has_texts) in
        [("counts --table query", true), ("pieces", true), ("drop-rare", true), ("nearest", false)]
    {
        desk.clump(&format!("anonymize log.tsv --k 5 --method {method} --output r.tsv --force")).ok();
        let release = desk.text("r.tsv").to_lowercase();
        for text in PUBLISHED_ONCE {
            assert!(!release.contains(text), "{method}: {text}");
        }
        for secret in
            ["janedoe", "gmail", "1111", "c01x00t47", "3704", "1hgcm82633a004352", "secret", "john.doe"]
        {
            assert!(!release.contains(secret), "{method}: {secret}");
        }
        for text in HARMLESS.into_iter().filter(|_| has_texts && method != "pieces") {
            assert!(release.contains(text), "{method}: {text}");
        }
    }
}

/// The parts of a query that is excluded are no words of a table, alone or in pairs. A recount of the input agrees.
#[test]
fn words_of_identifiers_are_not_counted() {
    let desk = Desk::new();
    let typed = [
        "john.doe @ gmail.com",
        "passport c01x00t47",
        "ssn 123 - 45 - 6789",
        "www.myspace.com / johndoe",
        "dog food brands",
    ];
    desk.file("log.tsv", log_of(6, &typed));
    for fact in ["word", "word,word"] {
        desk.clump(&format!("anonymize log.tsv --k 5 --method counts --table {fact} --output r.tsv --force"))
            .ok();
        let release = desk.text("r.tsv");
        for part in ["john", "gmail", "c01x00t47", "45", "6789"] {
            assert!(!release.contains(part), "{fact}: {part}\n{release}");
        }
        assert!(release.contains("brands"), "{fact}: {release}");
        desk.clump("verify r.tsv --input log.tsv").ok();
    }
}

/// Every item of the table that is harmless is published, with any taxonomy that the data make; every other one is not.
#[test]
fn items_are_scanned_and_codes_pass() {
    let of_class = |is_wanted: fn(&str) -> bool| {
        let lines = FORMS.lines().filter_map(|line| line.strip_prefix("item\t")?.split_once('\t'));
        lines.filter(|(class, _)| is_wanted(class)).map(|(_, text)| text).collect::<Vec<_>>()
    };
    let (harmless, identifiers) =
        (of_class(|class| class == "harmless"), of_class(|class| class != "harmless"));
    let desk = Desk::new();
    let table: String = (1..=6)
        .flat_map(|owner| harmless.iter().chain(&identifiers).map(move |item| format!("u{owner}\t{item}\n")))
        .collect();
    desk.file("items.tsv", format!("owner\titem\n{table}"));
    let input = "items.tsv --owner owner --items item --k 5 --output r.csv --force";
    for method in [
        "counts --table item",
        "nearest --taxonomy flat --accept-loss",
        "nearest --taxonomy prefix --accept-loss",
        "pieces --taxonomy flat --accept-loss",
    ] {
        desk.clump(&format!("anonymize {input} --method {method}")).ok();
        let release = desk.text("r.csv");
        for item in &harmless {
            assert!(release.contains(item), "{method}: {item}");
        }
        for item in &identifiers {
            assert!(!release.contains(item), "{method}: {item}");
        }
    }
}

/// A term of the list is found in any spelling that shows the same.
#[test]
fn never_lists_match_in_the_plain_form() {
    let desk = Desk::new();
    let hidden =
        ["jane sm\u{200b}ith", "jane sm\u{ad}ith", "jane&#32;smith", "jane%20smith", "jane ｓｍｉｔｈ"];
    let harmless = [
        "dog food",
        "weather map",
        "cheap flights",
        "used cars",
        "pizza recipe",
        "dance music",
        "garden flowers",
    ];
    let texts: Vec<&str> = hidden.into_iter().chain(harmless).collect();
    desk.file("log.tsv", log_of(6, &texts)).file("never.txt", "jane smith\n");
    // The list drops more than half of the words of this log.
    for method in ["counts --table query", "pieces --accept-loss"] {
        let line = format!("anonymize log.tsv --k 5 --method {method} --never never.txt");
        desk.clump(&format!("{line} --output r.tsv --force")).ok();
        let release = desk.text("r.tsv");
        assert!(release.contains("dog food") && !release.contains("jane"), "{method}: {release}");
    }
}
