//! Targets for readers of releases: one for each format of rows, one for tables of facts, one for lines. The
//! first byte selects the options of the reader; the character `0` selects the defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump::core::facts::{FactTable, Measure};
use clump::core::log::{LOG_COLUMNS, Table};
use clump::core::promise::PropertyName;
use clump::io::Input;
use clump::io::release::{
    Audit, AuditWriter, Packing, ReleaseFormat, ReleaseLayout, ReleaseWriter, Released,
    fact_table_difference, read_audit, read_fact_table, read_release, read_table, release_difference,
    table_difference, write_fact_table, write_table,
};
use clump::log::share::SEALED_COLUMNS;
use clump::{CheckError, Checked, ReleaseFile, Stated};

use crate::folder::Folder;

/// The k of all checked promises.
const K: u64 = 2;

/// Tests rows: reading, writing and reading again gives the same. A file with other bytes must be detected.
/// The verdict on k-anonymity must equal that of counting.
pub(crate) fn reads(bytes: &[u8], format: ReleaseFormat) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let layout = [ReleaseLayout::Rows, ReleaseLayout::Groups][usize::from(first % 2)];
    let folder = Folder::new();
    let path = folder.write("release", content);
    let read = |path: &Path| read_release(&Input::from(path), format, layout, &());
    let Ok(released) = read(&path) else { return false };
    let checked = checked(&path, PropertyName::KAnonymity, Some(format), Some(layout));
    is_counted_right(&checked.expect("what is read is checked"), &released);
    // A release with a label that clump cannot write is refused.
    let Ok(written) = rewritten(&released, format) else { return false };
    let again = read(&folder.write("again", &written)).expect("what is written can be read");
    assert_eq!(again, released);
    assert_eq!(rewritten(&again, format).ok(), Some(written.clone()), "there is one way to write it");
    let difference = release_difference(&path, &released, format).expect("it was read before");
    is_other(difference.is_some(), content, &written);
    true
}

fn rewritten(released: &Released, format: ReleaseFormat) -> std::io::Result<Vec<u8>> {
    let mut writer = ReleaseWriter::new(Vec::new(), format, released.columns())?;
    for row in 0..released.len() {
        let items: Vec<&str> = released.items(row).collect();
        writer.rows(1, released.owners(row), &items, released.text(row))?;
    }
    writer.finish()
}

/// Checks the promise of a file that another program may have written.
fn checked(
    path: &Path,
    promised: PropertyName,
    format: Option<ReleaseFormat>,
    layout: Option<ReleaseLayout>,
) -> Result<Checked, CheckError> {
    let promise = Some(vec![promised]);
    let file = ReleaseFile::read(path, promise.as_deref(), format, layout)?;
    file.check(Stated { promise, k: Some(K as usize), rewritten: true, ..Stated::default() })
}

/// Asserts that the verdicts in `checked` equal those of counting the rows of `released`.
fn is_counted_right(checked: &Checked, released: &Released) {
    let mut stated: BTreeMap<(Vec<&str>, Option<&str>), Vec<u64>> = BTreeMap::new();
    for row in 0..released.len() {
        let mut items: Vec<&str> = released.items(row).collect();
        items.sort_unstable();
        stated.entry((items, released.text(row))).or_default().push(released.owners(row));
    }
    let is_kept = |stated: &Vec<u64>| match released.layout() {
        ReleaseLayout::Rows => stated.len() as u64 >= K,
        ReleaseLayout::Groups => stated.iter().fold(0, |sum: u64, &owners| sum.saturating_add(owners)) >= K,
    };
    let are_kept = !stated.is_empty() && stated.values().all(is_kept);
    assert_eq!(checked.properties[0].holds(), are_kept, "k-anonymity");
    let can_be = |stated: &Vec<u64>| match released.layout() {
        ReleaseLayout::Rows => {
            stated.iter().all(|&owners| owners == stated.len() as u64) && stated.len() as u64 >= K
        }
        ReleaseLayout::Groups => stated.len() == 1 && stated[0] >= 1,
    };
    let found = checked.stated.as_ref().is_none_or(|verdict| verdict.holds);
    assert_eq!(found, stated.values().all(can_be), "what is stated");
}

/// Asserts that `found` is true if `content` and `written` differ, and false if not. Skips compressed
/// content.
fn is_other(found: bool, content: &[u8], written: &[u8]) {
    if Packing::of(content) == Packing::Plain {
        assert_eq!(found, content != written, "a file of other bytes is found out");
    }
}

