//! A source is a file, bytes or record batches. Files and bytes may be compressed; what with is told by the first bytes,
//! since names lie.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clump_core::built::BuiltWithout;
use clump_core::progress::{Cancelled, Progress, Stage};
use serde::{Deserialize, Serialize};

mod ahead;
#[cfg(feature = "columnar")]
mod batches;
#[cfg(not(feature = "columnar"))]
#[path = "source/left_out.rs"]
mod batches;
mod stream;

pub use batches::Batches;
pub use stream::Stream;

use crate::error::ReadError;
use crate::release::{Packing, decoder};
use ahead::Ahead;
use stream::STANDARD_INPUT;

/// As many bytes as tell the compression.
const MAGIC: u64 = 4;

/// Where data comes from. As text, `-` is standard input and anything else a path; bytes and batches, which only a program
/// can hand over, are written as their names.
///
/// ```
/// use clump_io::taxonomy::TaxonomySource;
/// use clump_io::{Input, ReadOptions, Stream, read_log};
///
/// let input = Input::from(Stream::of_bytes("baskets.txt", *b"tea milk\ntea\n"));
/// let log = read_log(&[input], &ReadOptions::default(), &TaxonomySource::Flat, &())?;
/// assert_eq!(log.transactions.len(), 2);
/// # Ok::<(), clump_io::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "PathBuf", into = "PathBuf")]
#[non_exhaustive]
pub enum Input {
    /// Standard input, by name. Nothing in a library opens it: a program that is asked for it hands it over with
    /// [`Input::connect`].
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes.
    Stream(Stream),
    /// Arrow record batches.
    Batches(Batches),
}

impl Input {
    /// The extension in lower case, that of the compression left out: `csv` for `a.CSV.gz`.
    pub fn extension(&self) -> Option<String> {
        let path = match self {
            Input::File(path) => path,
            Input::Stream(stream) => stream.name(),
            Input::Stdin | Input::Batches(_) => return None,
        };
        let extension = |path: &Path| path.extension().map(|text| text.to_string_lossy().to_lowercase());
        match extension(path)?.as_str() {
            "gz" | "zst" => extension(Path::new(path.file_stem()?)),
            plain => Some(plain.to_owned()),
        }
    }

    /// Puts `standard_input` in the place of every input that is called `-`. All of them get the same one.
    ///
    /// ```
    /// use clump_io::{Input, Stream};
    ///
    /// let mut inputs = [Input::from("-"), Input::from("log.tsv")];
    /// Input::connect(&mut inputs, &Stream::standard_input(std::io::stdin()));
    /// assert!(matches!(inputs[0], Input::Stream(_)));
    /// assert_eq!(inputs[0].to_string(), "standard input");
    /// ```
    pub fn connect(inputs: &mut [Input], standard_input: &Stream) {
        for input in inputs.iter_mut().filter(|input| **input == Input::Stdin) {
            *input = Input::Stream(standard_input.clone());
        }
    }

    /// Whether it can be read more than once.
    pub fn can_be_read_again(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(_) => true,
            Input::Stream(stream) => stream.is_kept(),
            Input::Batches(batches) => batches.is_kept(),
        }
    }

    /// Bytes on disk; 0 where that is not known.
    pub fn bytes(&self) -> u64 {
        self.size().unwrap_or(0)
    }

    /// The size on disk or in memory; `None` where it is not known before the end.
    fn size(&self) -> Option<u64> {
        match self {
            Input::File(path) => {
                path.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len())
            }
            Input::Stream(stream) => stream.size(),
            Input::Stdin | Input::Batches(_) => None,
        }
    }

    /// Opens the source and unpacks it. `progress` is told of bytes as they lie on disk.
    pub(crate) fn open<'a>(&self, progress: &'a dyn Progress) -> Result<Box<dyn Read + 'a>, ReadError> {
        let mut size = None;
        let reader: Box<dyn Read + Send> = match self {
            Input::Stdin => return Err(self.io(io::Error::other("a library does not open it"))),
            Input::Stream(stream) => stream.open().map_err(|source| self.io(source))?,
            Input::Batches(_) => return Err(self.io(io::Error::other("record batches are no bytes"))),
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
        let taken = Taken::default();
        let counted = CountTaken { reader, size, taken: taken.clone() };
        let unpacked = unpack(counted).map_err(|source| self.io(source))?;
        Ok(Box::new(Tell { reader: unpacked, taken, told: 0, progress }))
    }

    /// The error for what the operating system said about this source.
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

