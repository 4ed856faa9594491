//! Words with digits.

use super::{Shape, web};

/// From so many digits on, a number may be that of a person: of a telephone, an account, a date of birth.
pub(super) const LONG: usize = 7;

/// Years that people ask for.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2099;

/// What an amount may be of.
const CURRENCIES: [char; 4] = ['$', '£', '€', '¥'];

/// The shape of a word with digits; none without them, and for what is an address or a file and has few.
pub(super) fn of(word: &str) -> Option<Shape> {
    let digits = word.chars().filter(|char| char.is_numeric()).count();
    if digits == 0 {
        return None;
    }
    // An address may hold the number of a person as well.
    if digits >= LONG {
        return Some(Shape::LongNumber);
    }
    if web::host(word).is_some() || super::is_file_name(word) {
        return None;
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(if is_year(word) { Shape::Year } else { Shape::ShortNumber });
    }
    if is_in_three_parts(word) {
        return Some(Shape::LongNumber);
    }
    if word.contains(char::is_alphabetic) {
        // Punctuation cuts such words: only what has none is a word of its own.
        return word.chars().all(char::is_alphanumeric).then_some(Shape::LettersAndDigits);
    }
    // Signs around a number belong to the sentence, unless they say what it counts.
    let begins =
        word.starts_with(|first: char| first.is_ascii_digit() || CURRENCIES.contains(&first) || first == '.');
    let ends =
        word.ends_with(|last: char| last.is_ascii_digit() || CURRENCIES.contains(&last) || last == '%');
    match begins && ends {
        true if is_amount(word) => Some(Shape::Amount),
        true => Some(Shape::NumberWithSigns),
        false => None,
    }
}

/// Whether `word` is a year in four digits.
pub(super) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year| YEARS.contains(&year))
}

/// Whether `word` is a day, as 5/5/85, or the address of a computer: both may be of a person.
fn is_in_three_parts(word: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(char::is_numeric);
    let parts = word.split(['/', '-', '.']);
    parts.clone().count() > 2 && parts.into_iter().all(is_part)
}

/// Whether `word` is a number with a currency, a decimal or a thousands sign, or a per cent sign.
fn is_amount(word: &str) -> bool {
    let bare = word.trim_start_matches(CURRENCIES).trim_end_matches(CURRENCIES).trim_end_matches('%');
    let points = bare.matches(['.', ',']).count();
    let is_number = bare.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    is_number && (bare.len() < word.len() || points > 0)
}
