//! A verifier that accepts everything would pass every other test. Here the valid release of each method is broken in
//! every way that breaks its promise, in its file, and the verdict must be no and name the place.

use std::collections::BTreeMap;

use clump::core::promise::{PromiseError, PropertyName};
use clump::core::verify::{ROWS_NAMED, Reason, Violation};
use clump::io::Unit;
use clump::io::release::ReleaseLayout;
use clump::{CheckError, Checked, Data, Job, JobError, MethodName, ReleaseFile, Stated, run};

use crate::common::{self, Desk};

const K: usize = 3;

/// Owners with overlapping tastes, so that all methods have something to publish.
fn desk() -> Desk {
    let words = ["guitar", "violin", "trumpet", "poodle", "spaniel", "terrier", "bread", "cheese"];
    Desk::with_queries(40, |owner| {
        let word = |number: usize| words[number % words.len()].to_owned();
        vec![
            word(owner),
            word(owner / 2),
            word(owner / 5),
            format!("{} {}", word(owner / 7), word(owner / 3)),
        ]
    })
}

/// The rows of a release, or the lines of a table with its header, that can be broken.
#[derive(Clone)]
struct Lines(Vec<Vec<String>>, Kind);

#[derive(Clone, Copy)]
enum Kind {
    Rows,
    Table,
}

impl Lines {
    fn of(desk: &Desk, method: MethodName) -> Lines {
        desk.write("sensitive.txt", "guitar\ncheese\n");
        let list = format!("file:{}", desk.path("sensitive.txt").display());
        let job = match method {
            MethodName::Coherence => common::with_share(desk.job(method), "0.8").sensitive([list]),
            _ => desk.job(method),
        };
        assert!(run(&job, &()).unwrap().checked.holds, "{method:?}");
        let text = desk.read("release.tsv");
        let split = |line: &str, at: char| line.split(at).map(str::to_owned).collect();
        match common::on_transactions(method) {
            true => {
                let items = text.lines().skip(1).map(|line| line.split_once('\t').unwrap().1);
                Lines(items.map(|items| split(items, '|')).collect(), Kind::Rows)
            }
            false => Lines(text.lines().map(|line| split(line, '\t')).collect(), Kind::Table),
        }
    }

    /// What lies in the file. Rows state as many owners as there are equal rows, so that nothing else is wrong with them.
    fn text(&self) -> String {
        let alike = |row: &Vec<String>| self.0.iter().filter(|&other| other == row).count();
        match self.1 {
            Kind::Table => self.0.iter().map(|line| line.join("\t") + "\n").collect(),
            Kind::Rows => {
                let rows = self.0.iter().map(|row| format!("{}\t{}\n", alike(row), row.join("|")));
                std::iter::once("owners_in_group\titems\n".to_owned()).chain(rows).collect()
            }
        }
    }

    /// The checked file with this content, without any certificate.
    fn check(&self, desk: &Desk, stated: &Stated) -> Checked {
        desk.write("broken.tsv", &self.text());
        let release =
            ReleaseFile::read(&desk.path("broken.tsv"), stated.promise.as_deref(), None, None).unwrap();
        let release = release.with_source(Job::anonymize(desk.path("broken.tsv")));
        release.check(stated.clone()).unwrap()
    }

    /// Asserts that the promise is broken, and returns where first.
    fn broken(&self, desk: &Desk, stated: &Stated) -> Violation {
        let checked = self.check(desk, stated);
        assert!(!checked.holds, "{stated:?} holds in\n{}", self.text());
        let verdict = checked.verdict().unwrap().clone();
        assert!(verdict.violations > 0);
        verdict.first.unwrap()
    }

    fn with(&self, change: impl FnOnce(&mut Vec<Vec<String>>)) -> Lines {
        let mut lines = self.clone();
        change(&mut lines.0);
        lines
    }

    /// Numbers, from 0, of the lines that hold all of `labels`.
    fn holding(&self, labels: &[&str]) -> Vec<usize> {
        let holds = |line: &Vec<String>| labels.iter().all(|&label| line.iter().any(|cell| cell == label));
        (0..self.0.len()).filter(|&line| holds(&self.0[line])).collect()
    }
}

/// What is promised of files that a test wrote: their form is not what is looked at here.
fn stated(promise: PropertyName) -> Stated {
    Stated { promise: Some(vec![promise]), k: Some(K), rewritten: true, ..Stated::default() }
}

