//! A stream of record batches: messages one after the other, and a mark at the end. Without the mark it is cut short, also
//! where a message ends.

use std::collections::VecDeque;
use std::io::Read;

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::SchemaRef;

use super::{Unreadable, are_lengths_possible, described, read_further};

/// Before the length of a message; older streams lack it.
const MARK: [u8; 4] = [0xff; 4];

/// A stream of record batches, read one at a time.
pub(crate) struct ArrowStream<R> {
    reader: R,
    decoder: StreamDecoder,
    schema: SchemaRef,
    /// Decoded and not handed out yet.
    batches: VecDeque<RecordBatch>,
    is_over: bool,
}

impl<R: Read> ArrowStream<R> {
    /// Reads the first message, which has the columns.
    pub(crate) fn open(mut reader: R) -> Result<ArrowStream<R>, Unreadable> {
        let Message { bytes, is_last } = Message::read(&mut reader)?;
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

    /// The next batch; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        while self.batches.is_empty() && !self.is_over {
            let Message { bytes, is_last } = Message::read(&mut self.reader)?;
            self.is_over = is_last;
            self.decode(bytes)?;
        }
        Ok(self.batches.pop_front())
    }

    /// Hands a whole message to the decoder, which keeps it where it lies. One without buffers is decoded with the next, so that
    /// the mark at the end is handed over, too.
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

/// A message, or the mark at the end, behind which there is nothing.
struct Message {
    bytes: Vec<u8>,
    is_last: bool,
}

impl Message {
    fn read(reader: &mut impl Read) -> Result<Message, Unreadable> {
        let mut bytes = Vec::new();
        read_further(reader, 4, &mut bytes)?;
        if bytes == MARK {
            read_further(reader, 4, &mut bytes)?;
        }
        let length = bytes.last_chunk().copied().map(u32::from_le_bytes).ok_or(Unreadable::Damaged)?;
        if length == 0 {
            // Two streams end to end would be read as the first alone.
            let is_last = reader.read(&mut [0])? == 0;
            return if is_last { Ok(Message { bytes, is_last }) } else { Err(Unreadable::Damaged) };
        }
        read_further(reader, length.into(), &mut bytes)?;
        let start = bytes.len();
        let body = described(&bytes).and_then(|message| u64::try_from(message.bodyLength()).ok());
        read_further(reader, body.ok_or(Unreadable::Damaged)?, &mut bytes)?;
        let (message, buffers) = bytes.split_at(start);
        match described(message).is_some_and(|message| are_lengths_possible(&message, buffers)) {
            true => Ok(Message { bytes, is_last: false }),
            false => Err(Unreadable::Damaged),
        }
    }
}
