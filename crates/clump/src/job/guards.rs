//! All guards: rules in addition to the promise of the method. A guard is one file: its keys with their help,
//! and its effect. The implementation of the ledger is in `guards/`.
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

/// One kind of rule about the release, in addition to the promise of the method.
pub trait Guard: Default {
    /// The keys of a job that set the guard.
    type Keys: KeyGroup;

    /// True if the guard works with `method`. Other methods refuse its keys.
    fn is_heard_by(method: MethodName) -> bool;

    /// Makes the guard from the keys that the user gave.
    fn take(keys: Self::Keys) -> Self;

    /// Adds its settings to `echo`.
    fn echo(&self, echo: &mut Echo);

    /// Files that the guard reads, except those in [`Guard::ceilings`].
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Nodes below which nothing is published, by name, or lists of them as `file:PATH`. Each replaces all
    /// nodes below it before the method runs. The release promises the ceiling, and the check verifies it.
    fn ceilings(&self) -> Vec<String> {
        Vec::new()
    }

    /// True if the guard refers to nodes of the taxonomy, so that words must be looked up.
    fn is_about_nodes(&self) -> bool {
        !self.ceilings().is_empty()
    }

    /// The property that the guard adds to `promise`, the promise of the method for rows; `None` if none.
    fn property(&self, _job: &Job, _promise: &Promise) -> Result<Option<Property>, JobError> {
        Ok(None)
    }

    /// Refuses jobs in which the guard would have no effect, although the user relies on it.
    fn refuse_idle(&self, _job: &Job) -> Result<(), JobError> {
        Ok(())
    }
}

/// Declares the types for all guards from their list below.
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
            /// Takes from `keys` the keys of guards that work with `method`.
            pub(crate) fn take(keys: &mut GuardKeys, method: MethodName) -> Guards {
                let mut guards = Guards::default();
                $(if $Guard::is_heard_by(method) {
                    guards.$guard = $Guard::take(std::mem::take(&mut keys.$guard));
                })*
                guards
            }

            /// A copy in which guards that do not work with `method` are reset to their defaults.
            pub(crate) fn heard_by(&self, method: MethodName) -> Guards {
                let mut guards = self.clone();
                $(if !$Guard::is_heard_by(method) {
                    guards.$guard = $Guard::default();
                })*
                guards
            }

            /// Adds the settings of all guards to `echo`.
            pub(crate) fn echo(&self, echo: &mut Echo) {
                $(self.$guard.echo(echo);)*
            }

            /// Files that any guard reads.
            pub(crate) fn files(&self) -> Vec<PathBuf> {
                [$(self.$guard.files()),*].concat()
            }

            /// Nodes below which nothing is published, by name, or lists of them as `file:PATH`.
            pub(crate) fn ceilings(&self) -> Vec<String> {
                [$(self.$guard.ceilings()),*].concat()
            }

            /// True if any guard refers to nodes of the taxonomy.
            pub(crate) fn are_about_nodes(&self) -> bool {
                false $(|| self.$guard.is_about_nodes())*
            }

            /// The properties that guards add to the promise of the method for rows.
            pub(crate) fn properties(
                &self,
                job: &Job,
                promise: &Promise,
            ) -> Result<Vec<Property>, JobError> {
                Ok([$(self.$guard.property(job, promise)?),*].into_iter().flatten().collect())
            }

            /// Refuses guards that would have no effect in `job`.
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
    /// The releases that were published before.
    ledger: LedgerGuard,
}
