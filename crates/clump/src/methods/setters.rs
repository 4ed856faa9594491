//! Setters for the parameters of methods, so that a program can write `Nearest::default().effort(Effort::Best)`.

/// Declares a setter for each field.
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
