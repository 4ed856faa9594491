//! The place of Parquet and Arrow in a build without the feature `columnar`.

use std::io::{self, Write};

use clump_core::built::{BuiltWithout, Feature};
use clump_core::facts::FactTable;
use clump_core::progress::Progress;

use crate::error::ReadError;
use crate::source::Input;

pub(super) fn write_parquet<W: Write>(_: W, _: &FactTable) -> io::Result<W> {
    Err(BuiltWithout(Feature::Columnar).into())
}

pub(super) fn write_arrow<W: Write>(_: W, _: &FactTable) -> io::Result<W> {
    Err(BuiltWithout(Feature::Columnar).into())
}

pub(super) fn read_parquet(_: &Input, _: &dyn Progress) -> Result<FactTable, ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}

pub(super) fn read_arrow(_: &Input, _: &dyn Progress) -> Result<FactTable, ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}
