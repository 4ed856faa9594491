//! Many short strings in one allocation.

use crate::containers::Bounds;

/// A list of strings, stored end to end: what [`Ragged`](crate::containers::Ragged) is for other values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// Place of each string in `text`.
    bounds: Bounds,
}

impl Names {
    /// Appends `name` and returns its number.
    ///
    /// # Panics
    /// When there are 2^32 names already.
    pub fn push(&mut self, name: &str) -> u32 {
        let number = u32::try_from(self.len()).expect("fewer than 2^32 names");
        self.text.push_str(name);
        self.bounds.push(self.text.len());
        number
    }

    /// The name with number `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.bounds.get(index)]
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.len() * size_of::<usize>()
    }

    /// All names by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.bounds.iter().map(|range| &self.text[range])
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut list = Names::default();
        for name in names {
            list.push(name);
        }
        list
    }
}
