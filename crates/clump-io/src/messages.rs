//! Reads the messages of Arrow files and streams, and checks each one before it is decoded.
//!
//! For a compressed buffer, a decoder allocates as much memory as the message states, and ends the program if
//! there is not enough. So this file refuses stated lengths that the compression cannot reach.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, StreamDecoder, read_footer_length};
use arrow_ipc::{Block, CompressionType, Message, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};
use parquet::errors::ParquetError;

/// Maximum unpacked size of a buffer in bytes. A buffer of a batch with 32-bit offsets is smaller.
const LARGEST_BUFFER: u64 = 1 << 32;

/// Maximum number of bytes that one compressed byte can unpack to. LZ4 needs one byte for each 255; a block
/// of Zstandard takes four bytes and holds at most 128 KiB.
const MOST_BY_LZ4: u64 = 255;
const MOST_BY_ZSTD: u64 = (128 << 10) / 4;

/// Number of bytes of the length field before a compressed buffer.
const LENGTH: usize = 8;

pub(crate) enum Unreadable {
    Io(io::Error),
    /// The message is damaged. The decoder's own error may quote the data, so it is dropped.
    Damaged,
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Unreadable::Io(error)
    }
}

impl From<ArrowError> for Unreadable {
    fn from(_: ArrowError) -> Self {
        Unreadable::Damaged
    }
}

impl From<ParquetError> for Unreadable {
    fn from(_: ParquetError) -> Self {
        Unreadable::Damaged
    }
}

fn read_further(reader: &mut impl Read, length: u64, bytes: &mut Vec<u8>) -> Result<(), Unreadable> {
    let read = reader.take(length).read_to_end(bytes)?;
    if read as u64 == length { Ok(()) } else { Err(Unreadable::Damaged) }
}

fn described(bytes: &[u8]) -> Option<Message<'_>> {
    let start = if bytes.starts_with(&[0xff; 4]) { 8 } else { 4 };
    root_as_message(bytes.get(start..)?).ok()
}

/// True if the stated unpacked length of each compressed buffer in a batch is possible.
fn are_lengths_possible(message: &Message<'_>, buffers: &[u8]) -> bool {
    let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    match message.header_as_record_batch().or(dictionary) {
        Some(batch) => are_buffers_possible(&batch, buffers),
        None => true,
    }
}

fn are_buffers_possible(batch: &arrow_ipc::RecordBatch<'_>, buffers: &[u8]) -> bool {
    let Some(compression) = batch.compression() else { return true };
    let most = if compression.codec() == CompressionType::LZ4_FRAME { MOST_BY_LZ4 } else { MOST_BY_ZSTD };
    batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() > 0).all(|buffer| {
        let start = usize::try_from(buffer.offset()).ok().and_then(|start| buffers.get(start..));
        let unpacked = start.and_then(|bytes| bytes.first_chunk::<LENGTH>()).copied().map(i64::from_le_bytes);
        // A negative length marks a buffer that is not compressed.
        let possible = most.saturating_mul(buffer.length() as u64).min(LARGEST_BUFFER);
        unpacked.is_some_and(|length| length < 0 || length as u64 <= possible)
    })
}

/// Reads the record batches of an Arrow file one at a time. The end of the file lists their positions.
pub(crate) struct ArrowFile {
    file: File,
    schema: SchemaRef,
    decoder: FileDecoder,
    blocks: std::vec::IntoIter<Block>,
}

impl ArrowFile {
    pub(crate) fn open(mut file: File) -> Result<ArrowFile, Unreadable> {
        let damaged = || Unreadable::Damaged;
        let footer = read_footer(&mut file)?;
        let footer = root_as_footer(&footer).map_err(|_| Unreadable::Damaged)?;
        let schema = footer.schema().filter(|schema| schema.endianness().equals_to_target_endianness());
        let schema = Arc::new(try_fb_to_schema(schema.ok_or_else(damaged)?)?);
        let mut decoder = FileDecoder::new(Arc::clone(&schema), footer.version());
        for block in footer.dictionaries().into_iter().flatten() {
            let bytes = read_block(&mut file, block)?;
            decoder.read_dictionary(block, &bytes.into())?;
        }
        let blocks: Vec<Block> = footer.recordBatches().ok_or_else(damaged)?.iter().copied().collect();
        Ok(ArrowFile { file, schema, decoder, blocks: blocks.into_iter() })
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    pub(crate) fn batches(&self) -> u64 {
        self.blocks.len() as u64
    }

    pub(crate) fn project(self, columns: &[usize]) -> ArrowFile {
        ArrowFile { decoder: self.decoder.with_projection(columns.to_vec()), ..self }
    }

    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        let Some(block) = self.blocks.next() else { return Ok(None) };
        let bytes = read_block(&mut self.file, &block)?;
        let batch = self.decoder.read_record_batch(&block, &bytes.into())?;
        Ok(Some(batch.ok_or(Unreadable::Damaged)?))
    }
}

