//! The ledger: a private file that records in which groups each owner was published. It contains no names and
//! no items. But whoever has the file and knows a name can find the groups of that owner.
//!
//! Owners are stored as keyed hashes of their names. The key is random and in the file, so names cannot be
//! tried out without the file. Each entry is one run. It has the hashes of the published files, and either
//! the groups of owners, in an order that reveals nothing, or the privacy that a noisy table spent. A run
//! that is written in several formats has one entry. The new ledger is published before the release, and only
//! if the old ledger is unchanged. So if two runs use it at the same time, one of them fails and must run
//! again.
//!
//! The file ends with a keyed hash of all bytes before it, with a key derived from the key of the ledger. The
//! reader accepts only the bytes that it would write itself. So it detects every accidental change: a wrong
//! digit in the key, a deleted release, a truncated file. It cannot detect two things. Whoever has the file
//! has the key, and can compute a new hash. And a copy is a valid ledger too: the reader cannot know that it
//! is old, or that another copy is in use. A file with several names, by hard or symbolic links, is refused:
//! a run would replace the ledger under one name only.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clump_core::composition::EarlierGroup;
use clump_core::progress::Cancel;
use clump_io::{Spellings, plain_form};
use clump_log::Key;
use serde::{Deserialize, Serialize};

use crate::LedgerError;
use crate::paths::folder;
use crate::release::publish::settle;
use crate::release::unnamed_file::Identity;

/// Version number of the ledger format.
const VERSION: u32 = 2;

/// Label for deriving the key of the hash at the end of the file.
const CHECK: &str = "check of the ledger";

/// A ledger, with the identity of its file. It does not implement `Debug`, so it cannot be printed.
pub(crate) struct Ledger {
    pub path: PathBuf,
    /// Identity of the file that was read; `None` if there was no file.
    pub was: Option<Identity>,
    written: Written,
    key: Key,
}

/// The content of a ledger file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    clump_ledger: u32,
    /// Always true, so that a person who opens the file knows that it is private.
    private: bool,
    /// The key of the owner hashes: 64 hexadecimal digits.
    key: String,
    /// True if owner names must match exactly, false for any spelling; `None` if no release has rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    owners_as_they_are: Option<bool>,
    /// Largest sum of epsilon that all tables may spend; `None` without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<f64>,
    releases: Vec<LedgerEntry>,
    /// The keyed hash of everything before it. [`Written::to_bytes`] appends it. The field is declared only
    /// so that reading does not refuse it as unknown.
    #[serde(default, skip_serializing, rename = "check")]
    _check: Option<String>,
}

impl Written {
    /// Parses a ledger and its key, and ignores the hash at its end; `None` if it is not a ledger.
    fn parse(bytes: &[u8]) -> Option<(Written, Key)> {
        let written: Written = serde_json::from_slice(bytes).ok()?;
        let key = Key::from_hex(&written.key).ok()?;
        let is_ledger = written.clump_ledger == VERSION
            && written.private
            && written.budget.is_none_or(|budget| budget > 0.0)
            && written.releases.iter().all(LedgerEntry::is_valid);
        is_ledger.then_some((written, key))
    }

    /// Parses a ledger and its key from the bytes of the file at `path`. An error if the file was changed.
    fn read(bytes: &[u8], path: &Path) -> Result<(Written, Key), LedgerError> {
        let (written, key) = Written::parse(bytes).ok_or_else(|| LedgerError::NotALedger(path.to_owned()))?;
        if written.to_bytes(&key) == bytes {
            Ok((written, key))
        } else {
            Err(LedgerError::Changed(path.to_owned()))
        }
    }

    /// Every ledger file is written by this function: first the content, then its keyed hash.
    fn to_bytes(&self, key: &Key) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a ledger is plain data");
        let check = key.derive(CHECK).hash(&bytes);
        bytes.pop();
        bytes.extend_from_slice(b",\"check\":\"");
        check.iter().for_each(|byte| bytes.extend_from_slice(format!("{byte:02x}").as_bytes()));
        bytes.extend_from_slice(b"\"}\n");
        bytes
    }
}

/// Parses the bytes of a ledger and writes them again with a new hash; `None` if they are not a ledger. For
/// tests that change a file: without a new hash, the reader would refuse every change because of the hash.
#[doc(hidden)]
pub fn rewritten_ledger(bytes: &[u8]) -> Option<Vec<u8>> {
    let (written, key) = Written::parse(bytes)?;
    Some(written.to_bytes(&key))
}

