//! `--method counts`: a table of what k owners share, and the check of it.

use insta::assert_snapshot;

use crate::desk::Desk;

/// Five owners. `Dog  food` is asked by four of them, on two days; one telephone number by three; a name by two.
const LOG: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL
1\tDog  food\t2006-03-01 07:00:00\t1\thttp://www.Dogs.example/a
1\tDog  food\t2006-03-01 07:00:00\t2\thttp://www.cats.example
1\tcat toys\t2006-03-01 07:05:00\t\t
1\tcall 212-555-0123\t2006-03-01 07:06:00\t\t
2\tdog food\t2006-03-01 08:00:00\t1\thttp://dogs.example/b
2\tdog food\t2006-03-02 08:00:00\t1\thttp://dogs.example/b
2\tcat toys\t2006-03-02 08:01:00\t\t
2\tcall 212-555-0123\t2006-03-02 08:02:00\t\t
3\tDOG FOOD\t2006-03-02 09:00:00\t1\thttps://dogs.example/b
3\tcat toys\t2006-03-02 09:20:00\t\t
3\tcall 212-555-0123\t2006-03-02 09:50:00\t\t
3\tjohn smith\t2006-03-02 09:51:00\t\t
4\tdog food\t2006-03-03 09:00:00\t\t
4\tjohn smith\t2006-03-03 09:01:00\t\t
5\t \t2006-03-03 09:00:00\t\t
5\tmy own name\t2006-03-03 09:02:00\t\t
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.file("log.tsv", LOG);
    desk
}

fn made(flags: &str, name: &str) -> Desk {
    let desk = desk();
    desk.clump(&format!("anonymize log.tsv --method counts --output {name} {flags}")).ok();
    desk
}

#[test]
fn a_run_tells_what_is_kept_and_what_is_withheld() {
    let desk = desk();
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 -o table.csv"), @"");
    assert_snapshot!(desk.text("table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv --input log.tsv"), @"");
}

#[test]
fn facts_of_every_kind() {
    for (fact, name) in [
        ("query,host", "host"),
        ("query,url", "url"),
        ("query,next", "next"),
        ("word", "word"),
        ("word,word", "pair"),
    ] {
        let desk = made(&format!("--fact {fact} --k 3"), "table.csv");
        insta::with_settings!({ snapshot_suffix => name }, {
            assert_snapshot!(desk.text("table.csv"));
        });
        assert_snapshot!(desk.clump("verify table.csv --input log.tsv").status, @"0");
    }
}

#[test]
fn cells_have_a_threshold_of_their_own_and_totals_give_no_cell_away() {
    let desk = made("--by day --k 3 --k-cell 2 --totals", "table.csv");
    // Of the four owners of `dog food`, one is in a cell that is not published: the total would tell.
    assert_snapshot!(desk.text("table.csv"), @"");
    let desk = made("--by month --k 3 --totals --times", "table.jsonl");
    assert_snapshot!(desk.text("table.jsonl"), @"");
    assert_snapshot!(desk.clump("verify table.jsonl --input log.tsv"), @"");
}

#[test]
fn a_column_of_a_table_divides_owners() {
    let desk = Desk::new();
    let rows = [("a", "north"), ("b", "north"), ("c", "south"), ("d", "south"), ("d", "north"), ("e", "")];
    let rows: String = rows.iter().map(|(owner, region)| format!("{owner},tea,{region}\n")).collect();
    desk.file("sales.csv", &format!("who,item,region\n{rows}"));
    let count = "anonymize sales.csv --owner who --method counts --fact item";
    desk.clump(&format!("{count} --k 2 --by region -o table.csv")).ok();
    assert_snapshot!(desk.text("table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv --input sales.csv --owner who"), @"");
    assert_snapshot!(desk.clump(&format!("{count} --k 2 --by country -o other.csv")), @"");
}

#[test]
fn pairs_of_items_are_of_one_basket() {
    let desk = Desk::new();
    desk.file("baskets.txt", "tea milk bread\nmilk tea\nbread milk tea tea\nbread\n");
    desk.clump("anonymize baskets.txt --method counts --fact item,item --k 2 -o table.csv").ok();
    assert_snapshot!(desk.text("table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv --input baskets.txt"), @"");
}

