//! Errors of the library as exceptions of Python: its own where they fit, with the remedy in keyword words. None holds a
//! value of the data.

use std::error::Error;

use clump::core::remedy::{Naming, Remedy};
use clump::io::ReadError;
use clump::{CheckError, DataError, JobError, PublishError, RunError};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The class in `clump_anon._errors` that an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What was asked for makes no sense, or cannot be had of these data.
    Setting,
    /// The data are not what they should be.
    Input,
    /// A file that is not there.
    Missing,
    /// A file that is there and must be kept.
    Exists,
    /// A file that cannot be read or written.
    Os,
    /// The run was cancelled.
    Cancelled,
    /// A release that does not keep its promise.
    Promise,
    /// Everything else.
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

/// An error that tells its kind and what to do about it.
pub(crate) trait Told: Error {
    fn kind(&self) -> Kind;
    fn remedy(&self) -> Option<Remedy>;
}

/// Implements [`Told`] by an expression for the kind; the remedy is that of the error.
macro_rules! told {
    ($($type:ty: $error:ident => $kind:expr),* $(,)?) => {$(
        impl Told for $type {
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
        DataError::Job(error) => Told::kind(error),
        DataError::Read(error) => Told::kind(error),
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
        CheckError::Job(error) => Told::kind(error),
        CheckError::Read(error) => Told::kind(error),
        CheckError::Cancelled(_) => Kind::Cancelled,
        CheckError::Unreadable { .. } | CheckError::Io(_) => Kind::Os,
        CheckError::NoPromise | CheckError::NotStated { .. } | CheckError::StrayStated { .. } => Kind::Setting,
        _ => Kind::Input,
    },
    RunError: error => match error {
        RunError::Job(error) => Told::kind(error),
        RunError::Data(error) => Told::kind(error),
        RunError::Check(error) => Told::kind(error),
        RunError::Publish(error) => Told::kind(error),
        RunError::Cancelled(_) => Kind::Cancelled,
        RunError::Io { .. } => Kind::Os,
        _ => Kind::Setting,
    },
}

/// The exception for `error`: what happened, why, and what to do.
pub(crate) fn exception(py: Python<'_>, error: &dyn Told) -> PyErr {
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

/// Panics become exceptions without what was said, which may hold values of the data; so nothing of them is printed either.
/// The hook is that of this extension alone: others have a runtime of their own.
pub(crate) fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|_| {}));
}
