//! Network addresses of devices: IPv6 addresses, and MAC addresses in the forms `00:1A:2B:3C:4D:5E`,
//! `00-1A-2B-3C-4D-5E`, `00 1A 2B 3C 4D 5E` and `001a.2b3c.4d5e`.

use crate::cursor::{Cursor, is_hyphen};

/// Position after the network address that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.peek()?.is_ascii_hexdigit() || !start.free_behind() {
        return None;
    }
    let pairs = |sign: fn(char) -> bool| groups(start, 6, 2, sign);
    let end = pairs(|char| char == ':')
        .or_else(|| pairs(is_hyphen))
        .or_else(|| groups(start, 3, 4, |char| char == '.'))
        .or_else(|| pairs(|char| char == ' ').filter(|_| has_letter(start)))
        .or_else(|| version_6(start))?;
    // Without a digit or a colon, the text is words.
    let text = &start.ahead()[..end.at() - start.at()];
    let has = |wanted: fn(&u8) -> bool| text.as_bytes().iter().any(wanted);
    (end.free_ahead() && end.peek() != Some(':') && (has(u8::is_ascii_digit) || text.contains(':')))
        .then_some(end)
}

/// True if at least one letter is among the space-separated hexadecimal digits after `start`. Pairs of
/// decimal digits may be lottery numbers.
fn has_letter(start: Cursor<'_>) -> bool {
    start.ahead().bytes().take(17).any(|byte| byte.is_ascii_alphabetic())
}

/// Position after `count` groups of `length` hexadecimal digits each, with one accepted sign between groups.
fn groups(start: Cursor<'_>, count: usize, length: usize, is_sign: fn(char) -> bool) -> Option<Cursor<'_>> {
    let mut cursor = start;
    for group in 0..count {
        if group > 0 && !cursor.gap(is_sign).is_some_and(is_sign) {
            return None;
        }
        for _ in 0..length {
            cursor.eat(|char| char.is_ascii_hexdigit())?;
        }
    }
    Some(cursor)
}

/// Reads an IPv6 address: eight groups of up to four digits, or fewer groups with one `::`.
fn version_6(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    let text = cursor.eat_while(|char| char.is_ascii_hexdigit() || char == ':').trim_end_matches(':');
    let groups: Vec<&str> = text.split(':').take(9).collect();
    let gaps = groups.iter().filter(|group| group.is_empty()).count();
    let is_whole = groups.len() == 8 && gaps == 0;
    let is_short = (4..=8).contains(&groups.len()) && gaps == 1;
    let fits = groups.iter().all(|group| group.len() <= 4);
    ((is_whole || is_short) && fits && text.bytes().any(|byte| byte.is_ascii_digit()))
        .then_some(start.past(text))
}
