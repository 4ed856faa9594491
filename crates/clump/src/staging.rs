//! Files that appear whole or not at all, for whoever writes others beside those of a run: each is written without a name
//! beside its target and gets one when it is complete.

pub use crate::PublishError;
pub use crate::release::publish::{Existing, check_target, publish_all};
pub use crate::release::staged::{Audience, StagedFile};
pub use crate::release::staging::Staging;
