//! Attacks on releases, from files to figures, one a file.

mod hash;

pub use hash::{HashAttack, attack_hash};
