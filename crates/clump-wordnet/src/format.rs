//! The artifact: all data of this crate, in the order of use, as one zstd frame.
//!
//! | part | bytes |
//! |---|---|
//! | magic | `CLUMPTAX` |
//! | version | u32, 2 |
//! | licence | u32 length, text |
//! | inputs | u32 count; for each a u32 length, its name, and its SHA-256 |
//! | depths | u32 count, then for each node in preorder its distance from the root |
//! | senses | for each node the sense number its name shows, or 0 for a bare name |
//! | nodes | u32 length, then for each node a line `name` or `name\|lemma\|lemma\|linked\|linked` |
//! | exceptions | u32 length, then lines `plural\|base\|base` |
//! | forms | u32 length, then lines `inflected\|base\|base` of linked words |
//!
//! Numbers are little-endian. A name keeps the case of the database; lemmas are lower case. A bare name is
//! itself a lemma in lower case and not repeated. A linked word begins with the symbol of its link, which no
//! lemma does, and the digit of its endings: `+1write`. The layout has columns rather than records, because
//! similar data compress better together.

use thiserror::Error;

/// The only version that is read. Version 1 had nouns only.
const VERSION: u32 = 2;

/// Errors of bytes that are not an artifact. The embedded artifact never causes them.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    #[error("the artifact is not a whole zstd frame")]
    NotPacked,
    #[error("the artifact does not begin with CLUMPTAX")]
    Magic,
    #[error("the artifact has version {found}, this program reads version {VERSION}")]
    Version { found: u32 },
    #[error("the artifact ends within its {part}")]
    Truncated { part: &'static str },
    #[error("the {part} of the artifact are not UTF-8")]
    NotText { part: &'static str },
    #[error("{count} bytes follow the end of the artifact")]
    Trailing { count: usize },
    #[error("node {node} of the artifact is not below the nodes before it")]
    Depth { node: usize },
    #[error("the artifact has {lines} lines for {nodes} nodes")]
    Lines { lines: usize, nodes: usize },
    #[error("line {line} of the nodes has a linked word that is not one")]
    Linked { line: usize },
    #[error("line {line} of the {part} repeats a word")]
    Repeated { part: &'static str, line: usize },
}

/// The parts of an unpacked artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Artifact<'a> {
    pub(crate) licence: &'a str,
    /// The name and the SHA-256 of each file it was made from.
    pub(crate) inputs: Vec<(&'a str, [u8; 32])>,
    pub(crate) depths: &'a [u8],
    pub(crate) senses: &'a [u8],
    pub(crate) nodes: &'a str,
    pub(crate) exceptions: &'a str,
    pub(crate) forms: &'a str,
}

/// First bytes of the artifact.
const MAGIC: &[u8; 8] = b"CLUMPTAX";
/// Upper limit of the unpacked size. It bounds the memory that a damaged artifact can make us allocate.
const MAX_UNPACKED: u64 = 1 << 28;

/// The bytes inside the zstd frame.
pub(crate) fn unpack(packed: &[u8]) -> Result<Vec<u8>, FormatError> {
    let size = match zstd::zstd_safe::get_frame_content_size(packed) {
        Ok(Some(size)) if size <= MAX_UNPACKED => size as usize,
        _ => return Err(FormatError::NotPacked),
    };
    zstd::bulk::decompress(packed, size).map_err(|_| FormatError::NotPacked)
}

impl<'a> Artifact<'a> {
    /// Reads the layout. Checks that every part is whole and that the depths are a preorder. It does not
    /// check the lines.
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Artifact<'a>, FormatError> {
        let mut rest = Rest(bytes);
        if rest.0.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(FormatError::Magic);
        }
        rest.take(MAGIC.len(), "magic")?;
        let found = rest.number("version")?;
        if found != VERSION {
            return Err(FormatError::Version { found });
        }
        let licence = rest.text("licence")?;
        let mut inputs = Vec::new();
        for _ in 0..rest.number("inputs")? {
            let name = rest.text("inputs")?;
            let hash = rest.take(32, "inputs")?.try_into().expect("32 bytes were taken");
            inputs.push((name, hash));
        }
        let count = rest.number("depths")? as usize;
        let depths = rest.take(count, "depths")?;
        check_preorder(depths)?;
        let senses = rest.take(count, "senses")?;
        let nodes = rest.text("nodes")?;
        let exceptions = rest.text("exceptions")?;
        let forms = rest.text("forms")?;
        match rest.0.len() {
            0 => Ok(Artifact { licence, inputs, depths, senses, nodes, exceptions, forms }),
            count => Err(FormatError::Trailing { count }),
        }
    }

    /// The inverse of [`Artifact::parse`].
    #[cfg(any(test, feature = "generate"))]
    pub(crate) fn write(&self) -> Vec<u8> {
        let number = |count: usize| u32::try_from(count).expect("parts are shorter than 4 GiB").to_le_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend(number(text.len()));
            bytes.extend(text.as_bytes());
        };
        text(&mut bytes, self.licence);
        bytes.extend(number(self.inputs.len()));
        for (name, hash) in &self.inputs {
            text(&mut bytes, name);
            bytes.extend(hash);
        }
        bytes.extend(number(self.depths.len()));
        bytes.extend(self.depths);
        bytes.extend(self.senses);
        text(&mut bytes, self.nodes);
        text(&mut bytes, self.exceptions);
        text(&mut bytes, self.forms);
        bytes
    }
}

