//! The two streams: sentences for a person on stderr, data on stdout.

use std::io::{self, Write};

use serde::Serialize;

/// Says a line to the person who runs this. A closed stderr is no reason to fail.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Writes `value` as one JSON object on stdout.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    write(|out| out.write_all(text.as_bytes()))
}

/// Writes to stdout and makes sure that it arrived.
pub fn write(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    fill(&mut out)?;
    out.flush()?;
    Ok(())
}
