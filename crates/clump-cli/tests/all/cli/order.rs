//! A release does not tell in which order, or in how many files, its input came.

use crate::desk::Desk;

/// The example log, one line for each click.
const LOG: &str = include_str!("../../../../../examples/queries.tsv");

/// The same lines in an order that has nothing to do with theirs.
fn shuffled(lines: &str) -> Vec<&str> {
    let mut lines: Vec<(u64, &str)> = (1..)
        .zip(lines.lines())
        .map(|(number, line): (u64, _)| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17), line))
        .collect();
    lines.sort_unstable();
    lines.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn every_method_gives_the_same_release_for_shuffled_and_split_input() {
    let desk = Desk::new();
    let (head, lines) = LOG.split_once('\n').unwrap();
    let lines = shuffled(lines);
    let (first, second) = lines.split_at(1_000);
    let with_head = |lines: &[&str]| format!("{head}\n{}\n", lines.join("\n"));
    desk.file("all.tsv", LOG).file("first.tsv", with_head(first)).file("second.tsv", with_head(second));

    let of_rows = ["nearest", "pieces", "clump", "partition", "apriori"];
    let units = ["owner", "session --gap 1h", "query"];
    let runs = of_rows.iter().flat_map(|method| units.map(|unit| format!("{method} --unit {unit}")));
    // Where it matters how often a query was asked, lines of its clicks are found wherever they stand.
    let others = [
        "counts",
        "counts --times",
        "counts --times --table word",
        "clump --order random",
        "nearest --unit owner --keep-repeats",
        "partition --unit session --gap 1h --keep-repeats",
        "pieces --ceiling activity",
        "nearest --ceiling activity",
    ];
    for method in runs.chain(others.map(str::to_owned)) {
        let release = |inputs: &str| {
            desk.clump(&format!("anonymize {inputs} --k 5 --method {method} --output r.csv --force")).ok();
            desk.text("r.csv")
        };
        assert!(release("all.tsv") == release("second.tsv first.tsv"), "{method}");
    }
}
