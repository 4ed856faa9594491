//! Long numbers of unknown meaning: seven digits or more in one word or in adjacent numbers, and numbers in
//! three parts, which are dates or IP addresses. Years, amounts, versions, private IP addresses, error codes,
//! sizes and CAS numbers do not count.

use std::ops::Range;

use crate::cursor::is_one_of;

/// A number with this many digits may belong to a person: a telephone, an account, a date of birth.
const LONG: usize = 7;

/// Numbers that count as years.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2099;

/// Names of programs and other words that come before a version.
const PROGRAMS: &str = "\
    android apache chrome debian explorer firefox ie ios itunes java jdk jre kernel linux mac mysql netscape office openssl \
    opera oracle osx perl php postgresql python release rev ruby safari sql tomcat ubuntu v ver version windows winamp winzip";

/// Positions of the long numbers in `text` in bytes, extended to whole words.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut run: Vec<(&str, Range<usize>)> = Vec::new();
    let end_run = |run: &mut Vec<(&str, Range<usize>)>, spans: &mut Vec<Range<usize>>| {
        if let ([(_, first), .., (_, last)], true) = (&run[..], is_split_number(run)) {
            spans.push(first.start..last.end);
        }
        run.clear();
    };
    let mut before = "";
    for (start, token) in tokens(text) {
        let place = start..start + token.len();
        let word = token.trim_matches(|char: char| char.is_ascii_punctuation());
        let is_version = is_version(word, std::mem::replace(&mut before, word));
        if !is_version && is_long(word) && !is_other(word) {
            end_run(&mut run, &mut spans);
            spans.push(place);
        } else if !word.is_empty() && word.chars().all(char::is_numeric) {
            run.push((word, place));
        } else if !word.is_empty() {
            end_run(&mut run, &mut spans);
        }
    }
    end_run(&mut run, &mut spans);
    spans
}

/// The words of `text`, separated by white space, with their byte positions.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
}

/// True if adjacent numbers may be parts of one long number.
fn is_split_number(run: &[(&str, Range<usize>)]) -> bool {
    let digits: usize = run.iter().map(|(word, _)| word.chars().count()).sum();
    digits >= LONG && !run.iter().all(|(word, _)| is_year(word))
}

/// True if `word` alone is a long number.
fn is_long(word: &str) -> bool {
    let digits = word.chars().filter(|char| char.is_numeric()).count();
    if digits < 3 {
        return false;
    }
    let is_part = |part: &str| !part.is_empty() && part.chars().all(char::is_numeric);
    let parts = word.split(['/', '-', '.']);
    let is_in_parts = parts.clone().count() > 2 && parts.clone().all(is_part);
    let are_years = || parts.clone().all(is_year);
    (digits >= LONG || is_in_parts) && !are_years() && !is_amount(word)
}

/// True if `word` is the version of a program: three or four short numbers with points between them. Unless
/// `before`, the word before it, names a program, `word` must not be readable as a date or an IP address.
fn is_version(word: &str, before: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let are_numbers = parts.iter().all(|part| (1..=4).contains(&part.len()) && are_digits(part));
    if !matches!(parts.len(), 3 | 4) || !are_numbers {
        return false;
    }
    let digits = word.len() - (parts.len() - 1);
    let is_short = match parts[..] {
        // Excludes dates, which begin or end with a year of two digits.
        [first, _, last] => last.len() == 1 && first.len() <= 3 && digits <= 6,
        _ => digits <= 5,
    };
    let is_named = is_one_of(before, PROGRAMS)
        && parts[0].len() <= 2
        && parts[2].len() <= if parts.len() == 3 { 3 } else { 4 };
    is_short || is_named
}

/// True if a long number has a form that never identifies a person.
fn is_other(word: &str) -> bool {
    is_private_address(word) || is_error_code(word) || is_size(word) || is_substance(word)
}

