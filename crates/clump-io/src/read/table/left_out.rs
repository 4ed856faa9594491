//! The place of the readers of Parquet and Arrow in a build without the feature `columnar`.

use clump_core::built::{BuiltWithout, Feature};

use super::survey::Survey;
use super::{Request, Sink};
use crate::error::ReadError;
use crate::owner::RowOwner;
use crate::read::opened::Opened;

pub(super) fn survey(_: Opened<'_>, _: usize) -> Result<Survey, ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}

pub(super) fn read(_: Opened<'_>, _: &RowOwner, _: &Request<'_>, _: &mut impl Sink) -> Result<(), ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}
