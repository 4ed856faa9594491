//! One table of a release, as the user writes it: `query:day,device`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{By, FactKind};

/// Facts that a table counts, and the columns that divide them into cells. Written `FACT:CELLS`.
///
/// ```
/// use clump_core::facts::TableSpec;
///
/// let table: TableSpec = "query,country:day,device".parse().unwrap();
/// assert_eq!(table.columns().collect::<Vec<_>>(), ["query", "country", "day", "device"]);
/// assert_eq!(table.file_stem(), "query-country-by-day-device");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct TableSpec {
    /// Kind of the facts.
    pub kind: FactKind,
    /// Columns of the data whose values belong to the fact, after the columns of its kind.
    pub more: Vec<String>,
    /// Columns that divide the owners of a fact into cells; none for a table without cells.
    pub by: Vec<By>,
}

/// Error: the text is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected facts, and after a colon the columns of cells, such as `query`, `query:day`, `word,word`, \
     `query,host`, `product,store` or `query,country:device`; no column may occur twice, and `owners`, `times` \
     and `popularity` are reserved"
)]
pub struct NotATable;

impl TableSpec {
    /// A table of facts of this kind, without cells.
    pub fn of(kind: FactKind) -> TableSpec {
        TableSpec { kind, ..TableSpec::default() }
    }

    /// The same facts, divided by one more column.
    #[must_use]
    pub fn by(mut self, by: By) -> TableSpec {
        self.by.push(by);
        self
    }

    /// Names of the columns of a fact.
    pub fn fact_columns(&self) -> impl Iterator<Item = &str> {
        self.kind.columns().iter().copied().chain(self.more.iter().map(String::as_str))
    }

    /// Names of all columns with texts: those of the fact, then those of the cell.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.fact_columns().chain(self.by.iter().map(By::column))
    }

    /// Singular and plural of the facts, for people.
    pub fn noun(&self) -> [String; 2] {
        match (self.kind, self.more.as_slice()) {
            (FactKind::Columns, [column]) => [format!("value of {column}"), format!("values of {column}")],
            (FactKind::Columns, _) => ["combination of values", "combinations of values"].map(str::to_owned),
            (kind, []) => kind.noun().map(str::to_owned),
            (kind, more) => kind.noun().map(|noun| format!("{noun} with {}", more.join(", "))),
        }
    }

    /// Name of the table's file in a folder, without its extension. A column that could leave the folder or
    /// hide the file gives `_` for each odd character.
    pub fn file_stem(&self) -> String {
        let fact: Vec<&str> = match self.kind {
            FactKind::Columns => self.fact_columns().collect(),
            kind => kind.word().split(',').chain(self.more.iter().map(String::as_str)).collect(),
        };
        let cells: Vec<&str> = self.by.iter().map(By::column).collect();
        let by = if cells.is_empty() { String::new() } else { format!("-by-{}", cells.join("-")) };
        let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
        (fact.join("-") + &by).replace(|sign: char| !is_plain(sign), "_")
    }

    /// True if no two columns have the same name.
    fn is_sound(&self) -> bool {
        let columns: Vec<&str> = self.columns().collect();
        let is_new = |(place, column): (usize, &&str)| !columns[..place].contains(column);
        let has_fact = self.kind != FactKind::Columns || !self.more.is_empty();
        has_fact && columns.iter().enumerate().all(is_new)
    }
}

impl fmt::Display for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = Some(self.kind.word()).filter(|word| !word.is_empty());
        let fact: Vec<&str> = kind.into_iter().chain(self.more.iter().map(String::as_str)).collect();
        f.write_str(&fact.join(","))?;
        for (place, by) in self.by.iter().enumerate() {
            write!(f, "{}{by}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for TableSpec {
    type Err = NotATable;

    fn from_str(text: &str) -> Result<TableSpec, NotATable> {
        let (fact, cells) = text.split_once(':').map_or((text, None), |(fact, cells)| (fact, Some(cells)));
        let begins = |kind: &FactKind| match fact.strip_prefix(kind.word()) {
            Some(rest) => rest.is_empty() || rest.starts_with(','),
            None => false,
        };
        // The longest name: `query,host` is no query with a column called `host`.
        let kind = FactKind::NAMED.into_iter().filter(begins).max_by_key(|kind| kind.word().len());
        let rest = kind.map_or(fact, |kind| &fact[kind.word().len()..]);
        let rest = if kind.is_some() { rest.strip_prefix(',').unwrap_or(rest) } else { rest };
        let column = |name: &str| match name.parse() {
            Ok(By::Column(name)) => Ok(name),
            _ => Err(NotATable),
        };
        let parts = |list: &str| list.split(',').filter(|_| !list.is_empty()).map(str::to_owned).collect();
        let (more, cells): (Vec<String>, Vec<String>) = (parts(rest), cells.map(parts).unwrap_or_default());
        let spec = TableSpec {
            kind: kind.unwrap_or(FactKind::Columns),
            more: more.iter().map(|name| column(name)).collect::<Result<_, _>>()?,
            by: cells.iter().map(|name| name.parse().map_err(|_| NotATable)).collect::<Result<_, _>>()?,
        };
        let is_whole = !text.ends_with([',', ':']) && spec.is_sound();
        if is_whole { Ok(spec) } else { Err(NotATable) }
    }
}

impl TryFrom<String> for TableSpec {
    type Error = NotATable;

    fn try_from(text: String) -> Result<TableSpec, NotATable> {
        text.parse()
    }
}

impl From<TableSpec> for String {
    fn from(spec: TableSpec) -> String {
        spec.to_string()
    }
}

impl From<FactKind> for TableSpec {
    fn from(kind: FactKind) -> TableSpec {
        TableSpec::of(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_is_read() {
        for text in [
            "query",
            "query:day",
            "query:day,device",
            "word,word",
            "query,host:month",
            "product",
            "product,store",
            "query,country",
            "query,next,country:week",
        ] {
            let spec: TableSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let hosts: TableSpec = "query,host".parse().unwrap();
        assert_eq!(hosts, TableSpec::of(FactKind::QueryHost));
        let product: TableSpec = "product:week".parse().unwrap();
        assert_eq!((product.kind, product.by), (FactKind::Columns, vec![By::Week]));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for text in [
            "",
            ":day",
            "query:",
            "query,",
            "query,,a",
            "a,a",
            "query,a:a",
            "owners",
            "day",
            "query:query",
            "a:day,day",
        ] {
            assert_eq!(text.parse::<TableSpec>(), Err(NotATable), "{text}");
        }
    }

    #[test]
    fn files_are_named_by_their_table() {
        for (text, stem) in [
            ("query", "query"),
            ("word,word", "word-word"),
            ("query:day,device", "query-by-day-device"),
            ("a/../b", "a____b"),
        ] {
            assert_eq!(text.parse::<TableSpec>().unwrap().file_stem(), stem);
        }
    }
}
