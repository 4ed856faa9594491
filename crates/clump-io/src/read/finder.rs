//! Finds the layout of each input, in this order: the user's setting, the first bytes, the header of a query
//! log, the settings for columns, the extension. A text that looks like a table is never read as baskets.

use super::header::{LOOK, separator_of_table};
use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::layout::{Delimiter, Foreign, Layout, Separator};
use crate::options::ReadOptions;
use crate::spelling::Spellings;

/// True if `line` is the header of a query log. Concatenated files have headers in the middle too.
#[inline]
pub(crate) fn is_header(line: &str) -> bool {
    if !matches!(line.as_bytes(), [b'A' | b'a', ..]) {
        return false;
    }
    let mut columns = line.split('\t').map(str::trim);
    let mut is = |name: &str| columns.next().is_some_and(|column| column.eq_ignore_ascii_case(name));
    is("AnonID") && is("Query")
}

const MAGIC: [(&[u8], Layout); 3] =
    [(b"PAR1", Layout::Parquet), (b"ARROW1", Layout::Arrow), (b"\xff\xff\xff\xff", Layout::Arrow)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundLayout {
    Layout(Layout),
    /// The user stated no layout, but the first lines look like those of a table with this separator.
    LooksLikeTable(Separator),
}

/// Finds the layout of each file. All files must have the same layout, stated by the user or detected.
pub(crate) struct LayoutFinder<'a> {
    options: &'a ReadOptions,
    found: Option<Layout>,
    has_columns: bool,
}

impl<'a> LayoutFinder<'a> {
    pub(crate) fn new(options: &'a ReadOptions) -> Self {
        LayoutFinder { options, found: None, has_columns: options.columns.are_given() }
    }

    /// Kind of thing that counts as one owner in the files so far; `None` before the first file with data.
    pub(crate) fn owner_is(&self) -> Option<OwnerIs> {
        match self.found? {
            Layout::Aol => Some(OwnerIs::Column("AnonID".to_owned())),
            Layout::Basket => Some(OwnerIs::EachLine),
            Layout::Csv | Layout::Tsv | Layout::Jsonl | Layout::Parquet | Layout::Arrow => {
                self.options.columns.owner.as_ref().map(OwnerIs::from)
            }
        }
    }

    /// Layout of `input` if it is binary, by setting, first bytes `head` or extension; `None` if it is text.
    pub(crate) fn binary(&mut self, input: &Input, head: &[u8]) -> Result<Option<Layout>, ReadError> {
        // The extension can be wrong, so it is ignored if the user stated a layout.
        let is_name_enough = self.options.layout.is_none() && !head.is_empty();
        if let Some(what) = Foreign::find(head, input.extension().as_deref(), is_name_enough) {
            return Err(ReadError::Foreign { file: input.clone(), what });
        }
        let told = match self.options.layout {
            _ if head.is_empty() => None,
            Some(layout) => Some(layout),
            None => {
                let magic = MAGIC.iter().find(|(magic, _)| head.starts_with(magic));
                magic.map(|&(_, layout)| layout).or_else(|| match input.extension().as_deref() {
                    Some("parquet") => Some(Layout::Parquet),
                    Some("arrow" | "arrows" | "feather" | "ipc") => Some(Layout::Arrow),
                    _ => None,
                })
            }
        };
        match told {
            Some(Layout::Parquet | Layout::Arrow) => self.settle(input, told).map(Some),
            _ => Ok(None),
        }
    }

    pub(crate) fn batches(&mut self, input: &Input) -> Result<(), ReadError> {
        match self.options.layout {
            Some(first) if first != Layout::Arrow => {
                Err(ReadError::MixedLayouts { file: input.clone(), found: Layout::Arrow, first })
            }
            _ => self.settle(input, Some(Layout::Arrow)).map(drop),
        }
    }

    fn is_open(&self) -> bool {
        self.options.layout.is_none() && !self.has_columns && self.options.delimiter.is_none()
    }

    /// Number of first lines of a text that are needed to find its layout.
    pub(crate) fn lines_to_look_at(&self) -> usize {
        if self.is_open() { LOOK } else { 1 }
    }

