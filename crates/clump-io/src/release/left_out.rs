//! The place of Parquet and Arrow in a build without the feature `columnar`.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;

use clump_core::built::{BuiltWithout, Feature};
use clump_core::progress::Progress;

use super::ReleaseColumns;
use super::released::Incoming;
use super::write::{Row, RowWriter};
use crate::error::ReadError;
use crate::source::Input;

/// A writer that cannot be made.
pub(super) struct LeftOut<W>(Infallible, PhantomData<W>);

pub(super) type ArrowRows<W> = LeftOut<W>;
pub(super) type ParquetRows<W> = LeftOut<W>;

impl<W> LeftOut<W> {
    pub fn new(_: W, _: ReleaseColumns) -> io::Result<LeftOut<W>> {
        Err(BuiltWithout(Feature::Columnar).into())
    }
}

impl<W: Write> RowWriter<W> for LeftOut<W> {
    fn row(&mut self, _: Row<'_>) -> io::Result<()> {
        match self.0 {}
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        match self.0 {}
    }
}

pub(super) fn read(_: &Input, _: &mut Incoming, _: &dyn Progress) -> Result<(), ReadError> {
    Err(BuiltWithout(Feature::Columnar).into())
}
