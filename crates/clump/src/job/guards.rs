//! All guards: rules in addition to the promise of the method. A guard is one file: its keys with their help,
//! and its effect. The rest of the ledger is in `guards/`.
//!
//! To add a guard, write its file and add it to the list below.

use std::path::PathBuf;

use clump_core::promise::{Promise, Property};

use crate::JobError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::KeyGroup;
use crate::job::keys::group::key_groups;
use crate::methods::MethodName;

mod ceiling;
mod certainty;
mod ledger;
mod never;

pub use ceiling::{CeilingGuard, CeilingKeys};
pub use certainty::{CertaintyGuard, CertaintyKeys};
pub use ledger::{LedgerGuard, LedgerKeys};
pub use never::{NeverGuard, NeverKeys};

/// A rule in addition to the promise of the method.
pub trait Guard: Default {
    /// Its keys.
    type Keys: KeyGroup;

    /// True if `method` obeys it. For other methods, its keys are refused.
    fn is_heard_by(method: MethodName) -> bool;

    /// Its settings, as `keys` give them.
    fn take(keys: Self::Keys) -> Self;

    /// Writes its settings.
    fn echo(&self, echo: &mut Echo);

    /// Files that it reads, other than those in [`Guard::ceilings`].
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Nodes below which nothing is published, by name, or lists of them as `file:PATH`. Methods see the node
    /// instead of everything below it, the release promises the ceiling, and the check verifies it.
    fn ceilings(&self) -> Vec<String> {
        Vec::new()
    }

    /// True if it is about nodes of a taxonomy, so that words must be looked up.
    fn is_about_nodes(&self) -> bool {
        !self.ceilings().is_empty()
    }

    /// The property that it adds to `promise`, which is that of the method for rows.
    fn property(&self, _job: &Job, _promise: &Promise) -> Result<Option<Property>, JobError> {
        Ok(None)
    }

    /// Refuses jobs in which it has no effect: the user would believe that it had one.
    fn refuse_idle(&self, _job: &Job) -> Result<(), JobError> {
        Ok(())
    }
}

/// The list of all guards.
macro_rules! guards {
    ($($(#[$doc:meta])* $guard:ident: $Guard:ident,)*) => {
        key_groups! {
            /// The keys of all guards.
            pub struct GuardKeys {
                $($(#[$doc])* pub $guard: <$Guard as Guard>::Keys,)*
            }
        }

        /// The guards of a job.
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct Guards {
            $($(#[$doc])* pub $guard: $Guard,)*
        }

        impl Guards {
            /// Takes from `keys` those of the guards that `method` obeys.
            pub(crate) fn take(keys: &mut GuardKeys, method: MethodName) -> Guards {
                let mut guards = Guards::default();
                $(if $Guard::is_heard_by(method) {
                    guards.$guard = $Guard::take(std::mem::take(&mut keys.$guard));
                })*
                guards
            }

            /// The guards that `method` obeys.
            pub(crate) fn heard_by(&self, method: MethodName) -> Guards {
                let mut guards = self.clone();
                $(if !$Guard::is_heard_by(method) {
                    guards.$guard = $Guard::default();
                })*
                guards
            }

            /// Writes all settings.
            pub(crate) fn echo(&self, echo: &mut Echo) {
                $(self.$guard.echo(echo);)*
            }

            /// Files that guards read.
            pub(crate) fn files(&self) -> Vec<PathBuf> {
                [$(self.$guard.files()),*].concat()
            }

            /// Nodes below which nothing is published, and lists of them.
            pub(crate) fn ceilings(&self) -> Vec<String> {
                [$(self.$guard.ceilings()),*].concat()
            }

            /// True if a guard is about nodes of a taxonomy.
            pub(crate) fn are_about_nodes(&self) -> bool {
                false $(|| self.$guard.is_about_nodes())*
            }

            /// The properties that guards add to the promise of rows.
            pub(crate) fn properties(
                &self,
                job: &Job,
                promise: &Promise,
            ) -> Result<Vec<Property>, JobError> {
                Ok([$(self.$guard.property(job, promise)?),*].into_iter().flatten().collect())
            }

            /// Refuses guards without effect.
            pub(crate) fn refuse_idle(&self, job: &Job) -> Result<(), JobError> {
                $(self.$guard.refuse_idle(job)?;)*
                Ok(())
            }
        }
    };
}

guards! {
    /// A bound on what a reader infers.
    certainty: CertaintyGuard,
    /// Nodes below which nothing is published.
    ceiling: CeilingGuard,
    /// Words that are never published.
    never: NeverGuard,
    /// What was published before.
    ledger: LedgerGuard,
}