/// A random name that identifies a run in the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunName(String);

impl RunName {
    /// Draws a new name from the system's random numbers: a counter would repeat in a forked process.
    pub fn draw() -> Result<RunName, LedgerError> {
        Ok(RunName(Key::from_system()?.pseudonym("run")))
    }
}

/// The entry of one run that published rows or a noisy table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LedgerEntry {
    run: RunName,
    /// BLAKE3 hash of each file that the run published: the same rows or numbers in several formats.
    blake3: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<EnteredRows>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    noise: Option<SpentPrivacy>,
}

impl LedgerEntry {
    /// False if no run writes such an entry: an epsilon below 0 would increase the budget.
    fn is_valid(&self) -> bool {
        match (&self.rows, &self.noise) {
            (Some(rows), None) => rows.k >= 2,
            (None, Some(noise)) => noise.epsilon > 0.0 && (0.0..1.0).contains(&noise.delta),
            _ => false,
        }
    }
}

/// The k of a release of rows, and the owners of each of its groups.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnteredRows {
    k: usize,
    groups: Vec<Vec<OwnerHash>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpentPrivacy {
    epsilon: f64,
    delta: f64,
}

/// Hash of an owner's name in a ledger: 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct OwnerHash(u128);

impl From<OwnerHash> for String {
    fn from(hash: OwnerHash) -> String {
        format!("{:032x}", hash.0)
    }
}

impl TryFrom<String> for OwnerHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<OwnerHash, &'static str> {
        let is_one = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let hash = u128::from_str_radix(&text, 16).ok().filter(|_| is_one);
        hash.map(OwnerHash).ok_or("not the hash of an owner")
    }
}

