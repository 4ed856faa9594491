//! Where a transaction is a query or a session, one owner can have most transactions of a group. What is published must
//! not tell how many.

use std::collections::BTreeMap;

use clump::io::Unit;
use clump::io::release::ReleaseLayout;
use clump::report::{Certificate, PublishedFigures};
use clump::{Data, Job, MethodName, ReleaseFile, Stated, run};

use crate::common::{Desk, SESSION};

/// Owners who ask three words each; the first asks one of them a hundred times more.
fn desk() -> Desk {
    let words = ["guitar", "violin", "poodle", "spaniel", "bread"];
    Desk::with_queries(20, |owner| {
        let mut queries: Vec<String> =
            [0, owner / 4, owner / 2].iter().map(|&word| words[word % words.len()].to_owned()).collect();
        if owner == 0 {
            queries.extend(vec!["guitar".to_owned(); 100]);
        }
        queries
    })
}

fn job(desk: &Desk, layout: Option<ReleaseLayout>) -> Job {
    let mut job = desk.job(MethodName::Nearest).unit(Unit::Query).audit(desk.path("audit.tsv"));
    job.output.layout = layout;
    job
}

#[test]
fn groups_are_the_default_where_owners_have_several_transactions() {
    let desk = desk();
    for (unit, layout) in [
        (Unit::Owner, ReleaseLayout::Rows),
        (SESSION, ReleaseLayout::Groups),
        (Unit::Query, ReleaseLayout::Groups),
    ] {
        let job = desk.job(MethodName::Nearest).unit(unit);
        assert_eq!(job.release_layout(), layout);
        run(&job, &()).unwrap();
        let certificate: Certificate =
            serde_json::from_str(&desk.read("release.tsv.certificate.json")).unwrap();
        let word = serde_json::to_value(layout).unwrap();
        assert_eq!(certificate.release.layout, word.as_str().unwrap());
    }
}

#[test]
fn no_owner_has_two_rows_of_a_group() {
    let desk = desk();
    let job = job(&desk, Some(ReleaseLayout::Rows));
    let published = run(&job, &()).unwrap().published.unwrap();
    let release = desk.read("release.tsv");
    let lines: Vec<&str> = release.lines().skip(1).collect();

    let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    let audit = desk.audit();
    assert!(audit.len() > lines.len() + 90, "every transaction has its entry");
    for (owner, row) in &audit {
        rows.entry(lines[row - 1]).or_default().entry(owner).or_default().push(*row);
    }
    for (content, owners) in &mut rows {
        let copies = lines.iter().filter(|line| *line == content).count();
        assert_eq!(copies, owners.len(), "as many lines as owners");
        for own in owners.values_mut() {
            own.dedup();
            assert_eq!(own.len(), 1, "the transactions of an owner share a line");
        }
    }
    let measures = published.report.figures.measures().unwrap();
    assert_eq!(measures.rows, lines.len());
    assert_eq!(measures.transactions, audit.len());
    assert!(measures.largest_share <= 1.0 / 3.0 && measures.largest_share_of_transactions > 0.8);
    let certificate: Certificate = serde_json::from_str(&desk.read("release.tsv.certificate.json")).unwrap();
    let PublishedFigures::Rows(figures) = certificate.published else { panic!("rows") };
    assert_eq!((figures.rows, measures.owners), (lines.len(), 20));
    assert!(certificate.not_covered.iter().any(|sentence| sentence.contains("several different rows")));
}

/// An owner of fifty equal queries asks one: no byte of the release changes, nor of the certificate.
#[test]
fn how_often_one_owner_asks_is_not_published() {
    for layout in [ReleaseLayout::Rows, ReleaseLayout::Groups] {
        let once = Desk::with_queries(9, |_| vec!["guitar".to_owned()]);
        let often = Desk::with_queries(9, |owner| vec!["guitar".to_owned(); if owner == 0 { 50 } else { 1 }]);
        let releases = [&once, &often].map(|desk| {
            run(&job(desk, Some(layout)), &()).unwrap();
            (desk.read("release.tsv"), desk.read("release.tsv.certificate.json"))
        });
        assert_eq!(releases[0], releases[1], "{layout:?}");
    }
}

#[test]
fn audit_and_input_verify_both_layouts_of_every_promise() {
    let desk = desk();
    for method in [MethodName::Nearest, MethodName::Apriori, MethodName::Coherence] {
        for layout in [None, Some(ReleaseLayout::Rows)] {
            let job = job(&desk, layout).method(method);
            let job = if method == MethodName::Coherence { job.sensitive(["share:0.4"]) } else { job };
            let checked = run(&job, &()).unwrap().checked;
            assert!(checked.holds, "{method:?} {layout:?}: {checked:?}");
            let data = Data::read(&job, &()).unwrap();
            let file = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
            let checked = file.check_against(Stated::default(), &desk.path("audit.tsv"), &data).unwrap();
            assert!(checked.holds, "{method:?} {layout:?}: {checked:?}");
            assert!(file.check(Stated::default()).unwrap().holds);
        }
    }
}

/// An owner who has two lines of a group is found by the audit, and by the number of owners that the lines state.
#[test]
fn two_rows_of_one_owner_are_unaccounted_for() {
    let desk = desk();
    let job = job(&desk, Some(ReleaseLayout::Rows));
    run(&job, &()).unwrap();
    let data = Data::read(&job, &()).unwrap();
    let release = desk.read("release.tsv");
    // The first line is the header.
    let mut lines: Vec<&str> = release.lines().collect();
    let mut entries = desk.audit();
    // The second entry of an owner for one row gets a row of its own, right after the first.
    let again = (1..entries.len()).find(|&entry| entries[..entry].contains(&entries[entry])).unwrap();
    let row = entries[again].1;
    lines.insert(row, lines[row]);
    let changed = lines.join("\n") + "\n";
    desk.write("release.tsv", &changed);
    entries.iter_mut().filter(|(_, other)| *other > row).for_each(|(_, other)| *other += 1);
    entries[again].1 = row + 1;
    let text: String = entries.iter().map(|(owner, row)| format!("{owner}\t{row}\n")).collect();
    let (hash, rows) = (blake3::hash(changed.as_bytes()).to_hex(), lines.len() - 1);
    let bound = format!("#release={hash}\trows={rows}\tentries={}", entries.len());
    desk.write("audit.tsv", &format!("{bound}\nowner\trow\n{text}"));
    let stated = Stated {
        promise: Some(vec![clump::core::promise::PropertyName::KAnonymity]),
        k: Some(3),
        ..Stated::default()
    };
    let file = ReleaseFile::read(&desk.path("release.tsv"), stated.promise.as_deref(), None, None).unwrap();
    assert!(!file.check(stated.clone()).unwrap().holds, "fewer owners are stated than there are rows");
    let checked = file.check_against(stated, &desk.path("audit.tsv"), &data).unwrap();
    assert!(!checked.holds);
    assert_eq!(checked.originals.unwrap().unaccounted, 2);
}
