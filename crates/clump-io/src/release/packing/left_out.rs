//! The place of zstd in a build without the feature `zstd`.

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

use clump_core::built::{BuiltWithout, Feature};

/// A compressor that cannot be made.
pub(crate) struct Encoder<W>(Infallible, PhantomData<W>);

impl<W> Encoder<W> {
    pub fn finish(self) -> io::Result<W> {
        match self.0 {}
    }
}

impl<W> Write for Encoder<W> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0 {}
    }
}

pub(crate) fn encoder<W: Write>(_: W) -> io::Result<Encoder<W>> {
    Err(BuiltWithout(Feature::Zstd).into())
}

pub(crate) fn decoder<R: Read>(_: R) -> io::Result<R> {
    Err(BuiltWithout(Feature::Zstd).into())
}
