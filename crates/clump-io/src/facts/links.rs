//! Links from a row of one table to the rows of another that contain its owners: whoever asked *rhode island hotels* on a Monday
//! asked it, and typed *rhode*.

use clump_core::facts::{By, FactKind, SEPARATOR, TableSpec};
use jiff::civil::Date;

use super::calendar::first_day_of;
use super::texts::{Texts, each_pair, host};

/// True if every owner of a fact of `kind` has facts of the kind `above` that follow from it.
pub(super) fn is_within(kind: FactKind, above: FactKind) -> bool {
    use FactKind::{Item, ItemPair, Query, QueryHost, QueryNext, QueryUrl, Word, WordPair};
    match (kind, above) {
        (kind, above) if kind == above => true,
        (Query | QueryHost | QueryUrl | QueryNext, Word | WordPair) => true,
        (QueryHost | QueryUrl | QueryNext, Query) => true,
        (QueryUrl, QueryHost) | (WordPair, Word) | (ItemPair, Item) => true,
        (_, FactKind::Columns) => true,
        _ => false,
    }
}

/// True if the value of the column `below` decides that of `above`: a day is in one week and in one month.
fn decides(below: &By, above: &By) -> bool {
    below == above || *below == By::Day && above.is_time()
}

/// A table whose rows contain the owners of the rows of another.
pub(super) struct TableLink<'p> {
    above: &'p TableSpec,
    below: &'p TableSpec,
    /// For each further column and each cell column of the table above, the place in the key of the row below.
    places: Vec<KeyPlace>,
}

struct KeyPlace {
    /// Number of the text in the key of the row below.
    text: usize,
    /// Period of the table above, if it is a longer one.
    period: Option<By>,
}

/// The columns of a table besides those of its kind, in the order of a key.
pub(super) fn columns(table: &TableSpec) -> Vec<By> {
    table.more.iter().cloned().map(By::Column).chain(table.by.iter().cloned()).collect()
}

impl<'p> TableLink<'p> {
    /// The link from `below` to `above`; `None` if the rows of `above` do not contain those of `below`.
    pub(super) fn of(above: &'p TableSpec, below: &'p TableSpec) -> Option<TableLink<'p>> {
        if above == below || !is_within(below.kind, above.kind) {
            return None;
        }
        let (first, columns_below) = (below.kind.columns().len(), columns(below));
        let place = |column: By| {
            let at = columns_below.iter().position(|below| decides(below, &column))?;
            let period = (columns_below[at] != column).then_some(column);
            Some(KeyPlace { text: first + at, period })
        };
        let places = columns(above).into_iter().map(place).collect::<Option<Vec<_>>>()?;
        Some(TableLink { above, below, places })
    }

    /// True if every owner of a row above is in a row below.
    pub(super) fn is_cover(&self) -> bool {
        self.above.kind == self.below.kind
    }

    /// Passes the keys of all rows above that contain the row below with this `key` to `each`.
    pub(super) fn each_above(&self, key: &str, texts: &mut Texts, mut each: impl FnMut(&str)) {
        let parts: Vec<&str> = key.split(SEPARATOR).collect();
        let Some(rest) = self.name_above(&parts) else { return };
        let mut whole = String::new();
        let width = self.below.kind.columns().len();
        each_fact_above(&parts[..width], self.below.kind, self.above.kind, texts, |fact| {
            whole.clear();
            whole.push_str(fact);
            if !rest.is_empty() {
                if !fact.is_empty() {
                    whole.push(SEPARATOR);
                }
                whole.push_str(&rest);
            }
            each(&whole);
        });
    }

    /// The further columns and the cell of the row above, for the texts of a row below. `None` if a text is no date.
    fn name_above(&self, parts: &[&str]) -> Option<String> {
        let mut rest = String::new();
        for (number, KeyPlace { text, period }) in self.places.iter().enumerate() {
            if number > 0 {
                rest.push(SEPARATOR);
            }
            match period {
                None => rest.push_str(parts[*text]),
                Some(period) => {
                    let day: Date = parts[*text].parse().ok()?;
                    rest.push_str(&first_day_of(period, day)?.to_string());
                }
            }
        }
        Some(rest)
    }

    /// The further columns and the cell in the key of a row above.
    pub(super) fn cell_above<'k>(&self, key: &'k str) -> &'k str {
        match (self.above.kind.columns().len(), self.places.len()) {
            (_, 0) => "",
            (0, _) => key,
            (width, _) => {
                let start = key.match_indices(SEPARATOR).nth(width - 1);
                start.map_or("", |(at, sign)| &key[at + sign.len()..])
            }
        }
    }

    /// For the further columns and the cell of a row below, as they stand in its key, those of the row above.
    pub(super) fn name_of(&self, name: &str) -> Option<String> {
        let mut parts = vec![""; self.below.kind.columns().len()];
        parts.extend(name.split(SEPARATOR));
        self.name_above(&parts)
    }
}

