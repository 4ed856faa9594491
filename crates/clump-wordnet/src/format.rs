//! The artifact: everything this crate knows, in the order in which it is needed, as one zstd frame.
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
//! Numbers are little-endian. A name keeps the case of the database; lemmas are lower case. A bare name is itself a
//! lemma in lower case and not repeated. A linked word begins with the symbol of its link, which no lemma does, and the
//! digit of its endings: `+1write`. Columns rather than records: like packs better with like.

use thiserror::Error;

mod packed;

pub(crate) use packed::unpack;

/// The only version that is read. Version 1 had nouns only.
const VERSION: u32 = 2;

/// Why bytes are not an artifact. Never seen with the embedded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes are not one whole zstd frame that states its size.
    #[error("the artifact is not a whole zstd frame")]
    NotPacked,
    /// The first eight bytes are others.
    #[error("the artifact does not begin with CLUMPTAX")]
    Magic,
    /// The version is one that this program does not read.
    #[error("the artifact has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version of the artifact.
        found: u32,
    },
    /// The bytes end before the part does.
    #[error("the artifact ends within its {part}")]
    Truncated {
        /// The part, as the layout calls it.
        part: &'static str,
    },
    /// The text of a part is not UTF-8.
    #[error("the {part} of the artifact are not UTF-8")]
    NotText {
        /// The part, as the layout calls it.
        part: &'static str,
    },
    /// Bytes follow the last part.
    #[error("{count} bytes follow the end of the artifact")]
    Trailing {
        /// How many.
        count: usize,
    },
    /// The depths are not those of a preorder with one root, or there is no node.
    #[error("node {node} of the artifact is not below the nodes before it")]
    Depth {
        /// The first node that is wrong.
        node: usize,
    },
    /// There are more or fewer lines than nodes.
    #[error("the artifact has {lines} lines for {nodes} nodes")]
    Lines {
        /// Lines found.
        lines: usize,
        /// Nodes declared.
        nodes: usize,
    },
    /// A linked word has no endings, or no letters.
    #[error("line {line} of the nodes has a linked word that is not one")]
    Linked {
        /// The line, from 1.
        line: usize,
    },
    /// A lemma, a linked word or an inflected form is given twice, so its meaning would depend on the order.
    #[error("line {line} of the {part} repeats a word")]
    Repeated {
        /// The part, as the layout calls it.
        part: &'static str,
        /// The line, from 1.
        line: usize,
    },
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
