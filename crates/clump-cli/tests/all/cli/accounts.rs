//! Everything that was read is accounted for: items, lines that were skipped, null items, clicks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use insta::assert_snapshot;
use parquet::arrow::arrow_writer::ArrowWriter;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::desk::Desk;

/// Product numbers of thirteen digits, and of twelve with zeros before them; foods; words that no dictionary has.
fn item(random: &mut ChaCha8Rng) -> String {
    match random.random_range(0..4) {
        0 => format!("40063813339{:02}", random.random_range(0..12)),
        1 => format!("0000123400{:02}", random.random_range(0..12)),
        2 => ["apple", "orange", "beef", "milk", "cheese"].choose(random).unwrap().to_string(),
        _ => ["zzqy", "qxvv", "wwkj"].choose(random).unwrap().to_string(),
    }
}

/// Who bought or asked what, and when.
struct Bought {
    owner: usize,
    basket: usize,
    items: Vec<String>,
}

/// Forty baskets of fourteen owners. No two items that are numbers are neighbours: together they would be one.
fn bought(random: &mut ChaCha8Rng) -> Vec<Bought> {
    let is_number = |item: &String| item.starts_with(|sign: char| sign.is_ascii_digit());
    let mut all = Vec::new();
    for basket in 0..40 {
        let mut items: Vec<String> = Vec::new();
        for _ in 0..random.random_range(1..8) {
            let item = item(random);
            if !(is_number(&item) && items.last().is_some_and(is_number)) {
                items.push(item);
            }
        }
        all.push(Bought { owner: basket % 14, basket, items });
    }
    all
}

/// The number of distinct items of each transaction, counted by hand; `key` says which transaction a basket is of.
fn read<'b, K: Ord>(bought: &'b [Bought], key: impl Fn(&'b Bought) -> K) -> u64 {
    let mut items: BTreeMap<K, BTreeSet<&str>> = BTreeMap::new();
    for one in bought {
        items.entry(key(one)).or_default().extend(one.items.iter().map(String::as_str));
    }
    items.values().map(|items| items.len() as u64).sum()
}

/// As typed, generalized and gone are all items that were read, of every method, unit, input and answer to unknown items.
/// `CLUMP_WORLDS=6` meets every method with everything else.
#[test]
fn items_are_as_typed_generalized_or_gone() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let worlds = std::env::var("CLUMP_WORLDS").map_or(1, |worlds| worlds.parse().unwrap());
    for world in 0..worlds {
        let desk = Desk::with_food();
        let all = bought(&mut random);
        let lines = |one: &Bought, write: &dyn Fn(&str) -> String| -> String {
            one.items.iter().map(|item| write(item)).collect()
        };
        let table: String = (all.iter())
            .map(|one| lines(one, &|item| format!("u{},b{},{item}\n", one.owner, one.basket)))
            .collect();
        let log = |one: &Bought| {
            let time = format!("2006-03-{:02} 07:{:02}:00", 1 + one.basket / 20, one.basket);
            format!("{}\t{}\t{time}\t\t\n", one.owner, one.items.join(" "))
        };
        desk.file("baskets.txt", all.iter().map(|one| one.items.join(" ") + "\n").collect::<String>());
        desk.file("table.csv", format!("user,basket,item\n{table}"));
        desk.file(
            "log.tsv",
            "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned()
                + &all.iter().map(log).collect::<String>(),
        );
        let of_query = read(&all, |one| (one.owner, &one.items));
        let of_baskets = read(&all, |one| one.basket);
        let of_owners = read(&all, |one| one.owner);
        let of_sessions = read(&all, |one| (one.owner, one.basket / 20, one.basket));
        let table_by = |unit: &str| format!("table.csv --owner user --items item {unit}");
        let inputs = [
            ("baskets.txt --from basket --separator space".to_owned(), of_baskets, of_baskets),
            (table_by(""), of_owners, of_owners),
            (table_by("--transaction basket"), of_baskets, of_baskets),
            ("log.tsv --unit owner".to_owned(), of_owners, of_owners),
            ("log.tsv --unit query".to_owned(), of_baskets, of_query),
            ("log.tsv --unit session --gap 1m".to_owned(), of_sessions, of_sessions),
        ];
        let trees = ["wordnet --unknown keep", "wordnet --unknown drop", "wordnet --unknown as:food", "flat"];
        let methods = ["pieces", "nearest", "clump", "partition", "apriori --m 2", "nearest --form sets"];
        for (place, (input, expected, of_pieces)) in inputs.iter().enumerate() {
            for (number, tree) in trees.iter().enumerate() {
                let method = methods[(place + number + world) % methods.len()];
                let run = format!(
                    "anonymize {input} --taxonomy {tree} --accept-loss --method {method} --k 2 --json"
                );
                let json = desk.clump(&run).ok().json();
                let [words, as_typed, generalized, gone] =
                    ["words", "as_typed", "generalized", "gone"].map(|key| json[key].as_u64().unwrap());
                let expected = if method == "pieces" { of_pieces } else { expected };
                assert_eq!(words, *expected, "{run}");
                assert_eq!(as_typed + generalized + gone, words, "{run}");
            }
        }
    }
}

