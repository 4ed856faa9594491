//! The file that remembers what was published of whom. Private: with its key, whoever knows a name finds the groups of its
//! owner. It has no name and no item.
//!
//! Owners are keyed hashes of their names. The key is drawn when the file is made, so without the file nobody can try names out.
//! For each release it has the hash of its bytes and the groups of owners, in no order that tells anything, or what a noisy table
//! spent. The file is replaced in the same step in which the release gets its name, and only if it is still the one that
//! was read: of two runs at a time one is told to run again.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clump_core::composition::EarlierGroup;
use clump_io::{Spellings, plain_form};
use clump_log::Key;
use serde::{Deserialize, Serialize};

use crate::LedgerError;
use crate::release::unnamed_file::Identity;

/// The version of the format.
const VERSION: u32 = 1;

/// A ledger, and which file it was read from. Nothing prints it.
pub(crate) struct Ledger {
    path: PathBuf,
    /// The file that was read; none if there was none.
    was: Option<Identity>,
    written: Written,
    key: Key,
}

/// A ledger as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    clump_ledger: u32,
    /// Always true: whoever finds the file should know.
    private: bool,
    /// 64 hexadecimal digits.
    key: String,
    /// How names are told apart; none before the first release of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    owners_as_they_are: Option<bool>,
    /// The most epsilon that all tables may spend together.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<f64>,
    releases: Vec<Entry>,
}

impl Written {
    /// A ledger with its key; none if these bytes are none.
    fn read(bytes: &[u8]) -> Option<(Written, Key)> {
        let written: Written = serde_json::from_slice(bytes).ok()?;
        let key = Key::from_hex(&written.key).ok()?;
        let is_ledger = written.clump_ledger == VERSION
            && written.private
            && written.budget.is_none_or(|budget| budget > 0.0);
        is_ledger.then_some((written, key))
    }
}

/// The bytes of a ledger as they are written once they were read; none if they are none. For whoever tries what files do to the
/// reader: a run replaces a ledger by what it has read of it, with one release more.
#[doc(hidden)]
pub fn rewritten_ledger(bytes: &[u8]) -> Option<Vec<u8>> {
    let (written, key) = Written::read(bytes)?;
    let ledger = Ledger { path: PathBuf::new(), was: None, written, key };
    let mut rewritten = Vec::new();
    ledger.write(&mut rewritten).ok()?;
    Some(rewritten)
}