/// Tests a table of facts in any format, as rows are tested. The promise may only hold if the numbers of the
/// table allow it.
pub fn facts(bytes: &[u8]) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let formats = [
        ReleaseFormat::Tsv,
        ReleaseFormat::Csv,
        ReleaseFormat::Jsonl,
        ReleaseFormat::Parquet,
        ReleaseFormat::Arrow,
    ];
    let format = formats[usize::from(first.wrapping_sub(b'0')) % formats.len()];
    let folder = Folder::new();
    let path = folder.write("facts", content);
    let read = |path: &Path| read_fact_table(&Input::from(path), format, None, &());
    let Ok(table) = read(&path) else { return false };
    let checked = checked(&path, PropertyName::CommonFacts, Some(format), None);
    let holds = checked.expect("what is read is checked").properties[0].holds();
    assert!(!holds || are_common(&table), "a table of what fewer share is refused");
    assert!(holds || !are_common(&table) || !is_plain(&table), "what k share is not refused");
    let Ok(written) = write_fact_table(Vec::new(), &table, format) else { return false };
    let again = read(&folder.write("again", &written)).expect("what is written can be read");
    assert_eq!(again, table);
    let difference = fact_table_difference(&path, &table, format).expect("it was read before");
    is_other(difference.is_some(), content, &written);
    true
}

/// True if every row has at least [`K`] owners, and no fact occurs twice.
fn are_common(table: &FactTable) -> bool {
    let distinct: BTreeSet<Vec<&str>> = (0..table.len()).map(|row| table.texts(row).collect()).collect();
    table.columns.measure == Measure::Owners
        && distinct.len() == table.len()
        && (0..table.len()).all(|row| table.number(row) >= K)
}

/// True if all texts are so simple that none can be an identifier of a person.
fn is_plain(table: &FactTable) -> bool {
    let is_plain = |text: &str| text.chars().all(|letter| letter.is_ascii_alphabetic() || letter == ' ');
    (0..table.len()).all(|row| table.texts(row).all(is_plain))
}

/// Tests lines of a log, shares of sealed queries, or an audit, by reading, writing and reading again.
pub fn lines(bytes: &[u8]) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let folder = Folder::new();
    let path = folder.write("lines", content);
    match first.wrapping_sub(b'0') % 3 {
        0 => {
            let Some(table) = table(&path, content, &folder, LOG_COLUMNS) else { return false };
            match checked(&path, PropertyName::CommonQueries, None, None) {
                Ok(checked) => {
                    assert_eq!(checked.properties[0].holds(), are_shared(&table), "common queries")
                }
                Err(error) => assert!(matches!(error, CheckError::NamedOwners { .. }), "{error}"),
            }
            true
        }
        1 => {
            let is_table = table(&path, content, &folder, SEALED_COLUMNS).is_some();
            is_table && checked(&path, PropertyName::SealedQueries, None, None).is_ok()
        }
        _ => audit(&path, &folder),
    }
}

/// Reads a table with these columns and tests it; `None` if it cannot be read or written.
fn table(path: &Path, content: &[u8], folder: &Folder, columns: &'static [&'static str]) -> Option<Table> {
    let read = |path: &Path| read_table(&Input::from(path), columns);
    let table = read(path).ok()?;
    let difference = table_difference(path, &table).expect("it was read before");
    let mut written = Vec::new();
    if write_table(&mut written, &table).is_err() {
        assert!(difference.is_some(), "what cannot be written is found out");
        return None;
    }
    let again = read(&folder.write("again", &written)).expect("what is written can be read");
    let sorted = |table: &Table| -> Vec<Vec<String>> {
        let rows = (0..table.len()).map(|row| table.row(row).map(str::to_owned).collect());
        let mut rows: Vec<Vec<String>> = rows.collect();
        rows.sort();
        rows
    };
    assert_eq!(sorted(&again), sorted(&table));
    is_other(difference.is_some(), content, &written);
    Some(table)
}

/// True if at least [`K`] owners share each distinct line. Each line without an owner counts as one owner.
fn are_shared(table: &Table) -> bool {
    let mut owners: BTreeMap<Vec<&str>, BTreeSet<String>> = BTreeMap::new();
    for row in 0..table.len() {
        let cells: Vec<&str> = table.row(row).collect();
        let owner = match cells[0].trim() {
            "-" => format!("nobody in row {row}"),
            named => named.to_owned(),
        };
        owners.entry(cells[1..].to_vec()).or_default().insert(owner);
    }
    owners.values().all(|owners| owners.len() as u64 >= K)
}

/// Tests an audit: reading, writing and reading again gives the same.
fn audit(path: &Path, folder: &Folder) -> bool {
    let read = |path: &Path| read_audit(&Input::from(path));
    let Ok(audit) = read(path) else { return false };
    let written = rewritten_audit(&audit).expect("what is read can be written");
    assert_eq!(read(&folder.write("again", &written)).expect("what is written can be read"), audit);
    true
}

fn rewritten_audit(audit: &Audit) -> std::io::Result<Vec<u8>> {
    let mut writer = AuditWriter::new(Vec::new(), &audit.release)?;
    for (owner, &row) in audit.owners.iter().zip(&audit.rows) {
        writer.entry(owner, row)?;
    }
    writer.finish()
}