    /// Finds the layout of the text `input`, whose first lines that are not blank are `lines`.
    ///
    /// A file without any evidence gets the layout of earlier files: often only the first part of a log has a
    /// header.
    pub(crate) fn text(&mut self, input: &Input, lines: &[String]) -> Result<FoundLayout, ReadError> {
        let extension = input.extension();
        let told = if self.options.layout.is_some() {
            self.options.layout
        } else if lines.first().is_some_and(|head| is_header(head)) {
            Some(Layout::Aol)
        } else {
            match extension.as_deref() {
                Some("jsonl" | "ndjson") => Some(Layout::Jsonl),
                Some("csv") if !self.is_open() => Some(Layout::Csv),
                Some("tsv") if !self.is_open() => Some(Layout::Tsv),
                // The parts of the AOL log end in `.txt`, so the extension decides nothing after a file with
                // a header.
                Some("txt") => self.found.or(Some(Layout::Basket)),
                Some("csv" | "dat" | "basket") => Some(Layout::Basket),
                _ => None,
            }
        };
        if self.is_open()
            && matches!(told.or(self.found), None | Some(Layout::Basket))
            && let Some(separator) = separator_of_table(lines)
        {
            return Ok(FoundLayout::LooksLikeTable(separator));
        }
        self.settle(input, told).map(FoundLayout::Layout)
    }

    /// Checks the layout of `input` against the files before it, and against the settings for columns.
    fn settle(&mut self, input: &Input, told: Option<Layout>) -> Result<Layout, ReadError> {
        let layout = match (self.found, told) {
            // Earlier Parquet files are no evidence for a text, so its layout stays unknown.
            (None | Some(Layout::Parquet | Layout::Arrow), None) => {
                return Err(ReadError::UnknownLayout { file: input.clone() });
            }
            (Some(first), Some(found)) if first != found => {
                return Err(ReadError::MixedLayouts { file: input.clone(), found, first });
            }
            (Some(layout), _) | (None, Some(layout)) => layout,
        };
        if self.has_columns && matches!(layout, Layout::Aol | Layout::Basket) {
            return Err(ReadError::NoNamedColumns { file: input.clone(), layout });
        }
        match (layout, self.options.delimiter) {
            (_, None) | (Layout::Csv, _) | (Layout::Tsv, Some(Delimiter::Tab)) => {}
            _ => return Err(ReadError::IdleDelimiter { file: input.clone(), layout }),
        }
        if layout == Layout::Basket && self.options.spellings != Spellings::default() {
            return Err(ReadError::NoOwnerNames { file: input.clone() });
        }
        self.found = Some(layout);
        Ok(layout)
    }
}

