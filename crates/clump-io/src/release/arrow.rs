//! The file format of Arrow, which is Feather: two columns in batches, buffers compressed with zstd.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_ipc::{Block, CompressionType, root_as_footer, root_as_message};
use arrow_schema::Schema;
use clump_core::progress::Progress;

use super::ReleaseColumns;
use super::columns::{self, BatchBuilder};
use super::released::Incoming;
use super::write::{Row, RowWriter};
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::source::Input;

/// More than a buffer of a batch holds whose offsets are 32 bits wide.
const LARGEST_BUFFER: i64 = 1 << 32;

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
    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
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
    // What the parser says may quote the file.
    let damaged = || ReadError::DamagedRelease { file: input.clone(), format };
    let mut file = columns::open(input, format)?;
    let decode = || {
        let footer = footer(&mut file).ok_or_else(damaged)?;
        let footer = root_as_footer(&footer).map_err(|_| damaged())?;
        let schema = footer.schema().filter(|schema| schema.endianness().equals_to_target_endianness());
        let schema = try_fb_to_schema(schema.ok_or_else(damaged)?).map_err(|_| damaged())?;
        each(&schema, None)?;
        let schema = Arc::new(schema);
        let decoder = FileDecoder::new(Arc::clone(&schema), footer.version());
        for block in footer.recordBatches().ok_or_else(damaged)? {
            progress.go_on()?;
            let bytes = read_block(&mut file, block).ok_or_else(damaged)?;
            let batch = decoder.read_record_batch(block, &bytes.into()).map_err(|_| damaged())?;
            each(&schema, Some(&batch.ok_or_else(damaged)?))?;
        }
        Ok(())
    };
    decoding(decode, damaged)
}

/// The footer, whose length stands at the very end.
fn footer(file: &mut File) -> Option<Vec<u8>> {
    const END: usize = 10;
    let mut end = [0; END];
    file.seek(SeekFrom::End(-(END as i64))).ok()?;
    file.read_exact(&mut end).ok()?;
    let length = read_footer_length(end).ok()?;
    let start = file.seek(SeekFrom::End(-((END + length) as i64))).ok()?;
    read_at(file, start, length)
}

/// The bytes of a batch: a message that describes it, and its buffers.
fn read_block(file: &mut File, block: &Block) -> Option<Vec<u8>> {
    let message = usize::try_from(block.metaDataLength()).ok()?;
    let length = message.checked_add(usize::try_from(block.bodyLength()).ok()?)?;
    let bytes = read_at(file, u64::try_from(block.offset()).ok()?, length)?;
    are_lengths_possible(&bytes[..message], &bytes[message..]).then_some(bytes)
}

/// Whether no compressed buffer says that it unpacks to more than can be: the decoder would ask for that much memory
/// at once, and end the program where there is none.
fn are_lengths_possible(message: &[u8], buffers: &[u8]) -> bool {
    // The message comes after its length, and before that a mark that older files do not have.
    let start = if message.starts_with(&[0xff; 4]) { 8 } else { 4 };
    let Some(Ok(message)) = message.get(start..).map(root_as_message) else { return false };
    let Some(batch) = message.header_as_record_batch() else { return false };
    batch.compression().is_none()
        || batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() > 0).all(|buffer| {
            let unpacked = usize::try_from(buffer.offset()).ok().and_then(|start| buffers.get(start..));
            let unpacked = unpacked.and_then(|bytes| bytes.first_chunk()).copied().map(i64::from_le_bytes);
            unpacked.is_some_and(|length| length <= LARGEST_BUFFER)
        })
}

/// `length` bytes from `start`, without trusting that there are so many.
fn read_at(file: &mut File, start: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start)).ok()?;
    file.take(length as u64).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}