fn too_few(found: usize) -> Reason {
    Reason::TooFew { found, needed: K }
}

#[test]
fn k_anonymity() {
    for method in [MethodName::Nearest, MethodName::Clump, MethodName::Partition] {
        let desk = desk();
        let stated = stated(PropertyName::KAnonymity);
        let lines = Lines::of(&desk, method);
        assert!(lines.check(&desk, &stated).holds);
        let mut groups: BTreeMap<&Vec<String>, Vec<usize>> = BTreeMap::new();
        for (number, line) in lines.0.iter().enumerate() {
            groups.entry(line).or_default().push(number);
        }
        for group in groups.values().filter(|group| !lines.0[group[0]][0].is_empty()) {
            // Rows removed until k - 1 are left.
            let removed = lines.with(|lines| drop(lines.drain(group[0]..group[0] + group.len() - (K - 1))));
            let first = removed.broken(&desk, &stated);
            assert_eq!(
                (first.rows, first.reason),
                (vec![group[0] + 1, group[0] + 2], too_few(K - 1)),
                "{method:?}"
            );

            // An item of one row made special, an item added, an item removed: the row is alone.
            let row = group[1];
            let special = lines.with(|lines| lines[row][0] = "xylophone".to_owned());
            let added = lines.with(|lines| lines[row].push("xylophone".to_owned()));
            for broken in [special, added] {
                let first = broken.broken(&desk, &stated);
                let rest = group.len() - 1;
                match rest < K {
                    true => assert_eq!(first.reason, too_few(if first.rows == [row + 1] { 1 } else { rest })),
                    false => assert_eq!((first.rows, first.reason), (vec![row + 1], too_few(1))),
                }
            }
        }
        assert!(!lines.with(Vec::clear).check(&desk, &stated).holds, "an empty release hides nobody");
        let stricter = Stated { k: Some(1_000), ..stated };
        assert!(matches!(lines.broken(&desk, &stricter).reason, Reason::TooFew { needed: 1_000, .. }));
    }
}

#[test]
fn km_anonymity() {
    let desk = desk();
    let stated = Stated { m: Some(2), ..stated(PropertyName::KmAnonymity) };
    let lines = Lines::of(&desk, MethodName::Apriori);
    assert!(lines.check(&desk, &stated).holds);

    // A rare item.
    let rare = lines.with(|lines| lines[4].insert(0, "xylophone".to_owned()));
    let first = rare.broken(&desk, &stated);
    assert_eq!(first, Violation { rows: vec![5], columns: vec![1], reason: too_few(1) });

    // Rows removed until an item has k - 1.
    let label = lines.0.iter().flatten().find(|cell| !cell.is_empty()).unwrap().clone();
    let holding = lines.holding(&[&label]);
    let fewer = lines.with(|lines| {
        for &line in holding[K - 1..].iter().rev() {
            lines.remove(line);
        }
    });
    assert!(matches!(fewer.broken(&desk, &stated).reason, Reason::TooFew { needed: K, .. }));

    // A pair that too few rows hold, of two items that enough rows hold: three rows of a new item, two with a partner.
    let paired = lines.with(|lines| {
        for line in [3, 9, 12] {
            lines[line] = vec!["xylophone".to_owned()];
        }
        for line in [9, 12, 20, 30] {
            lines[line].push("zither".to_owned());
        }
        lines[20] = vec!["zither".to_owned()];
        lines[30] = vec!["zither".to_owned()];
    });
    let first = paired.broken(&desk, &Stated { k: Some(3), ..stated.clone() });
    assert_eq!(first, Violation { rows: vec![10, 13], columns: vec![1, 2], reason: too_few(2) });
    // Whoever knows one item only still finds three.
    assert!(paired.check(&desk, &Stated { m: Some(1), ..stated }).holds);
}

