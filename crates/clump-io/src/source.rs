//! Opens inputs and unpacks them. Gzip and zstd are recognized by their first bytes.
//!
//! An input may also be a pattern such as `logs/*.gz`: all files that match it, in order of their names.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use clump_core::features::BuiltWithout;
use clump_core::progress::{Cancelled, Progress, Stage};
use glob::{MatchOptions, glob_with};

use crate::error::ReadError;
use crate::input::Input;
use crate::packing::Packing;

const MAGIC: u64 = 4;

impl Input {
    /// Opens the input and unpacks it. `progress` gets numbers of bytes before unpacking, as on disk.
    pub(crate) fn open<'a>(&self, progress: &'a dyn Progress) -> Result<Box<dyn Read + 'a>, ReadError> {
        let mut size = None;
        let reader: Box<dyn Read + Send> = match self {
            Input::Stdin => return Err(self.io(io::Error::other("a library does not read standard input"))),
            Input::Stream(stream) => stream.open().map_err(|source| self.io(source))?,
            #[cfg(feature = "columnar")]
            Input::Batches(_) => {
                return Err(self.io(io::Error::other("record batches cannot be read as bytes")));
            }
            Input::File(path) => {
                let file = File::open(path).map_err(|source| self.io(source))?;
                match file.metadata() {
                    Ok(metadata) if metadata.is_dir() => {
                        return Err(ReadError::Directory { file: self.clone() });
                    }
                    Ok(metadata) if metadata.is_file() => size = Some(metadata.len()),
                    _ => {}
                }
                Box::new(file)
            }
        };
        let taken = Arc::<AtomicU64>::default();
        let counted = CountTaken { reader, size, taken: Arc::clone(&taken) };
        let unpacked = unpack(counted).map_err(|source| self.io(source))?;
        Ok(Box::new(Tell { reader: unpacked, taken, told: 0, progress }))
    }

    pub(crate) fn io(&self, source: io::Error) -> ReadError {
        let file = self.clone();
        match source.kind() {
            io::ErrorKind::NotFound => ReadError::Missing { file },
            io::ErrorKind::IsADirectory => ReadError::Directory { file },
            _ if Cancelled::is_in(&source) => ReadError::Cancelled(Cancelled),
            _ if source.get_ref().is_some_and(|inner| inner.is::<Shrunk>()) => ReadError::Shrunk { file },
            _ => match source.downcast::<BuiltWithout>() {
                Ok(without) => without.into(),
                Err(source) => ReadError::Io { file, source },
            },
        }
    }
}

/// Tells `progress` that reading has begun, and, when this value is dropped, that it has ended.
pub(crate) struct Reading<'a>(&'a dyn Progress);

impl<'a> Reading<'a> {
    pub(crate) fn begin(inputs: &[Input], progress: &'a dyn Progress) -> Self {
        let total = inputs.iter().map(Input::size).sum::<Option<u64>>();
        progress.begin(Stage::Read, total.unwrap_or(0));
        Reading(progress)
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Unpacks gzip (also with several members) and zstd on a separate thread; passes other data through.
fn unpack(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn Read>> {
    let mut magic = Vec::new();
    reader.by_ref().take(MAGIC).read_to_end(&mut magic)?;
    let packing = Packing::of(&magic);
    let whole = Cursor::new(magic).chain(reader);
    Ok(match packing {
        Packing::Plain => Box::new(whole),
        Packing::Gzip => {
            let unpacked = flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole));
            Box::new(Ahead::new(unpacked)?)
        }
        Packing::Zstd => Box::new(Ahead::new(zstd::stream::read::Decoder::new(whole)?)?),
    })
}

#[derive(Debug, thiserror::Error)]
#[error("it became shorter while it was read")]
struct Shrunk;

/// Reader that counts the bytes read from a source, and fails if a file ends before its size at the start.
struct CountTaken<R> {
    reader: R,
    size: Option<u64>,
    /// Number of bytes read from the source so far, shared with the thread that reports progress.
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for CountTaken<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let before = self.taken.fetch_add(count as u64, Ordering::Relaxed);
        let is_at_end = count == 0 && !buffer.is_empty();
        if is_at_end && self.size.is_some_and(|size| before < size) {
            return Err(io::Error::other(Shrunk));
        }
        Ok(count)
    }
}

/// Reader that reports to `progress` the number of bytes read from the source, and fails after cancellation.
struct Tell<'a> {
    reader: Box<dyn Read>,
    taken: Arc<AtomicU64>,
    told: u64,
    progress: &'a dyn Progress,
}

impl Read for Tell<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.progress.go_on()?;
        let count = self.reader.read(buffer)?;
        let taken = self.taken.load(Ordering::Relaxed);
        self.progress.advance(taken - self.told);
        self.told = taken;
        Ok(count)
    }
}

