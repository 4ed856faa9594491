//! Inputs of clump: files, bytes in memory or from a stream, and record batches.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

#[cfg(feature = "columnar")]
mod batches;

#[cfg(feature = "columnar")]
pub use batches::Batches;

/// A source of data. As text, `-` is standard input and anything else a path; bytes and batches, which only a program
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "PathBuf", into = "PathBuf")]
#[non_exhaustive]
pub enum Input {
    /// Standard input, by name.
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes.
    Stream(Stream),
    /// Arrow record batches.
    #[cfg(feature = "columnar")]
    Batches(Batches),
}

impl Input {
    /// Extension of the name in lower case, without that of the compression: `csv` for `a.CSV.gz`.
    pub fn extension(&self) -> Option<String> {
        let path = match self {
            Input::File(path) => path,
            Input::Stream(stream) => stream.name(),
            _ => return None,
        };
        let extension = |path: &Path| path.extension().map(|text| text.to_string_lossy().to_lowercase());
        match extension(path)?.as_str() {
            "gz" | "zst" => extension(Path::new(path.file_stem()?)),
            plain => Some(plain.to_owned()),
        }
    }

    /// Replaces every input that is called `-` by clones of `standard_input`.
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

    /// True if the data can be read more than once.
    pub fn can_be_read_again(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(_) => true,
            Input::Stream(stream) => stream.is_kept(),
            #[cfg(feature = "columnar")]
            Input::Batches(_) => true,
        }
    }

    /// Size of the data in bytes, on disk or in memory; 0 if it is not known.
    pub fn bytes(&self) -> u64 {
        self.size().unwrap_or(0)
    }

    /// Size in bytes, on disk or in memory; `None` if it is not known before the data ends.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Input::File(path) => {
                path.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len())
            }
            Input::Stream(stream) => stream.size(),
            _ => None,
        }
    }
}

impl From<Stream> for Input {
    fn from(stream: Stream) -> Self {
        Input::Stream(stream)
    }
}

#[cfg(feature = "columnar")]
impl From<Batches> for Input {
    fn from(batches: Batches) -> Self {
        Input::Batches(batches)
    }
}

impl<P: AsRef<Path>> From<P> for Input {
    fn from(path: P) -> Self {
        let path = path.as_ref();
        if path.as_os_str() == STANDARD_INPUT { Input::Stdin } else { Input::File(path.to_owned()) }
    }
}

impl From<Input> for PathBuf {
    fn from(input: Input) -> Self {
        match input {
            Input::Stdin => PathBuf::from(STANDARD_INPUT),
            Input::File(path) => path,
            Input::Stream(stream) => stream.name().to_owned(),
            #[cfg(feature = "columnar")]
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
            #[cfg(feature = "columnar")]
            Input::Batches(batches) => batches.name().display().fmt(f),
        }
    }
}

const STANDARD_INPUT: &str = "-";

/// Bytes from a network, from memory or from standard input, together with a name.
///
/// Errors show the name. Its extension decides the layout, as for a file: `upload.csv.gz` is unpacked and
/// read as a table. Clones share the bytes and are equal. `Debug` shows only the name.
#[derive(Clone)]
pub struct Stream {
    name: PathBuf,
    bytes: Arc<Bytes>,
}

enum Bytes {
    Kept(Arc<[u8]>),
    Filed(Arc<File>),
    Passing(Mutex<Option<Box<dyn Read + Send>>>),
}

impl Stream {
    /// Takes the bytes of `reader`. They can be read only once; a second reading is an error.
    pub fn new(name: impl Into<PathBuf>, reader: impl Read + Send + 'static) -> Stream {
        let bytes = Bytes::Passing(Mutex::new(Some(Box::new(reader))));
        Stream { name: name.into(), bytes: Arc::new(bytes) }
    }

    /// Takes bytes that are already in memory. They can be read several times.
    pub fn of_bytes(name: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Stream {
        Stream { name: name.into(), bytes: Arc::new(Bytes::Kept(bytes.into())) }
    }

    /// Takes the content of an open `file`, which may have been deleted from its folder. It can be read
    /// several times, also at the same time.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use clump_io::Stream;
    ///
    /// let mut file = tempfile::tempfile()?;
    /// file.write_all(b"tea milk\n")?;
    /// assert!(Stream::of_file("baskets.txt", file).is_kept());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of_file(name: impl Into<PathBuf>, file: File) -> Stream {
        Stream { name: name.into(), bytes: Arc::new(Bytes::Filed(Arc::new(file))) }
    }

    /// Takes the standard input of a program and names it `-`. Only the program may open standard input.
    pub fn standard_input(reader: impl Read + Send + 'static) -> Stream {
        Stream::new(STANDARD_INPUT, reader)
    }

    /// Name that errors show; its extension decides the layout.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// True if the bytes can be read more than once.
    pub fn is_kept(&self) -> bool {
        matches!(*self.bytes, Bytes::Kept(_) | Bytes::Filed(_))
    }

    /// Number of bytes; `None` if it is not known before the end.
    fn size(&self) -> Option<u64> {
        match &*self.bytes {
            Bytes::Kept(bytes) => Some(bytes.len() as u64),
            Bytes::Filed(file) => file.metadata().ok().map(|metadata| metadata.len()),
            Bytes::Passing(_) => None,
        }
    }

    pub(crate) fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match &*self.bytes {
            Bytes::Kept(bytes) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
            Bytes::Filed(file) => Ok(Box::new(FromStart { file: Arc::clone(file), at: 0 })),
            Bytes::Passing(reader) => {
                let reader = reader.lock().unwrap_or_else(PoisonError::into_inner).take();
                reader.ok_or_else(|| io::Error::other("it can be read only once, and was already read"))
            }
        }
    }

    /// Returns the first bytes, at most `most`. A later reading returns them again.
    pub(crate) fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        match &*self.bytes {
            Bytes::Kept(bytes) => Ok(bytes[..bytes.len().min(most)].to_vec()),
            Bytes::Filed(_) => {
                let mut head = Vec::new();
                self.open()?.take(most as u64).read_to_end(&mut head).map(|_| head)
            }
            Bytes::Passing(reader) => {
                let mut place = reader.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(mut reader) = place.take() else { return Ok(Vec::new()) };
                let mut head = Vec::new();
                let read = reader.by_ref().take(most as u64).read_to_end(&mut head);
                *place = Some(Box::new(Cursor::new(head.clone()).chain(reader)));
                read.map(|_| head)
            }
        }
    }
}

struct FromStart {
    file: Arc<File>,
    at: u64,
}

impl Read for FromStart {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.at)?;
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.as_os_str() == STANDARD_INPUT {
            f.write_str("standard input")
        } else {
            self.name.display().fmt(f)
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes)
    }
}

impl Eq for Stream {}

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

    fn text(stream: &Stream) -> io::Result<String> {
        let mut text = String::new();
        stream.open()?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn readers_of_a_file_have_places_of_their_own() {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, b"tea").unwrap();
        let filed = Stream::of_file("a.csv", file);
        let (mut first, mut second) = (filed.open().unwrap(), filed.clone().open().unwrap());
        let mut byte = [0];
        first.read_exact(&mut byte).unwrap();
        second.read_exact(&mut byte).unwrap();
        assert_eq!((byte, text(&filed).unwrap()), (*b"t", "tea".to_owned()));
    }
}
