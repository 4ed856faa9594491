//! The files of a release: their targets, how they appear whole or not at all, and the files beside them.

pub mod audit;
pub mod beside_originals;
pub mod certificate_file;
pub mod checked_release;
mod folder_lock;
mod journal;
mod leftovers;
pub mod publish;
pub mod row_release;
pub mod sample;
pub mod staged;
pub mod targets;
pub(crate) mod unnamed_file;
pub mod words;
