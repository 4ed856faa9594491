//! The messages that Arrow's files and streams consist of, each looked at before it is decoded.
//!
//! A decoder asks for as much memory as a compressed buffer says that it unpacks to, and ends the program where there is
//! not so much. So what a buffer says must be possible for its compression.

use std::io::{self, Read};

use arrow_ipc::{CompressionType, Message, RecordBatch, root_as_message};

use crate::error::ReadError;
use crate::input::Input;

mod file;
mod stream;

pub(crate) use file::ArrowFile;
pub(crate) use stream::ArrowStream;

/// More than a buffer of a batch holds whose offsets are 32 bits wide.
const LARGEST_BUFFER: u64 = 1 << 32;

/// What a byte unpacks to at most. A sequence of LZ4 has a byte for each 255; a block of Zstandard holds at most 128 KiB and takes
/// four bytes.
const MOST_BY_LZ4: u64 = 255;
const MOST_BY_ZSTD: u64 = (128 << 10) / 4;

/// The length of a compressed buffer stands before it.
const LENGTH: usize = 8;

/// Why a message cannot be had.
pub(crate) enum Unreadable {
    /// What it comes from cannot be read.
    Io(io::Error),
    /// It is not what it should be. What the decoder says of it may quote the data, so it is not kept.
    Damaged,
}

impl Unreadable {
    /// The error of `input`.
    pub(crate) fn of(self, input: &Input, damaged: impl FnOnce() -> ReadError) -> ReadError {
        match self {
            Unreadable::Io(source) => input.io(source),
            Unreadable::Damaged => damaged(),
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Unreadable::Io(error)
    }
}

impl From<arrow_schema::ArrowError> for Unreadable {
    fn from(_: arrow_schema::ArrowError) -> Self {
        Unreadable::Damaged
    }
}

/// Puts `length` bytes behind those in `bytes`, without trusting that there are so many.
fn read_further(reader: &mut impl Read, length: u64, bytes: &mut Vec<u8>) -> Result<(), Unreadable> {
    let read = reader.take(length).read_to_end(bytes)?;
    if read as u64 == length { Ok(()) } else { Err(Unreadable::Damaged) }
}

/// The message in `bytes`, which say its length first, and before that have a mark that older files lack.
fn described(bytes: &[u8]) -> Option<Message<'_>> {
    let start = if bytes.starts_with(&[0xff; 4]) { 8 } else { 4 };
    root_as_message(bytes.get(start..)?).ok()
}

/// Whether no compressed buffer of a batch says that it unpacks to more than it can.
fn are_lengths_possible(message: &Message<'_>, buffers: &[u8]) -> bool {
    let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    match message.header_as_record_batch().or(dictionary) {
        Some(batch) => are_buffers_possible(&batch, buffers),
        None => true,
    }
}

fn are_buffers_possible(batch: &RecordBatch<'_>, buffers: &[u8]) -> bool {
    let Some(compression) = batch.compression() else { return true };
    let most = if compression.codec() == CompressionType::LZ4_FRAME { MOST_BY_LZ4 } else { MOST_BY_ZSTD };
    batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() > 0).all(|buffer| {
        let start = usize::try_from(buffer.offset()).ok().and_then(|start| buffers.get(start..));
        let unpacked = start.and_then(|bytes| bytes.first_chunk::<LENGTH>()).copied().map(i64::from_le_bytes);
        // What is below 0 is not compressed.
        let possible = most.saturating_mul(buffer.length() as u64).min(LARGEST_BUFFER);
        unpacked.is_some_and(|length| length < 0 || length as u64 <= possible)
    })
}