#[test]
fn numbers_are_rounded_or_scaled() {
    let desk = made("--fact word --k 2 --round 3", "table.csv");
    assert_snapshot!(desk.text("table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv --input log.tsv").status, @"0");
    let desk = made("--fact word --k 2 --scale 100", "table.csv");
    assert_snapshot!(desk.text("table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv"), @"");
    assert_snapshot!(desk.clump("verify table.csv --input log.tsv"), @"");
}

#[test]
fn a_list_of_what_is_never_published() {
    let desk = desk();
    desk.file("never.txt", "# people\nJohn Smith\n");
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 --never never.txt -o table.csv"), @"");
    assert!(!desk.text("table.csv.certificate.json").contains("never"));
    desk.file("never.txt", "smith\n\n???\n");
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 --never never.txt -o t.csv"), @"");
}

#[test]
fn what_a_log_does_not_have_is_said_with_a_remedy() {
    let desk = Desk::new();
    desk.file("log.tsv", "1\tdog\t2006-03-01 07:00:00\n2\tdog\t2006-03-01 07:00:00\n");
    desk.file("table.csv", "who,query\na,dog\nb,dog\n");
    desk.file("baskets.txt", "tea milk\ntea\n");
    let count = |rest: &str| desk.clump(&format!("anonymize {rest} --method counts --k 2 -o t.csv"));
    assert_snapshot!(count("log.tsv --fact query,host"), @"");
    assert_snapshot!(count("log.tsv --by region"), @"");
    assert_snapshot!(count("log.tsv --fact item"), @"");
    assert_snapshot!(count("baskets.txt --fact query"), @"");
    assert_snapshot!(count("table.csv --owner who --by day"), @"");
    assert_snapshot!(count("table.csv --owner who --fact query,url"), @"");
    assert_snapshot!(count("table.csv --by day"), @"");
    assert_snapshot!(count("log.tsv --scale 100 --times"), @"");
    assert_snapshot!(count("log.tsv --k-cell 2"), @"");
    desk.file("back.tsv", "1\tdog\t2006-03-02 07:00:00\n1\tcat\t2006-03-01 07:00:00\n");
    assert_snapshot!(count("back.tsv --fact query,next"), @"");
}

#[test]
fn a_table_that_was_changed_is_refused() {
    let desk = made("--k 3 --times", "table.csv");
    let text = desk.text("table.csv");
    let certificate = desk.text("table.csv.certificate.json");
    let (header, rows) = text.split_once('\n').unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    let changed = [
        // Another number, another text, another order, a row twice, a row less, a column more, other bytes.
        text.replace(",4,", ",5,"),
        text.replace("dog", "fog"),
        format!("{header}\n{}\n{}\n", rows[1], rows[0]),
        format!("{header}\n{}\n{}\n", rows[0], rows[0]),
        format!("{header}\n{}\n", rows[0]),
        text.replace('\n', ",x\n"),
        text.replace('\n', "\r\n"),
        text.replace("dog food", "\"dog food\""),
        text.replace(",3,", ",2,"),
    ];
    for (place, changed) in changed.iter().enumerate() {
        assert_ne!(*changed, text, "{place}");
        desk.file("table.csv", changed);
        desk.file("table.csv.certificate.json", &certificate);
        assert_ne!(desk.clump("verify table.csv").status, 0, "{place}");
        assert_ne!(desk.clump("verify table.csv --input log.tsv").status, 0, "{place}");
    }
    // Without its certificate the table shows what it shows.
    desk.file("table.csv", &text);
    std::fs::remove_file(desk.path("table.csv.certificate.json")).unwrap();
    assert_eq!(desk.clump("verify table.csv --promise common-facts --k 3").status, 0);
    assert_eq!(desk.clump("verify table.csv --promise common-facts --k 4").status, 1);
    desk.file("table.csv", &changed[3]);
    assert_eq!(desk.clump("verify table.csv --promise common-facts --k 3").status, 1);
}