fn check_preorder(depths: &[u8]) -> Result<(), FormatError> {
    if depths.first() != Some(&0) {
        return Err(FormatError::Depth { node: 0 });
    }
    match depths.windows(2).position(|pair| pair[1] == 0 || pair[1] - 1 > pair[0]) {
        Some(before) => Err(FormatError::Depth { node: before + 1 }),
        None => Ok(()),
    }
}

/// The bytes that are not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize, part: &'static str) -> Result<&'a [u8], FormatError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(FormatError::Truncated { part })?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, part: &'static str) -> Result<u32, FormatError> {
        let bytes = self.take(4, part)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("4 bytes were taken")))
    }

    fn text(&mut self, part: &'static str) -> Result<&'a str, FormatError> {
        let len = self.number(part)? as usize;
        std::str::from_utf8(self.take(len, part)?).map_err(|_| FormatError::NotText { part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Artifact<'static> {
        Artifact {
            licence: "free",
            inputs: vec![("data.noun", [7; 32])],
            depths: &[0, 1, 2, 1],
            senses: &[0, 0, 2, 0],
            nodes: "entity\nanimal|beast\ndog\nrock|\\2rocky\n",
            exceptions: "mice|mouse\n",
            forms: "rockier|rocky\n",
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Artifact::parse(&small().write()), Ok(small()));
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = small().write();
        for len in 0..bytes.len() {
            let error = Artifact::parse(&bytes[..len]).unwrap_err();
            assert!(matches!(error, FormatError::Truncated { .. } | FormatError::Magic), "{len}: {error}");
        }
    }

    #[test]
    fn each_fault_is_its_own_error() {
        let mut bytes = small().write();
        bytes.push(0);
        assert_eq!(Artifact::parse(&bytes), Err(FormatError::Trailing { count: 1 }));
        bytes[8] = 9;
        assert_eq!(Artifact::parse(&bytes), Err(FormatError::Version { found: 9 }));
        bytes[0] = b'X';
        assert_eq!(Artifact::parse(&bytes), Err(FormatError::Magic));
        for (depths, node) in [(&[1, 1, 1, 1], 0), (&[0, 1, 3, 1], 2), (&[0, 1, 0, 1], 2)] {
            let bytes = Artifact { depths, ..small() }.write();
            assert_eq!(Artifact::parse(&bytes), Err(FormatError::Depth { node }));
        }
        assert_eq!(unpack(b"not a frame"), Err(FormatError::NotPacked));
    }
}
