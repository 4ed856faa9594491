//! `--ceiling`: nothing below a node is published, only the node.

use super::Guard;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::methods::MethodName;

key_group! {
    /// Keys of the categories below which nothing is published.
    #[command(next_help_heading = "Guards")]
    #[read_by(Named)]
    pub struct CeilingKeys {
        /// Replaces every item below a category: `--ceiling illness` publishes only `<illness>`
        ///
        /// Takes a category, a topic (`health`, `mental health`, `sexuality`, `drugs`, `crime`, `religion`,
        /// `politics`, `finances`), or `file:PATH` with one name per line. Repeat for several. Methods on
        /// transactions and `counts` read it.
        #[arg(long, value_name = "TOPIC|NODE|file:PATH", hide_short_help = true)]
        pub ceiling: Vec<String>,
    }
}

/// Publishes a node in place of everything below it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CeilingGuard {
    /// Names of nodes, or `file:PATH` with one name per line.
    pub nodes: Vec<String>,
}

impl Guard for CeilingGuard {
    type Keys = CeilingKeys;

    fn is_heard_by(method: MethodName) -> bool {
        method.hears_guards()
    }

    fn take(keys: CeilingKeys) -> CeilingGuard {
        CeilingGuard { nodes: keys.ceiling }
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("ceiling", &self.nodes);
    }

    fn ceilings(&self) -> Vec<String> {
        self.nodes.clone()
    }
}

/// Setters, to build a job.
impl Job {
    /// Publishes each of these nodes in place of everything below it. The release also promises this.
    #[must_use]
    pub fn ceiling(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Job {
        self.guards.ceiling.nodes = names.into_iter().map(Into::into).collect();
        self
    }
}
