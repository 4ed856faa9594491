//! The file format of Arrow, which is Feather: two columns in batches, buffers compressed with zstd.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::Schema;
use clump_core::progress::Progress;

use super::ReleaseColumns;
use super::columns::{self, BatchBuilder};
use super::released::Incoming;
use super::write::{ReleaseRow, RowWriter};
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::input::Input;
use crate::messages::{ArrowFile, Unreadable};

pub(super) struct ArrowRows<W: Write> {
    writer: FileWriter<W>,
    batch: BatchBuilder,
}

impl<W: Write> ArrowRows<W> {
    pub fn new(out: W, columns: ReleaseColumns) -> io::Result<ArrowRows<W>> {
        let batch = BatchBuilder::new("item", columns);
        Ok(ArrowRows { writer: writer(out, batch.schema())?, batch })
    }
}

/// Writes batches of `schema`.
pub(super) fn writer<W: Write>(out: W, schema: &Schema) -> io::Result<FileWriter<W>> {
    let options = IpcWriteOptions::default()
        .try_with_compression(Some(CompressionType::ZSTD))
        .map_err(io::Error::other)?;
    FileWriter::try_new_with_options(out, schema, options).map_err(io::Error::other)
}

impl<W: Write> RowWriter<W> for ArrowRows<W> {
    fn row(&mut self, row: ReleaseRow<'_>) -> io::Result<()> {
        match self.batch.row(row)? {
            Some(batch) => self.writer.write(&batch).map_err(io::Error::other),
            None => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        if let Some(batch) = self.batch.take()? {
            self.writer.write(&batch).map_err(io::Error::other)?;
        }
        self.writer.into_inner().map_err(io::Error::other)
    }
}

/// Reads a file, batch by batch.
pub(super) fn read(input: &Input, release: &mut Incoming, progress: &dyn Progress) -> Result<(), ReadError> {
    each_batch(input, progress, |schema, batch| match batch {
        None => columns::check_schema(input, schema),
        Some(batch) => columns::take(input, batch, release),
    })
}

/// Hands out the schema of a file, and then each batch.
pub(super) fn each_batch(
    input: &Input,
    progress: &dyn Progress,
    mut each: impl FnMut(&Schema, Option<&RecordBatch>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let format = "arrow";
    let damaged = || ReadError::DamagedRelease { file: input.clone(), format };
    let unreadable = |what: Unreadable| what.of(input, damaged);
    let file = columns::open(input, format)?;
    let decode = || {
        let mut file = ArrowFile::open(file).map_err(unreadable)?;
        let schema = file.schema();
        each(&schema, None)?;
        while let Some(batch) = file.next().map_err(unreadable)? {
            progress.go_on()?;
            each(&schema, Some(&batch))?;
        }
        Ok(())
    };
    decoding(decode, damaged)
}
