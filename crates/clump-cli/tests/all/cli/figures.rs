//! What was lost, of everything that was read: the first figures, wherever figures are told.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::{Desk, SECRET, log};

/// Four owners who typed known words, unknown ones and one of each twice, and a fifth with unknown words only.
fn desk_with_unknown_words() -> Desk {
    let known = [format!("dog cat {SECRET}"), format!("the dog {SECRET}")];
    let unknown = format!("{SECRET} {SECRET}");
    let asked = (1..=4).flat_map(|owner| known.iter().map(move |query| (owner, query.as_str())));
    let desk = Desk::new();
    desk.file("log.tsv", log(asked.chain([(5, unknown.as_str())])));
    desk
}

/// The four counts that must add up.
fn words(figures: &Value) -> [u64; 4] {
    ["words", "as_typed", "generalized", "gone"].map(|key| figures[key].as_u64().unwrap())
}

#[test]
fn unknown_words_and_dropped_owners_are_gone_everywhere() {
    let desk = desk_with_unknown_words();
    let flags = "--output release.tsv --page page.html --report report.json --json --method nearest";
    let run = desk.clump(&format!("anonymize log.tsv --k 2 --unknown drop {flags}")).ok();
    // Two known words and one unknown of each of four owners, and one of the fifth.
    assert_snapshot!(run.told("Words Items Read Loss"), @"
    Read      9 lines: 9 queries of 5 owners (column AnonID), 1 dropped
    Words     13, each once per owner: 8 as typed (61.5 %), 0 generalized (0 %), 5 gone (38.5 %: 5 not in the taxonomy)
    Loss      0 % by the paper's measure (GGD), of 8 items that were grouped
    ");
    for figures in [run.json(), desk.json("report.json")] {
        assert_eq!((&figures["private"], words(&figures)), (&true.into(), [13, 8, 0, 5]));
        let besides =
            ["words_unknown", "owners_read", "owners_dropped"].map(|key| figures[key].as_u64().unwrap());
        assert_eq!(besides, [5, 5, 1]);
    }
    let [public, private] =
        ["page.html", "page.private.html"].map(|page| desk.text(page).replace('\u{a0}', " "));
    let tiles =
        ["As typed</dt><dd>61.5 %", "Gone</dt><dd>38.5 %", "Owners dropped</dt><dd>1<", "of 13 words read"];
    for tile in tiles {
        assert!(private.contains(tile) && !public.contains(tile), "{tile}");
    }
}

#[test]
fn what_is_kept_in_bits_is_told_alike_everywhere() {
    let desk = Desk::with_food();
    let kept = |figures: &Value| {
        ["information_kept", "links_kept"].map(|key| (1000.0 * figures[key].as_f64().unwrap()).round() as u32)
    };
    let settings = "--taxonomy food.csv --json";
    let line = format!(
        "anonymize baskets.txt --k 2 --output release.tsv --report report.json --audit audit.tsv {settings}"
    );
    let run = desk.clump(&line).ok();
    assert_eq!(kept(&run.json()), [352, 147]);
    let told = "Kept      35.2 % of the information in items, 14.7 % of the links between items";
    assert!(run.stderr.contains(told), "{run}");
    let measured =
        desk.clump(&format!("measure baskets.txt release.tsv --audit audit.tsv {settings}")).ok().json();
    let compared = desk.clump(&format!("compare baskets.txt --k 2 --methods nearest --no-floor {settings}"));
    let compared = compared.ok().json()["cells"][0]["cost"].clone();
    for figures in [desk.json("report.json"), measured, compared] {
        assert_eq!(kept(&figures), [352, 147], "{figures}");
    }
}

#[test]
fn words_that_the_taxonomy_has_not_told_something_too() {
    let desk = Desk::with_food();
    desk.file("more.txt", "apple beef tofu\n".repeat(4));
    let run = desk.clump("anonymize more.txt --taxonomy food.csv --k 2 --json").ok();
    let figures = run.json();
    assert_eq!(words(&figures), [12, 8, 0, 4]);
    // Three words that tell as much as each other, and three pairs of them; one word, and so two pairs, are gone.
    let share = |key: &str| figures[key].as_f64().unwrap();
    assert!((share("information_kept") - 2.0 / 3.0).abs() < 1e-9, "{run}");
    assert!((share("links_kept") - 1.0 / 3.0).abs() < 1e-9, "{run}");
}

#[test]
fn every_word_is_counted_once() {
    let desk = desk_with_unknown_words();
    desk.file("baskets.txt", "a b\nc d\ne f\ng h\n");
    for (flags, expected, dropped) in [
        // What all five typed is published as it is, though no dictionary has it.
        ("log.tsv --method nearest", [13, 11, 0, 2], 0),
        ("log.tsv --unknown drop --keep-repeats", [22, 12, 0, 10], 1),
        ("baskets.txt --taxonomy flat", [8, 0, 0, 8], 0),
    ] {
        let run = desk.clump(&format!("anonymize {flags} --k 2 --output release.tsv --force --json")).ok();
        let figures = run.json();
        assert_eq!(words(&figures), expected, "{flags}\n{run}");
        assert_eq!(figures["owners_dropped"], dropped, "{flags}\n{run}");
    }
}

#[test]
fn a_word_that_stands_for_unknown_ones_is_not_what_was_typed() {
    let desk = desk_with_unknown_words();
    let run = desk.clump("anonymize log.tsv --k 5 --unknown as:entity --keep-root --json").ok();
    assert_eq!(run.json()["as_typed"], 0, "five owners have nothing in common but the stand-in\n{run}");
    let run = desk.clump("anonymize log.tsv --method nearest --k 2 --unknown as:thing --json").ok();
    let figures = run.json();
    assert_eq!(
        figures["gone"].as_u64().unwrap() + words(&figures)[1] + words(&figures)[2],
        words(&figures)[0]
    );
    assert_eq!((figures["words_unknown"].as_u64(), figures["owners_dropped"].as_u64()), (Some(0), Some(0)));
    assert!(figures["items_exact"].as_u64() > figures["as_typed"].as_u64(), "{run}");
}

#[test]
fn words_that_overrides_drop_are_gone_too() {
    let desk = desk_with_unknown_words();
    desk.file("overrides.tsv", "cat\tdrop\n");
    let line = "anonymize log.tsv --k 2 --unknown drop --overrides overrides.tsv --json --method nearest";
    assert_snapshot!(desk.refused(line), @"
    error: more than half of the words are lost before anything is grouped
      cause: words read: 13, not in the taxonomy: 5, excluded by a list: 4; owners read: 5, without a known item: 1

    hint: check `--taxonomy`, and list the unknown words with `clump inspect INPUT --unknown-words`; give them a place with `--overrides FILE` or `--unknown keep`, or go on without them with `--accept-loss`
    ");
    let run = desk.clump(&format!("{line} --accept-loss")).ok();
    assert_eq!(words(&run.json()), [13, 4, 0, 9]);
    assert!(
        run.stderr.contains("9 gone (69.2 %: 5 not in the taxonomy, 4 excluded by your settings)"),
        "{run}"
    );
}

#[test]
fn a_run_stops_if_most_words_are_gone_before_anything_is_grouped() {
    let desk = Desk::new();
    let lines: String = ('a'..='f').map(|owner| format!("dog {SECRET}{owner} {SECRET}x\n")).collect();
    desk.file("baskets.txt", lines);
    let line = "anonymize baskets.txt --k 2 --unknown drop --output release.tsv --page page.html";
    desk.refused(line).says("cause: words read: 18, not in the taxonomy: 12; owners read: 6, without");
    desk.refused("compare baskets.txt --k 2 --unknown drop --methods nearest");
    desk.clump(&format!("{line} --accept-loss")).ok().says("12 gone (66.7 %: 12 not in the taxonomy)");
    desk.file("job.toml", "accept-loss = true\n");
    desk.clump("compare baskets.txt --config job.toml --k 2 --methods nearest").ok();
    let line = "apply release.tsv baskets.txt --earlier-owners none --output next.tsv";
    desk.refused(line).says("more than half of the words are lost");
    desk.clump(&format!("{line} --accept-loss")).ok();
}

#[test]
fn of_lines_it_is_told_whose_query_is_as_typed() {
    let desk = Desk::with_log();
    let figures = |method: &str| {
        let run = desk.clump(&format!("anonymize queries.tsv --method {method} --json")).ok();
        ["lines_read", "lines_as_typed", "lines_changed", "lines_gone", "owners_dropped"]
            .map(|key| run.json()[key].as_u64().unwrap())
    };
    assert_eq!(figures("drop-ids"), [5016, 5016, 0, 0, 0]);
    assert_eq!(figures("hash-queries --seed 1"), [5016, 0, 5016, 0, 0]);
    assert_eq!(figures("drop-all"), [5016, 0, 0, 5016, 300]);
    let [read, as_typed, changed, gone, dropped] = figures("drop-rare --k 5");
    assert!(as_typed > 0 && gone > read / 4 && as_typed + changed + gone == read && dropped < 300);
}

#[test]
fn methods_are_compared_by_what_became_of_the_words() {
    let desk = Desk::with_food();
    let line = "compare baskets.txt --taxonomy food.csv --k 2 --methods nearest,apriori --no-floor --json";
    let comparison = desk.clump(line).ok().json();
    assert_eq!((comparison["words"].as_u64(), comparison["owners_read"].as_u64()), (Some(13), Some(5)));
    for cell in comparison["cells"].as_array().unwrap() {
        let shares = ["as_typed_share", "generalized_share", "gone_share"]
            .map(|key| cell["cost"][key].as_f64().unwrap());
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{cell}");
    }
    let first = "method,setting,kind,k,promise,holds,as_typed_share,generalized_share,gone_share,information_kept,upper_bound,links_kept,";
    assert!(desk.text("comparison.csv").starts_with(first));
    let page = desk.text("comparison.html");
    assert!(page.contains("<th scope=\"col\">as typed</th>") && page.contains("<th scope=\"col\">gone</th>"));
}

/// The rows that a run showed, as `owners` and the beginning of the labels.
fn shown(stderr: &str) -> Vec<(usize, String)> {
    let lines = stderr.lines().skip_while(|line| !line.starts_with("Sample ")).skip(1);
    let rows =
        lines.take_while(|line| line.starts_with("  ")).map(|line| line.trim().split_once("  ").unwrap());
    rows.map(|(owners, labels)| (owners.split(' ').next().unwrap().parse().unwrap(), labels.to_owned()))
        .collect()
}

#[test]
fn ten_rows_of_the_release_are_shown_as_they_are_published() {
    let desk = Desk::with_log();
    let run =
        desk.clump("anonymize queries.tsv --k 5 --output release.tsv --page page.html --method nearest").ok();
    assert!(
        run.stderr.contains("Sample    10 of 60 distinct rows, drawn at random: this is what readers get"),
        "{run}"
    );
    let rows = shown(&run.stderr);
    assert_eq!(rows.len(), 10);
    let release = desk.text("release.tsv");
    for (owners, labels) in &rows {
        // `act ×2, dog … and 3 more`: act, act and dog come first.
        let shown = labels.split(" … and ").next().unwrap().split(", ");
        let begins = shown.flat_map(|label| match label.split_once(" ×") {
            Some((label, times)) => vec![label; times.parse().unwrap()],
            None => vec![label],
        });
        let begins = begins.collect::<Vec<&str>>().join("|");
        let begins = if labels.starts_with("(nothing") { "" } else { &begins };
        let items = |line: &str| line.split_once('\t').unwrap().1.to_owned();
        let published = release.lines().skip(1).filter(|line| items(line).starts_with(begins)).count();
        assert!(published >= *owners && *owners >= 5, "{labels}");
    }
    let again =
        desk.clump("anonymize queries.tsv --k 5 --output again.tsv --threads 1 --method nearest").ok();
    assert_eq!(shown(&again.stderr), rows, "the same release shows the same rows");
    for page in ["page.html", "page.private.html"] {
        let page = desk.text(page);
        let (_, labels) = rows.iter().find(|(_, labels)| !labels.starts_with("(nothing")).unwrap();
        let first = labels.split([',', ' ']).next().unwrap().replace('<', "&lt;").replace('>', "&gt;");
        let (sample, verdict) =
            (page.find("<section id=\"sample\"").unwrap(), page.find("<section id=\"verdict\"").unwrap());
        assert!(sample < verdict && page[sample..verdict].contains(&format!("<td class=\"text\">{first}")));
    }
}
