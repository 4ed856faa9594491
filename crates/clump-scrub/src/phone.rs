//! Telephone numbers: North American ones in full, seven digits as 555-0123, and those of other countries with a plus
//! sign. What other countries write at home is not recognised: it has no form of its own.

use crate::cursor::{Cursor, is_hyphen, is_one_of, is_space};

/// Words that say that the number after them is another one.
const OTHER_NUMBERS: &str = "isbn issn upc ean asin";

/// Where the telephone number that begins at `start` ends.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !matches!(start.peek()?, '+' | '(' | '0'..='9') || !start.free_behind() {
        return None;
    }
    // The longest first: +212 555 0123 45 is not a number of New York and something else.
    let end = [international, north_american, local]
        .into_iter()
        .find_map(|form| form(start).map(with_extension).filter(|end| end.free_ahead()))?;
    let named_otherwise = start.words_behind().next().is_some_and(|word| is_one_of(word, OTHER_NUMBERS));
    (!named_otherwise).then_some(end)
}

/// `+1 (212) 555-0123` and what people make of it: without the country, the brackets or the separators.
fn north_american(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.eat(|char| char == '+');
    // No area begins with 1, so it is the country.
    if cursor.eat(|char| char == '1').is_some() {
        cursor.eat(is_separator);
    }
    let bracket = cursor.eat(|char| char == '(').is_some();
    let area = cursor.digits(3)?;
    if bracket {
        cursor.eat(|char| char == ')')?;
    }
    let apart = cursor.eat(is_separator).is_some() || bracket;
    let exchange = cursor.digits(3)?;
    if apart {
        cursor.eat(is_separator);
    }
    cursor.digits(4)?;
    (is_area(area) && is_exchange(exchange)).then_some(cursor)
}

/// `555-0123`, only with a hyphen: with a dot it is a decimal number, with a space it is two.
fn local(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let exchange = cursor.digits(3)?;
    cursor.eat(is_hyphen)?;
    let line = cursor.digits(4)?;
    // Two round numbers are the ends of a range, in watts or dollars.
    let range = exchange.ends_with('0') && line.ends_with("00");
    (is_exchange(exchange) && !range).then_some(cursor)
}

/// `+44 20 7946 0123`, `+49 (0)30 123456`, `+442079460123`: 9 to 15 digits, and the country apart or all of them together.
fn international(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.eat(|char| char == '+')?;
    // 0 is no country, and 1 is North America.
    cursor.peek().filter(|char| matches!(char, '2'..='9'))?;
    let mut digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if digits <= 3 {
        while let Some((next, group)) = group(cursor) {
            cursor = next;
            digits += group;
        }
    }
    (9..=15).contains(&digits).then_some(cursor)
}

/// Where the next group of digits ends, maybe in brackets, and how many it has.
fn group(mut cursor: Cursor<'_>) -> Option<(Cursor<'_>, usize)> {
    cursor.eat(is_separator);
    let bracket = cursor.eat(|char| char == '(').is_some();
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if bracket {
        cursor.eat(|char| char == ')')?;
    }
    (digits > 0).then_some((cursor, digits))
}

/// `x12`, `ext. 12`: part of the number, if it is there.
fn with_extension(number: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = number;
    cursor.eat(is_space);
    let word = cursor.eat_while(char::is_alphabetic);
    cursor.eat(|char| char == '.');
    cursor.eat(is_space);
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    if is_one_of(word, "x ext extension") && (1..=6).contains(&digits) { cursor } else { number }
}

/// The plan of the continent: no area begins with 0 or 1, has a 9 in the middle or ends with 11.
fn is_area(digits: &str) -> bool {
    is_exchange(digits) && !digits[1..].starts_with('9')
}

/// No exchange begins with 0 or 1 or ends with 11.
fn is_exchange(digits: &str) -> bool {
    !digits.starts_with(['0', '1']) && !digits.ends_with("11")
}

fn is_separator(char: char) -> bool {
    is_space(char) || is_hyphen(char) || matches!(char, '.' | '/')
}

#[cfg(test)]
mod tests {
    use crate::clean;
    use crate::tests::{assert_found, assert_kept};

    /// 555-0100 to 555-0199 are kept for fiction.
    #[test]
    fn numbers_in_all_their_forms_are_found() {
        for number in [
            "212-555-0123",
            "212 555 0123",
            "212.555.0123",
            "212/555-0123",
            "212-5550123",
            "(212) 555-0123",
            "(212)555-0123",
            "(212)-555-0123",
            "2125550123",
            "12125550123",
            "1-212-555-0123",
            "1 (212) 555-0123",
            "+1 212 555 0123",
            "+1(212)555-0123",
            "+12125550123",
            "212\u{2011}555\u{2011}0123",
            "1-800-555-0199",
            "212-555-0123 x12",
            "212-555-0123 ext. 1204",
            "212-555-0123x4",
            "555-0123",
            "+44 20 7946 0123",
            "+442079460123",
            "+49 (0)30 23125 012",
            "+33 1 99 00 12 34",
            "+61-2-5550-1234",
            "+212 555 0123 45",
            "+212-555-0123",
        ] {
            assert_found("[phone]", number);
        }
    }

    #[test]
    fn two_numbers_are_two() {
        assert_eq!(clean("555-0123,555-0124 or (212) 555-0125"), "[phone],[phone] or [phone]");
    }

    #[test]
    fn other_numbers_stay() {
        for text in [
            "112-555-0123",       // no area begins with 1
            "212-155-0123",       // no exchange either
            "911-555-0123",       // emergencies
            "212-555-01234",      // too long
            "9212-555-0123",      // the same
            "555 0123",           // two numbers
            "555.0123",           // a decimal number
            "$250-3500",          // money
            "500-1000 watt",      // a range
            "90210-1234",         // a post code
            "198.51.100.23",      // an address of a machine
            "192.0.2.235:8080",   // the same
            "970916105432",       // a time
            "1141197432",         // the same
            "version 4.0.1.2000", // a version
            "2006-03-01",         // a date
            "09/16/1997",         // the same
            "isbn 2253006327",    // a book
            "isbn 3540653104",    // another
            "isbn-10: 3-540-65310-4",
            "part a212-555-0123",
            "rs-232-4567",
            "+1998",
            "+2005 2006 2007",
            "+baseball +2125",
            "747 757 767",
            "25,000",
            "beverly hills 90210",
        ] {
            assert_kept(text);
        }
    }

    /// Known errors: a part number in the same form, and numbers as they are written at home elsewhere.
    #[test]
    fn what_it_gets_wrong() {
        assert_eq!(clean("filter 401-0024"), "filter [phone]");
        for text in ["020 7946 0123", "0044 20 7946 0123", "555 0123", "1-800-example"] {
            assert_kept(text);
        }
    }
}