#[test]
fn coherence() {
    let desk = desk();
    let lines = Lines::of(&desk, MethodName::Coherence);
    let sensitive = ["guitar", "cheese"].map(str::to_owned).into_iter().collect();
    let stated = Stated {
        h: Some("0.8".parse().unwrap()),
        p: Some(2),
        sensitive: Some(sensitive),
        ..stated(PropertyName::Coherence)
    };
    assert!(lines.check(&desk, &stated).holds);

    // A rare public item; a rare sensitive one breaks nothing.
    let rare = lines.with(|lines| lines[4].insert(0, "xylophone".to_owned()));
    let first = rare.broken(&desk, &stated);
    assert_eq!(first, Violation { rows: vec![5], columns: vec![1], reason: too_few(1) });

    // A sensitive item in every row of a public one.
    let public = ["violin", "trumpet", "poodle", "spaniel", "terrier", "bread"]
        .into_iter()
        .find(|label| !lines.holding(&[label]).is_empty())
        .unwrap();
    let holding = lines.holding(&[public]);
    let certain = lines.with(|lines| {
        for &line in &holding {
            if !lines[line].iter().any(|cell| cell == "guitar") {
                lines[line].push("guitar".to_owned());
            }
        }
    });
    let first = certain.broken(&desk, &stated);
    assert!(matches!(first.reason, Reason::Breach { .. }), "{first:?}");
    if first.columns.len() == 1 && first.rows[0] == holding[0] + 1 {
        assert_eq!(first.reason, Reason::Breach { with_item: holding.len(), of: holding.len() });
    }
    // Whoever allows certainty has nothing against it.
    let checked = certain.check(&desk, &Stated { h: Some("1".parse().unwrap()), ..stated });
    assert!(checked.verdict().unwrap().holds, "{checked:?}");
}

#[test]
fn common_queries() {
    let desk = desk();
    let stated = stated(PropertyName::CommonQueries);
    let lines = Lines::of(&desk, MethodName::DropRare);
    assert!(lines.check(&desk, &stated).holds);
    let query = lines.0[1][1].clone();
    let holding: Vec<usize> = (1..lines.0.len()).filter(|&line| lines.0[line][1] == query).collect();

    // A query that one owner asked.
    let renamed = lines.with(|lines| lines[1][1] = "what only one asked".to_owned());
    let first = renamed.broken(&desk, &stated);
    assert_eq!((first.rows.as_slice(), first.reason), (&[1][..], too_few(1)));

    // All who asked a query become one owner; all but two lines of it are removed.
    let merged = lines.with(|lines| holding.iter().for_each(|&line| lines[line][0] = "1".to_owned()));
    let first = merged.broken(&desk, &stated);
    assert_eq!(first.reason, too_few(1));
    assert_eq!(first.rows, holding.iter().copied().take(10).collect::<Vec<_>>());
    let removed = lines.with(|lines| holding[2..].iter().rev().for_each(|&line| drop(lines.remove(line))));
    assert!(matches!(removed.broken(&desk, &stated).reason, Reason::TooFew { needed: K, .. }));

    // A name is no number, and vouched for by nobody.
    let named = lines.with(|lines| lines[1][0] = "anna".to_owned());
    desk.write("broken.tsv", &named.text());
    let file = ReleaseFile::read(&desk.path("broken.tsv"), stated.promise.as_deref(), None, None).unwrap();
    assert!(matches!(file.check(stated.clone()), Err(CheckError::NamedOwners { .. })));

    // Whatever makes one line different from the others is that of one owner: a time, a rank, an address.
    for column in [2, 3, 4] {
        let marked = lines.with(|lines| lines[1][column] = "7".to_owned());
        assert_eq!(marked.broken(&desk, &stated).reason, too_few(1), "column {column}");
    }
}

#[test]
fn sealed_queries() {
    let desk = desk();
    let stated = stated(PropertyName::SealedQueries);
    let lines = Lines::of(&desk, MethodName::Share);
    assert!(lines.check(&desk, &stated).holds);

    // Who wants four owners must not be content with three.
    let first = lines.broken(&desk, &Stated { k: Some(K + 1), ..stated.clone() });
    assert_eq!(first.reason, Reason::Readable { shares: K });

    // Find a query that opens, and change one cell of its first row: a digit of the tag, of x, of y, of the cipher text.
    let mut shares: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, line) in lines.0.iter().enumerate().skip(1) {
        shares.entry(&line[2]).or_default().push(number);
    }
    let readable = shares.values().find(|rows| rows.len() > 2 * K).unwrap();
    for column in [3, 4, 5] {
        let changed = lines.with(|lines| {
            let cell = &mut lines[readable[0]][column];
            let digit = if cell.ends_with('0') { "1" } else { "0" };
            cell.replace_range(cell.len() - 1.., digit);
        });
        let first = changed.broken(&desk, &stated);
        assert_eq!(first.reason, Reason::Damaged, "column {column}");
        assert!(first.rows.iter().any(|row| readable.contains(row)), "{first:?} {readable:?}");
    }
}

