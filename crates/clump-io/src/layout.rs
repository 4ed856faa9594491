//! Which columns a line has. The layout is stated, or told by the header of a query log, or else by the extension.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::source::Input;

/// How the data lies in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A query log: owner, query, time and, where a result was clicked, its rank and address; tab separated. A header
    /// line may open each file.
    Aol,
    /// One owner a line: items separated by a [`Separator`].
    Basket,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layout::Aol => "aol",
            Layout::Basket => "basket",
        })
    }
}

/// What stands between the items of a basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Separator {
    /// One or more spaces.
    Space,
    /// A comma; items may stand in double quotes.
    Comma,
    /// A tab.
    Tab,
}

/// Whether `line` is the header of a query log. Files that were put together have one in their midst too, and it must
/// not count as an owner.
#[inline]
pub(crate) fn is_header(line: &str) -> bool {
    if !matches!(line.as_bytes(), [b'A' | b'a', ..]) {
        return false;
    }
    let mut columns = line.split('\t').map(str::trim);
    let mut is = |name: &str| columns.next().is_some_and(|column| column.eq_ignore_ascii_case(name));
    is("AnonID") && is("Query")
}

/// Settles the layout file by file: stated for all, or found for each and the same for all.
pub(crate) struct LayoutFinder {
    stated: Option<Layout>,
    found: Option<Layout>,
}

impl LayoutFinder {
    pub(crate) fn new(stated: Option<Layout>) -> Self {
        LayoutFinder { stated, found: None }
    }

    /// The layout of `input`, whose first line that is not blank is `head`.
    ///
    /// A file that tells nothing has the layout of those before it: often only the first part of a log has a header.
    pub(crate) fn layout(&mut self, input: &Input, head: &str) -> Result<Layout, ReadError> {
        if let Some(layout) = self.stated {
            return Ok(layout);
        }
        let told = if is_header(head) {
            Some(Layout::Aol)
        } else {
            match input.extension().as_deref() {
                // The parts of the AOL log end in `.txt` too, so behind a header this tells nothing.
                Some("txt") => self.found.or(Some(Layout::Basket)),
                Some("csv" | "dat" | "basket") => Some(Layout::Basket),
                _ => None,
            }
        };
        match (self.found, told) {
            (None, None) => Err(ReadError::UnknownLayout { file: input.clone() }),
            (Some(first), Some(found)) if first != found => {
                Err(ReadError::MixedLayouts { file: input.clone(), found, first })
            }
            (Some(layout), _) | (None, Some(layout)) => {
                self.found = Some(layout);
                Ok(layout)
            }
        }
    }
}

impl Separator {
    /// The separator of `input`, whose first line that is not blank is `head`: told by the extension, else by the
    /// line, in which a tab means more than a comma and a comma more than a space.
    pub(crate) fn find(input: &Input, head: &str) -> Separator {
        match input.extension().as_deref() {
            Some("csv") => Separator::Comma,
            Some("tsv") => Separator::Tab,
            Some("dat") => Separator::Space,
            _ if head.contains('\t') => Separator::Tab,
            _ if head.contains(',') => Separator::Comma,
            _ => Separator::Space,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "anonid\tQUERY\tQueryTime\tItemRank\tClickURL";

    #[test]
    fn the_header_tells_more_than_the_extension() {
        let find = |path: &str, head: &str| LayoutFinder::new(None).layout(&Input::from(path), head);
        assert_eq!(find("a.txt", HEADER).unwrap(), Layout::Aol);
        assert_eq!(find("-", HEADER).unwrap(), Layout::Aol);
        assert_eq!(find("a.csv.gz", "x").unwrap(), Layout::Basket);
        assert!(matches!(find("a.tsv", "x"), Err(ReadError::UnknownLayout { .. })));
        assert!(matches!(find("-", "x"), Err(ReadError::UnknownLayout { .. })));
    }

    #[test]
    fn later_files_follow_the_first_or_are_an_error() {
        let mut finder = LayoutFinder::new(None);
        finder.layout(&Input::from("1.txt"), HEADER).unwrap();
        assert_eq!(finder.layout(&Input::from("2.txt"), "7\tx\ty").unwrap(), Layout::Aol);
        assert!(matches!(finder.layout(&Input::from("3.csv"), "x"), Err(ReadError::MixedLayouts { .. })));
    }

    #[test]
    fn separators() {
        let find = |path: &str, head: &str| Separator::find(&Input::from(path), head);
        assert_eq!(find("a.csv", "a b"), Separator::Comma);
        assert_eq!(find("a.txt", "a, b\tc"), Separator::Tab);
        assert_eq!(find("-", "a, b"), Separator::Comma);
        assert_eq!(find("a.dat.gz", "a,b c"), Separator::Space);
    }
}
