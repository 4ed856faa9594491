//! The two streams: sentences for a person on stderr, data on stdout. What a terminal would obey instead of show is
//! escaped on the way to a person, here and nowhere else; data for programs stay as they are.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::shown::{LINES, TABS, shown};

/// Says one line to the person who runs this. It is one line whatever the values in it hold: a line break is escaped
/// too.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::output::say_line(format_args!($($text)*)) };
}

/// What [`say!`] does. A closed stderr is no reason to fail.
pub fn say_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", shown(&line.to_string(), TABS));
}

/// Writes `value` as one JSON object on stdout.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    write_as_is(|out| out.write_all(text.as_bytes()))
}

/// Writes lines of text to stdout, with tabs between columns, and makes sure that they arrived.
pub fn write(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    if !io::stdout().is_terminal() {
        return write_as_is(fill);
    }
    let mut text = Vec::new();
    fill(&mut text)?;
    write_as_is(|out| out.write_all(shown(&String::from_utf8_lossy(&text), LINES).as_bytes()))
}

/// Writes data for programs to stdout, and makes sure that they arrived.
pub fn write_as_is(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    fill(&mut out)?;
    out.flush()?;
    Ok(())
}