impl Ledger {
    /// Reads the ledger at `path`, or makes an empty one in memory, with a new key, if there is no file.
    /// Waits while another run replaces the file, and first undoes the changes of killed runs.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        // While a run replaces the ledger, the file has two names, which `read_file` would refuse.
        let settled = settle(folder(path), &Cancel::new());
        let (bytes, was) = match settled.and_then(|_settled| read_file(path)) {
            Ok(Ok(found)) => found,
            Ok(Err(refused)) => return Err(refused),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ledger::new(path),
            Err(error) => return Err(LedgerError::Unreadable(path.to_owned(), error)),
        };
        let (written, key) = Written::read(&bytes, path)?;
        Ok(Ledger { path: path.to_owned(), was: Some(was), written, key })
    }

    fn new(path: &Path) -> Result<Ledger, LedgerError> {
        let key = Key::from_system()?;
        let written = Written {
            clump_ledger: VERSION,
            private: true,
            key: key.to_hex(),
            owners_as_they_are: None,
            budget: None,
            releases: Vec::new(),
            _check: None,
        };
        Ok(Ledger { path: path.to_owned(), was: None, written, key })
    }

    /// Number of entries, which is the number of runs that published.
    pub fn releases(&self) -> usize {
        self.written.releases.len()
    }

    /// Sets how owner names are compared. An error if the ledger compares them in another way.
    pub fn tell_apart(&mut self, spellings: Spellings) -> Result<(), LedgerError> {
        let as_they_are = spellings == Spellings::AsTheyAre;
        match *self.written.owners_as_they_are.get_or_insert(as_they_are) {
            same if same == as_they_are => Ok(()),
            as_they_are => Err(LedgerError::OtherSpellings(as_they_are)),
        }
    }

    /// Hash of the owner called `name`.
    pub fn owner(&self, name: &str) -> OwnerHash {
        let hash = match self.written.owners_as_they_are {
            Some(true) => self.key.hash(name.as_bytes()),
            _ => self.key.hash(plain_form(name).as_bytes()),
        };
        OwnerHash(u128::from_le_bytes(hash[..16].try_into().expect("16 bytes")))
    }

    pub fn largest_k(&self) -> Option<usize> {
        self.rows().map(|(_, rows)| rows.k).max()
    }

    /// For each release of rows, the owners of each of its groups.
    pub fn groups(&self) -> Vec<Vec<Vec<OwnerHash>>> {
        self.rows().map(|(_, rows)| rows.groups.clone()).collect()
    }

    /// For each owner, the groups in which the owner was published.
    pub fn histories(&self) -> BTreeMap<OwnerHash, Vec<EarlierGroup>> {
        let mut histories: BTreeMap<OwnerHash, Vec<EarlierGroup>> = BTreeMap::new();
        for (release, (_, rows)) in (0u32..).zip(self.rows()) {
            for (number, group) in (0u32..).zip(&rows.groups) {
                group.iter().for_each(|&owner| histories.entry(owner).or_default().push((release, number)));
            }
        }
        histories
    }

    /// True if there is an entry with this file hash and these groups. The hash alone is not enough: other
    /// owners may have the same rows.
    pub fn has_rows(&self, blake3: &str, groups: &Vec<Vec<OwnerHash>>) -> bool {
        let has = |hashes: &[String]| hashes.iter().any(|hash| hash == blake3);
        self.rows().any(|(entry, rows)| rows.groups == *groups && has(&entry.blake3))
    }

    fn rows(&self) -> impl Iterator<Item = (&LedgerEntry, &EnteredRows)> {
        self.written.releases.iter().filter_map(|entry| Some((entry, entry.rows.as_ref()?)))
    }

    /// Enters a release of rows. `groups` must be sorted, and so must each group. If the same bytes of the
    /// same owners are already entered, nothing is added, because they reveal nothing new.
    pub fn enter_rows(&mut self, run: &RunName, blake3: &str, k: usize, groups: Vec<Vec<OwnerHash>>) {
        if !self.has_rows(blake3, &groups) {
            self.enter(run, blake3, Some(EnteredRows { k, groups }), None);
        }
    }

    /// Enters a table with noise. Each run has its own noise and spends privacy, even if two tables have the
    /// same bytes by chance.
    pub fn enter_noise(&mut self, run: &RunName, blake3: &str, epsilon: f64, delta: f64) {
        self.enter(run, blake3, None, Some(SpentPrivacy { epsilon, delta }));
    }

    /// True if the ledger has an entry of this run.
    pub fn has(&self, run: &RunName) -> bool {
        self.written.releases.iter().any(|entry| entry.run == *run)
    }

    /// Adds an entry for the run. If the run has one already, only the hash of the new file is added to it.
    fn enter(&mut self, run: &RunName, blake3: &str, rows: Option<EnteredRows>, noise: Option<SpentPrivacy>) {
        let (run, blake3) = (run.clone(), blake3.to_owned());
        match self.written.releases.iter_mut().find(|entry| entry.run == run) {
            Some(entry) if entry.blake3.contains(&blake3) => {}
            Some(entry) => entry.blake3.push(blake3),
            None => self.written.releases.push(LedgerEntry { run, blake3: vec![blake3], rows, noise }),
        }
    }

    /// Sums over all tables with noise: epsilon, delta, and the number of tables.
    pub fn spent(&self) -> (f64, f64, usize) {
        let noise = self.written.releases.iter().filter_map(|entry| entry.noise.as_ref());
        noise.fold((0.0, 0.0, 0), |(epsilon, delta, tables), more| {
            (epsilon + more.epsilon, delta + more.delta, tables + 1)
        })
    }

    pub fn budget(&self) -> Option<f64> {
        self.written.budget
    }

    /// Sets the budget. An error if the ledger has another budget.
    pub fn set_budget(&mut self, given: f64) -> Result<(), LedgerError> {
        match *self.written.budget.get_or_insert(given) {
            budget if budget == given => Ok(()),
            budget => Err(LedgerError::OtherBudget(budget)),
        }
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.written.to_bytes(&self.key))
    }
}

/// The bytes and the identity of the file at `path`. Refuses links and files with several names, and
/// everything that is not a regular file.
fn read_file(path: &Path) -> io::Result<Result<(Vec<u8>, Identity), LedgerError>> {
    if path.symlink_metadata()?.is_symlink() {
        return Ok(Err(LedgerError::Linked(path.to_owned())));
    }
    let mut file = fs::File::open(path)?;
    let Some(was) = Identity::of_file(&file)? else {
        return Ok(Err(LedgerError::NotALedger(path.to_owned())));
    };
    if file.metadata()?.nlink() > 1 {
        return Ok(Err(LedgerError::Linked(path.to_owned())));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Ok((bytes, was)))
}

#[cfg(test)]
mod tests {
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
            ("\"clump_ledger\":2", "\"clump_ledger\":1"),
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
}
