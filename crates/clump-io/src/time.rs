//! The times of a log, as seconds on one clock. Read only where sessions need them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;

/// Seconds since 1970 of `2006-03-01 07:17:12`, `2006-03-01T07:17:12`, the same with a fraction or an offset from UTC,
/// or `060301071712` (two digits of the year: 69 is 1969, 68 is 2068). Times without an offset are taken as UTC.
/// `None` for anything else, also for a date alone.
pub(crate) fn seconds(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let digits = |from: usize, to: usize| {
        bytes[from..to]
            .iter()
            .try_fold(0i16, |value, &byte| byte.is_ascii_digit().then(|| value * 10 + i16::from(byte - b'0')))
    };
    match bytes {
        [_, _, _, _, b'-', _, _, b'-', _, _, b' ' | b'T', _, _, b':', _, _, b':', _, _] => {
            let [month, day, hour, minute, second] = [5, 8, 11, 14, 17].map(|at| digits(at, at + 2));
            utc(digits(0, 4)?, [month?, day?, hour?, minute?, second?])
        }
        _ if bytes.len() == 12 => {
            let [month, day, hour, minute, second] = [2, 4, 6, 8, 10].map(|at| digits(at, at + 2));
            let year = digits(0, 2)?;
            let year = if year < 69 { 2000 + year } else { 1900 + year };
            utc(year, [month?, day?, hour?, minute?, second?])
        }
        // Long enough to hold a time of day.
        _ if bytes.len() >= "2006-03-01T07:17".len() => {
            let stamp = text.parse::<Timestamp>().ok();
            stamp
                .or_else(|| Offset::UTC.to_timestamp(text.parse::<DateTime>().ok()?).ok())
                .map(Timestamp::as_second)
        }
        _ => None,
    }
}

fn utc(year: i16, rest: [i16; 5]) -> Option<i64> {
    // Two digits each, so they fit.
    let [month, day, hour, minute, second] = rest.map(|value| value as i8);
    let time = DateTime::new(year, month, day, hour, minute, second, 0).ok()?;
    Some(Offset::UTC.to_timestamp(time).ok()?.as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_one_time_agree() {
        let expected = seconds("2006-03-01 07:17:12");
        assert_eq!(expected, Some(1_141_197_432));
        for text in [
            "2006-03-01T07:17:12",
            "060301071712",
            "2006-03-01T07:17:12Z",
            "2006-03-01T08:17:12+01:00",
            "2006-03-01 07:17:12.5",
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
        assert_eq!(seconds("970916105432"), seconds("1997-09-16 10:54:32"));
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "2006-03-01",
            "2006-13-01 07:17:12",
            "2006-02-30 07:17:12",
            "06030107171x",
            "yesterday noon, I think",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
