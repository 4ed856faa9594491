//! The parameters of a method, declared once in one list of fields. The list defines the settings of the
//! method, their defaults and setters, and the keys of a job with their help. It also converts keys to
//! settings and back.

use crate::JobError;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::job::keys::{KeyGroup, MethodKeys};
use crate::methods::KeySource;

/// The parameters of a method. [`settings!`] implements the trait, except for methods whose parameters depend
/// on each other.
pub trait Parameters: Default {
    /// The keys that only this method reads.
    type Keys: KeyGroup;

    /// Makes the parameters from `keys` and from those keys of `shared` that the method reads. Takes these
    /// out of `shared`, and uses defaults for keys that are not set.
    fn take(keys: Self::Keys, shared: &mut MethodKeys) -> Result<Self, JobError>;

    /// Adds the parameters to `echo`.
    fn echo(&self, echo: &mut Echo);

    /// Source of the secret key; `None` for methods without a key.
    fn key(&self) -> Option<&KeySource> {
        None
    }
}

key_group! {
    /// The empty group of keys, for a method without its own parameters.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct NoKeys {}
}

/// Declares the settings of a method. A field is a key that this method alone reads: with a default (`= 2`),
/// optional (`Option<T>`), or a switch (`bool`). Its documentation is the help of the flag; `#[arg(...)]`
/// says how the flag is parsed. A field that is `#[shared]` is a key that several methods read, declared in
/// [`MethodKeys`].
///
/// ```text
/// settings! {
///     /// Replaces items by ancestors.
///     pub struct Apriori: AprioriKeys {
///         /// Number of a person's items that an attacker knows, for example 3 [default: 2]
///         #[arg(value_parser = flags::whole_number)]
///         pub m: usize = 2,
///         /// Seed of the search.
///         #[shared]
///         pub seed: Option<u64>,
///     }
/// }
/// ```
macro_rules! settings {
    // Case of a method without its own parameters.
    ($(#[doc = $doc:literal])* pub struct $Settings:ident { $($fields:tt)* }) => {
        settings!(@field { {$($doc)*} $Settings $crate::methods::settings::NoKeys } [] [] $($fields)*);
    };
    ($(#[doc = $doc:literal])* pub struct $Settings:ident: $Keys:ident { $($fields:tt)* }) => {
        settings!(@field { {$($doc)*} $Settings $Keys } [] [] $($fields)*);
    };

    // Handles one field after the other. Collects the keys of this method, and all fields with their kinds.
    (@field $head:tt [$($own:tt)*] [$($all:tt)*]
        $(#[doc = $doc:literal])* #[shared] pub $field:ident: KeySource,
        $($rest:tt)*
    ) => {
        settings!(@field $head [$($own)*] [$($all)*
            { key_source $field {$($doc)*} {KeySource} {KeySource::default()} }] $($rest)*);
    };
    (@field $head:tt [$($own:tt)*] [$($all:tt)*]
        $(#[doc = $doc:literal])* #[shared] pub $field:ident: Option<$type:ty>,
        $($rest:tt)*
    ) => {
        settings!(@field $head [$($own)*] [$($all)*
            { shared_option $field {$($doc)*} {Option<$type>} {None} }] $($rest)*);
    };
    (@field $head:tt [$($own:tt)*] [$($all:tt)*]
        $(#[doc = $doc:literal])* #[shared] pub $field:ident: $type:ty = $default:expr,
        $($rest:tt)*
    ) => {
        settings!(@field $head [$($own)*] [$($all)*
            { shared $field {$($doc)*} {$type} {$default} }] $($rest)*);
    };
    (@field $head:tt [$($own:tt)*] [$($all:tt)*]
        $(#[doc = $doc:literal])* $(#[arg($($arg:tt)*)])? pub $field:ident: $type:ty,
        $($rest:tt)*
    ) => {
        settings!(@field $head [$($own)*
            $(#[doc = $doc])* #[arg(long, hide = true $(, $($arg)*)?)] pub $field: $type,] [$($all)*
            { plain $field {$($doc)*} {$type} {<$type>::default()} }] $($rest)*);
    };
    (@field $head:tt [$($own:tt)*] [$($all:tt)*]
        $(#[doc = $doc:literal])* $(#[arg($($arg:tt)*)])? pub $field:ident: $type:ty = $default:expr,
        $($rest:tt)*
    ) => {
        settings!(@field $head [$($own)*
            $(#[doc = $doc])* #[arg(long, hide = true $(, $($arg)*)?)] pub $field: Option<$type>,] [$($all)*
            { own $field {$($doc)*} {$type} {$default} }] $($rest)*);
    };

    // Case after the last field.
    (@field { {$($doc:literal)*} $Settings:ident $Keys:ident } [$($own:tt)*] $all:tt) => {
        $crate::job::keys::group::key_group! {
            #[doc = concat!("The keys of [`", stringify!($Settings), "`](struct@", stringify!($Settings), ").")]
            #[command(next_help_heading = "Method")]
            #[read_by(Named)]
            pub struct $Keys { $($own)* }
        }

        settings!(@struct { {$($doc)*} $Settings $Keys } $all);
    };
    (@field { {$($doc:literal)*} $Settings:ident $NoKeys:path } [] $all:tt) => {
        settings!(@struct { {$($doc)*} $Settings $NoKeys } $all);
    };
    (@struct { {$($doc:literal)*} $Settings:ident $Keys:path }
        [$({ $kind:ident $field:ident {$($field_doc:literal)*} {$type:ty} {$default:expr} })*]
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $Settings {
            $($(#[doc = $field_doc])* pub $field: $type,)*
        }

        impl Default for $Settings {
            fn default() -> $Settings {
                $Settings { $($field: $default,)* }
            }
        }

        $crate::methods::settings::setters!($Settings { $($field: $type),* });

        #[allow(unused_variables, reason = "all keys may be shared, or none")]
        impl $crate::methods::settings::Parameters for $Settings {
            type Keys = $Keys;

            fn take(
                keys: Self::Keys,
                shared: &mut $crate::job::keys::MethodKeys,
            ) -> Result<$Settings, $crate::JobError> {
                Ok($Settings { $($field: settings!(@take $kind keys shared $field {$default}),)* })
            }

            fn echo(&self, echo: &mut $crate::job::echo::Echo) {
                $(settings!(@echo $kind self echo $field);)*
            }

            fn key(&self) -> Option<&$crate::methods::KeySource> {
                None$(.or(settings!(@key $kind self $field)))*
            }
        }
    };

    (@take key_source $keys:ident $shared:ident $field:ident {$default:expr}) => {
        $crate::methods::KeySource::take($shared)?
    };
    (@take shared_option $keys:ident $shared:ident $field:ident {$default:expr}) => { $shared.$field.take() };
    (@take shared $keys:ident $shared:ident $field:ident {$default:expr}) => {
        $shared.$field.take().unwrap_or($default)
    };
    (@take own $keys:ident $shared:ident $field:ident {$default:expr}) => { $keys.$field.unwrap_or($default) };
    (@take $kind:ident $keys:ident $shared:ident $field:ident {$default:expr}) => { $keys.$field };

    (@echo key_source $self:ident $echo:ident $field:ident) => { $self.$field.echo($echo) };
    (@echo $kind:ident $self:ident $echo:ident $field:ident) => { $echo.put(stringify!($field), &$self.$field) };

    (@key key_source $self:ident $field:ident) => { Some(&$self.$field) };
    (@key $kind:ident $self:ident $field:ident) => { None };
}
pub(super) use settings;

/// Declares a setter for each field, for calls like `Nearest::default().effort(Effort::Best)`.
macro_rules! setters {
    ($Settings:ident { $($field:ident: $type:ty),* $(,)? }) => {
        impl $Settings {
            $(
                #[doc = concat!("Sets [`", stringify!($Settings), "::", stringify!($field), "`](struct@", stringify!($Settings), ").")]
                #[must_use]
                pub fn $field(mut self, $field: impl Into<$type>) -> $Settings {
                    self.$field = $field.into();
                    self
                }
            )*
        }
    };
}
pub(super) use setters;
