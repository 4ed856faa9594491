//! The text of a taxonomy file, its format, and the detection of a format that the user did not state.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::input::Input;
use crate::lines::Lines;

pub(super) const PATH_SEPARATOR: &str = " > ";

/// Format of a taxonomy file. Spaces around names do not count. In all formats of lines, blank lines and
/// lines that start with `#` are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaxonomyFormat {
    /// `child,parent` or `child<TAB>parent`. Names that contain separators are in double quotes. A child
    /// without a parent is the root.
    Edges,
    /// `leaf;parent;...;root`, the hierarchies of ARX. Repeated values that pad a row count once.
    Arx,
    /// `root > parent > leaf`.
    Paths,
    /// The hierarchies of Amnesia: a head (`distinct`, `name N`, `type T`, `height H`), then `parent has
    /// child child` lines in blocks by level. Names have no spaces. The JSON graph of its interface, with
    /// `nodeList` and `edgeList`, is also read.
    Amnesia,
    /// Nested JSON as of d3 and jsTree: `{"name": "food", "children": [...]}`, or an array of such objects.
    /// Instead of `name`, `label`, `text`, `title` and `id` are read, in this order. A string is a leaf.
    Json,
    /// One node on each line. Children are further to the right than their parent, by tabs or any number of
    /// spaces. A bullet (`-`, `*` or `+` and a space) before the name is ignored.
    Outline,
    /// SKOS in Turtle: concepts by their preferred labels, `broader` and `narrower`. If several top concepts
    /// are in one scheme, the scheme is the root.
    Skos,
    /// A folder of WordNet database files: `data.noun` and `index.noun`, and if present those of adjectives,
    /// verbs, adverbs and irregular forms.
    Wordnet,
}

impl TaxonomyFormat {
    /// All formats, in the order of the help text.
    pub const ALL: [TaxonomyFormat; 8] = [
        TaxonomyFormat::Edges,
        TaxonomyFormat::Arx,
        TaxonomyFormat::Paths,
        TaxonomyFormat::Amnesia,
        TaxonomyFormat::Json,
        TaxonomyFormat::Outline,
        TaxonomyFormat::Skos,
        TaxonomyFormat::Wordnet,
    ];

    /// The word for the format in flags and job files.
    pub const fn word(self) -> &'static str {
        match self {
            TaxonomyFormat::Edges => "edges",
            TaxonomyFormat::Arx => "arx",
            TaxonomyFormat::Paths => "paths",
            TaxonomyFormat::Amnesia => "amnesia",
            TaxonomyFormat::Json => "json",
            TaxonomyFormat::Outline => "outline",
            TaxonomyFormat::Skos => "skos",
            TaxonomyFormat::Wordnet => "wordnet",
        }
    }

    pub(super) fn tell(text: &TaxonomyText, extension: Option<&str>) -> Option<TaxonomyFormat> {
        match extension {
            Some("json") => return Some(TaxonomyFormat::Json),
            Some("ttl" | "turtle") => return Some(TaxonomyFormat::Skos),
            _ => {}
        }
        let (_, first) = text.rows().next()?;
        let starts = first.starts_with(['\t', ' ', '{', '[', '@', '<']);
        if first.contains('\t') && !starts {
            return Some(TaxonomyFormat::Edges);
        }
        if is_json(text) {
            return Some(TaxonomyFormat::Json);
        }
        if text.rows().take(LOOKED_AT).any(|(_, row)| is_turtle(row)) {
            return Some(TaxonomyFormat::Skos);
        }
        let has = |(_, row): (usize, &str)| row.contains(" has ");
        let is_head = matches!(first.trim(), "distinct" | "range") || text.rows().all(has);
        if is_head {
            return Some(TaxonomyFormat::Amnesia);
        }
        if is_outline(text) {
            return Some(TaxonomyFormat::Outline);
        }
        text.rows().find_map(|(_, row)| of_row(row))
    }
}

impl fmt::Display for TaxonomyFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Maximum number of rows before the first prefix or statement of SKOS.
const LOOKED_AT: usize = 100;

