//! Errors as a page shows them: message, causes and remedy. Remedies name settings by the fields of the page.

use std::error::Error;

use clump::core::remedy::Naming;
use clump::io::ReadError;
use clump::{DataError, JobError, PublishError, RunError};
use maud::{Markup, Render, html};

/// An error for display. Like the errors of the library, it contains no value of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorView {
    pub message: String,
    /// Messages of the causes, the nearest first.
    pub causes: Vec<String>,
    /// An action for the user; `None` if no remedy is known.
    pub remedy: Option<String>,
}

impl ErrorView {
    /// An error that the page itself detects.
    pub fn new(message: impl Into<String>, remedy: impl Into<String>) -> ErrorView {
        ErrorView { message: message.into(), causes: Vec::new(), remedy: Some(remedy.into()) }
    }
}

/// Implements the conversion from errors of the library, with their causes and remedies.
macro_rules! told {
    ($($type:ty),*) => {$(
        impl From<$type> for ErrorView {
            fn from(error: $type) -> ErrorView {
                let causes = std::iter::successors(error.source(), |&cause| cause.source());
                ErrorView {
                    message: error.to_string(),
                    causes: causes.map(ToString::to_string).collect(),
                    remedy: error.remedy().map(|remedy| remedy.render(Naming::Fields)),
                }
            }
        }
    )*};
}

told!(DataError, JobError, PublishError, ReadError, RunError);

impl Render for ErrorView {
    fn render(&self) -> Markup {
        html! {
            div.error role="alert" {
                p { strong { (clump::report::markup::with_code(&self.message)) } }
                @for cause in &self.causes { p { "Cause: " (clump::report::markup::with_code(cause)) } }
                @if let Some(remedy) = &self.remedy { p { "What to do: " (clump::report::markup::with_code(remedy)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_called_as_fields() {
        let job =
            serde_json::from_str::<clump::Keys>(r#"{ "input": "log.tsv", "r": 3, "method": "nearest" }"#)
                .unwrap();
        let told = ErrorView::from(clump::Job::try_from(job).unwrap_err());
        assert!(told.message.contains("`r`") && !told.message.contains("--"), "{told:?}");
        let missing = clump::Data::read(&clump::Job::anonymize("/no/such/file.tsv"), &()).unwrap_err();
        let shown = ErrorView::from(missing).render().into_string();
        assert!(shown.contains("there is no such file") && shown.contains("What to do"), "{shown}");
    }
}
