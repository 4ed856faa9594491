//! Reads all texts in the footer of a Parquet file that another program wrote, and refuses unknown fields.
//!
//! A file that clump wrote is compared with the bytes that clump would write again. The files of a folder
//! come from Spark, so that does not work. The footer contains all that a reader can see besides the rows, in
//! Thrift's compact protocol: keys with values of the file and of each column, the program that wrote it,
//! paths, and bounds of columns. A file with a field that is not listed here is refused.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use rustc_hash::FxHashSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPlace {
    CreatedBy,
    /// A key of the key-value pairs that belong to the whole file.
    Key,
    Value,
    Name,
    Bound,
}

pub(super) enum FieldKind {
    Number,
    Noted,
    Truths,
    Text(TextPlace),
    List(&'static FieldKind),
    Struct(&'static [(i16, FieldKind)]),
}

use FieldKind::{List, Noted, Number, Struct, Text, Truths};

// The fields of `parquet.thrift`. Some are left out, so that a file that has them is refused: paths of other
// files, keys and values of columns, IDs of fields, encryption.
const FILE: FieldKind = Struct(&[
    (1, Number),
    (2, List(&SCHEMA)),
    (3, Number),
    (4, List(&ROW_GROUP)),
    (5, List(&KEY_VALUE)),
    (6, Text(TextPlace::CreatedBy)),
    (7, List(&UNION)),
]);
const SCHEMA: FieldKind = Struct(&[
    (1, Number),
    (3, Number),
    (4, Text(TextPlace::Name)),
    (5, Number),
    (6, Number),
    (10, Struct(&[(1, Struct(&[])), (3, Struct(&[])), (10, Struct(&[(1, Number), (2, Number)]))])),
]);
const UNION: FieldKind = Struct(&[(1, Struct(&[]))]);
const KEY_VALUE: FieldKind = Struct(&[(1, Text(TextPlace::Key)), (2, Text(TextPlace::Value))]);
const ROW_GROUP: FieldKind =
    Struct(&[(1, List(&CHUNK)), (2, Number), (3, Number), (5, Number), (6, Number), (7, Number)]);
const CHUNK: FieldKind =
    Struct(&[(2, Number), (3, COLUMN), (4, Number), (5, Number), (6, Number), (7, Number)]);
const COLUMN: FieldKind = Struct(&[
    (1, Number),
    (2, List(&Number)),
    (3, List(&Text(TextPlace::Name))),
    (4, Number),
    (5, Number),
    (6, Number),
    (7, Number),
    (9, Number),
    (10, Number),
    (11, Number),
    (12, STATISTICS),
    (13, List(&Struct(&[(1, Number), (2, Number), (3, Number)]))),
    (16, Struct(&[(1, Number), (2, List(&Number)), (3, List(&Number))])),
]);
const STATISTICS: FieldKind = Struct(&[
    (1, Text(TextPlace::Bound)),
    (2, Text(TextPlace::Bound)),
    (3, Number),
    (4, Number),
    (5, Text(TextPlace::Bound)),
    (6, Text(TextPlace::Bound)),
    (7, Number),
    (8, Number),
]);

/// The header of a page: its kind, the number of bytes after the header, and statistics of the values.
pub(super) const PAGE_HEADER: FieldKind = Struct(&[
    (1, Noted),
    (2, Number),
    (3, Noted),
    (4, Number),
    (5, Struct(&[(1, Number), (2, Number), (3, Number), (4, Number), (5, STATISTICS)])),
    (7, Struct(&[(1, Number), (2, Number), (3, Number)])),
    (
        8,
        Struct(&[
            (1, Number),
            (2, Number),
            (3, Number),
            (4, Number),
            (5, Number),
            (6, Number),
            (7, Number),
            (8, STATISTICS),
        ]),
    ),
]);
pub(super) const COLUMN_INDEX: FieldKind = Struct(&[
    (1, Truths),
    (2, List(&Text(TextPlace::Bound))),
    (3, List(&Text(TextPlace::Bound))),
    (4, Number),
    (5, List(&Number)),
    (6, List(&Number)),
    (7, List(&Number)),
]);
pub(super) const OFFSET_INDEX: FieldKind =
    Struct(&[(1, List(&Struct(&[(1, Number), (2, Number), (3, Number)]))), (2, List(&Number))]);

pub(super) struct WalkedTexts {
    pub texts: Vec<Vec<u8>>,
    pub numbers: Vec<i64>,
    /// Number of bytes after the structure.
    pub rest: usize,
}

/// Reads the structure of `kind` at the start of `bytes`; `None` if it has an unknown field.
pub(super) fn walk(bytes: &[u8], kind: &FieldKind) -> Option<WalkedTexts> {
    let mut walk = Walk { bytes, texts: Vec::new(), numbers: Vec::new() };
    walk.value(kind, STRUCT)?;
    let texts = walk.texts.iter().map(|(_, text)| text.to_vec()).collect();
    Some(WalkedTexts { texts, numbers: walk.numbers, rest: walk.bytes.len() })
}

/// Number of bytes after which programs cut the text of a bound.
const CUT: usize = 64;

#[derive(Debug)]
pub(super) struct Footer {
    created_by: Vec<Vec<u8>>,
    /// Keys and values alternately: key, value, key, value.
    pairs: Vec<Vec<u8>>,
    names: Vec<Vec<u8>>,
    /// Texts that must occur as values in the file: bounds, and entries of dictionaries.
    pub values: FxHashSet<Vec<u8>>,
}

impl Footer {
    /// Reads the footer of the file whose last bytes are `tail`; `None` if it has an unknown field.
    pub(super) fn of(tail: &[u8]) -> Option<Footer> {
        let length = length(tail)?;
        let bytes = tail.get(tail.len().checked_sub(8 + length)?..tail.len() - 8)?;
        let mut walk = Walk { bytes, texts: Vec::new(), numbers: Vec::new() };
        walk.value(&FILE, STRUCT)?;
        if !walk.bytes.is_empty() {
            return None;
        }
        let of = |places: &[TextPlace]| {
            let texts = walk.texts.iter().filter(|(place, _)| places.contains(place));
            texts.map(|(_, text)| text.to_vec()).collect::<Vec<_>>()
        };
        Some(Footer {
            created_by: of(&[TextPlace::CreatedBy]),
            pairs: of(&[TextPlace::Key, TextPlace::Value]),
            names: of(&[TextPlace::Name]),
            values: of(&[TextPlace::Bound]).into_iter().collect(),
        })
    }

    /// The kind of metadata in this footer that neither clump nor Spark writes for a file with columns
    /// `schema`; `None` if all of it is known.
    pub(super) fn stray(&self, schema: &Schema) -> Option<&'static str> {
        let is_known = |pair: &[Vec<u8>]| match pair {
            [key, value] if key == b"org.apache.spark.version" => is_version(value),
            [key, value] if key == b"org.apache.spark.sql.parquet.row.metadata" => {
                spark_schema(schema).is_some_and(|written| written.as_bytes() == value)
            }
            _ => false,
        };
        let is_level = |name: &[u8]| {
            [&b"spark_schema"[..], b"release", b"list", b"element"].contains(&name)
                || schema.fields().iter().any(|field| field.name().as_bytes() == name)
        };
        if !self.created_by.iter().all(|by| is_writer(by)) || self.created_by.len() > 1 {
            Some("a writer")
        } else if !self.pairs.chunks(2).all(is_known) || self.pairs.len() > 4 {
            Some("keys and values")
        } else if !self.names.iter().all(|name| is_level(name)) {
            Some("names in the schema")
        } else {
            None
        }
    }

    /// True if all texts that do not depend on the rows are the same in `other`.
    pub(super) fn is_like(&self, other: &Footer) -> bool {
        (&self.created_by, &self.pairs) == (&other.created_by, &other.pairs)
    }

    /// Adds texts of pages, which must be values too. Empty texts are bounds of pages without values.
    pub(super) fn add(&mut self, texts: Vec<Vec<u8>>) {
        self.values.extend(texts.into_iter().filter(|text| !text.is_empty()));
    }

    pub(super) fn see(&mut self, batch: &RecordBatch) {
        for column in batch.columns() {
            if self.values.is_empty() {
                return;
            }
            self.see_column(column);
        }
    }

    fn see_column(&mut self, column: &ArrayRef) {
        match column.data_type() {
            DataType::List(_) => self.see_column(column.as_list::<i32>().values()),
            DataType::Utf8 => column.as_string::<i32>().iter().flatten().for_each(|text| {
                self.values.remove(text.as_bytes());
                if text.len() > CUT {
                    cut_bounds(text).into_iter().for_each(|bound| _ = self.values.remove(&bound));
                }
            }),
            DataType::Int64 => column.as_primitive::<Int64Type>().iter().flatten().for_each(|number| {
                self.values.remove(&number.to_le_bytes()[..]);
            }),
            DataType::Int32 => column.as_primitive::<Int32Type>().iter().flatten().for_each(|number| {
                self.values.remove(&number.to_le_bytes()[..]);
            }),
            _ => {}
        }
    }
}

/// The bounds that programs can write for a long text: its start, and the next higher text of the same
/// length. Java's library increments the bytes, Rust's library the characters.
fn cut_bounds(text: &str) -> Vec<Vec<u8>> {
    let start = &text[..text.floor_char_boundary(CUT)];
    let mut bounds = vec![start.as_bytes().to_vec()];
    for at in (0..start.len()).rev() {
        let mut next = start.as_bytes().to_vec();
        let found = (next[at]..u8::MAX).any(|byte| {
            next[at] = byte + 1;
            std::str::from_utf8(&next).is_ok()
        });
        if found {
            bounds.push(next);
            break;
        }
    }
    for (at, character) in start.char_indices().rev() {
        let next = char::from_u32(character as u32 + 1);
        if let Some(next) = next.filter(|next| next.len_utf8() <= character.len_utf8()) {
            bounds.push(format!("{}{next}", &start[..at]).into_bytes());
            break;
        }
    }
    bounds
}

/// Number of bytes of the footer of the file whose last bytes are `tail`; `None` if it is not a Parquet file.
pub(super) fn length(tail: &[u8]) -> Option<usize> {
    let [a, b, c, d, b'P', b'A', b'R', b'1'] = *tail.last_chunk::<8>()? else { return None };
    usize::try_from(u32::from_le_bytes([a, b, c, d])).ok()
}

/// True if the text `by` is clump with its version, or the library that Spark writes with: `parquet-mr
/// version 1.16.0 (build 7f0f...)`.
fn is_writer(by: &[u8]) -> bool {
    if let Some(version) = by.strip_prefix(b"clump version ") {
        return is_version(version);
    }
    let Some(rest) = by.strip_prefix(b"parquet-mr version ").and_then(|rest| rest.strip_suffix(b")")) else {
        return false;
    };
    let build = rest.windows(8).position(|window| window == b" (build ");
    build.is_some_and(|at| {
        let hash = &rest[at + 8..];
        is_version(&rest[..at])
            && hash.len() == 40
            && hash.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

fn is_version(text: &[u8]) -> bool {
    text.len() <= 12
        && text
            .split(|&byte| byte == b'.')
            .all(|part| !part.is_empty() && part.len() <= 4 && part.iter().all(u8::is_ascii_digit))
}

/// The text that Spark stores about the columns of `schema`; `None` for types that no release has.
fn spark_schema(schema: &Schema) -> Option<String> {
    let field = |field: &Field| {
        let kind = match field.data_type() {
            DataType::Utf8 => "\"string\"".to_owned(),
            DataType::Int64 => "\"long\"".to_owned(),
            DataType::Int32 => "\"integer\"".to_owned(),
            DataType::List(element) if element.data_type() == &DataType::Utf8 => format!(
                "{{\"type\":\"array\",\"elementType\":\"string\",\"containsNull\":{}}}",
                element.is_nullable()
            ),
            _ => return None,
        };
        let name = serde_json::to_string(field.name()).ok()?;
        let nullable = field.is_nullable();
        Some(format!("{{\"name\":{name},\"type\":{kind},\"nullable\":{nullable},\"metadata\":{{}}}}"))
    };
    let fields: Option<Vec<String>> = schema.fields().iter().map(|one| field(one)).collect();
    Some(format!("{{\"type\":\"struct\",\"fields\":[{}]}}", fields?.join(",")))
}

// Numbers of the types in the compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const INTEGERS: std::ops::RangeInclusive<u8> = 4..=6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Reads a footer step by step. Each step returns `None` if the footer is invalid.
struct Walk<'f> {
    bytes: &'f [u8],
    texts: Vec<(TextPlace, &'f [u8])>,
    numbers: Vec<i64>,
}

impl<'f> Walk<'f> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    /// Reads a number of variable length. It must have as few bytes as possible, because additional bytes
    /// could contain hidden data.
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return (byte != 0 || shift == 0).then_some(number);
            }
        }
        None
    }

