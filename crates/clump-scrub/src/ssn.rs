//! Social security numbers of the United States: 123-45-6789 or 123 45 6789. Nine bare digits count only if
//! the words next to them name the number.

use crate::cursor::{Cursor, FILLERS, is_hyphen, is_one_of};

/// End of the social security number that begins at `start`, if one does.
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
    // After a bracket, a space or nothing may follow.
    if second != separator && !(has_bracket && second.is_some()) {
        return None;
    }
    let serial = cursor.digits(4)?;
    let given_out =
        !matches!(area, "000" | "666") && !area.starts_with('9') && group != "00" && serial != "0000";
    let said = second.is_some() || is_named(start.words_behind()) || is_named_after(cursor);
    (cursor.free_ahead() && given_out && said).then_some(cursor)
}

/// True if the words before a number, from right to left, name it: `ssn`, `social security`, with fillers.
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

/// True if the words after the number name it.
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

#[cfg(test)]
mod tests {
    use crate::clean;
    use crate::tests::{assert_found, assert_kept};

    /// 078-05-1120 was printed on sample cards in wallets, and belongs to no person; 219-09-9999 was used in
    /// a pamphlet.
    #[test]
    fn numbers_in_their_form_are_found() {
        for number in [
            "078-05-1120",
            "078 05 1120",
            "219-09-9999",
            "123\u{2011}45\u{2011}6789",
            "078+05+1120",
            "078 - 05 - 1120",
            "078.05.1120",
            "078, 05, 1120",
            "(078) 05-1120",
        ] {
            assert_found("[ssn]", number);
        }
    }

    #[test]
    fn nine_bare_digits_need_a_word() {
        for (text, expected) in [
            ("ssn 078051120", "ssn [ssn]"),
            ("SSN# 078051120", "SSN# [ssn]"),
            ("ssn:078051120", "ssn:[ssn]"),
            ("ssn+078051120", "ssn+[ssn]"),
            ("whose social security number is 078051120", "whose social security number is [ssn]"),
            ("078051120 social security", "[ssn] social security"),
            ("078051120", "078051120"),
            ("social security 1978 078051120", "social security 1978 078051120"),
            ("national security 078051120", "national security 078051120"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn what_was_never_given_out_stays() {
        for text in [
            "000-12-3456",
            "666-12-3456",
            "912-34-5678",
            "123-00-4567",
            "123-45-0000",
            "123-45 6789",
            "123-45-67890",
            "1123-45-6789",
            "123-45-6789-0",
            "a123-45-6789",
            "12-345-6789",
            "902101234",
            "90210-1234",
            "12-25-2005",
        ] {
            assert_kept(text);
        }
    }
}
