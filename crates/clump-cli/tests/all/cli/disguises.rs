//! Words in disguise: characters that show nothing, and text around a word, hide nothing from a guard or from the scanner.

use crate::desk::Desk;

/// A log in which seven owners typed each of `texts`, and other things that guards leave alone.
fn log(texts: &[&str]) -> String {
    let typed = |text: &str| -> String {
        (1..=7).map(|owner| format!("u{owner}\t{text}\t2006-03-01 07:17:12\t\t\n")).collect()
    };
    let lines: String =
        texts.iter().chain(&["weather radar", "guitar chords"]).map(|text| typed(text)).collect();
    format!("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n{lines}")
}

#[test]
fn invisible_characters_hide_no_word_from_a_ceiling() {
    let disguised =
        ["h\u{200b}iv", "h\u{ad}iv", "schizo\u{2060}phrenia", "mari&#106;uana", "h%69v", "www.hiv.org"];
    let desk = Desk::new();
    desk.file("log.tsv", log(&disguised));
    for method in ["pieces", "nearest", "clump", "partition", "counts --fact query", "counts --fact word"] {
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
    let line = |owner: usize, text: &str| format!("u{owner}\t{text}\t2006-03-01 07:17:12\t\t\n");
    let lines: String =
        (1..=6).flat_map(|owner| [line(owner, "h\u{200b}iv"), line(owner, "guitar")]).collect();
    desk.file("log.tsv", format!("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n{lines}"));
    let run = desk.clump(
        "anonymize log.tsv --k 5 --method nearest --unit owner --sensitive health --certainty 0.5 --output r.csv",
    );
    assert!(run.status == 2 && run.stderr.contains("6 of 6 owners have something"), "{run}");
    assert!(!desk.exists("r.csv"));
}

/// Free text is an item as a whole; what it tells is in its words.
#[test]
fn words_of_an_item_are_seen_by_a_guard() {
    let desk = Desk::new();
    let items = ["HIV test", "jane has hiv", "schizophrenia diary", "bread", "milk"];
    let rows: String = (1..=7).flat_map(|owner| items.map(|item| format!("u{owner},{item}\n"))).collect();
    desk.file("items.csv", format!("owner,item\n{rows}"));
    let input = "items.csv --owner owner --items item --k 5 --force --output r.csv";
    for method in ["counts --fact item", "nearest --accept-loss", "pieces --accept-loss"] {
        desk.clump(&format!("anonymize {input} --method {method} --ceiling health")).ok();
        let text = desk.text("r.csv").to_lowercase();
        assert!(!text.contains("hiv") && !text.contains("schizophrenia"), "{method}\n{text}");
        assert!(text.contains("bread"), "{method}\n{text}");
    }
}

/// Anybody can open a query that k owners sealed.
#[test]
fn an_identifier_is_not_sealed() {
    let desk = Desk::new();
    desk.file("log.tsv", log(&["(555) 0123", "john.doe@gmail.com", "12 main st"]));
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
        for method in ["nearest --taxonomy flat", "counts --fact item"] {
            let run = desk.clump(&format!("anonymize long.csv --k 5 --method {method} --output r.csv"));
            assert_eq!(run.status, 2, "{run}");
            assert!(!run.to_string().contains(owners[1]) && !desk.exists("r.csv"), "{run}");
        }
    }
}
