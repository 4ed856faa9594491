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
fn facts_of_every_kind() {
    let mut tables = String::new();
    for fact in ["query,host", "query,url", "query,next", "word", "word,word"] {
        let desk = made(&format!("--table {fact} --k 3"), "table.csv");
        tables += &format!("> {fact}\n{}", desk.text("table.csv"));
        desk.clump("verify table.csv --input log.tsv").ok();
    }
    assert_snapshot!(tables);
}

#[test]
fn cells_have_a_threshold_of_their_own() {
    let desk = made("--table query:day --k 3 --k-cell 2", "table.csv");
    // Four asked for `dog food`, one of them on a day that is not published. Of `cat toys`, the two owners of one day would tell that
    // somebody asked on another, since three must have.
    assert_snapshot!(desk.text("table.csv"), @"
    query,day,owners
    dog food,2006-03-01,2
    dog food,2006-03-02,2
    ");
    let desk = made("--table query:month --k 3 --times", "table.jsonl");
    assert_snapshot!(desk.text("table.jsonl"), @r#"
    {"query":"dog food","month":"2006-03-01","owners":4,"times":5}
    {"query":"cat toys","month":"2006-03-01","owners":3,"times":3}
    "#);
    desk.clump("verify table.jsonl --input log.tsv").ok().says("every number was counted again");
}

#[test]
fn pairs_of_items_are_of_one_basket() {
    let desk = Desk::new();
    desk.file("baskets.txt", "tea milk bread\nmilk tea\nbread milk tea tea\nbread\n");
    desk.clump("anonymize baskets.txt --method counts --table item,item --k 2 -o table.csv").ok();
    assert_eq!(desk.text("table.csv"), "item,item_2,owners\nmilk,tea,3\nbread,milk,2\nbread,tea,2\n");
    desk.clump("verify table.csv --input baskets.txt").ok().says("every number was counted again");
}

#[test]
fn numbers_are_rounded_or_scaled() {
    let desk = made("--table word --k 2 --numbers round:3", "table.csv");
    assert_snapshot!(desk.text("table.csv"), @"
    word,owners
    call,3
    cat,3
    dog,3
    food,3
    john,3
    smith,3
    toys,3
    ");
    desk.clump("verify table.csv --input log.tsv").ok();
    let desk = made("--table word --k 2 --numbers scale:100", "table.csv");
    assert_snapshot!(desk.text("table.csv"), @"
    word,popularity
    dog,100
    food,100
    call,75
    cat,75
    toys,75
    john,50
    smith,50
    ");
    desk.clump("verify table.csv")
        .ends(1)
        .says("Unproved  facts of at least 2 owners: a scaled table does not contain numbers of owners");
    desk.clump("verify table.csv --input log.tsv").ok().says("every number was counted again");
}

#[test]
fn a_list_of_what_is_never_published() {
    let desk = desk();
    desk.file("never.txt", "# people\nJohn Smith\n");
    let run = desk.clump("anonymize log.tsv --method counts --k 2 --never never.txt -o table.csv").ok();
    assert_snapshot!(run.told("Kept Excluded Sample"), @"
    Kept      53.8 % of the pairs of an owner and a fact, 57.1 % of how often facts were there; 4 of 5 owners have one
    Excluded  2 queries whatever k (telephone numbers: 1, terms of the list: 1)
    Sample    2 of 2 distinct rows: this is what readers get
        4 owners  dog food
        3 owners  cat toys
    ");
    // That there was a list is told, and neither what it has nor where it lies.
    let certificate = desk.text("table.csv.certificate.json");
    assert!(certificate.contains(r#""never": true"#), "{certificate}");
    assert!(!certificate.to_lowercase().contains("smith") && !certificate.contains("never.txt"));
    desk.file("never.txt", "smith\n\n???\n");
    assert_snapshot!(desk.refused("anonymize log.tsv --method counts --k 2 --never never.txt -o t.csv"), @"
    error: never.txt: line 3: a term has no letter and no digit

    hint: give a text file with one term per line
    ");
}

/// The public page has the rows that are published; what other k would keep, and what was excluded, is the publisher's.
#[test]
fn the_page_shows_what_many_share() {
    let desk = made("--k 3 --page page.html --report report.json", "table.csv");
    let [public, private] = ["page.html", "page.private.html"].map(|name| desk.text(name));
    for page in [&public, &private] {
        assert!(page.contains("dog food") && page.contains("The first 2 of 2 rows"));
        assert!(!page.contains("my own name") && !page.contains("212-555"));
    }
    let is_private = |words: &str| private.contains(words) && !public.contains(words);
    assert!(is_private("What is kept at other k") && is_private("telephone numbers"));
    let report = desk.json("report.json");
    let table = &report["tables"][0];
    let at = |k: usize| &table["kept_at"][k];
    assert_eq!((&at(0)["k"], &at(0)["facts"], &at(1)["facts"]), (&2.into(), &3.into(), &2.into()));
    assert_eq!(table["excluded"][0]["count"], 1);
}

#[test]
fn a_table_that_was_changed_is_refused() {
    let desk = made("--k 3 --times", "table.csv");
    let text = desk.text("table.csv");
    // Another number, another text, a column more, other bytes.
    for (from, to) in
        [(",4,", ",5,"), ("dog", "fog"), ("\n", ",x\n"), ("\n", "\r\n"), ("dog food", "\"dog food\"")]
    {
        desk.file("table.csv", text.replace(from, to));
        for line in ["verify table.csv", "verify table.csv --input log.tsv"] {
            assert_ne!(desk.clump(line).status, 0, "{from:?} {to:?}");
        }
    }
    // Without its certificate the table shows what it shows.
    desk.file("table.csv", &text);
    desk.remove("table.csv.certificate.json");
    desk.clump("verify table.csv --promise common-facts --k 3").ok();
    desk.clump("verify table.csv --promise common-facts --k 4").ends(1);
}

/// A table of items with a time column is divided by day, week and month as a log is.
#[test]
fn items_are_counted_by_month() {
    let desk = Desk::new();
    let rows: String = (0..40).map(|row| format!("o{},tea,2006-0{}-15\n", row / 2, 3 + row % 2)).collect();
    desk.file("sales.csv", format!("customer,item,time\n{rows}"));
    let count = "anonymize sales.csv --owner customer --k 5 --table item";
    desk.clump(&format!("{count}:month -o table.csv")).ok();
    assert_eq!(desk.text("table.csv"), "item,month,owners\ntea,2006-03-01,20\ntea,2006-04-01,20\n");
    desk.clump("verify table.csv --input sales.csv --owner customer").ok();
    // A basket in each row.
    let baskets: String = (0..20).map(|row| format!("o{row},tea|gin,2006-03-{:02}\n", 1 + row)).collect();
    desk.file("sales.csv", format!("customer,item,time\n{baskets}"));
    desk.clump(&format!("{count}:week --separator pipe -o weeks.csv")).ok();
    assert_snapshot!(desk.text("weeks.csv"), @"
    item,week,owners
    gin,2006-03-06,7
    gin,2006-03-13,7
    tea,2006-03-06,7
    tea,2006-03-13,7
    gin,2006-02-27,5
    tea,2006-02-27,5
    ");
}

/// What a rule excludes has enough owners too: what is shared, excluded and published adds up.
#[test]
fn excluded_facts_are_among_those_of_enough_owners() {
    let desk = Desk::new();
    let rows: String = ["tea", "rain", "jane@example.com", "acme", "alone"]
        .iter()
        .flat_map(|query| {
            (0..if *query == "alone" { 1 } else { 6 }).map(move |owner| format!("o{owner},{query}\n"))
        })
        .collect();
    desk.file("log.csv", format!("who,query\n{rows}")).file("never.txt", "acme\n");
    let run =
        desk.clump("anonymize log.csv --owner who --method counts --k 5 --never never.txt -o table.csv").ok();
    assert_snapshot!(run.told("Facts Excluded Made"), @"
    Facts     4 of 5 distinct queries have at least 5 owners (80.0 %)
    Excluded  2 queries whatever k (e-mail addresses: 1, terms of the list: 1)
    Made      a table of 2 rows with counts in [TIME] s
    ");
}

/// The memory that a run may have is kept, or the run is refused before a table is made.
#[test]
fn memory_is_kept_or_refused() {
    let desk = Desk::new();
    let row = |row: usize| format!("{},tea {} of {}\n", row % 2, row / 2 / 200, row / 2 % 200);
    desk.file("sales.csv", format!("who,item\n{}", (0..60_000).map(row).collect::<String>()));
    let count = "anonymize sales.csv --owner who --method counts --table item --k 2";
    assert_snapshot!(desk.refused(&format!("{count} --memory 50MiB -o table.csv")), @"
    error: the run needs about 83.7MiB of memory, and may use 50MiB

    hint: allow more memory with `--memory 83.7MiB`, or raise `--k`: fewer facts are kept
    ");
    let run = desk.clump(&format!("{count} --memory 100MiB --json")).ok();
    let (rows, peak) = (&run.json()["rows"], run.json()["peak_memory"].as_u64().unwrap());
    assert!(rows == 30_000 && peak < 100 << 20, "{rows} rows, {peak} bytes");
}
