//! All methods: one file for each, with its parameters, its description and its construction. A method of the
//! paper's kind turns transactions into rows; a method on lines turns the lines of a query log into others.
//!
//! To add a method, write its file and add it to the list below.

use std::ops::Deref;
use std::sync::LazyLock;

use clump_core::anonymize::partition::Published;
use clump_core::anonymize::{Anonymizer, Cutter, Form, Method as Promising};
use clump_core::facts::FactKind;
use clump_core::promise::{Promise, PropertyName};
use clump_core::rewrite::Rewriter;
use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_groups;
use crate::job::keys::{EarlierKeys, KeyGroup, MethodKeys};
use crate::{JobError, RunError};

mod apply;
mod apriori;
mod clump;
mod coherence;
mod counts;
mod drop_all;
mod drop_ids;
mod drop_rare;
mod hash;
mod hash_ids;
mod hash_queries;
pub mod key;
mod nearest;
mod page;
mod partition;
mod pieces;
mod scrub;
mod settings;
mod share;
mod short_sessions;
mod split;

pub use apply::{Apply, EarlierOwners};
pub use apriori::Apriori;
pub use clump::Clump;
pub use coherence::Coherence;
pub use counts::{Counts, FactMethod};
pub use drop_all::DropAll;
pub use drop_ids::DropIds;
pub use drop_rare::DropRare;
pub use hash::Hash;
pub use hash_ids::HashIds;
pub use hash_queries::HashQueries;
pub use key::KeySource;
pub use nearest::Nearest;
pub use page::methods_page;
pub use partition::Partition;
pub use pieces::Pieces;
pub use scrub::Scrub;
use settings::Parameters;
pub use share::Share;
pub use short_sessions::ShortSessions;
pub use split::Split;

