//! The files of a release: their targets, publishing all or none of them, and the files next to a release.

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
