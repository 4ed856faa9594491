//! Kinds of facts, and the columns that divide the owners of a fact into cells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Measure;

/// Statement of one fact about an owner. Written as the list of its columns: `query,host`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum FactKind {
    /// The owner asked this query.
    #[default]
    Query,
    /// The owner asked this query and then clicked a result on this host.
    QueryHost,
    /// The owner asked this query and then clicked the result at this address.
    QueryUrl,
    /// The owner asked this query and then, in the same session, that one as the next other one.
    QueryNext,
    /// A query of the owner has this word.
    Word,
    /// A query of the owner has these two words, the first in the alphabet first.
    WordPair,
    /// The owner has this item.
    Item,
    /// One row of the owner, which is a basket, has these two items, the first in the alphabet first.
    ItemPair,
    /// A row of the owner has these values in the columns that the table names.
    Columns,
}

/// Error: the text is no kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `query`, `query,host`, `query,url`, `query,next`, `word`, `word,word`, `item` or `item,item`"
)]
pub struct NotAFact;

impl FactKind {
    /// All kinds of facts with a name. [`FactKind::Columns`] has the names of its columns instead.
    pub const NAMED: [FactKind; 8] = [
        FactKind::Query,
        FactKind::QueryHost,
        FactKind::QueryUrl,
        FactKind::QueryNext,
        FactKind::Word,
        FactKind::WordPair,
        FactKind::Item,
        FactKind::ItemPair,
    ];

    /// The kind as text, the columns of its table, and the singular and plural of its name.
    fn texts(self) -> (&'static str, &'static [&'static str], [&'static str; 2]) {
        match self {
            FactKind::Query => ("query", &["query"], ["query", "queries"]),
            FactKind::QueryHost => {
                ("query,host", &["query", "host"], ["query with a host", "queries with hosts"])
            }
            FactKind::QueryUrl => {
                ("query,url", &["query", "url"], ["query with an address", "queries with addresses"])
            }
            FactKind::QueryNext => {
                ("query,next", &["query", "next"], ["query with the next one", "queries with the next ones"])
            }
            FactKind::Word => ("word", &["word"], ["word", "words"]),
            FactKind::WordPair => ("word,word", &["word", "word_2"], ["pair of words", "pairs of words"]),
            FactKind::Item => ("item", &["item"], ["item", "items"]),
            FactKind::ItemPair => ("item,item", &["item", "item_2"], ["pair of items", "pairs of items"]),
            FactKind::Columns => ("", &[], ["value", "values"]),
        }
    }

    /// The kind as text, for instance `query,host`.
    pub fn word(self) -> &'static str {
        self.texts().0
    }

    /// Names of the columns that such a fact has in a table.
    pub fn columns(self) -> &'static [&'static str] {
        self.texts().1
    }

    /// Singular and plural of the kind's name, for people.
    pub fn noun(self) -> [&'static str; 2] {
        self.texts().2
    }

    /// True if facts of this kind are about queries. Others are about items, or only about columns.
    pub fn is_of_queries(self) -> bool {
        !matches!(self, FactKind::Item | FactKind::ItemPair | FactKind::Columns)
    }

    /// True if facts of this kind are about items.
    pub fn is_of_items(self) -> bool {
        matches!(self, FactKind::Item | FactKind::ItemPair)
    }

    /// True if facts of this kind are single words or pairs of words.
    pub fn is_of_words(self) -> bool {
        matches!(self, FactKind::Word | FactKind::WordPair)
    }

    /// True if facts of this kind contain whole queries, so that the normal form of queries matters.
    pub fn has_whole_queries(self) -> bool {
        self.is_of_queries() && !self.is_of_words()
    }

    /// True if facts of this kind are about clicks after a query.
    pub fn needs_clicks(self) -> bool {
        matches!(self, FactKind::QueryHost | FactKind::QueryUrl)
    }
}

impl fmt::Display for FactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for FactKind {
    type Err = NotAFact;

    fn from_str(text: &str) -> Result<FactKind, NotAFact> {
        FactKind::NAMED.into_iter().find(|kind| kind.word() == text).ok_or(NotAFact)
    }
}

impl TryFrom<String> for FactKind {
    type Error = NotAFact;

    fn try_from(text: String) -> Result<FactKind, NotAFact> {
        text.parse()
    }
}

impl From<FactKind> for String {
    fn from(kind: FactKind) -> String {
        kind.word().to_owned()
    }
}

/// Form in which queries are counted and published. No form knows the meaning of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NormalForm {
    /// Lower case, single spaces between words and none around them. Letters and their accents are one
    /// character (Unicode's form C).
    #[default]
    CaseAndSpace,
    /// The same without punctuation at the ends of words, and each word once, in alphabetical order: `dog
    /// food` and `Food, dog!` are one query.
    Words,
    /// As typed, except for white space around it.
    AsTyped,
}

// Columns that divide the owners of a fact into cells.

/// Column that divides the owners of a fact into cells. An owner can be in several cells: on two days, or in
/// two regions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum By {
    /// The day, in the time zone of the job.
    Day,
    /// The week, which starts on Monday and has the name of that day.
    Week,
    /// The month, which has the name of its first day.
    Month,
    /// A column of the data.
    Column(String),
}

/// Error: the text is not `day`, `week`, `month` or a possible name of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `day`, `week`, `month` or the name of a column; `owners`, `times` and the columns of the fact are reserved"
)]
pub struct NotBy;

impl By {
    /// Name of this column in a table of facts.
    pub fn column(&self) -> &str {
        match self {
            By::Day => "day",
            By::Week => "week",
            By::Month => "month",
            By::Column(name) => name,
        }
    }

    /// True if the column is a day, week or month.
    pub fn is_time(&self) -> bool {
        !matches!(self, By::Column(_))
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column())
    }
}

impl FromStr for By {
    type Err = NotBy;

    fn from_str(text: &str) -> Result<By, NotBy> {
        match text {
            "day" => Ok(By::Day),
            "week" => Ok(By::Week),
            "month" => Ok(By::Month),
            "" | "owners" | "times" => Err(NotBy),
            _ if text == Measure::Scaled.column() || text.contains(char::is_control) => Err(NotBy),
            _ if FactKind::NAMED.iter().any(|kind| kind.columns().contains(&text)) => Err(NotBy),
            name => Ok(By::Column(name.to_owned())),
        }
    }
}

impl TryFrom<String> for By {
    type Error = NotBy;

    fn try_from(text: String) -> Result<By, NotBy> {
        text.parse()
    }
}

impl From<By> for String {
    fn from(by: By) -> String {
        by.column().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactKind;

    #[test]
    fn a_fact_is_written_as_it_is_read() {
        for kind in FactKind::NAMED {
            assert_eq!(kind.word().parse(), Ok(kind));
            assert_eq!(kind.word().split(',').count(), kind.columns().len());
        }
        assert_eq!("query,".parse::<FactKind>(), Err(NotAFact));
    }

    #[test]
    fn no_two_columns_of_a_table_have_one_name() {
        for name in FactKind::NAMED.into_iter().flat_map(FactKind::columns).chain(&["owners", "times"]) {
            assert_eq!(name.parse::<By>(), Err(NotBy), "{name}");
        }
        assert_eq!("region".parse(), Ok(By::Column("region".to_owned())));
        assert_eq!("week".parse(), Ok(By::Week));
    }
}