/// The list of all methods: the file of each, its settings, and the word that selects it.
macro_rules! methods {
    (
        { $($(#[$doc:meta])* $module:ident: $Method:ident = $word:literal,)* }
        not listed { $($(#[$other_doc:meta])* $other:ident: $Other:ident = $other_word:literal,)* }
    ) => {
        methods! {
            $($(#[$doc])* $module: $Method = $word,)*
            $($(#[$other_doc])* $other: $Other = $other_word,)*
        }

        impl MethodName {
            /// All methods that need nothing but data, those on transactions first.
            pub const ALL: [MethodName; [$($word),*].len()] = [$(MethodName::$Method),*];
        }
    };
    ($($(#[$doc:meta])* $module:ident: $Method:ident = $word:literal,)*) => {
        key_groups! {
            /// Parameters that one method reads and no other.
            pub struct ParameterKeys {
                $($(#[$doc])* pub $module: <$Method as Parameters>::Keys,)*
            }
        }

        /// A method with its parameters. Parameters of another method cannot be given.
        ///
        /// ```
        /// use clump::{Method, Nearest};
        ///
        /// assert_eq!(Method::default(), Method::from(Nearest::default()));
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$doc])* $Method($Method),)*
        }

        /// A method by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum MethodName {
            $($(#[$doc])* $Method,)*
        }

        impl MethodName {
            /// The word that selects it: on the command line, in a job and in a certificate.
            pub fn word(self) -> &'static str {
                match self {
                    $(MethodName::$Method => $word,)*
                }
            }

            /// Description of this method.
            pub fn facts(self) -> &'static MethodFacts {
                match self {
                    $(MethodName::$Method => const { &<$Method as MethodSettings>::FACTS },)*
                }
            }

            /// The method with its parameters, taken from its `own` and from those that are `shared`.
            fn take(self, own: &mut ParameterKeys, shared: &mut MethodKeys) -> Result<Method, JobError> {
                match self {
                    $(MethodName::$Method => {
                        let own = std::mem::take(&mut own.$module);
                        let mut settings = <$Method as Parameters>::take(own, shared)?;
                        settings.settle()?;
                        Ok(Method::$Method(settings))
                    })*
                }
            }
        }

        impl Method {
            /// Its name.
            pub fn name(&self) -> MethodName {
                match self {
                    $(Method::$Method(_) => MethodName::$Method,)*
                }
            }

            /// Origin of its key, if it is keyed.
            pub fn key(&self) -> Option<&KeySource> {
                match self {
                    $(Method::$Method(settings) => settings.key(),)*
                }
            }

            /// Writes its parameters, with defaults for those that are left open.
            pub(crate) fn echo(&self, echo: &mut Echo) {
                match self {
                    $(Method::$Method(settings) => {
                        let mut settings = settings.clone();
                        // A run refuses nonsense. Here it is written as it is.
                        let _ = settings.settle();
                        settings.echo(echo);
                    })*
                }
            }

            /// The method ready to run, with its parameters checked.
            pub(crate) fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
                match self {
                    $(Method::$Method(settings) => settings.build(job),)*
                }
            }
        }

        $(impl From<$Method> for Method {
            fn from(settings: $Method) -> Method {
                Method::$Method(settings)
            }
        })*
    };
}

methods! {
    {
        /// The least loss: our own method.
        nearest: Nearest = "nearest",
        /// Pieces that k owners share.
        pieces: Pieces = "pieces",
        /// The paper's Algorithm 1.
        clump: Clump = "clump",
        /// Top-down, local generalization.
        partition: Partition = "partition",
        /// Apriori-based global recoding.
        apriori: Apriori = "apriori",
        /// Suppression of public items.
        coherence: Coherence = "coherence",
        /// Tables of facts that k owners share.
        counts: Counts = "counts",
        /// Token-based hashing.
        hash: Hash = "hash",
        /// Secret sharing.
        share: Share = "share",
        /// Interests with names of their own.
        split: Split = "split",
        /// Publish nothing.
        drop_all: DropAll = "drop-all",
        /// Hash whole queries.
        hash_queries: HashQueries = "hash-queries",
        /// Remove owners.
        drop_ids: DropIds = "drop-ids",
        /// Remove identifiers from queries.
        scrub: Scrub = "scrub",
        /// Hash owners.
        hash_ids: HashIds = "hash-ids",
        /// Rename owners every so often.
        short_sessions: ShortSessions = "short-sessions",
        /// Remove queries of few owners.
        drop_rare: DropRare = "drop-rare",
    }
    // Needs an earlier release, so `clump apply` chooses it.
    not listed {
        /// The generalization of an earlier release.
        apply: Apply = "apply",
    }
}

/// The method that loses least.
impl Default for MethodName {
    fn default() -> MethodName {
        MethodName::Nearest
    }
}

/// The settings of a method: each file of this folder has one.
trait MethodSettings: Parameters {
    /// The method, explained.
    const FACTS: MethodFacts;

    /// Sets parameters that are left open and depend on others.
    fn settle(&mut self) -> Result<(), JobError> {
        Ok(())
    }

    /// The method ready to run, with its parameters checked.
    fn build(&self, job: &Job) -> Result<AnyMethod, RunError>;
}

/// A setting of the job that some methods read and others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedSetting {
    /// The least number of owners.
    K,
    /// The unit of losses, for methods that minimise one.
    Cost,
    /// The sensitive items.
    Sensitive,
    /// The file of earlier releases.
    Ledger,
    /// The most epsilon of all tables in the ledger.
    Budget,
}

impl SharedSetting {
    /// Its key.
    pub fn key(self) -> &'static str {
        match self {
            SharedSetting::K => "k",
            SharedSetting::Cost => "cost",
            SharedSetting::Sensitive => "sensitive",
            SharedSetting::Ledger => "ledger",
            SharedSetting::Budget => "budget",
        }
    }
}

/// Input of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WorksOn {
    /// Rows of items: query logs, baskets, code lists.
    Transactions,
    /// The lines of a query log.
    Lines,
    /// Facts that hold of owners: queries, words, items.
    Facts,
}

/// A method, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MethodFacts {
    /// Input of the method.
    pub works_on: WorksOn,
    /// The properties that its releases can promise: one of them always, and certainty in addition if it is
    /// asked for. Empty for methods that promise nothing.
    #[serde(skip)]
    pub properties: &'static [PropertyName],
    /// Its promise, in a few words.
    pub promise: &'static str,
    /// Settings of a job that it reads in addition to its own parameters and those of input and output.
    #[serde(skip)]
    pub also_reads: &'static [SharedSetting],
    /// Its effect, in one sentence.
    pub sentence: &'static str,
    /// Explanation of its steps.
    pub explanation: &'static str,
    /// Reference to its source.
    pub reference: &'static str,
    /// When it is the wrong tool.
    pub weakness: &'static str,
}

impl MethodName {
    /// The keys of a job that it reads, without those of input and output.
    pub fn parameters(self) -> Vec<String> {
        let mut echo = Echo::default();
        Method::from(self).echo(&mut echo);
        let shared = self.facts().also_reads.iter().map(|setting| setting.key());
        shared.chain(echo.keys()).map(str::to_owned).collect()
    }

    /// True if the key `name` is among its parameters.
    pub fn has_parameter(self, name: &str) -> bool {
        self.parameters().iter().any(|key| key == name)
    }

    /// True if it reads a setting that not all methods read.
    pub fn reads(self, setting: SharedSetting) -> bool {
        self.facts().also_reads.contains(&setting)
    }

    /// True if it needs a least number of owners.
    pub fn has_k(self) -> bool {
        self.reads(SharedSetting::K)
    }

    /// True if it looks words up in a taxonomy.
    pub fn reads_words(self) -> bool {
        self.facts().works_on == WorksOn::Transactions || self == MethodName::Split
    }

    /// True if guards of a job apply to its releases: guards are about labels and texts, and lines have
    /// neither.
    pub fn hears_guards(self) -> bool {
        matches!(self.facts().works_on, WorksOn::Transactions | WorksOn::Facts)
    }

    /// True if its releases can promise groups of k owners.
    pub fn can_promise_groups(self) -> bool {
        self.facts().properties.contains(&PropertyName::KAnonymity)
    }
}

/// With the defaults of all parameters.
impl From<MethodName> for Method {
    fn from(name: MethodName) -> Method {
        let (mut own, mut shared) = Default::default();
        name.take(&mut own, &mut shared).expect("defaults contradict nothing")
    }
}

impl Default for Method {
    fn default() -> Method {
        Method::from(MethodName::default())
    }
}

/// The method of a job.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum MethodChoice {
    /// The data decide, in [`Job::decided`]. Until then, it is the default method.
    #[default]
    Open,
    /// The method was given, or a setting was given that only one method has.
    Stated(Method),
}

impl Deref for MethodChoice {
    type Target = Method;

    fn deref(&self) -> &Method {
        static USUAL: LazyLock<Method> = LazyLock::new(Method::default);
        match self {
            MethodChoice::Open => &USUAL,
            MethodChoice::Stated(method) => method,
        }
    }
}

impl MethodChoice {
    /// Takes the method and its parameters out of the given keys.
    pub(crate) fn take(
        keys: &mut MethodKeys,
        own: &mut ParameterKeys,
        earlier: &mut EarlierKeys,
    ) -> Result<MethodChoice, JobError> {
        if *keys == MethodKeys::default() && *own == ParameterKeys::default() {
            return Ok(MethodChoice::Open);
        }
        // Settings that only pieces have choose pieces.
        let meant = if own.pieces.beyond(&Default::default()).is_empty() {
            MethodName::default()
        } else {
            MethodName::Pieces
        };
        let method = match keys.method.take().unwrap_or(meant) {
            MethodName::Apply => Ok(Apply::take_earlier(earlier).into()),
            name => name.take(own, keys),
        };
        method.map(MethodChoice::Stated)
    }

    /// The same, with the default method if it is open.
    pub(crate) fn closed(self) -> MethodChoice {
        MethodChoice::Stated(match self {
            MethodChoice::Open => Method::default(),
            MethodChoice::Stated(method) => method,
        })
    }

    /// True if the data decide.
    pub fn is_open(&self) -> bool {
        *self == MethodChoice::Open
    }
}

impl Method {
    /// The method `name` with the defaults of its parameters, and with `seed` if it reads one.
    pub fn seeded(name: MethodName, seed: Option<u64>) -> Method {
        let seed = seed.filter(|_| name.has_parameter("seed"));
        let mut shared = MethodKeys { seed, ..MethodKeys::default() };
        // Tables have a seed only where they have noise.
        name.take(&mut ParameterKeys::default(), &mut shared).unwrap_or_else(|_| Method::from(name))
    }

    /// Approximate number of rows that are grouped at a time, if not all rows are grouped at once.
    pub fn shards(&self) -> Option<usize> {
        match self {
            Method::Nearest(nearest) => nearest.shards,
            Method::Pieces(pieces) => pieces.shards,
            _ => None,
        }
    }

    /// True if it chooses groups by their loss, in the unit of [`Job::cost`]. The cuts of `partition` are not
    /// chosen so.
    pub fn minimises_loss(&self) -> bool {
        match self {
            Method::Partition(Partition { publish, .. }) => *publish == Published::Lcg,
            method => method.name().reads(SharedSetting::Cost),
        }
    }

    /// Form of the bags that it publishes: with or without duplicates.
    pub(crate) fn form(&self) -> Form {
        match self {
            Method::Nearest(Nearest { form, .. }) | Method::Clump(Clump { form, .. }) => *form,
            _ => Form::default(),
        }
    }

    /// Kind of the facts that it counts; none if it counts no facts.
    pub fn fact(&self) -> Option<FactKind> {
        match self {
            Method::Counts(counts) => Some(counts.fact),
            _ => None,
        }
    }

    /// True if the publisher vouches that no owner is in the earlier release that it applies.
    pub(crate) fn vouched(&self) -> bool {
        matches!(self, Method::Apply(Apply { earlier_owners: Some(EarlierOwners::None), .. }))
    }

    /// Seed of its random choices, if one is given.
    pub fn seed(&self) -> Option<u64> {
        match (self, self.key()) {
            (_, Some(KeySource::Seed(seed))) => Some(*seed),
            (Method::Nearest(Nearest { seed, .. }), _)
            | (Method::Clump(Clump { seed, .. }), _)
            | (Method::Coherence(Coherence { seed, .. }), _) => *seed,
            _ => None,
        }
    }
}

/// A method with its parameters checked. There are four kinds: from transactions to rows of items, from
/// transactions to pieces, from lines of a query log to other lines, and from facts to tables.
#[derive(Debug)]
pub enum AnyMethod {
    /// On transactions.
    Transactions(Box<dyn Anonymizer>),
    /// On parts of transactions.
    Pieces(Box<dyn Cutter>),
    /// On lines.
    Lines(Box<dyn Rewriter>),
    /// On facts.
    Facts(Box<FactMethod>),
}

impl AnyMethod {
    fn on_transactions(method: impl Anonymizer + 'static) -> AnyMethod {
        AnyMethod::Transactions(Box::new(method))
    }

    fn on_lines(method: impl Rewriter + 'static) -> AnyMethod {
        AnyMethod::Lines(Box::new(method))
    }

    /// The part that all kinds have in common.
    fn method(&self) -> &dyn Promising {
        match self {
            AnyMethod::Transactions(method) => method.as_ref(),
            AnyMethod::Pieces(method) => method.as_ref(),
            AnyMethod::Lines(method) => method.as_ref(),
            AnyMethod::Facts(method) => method.as_ref(),
        }
    }

    /// The word that selects it.
    pub fn name(&self) -> &'static str {
        self.method().name()
    }

    /// The promise that each of its releases keeps.
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
            assert_eq!(Method::from(method).name(), method);
        }
    }
}
