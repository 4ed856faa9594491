//! The verdict on a broken file says where it is broken, by rows and columns of the file, and why. That it is broken at all,
//! `changes` holds against the definition.

use clump::core::promise::{PromiseError, PropertyName};
use clump::core::verify::{Reason, Violation};
use clump::{CheckError, Checked, Job, JobError, ReleaseFile, Stated};

use crate::common::{Desk, HEADER};

const K: usize = 3;

/// What is promised of files that a test wrote: their form is not what is looked at here.
fn stated(promise: &[PropertyName]) -> Stated {
    Stated { promise: Some(promise.to_vec()), k: Some(K), rewritten: true, ..Stated::default() }
}

fn check(text: &str, stated: Stated) -> Result<Checked, CheckError> {
    let desk = Desk::new("");
    desk.write("broken.tsv", text);
    let file = ReleaseFile::read(&desk.path("broken.tsv"), stated.promise.as_deref(), None, None)?;
    file.with_source(Job::anonymize(desk.path("broken.tsv"))).check(stated)
}

/// A file of these rows, each of which states as many owners as there are rows like it.
fn rows(rows: &[&str]) -> String {
    let alike = |row: &&str| rows.iter().filter(|other| *other == row).count();
    let lines = rows.iter().map(|row| format!("{}\t{row}\n", alike(row)));
    std::iter::once("owners_in_group\titems\n".to_owned()).chain(lines).collect()
}

/// Where the file breaks the property, and why.
fn broken(text: &str, stated: Stated) -> Violation {
    let checked = check(text, stated).unwrap();
    assert!(!checked.holds, "{checked:?}\n{text}");
    checked.verdict().unwrap().first.clone().unwrap()
}

fn at(rows: &[usize], columns: &[usize], reason: Reason) -> Violation {
    Violation { rows: rows.to_vec(), columns: columns.to_vec(), reason }
}

fn too_few(found: usize) -> Reason {
    Reason::TooFew { found, needed: K }
}

#[test]
fn of_rows() {
    let groups = stated(&[PropertyName::KAnonymity]);
    assert_eq!(
        broken(&rows(&["tea", "tea", "tea", "gin", "gin"]), groups.clone()),
        at(&[4, 5], &[], too_few(2))
    );
    let stricter = Stated { k: Some(4), ..groups };
    let found = broken(&rows(&["tea"; K]), stricter);
    assert_eq!(found.reason, Reason::TooFew { found: K, needed: 4 });

    let known = Stated { m: Some(2), ..stated(&[PropertyName::KmAnonymity]) };
    let rare = rows(&["gin|tea", "gin|tea", "gin|tea", "gin|rum"]);
    assert_eq!(broken(&rare, known.clone()), at(&[4], &[2], too_few(1)));
    let pair = rows(&["gin", "gin", "tea", "tea", "gin|tea"]);
    assert_eq!(broken(&pair, known.clone()), at(&[5], &[1, 2], too_few(1)));
    assert!(
        check(&pair, Stated { m: Some(1), ..known }).unwrap().holds,
        "whoever knows one item finds three"
    );

    let share = |h: &str| Stated {
        h: Some(h.parse().unwrap()),
        p: Some(2),
        sensitive: Some(["gin".to_owned()].into()),
        ..stated(&[PropertyName::Coherence])
    };
    let certain = rows(&["gin|tea"; 5]);
    assert_eq!(broken(&certain, share("0.8")).reason, Reason::Breach { with_item: 5, of: 5 });
    assert!(check(&certain, share("1")).unwrap().holds, "whoever allows certainty has nothing against it");
}

#[test]
fn of_lines() {
    let common = stated(&[PropertyName::CommonQueries]);
    let lines = |queries: &[&str]| {
        let line = |(place, query): (usize, &&str)| format!("{}\t{query}\t\t\t\n", place % K + 1);
        HEADER.to_owned() + &queries.iter().enumerate().map(line).collect::<String>()
    };
    assert!(check(&lines(&["tea"; K]), common.clone()).unwrap().holds);
    assert_eq!(broken(&lines(&["tea", "tea", "tea", "gin"]), common.clone()), at(&[4], &[], too_few(1)));
    let named = lines(&["tea"; K]).replace("1\ttea", "anna\ttea");
    assert!(matches!(check(&named, common), Err(CheckError::NamedOwners { .. })));
}

/// Two properties of one release: what breaks one of them leaves the other as it is.
#[test]
fn of_each_property() {
    let both = Stated {
        certainty: Some("0.5".parse().unwrap()),
        sensitive: Some(["xylophone".to_owned()].into()),
        ..stated(&[PropertyName::KAnonymity, PropertyName::Certainty])
    };
    let holding = |text: &str| -> Vec<bool> {
        let checked = check(text, both.clone()).unwrap();
        checked.properties.iter().map(clump::CheckedProperty::holds).collect()
    };
    assert_eq!(holding(&rows(&["tea"; K])), [true, true]);
    let shown = rows(&["tea|xylophone"; K]);
    assert_eq!(holding(&shown), [true, false], "k owners are hidden still, and all of them have it");
    assert_eq!(broken(&shown, both.clone()), at(&[1, 2, 3], &[], Reason::TooCertain { holders: K, of: K }));
    assert_eq!(holding(&rows(&["tea", "tea", "tea", "zither"])), [false, true]);

    // What makes no promise is not checked.
    let claim = |stated: Stated| check(&shown, stated).unwrap_err();
    let bound_alone = Stated { promise: Some(vec![PropertyName::Certainty]), ..both.clone() };
    assert!(matches!(claim(bound_alone), CheckError::Job(JobError::Promise(PromiseError::Without { .. }))));
    let twice = stated(&[PropertyName::KAnonymity; 2]);
    assert!(matches!(claim(twice), CheckError::Job(JobError::Promise(PromiseError::Twice { .. }))));
    let whole = Stated { certainty: Some("1".parse().unwrap()), ..both.clone() };
    assert!(matches!(claim(whole), CheckError::Job(JobError::Certainty(_))));
    let stray = Stated { promise: Some(vec![PropertyName::KAnonymity]), sensitive: None, ..both };
    assert!(matches!(claim(stray), CheckError::StrayStated("certainty")));
}

/// What rows state of their owners, each row of one owner or of a group.
#[test]
fn of_stated_owners() {
    let reason = |text: &str| {
        let checked = check(text, stated(&[PropertyName::KAnonymity])).unwrap();
        assert!(!checked.holds && !checked.is_promise_kept());
        checked.stated.unwrap().first.unwrap().reason
    };
    let tea = rows(&["tea"; 4]);
    assert_eq!(reason(&tea.replacen('4', "5", 1)), Reason::Contradictory);
    assert_eq!(reason(&tea.replace('4', "2")), too_few(2));
    assert_eq!(reason(&tea.replace('4', "9")), Reason::Overstated { stated: 9, rows: 4 });
    assert_eq!(reason(&tea.replace('4', "3")), Reason::Understated { stated: 3, rows: 4 });
}
