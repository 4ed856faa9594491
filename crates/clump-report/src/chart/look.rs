//! Look of a line or a part of a bar: a class for style sheets, a colour for files, and a mark.

/// Look of something drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The original data.
    Before,
    /// The release.
    After,
    /// One of many series, up to forty, each with its own combination of colour and mark.
    Nth(usize),
    /// A bound: dashed, without marks.
    Bound,
    /// Words that are published as typed.
    AsTyped,
    /// Words that are published as something more general.
    Generalized,
    /// Words that are not published.
    Gone,
}

/// The classes of [`Look::Nth`] and their colours in files.
const NTH: [(&str, &str); 8] = [
    ("c0", "#0f6b4f"),
    ("c1", "#b4540a"),
    ("c2", "#3d5fc4"),
    ("c3", "#9b3fa0"),
    ("c4", "#7d6400"),
    ("c5", "#0b7285"),
    ("c6", "#c0264b"),
    ("c7", "#5b6770"),
];

/// A disc, a square, a diamond, a triangle and a ring, around the origin.
const MARKS: [&str; 5] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-5.2 5.2 0 0 5.2-5.2 0z",
    "M0-5 4.9 3.9h-9.8z",
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM-2.6 0a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z",
];

impl Look {
    pub(super) fn class(self) -> &'static str {
        self.class_and_colour().0
    }

    pub(super) fn colour(self) -> &'static str {
        self.class_and_colour().1
    }

    fn class_and_colour(self) -> (&'static str, &'static str) {
        match self {
            Look::Before => ("before", "#87929a"),
            Look::After => ("after", "#0f6b4f"),
            Look::Nth(number) => NTH[number % NTH.len()],
            Look::Bound => ("bound", "#1a2226"),
            Look::AsTyped => ("exact", "#0f6b4f"),
            Look::Generalized => ("generalized", "#73bb9f"),
            Look::Gone => ("suppressed", "#d5dbde"),
        }
    }

    /// The path of its mark, if it has one.
    pub(super) fn mark(self) -> Option<&'static str> {
        match self {
            Look::Before => Some(MARKS[1]),
            Look::After => Some(MARKS[0]),
            Look::Nth(number) => Some(MARKS[number % MARKS.len()]),
            Look::Bound | Look::AsTyped | Look::Generalized | Look::Gone => None,
        }
    }

    /// Pattern of its line.
    pub(super) fn dashes(self) -> Option<&'static str> {
        (self == Look::Bound).then_some("5 4")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn forty_series_differ() {
        let looks: BTreeSet<_> = (0..40).map(Look::Nth).map(|look| (look.class(), look.mark())).collect();
        assert_eq!(looks.len(), 40);
    }
}