fn read_footer(file: &mut File) -> Result<Vec<u8>, Unreadable> {
    const END: usize = 10;
    let size = file.seek(SeekFrom::End(0))?;
    let end = size.checked_sub(END as u64).ok_or(Unreadable::Damaged)?;
    let last = read_at(file, end, END as u64)?;
    let last = last.first_chunk::<END>().ok_or(Unreadable::Damaged)?;
    let length = read_footer_length(*last)? as u64;
    read_at(file, end.checked_sub(length).ok_or(Unreadable::Damaged)?, length)
}

fn read_block(file: &mut File, block: &Block) -> Result<Vec<u8>, Unreadable> {
    let natural = |number: i64| u64::try_from(number).map_err(|_| Unreadable::Damaged);
    let message = natural(block.metaDataLength().into())?;
    let length = message.checked_add(natural(block.bodyLength())?).ok_or(Unreadable::Damaged)?;
    let bytes = read_at(file, natural(block.offset())?, length)?;
    let (message, buffers) = bytes.split_at(message as usize);
    if described(message).is_some_and(|message| are_lengths_possible(&message, buffers)) {
        Ok(bytes)
    } else {
        Err(Unreadable::Damaged)
    }
}

fn read_at(file: &mut File, start: u64, length: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    read_further(&mut file.by_ref(), length, &mut bytes)?;
    Ok(bytes)
}

/// Marker bytes before the length of a message. Older streams do not have them.
const MARK: [u8; 4] = [0xff; 4];

/// Reads a stream of record batches: messages one after the other, and an end marker. A stream without the
/// end marker is incomplete, even if its last message is complete.
pub(crate) struct ArrowStream<R> {
    reader: R,
    decoder: StreamDecoder,
    schema: SchemaRef,
    batches: VecDeque<RecordBatch>,
    is_over: bool,
}

impl<R: Read> ArrowStream<R> {
    pub(crate) fn open(mut reader: R) -> Result<ArrowStream<R>, Unreadable> {
        let Part { bytes, is_last } = Part::read(&mut reader)?;
        let described = described(&bytes).ok_or(Unreadable::Damaged)?;
        let schema = described.header_as_schema().ok_or(Unreadable::Damaged)?;
        let schema = SchemaRef::new(try_fb_to_schema(schema)?);
        let (decoder, batches) = (StreamDecoder::new(), VecDeque::new());
        let mut stream = ArrowStream { reader, decoder, schema, batches, is_over: is_last };
        stream.decode(bytes)?;
        Ok(stream)
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        while self.batches.is_empty() && !self.is_over {
            let Part { bytes, is_last } = Part::read(&mut self.reader)?;
            self.is_over = is_last;
            self.decode(bytes)?;
        }
        Ok(self.batches.pop_front())
    }

    /// Passes a whole message to the decoder, without a copy. The decoder returns a message without buffers
    /// only with the next one, so it must get the end marker too.
    fn decode(&mut self, message: Vec<u8>) -> Result<(), Unreadable> {
        let mut message = message.into();
        loop {
            self.batches.extend(self.decoder.decode(&mut message)?);
            if message.is_empty() {
                return Ok(());
            }
        }
    }
}

/// One message of a stream, or its end marker if `is_last`.
struct Part {
    bytes: Vec<u8>,
    is_last: bool,
}

impl Part {
    fn read(reader: &mut impl Read) -> Result<Part, Unreadable> {
        let mut bytes = Vec::new();
        read_further(reader, 4, &mut bytes)?;
        if bytes == MARK {
            read_further(reader, 4, &mut bytes)?;
        }
        let length = bytes.last_chunk().copied().map(u32::from_le_bytes).ok_or(Unreadable::Damaged)?;
        if length == 0 {
            // Bytes after the end marker, such as a second stream, would be ignored, so they are an error.
            let is_last = reader.read(&mut [0])? == 0;
            return if is_last { Ok(Part { bytes, is_last }) } else { Err(Unreadable::Damaged) };
        }
        read_further(reader, length.into(), &mut bytes)?;
        let start = bytes.len();
        let body = described(&bytes).and_then(|message| u64::try_from(message.bodyLength()).ok());
        read_further(reader, body.ok_or(Unreadable::Damaged)?, &mut bytes)?;
        let (message, buffers) = bytes.split_at(start);
        if described(message).is_some_and(|message| are_lengths_possible(&message, buffers)) {
            Ok(Part { bytes, is_last: false })
        } else {
            Err(Unreadable::Damaged)
        }
    }
}
