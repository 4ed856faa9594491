//! The place of SKOS in a build without the feature `skos`.

use super::LineFault;
use crate::taxonomy::draft::Draft;
use crate::taxonomy::text::Text;

pub(super) fn draft(_: &Text, _: Option<&str>) -> Result<Draft, LineFault> {
    unreachable!("a file of a format that this build lacks is refused before it is read")
}
