//! Categories of codes: diagnosis codes grouped by their first three characters, as `A01` has `A01.0` and `A01.1`.

use super::counts::top_counts;
use super::knowledge::{FactWeights, Knowledge, Learned};

/// Number of characters of a category. ICD-9 and ICD-10 have the same.
const CHARACTERS: usize = 3;

/// Score of the numbers of the most frequent categories, see [`top_counts`]. The number of a category is the sum of
/// the numbers of its codes: diagnoses, not owners. Published labels of the taxonomy count too if they begin with the
/// category: a release that generalizes `A01.0` to `<A01 food poisoning>` keeps it. `None` if the items are no codes.
pub(super) fn categories(known: &Knowledge, original: &Knowledge) -> Option<f64> {
    are_codes(original.of(Learned::Item)).then_some(())?;
    top_counts(&by_category(known), &by_category(original))
}

fn by_category(known: &Knowledge) -> FactWeights {
    let mut categories = FactWeights::new();
    let codes = known.of(Learned::Item).iter().filter_map(|(code, owners)| Some((prefix(code)?, owners)));
    let labels =
        known.of(Learned::Category).iter().filter_map(|(label, owners)| Some((named(label)?, owners)));
    for (category, &owners) in codes.chain(labels) {
        *categories.entry(category.to_owned()).or_default() += owners;
    }
    categories
}

/// The first characters of a code; `None` if it is shorter.
fn prefix(code: &str) -> Option<&str> {
    let end = code.char_indices().nth(CHARACTERS - 1).map(|(at, last)| at + last.len_utf8())?;
    Some(&code[..end])
}

/// The category at the beginning of a label: `A01` of `A01 food poisoning` and of `[A01] Food poisoning`. `None` for a
/// range such as `A01-A04`, and if the label begins with another text.
fn named(label: &str) -> Option<&str> {
    let label = label.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let end = label.find(|sign: char| !sign.is_alphanumeric() && sign != '.').unwrap_or(label.len());
    let (first, rest) = label.split_at(end);
    let is_range = rest.starts_with(['-', '–']);
    (!is_range && is_code(first)).then(|| prefix(first)).flatten()
}

/// True if at least nine of ten items look like codes, and codes of different lengths occur, so that some are below
/// others. Running numbers, such as those of articles, are no codes.
fn are_codes(items: &FactWeights) -> bool {
    let is_running = |item: &str| !item.starts_with('0') && item.bytes().all(|byte| byte.is_ascii_digit());
    if items.keys().filter(|item| is_code(item)).all(|item| is_running(item)) {
        return false;
    }
    let codes = items.keys().filter(|item| is_code(item)).count();
    let lengths = items.keys().map(|item| item.len());
    !items.is_empty() && 10 * codes >= 9 * items.len() && lengths.clone().min() != lengths.max()
        || codes > 0 && codes == items.len() && items.keys().all(|item| item.contains('.'))
}

/// True for a code such as `A01.1`, `0010` or `V100`: at most one letter, then digits, perhaps with a point.
fn is_code(text: &str) -> bool {
    let (first, rest) = match text.strip_prefix(|first: char| first.is_ascii_alphabetic()) {
        Some(rest) => (1, rest),
        None => (0, text),
    };
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    let points = rest.bytes().filter(|&byte| byte == b'.').count();
    digits + points == rest.len() && points <= 1 && first + digits >= CHARACTERS && text.len() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(items: &[(&str, u64)], labels: &[(&str, u64)]) -> Knowledge {
        let mut known = Knowledge::default();
        items.iter().for_each(|&(item, owners)| known.learn(Learned::Item, item, owners));
        labels.iter().for_each(|&(label, owners)| known.learn(Learned::Category, label, owners));
        known
    }

    #[test]
    fn codes_are_summed_by_their_first_three_characters() {
        let original = known(&[("A01.0", 6), ("A01.1", 4), ("B20", 5)], &[]);
        assert_eq!(categories(&original, &original), Some(1.0));
        // A01 has 6 of 10, B20 none.
        assert!((categories(&known(&[("A01.0", 6)], &[]), &original).unwrap() - 0.3).abs() < 1e-12);
        assert_eq!(categories(&Knowledge::default(), &original), Some(0.0));
    }

    #[test]
    fn generalized_codes_count_but_ranges_do_not() {
        let original = known(&[("A01.0", 6), ("A01.1", 4), ("B20", 5)], &[]);
        let generalized =
            known(&[("A01.0", 6)], &[("A01 food poisoning", 4), ("A01-A04 gut", 5), ("all", 5)]);
        assert_eq!(categories(&generalized, &original), Some(0.5));
        assert_eq!(named("[001] Cholera"), Some("001"));
        assert_eq!(named("~0010"), Some("001"));
        assert_eq!(named("Drink/Beverages"), None);
    }

    #[test]
    fn items_that_are_no_codes_have_no_categories() {
        let products = known(&[("milk", 5), ("bread", 6)], &[]);
        assert_eq!(categories(&products, &products), None);
        // Numbers of pages are all as long, so none is below another.
        let pages = known(&[("1000", 5), ("1001", 6)], &[]);
        assert_eq!(categories(&pages, &pages), None);
        let articles = known(&[("0", 7), ("38", 9), ("101", 5), ("10515", 6)], &[]);
        assert_eq!(categories(&articles, &articles), None);
        assert_eq!(categories(&Knowledge::default(), &Knowledge::default()), None);
    }
}
