//! The plain form of a text, in which no unusual spelling of a character hides an identifier.
//!
//! `john&#64;gmail.com`, `john%40gmail.com`, `john＠gmail.com` and `john@gm<zero-width space>ail.com` all
//! become `john@gmail.com`. The order is: HTML entities and percent codes (twice), then NFKC. Then invisible
//! characters are removed, and digits of other scripts, hyphens and spaces become those of ASCII.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The digit zero of each supported script; the other nine digits follow it in Unicode.
const ZEROS: [char; 10] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}', '\u{e50}',
    '\u{7c0}',
];

/// HTML entities with a name. Numeric entities are decoded without a list.
const ENTITIES: [(&str, char); 15] = [
    ("amp", '&'),
    ("apos", '\''),
    ("colon", ':'),
    ("commat", '@'),
    ("dash", '-'),
    ("equals", '='),
    ("gt", '>'),
    ("lowbar", '_'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("num", '#'),
    ("period", '.'),
    ("quot", '"'),
    ("shy", '\u{ad}'),
    ("sol", '/'),
];

/// Converts `text` to its plain form; borrowed if it is plain already, as nearly every query is.
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii() && byte != b'&' && byte != b'%';
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    // Decodes twice, because a code can hold another code: `%2540` and `&amp;#64;`.
    let decoded = (0..2).fold(text.to_owned(), |text, _| percent_codes(&entities(&text)));
    if decoded.is_ascii() {
        return if decoded == text { Cow::Borrowed(text) } else { Cow::Owned(decoded) };
    }
    Cow::Owned(decoded.nfkc().filter(|&char| !is_invisible(char)).map(to_ascii).collect())
}

/// True for invisible characters: Unicode's `Default_Ignorable_Code_Point`, the empty Braille pattern, and
/// the anchors and placeholders of interlinear annotations and embedded objects.
fn is_invisible(char: char) -> bool {
    matches!(char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn to_ascii(char: char) -> char {
    match char {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{2032}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2215}' | '\u{2044}' => '/',
        space if space.is_whitespace() && !space.is_control() => ' ',
        char => match ZEROS.iter().find(|&&zero| (zero..=at(zero, 9)).contains(&char)) {
            Some(&zero) => at('0', char as u32 - zero as u32),
            None => char,
        },
    }
}

fn at(zero: char, digit: u32) -> char {
    char::from_u32(zero as u32 + digit).unwrap_or(zero)
}

/// Replaces HTML entities such as `&#64;`, `&#x40;` and `&commat;` by characters. A number may lack its
/// semicolon.
fn entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start + 1..];
        match entity(rest) {
            Some((char, length)) => {
                decoded.push(char);
                rest = &rest[length..];
            }
            None => decoded.push('&'),
        }
    }
    decoded + rest
}

/// The character of the entity at the start of `text`, after its `&`, and the length of the entity in bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    if let Some(number) = text.strip_prefix('#') {
        let (digits, radix, before) = match number.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16, 2),
            None => (number, 10, 1),
        };
        let length = digits.bytes().take(7).take_while(|&byte| char::from(byte).is_digit(radix)).count();
        let char = char::from_u32(u32::from_str_radix(&digits[..length], radix).ok()?)?;
        let end = usize::from(digits[length..].starts_with(';'));
        return (!char.is_control()).then_some((char, before + length + end));
    }
    ENTITIES.iter().find_map(|&(name, char)| {
        let rest = text.strip_prefix(name)?;
        rest.starts_with(';').then_some((char, name.len() + 1))
    })
}

/// Replaces percent codes such as `%40` by their characters, except control characters. `100%` stays.
fn percent_codes(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('%') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        match coded_char(rest) {
            Some((char, length)) => {
                decoded.push(char);
                rest = &rest[length..];
            }
            None => {
                decoded.push('%');
                rest = &rest[1..];
            }
        }
    }
    decoded + rest
}

/// The character that the percent codes at the start of `text` encode, and their length in bytes.
fn coded_char(text: &str) -> Option<(char, usize)> {
    let mut bytes = [0; 4];
    for (count, byte) in codes(text).take(bytes.len()).enumerate() {
        bytes[count] = byte;
        if let Ok(char) = std::str::from_utf8(&bytes[..=count]) {
            let char = char.chars().next().filter(|char| !char.is_control())?;
            return Some((char, 3 * (count + 1)));
        }
    }
    None
}

/// The bytes that the percent codes at the start of `text` encode.
fn codes(text: &str) -> impl Iterator<Item = u8> {
    text.as_bytes().chunks_exact(3).map_while(|code| match code {
        [b'%', digits @ ..] if digits.iter().all(u8::is_ascii_hexdigit) => {
            u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguises_have_one_form() {
        for disguise in [
            "john@gmail.com",
            "john&#64;gmail.com",
            "john&#064;gmail&#46;com",
            "john&#x40;gmail.com",
            "john&commat;gmail&period;com",
            "john%40gmail.com",
            "john%40gmail%2Ecom",
            "john&amp;#64;gmail.com",
            "john%2540gmail.com",
            "john\u{ff20}gmail.com",
            "jo\u{200b}hn@gm\u{ad}ail.com",
            "john\u{feff}@gmail\u{2060}.com",
            "john%e2%80%8b@gmail.com",
            "john%ef%bc%a0gmail.com",
        ] {
            assert_eq!(plain(disguise), "john@gmail.com", "{disguise}");
        }
        let ignorable = "\u{115f}\u{1160}\u{17b4}\u{180b}\u{180f}\u{2065}\u{2800}\u{3164}\u{ffa0}\u{fff9}\u{fffc}\u{1bca0}\u{1d173}\u{e0001}\u{e0020}\u{e01ef}";
        for ignorable in ignorable.chars() {
            assert_eq!(plain(&format!("john{ignorable}@gmail.com")), "john@gmail.com", "{ignorable:?}");
        }
        assert_eq!(plain("٠١٧١ ２３４"), "0171 234");
        assert_eq!(plain("555\u{2011}0123\u{a0}x"), "555-0123 x");
    }

    #[test]
    fn other_texts_stay() {
        for text in ["dogs & cats", "100% cotton", "at&t", "50%off", "école", "a&#b", "r&b &c", "%zz %4"] {
            assert_eq!(plain(text), text);
        }
        assert!(matches!(plain("dog food 24/7"), Cow::Borrowed(_)));
    }
}