/// As in a shell, patterns do not match hidden files. Unfinished output files of a run are hidden.
const AS_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

impl Input {
    /// Replaces patterns in `inputs` by the files that match them. An input is a pattern if it contains `*`,
    /// `?` or `[` and no file has exactly this name. Folders that match are left out.
    ///
    /// # Errors
    /// [`ReadError::NoMatch`] for a pattern that no file matches; errors of the operating system about a
    /// folder.
    pub fn expand(inputs: &[Input]) -> Result<Vec<Input>, ReadError> {
        let mut files = Vec::with_capacity(inputs.len());
        for input in inputs {
            match input.pattern() {
                Some(pattern) => files.extend(input.matching(pattern)?),
                None => files.push(input.clone()),
            }
        }
        Ok(files)
    }

    fn pattern(&self) -> Option<&str> {
        let Input::File(path) = self else { return None };
        let text = path.to_str()?;
        (text.contains(['*', '?', '[']) && !path.exists()).then_some(text)
    }

    fn matching(&self, pattern: &str) -> Result<Vec<Input>, ReadError> {
        let no_match = || ReadError::NoMatch { pattern: self.clone() };
        let found = glob_with(pattern, AS_A_SHELL).map_err(|_| no_match())?;
        let mut paths = found
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Input::from(error.path()).io(error.into()))?;
        paths.retain(|path: &std::path::PathBuf| !Path::is_dir(path));
        paths.sort_unstable();
        if paths.is_empty() { Err(no_match()) } else { Ok(paths.into_iter().map(Input::from).collect()) }
    }
}

const BLOCK: usize = 1 << 18;

const WAITING: usize = 4;

/// Reader that receives blocks of bytes in order from another thread, which reads ahead.
struct Ahead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Current block; `at` is the number of its bytes that were already returned.
    block: Vec<u8>,
    at: usize,
}

impl Ahead {
    fn new(reader: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, blocks) = sync_channel(WAITING);
        thread::Builder::new().name("unpack".to_owned()).spawn(move || read_all(reader, &sender))?;
        Ok(Ahead { blocks, block: Vec::new(), at: 0 })
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            // The thread closes the channel at the end of the data.
            let Ok(block) = self.blocks.recv() else { return Ok(0) };
            (self.block, self.at) = (block?, 0);
        }
        let count = buffer.len().min(self.block.len() - self.at);
        buffer[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Sends blocks until the data end, an error occurs, or the receiver was dropped. Blocks are never empty.
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
            // If the receiver was dropped, the error has no reader and is ignored.
            Err(error) => return drop(sender.send(Err(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_no_short_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.tsv");
        std::fs::write(&path, vec![b'x'; 1 << 20]).unwrap();
        let input = Input::from(&path);
        let mut reader = input.open(&()).unwrap();
        reader.read_exact(&mut [0; 1 << 10]).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(1 << 19).unwrap();
        let error = input.io(reader.read_to_end(&mut Vec::new()).unwrap_err());
        assert!(matches!(error, ReadError::Shrunk { .. }), "{error}");
        // A file that grows while it is read is read to its new end.
        let mut reader = input.open(&()).unwrap();
        reader.read_exact(&mut [0; 1 << 10]).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(1 << 20).unwrap();
        reader.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn two_bytes_are_a_file_too() {
        for text in ["", "a", "ab\n"] {
            let mut read = String::new();
            unpack(text.as_bytes()).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }

    #[test]
    fn patterns_stand_for_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["b.csv", "a.csv", ".hidden.csv", "c[1].csv", "d.txt"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::create_dir(path("folder.csv")).unwrap();
        let expand = |names: &[&str]| {
            let inputs: Vec<Input> = names.iter().map(|name| path(name).into()).collect();
            Input::expand(&inputs)
        };
        let files = |names: &[&str]| names.iter().map(|name| path(name).into()).collect::<Vec<Input>>();
        assert_eq!(expand(&["d.txt", "*.csv"]).unwrap(), files(&["d.txt", "a.csv", "b.csv", "c[1].csv"]));
        assert_eq!(expand(&["[ab].csv"]).unwrap(), files(&["a.csv", "b.csv"]));
        // The exact name of a file is not a pattern, and a name without pattern characters need not exist.
        assert_eq!(expand(&["c[1].csv", "none"]).unwrap(), files(&["c[1].csv", "none"]));
        assert_eq!(Input::expand(&[Input::Stdin]).unwrap(), [Input::Stdin]);
        for nothing in ["*.tsv", "[", "none/*"] {
            assert!(matches!(expand(&[nothing]), Err(ReadError::NoMatch { .. })), "{nothing}");
        }
    }

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
