//! A generated log as a file.

use std::path::Path;

use clump_core::progress::Progress;
use clump_wordnet::WordNet;

use crate::generate::{GenerateParameters, Generated, generate};
use crate::release::publish::{Audience, Existing, PublishError, Staged, check_target, publish_all};
use crate::release::staging::Staging;

/// Writes a synthetic log to `target`, whole or not at all, compressed if the name says so.
///
/// # Errors
/// When the target cannot be written, or exists and `replace` is false, or the run is cancelled.
pub fn generate_file(
    parameters: &GenerateParameters,
    target: &Path,
    replace: bool,
    progress: &dyn Progress,
) -> Result<Generated, PublishError> {
    let existing = if replace { Existing::Replace } else { Existing::Keep };
    check_target(target, existing)?;
    let wordnet = WordNet::load();
    let mut file = Staged::new(&Staging::of(progress), target, Audience::Public)?;
    let mut generated = None;
    file.write_packed(|out| {
        generated = Some(generate(parameters, &wordnet, out)?);
        Ok(())
    })?;
    publish_all(vec![file], existing)?;
    Ok(generated.expect("writing succeeded"))
}