/// True for an object, or an array that begins as in JSON. Names may begin with brackets: `[001] Cholera`.
fn is_json(text: &TaxonomyText) -> bool {
    let mut marks = text.whole().bytes().filter(|byte| !byte.is_ascii_whitespace());
    match marks.next() {
        Some(b'{') => matches!(marks.next(), Some(b'"' | b'}')),
        Some(b'[') => matches!(marks.next(), Some(b'{' | b'"' | b'[' | b']')),
        _ => false,
    }
}

fn is_turtle(row: &str) -> bool {
    let starts = |word: &str| row.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    starts("@prefix ")
        || starts("@base ")
        || starts("PREFIX ")
        || starts("BASE <")
        || row.contains("2004/02/skos/core#")
}

/// True if some row is indented, and not all rows have the form of another format.
fn is_outline(text: &TaxonomyText) -> bool {
    let indented = |row: &str| row.starts_with([' ', '\t']);
    let Some((_, first)) = text.rows().next() else { return false };
    !indented(first)
        && text.rows().any(|(_, row)| indented(row) && !row.trim().is_empty())
        && text.rows().any(|(_, row)| of_row(row.trim()).is_none())
}

/// The format that a row proves; `None` if it proves none. No name contains a tab. Names in paths contain
/// commas more often than names in edges contain ` > `.
fn of_row(row: &str) -> Option<TaxonomyFormat> {
    if row.contains('\t') {
        Some(TaxonomyFormat::Edges)
    } else if row.contains(PATH_SEPARATOR) {
        Some(TaxonomyFormat::Paths)
    } else if row.contains(';') {
        Some(TaxonomyFormat::Arx)
    } else if row.contains(',') {
        Some(TaxonomyFormat::Edges)
    } else {
        None
    }
}

/// The text of a file, without the byte order mark and the carriage returns that [`Lines`] removes.
pub(super) struct TaxonomyText(String);

impl TaxonomyText {
    pub(super) fn read(input: &Input) -> Result<TaxonomyText, ReadError> {
        let mut lines = Lines::new(input.clone(), input.open(&())?)?;
        let mut text = String::new();
        while let Some(line) = lines.next()? {
            text.extend([line.text, "\n"]);
        }
        Ok(TaxonomyText(text))
    }

    pub(super) fn whole(&self) -> &str {
        &self.0
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.0.lines())
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(content: &str) -> Option<TaxonomyFormat> {
        TaxonomyFormat::tell(&TaxonomyText(content.to_owned()), None)
    }

    #[test]
    fn each_format_is_told_by_its_text() {
        for (content, format) in [
            ("a,r\nb,r\n", TaxonomyFormat::Edges),
            ("r\na,r\n", TaxonomyFormat::Edges),
            ("r\t\na > b\tr\n", TaxonomyFormat::Edges),
            ("[001] Cholera;x;*\n", TaxonomyFormat::Arx),
            (" a;x;*\n b;x;*\n", TaxonomyFormat::Arx),
            ("r > a, b\n", TaxonomyFormat::Paths),
            ("distinct\nname x\ntype string\nheight 2\n\nr has a b\n", TaxonomyFormat::Amnesia),
            ("r has a b\n", TaxonomyFormat::Amnesia),
            ("\n{\n \"name\": 1}", TaxonomyFormat::Json),
            ("[ {\"name\": 1}]", TaxonomyFormat::Json),
            ("food\n  fruit, fresh\n  milk\n", TaxonomyFormat::Outline),
            ("food\n\tmilk; whole\n", TaxonomyFormat::Outline),
            ("# note\n@prefix : <urn:x> .\n", TaxonomyFormat::Skos),
            ("<urn:a> <http://www.w3.org/2004/02/skos/core#broader> <urn:b> .", TaxonomyFormat::Skos),
        ] {
            assert_eq!(told(content), Some(format), "{content}");
        }
        assert_eq!((told("only\nnames\n"), told("")), (None, None));
        let text = TaxonomyText("only\nnames\n".to_owned());
        assert_eq!(TaxonomyFormat::tell(&text, Some("ttl")), Some(TaxonomyFormat::Skos));
        for format in TaxonomyFormat::ALL {
            assert_eq!(serde_json::to_value(format).unwrap(), format.word());
        }
    }
}
