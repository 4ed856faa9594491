//! The entries of a ledger: what one run published.

use clump_core::over_time::PastRow;
use clump_log::Key;
use serde::{Deserialize, Serialize};

use crate::LedgerError;

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
pub(crate) struct LedgerEntry {
    pub run: RunName,
    /// BLAKE3 hash of each file that the run published: the same rows or numbers in several formats.
    pub blake3: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<EnteredRows>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) numbers: Option<EnteredNumbers>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) noise: Option<SpentPrivacy>,
}

impl LedgerEntry {
    /// An entry of a run that published one file, without what it published.
    pub fn new(run: &RunName, blake3: &str) -> LedgerEntry {
        LedgerEntry {
            run: run.clone(),
            blake3: vec![blake3.to_owned()],
            rows: None,
            numbers: None,
            noise: None,
        }
    }

    pub fn is_of(&self, run: &RunName) -> bool {
        self.run == *run
    }

    /// True if the run published a file with this hash.
    pub fn has_file(&self, blake3: &str) -> bool {
        self.blake3.iter().any(|hash| hash == blake3)
    }

    /// False if no run writes such an entry: an epsilon below 0 would increase the budget. The ledger has this many
    /// `people` and `values` of rows.
    pub fn is_valid(&self, people: usize, values: usize) -> bool {
        match (&self.rows, &self.numbers, &self.noise) {
            (Some(rows), None, None) => rows.k >= 2,
            (None, Some(numbers), None) => numbers.is_valid(people, values),
            (None, None, Some(noise)) => noise.epsilon > 0.0 && (0.0..1.0).contains(&noise.delta),
            _ => false,
        }
    }
}

/// The k of a release of facts or pieces, and each of its tables with the owners of each row. Owners and values are
/// places in the lists of the ledger. Pieces are one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnteredNumbers {
    k: usize,
    tables: Vec<Vec<EnteredRow>>,
}

/// A row: its values, those of them that are the cell, the values that follow from these, its owners, and the owners
/// who were left out. All are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct EnteredRow(Vec<u32>, Vec<u32>, Vec<u32>, Vec<u32>, Vec<u32>);

impl EnteredNumbers {
    /// Takes the rows of a release, in any order.
    pub fn new(k: usize, rows: Vec<PastRow>) -> EnteredNumbers {
        let mut tables: Vec<Vec<EnteredRow>> = Vec::new();
        for row in rows {
            let table = row.table as usize;
            tables.resize_with(tables.len().max(table + 1), Vec::new);
            tables[table].push(EnteredRow(row.attributes, row.cell, row.implied, row.people, row.left_out));
        }
        tables.iter_mut().for_each(|rows| rows.sort_unstable());
        EnteredNumbers { k, tables }
    }

    /// The k of the release.
    pub fn k(&self) -> usize {
        self.k
    }

    /// The rows of the release.
    pub fn past(&self) -> Vec<PastRow> {
        let row =
            |table: u32, EnteredRow(attributes, cell, implied, people, left_out): &EnteredRow| PastRow {
                table,
                attributes: attributes.clone(),
                cell: cell.clone(),
                implied: implied.clone(),
                people: people.clone(),
                left_out: left_out.clone(),
            };
        let tables = (0..).zip(&self.tables);
        tables.flat_map(|(table, rows)| rows.iter().map(move |of| row(table, of))).collect()
    }

    fn is_valid(&self, people: usize, values: usize) -> bool {
        let is_set = |list: &[u32], of: usize| {
            list.is_sorted_by(|a, b| a < b) && list.last().is_none_or(|&last| (last as usize) < of)
        };
        let is_row = |EnteredRow(own, cell, implied, counted, left_out): &EnteredRow| {
            is_set(own, values)
                && is_set(cell, values)
                && is_set(implied, values)
                && is_set(counted, people)
                && is_set(left_out, people)
                && own.len() <= MOST_VALUES
                && counted.len() >= self.k
        };
        self.k >= 2 && self.tables.iter().flatten().all(is_row)
    }
}

/// Most values of a row without those that follow from others, so that looking up its parts takes little time.
const MOST_VALUES: usize = 12;

/// The k of a release of rows, and the owners of each of its groups.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EnteredRows {
    pub k: usize,
    pub groups: Vec<Vec<OwnerHash>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpentPrivacy {
    pub epsilon: f64,
    pub delta: f64,
}

/// Hash of an owner's name in a ledger: 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct OwnerHash(u128);

impl OwnerHash {
    /// The first half of a keyed hash.
    pub fn of(hash: [u8; 32]) -> OwnerHash {
        OwnerHash(u128::from_le_bytes(hash[..16].try_into().expect("16 bytes")))
    }
}

impl From<OwnerHash> for String {
    fn from(hash: OwnerHash) -> String {
        format!("{:032x}", hash.0)
    }
}

impl TryFrom<String> for OwnerHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<OwnerHash, &'static str> {
        let digits = hexadecimal(&text, 32).and_then(|digits| u128::from_str_radix(digits, 16).ok());
        digits.map(OwnerHash).ok_or("not the hash of an owner")
    }
}

/// Hash of what a row says in a column: 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct ValueHash(u64);

impl ValueHash {
    /// The first quarter of a keyed hash.
    pub fn of(hash: [u8; 32]) -> ValueHash {
        ValueHash(u64::from_le_bytes(hash[..8].try_into().expect("8 bytes")))
    }
}

impl From<ValueHash> for String {
    fn from(hash: ValueHash) -> String {
        format!("{:016x}", hash.0)
    }
}

impl TryFrom<String> for ValueHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<ValueHash, &'static str> {
        let digits = hexadecimal(&text, 16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits.map(ValueHash).ok_or("not the hash of a value")
    }
}

/// The text if it has exactly `length` hexadecimal digits in lower case.
fn hexadecimal(text: &str, length: usize) -> Option<&str> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    Some(text).filter(|text| text.len() == length && text.bytes().all(is_digit))
}
