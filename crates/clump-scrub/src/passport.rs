//! Numbers of passports, identity cards and driving licences, next to a word for such a document. National
//! insurance numbers of the United Kingdom need no such word.

use crate::cursor::Cursor;

/// Words for a passport, an identity card or a driving licence.
pub(crate) const NAMES: &str = "\
    passport passeport reisepass pasaporte passaporto paspoort passaporte pass passnummer reisepassnummer \
    personalausweis personalausweisnummer ausweis ausweisnummer ausweisnr führerschein fuehrerschein dni nie nif cpf curp \
    aadhaar aadhar license licence dl nino";

/// Position after the document number that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.peek()?.is_ascii_alphanumeric() || !start.free_behind() {
        return None;
    }
    national_insurance(start).or_else(|| with_name(start)).filter(|end| end.free_ahead())
}

/// Reads a national insurance number: `AB 12 34 56 C`.
fn national_insurance(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    for _ in 0..2 {
        cursor.eat(|char| char.is_ascii_alphabetic() && !"dfiuvDFIUV".contains(char))?;
    }
    for _ in 0..3 {
        cursor.spaces();
        cursor.digits(2)?;
    }
    cursor.spaces();
    cursor.eat(|char| matches!(char, 'a'..='d' | 'A'..='D'))?;
    Some(cursor)
}

/// Reads the number after a word for a document: 6 to 14 letters and digits, at least five of them digits.
fn with_name(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.is_named(NAMES) {
        return None;
    }
    let mut cursor = start;
    let (mut length, mut digits) = (0, 0);
    loop {
        let part = cursor.eat_while(|char| char.is_ascii_alphanumeric());
        length += part.len();
        digits += part.bytes().filter(u8::is_ascii_digit).count();
        // The part after a gap belongs to the number if it is a number too.
        let mut next = cursor;
        let has_gap = next.gap(|char| matches!(char, '-' | '.')).is_some();
        if !has_gap || length > 14 || !next.peek().is_some_and(|char| char.is_ascii_digit()) {
            break;
        }
        cursor = next;
    }
    ((6..=14).contains(&length) && digits >= 5).then_some(cursor)
}
