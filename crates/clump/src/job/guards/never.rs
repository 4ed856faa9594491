//! `--never`: a list of words and phrases that are not published.

use std::path::PathBuf;

use super::Guard;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::methods::MethodName;

key_group! {
    /// Keys of the list of excluded words.
    #[command(next_help_heading = "Guards")]
    #[read_by(Named)]
    pub struct NeverKeys {
        /// File of words and phrases that must not be published, for example `--never names.txt`
        ///
        /// It has one on each line. They match whole words in any case, and a query with one of them is
        /// excluded completely. Methods on transactions and `counts` read it.
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub never: Option<PathBuf>,
    }
}

/// Excludes every query that contains a listed word or phrase.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NeverGuard {
    /// File of words and phrases, one per line; `None` for no list.
    pub list: Option<PathBuf>,
}

impl Guard for NeverGuard {
    type Keys = NeverKeys;

    fn is_heard_by(method: MethodName) -> bool {
        method.hears_guards()
    }

    fn take(keys: NeverKeys) -> NeverGuard {
        NeverGuard { list: keys.never }
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("never", &self.list);
    }

    fn files(&self) -> Vec<PathBuf> {
        self.list.iter().cloned().collect()
    }
}

/// Setters, to build a job.
impl Job {
    /// Excludes every query that contains a word or phrase of this file, which has one per line.
    #[must_use]
    pub fn never(mut self, list: impl Into<PathBuf>) -> Job {
        self.guards.never.list = Some(list.into());
        self
    }
}