/// Passes each fact of the kind `above` that follows from a fact of the kind `kind` with these `texts`.
pub(super) fn each_fact_above(
    texts: &[&str],
    kind: FactKind,
    above: FactKind,
    reader: &mut Texts,
    mut each: impl FnMut(&str),
) {
    let separator = SEPARATOR.to_string();
    // A click is no text that the owner typed.
    let typed = if kind.needs_clicks() { &texts[..1] } else { texts };
    match above {
        _ if kind == above => each(&texts.join(&separator)),
        FactKind::Columns => each(""),
        FactKind::QueryHost => {
            each(&[texts[0], host(texts[1], &mut String::new())].join(&separator));
        }
        FactKind::Word if kind.has_whole_queries() => {
            typed.iter().for_each(|query| reader.words(query).into_iter().for_each(&mut each));
        }
        FactKind::WordPair => {
            typed.iter().for_each(|query| each_pair(&reader.words(query), &mut String::new(), &mut each));
        }
        _ => typed.iter().for_each(|text| each(text)),
    }
}

/// True if two tables have the same rows, as `query,region` and `query:region` have.
pub(super) fn are_same_rows(one: &TableSpec, other: &TableSpec) -> bool {
    let (of_one, of_other) = (columns(one), columns(other));
    one.kind == other.kind
        && of_one.len() == of_other.len()
        && of_one.iter().all(|column| of_other.contains(column))
}

/// True if owners can move between the hidden rows of `below` in one row of `above`, and no other of these `tables`
/// changes: none has a column that the move changes, unless its rows are within those of `below`.
pub(super) fn is_free<'t>(
    above: &TableSpec,
    below: &TableSpec,
    tables: impl IntoIterator<Item = &'t TableSpec>,
) -> bool {
    let (fixed, moved) = (columns(above), columns(below));
    let changes = |column: &By| {
        !fixed.iter().any(|fixed| decides(fixed, column)) && moved.iter().any(|moved| decides(moved, column))
    };
    let is_touched = |table: &TableSpec| {
        let is_related = is_within(table.kind, below.kind) || is_within(below.kind, table.kind);
        is_related && columns(table).iter().any(changes)
    };
    let is_finer = |table: &TableSpec| {
        let columns = columns(table);
        is_within(table.kind, below.kind)
            && moved.iter().all(|moved| columns.iter().any(|column| decides(column, moved)))
    };
    tables.into_iter().all(|table| !is_touched(table) || is_finer(table))
}

#[cfg(test)]
mod tests {
    use clump_core::facts::NormalForm;

    use super::*;
    use crate::facts::WordRules;

    fn above(above: &str, below: &str, key: &str) -> Option<Vec<String>> {
        let [above, below]: [TableSpec; 2] = [above, below].map(|table| table.parse().unwrap());
        let link = TableLink::of(&above, &below)?;
        let mut texts = Texts::new(NormalForm::default(), WordRules::default());
        let mut found = Vec::new();
        link.each_above(&key.replace('|', "\u{1f}"), &mut texts, |key| {
            found.push(key.replace('\u{1f}', "|"))
        });
        Some(found)
    }

    #[test]
    fn rows_above_contain_the_owners() {
        for (table, below, key, expected) in [
            ("query", "query:day", "dog|2006-03-01", vec!["dog"]),
            ("query:week", "query:day", "dog|2006-03-01", vec!["dog|2006-02-27"]),
            ("query:month", "query:device,day", "dog|phone|2006-03-31", vec!["dog|2006-03-01"]),
            ("query", "query,next", "dog|cat", vec!["dog", "cat"]),
            ("query", "query,host", "dog|a.com", vec!["dog"]),
            ("query,host", "query,url", "dog|http://www.a.com/x", vec!["dog|a.com"]),
            ("word", "word,word", "cat|dog", vec!["cat", "dog"]),
            ("word", "query,host", "dog food|a.com", vec!["dog", "food"]),
            ("word,word", "query", "the dog food", vec!["dog|food"]),
            ("country", "query,country", "dog|de", vec!["de"]),
            ("country", "query:country", "dog|de", vec!["de"]),
            ("product", "product,store:day", "tea|north|2006-03-01", vec!["tea"]),
            ("item", "item,item", "gin|tea", vec!["gin", "tea"]),
        ] {
            assert_eq!(
                above(table, below, key),
                Some(expected.into_iter().map(str::to_owned).collect()),
                "{below}"
            );
        }
        for (table, below) in [
            ("query:day", "query"),
            ("item", "query"),
            ("query:region", "query:sex"),
            ("query:week", "query:month"),
        ] {
            assert_eq!(above(table, below, "x|y"), None, "{table} {below}");
        }
    }

    #[test]
    fn a_cover_is_free_if_no_other_table_shows_the_move() {
        let is_free = |above: &str, below: &str, others: &[&str]| {
            let [above, below]: [TableSpec; 2] = [above, below].map(|table| table.parse().unwrap());
            let others: Vec<TableSpec> = others.iter().map(|table| table.parse().unwrap()).collect();
            is_free(&above, &below, others.iter().chain([&above, &below]))
        };
        assert!(is_free("query", "query:region", &["query:sex", "word", "query:region,sex"]));
        assert!(is_free("query:week", "query:day", &["query"]));
        assert!(is_free("word", "word:region", &["query:region"]));
        assert!(!is_free("query:day", "query:day,device", &["query:device"]));
        assert!(!is_free("query", "query:region", &["word:region"]));
    }
}
