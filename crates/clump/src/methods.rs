//! All methods, one file for each, with its parameters, its description and its construction. Some methods
//! turn transactions into rows, others rewrite the lines of a query log or count facts.
//!
//! To add a method, write its file and add it to the list below.

use std::ops::Deref;
use std::sync::LazyLock;

use clump_core::anonymize::partition::Published;
use clump_core::anonymize::{Anonymizer, Cutter, Form, Method as Promising};
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
mod purpose;
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
pub use purpose::{PickedKind, kind_for};
pub use scrub::Scrub;
use settings::Parameters;
pub use share::Share;
pub use short_sessions::ShortSessions;
pub use split::Split;

/// Declares the types for all methods from their list below: file, settings and name of each.
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
            /// All methods that can run without an earlier release, those on transactions first.
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

        /// A method with its parameters. Parameters of other methods cannot be set.
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
            /// Name of the method on the command line, in a job and in a certificate.
            pub fn word(self) -> &'static str {
                match self {
                    $(MethodName::$Method => $word,)*
                }
            }

            /// Description and properties of this method.
            pub fn facts(self) -> &'static MethodFacts {
                match self {
                    $(MethodName::$Method => const { &<$Method as MethodSettings>::FACTS },)*
                }
            }

            /// The method with parameters from `own` and `shared` keys, and defaults for the others.
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
            /// The name without the parameters.
            pub fn name(&self) -> MethodName {
                match self {
                    $(Method::$Method(_) => MethodName::$Method,)*
                }
            }

            /// Source of the secret key; `None` for methods without a key.
            pub fn key(&self) -> Option<&KeySource> {
                match self {
                    $(Method::$Method(settings) => settings.key(),)*
                }
            }

            /// Adds the parameters to `echo`, including defaults for those that the user did not set.
            pub(crate) fn echo(&self, echo: &mut Echo) {
                match self {
                    $(Method::$Method(settings) => {
                        let mut settings = settings.clone();
                        // Invalid parameters are shown as they are; a run refuses them.
                        let _ = settings.settle();
                        settings.echo(echo);
                    })*
                }
            }

            /// Checks the parameters, and returns the method ready to run.
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

/// The method with the lowest loss.
impl Default for MethodName {
    fn default() -> MethodName {
        MethodName::Nearest
    }
}

/// The settings of one method, implemented in its file.
trait MethodSettings: Parameters {
    /// Description and properties of the method.
    const FACTS: MethodFacts;

    /// Sets parameters without a value whose default depends on other parameters.
    fn settle(&mut self) -> Result<(), JobError> {
        Ok(())
    }

    /// Checks the parameters, and returns the method ready to run.
    fn build(&self, job: &Job) -> Result<AnyMethod, RunError>;
}

/// A setting of a job that several methods read, but not all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedSetting {
    /// The minimum number of owners.
    K,
    /// The unit of the loss that the method minimises.
    Cost,
    /// The names of sensitive items, which some methods protect.
    Sensitive,
    /// The private file that records earlier releases.
    Ledger,
    /// The most epsilon that all tables in the ledger may spend together.
    Budget,
}

impl SharedSetting {
    /// Name of the key that sets it.
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

/// The form of data on which a method works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WorksOn {
    /// Rows of items from query logs, baskets or lists of codes.
    Transactions,
    /// The lines of a query log, which are published in rewritten form.
    Lines,
    /// Facts about owners: queries, words or items.
    Facts,
}

/// The description and the properties of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MethodFacts {
    /// The form of data on which the method works.
    pub works_on: WorksOn,
    /// The properties that releases can promise: always one of them, and certainty in addition if the job
    /// asks for it. Empty for methods without a promise.
    #[serde(skip)]
    pub properties: &'static [PropertyName],
    /// Name of the promise in a few words, such as `k-anonymity`.
    pub promise: &'static str,
    /// Settings that the method reads in addition to its parameters and the settings of input and output.
    #[serde(skip)]
    pub also_reads: &'static [SharedSetting],
    /// The effect of the method, in one sentence.
    pub sentence: &'static str,
    /// The steps of the method.
    pub explanation: &'static str,
    /// The publication that the method comes from.
    pub reference: &'static str,
    /// Cases in which the method is the wrong tool.
    pub weakness: &'static str,
}

impl MethodName {
    /// Names of the keys that the method reads, without keys of input and output.
    pub fn parameters(self) -> Vec<String> {
        let mut echo = Echo::default();
        Method::from(self).echo(&mut echo);
        let shared = self.facts().also_reads.iter().map(|setting| setting.key());
        shared.chain(echo.keys()).map(str::to_owned).collect()
    }

    /// True if the method reads the key `name`, which must not be a key of input or output.
    pub fn has_parameter(self, name: &str) -> bool {
        self.parameters().iter().any(|key| key == name)
    }

    /// True if the method reads `setting`.
    pub fn reads(self, setting: SharedSetting) -> bool {
        self.facts().also_reads.contains(&setting)
    }

    /// True if the method needs a minimum number of owners.
    pub fn has_k(self) -> bool {
        self.reads(SharedSetting::K)
    }

    /// True if the method looks words up in a taxonomy.
    pub fn reads_words(self) -> bool {
        self.facts().works_on == WorksOn::Transactions || self == MethodName::Split
    }

