//! International bank account numbers (IBAN): country code, check digits, and the length of that country.

use crate::cursor::{Cursor, is_hyphen};

/// Country codes with the length of an IBAN in characters, from the registry of SWIFT.
const LENGTHS: &str = "\
    ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 br29 by28 ch21 cr22 cy28 cz24 de22 dk18 do28 ee20 eg29 es24 fi18 fo18 fr27 \
    gb22 ge22 gi23 gl18 gr27 gt28 hr21 hu28 ie22 il23 iq23 is26 it27 jo30 kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 \
    md24 me22 mk19 mr27 mt31 mu30 nl18 no15 pk24 pl28 ps29 pt25 qa29 ro24 rs22 sa24 sc31 se24 si19 sk24 sm27 st25 sv28 tl23 \
    tn24 tr26 ua29 va22 vg24 xk20";

/// Position after the bank account number that begins at `start`; `None` if none begins there. Single spaces
/// or hyphens may separate its characters.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() {
        return None;
    }
    let country =
        start.ahead().get(..2).filter(|text| text.bytes().all(|byte| byte.is_ascii_alphabetic()))?;
    let entry = LENGTHS.split(' ').find(|entry| entry[..2].eq_ignore_ascii_case(country))?;
    let length: usize = entry[2..].parse().ok()?;
    let mut cursor = start;
    let mut number = String::with_capacity(length);
    while number.len() < length {
        match cursor.eat(|char| char.is_ascii_alphanumeric()) {
            Some(char) => number.push(char.to_ascii_uppercase()),
            None => {
                cursor.gap(is_hyphen)?;
            }
        }
        // Most words fail this early check of the check digits.
        if number.len() == 4 && !number[2..].bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
    }
    (cursor.free_ahead() && passes_check(&number)).then_some(cursor)
}

/// The check of the registry: country code and check digits are moved to the end, letters count from 10 to
/// 35, and the remainder modulo 97 must be 1.
fn passes_check(number: &str) -> bool {
    let rotated = number[4..].chars().chain(number[..4].chars());
    let rest = rotated.filter_map(|char| char.to_digit(36)).fold(0, |rest, value| {
        let shift = if value < 10 { 10 } else { 100 };
        (rest * shift + value) % 97
    });
    rest == 1
}
