//! Sources of data: a file, bytes or record batches.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

#[cfg(feature = "columnar")]
mod batches;
mod stream;

#[cfg(feature = "columnar")]
pub(crate) use batches::BatchIterator;
#[cfg(feature = "columnar")]
pub use batches::Batches;
pub use stream::Stream;

use stream::STANDARD_INPUT;

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
    #[cfg(feature = "columnar")]
    Batches(Batches),
}

impl Input {
    /// The extension in lower case, that of the compression left out: `csv` for `a.CSV.gz`.
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

    /// Replaces every input that is called `-` by `standard_input`. All of them get the same one.
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

    /// True if it can be read more than once.
    pub fn can_be_read_again(&self) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(_) => true,
            Input::Stream(stream) => stream.is_kept(),
            #[cfg(feature = "columnar")]
            Input::Batches(batches) => batches.is_kept(),
        }
    }

    /// Size on disk in bytes; 0 if it is unknown.
    pub fn bytes(&self) -> u64 {
        self.size().unwrap_or(0)
    }

    /// Size on disk or in memory; `None` if it is not known before the end.
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
}
