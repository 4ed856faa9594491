//! Targets for readers of data, one for each layout. The first byte selects the options of the reader; the
//! character `0` selects the defaults.

use std::time::Duration;

use clump::io::taxonomy::TaxonomySource;
use clump::io::{
    BadLines, Cells, ColumnNames, Input, Layout, Log, ReadOptions, Repeats, RowOwner, Separator, Spellings,
    Stream, Unit, read_lines, read_log,
};

use crate::choices::Choices;

/// Reads the data twice, with a taxonomy made from them. Counts must add up, items must be nodes, and both
/// results must be equal. A reader of lines must find at least as many owners.
pub(crate) fn reads(bytes: &[u8], layout: Layout) -> bool {
    let Some((&first, content)) = bytes.split_first() else { return false };
    let options = options(first.wrapping_sub(b'0'), layout);
    let input = [Input::from(Stream::of_bytes("input", content))];
    let lines = read_lines(&input, &options, &());
    let read = || read_log(&input, &options, &TaxonomySource::Flat, &());
    let Ok(log) = read() else {
        assert!(read().is_err(), "what is refused is refused again");
        return false;
    };
    let words = log.counts.words;
    assert_eq!(words.tokens, words.mapped + words.stop_words + words.dropped + words.unknown);
    assert_eq!(log.counts.items, log.transactions.items() as u64);
    assert_eq!(log.owner_names.len(), log.transactions.owners());
    let again = read().expect("what was read is read again");
    assert_eq!(rows(&log), rows(&again));
    // Lines can only be compared if none is skipped: a reader of lines also skips those without a time.
    if let (Ok(lines), BadLines::Error) = (lines, options.bad_lines) {
        assert!(
            lines.counts.owners >= log.owner_names.len() as u64,
            "the lines of a log have all of its owners"
        );
    }
    true
}

/// Options for reading a file of this `layout`, selected by `byte`.
fn options(byte: u8, layout: Layout) -> ReadOptions {
    let bytes = [byte, byte / 4, byte / 8, byte / 16, byte / 32, byte / 64];
    let mut choices = Choices::new(&bytes);
    let unit = choices.of([
        Unit::Owner,
        Unit::Query,
        Unit::Session { gap: Duration::from_secs(1_800) },
        Unit::Transaction,
    ]);
    let bad_lines = choices.of([BadLines::Error, BadLines::Skip]);
    let repeats = choices.of([Repeats::Remove, Repeats::Keep]);
    let is_each_row = choices.coin();
    let whole_queries = choices.coin();
    let is_wide = choices.coin();
    let mut columns = ColumnNames::default();
    let mut separator = None;
    if !matches!(layout, Layout::Aol | Layout::Basket) {
        let column = RowOwner::Column("owner".to_owned());
        columns.owner = Some(if is_each_row { RowOwner::EachRow } else { column });
        match unit {
            Unit::Owner if is_wide => (columns.items, columns.cells) = (vec!["n*".to_owned()], Cells::Counts),
            _ => separator = is_wide.then_some(Separator::Pipe),
        }
    }
    ReadOptions {
        layout: Some(layout),
        columns,
        separator,
        unit,
        repeats,
        whole_queries,
        bad_lines,
        // Without a column of owners there are no spellings.
        spellings: if is_each_row || layout == Layout::Basket {
            Spellings::Refuse
        } else {
            Spellings::AsTheyAre
        },
        ..ReadOptions::default()
    }
}

/// Names of the items of each row. Panics if an item is not a node.
fn rows(log: &Log) -> Vec<Vec<&str>> {
    let transactions = &log.transactions;
    (0..transactions.len())
        .map(|row| transactions.get(row).iter().map(|&item| log.taxonomy.name(item)).collect())
        .collect()
}
