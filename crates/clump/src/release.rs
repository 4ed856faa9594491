//! A release on its way out: where its files go, how they appear whole or not at all, and what is written beside them.

pub mod audit;
pub mod beside_originals;
pub mod certificate_file;
pub mod checked_release;
mod folder_lock;
mod journal;
mod leftovers;
pub(crate) mod lifting;
pub mod lines_of_rows;
pub mod made_rows;
pub mod publish;
pub mod sample;
pub mod staged;
pub mod staging;
pub mod targets;
pub(crate) mod unnamed_file;
pub mod words;