/// Rows with what they state of their owners, one JSON object a line.
fn stating(rows: &[(usize, Vec<String>)]) -> String {
    let line = |(owners, items): &(usize, Vec<String>)| {
        serde_json::json!({ "items": items, "owners_in_group": owners }).to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// What a release of `unit` states, with the audit and the data to check it against.
struct Stating {
    desk: Desk,
    data: Data,
    rows: Vec<(usize, Vec<String>)>,
}

impl Stating {
    fn new(unit: Unit, layout: ReleaseLayout) -> Stating {
        let desk = desk();
        let job = desk.job(MethodName::Nearest).unit(unit).layout(layout);
        let job = job.output(desk.path("release.jsonl")).audit(desk.path("audit.tsv"));
        assert!(run(&job, &()).unwrap().checked.holds);
        let parsed = desk.read("release.jsonl");
        let rows = parsed.lines().map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let items = row["items"].as_array().unwrap().iter();
            let items = items.map(|item| item.as_str().unwrap().to_owned()).collect();
            (row["owners_in_group"].as_u64().unwrap() as usize, items)
        });
        Stating { rows: rows.collect(), desk, data: Data::read(&job, &()).unwrap() }
    }

    /// The checked file of `rows`, from the file alone.
    fn alone(&self, rows: &[(usize, Vec<String>)], layout: ReleaseLayout) -> Checked {
        self.desk.write("broken.jsonl", &stating(rows));
        let stated = stated(PropertyName::KAnonymity);
        let file =
            ReleaseFile::read(&self.desk.path("broken.jsonl"), stated.promise.as_deref(), None, Some(layout));
        file.unwrap().check(stated).unwrap()
    }

    /// The checked file of `rows`, alone and against the originals.
    fn check(&self, rows: &[(usize, Vec<String>)], layout: ReleaseLayout) -> [Checked; 2] {
        self.desk.write("broken.jsonl", &stating(rows));
        let stated = stated(PropertyName::KAnonymity);
        let file =
            ReleaseFile::read(&self.desk.path("broken.jsonl"), stated.promise.as_deref(), None, Some(layout));
        let file = file.unwrap();
        let audit = self.rebound_audit();
        let alone = file.check(stated.clone()).unwrap();
        [alone, file.check_against(stated, &audit, &self.data).unwrap()]
    }

    /// The audit, as if it were that of the broken release.
    fn rebound_audit(&self) -> std::path::PathBuf {
        let hash = blake3::hash(self.desk.read("broken.jsonl").as_bytes()).to_hex();
        let audit = self.desk.read("audit.tsv");
        let (first, rest) = audit.split_once('\n').unwrap();
        let (_, counts) = first.split_once('\t').unwrap();
        self.desk.write("rebound.tsv", &format!("#release={hash}\t{counts}\n{rest}"));
        self.desk.path("rebound.tsv")
    }

    /// The rows with other numbers.
    fn with(&self, change: impl Fn(usize, usize) -> usize) -> Vec<(usize, Vec<String>)> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(row, (owners, items))| (change(row, *owners), items.clone())).collect()
    }
}

#[test]
fn stated_owners() {
    for unit in [Unit::Owner, Unit::Query] {
        let rows = ReleaseLayout::Rows;
        let release = Stating::new(unit, rows);
        for checked in release.check(&release.rows, rows) {
            assert!(checked.holds, "{checked:?}");
            assert!(checked.stated.unwrap().smallest >= K);
        }
        // One row states one owner more, or less: rows alone show it.
        for row in 0..release.rows.len() {
            for change in [|owners| owners + 1, |owners| owners - 1] {
                let changed =
                    release.with(|number, owners| if number == row { change(owners) } else { owners });
                for checked in release.check(&changed, rows) {
                    assert!(!checked.holds && !checked.is_promise_kept());
                    let first = checked.stated.unwrap().first.unwrap();
                    assert!(first.rows.contains(&(row + 1)) || first.rows.len() == ROWS_NAMED);
                    assert_eq!(first.reason, Reason::Contradictory);
                }
            }
        }
        // All rows of every group state fewer than k, or more than there are rows.
        let [few, _] = release.check(&release.with(|_, _| K - 1), rows);
        assert_eq!(few.stated.unwrap().first.unwrap().reason, too_few(K - 1));
        let [many, against] = release.check(&release.with(|_, owners| owners + 1_000), rows);
        assert!(matches!(many.stated.unwrap().first.unwrap().reason, Reason::Overstated { .. }));
        // The originals know each number that is not true.
        assert_eq!(against.originals.unwrap().unaccounted, release.rows.len());
        assert!(!many.holds && !few.holds && !against.holds);

        // One row more than owners: some owner has two, and their number would tell how often it asked.
        let mut repeated = release.rows.clone();
        repeated.insert(0, repeated[0].clone());
        let checked = release.alone(&repeated, rows);
        assert!(!checked.holds);
        assert!(matches!(checked.stated.unwrap().first.unwrap().reason, Reason::Understated { .. }));

        // Rows that are taken for groups would count their owners again and again.
        let groups = release.alone(&release.rows, ReleaseLayout::Groups);
        assert!(!groups.holds);
        assert!(matches!(groups.stated.unwrap().first.unwrap().reason, Reason::Repeated { .. }));
    }
}

