//! Attacks on releases, from files to figures, one a file.

mod downcode;
mod hash;

pub use downcode::{DowncodeAttack, attack_downcode};
pub use hash::{HashAttack, attack_hash};
