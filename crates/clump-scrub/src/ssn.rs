//! Social security numbers of the United States: 123-45-6789 or 123 45 6789. Nine digits without gaps count
//! only next to a word such as `ssn`.

use crate::cursor::{Cursor, FILLERS, is_hyphen, is_one_of};

/// Position after the social security number that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() {
        return None;
    }
    let mut cursor = start;
    let has_bracket = cursor.eat(|char| char == '(').is_some();
    let area = cursor.digits(3)?;
    if has_bracket {
        cursor.eat(|char| char == ')')?;
    }
    let is_sign = |char| is_hyphen(char) || matches!(char, '.' | ',' | '/');
    let separator = cursor.gap(is_sign);
    let group = cursor.digits(2)?;
    let second = cursor.gap(is_sign);
    // After a bracket, the gap may be a space or nothing.
    if second != separator && !(has_bracket && second.is_some()) {
        return None;
    }
    let serial = cursor.digits(4)?;
    let given_out =
        !matches!(area, "000" | "666") && !area.starts_with('9') && group != "00" && serial != "0000";
    let said = second.is_some() || is_named(start.words_behind()) || is_named_after(cursor);
    (cursor.free_ahead() && given_out && said).then_some(cursor)
}

/// True if the words before a number, from right to left, are `ssn` or `social security`, then fillers.
fn is_named<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    let mut words = words.skip_while(|word| is_one_of(word, FILLERS));
    match words.next() {
        Some(word) if is_one_of(word, "ssn") => true,
        Some(word) if is_one_of(word, "security sec") => {
            words.next().is_some_and(|word| is_one_of(word, "social soc"))
        }
        _ => false,
    }
}

/// True if the words after the number say that it is a social security number.
fn is_named_after(cursor: Cursor<'_>) -> bool {
    let mut words = cursor.words_ahead();
    match words.next() {
        Some(word) if is_one_of(word, "ssn") => true,
        Some(word) if is_one_of(word, "social") => {
            words.next().is_some_and(|word| is_one_of(word, "security"))
        }
        _ => false,
    }
}
