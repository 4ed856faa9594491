//! `clump decode`: decrypts the queries that at least k owners asked.

use std::path::PathBuf;

use clap::Args;
use clump::report::{count, counted};
use clump::{Opened, decode, decode_file};

use crate::failure::UsageError;
use crate::flags::whole_number;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Decrypts the queries of a `share` release that at least k people asked.
///
/// Writes the lines of these queries in the layout of a query log, and nothing else. Exit code 1: the
/// certificate does not match the release, or some queries have enough shares but were changed. clump writes
/// the other queries all the same.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump decode release.tsv --output opened.tsv")]
pub struct Decode {
    /// Release of the method `share`, for example `release.tsv`
    #[arg(value_name = "RELEASE")]
    release: PathBuf,
    /// Least number of shares, for example `--k 5` [default: from the certificate]
    #[arg(long, short, value_parser = whole_number, allow_negative_numbers = true)]
    k: Option<usize>,
    /// File of the decrypted log, for example `--output opened.tsv`; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replaces an existing file
    #[arg(long)]
    force: bool,
    /// Prints the counts as one JSON object on stdout
    #[arg(long)]
    json: bool,
}

pub fn run(command: Decode) -> anyhow::Result<Answer> {
    let to_stdout = command.output.as_os_str() == "-";
    if command.json && to_stdout {
        let hint = "write the opened log to a file";
        return Err(UsageError::new(
            "the opened log and the output of --json cannot both go to standard output",
            hint,
        )
        .into());
    }
    let bars = Bars::new();
    let opened = if to_stdout {
        decode(&command.release, command.k, &mut std::io::stdout().lock(), &bars)?
    } else {
        decode_file(&command.release, command.k, &command.output, command.force, &bars)?
    };
    let Opened { k, rows, queries, lines, sealed, damaged, ref damaged_rows, certified } = opened;
    say!(
        "Opened    {} in {} of {}; {k} owners asked each",
        counted(queries, "query", "queries"),
        counted(lines, "line", "lines"),
        count(rows)
    );
    say!("Sealed    {}: fewer than {k} owners asked them", counted(sealed, "query", "queries"));
    if damaged > 0 {
        let rows: Vec<String> = damaged_rows.iter().map(|&row| count(row)).collect();
        say!(
            "Damaged   {}: there are enough shares, but they do not open; see rows {}",
            counted(damaged, "query", "queries"),
            rows.join(", ")
        );
    }
    if certified == Some(false) {
        say!("Changed   the certificate does not match the release");
    }
    if to_stdout {
        say!("Wrote     {} to standard output", counted(lines, "line", "lines"))
    } else {
        say!("Wrote     {}", command.output.display())
    }
    if command.json {
        output::json(&opened)?;
    }
    Ok(if damaged == 0 && certified != Some(false) { Answer::Yes } else { Answer::No })
}
