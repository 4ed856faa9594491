//! Telephone numbers: North American ones in full, or seven digits as in 555-0123. Those of other countries
//! need a plus sign or a leading zero. After a word such as `tel`, any number counts.

use crate::cursor::{Cursor, is_hyphen, is_one_of, is_space};

/// Words that mark the number after them as another kind of number.
const OTHER_NUMBERS: &str = "isbn issn upc ean asin";

/// Words that mark the number after them as a telephone number.
pub(crate) const NAMES: &str = "\
    tel telephone telefon telefono teléfono téléphone telefoon telefone tlf tfno phone phones fon mobile mobil móvil \
    movil mob cell cellphone handy fax call sms whatsapp gsm";

/// Position after the telephone number that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    // The dot after such a word does not make it a decimal number: `tel.0171 2345678`.
    let is_free =
        || start.free_behind() || (start.behind().ends_with('.') && start.is_named("tel fon fax mob ph"));
    if !matches!(start.peek()?, '+' | '(' | '0'..='9') || !is_free() {
        return None;
    }
    // Longer forms are tried first: +212 555 0123 45 is not a New York number followed by something else.
    let end = [international, north_american, national, local, with_name]
        .into_iter()
        .find_map(|form| form(start).map(with_extension).filter(|end| end.free_ahead()))?;
    let named_otherwise = start.words_behind().next().is_some_and(|word| is_one_of(word, OTHER_NUMBERS));
    (!named_otherwise).then_some(end)
}

/// Reads `+1 (212) 555-0123`, also without the country code, the brackets or the separators.
fn north_american(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.eat(|char| char == '+');
    // No area code begins with 1, so a leading 1 is the country code.
    if cursor.eat(|char| char == '1').is_some() {
        cursor.gap(is_sign);
    }
    let bracket = cursor.eat(|char| char == '(').is_some();
    if bracket {
        cursor.spaces();
    }
    let area = cursor.digits(3)?;
    if bracket {
        cursor.spaces();
        cursor.eat(|char| char == ')')?;
    }
    let apart = cursor.gap(is_sign).is_some() || bracket;
    let exchange = cursor.digits(3)?;
    if apart {
        cursor.gap(is_sign);
    }
    cursor.digits(4)?;
    (is_area(area) && is_exchange(exchange)).then_some(cursor)
}

/// Reads `555-0123` or `(555) 0123`. The hyphen or the brackets are required: with a dot it would be a
/// decimal number, with a space two numbers.
fn local(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let bracket = cursor.eat(|char| char == '(').is_some();
    let exchange = cursor.digits(3)?;
    if bracket {
        cursor.eat(|char| char == ')')?;
        cursor.gap(is_hyphen);
    } else if !cursor.gap(is_hyphen).is_some_and(is_hyphen) {
        return None;
    }
    let line = cursor.digits(4)?;
    // Two round numbers are a range, for example of watts or dollars.
    let range = exchange.ends_with('0') && line.ends_with("00");
    (is_exchange(exchange) && !range).then_some(cursor)
}

/// Reads `+44 20 7946 0123`, `+49 (0)30 123456` or `+442079460123`: 9 to 15 digits, in which the country code
/// is a separate group or no gap occurs at all.
fn international(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.eat(|char| char == '+')?;
    // No country code begins with 0, and the 1 of North America is read elsewhere.
    cursor.peek().filter(|char| matches!(char, '2'..='9'))?;
    let mut digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if digits <= 3 {
        digits += groups(&mut cursor).1;
    }
    (9..=15).contains(&digits).then_some(cursor)
}

/// Reads `020 7946 0123`, `0171/2345678` or `0044 20 7946 0123`: a zero and 8 to 11 more digits, or two zeros
/// and 9 to 13 more, in groups of at least two digits. Without a gap it could be any number.
fn national(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let bracket = cursor.eat(|char| char == '(').is_some();
    let first = cursor.eat_while(|char| char.is_ascii_digit());
    if bracket {
        cursor.eat(|char| char == ')')?;
    }
    let lengths = match first.trim_start_matches('0').len() {
        length if length + 1 == first.len() => 9..=12,
        length if length + 2 == first.len() => 11..=15,
        _ => return None,
    };
    let (count, digits, shortest) = groups(&mut cursor);
    (first.len() >= 2 && count > 0 && shortest >= 2 && lengths.contains(&(first.len() + digits)))
        .then_some(cursor)
}

/// Reads any number of 6 to 15 digits after a word such as `tel`: `tel 0171 2345678`, `phone: 55 01 23`.
fn with_name(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    if !cursor.is_named(NAMES) {
        return None;
    }
    cursor.eat(|char| char == '+');
    let (_, digits, _) = groups(&mut cursor);
    (6..=15).contains(&digits).then_some(cursor)
}

/// Reads up to eight groups of digits, each optionally in brackets. Returns the number of groups, the number
/// of digits, and the number of digits in the shortest group.
fn groups(cursor: &mut Cursor<'_>) -> (usize, usize, usize) {
    let (mut count, mut digits, mut shortest) = (0, 0, usize::MAX);
    while let Some((next, length)) = group(*cursor).filter(|_| count < 8) {
        *cursor = next;
        (count, digits, shortest) = (count + 1, digits + length, shortest.min(length));
    }
    (count, digits, shortest)
}

/// Position after the next group of digits, which may be in brackets, and its number of digits.
fn group(mut cursor: Cursor<'_>) -> Option<(Cursor<'_>, usize)> {
    cursor.gap(is_sign);
    let bracket = cursor.eat(|char| char == '(').is_some();
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if bracket {
        cursor.eat(|char| char == ')')?;
    }
    (digits > 0).then_some((cursor, digits))
}

/// Position after the extension that follows `number` (`x12`, `ext. 12`), or `number` itself if none follows.
fn with_extension(number: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = number;
    cursor.eat(is_space);
    let word = cursor.eat_while(char::is_alphabetic);
    cursor.eat(|char| char == '.');
    cursor.eat(is_space);
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if is_one_of(word, "x ext extension") && (1..=6).contains(&digits) { cursor } else { number }
}

/// True for a North American area code: none begins with 0 or 1, has a 9 in the middle or ends with 11.
fn is_area(digits: &str) -> bool {
    is_exchange(digits) && !digits[1..].starts_with('9')
}

/// True for a North American exchange: none begins with 0 or 1 or ends with 11.
fn is_exchange(digits: &str) -> bool {
    !digits.starts_with(['0', '1']) && !digits.ends_with("11")
}

fn is_sign(char: char) -> bool {
    is_hyphen(char) || matches!(char, '.' | '/')
}
