//! An input may be a pattern: `logs/*.gz`. It stands for the files that match it, in the order of their names.

use std::path::Path;

use ::glob::{MatchOptions, glob_with};

use crate::error::ReadError;
use crate::source::Input;

/// As a shell does it: hidden files, the half-written ones of a run among them, must be named.
const AS_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

impl Input {
    /// The files that `inputs` stand for. What holds `*`, `?` or `[` and is not the name of a file is a pattern; folders
    /// that match it are left out.
    ///
    /// # Errors
    /// [`ReadError::NoMatch`] for a pattern that no file matches; what the operating system says about a folder.
    pub fn expand(inputs: &[Input]) -> Result<Vec<Input>, ReadError> {
        let mut files = Vec::with_capacity(inputs.len());
        for input in inputs {
            match input.pattern() {
                Some(pattern) => files.extend(input.matching(pattern)?),
                None => files.push(input.clone()),
            }
        }
        Ok(files)
    }

    /// This input as a pattern, if it is one.
    fn pattern(&self) -> Option<&str> {
        let Input::File(path) = self else { return None };
        let text = path.to_str()?;
        (text.contains(['*', '?', '[']) && !path.exists()).then_some(text)
    }

    fn matching(&self, pattern: &str) -> Result<Vec<Input>, ReadError> {
        let no_match = || ReadError::NoMatch { pattern: self.clone() };
        let found = glob_with(pattern, AS_A_SHELL).map_err(|_| no_match())?;
        let mut paths = found
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Input::from(error.path()).io(error.into()))?;
        paths.retain(|path: &std::path::PathBuf| !Path::is_dir(path));
        paths.sort_unstable();
        if paths.is_empty() { Err(no_match()) } else { Ok(paths.into_iter().map(Input::from).collect()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["b.csv", "a.csv", ".hidden.csv", "c[1].csv", "d.txt"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::create_dir(path("folder.csv")).unwrap();
        let expand = |names: &[&str]| {
            let inputs: Vec<Input> = names.iter().map(|name| path(name).into()).collect();
            Input::expand(&inputs)
        };
        let files = |names: &[&str]| names.iter().map(|name| path(name).into()).collect::<Vec<Input>>();
        assert_eq!(expand(&["d.txt", "*.csv"]).unwrap(), files(&["d.txt", "a.csv", "b.csv", "c[1].csv"]));
        assert_eq!(expand(&["[ab].csv"]).unwrap(), files(&["a.csv", "b.csv"]));
        // The name of a file is that file, and a plain name need not exist.
        assert_eq!(expand(&["c[1].csv", "none"]).unwrap(), files(&["c[1].csv", "none"]));
        assert_eq!(Input::expand(&[Input::Stdin]).unwrap(), [Input::Stdin]);
        for nothing in ["*.tsv", "[", "none/*"] {
            assert!(matches!(expand(&[nothing]), Err(ReadError::NoMatch { .. })), "{nothing}");
        }
    }
}
