//! The purposes for which readers use a release. Each has one task that measures it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Purpose of a release: what its readers do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Readers complete queries while a person types them.
    Completion,
    /// Readers count queries.
    Queries,
    /// Readers count words.
    Words,
    /// Readers count pairs of words that are typed together.
    Phrases,
    /// Readers look for the words that are typed together with a word.
    CoOccurrence,
    /// Readers look for the host that people click after a query.
    Clicks,
    /// Readers look for the queries that follow a query.
    NextQuery,
    /// Readers follow the number of a query from day to day.
    Trends,
    /// Readers count the people who have an item, for example a diagnosis code.
    Prevalence,
    /// Readers count diagnosis codes by their first three characters.
    Categories,
    /// Readers count pairs of items.
    Pairs,
    /// Readers look for rules: who has this item also has that one.
    Rules,
    /// Readers recommend further items for a basket.
    Recommendation,
    /// Readers measure how much more often two items are together than by chance.
    Lift,
}

/// Error: the text is no purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `completion`, `queries`, `words`, `phrases`, `co-occurrence`, `clicks`, `next-query`, `trends`, \
     `prevalence`, `categories`, `pairs`, `rules`, `recommendation` or `lift`"
)]
pub struct NotAPurpose;

impl Purpose {
    /// All purposes, in the order of pages: those of query logs, then those of items.
    pub const ALL: [Purpose; 14] = [
        Purpose::Completion,
        Purpose::Queries,
        Purpose::Words,
        Purpose::Phrases,
        Purpose::CoOccurrence,
        Purpose::Clicks,
        Purpose::NextQuery,
        Purpose::Trends,
        Purpose::Prevalence,
        Purpose::Categories,
        Purpose::Pairs,
        Purpose::Rules,
        Purpose::Recommendation,
        Purpose::Lift,
    ];

    /// The purpose as a word of flags, its name in texts, and the question of its readers.
    fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Purpose::Completion => {
                ("completion", "query completion", "Which query begins with these three letters?")
            }
            Purpose::Queries => ("queries", "query counts", "How many people ask each query?"),
            Purpose::Words => ("words", "word counts", "How many people type each word?"),
            Purpose::Phrases => ("phrases", "phrases", "How many people type these two words together?"),
            Purpose::CoOccurrence => {
                ("co-occurrence", "co-occurrence", "Which words are typed together with a word?")
            }
            Purpose::Clicks => ("clicks", "clicks", "Which host do people click after a query?"),
            Purpose::NextQuery => ("next-query", "next queries", "Which query do people ask next?"),
            Purpose::Trends => ("trends", "trends", "How does the number of a query change from day to day?"),
            Purpose::Prevalence => ("prevalence", "item counts", "How many people have each item?"),
            Purpose::Categories => {
                ("categories", "three-character categories", "How common is each category of codes?")
            }
            Purpose::Pairs => ("pairs", "pair counts", "How many people have these two items?"),
            Purpose::Rules => ("rules", "rules", "Who has this item: how often do they have that one, too?"),
            Purpose::Recommendation => {
                ("recommendation", "recommendations", "Which item goes with these items?")
            }
            Purpose::Lift => ("lift", "lift", "Which items are together more often than by chance?"),
        }
    }

    /// The purpose as a word, as flags and files have it: `next-query`.
    pub fn word(self) -> &'static str {
        self.texts().0
    }

    /// Name of the purpose in sentences: `keeps 78 % of query completion`.
    pub fn name(self) -> &'static str {
        self.texts().1
    }

    /// A question that a release for this purpose answers.
    pub fn question(self) -> &'static str {
        self.texts().2
    }

    /// True if the purpose is about queries and their words; false if it is about items.
    pub fn is_of_queries(self) -> bool {
        self < Purpose::Prevalence
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Purpose {
    type Err = NotAPurpose;

    fn from_str(text: &str) -> Result<Purpose, NotAPurpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.word() == text).ok_or(NotAPurpose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_is_written_as_it_is_read() {
        for purpose in Purpose::ALL {
            assert_eq!(purpose.word().parse(), Ok(purpose));
            assert_eq!(serde_json::to_value(purpose).unwrap(), purpose.word());
            assert!(NotAPurpose.to_string().contains(&format!("`{purpose}`")), "{purpose}");
        }
        assert_eq!("profiles".parse::<Purpose>(), Err(NotAPurpose));
        assert_eq!(Purpose::ALL.iter().filter(|purpose| purpose.is_of_queries()).count(), 8);
        assert!(Purpose::ALL.is_sorted());
    }
}