    /// True if guards of a job apply to the releases. Guards are about labels and texts, which rewritten
    /// lines do not have.
    pub fn hears_guards(self) -> bool {
        matches!(self.facts().works_on, WorksOn::Transactions | WorksOn::Facts)
    }

    /// True if the method can promise groups of k owners.
    pub fn can_promise_groups(self) -> bool {
        self.facts().properties.contains(&PropertyName::KAnonymity)
    }
}

/// The method with the defaults of all parameters.
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

/// The method that a job states, or that the data decide.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum MethodChoice {
    /// [`Job::decided`] chooses the method from the data. Until then, it is the default method.
    #[default]
    Open,
    /// The job states the method, or a setting that only this method has.
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
    /// Removes the method and its parameters from the given keys.
    pub(crate) fn take(
        keys: &mut MethodKeys,
        own: &mut ParameterKeys,
        earlier: &mut EarlierKeys,
    ) -> Result<MethodChoice, JobError> {
        if *keys == MethodKeys::default() && *own == ParameterKeys::default() {
            return Ok(MethodChoice::Open);
        }
        if let Some(purpose) = keys.purpose.take() {
            purpose::pick(purpose, keys, own)?;
        }
        // Some parameters say which method is meant: those of `pieces`, and the tables of `counts`.
        let meant = if !own.counts.table.is_empty() {
            MethodName::Counts
        } else if own.pieces.beyond(&Default::default()).is_empty() {
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

    /// Replaces an open choice by the default method.
    pub(crate) fn closed(self) -> MethodChoice {
        MethodChoice::Stated(match self {
            MethodChoice::Open => Method::default(),
            MethodChoice::Stated(method) => method,
        })
    }

    /// True if the job leaves the choice to the data.
    pub fn is_open(&self) -> bool {
        *self == MethodChoice::Open
    }
}

impl Method {
    /// The method `name` with default parameters, and with `seed` if the method reads a seed.
    pub fn seeded(name: MethodName, seed: Option<u64>) -> Method {
        let seed = seed.filter(|_| name.has_parameter("seed"));
        let mut shared = MethodKeys { seed, ..MethodKeys::default() };
        // A seed without noise is an error for tables. They then keep all defaults.
        name.take(&mut ParameterKeys::default(), &mut shared).unwrap_or_else(|_| Method::from(name))
    }

    /// Approximate number of rows in a shard; `None` if all rows are grouped together.
    pub fn shards(&self) -> Option<usize> {
        match self {
            Method::Nearest(nearest) => nearest.shards,
            Method::Pieces(pieces) => pieces.shards,
            _ => None,
        }
    }

    /// True if the method chooses groups by their loss, in the unit of [`Job::cost`]. `partition` does not
    /// choose its cuts by loss.
    pub fn minimises_loss(&self) -> bool {
        match self {
            Method::Partition(Partition { publish, .. }) => *publish == Published::Lcg,
            method => method.name().reads(SharedSetting::Cost),
        }
    }

    /// Form of the published bags: with or without duplicates.
    pub(crate) fn form(&self) -> Form {
        match self {
            Method::Nearest(Nearest { form, .. }) | Method::Clump(Clump { form, .. }) => *form,
            _ => Form::default(),
        }
    }

    /// The method, if it counts facts; `None` for other methods.
    pub fn counts(&self) -> Option<&Counts> {
        match self {
            Method::Counts(counts) => Some(counts),
            _ => None,
        }
    }

    /// True if the publisher states that no owner of the input is in the earlier release.
    pub(crate) fn vouched(&self) -> bool {
        matches!(self, Method::Apply(Apply { earlier_owners: Some(EarlierOwners::None), .. }))
    }

    /// Seed of the random choices or of the key; `None` if there is none.
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

/// A method with checked parameters, in one of four kinds. From transactions it makes rows of items or
/// pieces, from lines of a query log other lines, and from facts a table.
#[derive(Debug)]
pub enum AnyMethod {
    /// Makes rows of items from transactions.
    Transactions(Box<dyn Anonymizer>),
    /// Cuts transactions into pieces.
    Pieces(Box<dyn Cutter>),
    /// Rewrites the lines of a query log.
    Lines(Box<dyn Rewriter>),
    /// Makes a table from counted facts.
    Facts(Box<FactMethod>),
}

impl AnyMethod {
    fn on_transactions(method: impl Anonymizer + 'static) -> AnyMethod {
        AnyMethod::Transactions(Box::new(method))
    }

    fn on_lines(method: impl Rewriter + 'static) -> AnyMethod {
        AnyMethod::Lines(Box::new(method))
    }

    /// The interface that all kinds implement.
    fn method(&self) -> &dyn Promising {
        match self {
            AnyMethod::Transactions(method) => method.as_ref(),
            AnyMethod::Pieces(method) => method.as_ref(),
            AnyMethod::Lines(method) => method.as_ref(),
            AnyMethod::Facts(method) => method.as_ref(),
        }
    }

    /// Name of the method, as in a certificate.
    pub fn name(&self) -> &'static str {
        self.method().name()
    }

    /// The promise that every release of the method keeps.
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
