//! Normal form of a query: two queries are the same if they differ only in case and white space.

/// `query` in lower case, without white space around it and with one space for each white space inside. Applying
/// the function twice changes nothing more.
///
/// Texts that differ in the encoding of an accent, and synonyms, stay different. They are counted separately, so a
/// method that needs many owners drops more, never less.
pub fn normal_form(query: &str) -> String {
    let mut normal = String::with_capacity(query.len());
    for word in query.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(&word.to_lowercase());
    }
    normal
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_normal_form_is_its_own(query in ".*") {
            let normal = normal_form(&query);
            prop_assert_eq!(normal_form(&normal), normal);
        }
    }

    #[test]
    fn case_and_white_space_do_not_matter() {
        assert_eq!(normal_form("  Dog\t FOOD  brands "), "dog food brands");
        assert_eq!(normal_form(" \t "), "");
    }
}
