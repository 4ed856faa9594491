//! Methods by name, and a method that is ready to run, whichever kind it is.

use clump_core::anonymize::{Anonymizer, Method};
use clump_core::promise::{Promise, PropertyName};
use clump_core::rewrite::Rewriter;
use serde::{Deserialize, Serialize};

/// A method by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    /// Ours: the least loss.
    #[default]
    Nearest,
    /// The paper's Algorithm 1.
    Clump,
    /// Top-down, local generalization.
    Partition,
    /// Apriori-based global recoding.
    Apriori,
    /// Suppression of public items.
    Coherence,
    /// The generalization of an earlier release. Needs one, so it is chosen by `clump apply` and not listed.
    Apply,
    /// Token-based hashing.
    Hash,
    /// Secret sharing.
    Share,
    /// Split personality.
    Split,
    /// Publish nothing.
    DropAll,
    /// Hash whole queries.
    HashQueries,
    /// Remove owners.
    DropIds,
    /// Remove identifiers from queries.
    Scrub,
    /// Hash owners.
    HashIds,
    /// Rename owners every so often.
    ShortSessions,
    /// Remove queries of few owners.
    DropRare,
}

impl MethodName {
    /// All methods that need nothing but data, those on transactions first.
    pub const ALL: [MethodName; 15] = [
        MethodName::Nearest,
        MethodName::Clump,
        MethodName::Partition,
        MethodName::Apriori,
        MethodName::Coherence,
        MethodName::Hash,
        MethodName::Share,
        MethodName::Split,
        MethodName::DropAll,
        MethodName::HashQueries,
        MethodName::DropIds,
        MethodName::Scrub,
        MethodName::HashIds,
        MethodName::ShortSessions,
        MethodName::DropRare,
    ];

    /// The word that selects it: on the command line, in a job and in a certificate.
    pub fn word(self) -> &'static str {
        match self {
            MethodName::Nearest => "nearest",
            MethodName::Clump => "clump",
            MethodName::Partition => "partition",
            MethodName::Apriori => "apriori",
            MethodName::Coherence => "coherence",
            MethodName::Apply => "apply",
            MethodName::Hash => "hash",
            MethodName::Share => "share",
            MethodName::Split => "split",
            MethodName::DropAll => "drop-all",
            MethodName::HashQueries => "hash-queries",
            MethodName::DropIds => "drop-ids",
            MethodName::Scrub => "scrub",
            MethodName::HashIds => "hash-ids",
            MethodName::ShortSessions => "short-sessions",
            MethodName::DropRare => "drop-rare",
        }
    }
}

/// A method with its parameters checked. There are two kinds: those that turn transactions into rows of items, and
/// those that turn the lines of a query log into other lines.
#[derive(Debug)]
pub enum AnyMethod {
    /// On transactions.
    Transactions(Box<dyn Anonymizer>),
    /// On lines.
    Lines(Box<dyn Rewriter>),
}

impl MethodName {
    /// The properties that its releases can promise: the first, or for [`MethodName::Apply`] one of the first, always,
    /// and a cap beside it where one is asked for. Empty for methods that promise nothing.
    pub fn properties(self) -> &'static [PropertyName] {
        use PropertyName::{Coherence, CommonQueries, KAnonymity, KmAnonymity, SealedQueries, SensitiveCap};
        match self {
            MethodName::Nearest | MethodName::Clump | MethodName::Partition => &[KAnonymity, SensitiveCap],
            MethodName::Apriori => &[KmAnonymity],
            MethodName::Coherence => &[Coherence],
            MethodName::Apply => &[KAnonymity, KmAnonymity, Coherence, SensitiveCap],
            MethodName::Share => &[SealedQueries],
            MethodName::DropRare => &[CommonQueries],
            MethodName::Hash
            | MethodName::Split
            | MethodName::DropAll
            | MethodName::HashQueries
            | MethodName::DropIds
            | MethodName::Scrub
            | MethodName::HashIds
            | MethodName::ShortSessions => &[],
        }
    }
}

impl AnyMethod {
    /// What both kinds have in common.
    fn method(&self) -> &dyn Method {
        match self {
            AnyMethod::Transactions(method) => method.as_ref(),
            AnyMethod::Lines(method) => method.as_ref(),
        }
    }

    /// The word that selects it.
    pub fn name(&self) -> &'static str {
        self.method().name()
    }

    /// What holds for every release it makes.
    pub fn promise(&self) -> Promise {
        self.method().promise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_has_one_word_everywhere() {
        for method in MethodName::ALL {
            assert_eq!(serde_json::to_value(method).ok(), Some(method.word().into()));
            assert_eq!(method.facts().name, method);
        }
    }
}
