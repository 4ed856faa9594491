//! Bounds of lists that are stored end to end.

use std::ops::Range;

/// The bounds of lists that stand end to end in one array: list `i` reaches from bound `i` to bound `i + 1`.
///
/// One number for each list and one more, so that looking up a list needs no case for the first one.
///
/// ```
/// use clump_core::containers::Bounds;
///
/// let text = "applefigpear";
/// let bounds = Bounds::from_lengths([5, 3, 4]);
/// assert_eq!(&text[bounds.get(1)], "fig");
/// assert_eq!(&text[bounds.span(1..3)], "figpear");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Ascending; the first is 0.
    bounds: Vec<usize>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { bounds: vec![0] }
    }
}

impl Bounds {
    /// No lists yet, and room for `lists`.
    pub fn with_capacity(lists: usize) -> Bounds {
        let mut bounds = Vec::with_capacity(lists + 1);
        bounds.push(0);
        Bounds { bounds }
    }

    /// The bounds of lists of these lengths.
    pub fn from_lengths(lengths: impl IntoIterator<Item = usize>) -> Bounds {
        let mut end = 0;
        let ends = lengths.into_iter().map(|length| {
            end += length;
            end
        });
        Bounds { bounds: std::iter::once(0).chain(ends).collect() }
    }

    /// Number of lists.
    #[inline]
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// True if there is no list.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Place of list `list`.
    #[inline]
    pub fn get(&self, list: usize) -> Range<usize> {
        self.bounds[list]..self.bounds[list + 1]
    }

    /// Beginning of list `list`; for the number of lists, the end of the last one.
    #[inline]
    pub fn start(&self, list: usize) -> usize {
        self.bounds[list]
    }

    /// Place of neighbouring lists together.
    #[inline]
    pub fn span(&self, lists: Range<usize>) -> Range<usize> {
        self.bounds[lists.start]..self.bounds[lists.end]
    }

    /// End of the last list; 0 if there is none.
    #[inline]
    pub fn end(&self) -> usize {
        self.bounds[self.bounds.len() - 1]
    }

    /// Place of each list, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + DoubleEndedIterator + Clone + '_ {
        self.bounds.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// Appends a list that begins where the last one ends, and reaches to `end`.
    ///
    /// # Panics
    /// When `end` lies before that.
    #[inline]
    pub fn push(&mut self, end: usize) {
        assert!(end >= self.end(), "a list does not end before it begins");
        self.bounds.push(end);
    }

    /// Moves the end of the last list to `end`; without a list nothing happens.
    ///
    /// # Panics
    /// When `end` lies before its beginning.
    #[inline]
    pub fn move_end(&mut self, end: usize) {
        if let [.., start, last] = self.bounds.as_mut_slice() {
            assert!(end >= *start, "a list does not end before it begins");
            *last = end;
        }
    }

    /// Forgets the last list.
    #[inline]
    pub fn pop(&mut self) {
        if !self.is_empty() {
            self.bounds.pop();
        }
    }

    /// Appends the lists of `other` behind these.
    pub fn append(&mut self, other: &Bounds) {
        let end = self.end();
        self.bounds.extend(other.bounds[1..].iter().map(|bound| end + bound));
    }

    /// Forgets all lists.
    pub fn clear(&mut self) {
        self.bounds.truncate(1);
    }

    /// Calls `shrink` with where each list stands and where it shall begin; it returns where it then ends.
    pub(super) fn rewrite(&mut self, mut shrink: impl FnMut(Range<usize>, usize) -> usize) {
        let (mut start, mut written) = (0, 0);
        for bound in &mut self.bounds[1..] {
            let end = *bound;
            written = shrink(start..end, written);
            (start, *bound) = (end, written);
        }
    }

    /// Place of the next value of each list while lists are filled one value at a time: list `i` begins at number
    /// `i + 1`. Numbers that have reached the ends of their lists are the bounds again; see [`Bounds::from_filled`].
    pub(super) fn into_places(self) -> Vec<usize> {
        let mut places = self.bounds;
        places.insert(0, 0);
        places.pop();
        places
    }

    /// The bounds of lists that were filled.
    pub(super) fn from_filled(places: Vec<usize>) -> Bounds {
        Bounds { bounds: places }
    }
}
