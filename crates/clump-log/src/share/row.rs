//! A row of the release: its writer and its reader.

use curve25519_dalek::Scalar;

use super::polynomial::Share;
use super::seal::{SHORTEST, Tag};

/// The columns of a release. Owner is a pseudonym, and QueryTime is as in the log. The others are
/// hexadecimal: the tag of the query, the owner's share (x, y) as two numbers, and the encrypted query.
pub const SEALED_COLUMNS: &[&str] = &["Owner", "QueryTime", "Tag", "X", "Y", "Sealed"];

/// Error of a row that cannot be read. It states row and column, but not the value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: expected {expected}")]
pub struct RowError {
    /// Number of the wrong row, as the caller counts rows.
    pub row: usize,
    /// Name of the column whose cell is wrong.
    pub column: &'static str,
    /// Description of the text that the column must have.
    pub expected: &'static str,
}

/// The cell of column X: 32 hexadecimal digits.
pub(super) fn x_cell(x: u128) -> String {
    hex(&x.to_be_bytes())
}

/// The cell of column Y: 64 hexadecimal digits.
pub(super) fn y_cell(y: &Scalar) -> String {
    let mut bytes = y.to_bytes();
    bytes.reverse();
    hex(&bytes)
}

/// A parsed row of a release. All its contents are public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRow {
    pub(super) owner: String,
    pub(super) time: String,
    pub(super) tag: Tag,
    /// The argument of the owner's share; never 0.
    pub(super) x: u128,
    pub(super) y: Scalar,
    pub(super) sealed: Vec<u8>,
}

impl SealedRow {
    /// Parses the cells of a row in the order of [`SEALED_COLUMNS`]; `row` is its number, for the error.
    ///
    /// # Errors
    /// When a cell is missing, superfluous, or not valid for its column.
    pub fn parse<'a>(row: usize, cells: impl IntoIterator<Item = &'a str>) -> Result<SealedRow, RowError> {
        let mut cells = Cells { row, read: 0, cells: cells.into_iter() };
        let sealed_row = SealedRow {
            owner: cells.read("a name", |cell| Some(cell.to_owned()))?,
            time: cells.read("a time, or nothing", |cell| Some(cell.to_owned()))?,
            tag: cells.read("32 hexadecimal digits", array_of)?,
            x: cells.read("32 hexadecimal digits that are not all 0", x)?,
            y: cells.read("64 hexadecimal digits of a number in the field", y)?,
            sealed: cells.read("an even number of hexadecimal digits, at least 96", sealed)?,
        };
        cells.end()?;
        Ok(sealed_row)
    }

    pub(super) fn share(&self) -> Share<Scalar> {
        Share { x: Scalar::from(self.x), y: self.y }
    }
}

/// Reads the cells of a row one by one; `read` is the number of cells read so far.
struct Cells<I> {
    row: usize,
    read: usize,
    cells: I,
}

impl<'a, I: Iterator<Item = &'a str>> Cells<I> {
    fn read<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, RowError> {
        let column = SEALED_COLUMNS[self.read];
        self.read += 1;
        self.cells.next().and_then(parse).ok_or(RowError { row: self.row, column, expected })
    }

    fn end(mut self) -> Result<(), RowError> {
        let column = SEALED_COLUMNS[self.read - 1];
        match self.cells.next() {
            None => Ok(()),
            Some(_) => Err(RowError { row: self.row, column, expected: "no further column" }),
        }
    }
}

fn x(cell: &str) -> Option<u128> {
    // The value at 0 is the secret, so no share may have x = 0.
    array_of(cell).map(u128::from_be_bytes).filter(|&x| x != 0)
}

fn y(cell: &str) -> Option<Scalar> {
    let mut bytes = array_of(cell)?;
    bytes.reverse();
    // Each number has only one canonical form, so equal shares have equal bytes.
    Scalar::from_canonical_bytes(bytes).into()
}

fn sealed(cell: &str) -> Option<Vec<u8>> {
    bytes_of(cell).filter(|sealed| sealed.len() >= SHORTEST)
}

// Conversion between bytes and hexadecimal digits.

/// Writes each byte as two lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

/// Parses pairs of hexadecimal digits in either case; `None` for any other text.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| Some(value(high)? << 4 | value(low)?)).collect()
}

/// Parses exactly `N` bytes of hexadecimal digits; `None` for any other text.
fn array_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    bytes_of(text)?.try_into().ok()
}

fn value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let minus_one = Scalar::ZERO - Scalar::ONE;
        assert_eq!(x_cell(0x1f), format!("{:032x}", 0x1f));
        assert_eq!(x(&x_cell(u128::MAX)), Some(u128::MAX));
        assert_eq!(y_cell(&Scalar::from(0x1fu64)), format!("{:064x}", 0x1f));
        assert_eq!(y(&y_cell(&minus_one)), Some(minus_one));
        // The order of the field is a second, non-canonical form of 0.
        let order = "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
        assert_eq!(y_cell(&minus_one)[..63], order[..63]);
        assert_eq!(y(order), None);
        assert_eq!(x(&x_cell(0)), None);
    }

    #[test]
    fn an_error_names_the_place_and_not_the_value() {
        let good = ["o", "t", &"0".repeat(32), &"1".repeat(32), &"0".repeat(64), &"0".repeat(96)];
        assert!(SealedRow::parse(1, good).is_ok());
        for column in 2..6 {
            for bad in ["", "secret", &good[column][1..], &format!("{}zz", &good[column][2..])] {
                let mut cells = good;
                cells[column] = bad;
                let error = SealedRow::parse(9, cells).expect_err("a bad cell");
                assert_eq!((error.row, error.column), (9, SEALED_COLUMNS[column]));
                assert!(!error.to_string().contains("secret"));
            }
        }
        for (cells, column) in [(&good[..0], "Owner"), (&good[..1], "QueryTime"), (&good[..5], "Sealed")] {
            assert_eq!(SealedRow::parse(1, cells.iter().copied()).map_err(|error| error.column), Err(column));
        }
        let more = good.into_iter().chain(["more"]);
        assert_eq!(SealedRow::parse(1, more).map_err(|error| error.expected), Err("no further column"));
    }

    #[test]
    fn bytes_come_back_and_nothing_else_is_read() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(bytes_of(&hex(&bytes)), Some(bytes));
        assert_eq!(array_of("0aFf"), Some([10, 255]));
        assert_eq!(bytes_of(""), Some(Vec::new()));
        for text in ["0", "0g", "+1", " 1", "é"] {
            assert_eq!(bytes_of(text), None);
            assert_eq!(array_of::<1>(text), None);
        }
        assert_eq!(array_of::<1>("0102"), None);
    }
}
