//! Files that appear whole or not at all, for whoever writes others beside those of a run: each is written under another
//! name beside its target and gets its own when it is complete.

pub use crate::PublishError;
pub use crate::release::publish::{Audience, Existing, Staged, check_target, publish_all};
pub use crate::release::staging::Staging;
