//! What can be wrong with an input. Every error says where, what was found and what was expected; none holds a
//! value of the data, because messages end up in logs that nobody anonymizes.

use std::io;

use clump_core::taxonomy::TaxonomyError;

use crate::layout::Layout;
use crate::lines::Lines;
use crate::source::Input;

mod fault;
mod hint;

pub use fault::Fault;

/// Why an input could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No input was named.
    #[error("no input was given")]
    NoInput,
    /// The file does not exist.
    #[error("{file}: there is no such file")]
    Missing {
        /// Which file.
        file: Input,
    },
    /// A directory where a file is expected.
    #[error("{file}: is a directory")]
    Directory {
        /// Which path.
        file: Input,
    },
    /// The operating system or a decompressor gave up.
    #[error("{file}: cannot be read")]
    Io {
        /// Which file.
        file: Input,
        /// What it said.
        source: io::Error,
    },
    /// A NUL byte, which text does not have.
    #[error("{file}: line {line}: a NUL byte; this is not a text file")]
    Binary {
        /// Which file.
        file: Input,
        /// The line of the first NUL byte.
        line: u64,
    },
    /// Not one line of data.
    #[error("{file}: holds no data{}", others(*.files))]
    Empty {
        /// The first file.
        file: Input,
        /// How many files were read.
        files: usize,
    },
    /// Neither a header nor the extension tells the layout.
    #[error("{file}: the layout cannot be told from the first line or the file name")]
    UnknownLayout {
        /// Which file.
        file: Input,
    },
    /// Files of two layouts in one run.
    #[error("{file}: has the layout {found}, but the files before it have {first}")]
    MixedLayouts {
        /// The first file of the other layout.
        file: Input,
        /// Its layout.
        found: Layout,
        /// The layout of those before it.
        first: Layout,
    },
    /// Sessions or queries were asked for, but baskets have none.
    #[error("{file}: a basket file has no times and no queries, so an owner is the only unit")]
    NoQueries {
        /// Which file.
        file: Input,
    },
    /// Baskets where a method needs the lines of a query log.
    #[error("{file}: is not a query log")]
    NotALog {
        /// Which file.
        file: Input,
    },
    /// A table with another header than expected.
    #[error("{file}: line 1: expected the header `{}`", .header.join("<TAB>"))]
    Header {
        /// Which file.
        file: Input,
        /// What it should be.
        header: &'static [&'static str],
    },
    /// A line that is not what its format demands.
    #[error("{file}: line {line}: {fault}")]
    Malformed {
        /// Which file.
        file: Input,
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A word or an item that the taxonomy does not have, where that is an error.
    #[error("{file}: line {line}: item {position} is not in the taxonomy")]
    UnknownItem {
        /// Which file.
        file: Input,
        /// Which line, from 1.
        line: u64,
        /// Which word of the query or item of the basket, from 1.
        position: usize,
    },
    /// The same, of a query whose line is no longer known.
    #[error("a word of a query is not in the taxonomy")]
    UnknownWord,
    /// The lines of a taxonomy file are not one tree.
    #[error("{file}: is not a taxonomy")]
    Taxonomy {
        /// Which file.
        file: Input,
        /// Why not, with its line.
        source: TaxonomyError,
    },
    /// The format of a taxonomy file is not evident.
    #[error("{file}: the format of the taxonomy cannot be told from its lines")]
    UnknownTaxonomyFormat {
        /// Which file.
        file: Input,
    },
    /// The items of the data do not make a taxonomy.
    #[error("the items of the data do not make a taxonomy")]
    MadeTaxonomy {
        /// Why not.
        source: TaxonomyError,
    },
    /// An override names a node that the taxonomy does not have.
    #[error("{file}: line {line}: the taxonomy has no node of that name")]
    OverrideLabel {
        /// The override file.
        file: Input,
        /// Which line, from 1.
        line: u64,
    },
}

impl ReadError {
    /// The line that the error is about, read again from its file. It is a value of the data: only for people who
    /// asked to see it. `None` where no line is to blame, or the source cannot be read twice.
    pub fn offending_line(&self) -> Option<String> {
        let (file, number) = match self {
            ReadError::Malformed { file, line, .. }
            | ReadError::UnknownItem { file, line, .. }
            | ReadError::OverrideLabel { file, line } => (file, *line),
            _ => return None,
        };
        if *file == Input::Stdin {
            return None;
        }
        let mut lines = Lines::new(file.clone(), file.open(&()).ok()?).ok()?;
        while let Some(line) = lines.next().ok()? {
            if line.number == number {
                return Some(line.text.to_owned());
            }
        }
        None
    }
}

fn others(files: usize) -> String {
    if files > 1 { format!(", nor do the other {} files", files - 1) } else { String::new() }
}
