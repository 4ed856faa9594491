//! The two streams: sentences for people on stderr, data on stdout. Only this file escapes control characters
//! for people. Data for programs stay as they are.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::terminal_text::{LINES, TABS, shown};

/// Prints one line on stderr. It is one line whatever its values are: line breaks are escaped too.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::output::say_line(format_args!($($text)*)) };
}

/// Implements [`say!`]. A closed stderr is no reason to fail.
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
