//! The file format of Arrow, which is Feather: it says at its end where its batches lie.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::SchemaRef;

use super::{Unreadable, are_lengths_possible, described, read_further};

/// A file of record batches, read one at a time.
pub(crate) struct ArrowFile {
    file: File,
    schema: SchemaRef,
    decoder: FileDecoder,
    /// Where each batch lies, from the first one that was not handed out on.
    blocks: std::vec::IntoIter<Block>,
}

impl ArrowFile {
    /// Reads what the end of `file` says.
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

    /// How many batches are to come.
    pub(crate) fn batches(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Only these columns of each batch.
    pub(crate) fn project(self, columns: &[usize]) -> ArrowFile {
        ArrowFile { decoder: self.decoder.with_projection(columns.to_vec()), ..self }
    }

    /// The next batch; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        let Some(block) = self.blocks.next() else { return Ok(None) };
        let bytes = read_block(&mut self.file, &block)?;
        let batch = self.decoder.read_record_batch(&block, &bytes.into())?;
        Ok(Some(batch.ok_or(Unreadable::Damaged)?))
    }
}

/// The footer, whose length stands at the very end.
fn read_footer(file: &mut File) -> Result<Vec<u8>, Unreadable> {
    const END: usize = 10;
    let size = file.seek(SeekFrom::End(0))?;
    let end = size.checked_sub(END as u64).ok_or(Unreadable::Damaged)?;
    let last = read_at(file, end, END as u64)?;
    let last = last.first_chunk::<END>().ok_or(Unreadable::Damaged)?;
    let length = read_footer_length(*last)? as u64;
    read_at(file, end.checked_sub(length).ok_or(Unreadable::Damaged)?, length)
}

/// The bytes of a batch: a message that describes it, and its buffers.
fn read_block(file: &mut File, block: &Block) -> Result<Vec<u8>, Unreadable> {
    let natural = |number: i64| u64::try_from(number).map_err(|_| Unreadable::Damaged);
    let message = natural(block.metaDataLength().into())?;
    let length = message.checked_add(natural(block.bodyLength())?).ok_or(Unreadable::Damaged)?;
    let bytes = read_at(file, natural(block.offset())?, length)?;
    let (message, buffers) = bytes.split_at(message as usize);
    match described(message).is_some_and(|message| are_lengths_possible(&message, buffers)) {
        true => Ok(bytes),
        false => Err(Unreadable::Damaged),
    }
}

fn read_at(file: &mut File, start: u64, length: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    read_further(&mut file.by_ref(), length, &mut bytes)?;
    Ok(bytes)
}