/// Separator of the items in `input`, whose first line that is not blank is `head`. The extension decides.
/// Without a known extension the line decides: a tab counts before a comma, and a comma before a space.
pub(crate) fn separator_of_baskets(input: &Input, head: &str) -> Separator {
    match input.extension().as_deref() {
        Some("csv") => Separator::Comma,
        Some("tsv") => Separator::Tab,
        Some("dat") => Separator::Space,
        _ if head.contains('\t') => Separator::Tab,
        _ if head.contains(',') => Separator::Comma,
        _ => Separator::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::ColumnNames;

    const HEADER: &str = "anonid\tQUERY\tQueryTime\tItemRank\tClickURL";

    fn told(finder: &mut LayoutFinder<'_>, path: &str, text: &str) -> Result<FoundLayout, ReadError> {
        finder.text(&Input::from(path), &text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    fn find(path: &str, text: &str) -> Result<FoundLayout, ReadError> {
        told(&mut LayoutFinder::new(&ReadOptions::default()), path, text)
    }

    #[test]
    fn the_header_tells_more_than_the_extension() {
        assert_eq!(find("a.txt", HEADER).unwrap(), FoundLayout::Layout(Layout::Aol));
        assert_eq!(find("-", HEADER).unwrap(), FoundLayout::Layout(Layout::Aol));
        assert_eq!(find("a.csv.gz", "x").unwrap(), FoundLayout::Layout(Layout::Basket));
        assert!(matches!(find("a.tsv", "x"), Err(ReadError::UnknownLayout { .. })));
        assert!(matches!(find("-", "x"), Err(ReadError::UnknownLayout { .. })));
    }

    #[test]
    fn later_files_follow_the_first_or_are_an_error() {
        let options = ReadOptions::default();
        let mut finder = LayoutFinder::new(&options);
        told(&mut finder, "1.txt", HEADER).unwrap();
        assert_eq!(told(&mut finder, "2.txt", "7\tx\ty").unwrap(), FoundLayout::Layout(Layout::Aol));
        assert!(matches!(told(&mut finder, "3.csv", "x"), Err(ReadError::MixedLayouts { .. })));
    }

    #[test]
    fn what_looks_like_a_table_is_not_taken_for_baskets() {
        let table = FoundLayout::LooksLikeTable(Separator::Comma);
        for path in ["a.csv", "a.txt", "a.dat", "a.basket", "a.tsv", "a", "-"] {
            assert_eq!(find(path, "customer_id,item\n7,tea\n7,milk").unwrap(), table, "{path}");
        }
        assert_eq!(find("a.csv", "when, \"Owner\",item").unwrap(), table);
        assert_eq!(find("a.csv", "owner\titem").unwrap(), FoundLayout::LooksLikeTable(Separator::Tab));
        assert_eq!(find("a.csv", "who;query").unwrap(), FoundLayout::LooksLikeTable(Separator::Semicolon));
        assert_eq!(find("a.tsv.gz", "id\tQUERY").unwrap(), FoundLayout::LooksLikeTable(Separator::Tab));
        assert_eq!(find("a.ndjson", "{}").unwrap(), FoundLayout::Layout(Layout::Jsonl));
        let options = ReadOptions { layout: Some(Layout::Basket), ..ReadOptions::default() };
        let mut stated = LayoutFinder::new(&options);
        let found = told(&mut stated, "a.csv", "customer_id,item").unwrap();
        assert_eq!(found, FoundLayout::Layout(Layout::Basket));
    }

    #[test]
    fn flags_about_columns_tell_a_table() {
        let columns = ColumnNames { time: Some("t".to_owned()), ..ColumnNames::default() };
        let options = ReadOptions { columns, ..ReadOptions::default() };
        let named = || LayoutFinder::new(&options);
        assert_eq!(told(&mut named(), "a.csv", "x,y").unwrap(), FoundLayout::Layout(Layout::Csv));
        for (path, head) in [("a.txt", "x y"), ("a.tsv", HEADER)] {
            let error = told(&mut named(), path, head).unwrap_err();
            assert!(matches!(error, ReadError::NoNamedColumns { .. }), "{path}");
        }
    }

    #[test]
    fn binary_layouts_are_told_by_their_first_bytes_or_the_name() {
        let options = ReadOptions::default();
        let find =
            |path: &str, head: &[u8]| LayoutFinder::new(&options).binary(&Input::from(path), head).unwrap();
        assert_eq!(find("-", b"PAR1\x15\0"), Some(Layout::Parquet));
        assert_eq!(find("a.csv", b"ARROW1\0\0"), Some(Layout::Arrow));
        assert_eq!(find("-", b"\xff\xff\xff\xff\x10\0\0\0"), Some(Layout::Arrow));
        assert_eq!(find("a.parquet.gz", b"x"), Some(Layout::Parquet));
        assert_eq!((find("a.arrow", b""), find("a.csv", b"owner,it")), (None, None));
        let options = ReadOptions { layout: Some(Layout::Csv), ..ReadOptions::default() };
        let mut finder = LayoutFinder::new(&options);
        assert_eq!(finder.binary(&Input::from("a.parquet"), b"PAR1").unwrap(), None);
    }

    #[test]
    fn separators() {
        let find = |path: &str, head: &str| separator_of_baskets(&Input::from(path), head);
        assert_eq!(find("a.csv", "a b"), Separator::Comma);
        assert_eq!(find("a.txt", "a, b\tc"), Separator::Tab);
        assert_eq!(find("-", "a, b"), Separator::Comma);
        assert_eq!(find("a.dat.gz", "a,b c"), Separator::Space);
    }
}
