//! Bytes that a caller passes instead of the name of a file.

use std::fmt;
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of standard input on a command line.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Bytes with a name: from a network, from memory, or from the standard input of a program.
///
/// Errors show the name, and its extension gives the layout, as for a file: `upload.csv.gz` is a table after
/// its bytes are unpacked. Copies share the bytes, and are equal. Its `Debug` shows the name only.
#[derive(Clone)]
pub struct Stream {
    name: PathBuf,
    bytes: Arc<Bytes>,
}

enum Bytes {
    /// Bytes in memory, which can be read any number of times.
    Kept(Arc<[u8]>),
    /// Bytes in a file that needs no name, which can be read any number of times.
    Filed(Arc<File>),
    /// Bytes from elsewhere, which can be read once.
    Passing(Mutex<Option<Box<dyn Read + Send>>>),
}

impl Stream {
    /// The bytes of `reader`. They can be read once; a second reading is an error.
    pub fn new(name: impl Into<PathBuf>, reader: impl Read + Send + 'static) -> Stream {
        let bytes = Bytes::Passing(Mutex::new(Some(Box::new(reader))));
        Stream { name: name.into(), bytes: Arc::new(bytes) }
    }

    /// Bytes in memory. They can be read several times.
    pub fn of_bytes(name: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Stream {
        Stream { name: name.into(), bytes: Arc::new(Bytes::Kept(bytes.into())) }
    }

    /// The content of `file`, which needs no name and may be deleted from its folder. It can be read several
    /// times, also at the same time.
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

    /// The standard input of a program, called `-`. The program opens it; a library must not.
    pub fn standard_input(reader: impl Read + Send + 'static) -> Stream {
        Stream::new(STANDARD_INPUT, reader)
    }

    /// The name of the bytes.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// True if it can be read more than once.
    pub fn is_kept(&self) -> bool {
        matches!(*self.bytes, Bytes::Kept(_) | Bytes::Filed(_))
    }

    /// Number of bytes, if it is known before the end.
    pub(super) fn size(&self) -> Option<u64> {
        match &*self.bytes {
            Bytes::Kept(bytes) => Some(bytes.len() as u64),
            Bytes::Filed(file) => file.metadata().ok().map(|metadata| metadata.len()),
            Bytes::Passing(_) => None,
        }
    }

    /// All bytes, from the first one.
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
}

impl Stream {
    /// The first bytes, at most `most`. A later reading returns them again.
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

/// A reader with its own position in a file that others read too.
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

impl Hash for Stream {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.bytes).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
