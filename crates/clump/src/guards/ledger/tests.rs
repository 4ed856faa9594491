//! Tests of the ledger file: what is entered is read again, and every change is noticed.

use std::fs;

use super::*;

fn written(ledger: &Ledger, path: &Path) {
    let mut bytes = Vec::new();
    ledger.write(&mut bytes).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn the_same_bytes_of_other_owners_are_another_release() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::open(&folder.path().join("ledger.json")).unwrap();
    let group = |names: [&str; 2], ledger: &Ledger| {
        let mut owners = names.map(|name| ledger.owner(name)).to_vec();
        owners.sort_unstable();
        vec![owners]
    };
    for names in [["ann", "bob"], ["cleo", "dora"], ["ann", "bob"]] {
        let groups = group(names, &ledger);
        ledger.enter_rows(&RunName::draw().unwrap(), "a", 2, groups);
    }
    assert_eq!(ledger.releases(), 2);
    assert!(ledger.histories().contains_key(&ledger.owner("cleo")));
    for names in [["ann", "bob"], ["cleo", "dora"]] {
        assert!(ledger.has_rows("a", &group(names, &ledger)), "both can be verified");
    }
}

#[test]
fn what_is_entered_is_there_when_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let mut ledger = Ledger::open(&path).unwrap();
    assert!(ledger.was.is_none());
    ledger.tell_apart(Spellings::Refuse).unwrap();
    let [ann, bob] = ["Ann", "Bob"].map(|name| ledger.owner(name));
    let [one, two, three] = [(); 3].map(|()| RunName::draw().unwrap());
    for blake3 in ["a", "a as csv", "a"] {
        ledger.enter_rows(&one, blake3, 2, vec![vec![ann.min(bob), ann.max(bob)]]);
    }
    // Another run publishes the same bytes of the same owners, which reveal nothing new.
    ledger.enter_rows(&two, "a", 2, vec![vec![ann.min(bob), ann.max(bob)]]);
    for (run, blake3) in [(&two, "b"), (&two, "b as csv"), (&three, "b")] {
        ledger.enter_noise(run, blake3, 0.5, 1e-6);
    }
    ledger.set_budget(2.0).unwrap();
    written(&ledger, &path);

    let mut again = Ledger::open(&path).unwrap();
    assert_eq!((again.releases(), again.largest_k(), again.budget()), (3, Some(2), Some(2.0)));
    assert_eq!(again.spent(), (1.0, 2e-6, 2));
    let groups = vec![vec![ann.min(bob), ann.max(bob)]];
    assert!(["a", "a as csv"].iter().all(|hash| again.has_rows(hash, &groups)));
    assert!(again.has(&three) && !again.has(&RunName::draw().unwrap()));
    // `ANN` is another spelling of an entered name, and `Cem` is a name that was not entered.
    assert_eq!(again.histories().get(&again.owner("ANN")), Some(&vec![(0, 0)]));
    assert_eq!(again.histories().get(&again.owner("Cem")), None);
    assert!(matches!(again.tell_apart(Spellings::AsTheyAre), Err(LedgerError::OtherSpellings(false))));
    assert!(matches!(again.set_budget(3.0), Err(LedgerError::OtherBudget { .. })));
}

/// Rows of a release, with the first owners and values of a ledger.
fn numbers() -> EnteredNumbers {
    let row = PastRow { attributes: vec![0], people: vec![0, 1], left_out: vec![2], ..PastRow::default() };
    EnteredNumbers::new(2, vec![row])
}

#[test]
fn rows_of_facts_are_there_when_they_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let mut ledger = Ledger::open(&path).unwrap();
    let mut people = ["Ann", "Bob", "Cem"].map(|name| ledger.owner(name)).to_vec();
    people.sort_unstable();
    let values = vec![ledger.value("query\ttea")];
    let [one, two] = [(); 2].map(|()| RunName::draw().unwrap());
    for (run, blake3) in [(&one, "a"), (&one, "a as csv")] {
        ledger.enter_numbers(run, blake3, numbers(), (people.clone(), values.clone()));
    }
    // The same bytes of the same owners reveal nothing new.
    ledger.enter_numbers(&two, "a", numbers(), (Vec::new(), Vec::new()));
    written(&ledger, &path);

    let again = Ledger::open(&path).unwrap();
    assert_eq!((again.releases(), again.largest_k(), again.has_groups()), (1, Some(2), false));
    assert!(again.people() == people && again.row_values() == values);
    assert_eq!(again.past(), [numbers().past()]);
    assert_eq!(again.numbers_of(|entry| entry.has_file("a as csv")), [0]);
}

#[test]
fn two_ledgers_call_nobody_by_the_same_name() {
    let [one, other] = ["one", "other"].map(|name| Ledger::open(Path::new(name)).unwrap());
    assert!(one.owner("ann") != other.owner("ann"));
}

