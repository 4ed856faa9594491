//! The part of a cluster run that one machine executes.
//!
//! Another program, such as Apache Spark, divides the rows among machines and brings results together. This
//! module has the steps between. The result of a step depends only on its input: not on the machine, on
//! repetition, or on the order of rows.
//!
//! 1. [`Part::read`] reads and maps all rows of some owners, as a run in one process does. Its records name
//!    items by text, and include the part of the tree that these items need.
//! 2. [`Tree`] joins these parts of trees in any order. Items become its nodes.
//! 3. Whole rows: [`Tree::count`] and [`Keys`] give rows keys that put similar rows near each other;
//!    [`clump_core::shards`] finds where to cut; [`group`] works on one shard.
//! 4. Pieces: [`CommonQueries`] chooses whole queries. [`Tree::label`] gives the remaining items labels, by
//!    numbers of owners. Rows are cut into shards by these labels, and [`join`] joins words of one shard.
//!    This is done twice. The remaining items get labels again and are published alone, as [`decide_alone`]
//!    says.
//! 5. [`Tree::name`] gives labels their names again. [`verify`] checks what was published, part by part.
//!    [`Account`] measures the rows of some owners, and checks that what is published is theirs.
//!    [`certificate`] is made of these.
//!
//! Rows travel as Arrow tables, with the types that Spark has. A run in one process with the same `shards`
//! gives the same rows.
//!
//! Tables of facts have steps of their own: see [`facts`].

mod account;
mod asking;
mod certificate;
pub mod facts;
mod grouping;
mod keys;
mod part;
mod placing;
mod table;
mod tree;

pub use account::{Account, AllRead};
pub use asking::CommonQueries;
pub use certificate::{ClusterFindings, Groups, certificate, verify};
pub use grouping::{Known, group, join};
pub use keys::Keys;
pub use part::{OWNER_BYTES, OwnerSecret, Part, owner_id, owner_ids};
pub use placing::decide_alone;
pub use tree::{Counted, Tree};
