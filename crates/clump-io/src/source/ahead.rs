//! Reading ahead on a thread of its own, so that unpacking and what is done with the bytes overlap.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Bytes that are handed over at once.
const BLOCK: usize = 1 << 18;

/// Blocks that wait at most.
const WAITING: usize = 4;

/// What another thread reads, in order.
pub(super) struct Ahead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The block at hand, and how much of it was handed on.
    block: Vec<u8>,
    at: usize,
}

impl Ahead {
    /// Starts to read.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn new(reader: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, blocks) = sync_channel(WAITING);
        thread::Builder::new().name("unpack".to_owned()).spawn(move || read_all(reader, &sender))?;
        Ok(Ahead { blocks, block: Vec::new(), at: 0 })
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            // Without a sender there is no more.
            let Ok(block) = self.blocks.recv() else { return Ok(0) };
            (self.block, self.at) = (block?, 0);
        }
        let count = buffer.len().min(self.block.len() - self.at);
        buffer[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Sends blocks until the end, an error, or until nobody listens any more. Blocks are never empty.
fn read_all(mut reader: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = Vec::with_capacity(BLOCK);
        let read = reader.by_ref().take(BLOCK as u64).read_to_end(&mut block);
        if !block.is_empty() && sender.send(Ok(block)).is_err() {
            return;
        }
        match read {
            Ok(0) => return,
            Ok(_) => {}
            // Nobody who listens is no reason to complain.
            Err(error) => return drop(sender.send(Err(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_in_order_and_an_error_comes_after_what_was_read() {
        struct Fails(usize);
        impl Read for Fails {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                if self.0 > 5000 {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                buffer[0] = self.0 as u8;
                buffer[1] = (self.0 >> 8) as u8;
                Ok(2)
            }
        }
        let mut read = Vec::new();
        let error = Ahead::new(Fails(0)).unwrap().read_to_end(&mut read).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert_eq!(read.len(), 10_000);
        assert!(read.chunks(2).zip(1u16..).all(|(bytes, number)| bytes == number.to_le_bytes()));
    }

    #[test]
    fn a_reader_that_nobody_reads_to_its_end_is_let_go() {
        let mut ahead = Ahead::new(io::repeat(7)).unwrap();
        let mut bytes = [0; 10];
        ahead.read_exact(&mut bytes).unwrap();
        assert_eq!(bytes, [7; 10]);
    }
}
