//! `clump serve`: opens a local page that leads from a file to a release.

use std::path::PathBuf;

use clap::Args;
use clump_serve::{ServeError, Serving, serve};

use crate::failure::UsageError;
use crate::{Answer, interrupt, say};

/// Opens a local page that leads from a file to a release, step by step.
///
/// The page is available only on this machine (127.0.0.1), at an address with a random token. Keep the
/// address secret: it gives access to the page. Each step shows the command line, the TOML file and the
/// Python line that do the same. When it ends, only the files that you saved remain. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump serve examples/queries.tsv")]
pub struct Serve {
    /// Files to choose from, for example 'logs/*.gz'; you can open others on the page
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Port of the page, for example `--port 8080` [default: a free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

pub fn run(command: Serve) -> anyhow::Result<Answer> {
    let serving = Serving { files: command.files, port: command.port, cancel: interrupt::token().clone() };
    let served = serve(serving, |address| {
        say!("Open      {address}");
        say!("          press Ctrl-C to end; only what you save is kept");
    });
    served.map_err(|error| match error {
        ServeError::Port { ref source, .. } => UsageError::new(
            format!("{error}: {source}"),
            "choose another `--port`, or leave it out to use any free port",
        )
        .into(),
        error => anyhow::Error::from(error),
    })?;
    say!("Ended     only what was saved is kept");
    Ok(Answer::Yes)
}
