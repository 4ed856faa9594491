//! The place of SKOS in a build without the feature `skos`.

use std::io::{self, Write};

use clump_core::built::{BuiltWithout, Feature};
use clump_core::taxonomy::Taxonomy;

pub(super) fn skos(_: &Taxonomy, _: &mut dyn Write) -> io::Result<()> {
    Err(BuiltWithout(Feature::Skos).into())
}
