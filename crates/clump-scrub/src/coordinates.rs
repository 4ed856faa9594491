//! Coordinates of a place: a latitude and a longitude. Both are decimal numbers of three decimals or more, or
//! degrees with a direction such as `N`.

use crate::cursor::{Cursor, is_one_of};

/// Letters and words for a direction after a number of degrees.
const DIRECTIONS: &str = "n s e w o north south east west nord süd ost ouest sur este oeste";

/// Position after the coordinates that begin at `start`; `None` if none begin there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let first = start.peek()?;
    let is_letter = matches!(first, 'n' | 's' | 'N' | 'S');
    if !(first.is_ascii_digit() || is_letter || matches!(first, '-' | '+')) || !is_free(start) {
        return None;
    }
    decimals(start).or_else(|| degrees(start)).filter(|end| end.free_ahead())
}

/// True if no letter or digit is directly before `start`. A sign may be: `@40.7128,-74.0060`, `geo:40.7128`.
fn is_free(start: Cursor<'_>) -> bool {
    !start.behind().ends_with(|char: char| char.is_alphanumeric() || matches!(char, '.' | '-' | '$' | '_'))
}

/// Reads `40.7128, -74.0060`: latitude and longitude, in range and with three decimals or more.
fn decimals(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let latitude = decimal(&mut cursor, 90.0)?;
    cursor.gap(|char| matches!(char, ',' | ';' | '/'))?;
    if cursor.word_of("lon long lng longitude").is_some() {
        cursor.gap(|char| matches!(char, ':' | '='));
    }
    let longitude = decimal(&mut cursor, 180.0)?;
    (latitude >= 3 && longitude >= 3).then_some(cursor)
}

/// Reads a decimal number of at most `most`, with or without a sign. Returns the number of its decimals.
fn decimal(cursor: &mut Cursor<'_>, most: f64) -> Option<usize> {
    cursor.eat(|char| matches!(char, '-' | '+'));
    let whole = cursor.eat_while(|char| char.is_ascii_digit());
    let mut next = *cursor;
    let decimals = match next.eat(|char| char == '.') {
        Some(_) => next.eat_while(|char| char.is_ascii_digit()),
        None => "",
    };
    if !decimals.is_empty() {
        *cursor = next;
    }
    let is_in_range = (1..=3).contains(&whole.len()) && whole.parse::<f64>().is_ok_and(|whole| whole <= most);
    is_in_range.then_some(decimals.len())
}

/// Reads coordinates in degrees: `40°42'46"N 74°0'22"W`, `40.71 N, 74.01 W`, `N 40 42.767 W 74 0.367`.
fn degrees(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let latitude = angle(&mut cursor, 90.0, "n s north south nord süd sur")?;
    cursor.gap(|char| matches!(char, ',' | ';' | '/'));
    let longitude = angle(&mut cursor, 180.0, DIRECTIONS)?;
    // Excludes `3 n 5 e`, which has neither a degree sign nor decimals.
    (latitude || longitude).then_some(cursor)
}

/// Reads degrees, optional minutes and seconds, and the direction before or after them. Returns true if a
/// degree sign or decimals prove that it is an angle.
fn angle(cursor: &mut Cursor<'_>, most: f64, directions: &str) -> Option<bool> {
    let mut next = *cursor;
    let is_before = next.word_of(directions).is_some() || letter_before_digit(&mut next, directions);
    next.spaces();
    let mut is_angle = decimal(&mut next, most)? >= 2;
    is_angle |= degree_sign(&mut next);
    for signs in ["'", "\"'"] {
        let mut part = next;
        part.gap(|char| char == ':');
        let Some(decimals) = decimal(&mut part, 60.0) else { break };
        is_angle |= decimals >= 2;
        part.spaces();
        is_angle |= part.eat(|char| signs.contains(char)).is_some();
        part.eat(|char| char == '\'');
        next = part;
    }
    if !is_before {
        next.spaces();
        let word = next.eat_while(char::is_alphabetic);
        if !is_one_of(word, directions) {
            return None;
        }
    }
    *cursor = next;
    Some(is_angle)
}

/// Reads the letter of a direction if a digit follows directly: `n40.7128`.
fn letter_before_digit(cursor: &mut Cursor<'_>, directions: &str) -> bool {
    let mut next = *cursor;
    let letter = next.eat(|char| is_one_of(char.encode_utf8(&mut [0; 4]), directions));
    let is_before = letter.is_some() && next.peek().is_some_and(|char| char.is_ascii_digit());
    if is_before {
        *cursor = next;
    }
    is_before
}

/// Reads a degree sign or a word for it. `º` is included, which NFKC turns into the letter `o`.
fn degree_sign(cursor: &mut Cursor<'_>) -> bool {
    let mut next = *cursor;
    next.spaces();
    let is_sign =
        next.eat(|char| matches!(char, '°' | '˚')).is_some() || next.word_of("deg degrees o").is_some();
    if is_sign {
        *cursor = next;
    }
    is_sign
}
