//! Cuts a line or a cell at its separator, and checks the items. With commas and semicolons, a field may be
//! in double quotes, inside which `""` means one quote. A quote inside an unquoted field is a plain
//! character, as in `6" pipe`.

use clump_core::taxonomy::is_marked;
use memchr::{memchr, memchr3};

use crate::error::Fault;
use crate::layout::Separator;

/// Passes each piece of `text` that is not empty to `piece`, with its position from 1, and without
/// surrounding spaces. Quotes have no special meaning.
pub(crate) fn plain(
    text: &str,
    separator: Separator,
    mut piece: impl FnMut(usize, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if separator == Separator::Space {
        let mut pieces = text.split_ascii_whitespace().zip(1..);
        return pieces.try_for_each(|(text, place)| piece(place, text));
    }
    let mut pieces =
        text.split(separator.character()).map(str::trim).zip(1..).filter(|(text, _)| !text.is_empty());
    pieces.try_for_each(|(text, place)| piece(place, text))
}

/// Passes the items of a cell to `item`, cut at the separator if there is one. Empty items are skipped.
pub(crate) fn cell_items(
    cell: &str,
    separator: Option<Separator>,
    mut item: impl FnMut(&str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    match separator {
        Some(separator) => plain(cell, separator, |_, text| item(text)),
        None => match cell.trim() {
            "" => Ok(()),
            text => item(text),
        },
    }
}

/// Passes each field of `line` to `field`, with its column from 1, and without surrounding spaces and quotes.
pub(crate) fn quoted(
    line: &str,
    separator: u8,
    scratch: &mut String,
    mut field: impl FnMut(usize, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let unmatched = |column| Fault::Quotes { column };
    let mut rest = line;
    for column in 1.. {
        let trimmed = rest.trim_start_matches(' ');
        let text;
        let tail;
        if let Some(inner) = trimmed.strip_prefix('"') {
            let close = closing_quote(inner).ok_or_else(|| unmatched(column))?;
            let after = inner[close + 1..].trim_start_matches(' ');
            if !after.is_empty() && after.as_bytes()[0] != separator {
                return Err(unmatched(column));
            }
            tail = after.get(1..);
            if inner[..close].contains('"') {
                scratch.clear();
                for (index, piece) in inner[..close].split("\"\"").enumerate() {
                    scratch.push_str(if index > 0 { "\"" } else { "" });
                    scratch.push_str(piece);
                }
                text = scratch.trim();
            } else {
                text = inner[..close].trim();
            }
        } else if let Some(end) = memchr(separator, rest.as_bytes()) {
            (text, tail) = (rest[..end].trim(), Some(&rest[end + 1..]));
        } else {
            (text, tail) = (rest.trim(), None);
        }
        field(column, text)?;
        match tail {
            Some(tail) => rest = tail,
            None => return Ok(()),
        }
    }
    Ok(())
}

fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += memchr(b'"', &bytes[at..])?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// True if `text` contains a tab or a line break. A release or an audit cannot contain such a text, because
/// it has one row per line and tabs between columns.
pub(crate) fn breaks_lines(text: &str) -> bool {
    memchr3(b'\t', b'\n', b'\r', text.as_bytes()).is_some()
}

/// Checks that a release can contain `item`, and that it is not in angle brackets like a category. `column`
/// is the item's position in its line from 1, for the error.
pub(crate) fn check_item(item: &str, column: usize) -> Result<(), Fault> {
    if breaks_lines(item) {
        Err(Fault::Tab { column })
    } else if is_marked(item) {
        Err(Fault::Marked { column })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Result<Vec<String>, Fault> {
        let mut fields = Vec::new();
        quoted(line, b',', &mut String::new(), |column, text| {
            assert_eq!(column, fields.len() + 1);
            fields.push(text.to_owned());
            Ok(())
        })?;
        Ok(fields)
    }

    #[test]
    fn fields_may_be_quoted() {
        assert_eq!(split("").unwrap(), [""]);
        assert_eq!(split("a, b b ,,").unwrap(), ["a", "b b", "", ""]);
        assert_eq!(
            split(r#""a, b" , "c ""d""","""#.trim_end_matches('"')).unwrap(),
            ["a, b", r#"c "d""#, ""]
        );
        assert_eq!(split(r#"6" pipe,x"#).unwrap(), [r#"6" pipe"#, "x"]);
        assert_eq!(split(r#""""#).unwrap(), [""]);
    }

    #[test]
    fn unmatched_quotes_are_errors_with_their_column() {
        assert_eq!(split(r#"a,"b"#), Err(Fault::Quotes { column: 2 }));
        assert_eq!(split(r#""a"b"#), Err(Fault::Quotes { column: 1 }));
        assert_eq!(split(r#"a,"b"""#), Err(Fault::Quotes { column: 2 }));
    }
}