/// Groups that state fewer owners than they have, but enough: only the originals show it.
#[test]
fn stated_owners_that_could_be() {
    let release = Stating::new(Unit::Owner, ReleaseLayout::Groups);
    let changed = release.with(|_, _| K);
    let lies = release.rows.iter().filter(|(owners, _)| *owners != K).count();
    assert!(lies > 0, "a group must have more than k owners");
    let [alone, against] = release.check(&changed, ReleaseLayout::Groups);
    assert!(alone.holds);
    assert!(!against.holds);
    assert_eq!(against.originals.unwrap().unaccounted, lies);
}

/// Two properties of one release: what breaks one of them leaves the other as it is.
#[test]
fn certainty() {
    let desk = desk();
    let lines = Lines::of(&desk, MethodName::Nearest);
    let stated = Stated {
        promise: Some(vec![PropertyName::KAnonymity, PropertyName::Certainty]),
        certainty: Some("0.5".parse().unwrap()),
        sensitive: Some(["xylophone".to_owned()].into()),
        ..stated(PropertyName::KAnonymity)
    };
    let holding = |checked: &Checked| -> Vec<bool> {
        checked.properties.iter().map(clump::CheckedProperty::holds).collect()
    };
    let checked = lines.check(&desk, &stated);
    assert!(checked.holds);
    assert_eq!(holding(&checked), [true, true]);

    // All rows of a group show it: k owners are hidden still, and all of them have it.
    let first = lines.0[0].clone();
    let group = lines.0.iter().filter(|&line| *line == first).count();
    let shown = lines.with(|lines| {
        lines.iter_mut().filter(|line| **line == first).for_each(|line| line.push("xylophone".to_owned()));
    });
    let checked = shown.check(&desk, &stated);
    assert_eq!((checked.holds, holding(&checked)), (false, vec![true, false]));
    let violation = shown.broken(&desk, &stated);
    assert_eq!(violation.reason, Reason::TooCertain { holders: group, of: group });
    assert_eq!(violation.rows, (1..=group.min(ROWS_NAMED)).collect::<Vec<_>>());

    // A row alone breaks k-anonymity, and says nothing of what is sensitive.
    let alone = lines.with(|lines| lines[0].push("zither".to_owned()));
    let checked = alone.check(&desk, &stated);
    assert_eq!((checked.holds, holding(&checked)), (false, vec![false, true]));

    // What makes no promise is not checked.
    let claim = |stated: Stated| {
        let file = ReleaseFile::read(&desk.path("broken.tsv"), stated.promise.as_deref(), None, None);
        file.unwrap().check(stated).unwrap_err()
    };
    let cap_alone = Stated { promise: Some(vec![PropertyName::Certainty]), ..stated.clone() };
    assert!(matches!(claim(cap_alone), CheckError::Job(JobError::Promise(PromiseError::Without { .. }))));
    let twice = Stated {
        promise: Some(vec![PropertyName::KAnonymity; 2]),
        certainty: None,
        sensitive: None,
        ..stated.clone()
    };
    assert!(matches!(claim(twice), CheckError::Job(JobError::Promise(PromiseError::Twice { .. }))));
    let whole = Stated { certainty: Some("1".parse().unwrap()), ..stated.clone() };
    assert!(matches!(claim(whole), CheckError::Job(JobError::Certainty(_))));
    let stray = Stated { promise: Some(vec![PropertyName::KAnonymity]), sensitive: None, ..stated };
    assert!(matches!(claim(stray), CheckError::StrayStated { parameter: "certainty" }));
}
