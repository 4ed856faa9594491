//! Compresses output files as their names ask for. Input files are recognized by their first bytes.

use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;
use zstd::stream::write::Encoder;

const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Compression of an input or output file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// The file is not compressed.
    #[default]
    Plain,
    /// The file is compressed with gzip. The names of such output files end in `.gz`.
    Gzip,
    /// The file is compressed with zstd. The names of such output files end in `.zst`.
    Zstd,
}

impl Packing {
    /// Compression for an output file with this name.
    pub fn from_path(path: &Path) -> Packing {
        match path.extension().map(|extension| extension.to_ascii_lowercase()) {
            Some(extension) if extension == "gz" => Packing::Gzip,
            Some(extension) if extension == "zst" => Packing::Zstd,
            _ => Packing::Plain,
        }
    }

    /// Compression of a file whose first bytes are `bytes`.
    pub fn of(bytes: &[u8]) -> Packing {
        if bytes.starts_with(&GZIP) {
            Packing::Gzip
        } else if bytes.starts_with(&ZSTD) {
            Packing::Zstd
        } else {
            Packing::Plain
        }
    }
}

/// Writer that compresses its input. The output depends on the input only and contains no time or file name.
pub struct Packer<W: Write>(Inner<W>);

enum Inner<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(Encoder<'static, W>),
}

impl<W: Write> Packer<W> {
    /// Makes a writer that passes its output to `out`, which should be buffered.
    pub fn new(out: W, packing: Packing) -> io::Result<Self> {
        Ok(Packer(match packing {
            Packing::Plain => Inner::Plain(out),
            Packing::Gzip => Inner::Gzip(GzEncoder::new(out, flate2::Compression::new(GZIP_LEVEL))),
            Packing::Zstd => {
                let mut encoder = Encoder::new(out, ZSTD_LEVEL)?;
                encoder.include_checksum(true)?;
                Inner::Zstd(encoder)
            }
        }))
    }

    /// Ends the compressed data and returns the inner writer.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Inner::Plain(out) => out,
            Inner::Gzip(encoder) => encoder.finish()?,
            Inner::Zstd(encoder) => encoder.finish()?,
        };
        out.flush()?;
        Ok(out)
    }

    fn inner(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Inner::Plain(out) => out,
            Inner::Gzip(encoder) => encoder,
            Inner::Zstd(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    /// Flushes only uncompressed output: each flush of a compressor would end a block and increase the size.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Inner::Plain(out) => out.flush(),
            Inner::Gzip(_) | Inner::Zstd(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_how() {
        let packing = |path: &str| Packing::from_path(path.as_ref());
        assert_eq!(packing("a.tsv.gz"), Packing::Gzip);
        assert_eq!(packing("A.CSV.ZST"), Packing::Zstd);
        assert_eq!(packing("a.tsv"), Packing::Plain);
        assert_eq!(packing("gz"), Packing::Plain);
    }

    #[test]
    fn a_gzip_header_has_neither_time_nor_name() -> io::Result<()> {
        let mut packer = Packer::new(Vec::new(), Packing::Gzip)?;
        packer.write_all(b"fruit\n")?;
        let bytes = packer.finish()?;
        // The bytes are the gzip magic, the method deflate, no flags, and four zero bytes instead of a time.
        assert_eq!(bytes[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
        Ok(())
    }
}