/// One release.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "ReadEntry")]
struct Entry {
    /// BLAKE3 of its bytes.
    blake3: String,
    /// What is remembered of it.
    #[serde(flatten)]
    of: Remembered,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Remembered {
    /// Rows: the promise, and the owners of each group.
    Rows { k: usize, groups: Vec<Vec<OwnerHash>> },
    /// A noisy table.
    Noise { epsilon: f64, delta: f64 },
}

/// A release as it is read: what is remembered of it is one of the two, and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadEntry {
    blake3: String,
    rows: Option<ReadRows>,
    noise: Option<ReadNoise>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadRows {
    k: usize,
    groups: Vec<Vec<OwnerHash>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadNoise {
    epsilon: f64,
    delta: f64,
}

/// What no run would have entered is refused: an epsilon below 0 would give back what was spent.
impl TryFrom<ReadEntry> for Entry {
    type Error = &'static str;

    fn try_from(ReadEntry { blake3, rows, noise }: ReadEntry) -> Result<Entry, &'static str> {
        let of = match (rows, noise) {
            (Some(ReadRows { k, groups }), None) if k >= 2 => Remembered::Rows { k, groups },
            (None, Some(ReadNoise { epsilon, delta })) if epsilon > 0.0 && (0.0..1.0).contains(&delta) => {
                Remembered::Noise { epsilon, delta }
            }
            _ => return Err("not a release"),
        };
        Ok(Entry { blake3, of })
    }
}

/// What an owner is called in a ledger: 32 hexadecimal digits.
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
    /// Reads the ledger at `path`; one without releases, with a key of its own, if there is no file.
    ///
    /// # Errors
    /// When the file is no ledger, or cannot be read, or no key can be drawn.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        let unreadable = |source| LedgerError::Unreadable { path: path.to_owned(), source };
        let not_a_ledger = || LedgerError::NotALedger { path: path.to_owned() };
        let mut file = match fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ledger::new(path),
            Err(error) => return Err(unreadable(error)),
        };
        let was = Identity::of_file(&file).map_err(unreadable)?.ok_or_else(not_a_ledger)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let (written, key) = Written::read(&bytes).ok_or_else(not_a_ledger)?;
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
        };
        Ok(Ledger { path: path.to_owned(), was: None, written, key })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that it was read from; none if there was none.
    pub fn was(&self) -> Option<Identity> {
        self.was
    }

    /// How many releases it has.
    pub fn releases(&self) -> usize {
        self.written.releases.len()
    }

    /// Says how names are told apart, if nobody has yet.
    ///
    /// # Errors
    /// When earlier releases told them apart in another way.
    pub fn tell_apart(&mut self, spellings: Spellings) -> Result<(), LedgerError> {
        let as_they_are = spellings == Spellings::AsTheyAre;
        match *self.written.owners_as_they_are.get_or_insert(as_they_are) {
            same if same == as_they_are => Ok(()),
            as_they_are => Err(LedgerError::OtherSpellings { as_they_are }),
        }
    }

    /// What the owner of this name is called.
    pub fn owner(&self, name: &str) -> OwnerHash {
        let hash = match self.written.owners_as_they_are {
            Some(true) => self.key.hash(name.as_bytes()),
            _ => self.key.hash(plain_form(name).as_bytes()),
        };
        OwnerHash(u128::from_le_bytes(hash[..16].try_into().expect("16 bytes")))
    }

    /// The largest k of all releases of rows.
    pub fn largest_k(&self) -> Option<usize> {
        self.rows().map(|(_, k, _)| k).max()
    }

    /// The owners of all groups of all releases of rows.
    pub fn groups(&self) -> Vec<Vec<Vec<OwnerHash>>> {
        self.rows().map(|(.., groups)| groups.clone()).collect()
    }

    /// The groups that each owner was in.
    pub fn histories(&self) -> BTreeMap<OwnerHash, Vec<EarlierGroup>> {
        let mut histories: BTreeMap<OwnerHash, Vec<EarlierGroup>> = BTreeMap::new();
        for (release, (.., groups)) in (0u32..).zip(self.rows()) {
            for (number, group) in (0u32..).zip(groups) {
                group.iter().for_each(|&owner| histories.entry(owner).or_default().push((release, number)));
            }
        }
        histories
    }

    /// The groups of the release with this hash.
    pub fn groups_of(&self, blake3: &str) -> Option<&Vec<Vec<OwnerHash>>> {
        self.rows().find(|&(hash, ..)| hash == blake3).map(|(.., groups)| groups)
    }

    fn rows(&self) -> impl Iterator<Item = (&str, usize, &Vec<Vec<OwnerHash>>)> {
        self.written.releases.iter().filter_map(|entry| match &entry.of {
            Remembered::Rows { k, groups } => Some((entry.blake3.as_str(), *k, groups)),
            Remembered::Noise { .. } => None,
        })
    }

    /// Enters a release of rows with its groups, each of them sorted, and all of them. The same bytes tell nothing new.
    pub fn enter_rows(&mut self, blake3: &str, k: usize, groups: Vec<Vec<OwnerHash>>) {
        if self.groups_of(blake3).is_none() {
            self.enter(blake3, Remembered::Rows { k, groups });
        }
    }

    /// Enters a noisy table. Noise that was drawn is spent, also where two tables happen to have the same bytes.
    pub fn enter_noise(&mut self, blake3: &str, epsilon: f64, delta: f64) {
        self.enter(blake3, Remembered::Noise { epsilon, delta });
    }

    fn enter(&mut self, blake3: &str, of: Remembered) {
        self.written.releases.push(Entry { blake3: blake3.to_owned(), of });
    }

    /// What all noisy tables spent: epsilon, delta, and how many there are.
    pub fn spent(&self) -> (f64, f64, usize) {
        let noise = self.written.releases.iter().filter_map(|entry| match entry.of {
            Remembered::Noise { epsilon, delta } => Some((epsilon, delta)),
            Remembered::Rows { .. } => None,
        });
        noise.fold((0.0, 0.0, 0), |(epsilon, delta, tables), (more, also)| {
            (epsilon + more, delta + also, tables + 1)
        })
    }

    /// The most that they may.
    pub fn budget(&self) -> Option<f64> {
        self.written.budget
    }

    /// Sets the budget, if there is none.
    ///
    /// # Errors
    /// When there is another one.
    pub fn set_budget(&mut self, given: f64) -> Result<(), LedgerError> {
        match *self.written.budget.get_or_insert(given) {
            budget if budget == given => Ok(()),
            budget => Err(LedgerError::OtherBudget { budget }),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.written)?;
        out.write_all(b"\n")
    }
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
    fn what_is_entered_is_there_when_it_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.json");
        let mut ledger = Ledger::open(&path).unwrap();
        assert!(ledger.was().is_none());
        ledger.tell_apart(Spellings::Refuse).unwrap();
        let [ann, bob] = ["Ann", "Bob"].map(|name| ledger.owner(name));
        for _ in 0..2 {
            ledger.enter_rows("a", 2, vec![vec![ann.min(bob), ann.max(bob)]]);
        }
        ledger.enter_noise("b", 0.5, 1e-6);
        ledger.enter_noise("b", 0.5, 1e-6);
        ledger.set_budget(2.0).unwrap();
        written(&ledger, &path);

        let mut again = Ledger::open(&path).unwrap();
        assert_eq!((again.releases(), again.largest_k(), again.budget()), (3, Some(2), Some(2.0)));
        assert_eq!(again.spent(), (1.0, 2e-6, 2));
        // Another spelling of the same name, and another name.
        assert_eq!(again.histories().get(&again.owner("ANN")), Some(&vec![(0, 0)]));
        assert_eq!(again.histories().get(&again.owner("Cem")), None);
        assert!(matches!(
            again.tell_apart(Spellings::AsTheyAre),
            Err(LedgerError::OtherSpellings { as_they_are: false })
        ));
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
        assert!(Ledger::open(&path).is_ok());
        for (said, otherwise) in [
            ("\"clump_ledger\":1", "\"clump_ledger\":2"),
            ("true", "false"),
            ("\"key\":\"", "\"key\":\"x"),
            ("[]", "[{}]"),
            ("{", "{\"more\":1,"),
            ("[]", r#"[{"blake3":"a","noise":{"epsilon":-1.0,"delta":1e-6}}]"#),
            ("[]", r#"[{"blake3":"a","noise":{"epsilon":1.0,"delta":1.0}}]"#),
            ("[]", r#"[{"blake3":"a","rows":{"k":0,"groups":[]}}]"#),
            ("[]", r#"[{"blake3":"a","rows":{"k":2,"groups":[]},"noise":{"epsilon":1.0,"delta":1e-6}}]"#),
            ("\"releases\"", "\"budget\":0.0,\"releases\""),
        ] {
            assert!(text.contains(said));
            fs::write(&path, text.replacen(said, otherwise, 1)).unwrap();
            assert!(matches!(Ledger::open(&path), Err(LedgerError::NotALedger { .. })), "{otherwise}");
        }
    }
}
