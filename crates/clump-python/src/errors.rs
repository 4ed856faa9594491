//! Errors of the library as Python exceptions: subclasses of the built-in ones where they fit, with the
//! remedy in terms of keyword arguments. None contains a value of the data.

use std::error::Error;

use clump::core::remedy::{Naming, Remedy};
use clump::io::ReadError;
use clump::{CheckError, DataError, JobError, PublishError, RunError};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The exception class in `clump_anon._errors` for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A setting is wrong, or impossible for these data.
    Setting,
    /// The input data are malformed.
    Input,
    /// A file does not exist.
    Missing,
    /// A file exists and must not be replaced.
    Exists,
    /// A file cannot be read or written.
    Os,
    /// The run was cancelled.
    Cancelled,
    /// A release does not keep its promise.
    Promise,
    /// Any other error.
    Other,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Setting => "SettingError",
            Kind::Input => "InputError",
            Kind::Missing => "MissingFileError",
            Kind::Exists => "ExistingFileError",
            Kind::Os => "FileError",
            Kind::Promise => "PromiseError",
            Kind::Cancelled | Kind::Other => "ClumpError",
        }
    }
}

/// An error of the library that knows its exception class and its remedy.
pub(crate) trait ErrorInfo: Error {
    fn kind(&self) -> Kind;
    fn remedy(&self) -> Option<Remedy>;
}

/// Implements [`ErrorInfo`] for each type, with an expression for its kind. The remedy is the error's own.
macro_rules! told {
    ($($type:ty: $error:ident => $kind:expr),* $(,)?) => {$(
        impl ErrorInfo for $type {
            fn kind(&self) -> Kind {
                let $error = self;
                $kind
            }

            fn remedy(&self) -> Option<Remedy> {
                <$type>::remedy(self)
            }
        }
    )*};
}

told! {
    ReadError: error => match error {
        ReadError::Missing { .. } | ReadError::NoMatch { .. } => Kind::Missing,
        ReadError::Io { .. }
        | ReadError::Shrunk { .. }
        | ReadError::Temporary { .. }
        | ReadError::Directory { .. } => Kind::Os,
        ReadError::Cancelled(_) => Kind::Cancelled,
        ReadError::BuiltWithout(_) => Kind::Other,
        _ => Kind::Input,
    },
    JobError: error => match error {
        JobError::SensitiveFile { .. } | JobError::KeyFile { .. } => Kind::Os,
        JobError::BuiltWithout(_) => Kind::Other,
        _ => Kind::Setting,
    },
    DataError: error => match error {
        DataError::Job(error) => ErrorInfo::kind(error),
        DataError::Read(error) => ErrorInfo::kind(error),
        DataError::Cancelled(_) => Kind::Cancelled,
        DataError::LabelFile { .. } => Kind::Os,
        _ => Kind::Input,
    },
    PublishError: error => match error {
        PublishError::Exists { .. } => Kind::Exists,
        PublishError::NoFolder { .. } => Kind::Missing,
        PublishError::Cancelled(_) => Kind::Cancelled,
        PublishError::Unwritable { .. } => Kind::Os,
        _ => Kind::Setting,
    },
    CheckError: error => match error {
        CheckError::Job(error) => ErrorInfo::kind(error),
        CheckError::Read(error) => ErrorInfo::kind(error),
        CheckError::Cancelled(_) => Kind::Cancelled,
        CheckError::Unreadable { .. } | CheckError::Io(_) => Kind::Os,
        CheckError::NoPromise | CheckError::NotStated { .. } | CheckError::StrayStated { .. } => Kind::Setting,
        _ => Kind::Input,
    },
    RunError: error => match error {
        RunError::Job(error) => ErrorInfo::kind(error),
        RunError::Data(error) => ErrorInfo::kind(error),
        RunError::Check(error) => ErrorInfo::kind(error),
        RunError::Publish(error) => ErrorInfo::kind(error),
        RunError::Cancelled(_) => Kind::Cancelled,
        RunError::Io { .. } => Kind::Os,
        _ => Kind::Setting,
    },
}

/// The exception for `error`, with message, causes and remedy.
pub(crate) fn exception(py: Python<'_>, error: &dyn ErrorInfo) -> PyErr {
    if error.kind() == Kind::Cancelled {
        return PyKeyboardInterrupt::new_err(());
    }
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(because) = cause {
        message.push_str(&format!(": {because}"));
        cause = because.source();
    }
    let remedy = error.remedy().map(|remedy| remedy.render(Naming::Keywords));
    raised(py, error.kind(), &message, remedy.as_deref())
}

/// An exception of the class of `kind`.
pub(crate) fn raised(py: Python<'_>, kind: Kind, message: &str, remedy: Option<&str>) -> PyErr {
    let made = py
        .import("clump_anon._errors")
        .and_then(|module| module.getattr(kind.class()))
        .and_then(|class| class.call1((message, remedy)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Silences panic messages, which may contain values of the data: PyO3 raises panics as exceptions. The hook
/// affects only this extension, because others have their own Rust runtime.
pub(crate) fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|_| {}));
}