    fn value(&mut self, kind: &FieldKind, found: u8) -> Option<()> {
        match (kind, found) {
            (Number, TRUE | FALSE) => Some(()),
            (Number, BYTE) => self.byte().map(drop),
            (Number, found) if INTEGERS.contains(&found) => self.varint().map(drop),
            (Noted, found) if INTEGERS.contains(&found) => {
                let number = self.varint()?;
                self.numbers.push((number >> 1).cast_signed() ^ -(number & 1).cast_signed());
                Some(())
            }
            (Truths, LIST) => {
                let head = self.byte()?;
                let length = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                let is_truth = |byte: u8| matches!(byte, 0..=FALSE);
                let are_truths = (0..length).all(|_| self.byte().is_some_and(is_truth));
                (matches!(head & 15, TRUE | FALSE) && are_truths).then_some(())
            }
            (Text(place), BINARY) => {
                let length = usize::try_from(self.varint()?).ok()?;
                let (text, rest) = self.bytes.split_at_checked(length)?;
                self.bytes = rest;
                self.texts.push((*place, text));
                Some(())
            }
            (List(kind), LIST) => self.list(kind),
            (Struct(fields), STRUCT) => self.fields(fields),
            _ => None,
        }
    }

    fn list(&mut self, kind: &FieldKind) -> Option<()> {
        let head = self.byte()?;
        let length = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
        for _ in 0..length {
            // A list of truth values has one byte for each; no known list has truth values.
            if matches!(head & 15, TRUE | FALSE) {
                return None;
            }
            self.value(kind, head & 15)?;
        }
        Some(())
    }

