//! The place of the readers of Parquet and Arrow in a build without the feature `columnar`.

use clump_core::built::{BuiltWithout, Feature};

use super::{Request, Sink};
use crate::error::{ReadError, TableLook};
use crate::owner::RowOwner;
use crate::read::opened::Opened;

pub(super) fn look(_: Opened<'_>) -> Result<TableLook, ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}

pub(super) fn read(_: Opened<'_>, _: &RowOwner, _: &Request<'_>, _: &mut impl Sink) -> Result<(), ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}