impl From<Stream> for Input {
    fn from(stream: Stream) -> Self {
        Input::Stream(stream)
    }
}

impl From<Batches> for Input {
    fn from(batches: Batches) -> Self {
        Input::Batches(batches)
    }
}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Self {
        if path.as_os_str() == STANDARD_INPUT { Input::Stdin } else { Input::File(path) }
    }
}

impl From<&Path> for Input {
    fn from(path: &Path) -> Self {
        path.to_path_buf().into()
    }
}

impl From<&PathBuf> for Input {
    fn from(path: &PathBuf) -> Self {
        path.as_path().into()
    }
}

impl From<String> for Input {
    fn from(path: String) -> Self {
        PathBuf::from(path).into()
    }
}

impl From<&str> for Input {
    fn from(path: &str) -> Self {
        PathBuf::from(path).into()
    }
}

impl From<Input> for PathBuf {
    fn from(input: Input) -> Self {
        match input {
            Input::Stdin => PathBuf::from(STANDARD_INPUT),
            Input::File(path) => path,
            Input::Stream(stream) => stream.name().to_owned(),
            Input::Batches(batches) => batches.name().to_owned(),
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("standard input"),
            Input::File(path) => path.display().fmt(f),
            Input::Stream(stream) => stream.fmt(f),
            Input::Batches(batches) => batches.name().display().fmt(f),
        }
    }
}

/// Tells `progress` that reading has begun, and at the end of the scope, however it is left, that it is over.
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

/// Undoes gzip (also several members end to end) and zstd, on a thread of its own; hands anything else through.
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
        Packing::Zstd => Box::new(Ahead::new(decoder(whole)?)?),
    })
}

/// Bytes that were taken from a source so far. Shared, since another thread may be the one that takes them.
#[derive(Clone, Default)]
struct Taken(Arc<AtomicU64>);

/// A file ended before the length that it had when it was opened.
#[derive(Debug, thiserror::Error)]
#[error("it has become shorter while it was read")]
struct Shrunk;

/// A reader that counts what goes through it, and fails where there is less than there was at the start.
struct CountTaken<R> {
    reader: R,
    /// Bytes that there were, if that is known.
    size: Option<u64>,
    taken: Taken,
}

impl<R: Read> Read for CountTaken<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let before = self.taken.0.fetch_add(count as u64, Ordering::Relaxed);
        let is_at_end = count == 0 && !buffer.is_empty();
        if is_at_end && self.size.is_some_and(|size| before < size) {
            return Err(io::Error::other(Shrunk));
        }
        Ok(count)
    }
}

/// A reader that tells `progress` how much was taken from its source, and fails once the run is cancelled.
struct Tell<'a> {
    reader: Box<dyn Read>,
    taken: Taken,
    told: u64,
    progress: &'a dyn Progress,
}

impl Read for Tell<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.progress.go_on()?;
        let count = self.reader.read(buffer)?;
        let taken = self.taken.0.load(Ordering::Relaxed);
        self.progress.advance(taken - self.told);
        self.told = taken;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_is_that_below_the_compression() {
        assert_eq!(Input::from("dir.d/a.CSV.gz").extension().as_deref(), Some("csv"));
        assert_eq!(Input::from("a.dat").extension().as_deref(), Some("dat"));
        assert_eq!(Input::from("a.zst").extension(), None);
        assert_eq!(Input::from("-").extension(), None);
    }

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
        // One that grows is read as far as it goes.
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
}
