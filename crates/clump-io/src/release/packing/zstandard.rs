//! Compression with zstd.

use std::io::{self, BufReader, Read, Write};

use zstd::stream::{read, write};

/// How fast it compresses, against how small: the usual middle.
const LEVEL: i32 = 3;

pub(crate) type Encoder<W> = write::Encoder<'static, W>;

/// Compresses what is written to `out`, with a checksum at the end.
pub(crate) fn encoder<W: Write>(out: W) -> io::Result<Encoder<W>> {
    let mut encoder = Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

/// Undoes it.
pub(crate) fn decoder<R: Read>(packed: R) -> io::Result<read::Decoder<'static, BufReader<R>>> {
    read::Decoder::new(packed)
}
