//! The line that an error is about, for people who may see it.

use super::ReadError;
use crate::lines::Lines;

impl ReadError {
    /// The line that the error is about, read again from its file. It is a value of the data: only for people who
    /// asked to see it. `None` where no line is to blame, or the source cannot be read twice.
    pub fn offending_line(&self) -> Option<String> {
        let (file, number) = match self {
            ReadError::Malformed { file, line, .. }
            | ReadError::UnknownItem { file, line, .. }
            | ReadError::OverrideLabel { file, line } => (file, *line),
            _ => return None,
        };
        if !file.can_be_read_again() {
            return None;
        }
        let mut lines = Lines::new(file.clone(), file.open(&()).ok()?).ok()?;
        while let Some(line) = lines.next().ok()? {
            if line.number == number {
                return Some(line.text.to_owned());
            }
        }
        None
    }
}
