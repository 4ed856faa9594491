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
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 -o table.csv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    counts
    Read      16 lines, 14 queries of 5 owners
    Owners    column AnonID: 5 read, 0 dropped
    Dropped   1 empty query
    Facts     3 of 5 distinct queries have at least 2 owners (60.0 %)
    Kept      69.2 % of the pairs of an owner and a fact, 71.4 % of how often facts were there; 4 of 5 owners have one
    Withheld  1 query whatever k (telephone numbers: 1)
    Made      a table of 3 rows with counts in [TIME] s
    Verified  facts of at least 2 owners: 3 rows, each of at least 2 owners
    Took      [TIMES]
    Sample    3 of 3 distinct rows: this is what readers get
        4 owners  dog food
        3 owners  cat toys
        2 owners  john smith
    Wrote     table.csv, table.csv.certificate.json
    ");
    assert_snapshot!(desk.text("table.csv"), @"
    query,owners
    dog food,4
    cat toys,3
    john smith,2
    ");
    assert_snapshot!(desk.clump("verify table.csv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 2 owners: 3 rows; the least has 2 owners
              the certificate beside it is about these very bytes
              the numbers are those that the table states; --input counts them again
    ");
    assert_snapshot!(desk.clump("verify table.csv --input log.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 2 owners: 3 rows; the least has 2 owners
              the certificate beside it is about these very bytes
              every number was counted again in the input
    ");
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
        assert_eq!(desk.clump("verify table.csv --input log.tsv").status, 0, "{fact}");
    }
}

#[test]
fn cells_have_a_threshold_of_their_own_and_totals_give_no_cell_away() {
    let desk = made("--by day --k 3 --k-cell 2 --totals", "table.csv");
    // A cell of `dog food` is missing, so its total would tell. Of `cat toys`, the two owners of one day would tell that somebody asked
    // on another, since three must have.
    assert_snapshot!(desk.text("table.csv"), @"
    query,day,owners
    dog food,2006-03-01,2
    dog food,2006-03-02,2
    ");
    let desk = made("--by month --k 3 --totals --times", "table.jsonl");
    assert_snapshot!(desk.text("table.jsonl"), @r#"
    {"query":"dog food","month":null,"owners":4,"times":5}
    {"query":"dog food","month":"2006-03-01","owners":4,"times":5}
    {"query":"cat toys","month":null,"owners":3,"times":3}
    {"query":"cat toys","month":"2006-03-01","owners":3,"times":3}
    "#);
    assert_snapshot!(desk.clump("verify table.jsonl --input log.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 3 owners: 4 rows; the least has 3 owners
              the certificate beside it is about these very bytes
              every number was counted again in the input
    ");
}

#[test]
fn a_column_of_a_table_divides_owners() {
    let desk = Desk::new();
    let rows = [("a", "north"), ("b", "north"), ("c", "south"), ("d", "south"), ("d", "north"), ("e", "")];
    let rows: String = rows.iter().map(|(owner, region)| format!("{owner},tea,{region}\n")).collect();
    desk.file("sales.csv", format!("who,item,region\n{rows}"));
    let count = "anonymize sales.csv --owner who --method counts --fact item";
    desk.clump(&format!("{count} --k 2 --by region -o table.csv")).ok();
    assert_snapshot!(desk.text("table.csv"), @"
    item,region,owners
    tea,north,3
    tea,south,2
    ");
    // Whoever has no region is in a cell that is never published: the total of `milk` would tell that it is one owner, and that of
    // `gin`, if it stood alone, that `milk` has somebody there.
    let of = |owner: &str, region: &str| {
        format!("{owner},milk,{region}\n{owner},{},{region}\n", if region.is_empty() { "" } else { "gin" })
    };
    let rows: String = [("a", "north"), ("b", "north"), ("c", "south"), ("d", "south"), ("e", "")]
        .map(|(owner, region)| of(owner, region))
        .concat();
    desk.file("sales2.csv", format!("who,item,region\n{rows}"));
    desk.clump("anonymize sales2.csv --owner who --method counts --fact item --k 2 --by region --totals -o totals.csv").ok();
    assert_snapshot!(desk.text("totals.csv"), @"
    item,region,owners
    gin,north,2
    gin,south,2
    milk,north,2
    milk,south,2
    ");
    assert_snapshot!(desk.clump("verify table.csv --input sales.csv --owner who"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 2 owners: 2 rows; the least has 2 owners
              the certificate beside it is about these very bytes
              every number was counted again in the input
    ");
    assert_snapshot!(desk.clump(&format!("{count} --k 2 --by country -o other.csv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: sales.csv: none of its columns is called `country`; they are `who`, `item`, `region`

    hint: check `--by`: names are spelled as in the file, upper and lower case too
    ");
}

#[test]
fn pairs_of_items_are_of_one_basket() {
    let desk = Desk::new();
    desk.file("baskets.txt", "tea milk bread\nmilk tea\nbread milk tea tea\nbread\n");
    desk.clump("anonymize baskets.txt --method counts --fact item,item --k 2 -o table.csv").ok();
    assert_snapshot!(desk.text("table.csv"), @"
    item,item_2,owners
    milk,tea,3
    bread,milk,2
    bread,tea,2
    ");
    assert_snapshot!(desk.clump("verify table.csv --input baskets.txt"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 2 owners: 3 rows; the least has 2 owners
              the certificate beside it is about these very bytes
              every number was counted again in the input
    ");
}

#[test]
fn numbers_are_rounded_or_scaled() {
    let desk = made("--fact word --k 2 --round 3", "table.csv");
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
    assert_eq!(desk.clump("verify table.csv --input log.tsv").status, 0);
    let desk = made("--fact word --k 2 --scale 100", "table.csv");
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
    assert_snapshot!(desk.clump("verify table.csv"), @"
    status: 1
    ---stdout---
    ---stderr---
    Unproved  facts of at least 2 owners: a scale does not tell numbers of owners
              that enough owners stand behind each row shows only with --input
              the certificate beside it is about these very bytes
    ");
    assert_snapshot!(desk.clump("verify table.csv --input log.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     facts of at least 2 owners: 7 rows; the least has 2 owners
              the certificate beside it is about these very bytes
              every number was counted again in the input
    ");
}

#[test]
fn a_list_of_what_is_never_published() {
    let desk = desk();
    desk.file("never.txt", "# people\nJohn Smith\n");
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 --never never.txt -o table.csv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Method    counts
    Read      16 lines, 14 queries of 5 owners
    Owners    column AnonID: 5 read, 0 dropped
    Dropped   1 empty query
    Facts     2 of 5 distinct queries have at least 2 owners (40.0 %)
    Kept      53.8 % of the pairs of an owner and a fact, 57.1 % of how often facts were there; 4 of 5 owners have one
    Withheld  2 queries whatever k (telephone numbers: 1, terms of the list: 1)
    Made      a table of 2 rows with counts in [TIME] s
    Verified  facts of at least 2 owners: 2 rows, each of at least 3 owners
    Took      [TIMES]
    Sample    2 of 2 distinct rows: this is what readers get
        4 owners  dog food
        3 owners  cat toys
    Wrote     table.csv, table.csv.certificate.json
    ");
    // That there was a list is told, and neither what it has nor where it lies.
    let certificate = desk.text("table.csv.certificate.json");
    assert!(certificate.contains(r#""never": true"#), "{certificate}");
    assert!(!certificate.to_lowercase().contains("smith") && !certificate.contains("never.txt"));
    desk.file("never.txt", "smith\n\n???\n");
    assert_snapshot!(desk.clump("anonymize log.tsv --method counts --k 2 --never never.txt -o t.csv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: never.txt: line 3: a term has no letter and no digit

    hint: give a text file with one term per line
    ");
}

#[test]
fn what_a_log_does_not_have_is_said_with_a_remedy() {
    let desk = Desk::new();
    let header = "AnonID\tQuery\tQueryTime\n";
    desk.file("log.tsv", format!("{header}1\tdog\t2006-03-01 07:00:00\n2\tdog\t2006-03-01 07:00:00\n"));
    desk.file("table.csv", "who,query\na,dog\nb,dog\n");
    desk.file("baskets.txt", "tea milk\ntea\n");
    let count = |rest: &str| desk.clump(&format!("anonymize {rest} --method counts --k 2 -o t.csv"));
    assert_snapshot!(count("log.tsv --fact query,host"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: no line says which result was clicked

    hint: count `--fact query`; or give a log whose fifth column, or a table whose column `url`, has the clicked address
    ");
    assert_snapshot!(count("log.tsv --by region"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: has no column to count by

    hint: leave out `--by`, or count `--by day`, `--by week` or `--by month`; columns have tables of queries or of single items
    ");
    assert_snapshot!(count("log.tsv --fact item"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv: has queries and no items

    hint: count `--fact word` or `--fact 'word,word'`; or name the columns of items with `--items`
    ");
    assert_snapshot!(count("baskets.txt --fact query"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: baskets.txt: has items and no queries

    hint: count `--fact item` or `--fact 'item,item'`; or name the column of queries with `--query`
    ");
    assert_snapshot!(count("table.csv --owner who --by day"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: table.csv: has no column of times

    hint: name the column of times with `--time`, or leave out what needs times: `--by` and `--fact 'query,next'`
    ");
    assert_snapshot!(count("table.csv --owner who --fact query,url"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: table.csv: no line says which result was clicked

    hint: count `--fact query`; or give a log whose fifth column, or a table whose column `url`, has the clicked address
    ");
    assert_snapshot!(count("table.csv --by day"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: table.csv: looks like a table, and is not read as baskets unless that is said
      cause: its columns are `who`, `query`

    hint: add `--from csv --owner COLUMN --items COLUMN`, or `--from basket` if its first line is no header: then each line is one owner, and all of it is items
    ");
    assert_snapshot!(count("log.tsv --scale 100 --times"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `scale` and `times` cannot both be given

    hint: leave one of them out
    ");
    assert_snapshot!(count("log.tsv --k-cell 2"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `k-cell` has no effect here

    hint: leave it out, or divide facts with `--by`
    ");
    desk.file("back.tsv", format!("{header}1\tdog\t2006-03-02 07:00:00\n1\tcat\t2006-03-01 07:00:00\n"));
    assert_snapshot!(count("back.tsv --fact query,next"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: back.tsv: line 3: the time is before that of the owner's line before it

    hint: sort the log by time, or by owner and time
    ");
}

/// The public page has the rows that are published; what other k would keep, and what was withheld, is the publisher's.
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
    let report: serde_json::Value = serde_json::from_str(&desk.text("report.json")).unwrap();
    let at = |k: usize| &report["kept_at"][k];
    assert_eq!((&at(0)["k"], &at(0)["facts"], &at(1)["facts"]), (&2.into(), &3.into(), &2.into()));
    assert_eq!(report["withheld"][0]["count"], 1);
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
