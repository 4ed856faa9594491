//! `--method drop-rare`: what is published is what k owners share, and the file alone shows it.

use insta::assert_snapshot;

use crate::desk::Desk;

/// Three owners under cookies ask for dogs; two of them click the same after it, and one clicks that after cats.
const LOG: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL
cookie-a\tDogs\t2006-03-01 07:17:12\t1\thttp://dogs.example
cookie-a\tdogs\t2006-03-02 07:17:12\t2\thttp://users.example/~anna
cookie-b\tdogs\t2006-03-01 08:00:00\t1\thttp://dogs.example
cookie-c\tdogs\t2006-03-01 09:00:00\t\t
cookie-c\tcats\t2006-03-01 09:10:00\t1\thttp://dogs.example
cookie-b\tcats\t2006-03-01 09:20:00\t\t
cookie-c\tmy own name\t2006-03-01 09:30:00\t\t
";

fn desk(flags: &str) -> Desk {
    let desk = Desk::new();
    desk.file("log.tsv", LOG);
    desk.clump(&format!("anonymize log.tsv --method drop-rare --k 2 --output release.tsv {flags}")).ok();
    desk
}

#[test]
fn owners_are_linked_only_if_asked_for() {
    let desk = desk("--link-owners");
    assert_snapshot!(desk.text("release.tsv"), @"
    AnonID	Query	QueryTime	ItemRank	ClickURL
    1	cats			
    1	dogs			
    2	cats			
    2	dogs			
    2	dogs			http://dogs.example
    3	dogs			
    3	dogs			http://dogs.example
    ");
    desk.clump("verify release.tsv")
        .ok()
        .says("Consistent queries of at least 2 owners: 7 lines, 3 different; the smallest has 2 owners");
    let linked = "All lines of an owner carry one number";
    assert!(desk.text("release.tsv.certificate.json").contains(linked));
    assert!(!self::desk("").text("release.tsv.certificate.json").contains(linked));
}

#[test]
fn what_marks_one_line_breaks_the_promise() {
    let desk = desk("");
    let release = desk.text("release.tsv");
    let verify = "verify release.tsv --promise common-queries --k 2";
    desk.clump(verify).ok();
    for (what, marked) in [
        ("a time", release.replacen("-\tcats\t\t\t\n", "-\tcats\t2006-03-01 09:10:00\t\t\n", 1)),
        ("a rank", release.replacen("-\tcats\t\t\t\n", "-\tcats\t\t1\t\n", 1)),
        ("an address", release.replacen("-\tcats\t\t\t\n", "-\tcats\t\t\thttp://dogs.example\n", 1)),
    ] {
        assert_ne!(marked, release, "{what}");
        desk.file("release.tsv", marked);
        desk.without_trace(verify, 1);
    }
    desk.file("release.tsv", release.replacen("-\tcats", "cookie-c\tcats", 1));
    assert_snapshot!(desk.refused(verify), @"
    error: release.tsv: the owners are not named 1, 2, 3 and so on

    hint: publish lines without names with `clump anonymize --method drop-rare`: no promise covers names
    ");
}

/// Equal lines can be of one owner: only the input tells.
#[test]
fn lines_are_counted_again_in_the_input() {
    let desk = desk("");
    desk.clump("verify release.tsv --input log.tsv")
        .ok()
        .says("Holds     queries of at least 2 owners: 7 lines")
        .says("every line was counted again in the input");
    for linked in ["", "--link-owners"] {
        self::desk(linked).clump("verify release.tsv --input log.tsv").ok();
    }

    let header = LOG.lines().next().unwrap();
    let forged = "-\tmy own name\t\t\t\n".repeat(2);
    desk.file("forged.tsv", format!("{header}\n{forged}"));
    let verify = "verify forged.tsv --promise common-queries --k 2";
    let alone = desk.clump(verify).ok();
    assert!(alone.stderr.starts_with("Consistent queries of at least 2 owners"), "{alone}");
    desk.clump(&format!("{verify} --input log.tsv"))
        .ends(1)
        .says("numbers that differ from the input: 2 lines");
}
