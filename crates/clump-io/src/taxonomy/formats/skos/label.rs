//! Which of several labels names a concept. The choice depends on the labels alone, not on their order.

/// A label; the least one of a concept names it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    /// How far its language is from the wanted one.
    rank: u8,
    language: String,
    text: String,
}

impl Label {
    /// A label of a `language`, where `wanted` is asked for: that language, one of its regions, no language, English,
    /// one of its regions, any other by alphabet. Without a wish: English, no language, the others.
    pub(super) fn new(text: &str, language: Option<&str>, wanted: Option<&str>) -> Label {
        let language = language.map(str::to_ascii_lowercase);
        let is = |base: &str| language.as_deref() == Some(base);
        let is_region = |base: &str| {
            language
                .as_deref()
                .and_then(|language| language.strip_prefix(base))
                .is_some_and(|rest| rest.starts_with('-'))
        };
        let rank = match wanted.map(str::to_ascii_lowercase).as_deref() {
            Some(wanted) if is(wanted) => 0,
            Some(wanted) if is_region(wanted) => 1,
            None if is("en") => 0,
            _ if language.is_none() => 2,
            _ if is("en") => 3,
            _ if is_region("en") => 4,
            _ => 5,
        };
        Label { rank, language: language.unwrap_or_default(), text: text.to_owned() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(wanted: Option<&str>, labels: &[(&'static str, Option<&str>)]) -> String {
        labels.iter().map(|&(text, language)| Label::new(text, language, wanted)).min().unwrap().text
    }

    #[test]
    fn the_wanted_language_comes_first_and_english_next() {
        let all = [("Apfel", Some("de")), ("apple", Some("EN")), ("pomme", Some("fr-CA")), ("malum", None)];
        assert_eq!(chosen(None, &all), "apple");
        assert_eq!(chosen(Some("de"), &all), "Apfel");
        assert_eq!(chosen(Some("fr"), &all), "pomme");
        assert_eq!(chosen(Some("it"), &all), "malum");
        assert_eq!(chosen(None, &all[2..]), "malum");
        assert_eq!(chosen(None, &[("b", Some("fr")), ("a", Some("fr")), ("c", Some("de"))]), "c");
    }
}