    fn fields(&mut self, known: &[(i16, FieldKind)]) -> Option<()> {
        let mut last = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            // Known field numbers are small and ascending: each is stored as the distance from the last one.
            let number = last.checked_add(i16::from(head >> 4)).filter(|&number| number > last)?;
            let (_, kind) = known.iter().find(|&&(one, _)| one == number)?;
            self.value(kind, head & 15)?;
            last = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A footer of one column chunk with the fields `column`, followed by the fields `more` of the file.
    fn footer(column: &[u8], more: &[u8]) -> Option<Footer> {
        // Version 1; row groups (field 4): one, with columns (1): one, with metadata (3).
        let mut bytes = vec![0x15, 2, 0x39, 0x1c, 0x19, 0x1c, 0x3c];
        bytes.extend(column);
        bytes.extend([0, 0, 0]);
        bytes.extend(more);
        bytes.push(0);
        let length = bytes.len() as u32;
        bytes.extend(length.to_le_bytes());
        bytes.extend(b"PAR1");
        Footer::of(&bytes)
    }

    #[test]
    fn a_field_that_is_not_known_refuses_the_file() {
        // Number of values (field 5): 7.
        let values = [0x56, 14];
        assert!(footer(&values, b"").is_some());
        // Keys and values (field 8 of a column): one pair.
        let pair = [&values[..], &[0x39, 0x1c, 0x18, 3], b"ann", &[0x18, 3], b"hiv", &[0]].concat();
        assert!(footer(&pair, b"").is_none());
        // The file has the same pair in its field 5, which is known, and the texts are found.
        let pair = [&[0x19, 0x1c, 0x18, 3][..], b"ann", &[0x18, 3], b"hiv", &[0]].concat();
        assert_eq!(footer(&values, &pair).unwrap().pairs, [b"ann", b"hiv"]);
        // A key of footers (field 9 of the file), a number in more bytes than it needs, and a byte after the
        // end.
        assert!(footer(&values, &[&[0x58, 3][..], b"ann"].concat()).is_none());
        assert!(footer(&[0x56, 0x8e, 0], b"").is_none());
        assert!(footer(&values, &[0, 7]).is_none());
    }

    #[test]
    fn writers_and_versions_carry_no_text() {
        assert!(is_writer(b"parquet-mr version 1.16.0 (build 7f0f62d5ab1d3c6c3a4bb5a7c8ef08b8d1a2b3c4)"));
        assert!(is_writer(b"clump version 0.1.0"));
        for by in [
            "parquet-mr version ann (build 7f0f62d5ab1d3c6c3a4bb5a7c8ef08b8d1a2b3c4)",
            "clump version hiv",
            "ann",
            "",
        ] {
            assert!(!is_writer(by.as_bytes()), "{by}");
        }
    }

    #[test]
    fn the_schema_of_spark_is_that_of_the_columns() {
        let element = std::sync::Arc::new(Field::new("element", DataType::Utf8, true));
        let fields = vec![
            Field::new("items", DataType::List(element), true),
            Field::new("owners_in_group", DataType::Int64, false),
        ];
        assert_eq!(
            spark_schema(&Schema::new(fields)).unwrap(),
            r#"{"type":"struct","fields":[{"name":"items","type":{"type":"array","elementType":"string","containsNull":true},"nullable":true,"metadata":{}},{"name":"owners_in_group","type":"long","nullable":false,"metadata":{}}]}"#
        );
    }
}