/// Twenty-eight baskets of product numbers, six items each.
fn numbers() -> Desk {
    let desk = Desk::new();
    let basket = |number: usize| -> String {
        let items = (0..6).map(|place| format!("40063813{:05}", (number * 7 + place * 13) % 40));
        items.collect::<Vec<_>>().join(" ") + "\n"
    };
    desk.file("baskets.txt", (0..28).map(basket).collect::<String>());
    desk
}

#[test]
fn baskets_of_numbers_ask_for_a_taxonomy() {
    let desk = numbers();
    let run = "anonymize baskets.txt --from basket --k 2 --output release.tsv";
    assert_snapshot!(desk.refused(run), @"
    error: 168 of 168 items are not in the taxonomy

    hint: pass the taxonomy of these items with `--taxonomy FILE`, build one with `clump taxonomy build INPUT`, or use `--taxonomy flat`, which publishes items unchanged or not at all; to go on with this taxonomy, add `--unknown keep`
    ");
    // Whoever goes on all the same is told what became of the items.
    let kept = desk.clump(&format!("{run} --unknown keep")).ok();
    assert!(kept.stderr.contains("Items     168, each once per owner: 0 as recorded (0 %)"), "{kept}");
    assert!(!kept.stderr.contains("Kept      100 %"), "{kept}");
    desk.clump(&format!("{run} --taxonomy flat --force")).ok().says("Items     168, ");
}

/// A release without any item keeps its promise. That is no reason to be calm.
#[test]
fn a_release_of_nothing_is_cautioned() {
    let desk = Desk::new();
    desk.file("baskets.txt", (0..9).map(|owner| format!("a{owner} b{owner}\n")).collect::<String>());
    let run = "anonymize baskets.txt --from basket --taxonomy flat --method apriori --k 3 --m 2 --output release.tsv";
    desk.clump(&format!("{run} --page page.html")).ok().says("Caution   nothing is published: ");
    for page in ["page.html", "page.private.html"] {
        assert!(desk.text(page).contains("class=\"stamp printed caution\""), "{page}");
        assert!(desk.text(page).contains("but nothing is published"), "{page}");
    }
}

#[test]
fn skipped_lines_are_told() {
    let desk = Desk::with_food();
    let row = |owner: usize| match owner % 4 {
        0 => format!("u{owner},apple,too,many\n"),
        _ => format!("u{owner},apple\n"),
    };
    desk.file("table.csv", "user,item\n".to_owned() + &(0..40).map(row).collect::<String>());
    let run_with = "anonymize table.csv --owner user --k 5 --output release.tsv --skip-bad-lines";
    for method in ["nearest --taxonomy food.csv", "counts --table item"] {
        desk.clump(&format!("{run_with} --method {method} --force"))
            .ok()
            .says("Skipped   10 of 40 lines: malformed, left out");
        let certificate = desk.certificate("release.tsv");
        assert_eq!(certificate["parameters"]["skip-bad-lines"], true);
        assert!(certificate["not_covered"].to_string().contains("could not be read were left out"));
        // How many they were is the publisher's business.
        assert!(!desk.text("release.tsv.certificate.json").contains("bad_lines"));
        desk.clump("verify release.tsv").ok();
        // The private page tells it, and the public one does not.
        desk.clump(&format!("{run_with} --method {method} --force --page page.html")).ok();
        assert!(desk.text("page.private.html").contains("Skipped 10 of 40 lines: malformed, left out."));
        assert!(!desk.text("page.html").contains("malformed"));
    }
    let compare =
        "compare table.csv --owner user --k 5 --methods nearest --taxonomy food.csv --skip-bad-lines";
    desk.clump(compare).ok().says("Skipped   10 of 40 lines: malformed, left out");
    assert!(desk.text("comparison.html").contains("10 of 40 lines: malformed, left out"));
}

#[test]
fn null_items_are_counted() {
    let desk = Desk::with_food();
    let mut rows = String::new();
    for owner in 0..6 {
        rows += &format!("{{\"user\":\"u{owner}\",\"item\":[\"apple\",null,\"beef\",\"\"]}}\n");
        rows += &format!("{{\"user\":\"u{owner}\",\"item\":null}}\n");
    }
    desk.file("table.jsonl", rows);
    for method in ["nearest --taxonomy food.csv", "counts --table item"] {
        let run = format!("anonymize table.jsonl --owner user --items item --method {method}");
        desk.clump(&format!("{run} --k 5 --output release.tsv --force"))
            .ok()
            .says("Dropped   18 null or empty items");
    }
}

/// The same log as a query log and as tables: the same release, clicks included.
#[test]
fn clicks_of_tables_are_kept() {
    let desk = Desk::new();
    let (mut log, mut csv, mut jsonl) = (
        "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned(),
        "user,query,url\n".to_owned(),
        String::new(),
    );
    for owner in 0..6 {
        let url = if owner < 4 { "http://dogs.example" } else { "" };
        log += &format!("u{owner}\tdogs\t2006-03-01 07:17:12\t\t{url}\n");
        csv += &format!("u{owner},dogs,{url}\n");
        jsonl += &format!("{{\"user\":\"u{owner}\",\"query\":\"dogs\",\"url\":\"{url}\"}}\n");
    }
    desk.file("log.tsv", log)
        .file("log.csv", csv)
        .file("log.jsonl", jsonl)
        .file("log.parquet", clicks_in_parquet());
    let run = |input: &str| {
        desk.clump(&format!("anonymize {input} --method drop-rare --k 3 --output release.tsv --force")).ok();
        desk.text("release.tsv")
    };
    let expected = run("log.tsv");
    assert_eq!(expected.matches("http://dogs.example").count(), 4, "{expected}");
    assert_eq!(run("log.csv --owner user"), expected);
    assert_eq!(run("log.jsonl --owner user"), expected);
    assert_eq!(run("log.parquet --owner user"), expected);
}

/// The six owners of `clicks_of_tables_are_kept`; whoever clicked nothing has a null.
fn clicks_in_parquet() -> Vec<u8> {
    let texts = |text: &dyn Fn(usize) -> Option<String>| -> ArrayRef {
        Arc::new((0..6).map(text).collect::<StringArray>())
    };
    let batch = RecordBatch::try_from_iter([
        ("user", texts(&|owner| Some(format!("u{owner}")))),
        ("query", texts(&|_| Some("dogs".to_owned()))),
        ("url", texts(&|owner| (owner < 4).then(|| "http://dogs.example".to_owned()))),
    ])
    .unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn a_time_is_no_owner() {
    let desk = Desk::with_food();
    let row = |row: usize| format!("2024-05-{:02} 10:00:00,apple\n", 1 + row % 28);
    desk.file("table.csv", "time,item\n".to_owned() + &(0..30).map(row).collect::<String>());
    let run = "anonymize table.csv --owner time --items item --taxonomy food.csv --k 2 --output release.tsv";
    assert_snapshot!(desk.refused(run), @"
    error: the owner column holds dates or times, and these do not identify people

    hint: name the column of the people with `--owner COLUMN`; if each row is a different person, use `--owner-per-row`; to keep times as owners, use `--spelling as-they-are`
    ");
    desk.clump(&format!("{run} --spelling as-they-are")).ok();
}

/// Half of the items are product numbers: they are told apart from words of the taxonomy, and the loss is not said to be of all.
#[test]
fn items_that_are_numbers_have_a_figure_of_their_own() {
    let desk = Desk::new();
    let basket = |basket: usize| {
        let number = |item: usize| format!("40063813339{:02}", (basket + item) % 40);
        format!("apple orange {} {}\n", number(0), number(1))
    };
    desk.file("baskets.txt", (0..40).map(basket).collect::<String>());
    let run = desk.clump("anonymize baskets.txt --from basket --k 5 --method nearest --output r.tsv").ok();
    let line = |name: &str| run.stderr.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert_snapshot!(line("Mapped"), @"Mapped    80 of 160 items to the taxonomy; 80 by their shape alone");
    assert_snapshot!(line("Loss"), @"Loss      0 % by the paper's measure (GGD), of 128 items that were grouped; 32 items were before that: the row has their category already");
}