#[test]
fn what_is_no_ledger_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    written(&Ledger::open(&path).unwrap(), &path);
    let text = fs::read_to_string(&path).unwrap();
    for (said, otherwise) in [
        ("\"clump_ledger\":3", "\"clump_ledger\":1"),
        ("true", "false"),
        ("\"key\":\"", "\"key\":\"x"),
        ("[]", "[{}]"),
        ("{", "{\"more\":1,"),
        ("[]", r#"[{"run":"r","blake3":["a"],"noise":{"epsilon":-1.0,"delta":1e-6}}]"#),
        ("[]", r#"[{"run":"r","blake3":["a"],"noise":{"epsilon":1.0,"delta":1.0}}]"#),
        ("[]", r#"[{"run":"r","blake3":["a"],"rows":{"k":0,"groups":[]}}]"#),
        (
            "[]",
            r#"[{"run":"r","blake3":["a"],"rows":{"k":2,"groups":[]},"noise":{"epsilon":1.0,"delta":1e-6}}]"#,
        ),
        ("[]", r#"[{"run":"r","blake3":["a"],"numbers":{"k":2,"tables":[[[[0],[],[],[0,1],[]]]]}}]"#),
        ("\"releases\"", "\"budget\":0.0,\"releases\""),
    ] {
        assert!(text.contains(said));
        fs::write(&path, text.replacen(said, otherwise, 1)).unwrap();
        assert!(matches!(Ledger::open(&path), Err(LedgerError::NotALedger { .. })), "{otherwise}");
    }
}
/// The bytes of a ledger with a release of rows, a table with noise, and a budget.
fn small(path: &Path) -> Vec<u8> {
    let mut ledger = Ledger::open(path).unwrap();
    ledger.tell_apart(Spellings::Refuse).unwrap();
    let run = RunName::draw().unwrap();
    let groups = vec![["Ann", "Bob"].map(|name| ledger.owner(name)).to_vec()];
    ledger.enter_rows(&run, &"0a".repeat(32), 2, groups);
    ledger.enter_noise(&RunName::draw().unwrap(), &"1b".repeat(32), 0.5, 1e-6);
    ledger.set_budget(2.0).unwrap();
    written(&ledger, path);
    fs::read(path).unwrap()
}

#[test]
fn a_ledger_with_any_byte_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let bytes = small(&path);
    assert!(Written::read(&bytes, &path).is_ok());
    let is_refused = |changed: &[u8]| {
        matches!(
            Written::read(changed, &path),
            Err(LedgerError::NotALedger { .. } | LedgerError::Changed { .. })
        )
    };
    for place in 0..bytes.len() {
        let digits = b"0123456789abcdef".iter().map(|digit| digit ^ bytes[place]);
        for flip in digits.chain((0..8).map(|bit| 1 << bit)).filter(|&flip| flip != 0) {
            let mut changed = bytes.clone();
            changed[place] ^= flip;
            assert!(is_refused(&changed), "byte {place}");
        }
        assert!(is_refused(&bytes[..place]), "cut at {place}");
        assert!(is_refused(&[&bytes[..place], b" ", &bytes[place..]].concat()), "blank at {place}");
    }
}

#[test]
fn a_release_cannot_be_cut_out_and_the_check_of_another_key_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let (mut cut, key) = Written::parse(&small(&path)).unwrap();
    cut.releases.pop();
    let whole = cut.to_bytes(&key);
    let without = whole.iter().rposition(|&byte| byte == b',').unwrap();
    let other = cut.to_bytes(&Key::from_seed(7));
    for changed in [[&whole[..without], b"}\n"].concat(), other] {
        fs::write(&path, changed).unwrap();
        assert!(matches!(Ledger::open(&path), Err(LedgerError::Changed { .. })));
    }
}

#[test]
fn a_ledger_with_a_second_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [path, link, symbolic] = ["ledger.json", "link", "symbolic"].map(|name| folder.path().join(name));
    small(&path);
    fs::hard_link(&path, &link).unwrap();
    for name in [&path, &link] {
        assert!(matches!(Ledger::open(name), Err(LedgerError::Linked { .. })));
    }
    fs::remove_file(&link).unwrap();
    assert!(Ledger::open(&path).is_ok());
    std::os::unix::fs::symlink(&path, &symbolic).unwrap();
    assert!(matches!(Ledger::open(&symbolic), Err(LedgerError::Linked { .. })));
    // A symbolic link to a missing file is refused too: no new ledger is made there.
    fs::remove_file(&path).unwrap();
    assert!(matches!(Ledger::open(&symbolic), Err(LedgerError::Linked { .. })));
}
