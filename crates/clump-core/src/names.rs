//! Many short strings in one allocation.

/// A list of strings, stored end to end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// Where each string ends in `text`.
    ends: Vec<usize>,
}

impl Names {
    /// Appends `name` and returns its number.
    ///
    /// # Panics
    /// When there are 2^32 names already.
    pub fn push(&mut self, name: &str) -> u32 {
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 names");
        self.text.push_str(name);
        self.ends.push(self.text.len());
        number
    }

    /// The name with number `index`.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<usize>()
    }

    /// All names by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
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