/// True for private IP addresses (10.x, 172.16.x to 172.31.x, 192.168.x, 127.x), network masks, and 0.0.0.0.
fn is_private_address(word: &str) -> bool {
    let word = word.split_once("://").map_or(word, |(_, rest)| rest);
    let address = word.split(['/', ':']).next().unwrap_or(word);
    let parts: Option<Vec<u8>> = address.split('.').map(|part| part.parse().ok()).collect();
    let is_private = |parts: &[u8]| match parts {
        [0 | 10 | 127 | 255, _, _, _] | [192, 168, _, _] | [169, 254, _, _] => true,
        [172, second, _, _] => (16..32).contains(second),
        _ => false,
    };
    parts.is_some_and(|parts| is_private(&parts))
}

/// True for an error code: `0x80070005`.
fn is_error_code(word: &str) -> bool {
    let code = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    code.is_some_and(|code| code.len() <= 8 && code.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// True for the size of a screen (`1920x1080`) or of a tyre (`205/55/16`, `p195/65r15`).
fn is_size(word: &str) -> bool {
    let lengths = |text: &str, signs: &[char]| -> Option<Vec<usize>> {
        text.split(signs).map(|part| are_digits(part).then_some(part.len())).collect()
    };
    let screen = lengths(word, &['x', 'X']);
    let tyre = lengths(word.trim_start_matches(['p', 'P']), &['/', 'r', 'R']);
    screen.is_some_and(|lengths| matches!(lengths[..], [2..=5, 2..=5]))
        || (word.contains('/') && tyre.is_some_and(|lengths| lengths == [3, 2, 2]))
}

/// True for a substance number of the Chemical Abstracts Service with a correct check digit: `50-78-2`.
fn is_substance(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let [first, second, check] = parts[..] else { return false };
    let has_form = (2..=7).contains(&first.len()) && second.len() == 2 && check.len() == 1;
    let digits = || first.bytes().chain(second.bytes()).rev().map(|byte| u32::from(byte.wrapping_sub(b'0')));
    has_form
        && parts.iter().all(|part| are_digits(part))
        && digits().zip(1..).map(|(digit, weight)| digit * weight).sum::<u32>() % 10
            == u32::from(check.as_bytes()[0] - b'0')
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if `word` is a year in four digits, from 1500 to 2099.
pub fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year| YEARS.contains(&year))
}

/// True if `word` is a number with a comma before each group of three digits: `$1,000,000`. With points
/// instead of commas it must be round, because 12.345.678 is an identity number in some countries.
fn is_amount(word: &str) -> bool {
    if word.ends_with(".000") && !word.contains(',') {
        return is_amount(&word.replace('.', ","));
    }
    let (whole, cents) = word.split_once('.').unwrap_or((word, ""));
    let mut groups = whole.trim_start_matches(['$', '£', '€', '¥']).split(',');
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    rest.peek().is_some()
        && (1..=3).contains(&first.len())
        && are_digits(first)
        && rest.all(|group| group.len() == 3 && are_digits(group))
        && cents.len() <= 2
        && (cents.is_empty() || are_digits(cents))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        spans(text).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn long_numbers_are_found_whole() {
        for (text, number) in [
            ("account 12345678 x", "12345678"),
            ("555 0123", "555 0123"),
            ("(555) 0123", "(555) 0123"),
            ("a 212 - 555 - 0123 b", "212 - 555 - 0123"),
            ("ssn 123, 45, 6789", "123, 45, 6789"),
            ("212. 555. 0123", "212. 555. 0123"),
            ("born 5/5/85.", "5/5/85."),
            ("192.0.2.235", "192.0.2.235"),
            ("2.6.17", "2.6.17"),
            ("dni 12.345.678", "12.345.678"),
            ("0x800700051234", "0x800700051234"),
            ("50-78-3", "50-78-3"),
            ("wba12345678x", "wba12345678x"),
        ] {
            assert_eq!(found(text), [number], "{text}");
        }
        for text in ["2006 2007 2008", "1914-1918", "$1,000,000", "90210 4", "9/11 2001", "john 3:16", ""]
            .into_iter()
            .chain(["10.0.0.12", "192.168.0.0/16", "http://192.168.1.1", "255.255.255.0", "172.16.0.1"])
            .chain(["version 1.2.3", "firefox 1.5.0.4", "python 3.11.7", "linux 2.6.17", "ie 6.0.2900.2180"])
            .chain(["0x80070005", "1920x1080", "205/55/16", "p195/65r15", "50-78-2", "1.000.000 euro"])
        {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
