//! A run on many machines, as far as one of them takes part.
//!
//! Who divides the rows among machines and brings results together, such as Apache Spark, is not our business; what is done with
//! them is here, and every step is a function of what it is given. So it does not matter which machine does it, how often, or in
//! which order rows come:
//!
//! 1. [`Part::read`]: all rows of some owners are read and mapped as a run in one process would. Items are names now, and the
//!    part of the tree that they need travels with them.
//! 2. [`Tree`]: these parts of trees are one tree, the same whoever puts them together. Items become its nodes.
//! 3. Whole rows: [`Tree::count`] and [`Keys`] give rows keys by which those that are alike stand near each other;
//!    [`clump_core::shards`] finds where to cut; [`group`] works on one shard.
//! 4. Pieces: [`CommonQueries`] chooses whole queries. [`Tree::label`] gives what is left its labels, by numbers of owners. Rows
//!    are cut into shards by these, and [`join`] puts words of one shard together; twice. What is left gets labels again and is
//!    published alone, as [`decide_alone`] says.
//! 5. [`Tree::name`]: labels have names again. [`verify`]: what was published is checked, part by part. [`Account`]: what became
//!    of the rows of some owners is measured, and that it is theirs. [`certificate`] is made of these.
//!
//! Rows travel as Arrow tables, with the types that Spark has. A run in one process with the same `shards` gives the same rows.
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
pub use certificate::{Found, Groups, certificate, verify};
pub use grouping::{Known, group, join};
pub use keys::Keys;
pub use part::{OWNER_BYTES, OwnerSecret, Part, owner_id, owner_ids};
pub use placing::decide_alone;
pub use tree::{Counted, Tree};
