//! Words in disguise: characters that show nothing, and text around a word, hide nothing from a guard or from the scanner.

use crate::desk::{Desk, log_of};

/// What guards leave alone.
const HARMLESS: [&str; 2] = ["weather radar", "guitar chords"];

#[test]
fn invisible_characters_hide_no_word_from_a_ceiling() {
    let disguised =
        ["h\u{200b}iv", "h\u{ad}iv", "schizo\u{2060}phrenia", "mari&#106;uana", "h%69v", "www.hiv.org"];
    let desk = Desk::new();
    desk.file("log.tsv", log_of(7, &[&disguised[..], &HARMLESS].concat()));
    for method in ["pieces", "nearest", "clump", "partition", "counts --table query", "counts --table word"] {
        let line = format!("anonymize log.tsv --k 5 --method {method} --force --output r.csv");
        desk.clump(&format!("{line} --ceiling health --ceiling drugs")).ok();
        let text = desk.text("r.csv");
        for word in disguised.into_iter().chain(["hiv", "schizophrenia", "marijuana"]) {
            assert!(!text.contains(word), "{method}: {word:?}\n{text}");
        }
        assert!(text.contains("weather"), "{method}\n{text}");
    }
}

#[test]
fn invisible_characters_hide_nobody_from_a_bound_on_certainty() {
    let desk = Desk::new();
    desk.file("log.tsv", log_of(6, &["h\u{200b}iv", "guitar"]));
    let run = "anonymize log.tsv --k 5 --method nearest --unit owner --sensitive health --certainty 0.5";
    desk.refused(&format!("{run} --output r.csv")).says("6 of 6 owners have an item");
}

/// Free text is an item as a whole; what it tells is in its words.
#[test]
fn words_of_an_item_are_seen_by_a_guard() {
    let desk = Desk::new();
    let items = ["HIV test", "jane has hiv", "schizophrenia diary", "bread", "milk"];
    let rows: String = (1..=7).flat_map(|owner| items.map(|item| format!("u{owner},{item}\n"))).collect();
    desk.file("items.csv", format!("owner,item\n{rows}"));
    let input = "items.csv --owner owner --items item --k 5 --force --output r.csv";
    for method in ["counts --table item", "nearest --accept-loss", "pieces --accept-loss"] {
        desk.clump(&format!("anonymize {input} --method {method} --ceiling health")).ok();
        let text = desk.text("r.csv").to_lowercase();
        assert!(!text.contains("hiv") && !text.contains("schizophrenia"), "{method}\n{text}");
        assert!(text.contains("bread"), "{method}\n{text}");
    }
}

/// Anybody can open a query that k owners sealed.
#[test]
fn an_identifier_is_not_sealed() {
    let identifiers = ["(555) 0123", "john.doe@gmail.com", "12 main st"];
    let desk = Desk::new();
    desk.file("log.tsv", log_of(7, &[&identifiers[..], &HARMLESS].concat()));
    let run = desk.clump("anonymize log.tsv --k 5 --method share --output sealed.tsv").ok();
    assert!(run.stderr.contains("queries with an identifier: 3"), "{run}");
    desk.clump("decode sealed.tsv --output opened.tsv").ok();
    let opened = desk.text("opened.tsv");
    assert!(opened.contains("weather radar"), "{opened}");
    for secret in ["0123", "john", "main st"] {
        assert!(!opened.contains(secret), "{secret}\n{opened}");
    }
}

/// A line of such a file is an owner and one item. Read as baskets, seven lines of one person would be seven owners.
#[test]
fn a_table_without_a_header_is_not_read_as_baskets() {
    let desk = Desk::new();
    let items = ["hiv", "flu", "cold", "gout", "acne", "ulcer", "asthma"];
    for owners in [["ann", "bob", "cem", "dora", "eve"], ["1001", "1002", "1003", "1004", "1005"]] {
        let lines: String =
            owners.iter().flat_map(|owner| items.map(|item| format!("{owner},{item}\n"))).collect();
        desk.file("long.csv", lines);
        for method in ["nearest --taxonomy flat", "counts --table item"] {
            let run = desk.clump(&format!("anonymize long.csv --k 5 --method {method} --output r.csv"));
            assert_eq!(run.status, 2, "{run}");
            assert!(!run.to_string().contains(owners[1]) && !desk.exists("r.csv"), "{run}");
        }
    }
}
