//! The title of a page, short enough for the printed sheet.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const MOST_CHARACTERS: usize = 120;

/// A line of text of 1 to 120 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Title(String);

/// Error of a text that is not a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a title: expected one line of 1 to {MOST_CHARACTERS} characters")]
pub struct TitleError;

impl FromStr for Title {
    type Err = TitleError;

    fn from_str(text: &str) -> Result<Title, TitleError> {
        let text = text.trim();
        let is_line = !text.chars().any(char::is_control);
        let fits = (1..=MOST_CHARACTERS).contains(&text.chars().count());
        if is_line && fits { Ok(Title(text.to_owned())) } else { Err(TitleError) }
    }
}

impl TryFrom<String> for Title {
    type Error = TitleError;

    fn try_from(text: String) -> Result<Title, TitleError> {
        text.parse()
    }
}

impl From<Title> for String {
    fn from(title: Title) -> String {
        title.0
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_that_fits() {
        assert_eq!(" Ward 3 ".parse::<Title>().unwrap().to_string(), "Ward 3");
        for wrong in ["", "  ", "two\nlines", "\u{1b}[2J", &"x".repeat(121)] {
            assert_eq!(wrong.parse::<Title>(), Err(TitleError), "{wrong:?}");
        }
    }
}
