//! Vehicle identification numbers: 17 letters and digits without I, O and Q. Either the check digit of North
//! America or a word such as `vin` before them is required.

use crate::cursor::{Cursor, is_hyphen};

/// Words that announce a vehicle identification number.
pub(crate) const NAMES: &str = "vin fin chassis fahrgestellnummer fahrgestell";

const LENGTH: usize = 17;

/// Weight of each of the 17 positions; the weight of the check digit is 0.
const WEIGHTS: [u32; LENGTH] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/// Position after the vehicle identification number that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() {
        return None;
    }
    let mut cursor = start;
    let (mut number, mut values) = ([0; LENGTH], [0; LENGTH]);
    let mut length = 0;
    let mut has_gaps = false;
    while length < LENGTH {
        match cursor.eat(|char| char.is_ascii_alphanumeric()) {
            Some(char) => {
                values[length] = value(char)?;
                number[length] = char as u8;
                length += 1;
            }
            None => {
                cursor.gap(is_hyphen)?;
                has_gaps = true;
            }
        }
    }
    if !cursor.free_ahead() {
        return None;
    }
    let digits = number.iter().filter(|byte| byte.is_ascii_digit()).count();
    // Adjacent words can have 17 characters too, so the serial number at the end must be digits.
    let is_serial = number[LENGTH - 5..].iter().all(u8::is_ascii_digit);
    let is_vehicle = || passes_check(&number, &values) || (start.is_named(NAMES) && !has_gaps);
    ((4..LENGTH).contains(&digits) && (!has_gaps || (is_serial && digits <= LENGTH - 3)) && is_vehicle())
        .then_some(cursor)
}

/// Value of a digit or letter in the check sum: A to H count from 1, J to R from 1, S to Z from 2.
fn value(char: char) -> Option<u32> {
    match char.to_ascii_uppercase() {
        digit @ '0'..='9' => digit.to_digit(10),
        letter @ 'A'..='H' => Some(letter as u32 - 'A' as u32 + 1),
        letter @ 'J'..='R' if !matches!(letter, 'O' | 'Q') => Some(letter as u32 - 'J' as u32 + 1),
        letter @ 'S'..='Z' => Some(letter as u32 - 'S' as u32 + 2),
        _ => None,
    }
}

fn passes_check(number: &[u8; LENGTH], values: &[u32; LENGTH]) -> bool {
    let rest = values.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum::<u32>() % 11;
    let check = number[8].to_ascii_uppercase();
    check == if rest == 10 { b'X' } else { b'0' + rest as u8 }
}
